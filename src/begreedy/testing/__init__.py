"""Conformance checks for policies, laws and priors, ours and yours.

>>> import begreedy as bg
>>> print(bg.testing.check_policy(bg.UCB()))
UCB(): growing index, all checks passed
"""

from begreedy.testing.policies import check_policy
from begreedy.testing.report import ConformanceError, Report
from begreedy.testing.worlds import check_law, check_prior

__all__ = ["ConformanceError", "Report", "check_law", "check_policy", "check_prior"]
