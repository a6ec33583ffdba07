"""Streams of random bits, keys to seed them by, and what is uniform."""

from __future__ import annotations

import hashlib
from typing import Any

Stream = Any  # list[int] in plain Python, uint64[4] compiled

INSTANCE, REWARDS, POLICY = 1, 2, 3

_MASK = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15
_TWO_POW_53 = 2.0**-53


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
    """Uniform on [0, 1): a multiple of 2**-53.

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.

    Returns
    -------
    float
        A number that may be 0 and is never 1.

    Examples
    --------
    >>> import begreedy as bg
    >>> stream = [1, 2, 3, 4]
    >>> 0.0 <= bg.random.uniform(stream) < 1.0
    True
    """
    return (next_bits(stream) >> 10) * _TWO_POW_53


def below(stream: Stream, n: int) -> int:
    """Exactly uniform on 0, ..., n-1, for 1 <= n < 2**53.

    Parameters
    ----------
    stream : Stream
        Where it is drawn from.
    n : int
        How many numbers there are: from 1 to 2**53 - 1.

    Returns
    -------
    int
        One of them.

    Examples
    --------
    >>> import begreedy as bg
    >>> stream = [1, 2, 3, 4]
    >>> sorted({bg.random.below(stream, 3) for _ in range(100)})
    [0, 1, 2]
    """
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


# A rare branch stays out of the loops that call it, which keeps those loops in registers.
_below_large.out_of_line = True  # type: ignore[attr-defined]
