"""Greedy on K arms drawn from a reservoir."""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from begreedy.theory.bound import (
    Bound,
    checked_horizon,
    closed_form_conditions,
    failing,
    one_form,
    positive,
    whole_arms,
)
from begreedy.theory.greedy_generic import all_underestimated, pulls_cost
from begreedy.theory.search import evaluate

INFINITE = "infinite-armed theorem"
UNIFORM = "example of the uniform prior"


def arms_infinite(horizon: float, beta: float, c1: float) -> float:
    """``(2/3)**((2+b)/(4+b)) (8 / (c1 (4+b)))**(2/(4+b)) T**((2+b)/(4+b)) (log T)**(2/(4+b))``."""
    power = 4.0 + beta
    front = (2.0 / 3.0) ** ((2.0 + beta) / power) * (8.0 / (c1 * power)) ** (2.0 / power)
    return float(front * horizon ** ((2.0 + beta) / power) * log(horizon) ** (2.0 / power))


def infinite(
    horizon: float,
    beta: float,
    c1: float = 1.0,
    *,
    k: int | None = None,
    epsilon: float | None = None,
    best: bool = False,
    printed: bool = False,
    sharp: bool = False,
    sigma: float = 1.0,
) -> Bound:
    """Greedy on K arms of a reservoir in which a mean is within eps of the best with probability >= c1 eps**beta.

    For any ``k`` and ``epsilon`` (the best one, if not given):
    ``T (exp(-c1 K eps**(2+b) / 4) + exp(-c1 K eps**b / 8)) + 4 eps T + 6 K / eps + K``.  With neither, the closed form
    for the theorem's K: ``20 max(y, y**2) T**((3+b)/(4+b))`` with y = (log T / (c1 (4 + b)))**(1/(4+b)).
    ``best`` looks for the best of all ``k`` and ``epsilon``; ``sharp`` has the closed form
    ``17 y T**((3+b)/(4+b)) + 2 T**((2+b)/(4+b))``.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    beta : float
        Tail exponent of the prior, greater than 0.
    c1 : float
        Tail constant of the prior, greater than 0.
    k : int, optional
        Number of arms kept.  By default that of the theorem, or the best one.
    epsilon : float, optional
        Accuracy of the analysis.  By default the best one.
    best : bool
        Whether to minimise the bound over ``k`` and ``epsilon``.
    printed : bool
        Whether to take the closed form as it is printed, errors included.
    sharp : bool
        Whether to take the sharper closed form.
    sigma : float
        Subgaussian constant of the rewards.

    Returns
    -------
    Bound
        Its value, with ``k``, ``epsilon`` and what does not hold.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), theorem on infinite-armed bandits.  ``printed`` has y**2 for max(y, y**2), too small
    if c1 is large; the corrected one needs y T**(1/(4+b)) >= 1/2, which fails only for b > 4 and a huge c1: see
    ``docs/errata.md``.

    Examples
    --------
    >>> infinite(10_000, beta=1).k, infinite(10_000, beta=2).k
    (578, 818)
    >>> infinite(10**8, beta=1, best=True).value < infinite(10**8, beta=1).value
    True
    """
    horizon, beta = checked_horizon(horizon), positive(beta, "beta")
    c1, sigma = positive(c1, "c1"), positive(sigma, "sigma")
    theorem = arms_infinite(horizon, beta, c1)
    free = k is not None or epsilon is not None or best
    one_form(free, printed=printed, sharp=sharp)
    if free:
        return evaluate(Reservoir(horizon, beta, c1, sigma), k, epsilon, best, theorem)
    epsilon, power = sqrt(1.5 * theorem / horizon), 4.0 + beta
    y = (log(horizon) / (c1 * power)) ** (1.0 / power)
    main = horizon ** ((3.0 + beta) / power)
    possible = bool(Reservoir(horizon, beta, c1, sigma).holds(theorem, epsilon)) if epsilon else True
    conditions = {**closed_form_conditions(horizon, sigma), Reservoir.condition: possible}
    if sharp:
        value = 17.0 * y * main + 2.0 * horizon ** ((2.0 + beta) / power)
    else:
        value = 20.0 * (y * y if printed else max(y, y * y)) * main
        conditions["y T**(1/(4+b)) >= 1/2"] = horizon == 1.0 or y * horizon ** (1.0 / power) >= 0.5
    return Bound(INFINITE, horizon, value, whole_arms(theorem), epsilon or None, failing(conditions))


def uniform_prior(horizon: float) -> Bound:
    """Greedy on ``T**(3/5) (log T)**(2/5)`` of many arms with uniform means, at epsilon = (log T / K)**(1/3).

    The value is the generic bound with N = epsilon K, which is what N is on average: an illustration of the order
    T**(4/5) (log T)**(1/5), not a guarantee; ``infinite(horizon, beta=1)`` is one.

    Parameters
    ----------
    horizon : float
        Number of rounds T.

    Returns
    -------
    Bound
        Its value, with ``k``, ``epsilon`` and what does not hold.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), example after the generic bound.

    Examples
    --------
    >>> uniform_prior(10_000).k
    611
    """
    horizon = checked_horizon(horizon)
    arms = horizon**0.6 * log(horizon) ** 0.4
    whole_number = whole_arms(arms)
    if arms == 0.0:
        return Bound(UNIFORM, horizon, horizon, 1, None, ("T >= 2",))
    epsilon = (log(horizon) / arms) ** (1.0 / 3.0)
    missed = horizon * float(all_underestimated(epsilon * arms, epsilon))
    value = missed + pulls_cost(horizon, arms, epsilon) + arms
    return Bound(UNIFORM, horizon, value, whole_number, epsilon, ("N = epsilon K holds on average only",))


class Reservoir:
    """The theorem's bound as a function of K and epsilon, for one horizon and one tail."""

    statement, condition, ceiling, most = INFINITE, "c1 epsilon**beta <= 1", inf, inf

    def __init__(self, horizon: float, beta: float, c1: float, sigma: float) -> None:
        self.horizon, self.beta, self.c1, self.sigma = horizon, beta, c1, sigma

    def holds(self, k: Any, epsilon: Any) -> Any:
        """Whether the share of near-optimal arms can be as large as c1 eps**beta."""
        return log(self.c1) + self.beta * np.log(epsilon) <= 1e-9

    def value(self, k: Any, epsilon: Any) -> Any:
        share = self.c1 * epsilon**self.beta
        few = np.exp(-share * k / 8.0)  # fewer than half of the near-optimal arms that one expects (Chernoff)
        missed = all_underestimated(share * k / 2.0, epsilon, self.sigma)
        return self.horizon * (missed + few) + pulls_cost(self.horizon, k, epsilon, 4.0, self.sigma) + k

    def epsilons(self, k: float) -> tuple[float, float]:
        largest = min(2.0, exp(max(-600.0, min(1.0, -log(self.c1) / self.beta))))
        return min(self.sigma / sqrt(self.horizon), largest / 2.0), largest
