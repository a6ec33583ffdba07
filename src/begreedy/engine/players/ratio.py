"""Thompson sampling by a ratio of two samples: the tails of a quotient, for the player that draws what can win.

The sample of an arm is X / Y with independent X and Y of log-concave densities on (0, 1).  It exceeds a level where
X > level * Y, and there the joint density lies below each of its tangent planes on a logarithmic scale.  In the
coordinates y and u = x - level * y a plane is a product of two exponentials, whose mass is known and which is easy to
draw from.  Three planes, at points of the line u = 0 around its likeliest point, share the line among them; the rest is
as in ``begreedy.engine.players.posterior``.
"""

from __future__ import annotations

from math import exp, inf, log, log1p, sqrt
from typing import Any

import begreedy.types as contract
from begreedy.engine.players.lazy import LARGE
from begreedy.engine.players.posterior import envelope_draw, envelope_mass
from begreedy.engine.players.posterior_state import LEVEL, PosteriorState, Tails
from begreedy.random import uniform

SCALE = 0  # numbers kept per arm: the logarithm of the joint density's normaliser, then those of three planes
PER_PLANE = 6  # numbers of a plane: its share of the line, and its tangent at the share's start
FROM, WIDTH, HEIGHT, RISE, DECAY, MASS = range(PER_PLANE)
PLANES = 3
NUMBERS = 1 + PLANES * PER_PLANE


def tails(policy: Any) -> Tails:
    """The tails of a policy whose sample is ``part(total) / part(cost)``.

    The density of a part is ``exp(log_shape(x) - log_scale())``, the derivative of its logarithm ``slope(x)``.
    """
    log_shape, log_scale, slope = (contract.bind(policy, method) for method in ("log_shape", "log_scale", "slope"))

    def rate_of(policy: Any, state: PosteriorState, arm: int) -> float:
        level = state.winners[LEVEL]
        if not 1e-9 < level < 1e9:
            return -1.0
        end = min(1.0, 1.0 / level)
        total, cost, pulls = state.stats.total[arm], state.stats.cost[arm], state.stats.pulls[arm]
        middle, spread = _likeliest(total, cost, pulls, level)
        middle = min(max(middle, 0.02 * end), 0.98 * end)
        tail = state.tail
        base = NUMBERS * arm
        scale = log_scale(policy, total, pulls) + log_scale(policy, cost, pulls)
        tail[base + SCALE] = scale
        mass = 0.0
        low, high = max(0.0, middle - 0.6 * spread), min(end, middle + 0.6 * spread)
        for plane in range(PLANES):
            if plane == 0:
                begin, y, stop = 0.0, max(0.5 * middle, middle - 1.2 * spread), low
            elif plane == 1:
                begin, y, stop = low, middle, high
            else:
                begin, y, stop = high, min(0.5 * (middle + end), middle + 1.2 * spread), end
            decay = -slope(policy, level * y, total, pulls)
            rise = slope(policy, y, cost, pulls) - level * decay
            height = log_shape(policy, level * y, total, pulls) + log_shape(policy, y, cost, pulls) - scale
            height += rise * (begin - y)
            share = envelope_mass(height, -rise, stop - begin) * envelope_mass(0.0, decay, 1.0)
            at = base + 1 + PER_PLANE * plane
            tail[at + FROM] = begin
            tail[at + WIDTH] = stop - begin
            tail[at + HEIGHT] = height
            tail[at + RISE] = rise
            tail[at + DECAY] = decay
            tail[at + MASS] = share
            mass += share
        return -log1p(-mass) if mass < LARGE else -1.0

    def hit(policy: Any, state: PosteriorState, arm: int, best: float, rng: Any) -> float:
        level, tail, base = state.winners[LEVEL], state.tail, NUMBERS * arm
        first = base + 1
        second, third = first + PER_PLANE, first + 2 * PER_PLANE
        which = uniform(rng) * (tail[first + MASS] + tail[second + MASS] + tail[third + MASS])
        at = first
        while at < third and which >= tail[at + MASS]:
            which -= tail[at + MASS]
            at += PER_PLANE
        along = envelope_draw(-tail[at + RISE], tail[at + WIDTH], rng)
        across = envelope_draw(tail[at + DECAY], 1.0, rng)
        y = tail[at + FROM] + along
        x = level * y + across
        if not (y > 0.0 and x < 1.0 and x > best * y):
            return -inf
        total, cost, pulls = state.stats.total[arm], state.stats.cost[arm], state.stats.pulls[arm]
        density = log_shape(policy, x, total, pulls) + log_shape(policy, y, cost, pulls) - tail[base + SCALE]
        envelope = tail[at + HEIGHT] + tail[at + RISE] * along - tail[at + DECAY] * across
        return x / y if log(1.0 - uniform(rng)) < density - envelope else -inf

    return Tails(NUMBERS, rate_of, hit, _log, _exp)


def _likeliest(total: float, cost: float, pulls: int, level: float) -> tuple[float, float]:
    """The likeliest y of the line x = level * y, and how far it spreads, as if both laws were normal."""
    x = (1.0 + total) / (2.0 + pulls)
    y = (1.0 + cost) / (2.0 + pulls)
    precision_x = level * level * (3.0 + pulls) / (x * (1.0 - x))
    precision_y = (3.0 + pulls) / (y * (1.0 - y))
    precision = precision_x + precision_y
    return (precision_x * x / level + precision_y * y) / precision, 1.0 / sqrt(precision)


def _log(ratio: float) -> float:
    return log(max(1e-9, min(ratio, 1e9)))


def _exp(power: float) -> float:
    return exp(power)
