"""Student's t-test."""

from __future__ import annotations

from begreedy.arithmetic import beta_cdf


def student(t: float, df: float) -> float:
    """The two-sided p-value of Student's t.

    >>> round(student(2.0, 10.0), 6), round(student(-2.0, 1e6), 4)
    (0.073388, 0.0455)
    """
    return beta_cdf(df / (df + t * t), 0.5 * df, 0.5)
