"""When two samples, or two results, have one law; for tests with fixed seeds."""

from __future__ import annotations

import numpy as np
from scipy import stats

LEAST = 1e-4  # of p-values


def assert_same_law(one, other):
    """Two samples, by Kolmogorov and Smirnov, and by chi-square on a dozen classes: atoms count there, too."""
    one, other = np.round(one, 6), np.round(other, 6)  # sums are rounded differently
    assert stats.ks_2samp(one, other).pvalue > LEAST
    edges = np.unique(np.quantile(np.concatenate([one, other]), np.linspace(0.0, 1.0, 13), method="inverted_cdf"))
    table = np.array([np.bincount(np.searchsorted(edges, x), minlength=len(edges)) for x in (one, other)])
    table = table[:, table.sum(axis=0) > 20]
    if table.shape[1] > 1:
        assert stats.chi2_contingency(table).pvalue > LEAST


def assert_same_results(one, other):
    """Regret at every checkpoint, reward, pulls of the best arm, arms tried and locked gaps."""
    for a, b in zip(one.regret.T, other.regret.T, strict=True):
        assert_same_law(a, b)
    for number in ("reward", "pulls", "arms_tried", "locked_gap"):
        assert_same_law(getattr(one, number), getattr(other, number))
