"""Student's t-test."""

from __future__ import annotations

from math import exp, lgamma, log, log1p


def student(t: float, df: float) -> float:
    """The two-sided p-value of Student's t.

    >>> round(student(2.0, 10.0), 6), round(student(-2.0, 1e6), 4)
    (0.073388, 0.0455)
    """
    return _incomplete_beta(0.5 * df, 0.5, df / (df + t * t))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _incomplete_beta(b, a, 1.0 - x)
    front = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    fraction = d
    for m in range(1, 10_000):
        step = 1.0
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0)),
        ):
            d = 1.0 / (1.0 + numerator * d)
            c = 1.0 + numerator / c
            step = c * d
            fraction *= step
        if abs(step - 1.0) < 1e-15:
            break
    return min(1.0, front * fraction)
