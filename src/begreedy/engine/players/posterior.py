"""Thompson sampling with log-concave posteriors: the tails of a density, for the player that draws what can win.

For an arm whose posterior density f is log-concave, the tangent of log f at the level lies above it, so the exponential
``exp(log f(level) + slope * (y - level))`` is an envelope of f above the level, with mass q.  Exactly in law, the arm's
sample exceeds the level if

* an event of probability q happens (the arm is *hit*), and
* a point y drawn from the normalised envelope is accepted with probability f(y) / envelope(y);

the sample is then y, and otherwise lies at or below the level.
"""

from __future__ import annotations

from math import exp, inf, log, log1p
from typing import Any

import begreedy.types as contract
from begreedy.engine.players.lazy import LARGE
from begreedy.engine.players.posterior_state import DECAY, HEIGHT, LEVEL, PosteriorState, Tails
from begreedy.random import uniform


def envelope_mass(height: float, decay: float, width: float) -> float:
    """The mass of ``exp(height - decay * y)`` for y in (0, width); infinite where it is too large to be of use."""
    if height > 50.0 or decay * width < -50.0:
        return inf
    if width == inf:
        return exp(height) / decay if decay > 0.0 else inf
    if abs(decay * width) < 1e-9:
        return exp(height) * width
    return exp(height) * (1.0 - exp(-decay * width)) / decay


def envelope_draw(decay: float, width: float, rng: Any) -> float:
    """A point of (0, width) with a density proportional to ``exp(-decay * y)``."""
    share = uniform(rng)
    if width < inf:
        if abs(decay * width) < 1e-9:
            return share * width
        share *= 1.0 - exp(-decay * width)
    return -log1p(-share) / decay


def tails(policy: Any) -> Tails:
    """The tails of a policy with ``log_density`` and ``slope``."""
    log_density, slope = contract.bind(policy, "log_density"), contract.bind(policy, "slope")
    lowest, highest = float(policy.sample_range[0]), float(policy.sample_range[1])

    def rate_of(policy: Any, state: PosteriorState, arm: int) -> float:
        level = state.winners[LEVEL]
        if level <= lowest or level >= highest:
            return -1.0
        height = log_density(policy, level, state.stats.total[arm], state.stats.pulls[arm])
        decay = -slope(policy, level, state.stats.total[arm], state.stats.pulls[arm])
        state.tail[2 * arm + HEIGHT] = height
        state.tail[2 * arm + DECAY] = decay
        mass = envelope_mass(height, decay, highest - level)
        # Written so that a NaN also counts as large: the arm is then drawn, and the draw shows it.
        return -log1p(-mass) if mass < LARGE else -1.0

    def hit(policy: Any, state: PosteriorState, arm: int, best: float, rng: Any) -> float:
        level, decay = state.winners[LEVEL], state.tail[2 * arm + DECAY]
        y = level + envelope_draw(decay, highest - level, rng)
        if y <= best:
            return -inf
        density = log_density(policy, y, state.stats.total[arm], state.stats.pulls[arm])
        envelope = state.tail[2 * arm + HEIGHT] - decay * (y - level)
        return y if log(1.0 - uniform(rng)) < density - envelope else -inf

    return Tails(2, rate_of, hit, _itself, _itself)


def _itself(y: float) -> float:
    return y
