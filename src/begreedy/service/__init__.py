"""``begreedy serve``: durable bandits over HTTP.

=============  ======================================================================================
``options``    store, address, token and limits
``guard``      checks of every request: host, token, rate, size; and its metrics
``faults``     errors as answers: what is wrong, with which field, what is allowed
``bodies``     bodies of requests
``writer``     one thread per bandit; what waits together is recorded in one transaction
``registry``   the bandits of a store, opened when they are asked for
``routes``     the routes
``app``        all of it as one application
``run``        the command: listen, or check
=============  ======================================================================================
"""
