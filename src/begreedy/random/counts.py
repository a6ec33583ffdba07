"""Numbers of successes and of trials, drawn from a stream."""

from __future__ import annotations

from math import factorial, floor, log, log1p, pi, sqrt

import numpy as np

from begreedy.random.continuous import exponential, gamma
from begreedy.random.streams import Stream, uniform

# ---------------------------------------------------------------- binomial

_INVERTED = 10.0  # up to this mean by inversion, above by rejection


def binomial(stream: Stream, n: int, p: float) -> int:
    """How many of n independent trials succeed with probability p each; for n up to 2**30.

    By inversion where few succeed (or fail), else by Hörmann's rejection from a transformed uniform (BTRS, 1993).

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.
    n : int
        How many trials there are: from 0 to 2**30.
    p : float
        The probability of each to succeed.

    Returns
    -------
    int
        How many succeed.

    Examples
    --------
    >>> import begreedy as bg
    >>> stream = [1, 2, 3, 4]
    >>> 450 < bg.random.binomial(stream, 1000, 0.5) < 550
    True
    """
    if n == 1:
        return 1 if uniform(stream) < p else 0
    if p <= 0.0 or p >= 1.0:
        return n if p >= 1.0 else 0
    few = p if p <= 0.5 else 1.0 - p
    successes = _few_successes(stream, n, few) if n * few < _INVERTED else _many_successes(stream, n, few)
    return successes if p <= 0.5 else n - successes


def _few_successes(stream: Stream, n: int, p: float) -> int:
    """Count failures before each success: geometric gaps, until the trials are used up."""
    failure = log1p(-p)
    successes = 0
    used = 0.0
    while True:
        gap = log(1.0 - uniform(stream)) / failure
        if gap >= n - used:
            return successes
        used += floor(gap) + 1.0
        successes += 1


def _many_successes(stream: Stream, n: int, p: float) -> int:
    q = 1.0 - p
    spread = sqrt(n * p * q)
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    centre = n * p + 0.5
    inner = 0.92 - 4.2 / b
    alpha = (2.83 + 5.1 / b) * spread
    mode = floor((n + 1) * p)
    while True:
        u = uniform(stream) - 0.5
        v = 1.0 - uniform(stream)
        near = 0.5 - abs(u)
        if near <= 0.0:
            continue
        k = floor((2.0 * a / near + b) * u + centre)
        if near >= 0.07 and v <= inner:  # inside the hat in any case
            return int(k)
        if k < 0.0 or k > n:
            continue
        v = log(v * alpha / (a / (near * near) + b))
        # log P(k) / P(mode), in a form without large differences of large numbers.
        away = k - mode
        ratio = (mode + 0.5) * log((mode + 1.0) * q / (p * (n - mode + 1.0)))
        ratio += (n + 1.0) * log1p(away / (n - k + 1.0))
        ratio += (k + 0.5) * log((n - k + 1.0) * p / (q * (k + 1.0)))
        ratio += _stirling(mode) + _stirling(n - mode) - _stirling(k) - _stirling(n - k)
        if v <= ratio:
            return int(k)


def _stirling(k: float) -> float:
    """log k! less Stirling's (k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2."""
    if k < 10.0:
        return float(_STIRLING[int(k)])
    square = 1.0 / ((k + 1.0) * (k + 1.0))
    return (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 * square) * square) / (k + 1.0)


_STIRLING = np.array(
    [log(factorial(k)) - (k + 0.5) * log(k + 1.0) + (k + 1.0) - 0.5 * log(2.0 * pi) for k in range(10)]
)


# ---------------------------------------------------------------- trials until a number of successes


def stopped_binomial(stream: Stream, n: int, p: float, k: int) -> tuple[int, int]:
    """Trials and successes of n independent trials that end sooner, with the k-th success; for n up to 2**30.

    The trials until the k-th success have a negative binomial law.  If they are more than n, then n trials have fewer
    than k successes: those are drawn until they are.  That happens as often as a draw of them is below k, so it takes
    one draw on average, however rare it is.

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.
    n : int
        The most trials: from 1 to 2**30.
    p : float
        The probability of each to succeed.
    k : int
        The success that ends them, from 1.

    Returns
    -------
    tuple of int
        How many trials there were, and how many of them succeeded.

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.random.stopped_binomial([1, 2, 3, 4], 10, 1.0, 3)
    (3, 3)
    >>> bg.random.stopped_binomial([1, 2, 3, 4], 10, 0.0, 3)
    (10, 0)
    """
    trials = _trials_until(stream, n, p, k) if k <= n else n + 1
    if trials <= n:
        return trials, k
    while True:
        successes = binomial(stream, n, p)
        if successes < k:
            return n, successes


def _trials_until(stream: Stream, n: int, p: float, k: int) -> int:
    """Trials until the k-th success, or any number above n."""
    if p <= 0.0 or p >= 1.0:
        return k if p >= 1.0 else n + 1
    if k < _INVERTED:
        failure = log1p(-p)
        trials = 0
        for _ in range(k):  # geometric gaps
            gap = log(1.0 - uniform(stream)) / failure
            if gap >= n - trials:
                return n + 1
            trials += int(gap) + 1
        return trials
    # Failures before the k-th success: Poisson, with a mean of gamma law.
    mean = gamma(stream, 1.0 * k) * ((1.0 - p) / p)
    if mean > 4.0 * n + 1000.0:  # the chance of n or fewer is below 1e-170
        return n + 1
    return k + _poisson(stream, mean)


def _poisson(stream: Stream, mean: float) -> int:
    """How many points of a Poisson process come up to the time ``mean``, for means up to 2**33.

    Ahrens and Dieter (1974): the m-th point comes at a time of gamma law.  If that is later, the m - 1 before it are
    independent and uniform; if not, the same is left to do from there.
    """
    count = 0
    while mean > _INVERTED:
        m = min(int(mean - 2.0 * sqrt(mean)), 2**30)
        time = gamma(stream, 1.0 * m)
        if time > mean:
            return count + binomial(stream, m - 1, mean / time)
        count += m
        mean -= time
    mean -= exponential(stream)
    while mean > 0.0:
        count += 1
        mean -= exponential(stream)
    return count


# Rare branches stay out of the loops that call them, which keeps those loops in registers.
_many_successes.out_of_line = True  # type: ignore[attr-defined]
_poisson.out_of_line = True  # type: ignore[attr-defined]
