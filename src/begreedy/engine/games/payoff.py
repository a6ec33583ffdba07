"""What actions of several arms come to: expected sums, what their arms pay, and how many were tried."""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.engine.games.game import Table
from begreedy.engine.players.player import BAD_SET
from begreedy.random import below, normal


def worth_of(table: Table, size: int, sign: float, t: int) -> tuple[float, int, int]:
    """The expected sum of an action, how many of its arms are new in it, and 0 or a fault."""
    played = table.own.played
    worth = 0.0
    fresh = 0
    if not 1 <= size <= len(table.places):
        return worth, fresh, BAD_SET
    for place in range(size):
        arm = table.places[place]
        if not 0 <= arm < table.arms or played[arm] == t:
            return worth, fresh, BAD_SET
        worth += sign * table.mean[arm]
        fresh += played[arm] != t - 1
        played[arm] = t
    return worth, fresh, 0


def arms_tried(pulls: Any, arms: int, credited: int) -> int:
    """How many arms have more pulls than they were credited with at the start."""
    count = 0
    for arm in range(arms):
        count += pulls[arm] > credited
    return count


def shuffle(mean: Any, arms: int, rng: Any) -> None:
    """Put means in uniformly random order."""
    for arm in range(arms - 1, 0, -1):
        other = below(rng, arm + 1)
        mean[arm], mean[other] = mean[other], mean[arm]


def rewards_of(law: Any, correlated: bool) -> tuple[Any, Any]:
    """The functions ``disturb(noise, rng)``, before each round, and ``pay(law, mean, arm, factor, noise, rng)``.

    Each arm pays by its law or, where noise is correlated between arms, its mean and its share of the noise.
    """
    draw = contract.law_draw(law)

    def disturb(noise: Any, rng: Any) -> None:
        """New independent normal numbers, where the noise is correlated."""
        if correlated:
            for i in range(len(noise)):
                noise[i] = normal(rng)

    def pay(law: Any, mean: float, arm: int, factor: Any, noise: Any, rng: Any) -> float:
        """The reward of an arm; the rows of ``factor`` correlate the noise."""
        if not correlated:
            return draw(law, mean, rng)
        value = mean
        for i in range(arm + 1):
            value += factor[arm, i] * noise[i]
        return value

    return disturb, pay


def ratio_gap(best: float, reward: float, cost: float) -> float:
    """How much less an arm pays per cost than the best one; what is free and pays nothing has the ratio 0."""
    if cost > 0.0:
        return best - reward / cost
    return 0.0 if reward > 0.0 else best
