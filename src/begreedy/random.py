"""Random numbers: one source that runs compiled and as plain Python, bit for bit the same.

A stream is four 64-bit words (xoshiro256++): an array of ``uint64`` in compiled code, a list of ints in
plain Python.  Every function takes the stream as its first argument; there is no global generator.

A run owns three streams, all derived from ``(key, run)``, where the key is a digest of the seed and of the
problem: INSTANCE (what the arms are), REWARDS (what they pay) and POLICY (ties and posterior samples).
The mean of arm ``i`` comes from a stream of its own, seeded by ``(instance, i)``: it does not depend on the
order in which arms are looked at, so every policy meets the same arms.
"""

from __future__ import annotations

import hashlib
from math import exp, factorial, floor, log, log1p, pi, sqrt
from typing import Any

import numpy as np

Stream = Any  # list[int] in plain Python, uint64[4] compiled

INSTANCE, REWARDS, POLICY = 1, 2, 3

_MASK = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15
_TWO_POW_53 = 2.0**-53
_TWO_POW_54 = 2.0**-54


def signed(word: int) -> int:
    """A word below 2**63 as a signed integer (compiled: a cast; mixed signs would become floats)."""
    return word


def unsigned(number: int) -> int:
    """An integer as a 64-bit word, modulo 2**64 (compiled: a cast)."""
    return number & _MASK


signed.compiled_as = "int64"  # type: ignore[attr-defined]
unsigned.compiled_as = "uint64"  # type: ignore[attr-defined]


def mix(word: int) -> int:
    """The output function of splitmix64: a bijection of 64-bit words that scatters its input."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def derive(key: int, number: int) -> int:
    """The key of child ``number`` of ``key``."""
    return mix((mix((key + _GOLDEN) & _MASK) + unsigned(number) * _GOLDEN) & _MASK)


def seed_stream(stream: Stream, key: int) -> None:
    """Fill a stream from a key by four steps of splitmix64."""
    for i in range(4):
        key = (key + _GOLDEN) & _MASK
        stream[i] = mix(key)


def digest_key(*parts: object) -> int:
    """A 64-bit key from anything with a stable text, e.g. a seed and the canonical form of a problem."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def next_bits(stream: Stream) -> int:
    """63 random bits, by one step of xoshiro256++."""
    a = stream[0]
    b = stream[1]
    c = stream[2]
    d = stream[3]
    x = (a + d) & _MASK
    word = (((x << 23) & _MASK | (x >> 41)) + a) & _MASK
    shifted = (b << 17) & _MASK
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 45) & _MASK | (d >> 19)
    stream[0] = a
    stream[1] = b
    stream[2] = c
    stream[3] = d
    return signed(word >> 1)


def uniform(stream: Stream) -> float:
    """Uniform on [0, 1): a multiple of 2**-53."""
    return (next_bits(stream) >> 10) * _TWO_POW_53


def below(stream: Stream, n: int) -> int:
    """Exactly uniform on 0, ..., n-1, for 1 <= n < 2**53."""
    if n <= 2147483648:
        # Multiply 31 bits by n and keep the high part; reject the few values that would make it uneven.
        product = (next_bits(stream) >> 32) * n
        low = product & 2147483647
        if low < n:
            uneven = 2147483648 % n
            while low < uneven:
                product = (next_bits(stream) >> 32) * n
                low = product & 2147483647
        return product >> 31
    return _below_large(stream, n)


def _below_large(stream: Stream, n: int) -> int:
    limit = 9223372036854775807 - 9223372036854775807 % n
    bits = next_bits(stream)
    while bits >= limit:
        bits = next_bits(stream)
    return bits % n


def fair_argmax(stream: Stream, values: Any, first: int, stride: int, count: int) -> int:
    """Which of ``values[first + i * stride]``, i < count, is largest; uniform among the maxima."""
    best = values[first]
    chosen = 0
    ties = 1
    for i in range(1, count):
        value = values[first + i * stride]
        if value > best:
            best = value
            chosen = i
            ties = 1
        elif value == best:
            ties += 1
            if below(stream, ties) == 0:
                chosen = i
    return chosen


def exponential(stream: Stream) -> float:
    """Exponential with mean 1."""
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
    """Standard normal, by the ziggurat of Marsaglia and Tsang (2000)."""
    bits = next_bits(stream)
    layer = bits & 255
    x = (bits >> 9) * _TWO_POW_54 * float(_EDGE[layer])
    if x >= _EDGE[layer + 1]:
        x = _normal_outside(stream, layer, x)
    return x if (bits >> 8) & 1 else -x


def gamma(stream: Stream, shape: float) -> float:
    """Gamma with the given shape > 0 and scale 1, by Marsaglia and Tsang (2000)."""
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
    """Beta(a, b), for a, b > 0."""
    x = gamma(stream, a)
    y = gamma(stream, b)
    if x + y > 0.0:
        return x / (x + y)
    # Both underflowed (tiny parameters): the law is then concentrated on the two ends.
    return 1.0 if uniform(stream) * (a + b) < a else 0.0


# ---------------------------------------------------------------- binomial

_INVERTED = 10.0  # up to this mean by inversion, above by rejection


def binomial(stream: Stream, n: int, p: float) -> int:
    """How many of n independent trials succeed with probability p each; for n up to 2**30.

    By inversion where few succeed (or fail), else by Hörmann's rejection from a transformed uniform (BTRS, 1993).
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
_below_large.out_of_line = True  # type: ignore[attr-defined]
_many_successes.out_of_line = True  # type: ignore[attr-defined]
_poisson.out_of_line = True  # type: ignore[attr-defined]
_normal_outside.out_of_line = True  # type: ignore[attr-defined]
