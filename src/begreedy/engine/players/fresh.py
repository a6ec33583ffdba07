"""The largest sample of all arms that were never played, in one draw.

Their posteriors are the prior, so their samples are n independent draws of one log-concave law.  As for single arms
(``posterior.py``), the tangent of the log density at a level gives an envelope of mass q above it: every arm has a
*point* of the envelope with probability q; accepted with probability density / envelope, it is the arm's sample, and an
arm without an accepted point has a sample at or below the level.  So the largest sample is the highest accepted point.
Points are made from the top down.  An arm has none above y with probability 1 - Q(y), where Q(y) is the envelope's mass
above y, so the highest point of n arms is where (1 - Q(y))^n is a uniform number; given that it is rejected, the
highest of the other n - 1 is where ((1 - Q(y)) / (1 - Q(y before)))^(n - 1) is another.  The first to be accepted ends
it, after hardly more than one.  If none is, all n arms are drawn given that they do not exceed the level.

The level suits n: some ``POINTS`` points are expected above it, so that all n are hardly ever drawn, and the envelope
is tight where the largest sample lies.
"""

from __future__ import annotations

from math import exp, expm1, inf, log, log1p, nan
from typing import Any

import begreedy.types as contract
from begreedy.engine.players.player import Methods
from begreedy.engine.players.posterior import envelope_mass
from begreedy.engine.players.posterior_state import BASE, DECAY, HEIGHT, LOOKED, NONE, Fresh
from begreedy.engine.players.redraws import sampler_below
from begreedy.random import uniform

POINTS = 32.0  # expected above the level
MOST = 0.5  # but no more per arm
CLOSE = 0.75  # a level is good enough with this share of the points
HALVINGS = 256  # in search of the level: enough for any scale; a law that is nearly a point has none, and all are drawn


def envelope_point(height: float, decay: float, width: float, mass: float) -> float:
    """The point of (0, width) above which ``exp(height - decay * y)`` has this mass, up to ``width``."""
    scaled = mass * exp(-height)
    if abs(decay * width) < 1e-9:
        return width - scaled
    if decay * width > 30.0:
        return -log(scaled * decay + exp(-decay * width)) / decay
    return width - log1p(scaled * decay * exp(decay * width)) / decay


def fresh(methods: Methods, policy: Any) -> Fresh:
    """The functions for a policy with ``log_density`` and ``slope``."""
    log_density, slope = contract.bind(policy, "log_density"), contract.bind(policy, "slope")
    sample_below = sampler_below(methods.sample_at)
    lowest, highest = float(policy.sample_range[0]), float(policy.sample_range[1])

    def mass_above(policy: Any, level: float) -> float:
        """It falls as the level rises, since a tangent that touches further up is lower beyond."""
        return envelope_mass(log_density(policy, level, 0.0, 0), -slope(policy, level, 0.0, 0), highest - level)

    def measure(policy: Any, envelope: Any, n: int) -> None:
        target = min(MOST, POINTS / n)
        low = lowest if lowest > -inf else min(-1.0, highest - 1.0)
        high = highest if highest < inf else max(1.0, low + 1.0)
        step = 1.0
        while highest == inf and high < 1e300 and mass_above(policy, high) > target:
            high += step
            step *= 2.0
        step = 1.0
        while lowest == -inf and low > -1e300 and mass_above(policy, low) <= target:
            low -= step
            step *= 2.0
        envelope[BASE], envelope[NONE] = inf, 0.0
        for _ in range(HALVINGS):
            level = 0.5 * (low + high)
            if not lowest < level < highest:
                break
            mass = mass_above(policy, level)
            if CLOSE * target <= mass <= target:
                envelope[BASE], envelope[NONE] = level, log1p(-mass)
                envelope[HEIGHT] = log_density(policy, level, 0.0, 0)
                envelope[DECAY] = -slope(policy, level, 0.0, 0)
                break
            if mass < target:
                high = level
            else:
                low = level

    def none_above(envelope: Any, level: float) -> float:
        rise = level - envelope[BASE]
        if not 0.0 <= rise < highest - envelope[BASE]:
            return -inf  # points cannot tell
        height, decay = envelope[HEIGHT], envelope[DECAY]
        return log1p(-envelope_mass(height - decay * rise, decay, highest - level))

    def largest(policy: Any, state: Any, arm: int, n: int, reach: float, rng: Any) -> float:
        envelope = state.seats.envelope
        level, height, decay = envelope[BASE], envelope[HEIGHT], envelope[DECAY]
        state.counts[LOOKED] += 1
        others = n
        while reach > envelope[NONE]:
            point = envelope_point(height, decay, highest - level, -expm1(reach))
            density = log_density(policy, level + point, 0.0, 0)
            if log(1.0 - uniform(rng)) < density - (height - decay * point):
                return level + point
            others -= 1
            if others == 0:
                break
            reach += log(1.0 - uniform(rng)) / others
        return largest_below(policy, state, arm, n, level, rng)

    def largest_below(policy: Any, state: Any, arm: int, n: int, level: float, rng: Any) -> float:
        best = -inf
        state.counts[LOOKED] += n
        for _ in range(n):
            y = sample_below(policy, state, arm, level, rng)
            if y > level:
                return nan
            best = max(best, y)
        return best if best > -inf else nan

    measure.out_of_line = True  # type: ignore[attr-defined]
    largest_below.out_of_line = True  # type: ignore[attr-defined]
    return Fresh(measure, none_above, largest)
