"""A posterior sample given that it does not exceed a level: drawn again until it does not.

Exact, and cheap where most of the law lies below: a redraw is needed with the probability of the part above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

REDRAWS = 1000  # at most half of a law lies above the level asked for: this many in a row mean a wrong density


def sampler_below(sample_at: Callable[..., float]) -> Callable[..., float]:
    """Draws of an arm's sample, given that it does not exceed a level."""

    def sample_below(policy: Any, state: Any, arm: int, level: float, rng: Any) -> float:
        """The sample; one above the level if there is none below it, since the density is wrong."""
        y = sample_at(policy, state, arm, rng)
        redrawn = 0
        while y > level and redrawn < REDRAWS:
            y = sample_at(policy, state, arm, rng)
            redrawn += 1
        return y

    return sample_below
