"""Special functions that give the same bits compiled and in plain Python (library versions do not)."""

from __future__ import annotations

from math import exp, inf, log, log1p, sqrt

_HALF_LOG_TWO_PI = 0.9189385332046727


def add(total: float, rest: float, x: float) -> tuple[float, float]:
    """``total + rest + x`` as a rounded sum and what rounding left out of it, by Knuth's two-sum.

    Of n additions and subtractions the error is at most ``n 2**-105`` of the largest sum on the way: what is added and
    taken away again leaves nothing behind.

    >>> add(*add(0.1, 0.0, 1e9), -1e9)  # in plain arithmetic 0.10000002384185791
    (0.1, 0.0)
    """
    added = total + x
    part = added - total
    rest += (total - (added - part)) + (x - part)
    rounded = added + rest
    return rounded, rest - (rounded - added)


def kl(p: float, q: float) -> float:
    """Divergence between Bernoulli(p) and Bernoulli(q), for 0 < q < 1."""
    total = 0.0
    if p > 0.0:
        total += p * log(p / q)
    if p < 1.0:
        total += (1.0 - p) * log((1.0 - p) / (1.0 - q))
    return total


def kl_upper(p: float, budget: float) -> float:
    """The largest q in [p, 1] with kl(p, q) <= budget.

    The first terms of its expansion for small budgets, or an upper bound for large ones, then Householder's steps of
    third order, whose errors fall like fourth powers; where these lead astray, ``_kl_upper_slowly``.

    >>> kl_upper(0.0, 1.0)  # closed form: 1 - exp(-1)
    0.6321205588285577
    """
    if budget <= 0.0 or p >= 1.0:
        return min(p, 1.0)
    if p <= 0.0:
        return 1.0 - exp(-budget)
    rest = 1.0 - p
    spread = sqrt(2.0 * p * rest * budget)
    if spread < 0.5 * rest:
        q = p + spread + (rest - p) * budget * (2.0 / 3.0)
    else:
        q = 1.0 - rest * exp((p * log(p) - budget) / rest)
    per_p, per_rest = 1.0 / p, 1.0 / rest
    for _ in range(6):
        if not p < q < 1.0:
            break
        left = 1.0 - q
        product = q * left
        inverse = 1.0 / (product * (q - p))
        # Close to p, the quotient would be rounded to 1 and little else.
        below = log(left * per_rest) if q - p > 1e-3 else log1p((p - q) * per_rest)
        # By the slope: the excess, half its second derivative, a sixth of its third.
        newton = -(budget + p * log(q * per_p) + rest * below) * product * product * inverse
        bend = 0.5 * (p * left * left + rest * q * q) * inverse
        twist = (rest * q * q * q - p * left * left * left) * inverse * inverse * (q - p) * (1.0 / 3.0)
        step = newton * (1.0 - bend * newton) / max(0.25, 1.0 - newton * (2.0 * bend - twist * newton))
        q -= step
        # Newton's step, too: that of third order is also 0 far from the root, where the two factors of it balance.
        if max(abs(step), abs(newton)) <= 1e-4 * min(q - p, 1.0 - q):
            return q
    return _kl_upper_slowly(p, budget)


def _kl_upper_slowly(p: float, budget: float) -> float:
    """The same for 0 < p < 1: kl is convex in q, so Newton's steps from an upper bound of the root never overshoot."""
    # Upper bounds of the root: Pinsker's inequality, and kl(p, q) >= -entropy(p) - (1 - p) log(1 - q).
    rest = 1.0 - p
    constant = p * log(p) + rest * log(rest)
    q = min(p + sqrt(0.5 * budget), 1.0 - exp((constant - budget) / rest))
    if q >= 1.0 or q <= p:
        return max(p, min(q, 1.0))
    for _ in range(20):
        excess = constant - p * log(q) - rest * log1p(-q) - budget
        step = excess * q * (1.0 - q) / (q - p)
        q -= step
        if step <= 1e-14 or q <= p:
            break
    return max(p, min(q, 1.0))


_kl_upper_slowly.out_of_line = True  # type: ignore[attr-defined]


def log_gamma(x: float) -> float:
    """log Gamma(x) for x > 0: Stirling's series, after stepping small x up to 10."""
    product = 1.0
    while x < 10.0:
        product *= x
        x += 1.0
    inverse = 1.0 / x
    square = inverse * inverse
    series = inverse * (
        1.0 / 12.0
        - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square * (1.0 / 1188.0))))
    )
    value = (x - 0.5) * log(x) - x + _HALF_LOG_TWO_PI + series
    return value - log(product) if product != 1.0 else value


def log_beta(a: float, b: float) -> float:
    """log B(a, b) for a, b > 0."""
    return log_gamma(a) + log_gamma(b) - log_gamma(a + b)


def beta_log_density(x: float, a: float, b: float) -> float:
    """log of the density of Beta(a, b) at x; -inf outside (0, 1)."""
    if x <= 0.0 or x >= 1.0:
        return -inf
    return (a - 1.0) * log(x) + (b - 1.0) * log(1.0 - x) - log_beta(a, b)


def beta_cdf(x: float, a: float, b: float) -> float:
    """P(X <= x) for X of Beta(a, b), by a continued fraction on the side where it converges fast."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = exp(a * log(x) + b * log1p(-x) - log_beta(a, b))
    if x * (a + b + 2.0) < a + 1.0:
        return front * _beta_fraction(x, a, b) / a
    return 1.0 - front * _beta_fraction(1.0 - x, b, a) / b


def _beta_fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's algorithm."""
    c = 1.0
    d = 1.0 / max(1e-300, 1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        d = 1.0 / (1.0 + even * d)
        c = 1.0 + even / c
        value *= c * d
        d = 1.0 / (1.0 + odd * d)
        c = 1.0 + odd / c
        value *= c * d
        if abs(c * d - 1.0) <= 1e-16:
            break
    return value


def beta_upper(tail: float, a: float, b: float) -> float:
    """The x with P(X > x) = tail for X of Beta(a, b).

    If a, b >= 1, the log of P(X > x) is concave in x, so Newton's steps fall towards the root once they are above it.

    >>> round(beta_upper(0.25, 1.0, 1.0), 12)
    0.75
    """
    if tail >= 1.0 or tail <= 0.0:
        return 0.0 if tail >= 1.0 else 1.0
    low = 0.0
    x = a / (a + b)
    for _ in range(100):
        above = beta_cdf(1.0 - x, b, a)
        density = exp(beta_log_density(x, a, b))
        if above <= 0.0 or density <= 0.0:
            x = 0.5 * (low + x)  # so far out that nothing is left of the tail
            continue
        if above > tail:
            low = x
        step = log(above / tail) * above / density
        if 0.0 < x + step < 1.0:
            x += step
        else:  # below 0 only if a < 1 or b < 1
            x = 0.5 * (x + (1.0 if step > 0.0 else 0.0))
        if abs(step) <= 1e-15:
            break
    return max(0.0, min(x, 1.0))
