"""The paper's theorems as numbers: one function per statement, each giving a ``Bound``.

>>> from begreedy import theory
>>> theory.continuous_unknown(100_000, alpha=1, smoothness=1).k
1239
"""

from begreedy.theory.bound import Bound
from begreedy.theory.comparators import medzo_fitted, moss_continuous, moss_fitted, moss_many, ucbf_infinite
from begreedy.theory.crossings import crossing
from begreedy.theory.first_pulls import greedy_failure
from begreedy.theory.greedy_continuous import continuous, continuous_unknown
from begreedy.theory.greedy_generic import chaining, generic
from begreedy.theory.greedy_infinite import infinite, uniform_prior
from begreedy.theory.greedy_many import many_armed, many_armed_careful
from begreedy.theory.identifiable import self_identifiable
from begreedy.theory.lower import lower_continuous, lower_continuous_unknown, lower_infinite, lower_many
from begreedy.theory.sets import comb_ucb

__all__ = [
    "Bound",
    "chaining",
    "comb_ucb",
    "continuous",
    "continuous_unknown",
    "crossing",
    "generic",
    "greedy_failure",
    "infinite",
    "lower_continuous",
    "lower_continuous_unknown",
    "lower_infinite",
    "lower_many",
    "many_armed",
    "many_armed_careful",
    "medzo_fitted",
    "moss_continuous",
    "moss_fitted",
    "moss_many",
    "self_identifiable",
    "ucbf_infinite",
    "uniform_prior",
]
