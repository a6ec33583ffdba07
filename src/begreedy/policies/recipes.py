"""Named recipes: reductions under the names by which papers know them."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from begreedy.policies.greedy import Greedy
from begreedy.policies.moss import MOSS
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.policies.thompson import ThompsonBeta
from begreedy.types import Policy
from begreedy.values.value import Value


def CABMOSS(alpha: float, smoothness: float, c: float = 4.0) -> Discretize:
    """MOSS on ``ceil(L**(2/(2a+1)) T**(1/(2a+1)))`` points k/K: CAB1 with MOSS, as the paper runs it.

    Guarantee: of order ``L**(1/(2a+1)) T**((a+1)/(2a+1))``, which is optimal.

    Parameters
    ----------
    alpha : float
        Smoothness exponent of the function, greater than 0.
    smoothness : float
        Its constant L, greater than 0.
    c : float
        Constant of MOSS: 4 for noise of unit variance, 1 for rewards in [0, 1].

    Returns
    -------
    Discretize
        MOSS on that grid.

    Examples
    --------
    >>> CABMOSS(1.0, 20.0).name
    'CAB.MOSS'
    """
    return Discretize(MOSS(c), alpha=alpha, smoothness=smoothness, label="CAB.MOSS")


def OracleMOSS(gamma: float | None = None, c: float = 1.0) -> Subsample:
    """MOSS on ``ceil(T**gamma log sqrt(T))`` random arms of a many-armed problem of hardness gamma (known to it).

    Guarantee: of order ``T**((1+gamma)/2) log T``.  Zhu and Nowak (2020), *On Regret with Multiple Best Arms*.

    Parameters
    ----------
    gamma : float, optional
        Hardness.  By default that of the problem.
    c : float
        Constant of MOSS.

    Returns
    -------
    Subsample
        MOSS on that many arms.

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.OracleMOSS(), bg.ManyArmed(2000, 67), 500).arms))
    93
    """
    return Subsample(MOSS(c), gamma=gamma, label="OracleMOSS")


def OracleGreedy(gamma: float | None = None) -> Subsample:
    """Greedy on ``(1 - 2 gamma) T**(2 gamma) log(T) / 4`` random arms of a many-armed problem of hardness gamma < 1/2.

    For gamma >= 1/2, ``2 T**(2 gamma) log T``.  Jedor, Louëdec, Perchet (2021).

    Parameters
    ----------
    gamma : float, optional
        Hardness.  By default that of the problem.

    Returns
    -------
    Subsample
        Greedy on that many arms.

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.OracleGreedy(), bg.ManyArmed(2000, 67), 500).arms))
    500
    """
    return Subsample(Greedy(), gamma=gamma, label="OracleGreedy")


@dataclass(frozen=True)
class UCBAsymptotic(Value):
    """Asymptotically optimal UCB: the index is ``mean + sigma * sqrt(2 log(1 + t log(t)**2) / pulls)``.

    Guarantee: asymptotically optimal for normal rewards of standard deviation ``sigma``; use 0.5 for rewards in [0, 1].

    Parameters
    ----------
    sigma : float
        Standard deviation of rewards, at least 0.

    References
    ----------
    Lattimore and Szepesvári (2020), *Bandit Algorithms*, chapter 8.

    Examples
    --------
    >>> round(UCBAsymptotic().index(total=6.0, pulls=10, t=100), 6)
    1.83774
    """

    sigma: float = 1.0

    growing = True
    arms_rule = "ss-ucb"

    def validate(self) -> None:
        self.require("sigma", self.sigma >= 0.0, "at least 0")

    def index(self, total: float, pulls: int, t: int) -> float:
        rounds = log(t)
        return total / pulls + self.sigma * sqrt(2.0 * log(1.0 + t * rounds * rounds) / pulls)


def SubsampledUCB(sigma: float = 0.5, beta: float | None = None) -> Subsample:
    """UCB on ``T**(b/2)`` random arms (``T**(b/(b+1))`` if b > 1): SS-UCB.

    Guarantee: rate-optimal up to logarithms for a prior of tail exponent b.

    Parameters
    ----------
    sigma : float
        Standard deviation of rewards; 0.5 covers rewards in [0, 1].
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.

    Returns
    -------
    Subsample
        UCB on that many arms.

    References
    ----------
    Bayati, Hamidi, Johari, Khosravi (2020), *Unreasonable Effectiveness of Greedy Algorithms in Multi-Armed Bandit*.

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.SubsampledUCB(), bg.Infinite(bg.Uniform()), 100).arms))
    10
    """
    return Subsample(UCBAsymptotic(sigma), beta=beta, label="SubsampledUCB")


def SubsampledThompson(policy: Policy = ThompsonBeta(), beta: float | None = None) -> Subsample:
    """Thompson sampling on as many random arms as SS-UCB keeps.

    Parameters
    ----------
    policy : Policy
        Thompson sampling, with a prior of your own if you like.
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.

    Returns
    -------
    Subsample
        The policy on that many arms.

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.SubsampledThompson(), bg.Infinite(bg.Uniform()), 100).arms))
    10
    """
    return Subsample(policy, beta=beta, label="SubsampledThompson", rule="ss-ucb")
