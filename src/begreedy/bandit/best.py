"""The probability that an arm is the best of those that are played, by draws of what the arms may pay.

Of rewards in a declared range, scaled to [0, 1], the posterior of an arm's mean is Beta(1 + sum, 1 + n - sum): that of
clicks with a uniform prior; rewards in between count in parts, which is cautious, since none spread as much as clicks.
Without a range it is normal, with the spread of all arms together and one pull more that paid the mean of all.  Where
pulls cost, the best arm is that with the largest reward per cost.
"""

from __future__ import annotations

import numpy as np

from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.names import Names
from begreedy.random import digest_key
from begreedy.values.errors import BadValue

DRAWS, MOST_DRAWS = 10_000, 10**6
MOST_ARMS = 100_000
_AT_ONCE = 10**6  # numbers drawn together
_MOST_NUMBERS = 5 * 10**7  # in all, which takes some seconds, while the bandit decides nothing


def probability_best(fold: Fold, names: Names, draws: int) -> dict[str, float]:
    """How often each arm has the largest draw; the same answer whenever the same is known."""
    arms = len(fold.live)
    if not fold.settings.single and not fold.settings.ranks:
        raise BadValue.of("problem", fold.settings.problem, "left out: draws compare single arms, not sets", got="")
    if arms > MOST_ARMS:
        raise BadValue.of("arms", arms, f"at most {MOST_ARMS} that are played, to compare them by draws")
    if arms == 0:
        return {}
    if draws * arms > _MOST_NUMBERS:
        raise BadValue.of("draws", draws, f"at most {_MOST_NUMBERS // arms} for {arms} arms")
    chance = np.random.Generator(np.random.PCG64(digest_key("best", fold.settings.seed, fold.settings.name, fold.seq)))
    wins = np.zeros(arms, np.int64)
    left = draws
    while left > 0:
        rows = min(left, max(1, _AT_ONCE // arms))
        wins += np.bincount(_draw(fold, rows, chance).argmax(axis=1), minlength=arms)
        left -= rows
    order = sorted(range(arms), key=lambda slot: (-int(wins[slot]), fold.live[slot]))
    return {names.of(fold.live[slot]): float(wins[slot] / draws) for slot in order}


def _draw(fold: Fold, rows: int, chance: np.random.Generator) -> np.ndarray:
    """What each arm may pay on average, so many times."""
    settings = fold.settings
    known = np.array([fold.tally.get(number, (0, 0.0, 0.0))[:3] for number in fold.live], float)
    pulls, total, cost = known[:, 0], known[:, 1], known[:, 2]
    size = (rows, len(pulls))
    if settings.rewards is None:
        return _normal(fold, pulls, total, size, chance)
    low, high = settings.rewards
    draws = _beta((total - pulls * low) / (high - low), pulls, size, chance)
    if settings.costs is None:
        return draws
    low, high = settings.costs
    ratios: np.ndarray = draws / _beta((cost - pulls * low) / (high - low), pulls, size, chance)
    return ratios


def _beta(total: np.ndarray, pulls: np.ndarray, size: tuple[int, int], chance: np.random.Generator) -> np.ndarray:
    total = np.clip(total, 0.0, pulls)
    return chance.beta(1.0 + total, 1.0 + pulls - total, size)


def _normal(
    fold: Fold, pulls: np.ndarray, total: np.ndarray, size: tuple[int, int], chance: np.random.Generator
) -> np.ndarray:
    every, paid, squares = fold.spread
    mean = paid / every if every else 0.0
    variance = max(squares / every - mean * mean, 0.0) * every / (every - 1) if every > 1 else 1.0
    return chance.normal((total + mean) / (pulls + 1.0), np.sqrt(variance / (pulls + 1.0)), size)
