"""``begreedy serve``: durable bandits over HTTP.

=============  ======================================================================================
``options``    store, address, tokens and limits
``tokens``     who may do what: roles, and for which bandits
``guard``      checks of every request: host, token, rate, size; and its metrics
``logs``       lines of the log, without secrets
``metrics``    counts and times for Prometheus
``faults``     errors as answers: what is wrong, with which field, what is allowed
``bodies``     bodies of requests
``writer``     one thread per bandit; what waits together is recorded in one transaction
``registry``   the bandits of a store, opened when they are asked for
``routes``     the routes
``app``        all of it as one application
``page``       the operator's page, and what it asks for
``run``        the command: listen, or check
=============  ======================================================================================
"""
