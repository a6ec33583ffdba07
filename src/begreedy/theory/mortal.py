"""What can be earned from arms that die, by someone who learns an arm's mean from a single pull."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from begreedy.random import seed_stream
from begreedy.types import prior_draw
from begreedy.values.value import finite

_DRAWS = 100_000


class StateAware(NamedTuple):
    """``threshold``: pull an arm to its death if its mean is at least this; ``reward`` per round, earned that way."""

    threshold: float
    reward: float


@lru_cache(maxsize=64)
def state_aware(prior: Any, lifetime: float) -> StateAware:
    """An upper bound of the mean reward per round of any policy, and the threshold that attains it.

    With F the law of a mean X and l the lifetime, keeping arms of mean at least m earns
    ``(E X + P(X >= m) (l - 1) E[X | X >= m]) / (1 + P(X >= m) (l - 1))``, maximised over m here; for a uniform prior
    both are about ``1 - 1/sqrt(l)``.  F is that of 100 000 draws.

    Chakrabarti, Kumar, Radlinski, Upfal (2008), *Mortal Multi-Armed Bandits*.

    >>> from begreedy.problems.priors import Uniform
    >>> round(state_aware(Uniform(), 100.0).threshold, 1)
    0.9
    """
    finite(lifetime, "lifetime")
    means = _sorted_means(prior)
    share = np.arange(1, _DRAWS + 1) / _DRAWS * (lifetime - 1.0)
    above = np.cumsum(means) / np.arange(1, _DRAWS + 1)
    earned = (means.mean() + share * above) / (1.0 + share)
    best = int(np.argmax(earned))
    return StateAware(float(means[best]), float(earned[best]))


@lru_cache(maxsize=8)
def _sorted_means(prior: Any) -> np.ndarray:
    """Draws of a prior, the largest first; the same for all lifetimes."""
    stream = [0] * 4
    seed_stream(stream, 1)
    draw = prior_draw(prior)
    return np.sort([draw(prior, stream) for _ in range(_DRAWS)])[::-1]
