"""Greedy on any finite set of arms: the generic bound and its chained version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Any, TypeAlias

import numpy as np

from begreedy.theory.bound import Bound, checked_horizon, positive
from begreedy.theory.search import least
from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole

GENERIC = "generic bound"
CHAINING = "chaining corollary"

Count = Callable[[Any], Any]
Numbers: TypeAlias = float | np.ndarray


def pulls_cost(horizon: float, k: Any, epsilon: Any, slope: float = 3.0, sigma: float = 1.0) -> Any:
    """What is lost while an arm within epsilon of the best is never underestimated by epsilon: the theorems' core.

    ``slope * epsilon`` per round on good arms (3, or 4 with the cost of leaving the best arm out), and
    ``6 sigma**2 / epsilon`` per bad arm.
    """
    return slope * epsilon * horizon + 6.0 * sigma * sigma * k / epsilon


def all_underestimated(count: Any, epsilon: Any, sigma: float = 1.0) -> Any:
    """How probable it is that all of ``count`` near-optimal arms are once underestimated by epsilon: at most this.

    Each is with probability at most ``exp(-epsilon**2 / (2 sigma**2))`` (Lemma 2 of Bayati et al., 2020).
    """
    return np.exp(-count * epsilon * epsilon / (2.0 * sigma * sigma))


def generic(
    horizon: float,
    gaps: Sequence[float] | np.ndarray | None = None,
    *,
    k: int | None = None,
    near_optimal: float | Callable[[Numbers], Numbers] | None = None,
    epsilon: float | None = None,
    sigma: float = 1.0,
) -> Bound:
    """Greedy on K arms with means in [0, 1] and ``sigma``-subgaussian noise, for every epsilon > 0:

    ``T exp(-N eps**2 / 2) + 3 eps T + 6 K / eps + sum of gaps``, N the number of arms within eps of the best
    (the printed statement has sigma = 1).  Jedor, Louëdec, Perchet (2021), generic bound on Greedy.

    The arms are told by their ``gaps`` to the best mean, or by ``k`` and ``near_optimal``, N as a number or as a
    function of eps; the sum of gaps is then taken as K.  Without ``epsilon`` the best one is found.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    gaps : sequence of float
        Differences to the best mean.
    k : int, optional
        Number of arms kept.  By default that of the theorem, or the best one.
    near_optimal : float or callable
        Number N of arms within epsilon of the best, or a function of epsilon, a number or an array of them.
    epsilon : float, optional
        Accuracy of the analysis.  By default the best one.
    sigma : float
        Subgaussian constant of the rewards.

    Returns
    -------
    Bound
        Its value, with ``k`` and ``epsilon``.

    Examples
    --------
    >>> generic(10**7, k=20_000, near_optimal=10_000)
    regret <= 3.8147e+06 at T = 1e+07 with K = 20000, epsilon = 0.06325 [generic bound]
    """
    horizon, sigma = checked_horizon(horizon), positive(sigma, "sigma")
    arms, count, total = _arms(gaps, k, near_optimal)

    def value(e: Any) -> Any:
        return horizon * all_underestimated(count(e), e, sigma) + pulls_cost(horizon, arms, e, 3.0, sigma) + total

    if epsilon is None:
        epsilon = _best(value, horizon, arms, sigma, np.unique(np.asarray([] if gaps is None else gaps, dtype=float)))
    epsilon = positive(epsilon, "epsilon")
    return Bound(GENERIC, horizon, float(value(epsilon)), arms, epsilon)


def chaining(
    horizon: float,
    gaps: Sequence[float] | np.ndarray | None = None,
    *,
    k: int | None = None,
    near_optimal: float | Callable[[Numbers], Numbers] | None = None,
    sharp: bool = False,
    sigma: float = 1.0,
) -> Bound:
    """The generic bound over all epsilons at once, minimised over where the chain begins:

    ``3 eps T + 6 K / eps + integral from eps to 1 of (3 T + 6 K / x**2) exp(-N(x) x**2 / 2) dx + T exp(-K / 2)
    + sum of gaps``.  Jedor, Louëdec, Perchet (2021), corollary to the generic bound.

    With ``sharp``, what the proof gives before its last, lossy steps: the cost g(x) = 3 x T + 6 K / x grows by
    3 T - 6 K / x**2 (minus, not plus), counted where it grows, and the chain ends where g reaches T; then nothing
    is left over.  Only the sharp version is never above the generic bound (see ``docs/errata.md``).

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    gaps : sequence of float
        Differences to the best mean.
    k : int, optional
        Number of arms kept.  By default that of the theorem, or the best one.
    near_optimal : float or callable
        Number N of arms within epsilon of the best, or a function of epsilon, a number or an array of them.
    sharp : bool
        Whether to take the sharper closed form.
    sigma : float
        Subgaussian constant of the rewards.

    Returns
    -------
    Bound
        Its value, with ``k`` and ``epsilon``.

    Examples
    --------
    >>> chaining(10**7, k=20_000, near_optimal=10_000, sharp=True).value < generic(
    ...     10**7, k=20_000, near_optimal=10_000).value
    True
    """
    horizon, sigma = checked_horizon(horizon), positive(sigma, "sigma")
    arms, count, total = _arms(gaps, k, near_optimal)
    steps = np.unique(np.asarray([] if gaps is None else gaps, dtype=float))
    bad = 6.0 * sigma * sigma * arms
    low, top = min(0.5, sqrt(bad / (3.0 * horizon)) / 4.0), 1.0
    if sharp:
        low = sqrt(bad / (3.0 * horizon))  # where g is least: to begin before it gains nothing
        spare = horizon * horizon - 12.0 * horizon * bad
        top = (horizon + sqrt(spare)) / (6.0 * horizon) if spare > 0.0 else low
    if top <= low:  # the cost is at least T everywhere
        value = float(pulls_cost(horizon, arms, low, 3.0, sigma)) + total
        return Bound(CHAINING + (", sharp" if sharp else ""), horizon, value, arms, low)
    sign = -1.0 if sharp else 1.0

    def density(x: Any) -> Any:
        return (3.0 * horizon + sign * bad / (x * x)) * all_underestimated(count(x), x, sigma)

    starts = np.exp(np.linspace(np.log(low), np.log(top), 2001))
    for _ in range(3):
        edges = np.unique(np.concatenate([starts, steps[(steps > starts[0]) & (steps < top)], [top]]))
        costs = pulls_cost(horizon, arms, edges, 3.0, sigma) + _tails(density, edges)
        best = int(np.argmin(costs))
        around = edges[max(0, best - 2)], edges[min(len(edges) - 1, best + 2)]
        starts = np.unique(np.concatenate([np.linspace(*around, 401), np.geomspace(around[1], top, 2001)]))
    rest = 0.0 if sharp else horizon * exp(-arms / (2.0 * sigma * sigma))
    name = CHAINING + (", sharp" if sharp else "")
    return Bound(name, horizon, float(costs[best]) + rest + total, arms, float(edges[best]))


_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


def _tails(density: Count, edges: Any) -> Any:
    """The integral of ``density`` from each edge to the last; it may jump at edges only."""
    half = np.diff(edges)[:, None] / 2.0
    points = (edges[:-1] + edges[1:])[:, None] / 2.0 + half * _NODES
    pieces = (density(points) * half * _WEIGHTS).sum(axis=1)
    return np.concatenate([np.cumsum(pieces[::-1])[::-1], [0.0]])


def _best(value: Count, horizon: float, arms: int, sigma: float, steps: Any) -> float:
    """The best epsilon.  The bound drops at each gap, where one more arm is near-optimal, so all gaps are tried."""
    smallest = min(0.5, sqrt(2.0 * sigma * sigma * arms / horizon))  # below, every term falls as epsilon grows
    tried = [least(value, (smallest / 2.0, max(1.0, 4.0 * smallest)))[0]]
    steps = steps[steps > 0.0]
    if len(steps):
        tried.append(float(steps[np.argmin(value(steps))]))
    return min(tried, key=lambda e: float(value(e)))


def _arms(gaps: Any, k: int | None, near_optimal: float | Count | None) -> tuple[int, Count, float]:
    """The number of arms, the number of arms within epsilon of the best, and the sum of gaps."""
    if gaps is not None:
        if k is not None or near_optimal is not None:
            allowed = "either gaps, or k and near_optimal, not both"
            raise BadValue(f"give {allowed}", field="gaps", value=gaps, allowed=allowed)
        sorted_gaps = np.sort(np.asarray(gaps, dtype=float))
        if (
            sorted_gaps.ndim != 1
            or not len(sorted_gaps)
            or not np.all((sorted_gaps >= 0.0) & (sorted_gaps <= 1.0))
            or sorted_gaps[0] > 0.0
        ):
            raise BadValue.of("gaps", gaps, "a list of numbers in [0, 1], the best arm's gap 0 among them", got="")
        return len(sorted_gaps), lambda e: np.searchsorted(sorted_gaps, e, side="right"), float(sorted_gaps.sum())
    if k is None or near_optimal is None:
        allowed = "gaps, or k and near_optimal"
        raise BadValue(f"generic bounds need {allowed}", field="gaps", allowed=allowed)
    arms = whole(k, "k", low=1)
    if callable(near_optimal):
        return arms, near_optimal, float(arms)
    number = finite(near_optimal, "near_optimal")
    if not 0.0 < number <= arms:
        raise BadValue.of("near_optimal", near_optimal, "in (0, k]")
    return arms, lambda _: number, float(arms)
