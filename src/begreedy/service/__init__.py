"""``begreedy serve``: durable bandits over HTTP.

=============  ======================================================================================
``options``    what the server is told: store, limits, token
``guard``      what every request passes first: host, token, rate, size; and what is measured of it
``faults``     errors as answers: what is wrong, with which field, what is allowed
``bodies``     what requests may say
``writer``     one thread per bandit; what waits together is recorded in one transaction
``registry``   the bandits of a store, opened when they are asked for
``routes``     the addresses
``app``        all of it as one application
``run``        the command: listen, or check
=============  ======================================================================================
"""
