"""Greedy: play the arm that looks best."""

from __future__ import annotations

from dataclasses import dataclass

from begreedy.policies.budgeted import RatioGreedy
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.types import Problem, says
from begreedy.values.value import Value


@dataclass(frozen=True)
class Greedy(Value):
    """Plays the arm with the largest mean so far, after one pull of each arm; ties uniformly at random.

    Index: ``total / pulls``.

    Guarantee: with N arms within eps of the best among K, and 1-subgaussian rewards, the regret is at most
    ``T exp(-N eps**2 / 2) + 3 eps T + 6 K / eps + sum of gaps`` for every eps: sublinear whenever near-optimal
    arms are many, linear when one good arm stands alone and its first pulls fail.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), *Be Greedy in Multi-Armed Bandits*.

    Examples
    --------
    >>> round(Greedy().index(total=6.0, pulls=10), 6)
    0.6
    """

    arms_rule = "greedy"
    monotone = True
    is_mean = True

    def fit(self, problem: Problem, horizon: int) -> Greedy | RatioGreedy | LinGreedy:
        """What Greedy is on this problem: where pulls cost, the largest reward per cost; or that of a linear fit."""
        if says(problem, "costly"):
            return RatioGreedy()
        return LinGreedy() if says(problem, "vectors") else self

    def index(self, total: float, pulls: int) -> float:
        return total / pulls
