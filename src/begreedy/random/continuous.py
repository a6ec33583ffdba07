"""Exponential, normal, gamma and beta laws, drawn from a stream."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np

from begreedy.random.streams import Stream, next_bits, uniform

_TWO_POW_54 = 2.0**-54


def exponential(stream: Stream) -> float:
    """Exponential with mean 1.

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.

    Returns
    -------
    float
        A number of at least 0.

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.random.exponential([1, 2, 3, 4]) >= 0.0
    True
    """
    return -log(1.0 - uniform(stream))


# ---------------------------------------------------------------- normal: a ziggurat of 256 layers

_TAIL = 3.6541528853610088  # where the bottom layer's tail begins, for 256 layers


def _ziggurat() -> tuple[np.ndarray, np.ndarray]:
    """Right ends of the layers of equal area, and the density (unnormalised) there."""
    from math import erfc, pi

    layers = 256
    density = exp(-0.5 * _TAIL * _TAIL)
    area = _TAIL * density + sqrt(pi / 2) * erfc(_TAIL / sqrt(2.0))
    edge = np.zeros(layers + 1)
    edge[0] = area / density  # the bottom layer, as wide as if it were a rectangle
    edge[1] = _TAIL
    for i in range(2, layers):
        edge[i] = sqrt(-2.0 * log(area / edge[i - 1] + exp(-0.5 * edge[i - 1] * edge[i - 1])))
    height = np.array([exp(-0.5 * x * x) for x in edge])
    return edge, height


_EDGE, _HEIGHT = _ziggurat()


def _normal_outside(stream: Stream, layer: int, x: float) -> float:
    """A point that fell outside its layer's core: the tail, the wedge, or try again.  Never negative."""
    while True:
        if layer == 0:
            while True:
                beyond = exponential(stream) / _TAIL
                if 2.0 * exponential(stream) > beyond * beyond:
                    return _TAIL + beyond
        if _HEIGHT[layer] + uniform(stream) * (_HEIGHT[layer + 1] - _HEIGHT[layer]) < exp(-0.5 * x * x):
            return x
        bits = next_bits(stream)
        layer = bits & 255
        x = (bits >> 9) * _TWO_POW_54 * float(_EDGE[layer])
        if x < _EDGE[layer + 1]:
            return x


def normal(stream: Stream) -> float:
    """Standard normal, by the ziggurat of Marsaglia and Tsang (2000).

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.

    Returns
    -------
    float
        A number of mean 0 and variance 1.

    Examples
    --------
    >>> import begreedy as bg
    >>> stream = [1, 2, 3, 4]
    >>> abs(sum(bg.random.normal(stream) for _ in range(1000))) < 100.0
    True
    """
    bits = next_bits(stream)
    layer = bits & 255
    x = (bits >> 9) * _TWO_POW_54 * float(_EDGE[layer])
    if x >= _EDGE[layer + 1]:
        x = _normal_outside(stream, layer, x)
    return x if (bits >> 8) & 1 else -x


def gamma(stream: Stream, shape: float) -> float:
    """Gamma with the given shape > 0 and scale 1, by Marsaglia and Tsang (2000).

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.
    shape : float
        Its mean, which is also its variance.

    Returns
    -------
    float
        A number of at least 0.

    Examples
    --------
    >>> import begreedy as bg
    >>> stream = [1, 2, 3, 4]
    >>> 2500.0 < sum(bg.random.gamma(stream, 3.0) for _ in range(1000)) < 3500.0
    True
    """
    boost = 1.0
    if shape < 1.0:
        boost = exp(log(1.0 - uniform(stream)) / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        z = normal(stream)
        v = 1.0 + c * z
        if v > 0.0:
            v = v * v * v
            u = 1.0 - uniform(stream)
            square = z * z
            # The squeeze accepts almost always and saves both logarithms; it never changes the answer.
            if u < 1.0 - 0.0331 * square * square or log(u) < 0.5 * square + d * (1.0 - v + log(v)):
                return boost * d * v


def beta(stream: Stream, a: float, b: float) -> float:
    """Beta(a, b), for a, b > 0.

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.
    a, b : float
        Its parameters; the mean is a / (a + b).

    Returns
    -------
    float
        A number in [0, 1].

    Examples
    --------
    >>> import begreedy as bg
    >>> stream = [1, 2, 3, 4]
    >>> 200.0 < sum(bg.random.beta(stream, 1.0, 3.0) for _ in range(1000)) < 300.0
    True
    """
    x = gamma(stream, a)
    y = gamma(stream, b)
    if x + y > 0.0:
        return x / (x + y)
    # Both underflowed (tiny parameters): the law is then concentrated on the two ends.
    return 1.0 if uniform(stream) * (a + b) < a else 0.0


# A rare branch stays out of the loops that call it, which keeps those loops in registers.
_normal_outside.out_of_line = True  # type: ignore[attr-defined]
