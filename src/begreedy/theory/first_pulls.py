"""How many first pulls keep Greedy from failing: from both sides, for two arms."""

from __future__ import annotations

from math import erfc, exp, expm1, sqrt
from typing import NamedTuple

from begreedy.theory.bound import positive
from begreedy.values.value import whole


class FailureProbability(NamedTuple):
    """Between which numbers the probability lies that Greedy ends up with the worse of two arms for ever."""

    least: float
    most: float


def greedy_failure(pulls: int, gap: float, sigma: float = 1.0) -> FailureProbability:
    """The probability that Greedy, after so many first pulls of each of two arms, never plays the better one again.

    Let m be the worse mean.  If the better arm's first N rewards average at most m - c, and the worse arm's mean never
    falls to m - c from then on, Greedy fails.  For normal rewards the first has the probability
    ``Phi(-(gap + c) sqrt(N) / sigma)`` and the second at least ``1 - exp(-N c**2 / (2 sigma**2))``; ``least`` takes the
    best c.  If Greedy fails, the better arm's mean is at most m after some n >= N pulls, since the worse arm's mean
    tends to m and stays above it: ``most = exp(-N gap**2 / (2 sigma**2))``, for all sigma-subgaussian rewards.

    Parameters
    ----------
    pulls : int
        First pulls of each arm.
    gap : float
        Difference of the two means.
    sigma : float
        Subgaussian constant of the rewards.

    Returns
    -------
    FailureProbability
        Lower and upper bounds, ``least`` and ``most``.

    References
    ----------
    Banihashem, Hajiaghayi, Shin, Slivkins (2023), *Bandit Social Learning: Exploration under Myopic Behavior*, have the
    order; the constants here follow from the maximal inequality for the means of a random walk.

    Examples
    --------
    >>> greedy_failure(10, gap=0.5)
    FailureProbability(least=0.00245..., most=0.28650...)
    """
    first = whole(pulls, "pulls", low=1)
    scaled = positive(gap, "gap") * sqrt(first) / positive(sigma, "sigma")
    shifts = (0.01 * step for step in range(1, 501))  # c in standard errors of N pulls
    least = max(0.5 * erfc((scaled + c) / sqrt(2.0)) * -expm1(-0.5 * c * c) for c in shifts)
    return FailureProbability(least, exp(-0.5 * scaled * scaled))
