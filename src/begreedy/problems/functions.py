"""The functions of the paper's continuous-armed experiments, on [0, 1]."""

from __future__ import annotations

from math import sin, sqrt


def f1(x: float) -> float:
    """``0.5 sin(13 x) sin(27 x) + 0.5``: smooth, alpha = 2, L about 221.

    Parameters
    ----------
    x : float
        A point of [0, 1].

    Returns
    -------
    float
        Its value.

    Examples
    --------
    >>> round(f1(0.5), 4)
    0.5865
    """
    return 0.5 * sin(13.0 * x) * sin(27.0 * x) + 0.5


def f2(x: float) -> float:
    """``max(3.6 x (1 - x), 1 - |x - 0.05| / 0.05)``: a narrow peak at 0.05, alpha = 1, L = 20.

    Parameters
    ----------
    x : float
        A point of [0, 1].

    Returns
    -------
    float
        Its value.

    Examples
    --------
    >>> round(f2(0.5), 4)
    0.9
    """
    return max(3.6 * x * (1.0 - x), 1.0 - abs(x - 0.05) / 0.05)


def f3(x: float) -> float:
    """``x (1 - x) (4 - sqrt|sin 60 x|)``: many cusps, alpha = 0.5, L about 2; its maximum is at pi / 6.

    Parameters
    ----------
    x : float
        A point of [0, 1].

    Returns
    -------
    float
        Its value.

    Examples
    --------
    >>> round(f3(0.5), 4)
    0.7515
    """
    return x * (1.0 - x) * (4.0 - sqrt(abs(sin(60.0 * x))))
