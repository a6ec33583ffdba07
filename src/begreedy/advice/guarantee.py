"""What the theorems guarantee of Greedy in a situation."""

from __future__ import annotations

from typing import Any

from begreedy.advice.candidates import noise_of, smooth, tail_of
from begreedy.problems.priors import Beta, Uniform
from begreedy.theory.bound import Bound
from begreedy.theory.greedy_continuous import continuous
from begreedy.theory.greedy_generic import generic
from begreedy.theory.greedy_infinite import infinite
from begreedy.theory.greedy_many import many_armed


def guarantee(
    problem: Any, horizon: float, k: int, hardness: float, smoothness: tuple[float, float] | None = None
) -> Bound | None:
    """The bound on the regret of Greedy on ``k`` arms after ``horizon`` rounds, or None without a theorem.

    ``hardness`` is that of a many-armed problem at this horizon; ``smoothness`` is (alpha, L) of a function on [0, 1]
    that does not tell them itself.
    """
    if problem.model not in ("many-armed", "continuous", "finite", "infinite"):
        return None
    sigma = max(noise_of(problem.law), 1e-6)
    if problem.model == "many-armed":
        return many_armed(horizon, hardness, problem.n, k=k, sigma=sigma, chernoff=True)
    if problem.model == "continuous":
        known = smoothness or ((problem.alpha, problem.smoothness) if smooth(problem) else None)
        return None if known is None else continuous(horizon, *known, k=k, sigma=sigma)
    if problem.model == "finite" and problem.means:
        top = max(problem.means)
        return generic(horizon, [top - mean for mean in problem.means], sigma=sigma) if k == problem.arms else None
    if _exact_tail(problem.prior):
        c1, beta = tail_of(problem.prior) or (1.0, 1.0)
        return infinite(horizon, beta, c1, k=k, sigma=sigma)
    return None


def _exact_tail(prior: Any) -> bool:
    """Whether P(mean > sup - u) >= c1 u**beta for all u, as the theorem asks, not only for small ones."""
    return isinstance(prior, Uniform) or (isinstance(prior, Beta) and prior.a <= 1.0)
