"""Policies that restart a finite policy in epochs, and keep what it learned."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import pytest

import begreedy as bg
from begreedy.values.value import Value

POOL = bg.Infinite(bg.Uniform(), law=bg.BetaReward(5))  # no two means are ever equal
HORIZON = 140


@dataclass(frozen=True)
class Halving(Value):
    """A base policy on 8, 4, 2 arms for 20, 40, 80 rounds: those of the largest means, with all that is known."""

    base: Any

    point = "end"
    remembers = False
    keeps = True

    def epoch_rounds(self, epoch: int, horizon: int) -> int:
        return 10 * 2**epoch

    def epoch_arms(self, epoch: int, horizon: int) -> int:
        return 2 ** (4 - epoch)


def ucb(rewards, t):
    return sum(rewards) / len(rewards) + (2 * log(t) / len(rewards)) ** 0.5


def ucb_v(rewards, t):
    n, mean = len(rewards), sum(rewards) / len(rewards)
    variance = max(0.0, sum(x * x for x in rewards) / n - mean * mean)
    return mean + (2 * variance * log(t) / n) ** 0.5 + 3 * log(t) / n


@pytest.mark.long
@pytest.mark.parametrize(("base", "index"), [(bg.UCB(), ucb), (bg.UCBV(), ucb_v)], ids=["UCB", "UCBV"])
def test_kept_statistics_go_on_counting(base, index):
    """Each epoch plays the largest index among the arms of the best means, from the rewards of all epochs."""
    trace = bg.trace(Halving(base), POOL, HORIZON, seed=3)
    rewards: dict[int, list[float]] = {arm: [] for arm in range(8)}
    begins = 0
    for length in (20, 40, 80):
        for t in range(1, length + 1):
            arm, reward = int(trace.arms[begins + t - 1]), trace.rewards[begins + t - 1]
            assert arm in rewards
            unpulled = [other for other, paid in rewards.items() if not paid]
            if not unpulled:
                assert index(rewards[arm], t) >= max(index(paid, t) for paid in rewards.values()) - 1e-12
            assert not unpulled or arm == unpulled[0]
            rewards[arm].append(reward)
        begins += length
        best = sorted(rewards, key=lambda arm: -sum(rewards[arm]) / len(rewards[arm]))
        rewards = {arm: rewards[arm] for arm in best[: len(best) // 2]}


@dataclass(frozen=True)
class NumpyHalving(Halving):
    """The same, but it counts arms as NumPy does."""

    def epoch_arms(self, epoch: int, horizon: int) -> int:
        return np.int64(2 ** (4 - epoch))


def test_a_number_of_arms_may_come_from_numpy():
    """An int64 overflows where Python's integers do not: no arithmetic of the library's may depend on it."""
    pool = bg.Infinite(bg.Uniform())
    own, theirs = (bg.trace(cls(bg.OptimisticGreedy()), pool, HORIZON, plain=True) for cls in (Halving, NumpyHalving))
    assert theirs.arms.tolist() == own.arms.tolist()


@dataclass(frozen=True)
class Stubborn(Value):
    """Remembers what it likes in its own way."""

    def memory(self, arms, horizon):
        return 1

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return int(memory[0])

    def learn(self, memory, arm, reward, t, arms, horizon, rng):
        memory[0] = (arm + (reward < 0.5)) % arms


def test_what_a_policy_learned_in_its_own_way_cannot_be_kept():
    """Statistics can be carried over, a policy's own memory cannot."""
    with pytest.raises(TypeError, match="cannot be carried over"):
        bg.simulate(Halving(Stubborn()), POOL, HORIZON, runs=1)
