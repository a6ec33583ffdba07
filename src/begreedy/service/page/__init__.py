"""The operator's page, at ``/`` of ``begreedy serve``.

============  =======================================================================================
``routes``    the page's files, and what it asks for
``overview``  all bandits, from summaries and heads of logs
``watch``     one bandit, looked at as often as it is cheap
``pictures``  series and sentences out of summaries
``static/``   the page itself, without a build step
============  =======================================================================================
"""
