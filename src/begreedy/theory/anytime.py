"""Confidence sequences: intervals for a mean that hold at every time at once.

For rewards in [0, 1] whose means, given the past, are m_1, m_2, ..., Hoeffding's lemma says that
``E exp(z X_i) <= 1 - m_i + m_i exp(z)``; so, with S the sum of n rewards and m the mean of m_1, ..., m_n,

    exp(z S - n log(1 - m + m exp(z)))

lies below a supermartingale that starts at 1, for every z (the logarithm is concave in m).  The same is true of a
mixture over z, and by Ville's inequality such a thing ever reaches 1 / alpha with probability at most alpha.  The
interval has all m for which it has not: it needs nothing but n and S, no limit theorem, no means that stay the same.
The lower end grows with S and so does the upper one.  So where some of the n rewards are not known yet, the lower end
with 0 for each of them, and the upper end with 1, enclose the interval that will be known.

Hoeffding (1963), *Probability Inequalities for Sums of Bounded Random Variables*; Robbins (1970), *Statistical Methods
Related to the Law of the Iterated Logarithm*; Howard, Ramdas, McAuliffe, Sekhon (2021), *Time-uniform, Nonparametric,
Nonasymptotic Confidence Sequences* (the mixture of the sub-Bernoulli process).
"""

from __future__ import annotations

import numpy as np

# A mixture of finitely many z, in equal parts: from rewards that are rare to a hundred million that are not.
_SLOPES = np.geomspace(1e-4, 10.0, 40)
_STEPS = 45  # bisections


def mean_interval(total: float, count: int, level: float = 0.95, unknown: int = 0) -> tuple[float, float]:
    """The interval for the mean of ``count`` rewards in [0, 1], of which ``unknown`` are not known yet.

    ``total`` is the sum of the others.  However often it is asked while rewards come in, with probability ``level`` all
    answers hold the mean of the expected rewards so far.

    >>> low, high = mean_interval(30.0, 100)
    >>> round(low, 3), round(high, 3)
    (0.157, 0.475)
    """
    if count == 0:
        return 0.0, 1.0
    low, high = mean_intervals(np.array([total]), np.array([float(count)]), level, np.array([float(unknown)]))
    return float(low[0]), float(high[0])


def mean_intervals(
    totals: np.ndarray, counts: np.ndarray, level: float = 0.95, unknown: np.ndarray | float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """The ends of ``mean_interval`` for many sums and counts, each interval by itself."""
    alpha = (1.0 - level) / 2.0
    known = np.maximum(counts, 1.0)
    low = np.where(counts > 0, _least(totals, known, alpha), 0.0)
    high = np.where(counts > 0, 1.0 - _least(np.maximum(known - totals - unknown, 0.0), known, alpha), 1.0)
    return low, high


def _least(totals: np.ndarray, counts: np.ndarray, alpha: float) -> np.ndarray:
    """The least means that are not refuted: the mixture falls as the mean grows."""
    low, high = np.zeros(len(totals)), np.clip(totals / counts, 0.0, 1.0)
    threshold = np.log(len(_SLOPES) / alpha)
    for _ in range(_STEPS):
        mean = 0.5 * (low + high)
        exponents = totals[:, None] * _SLOPES - counts[:, None] * np.log1p(mean[:, None] * np.expm1(_SLOPES))
        refuted = np.logaddexp.reduce(exponents, axis=1) > threshold
        low, high = np.where(refuted, mean, low), np.where(refuted, high, mean)
    return low
