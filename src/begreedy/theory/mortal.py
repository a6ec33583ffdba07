"""What can be earned from arms that die, by someone who learns an arm's mean from a single pull."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from begreedy.random import seed_stream
from begreedy.types import part_of, prior_draw
from begreedy.values.value import finite

_DRAWS = 100_000


class StateAware(NamedTuple):
    """``threshold``: about the mean from which to pull an arm to its death; ``reward``: the most per round."""

    threshold: float
    reward: float


@lru_cache(maxsize=64)
def state_aware(prior: Any, lifetime: float) -> StateAware:
    """An upper bound of the mean reward per round of any policy, and an estimate of the threshold that attains it.

    With X the mean of a fresh arm and l the lifetime, keeping arms of mean at least m earns
    ``(E X + P(X >= m) (l - 1) E[X | X >= m]) / (1 + P(X >= m) (l - 1))``.  That is largest where m is what is earned:
    the bound v solves ``v = E X + (l - 1) E max(0, X - v)``; for a uniform prior it is about ``1 - 1/sqrt(l)``.

    The reward, which is also the best threshold, is exact if the prior has ``excess(v)``, E max(0, X - v), as those of
    this package do.  Otherwise it is an estimate from 100 000 draws.  ``threshold`` is always the best one for these
    draws, too few where lives are long and good arms rare: below, it is 0.9223 instead of 0.9278.  ``Stochastic`` plays
    with it.

    Chakrabarti, Kumar, Radlinski, Upfal (2008), *Mortal Multi-Armed Bandits*.

    >>> from begreedy.problems.priors import Beta, Uniform
    >>> round(state_aware(Uniform(), 100.0).threshold, 1)
    0.9
    >>> [round(number, 4) for number in state_aware(Beta(1, 3), 100_000.0)]
    [0.9223, 0.9278]
    """
    finite(lifetime, "lifetime")
    means = _sorted_means(prior)
    share = np.arange(1, _DRAWS + 1) / _DRAWS * (lifetime - 1.0)
    above = np.cumsum(means) / np.arange(1, _DRAWS + 1)
    earned = (means.mean() + share * above) / (1.0 + share)
    best = int(np.argmax(earned))
    excess = part_of(prior, "excess", None)
    reward = float(earned[best]) if excess is None else _bound(excess, prior.low, prior.high, lifetime)
    return StateAware(float(means[best]), reward)


def _bound(excess: Callable[[float], float], low: float, high: float, lifetime: float) -> float:
    """The v with v = E X + (l - 1) E max(0, X - v), by bisection: the right side falls as v grows."""
    mean = low + excess(low)
    below, above = low, high
    while below < (middle := 0.5 * (below + above)) < above:
        if middle <= mean + (lifetime - 1.0) * excess(middle):
            below = middle
        else:
            above = middle
    return above


@lru_cache(maxsize=8)
def _sorted_means(prior: Any) -> np.ndarray:
    """Draws of a prior, the largest first; the same for all lifetimes."""
    stream = [0] * 4
    seed_stream(stream, 1)
    draw = prior_draw(prior)
    return np.sort([draw(prior, stream) for _ in range(_DRAWS)])[::-1]
