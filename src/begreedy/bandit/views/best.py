"""The probability that an arm is the best of those that are played, by draws of what the arms may pay.

For rewards in a declared range, scaled to [0, 1], the posterior of an arm's mean is Beta(1 + sum, 1 + n - sum): that of
clicks with a uniform prior; rewards in between count in parts, which is cautious, since none spread as much as clicks.
Without a range it is normal, with the spread of all arms together and one more pull that paid the mean of all.  Where
pulls cost, the best arm is the one with the largest reward per cost.  If the policy forgets, rewards count as far as it
remembers them.

Where arms have features, the posterior is that of the regression: coefficients are normal around the estimate, with
the inverse of the design as covariance, times the variance of rewards as the policy takes it (LinGreedy takes none:
1/4, the most in [0, 1], or that of all rewards if they have no range).  If features come only with decisions, arms are
compared by their own rewards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.settings.settings import Settings
from begreedy.bandit.store.names import Names
from begreedy.engine.learners.linear import LinearLearner
from begreedy.random import digest_key
from begreedy.types import part_of
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
    wins = ArmEvidence.of(fold).wins(draws)
    order = sorted(range(arms), key=lambda slot: (-wins[slot], fold.live[slot]))
    return {names.of(fold.live[slot]): float(wins[slot] / draws) for slot in order}


class _Worth(NamedTuple):
    """What features may be worth: normal coefficients, and the vectors of arms."""

    estimate: np.ndarray
    inverse: np.ndarray
    vectors: np.ndarray


class ArmEvidence(NamedTuple):
    """What draws are based on: pulls, rewards and costs of every arm that is played, and the spread of all rewards."""

    settings: Settings
    seq: int
    sums: np.ndarray
    spread: tuple[float, float, float]
    worth: _Worth | None = None  # where arms have features

    @classmethod
    def of(cls, fold: Fold) -> ArmEvidence:
        """What is known now; a copy, so that the bandit need not wait for the draws."""
        pulls, total = fold.evidence()
        costs = [fold.tally[number][2] if number in fold.tally else 0.0 for number in fold.live]
        every, paid, squares = fold.spread
        worth = None
        if fold.settings.features is not None and isinstance(fold.learner, LinearLearner) and fold.live:
            vectors = np.array([fold.learner.vectors[slot] for slot in range(len(fold.live))])
            estimate, inverse = fold.learner.posterior()
            worth = _Worth(estimate, inverse, vectors)
        sums = np.array([pulls, total, costs], float).T.reshape(-1, 3)
        return cls(fold.settings, fold.seq, sums, (every, paid, squares), worth)

    def wins(self, draws: int) -> np.ndarray:
        """In how many of ``draws`` draws each arm has the largest; arms with the same features share theirs."""
        key = digest_key("best", self.settings.seed, self.settings.name, self.seq)
        chance = np.random.Generator(np.random.PCG64(key))
        if self.worth is None:
            return _wins(draws, len(self.sums), lambda rows: self._by_arms(rows, chance))
        vectors, which, alike = np.unique(self.worth.vectors, axis=0, return_inverse=True, return_counts=True)
        root = self._noise() * np.linalg.cholesky(self.worth.inverse)
        estimate = self.worth.estimate

        def by_features(rows: int) -> np.ndarray:
            coefficients = estimate + chance.standard_normal((rows, len(estimate))) @ root.T
            return np.asarray(coefficients @ vectors.T)

        shared: np.ndarray = (_wins(draws, len(vectors), by_features) / alike)[which.ravel()]
        return shared

    def _noise(self) -> float:
        """The standard deviation of rewards, as the policy sees them."""
        told = float(part_of(self.settings.played, "deviation", 0.0))
        if told > 0.0:
            return told
        return 0.5 if self.settings.rewards is not None else self._overall()[1] ** 0.5

    def _by_arms(self, rows: int, chance: np.random.Generator) -> np.ndarray:
        """Draws of each arm's mean, ``rows`` times, by its own rewards."""
        pulls, total, cost = self.sums.T
        size = (rows, len(pulls))
        if self.settings.rewards is None:
            mean, variance = self._overall()
            return chance.normal((total + mean) / (pulls + 1.0), np.sqrt(variance / (pulls + 1.0)), size)
        draws = _beta(total, pulls, size, chance)
        if self.settings.costs is None:
            return draws
        low, high = self.settings.costs
        ratios: np.ndarray = draws / _beta((cost - pulls * low) / (high - low), pulls, size, chance)
        return ratios

    def _overall(self) -> tuple[float, float]:
        """Mean and variance of all rewards."""
        every, paid, squares = self.spread
        mean = paid / every if every else 0.0
        return mean, max(squares / every - mean * mean, 0.0) * every / (every - 1) if every > 1 else 1.0


def _wins(draws: int, arms: int, draw: Callable[[int], np.ndarray]) -> np.ndarray:
    """How often each column has the largest number, in ``draws`` rows."""
    wins = np.zeros(arms)
    while arms and draws > 0:
        rows = min(draws, max(1, _AT_ONCE // arms))
        wins += np.bincount(draw(rows).argmax(axis=1), minlength=arms)
        draws -= rows
    return wins


def _beta(total: np.ndarray, pulls: np.ndarray, size: tuple[int, int], chance: np.random.Generator) -> np.ndarray:
    total = np.clip(total, 0.0, pulls)
    return chance.beta(1.0 + total, 1.0 + pulls - total, size)
