"""The player for policies with their own ``select`` (and ``start``, ``learn``)."""

from __future__ import annotations

from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.players.player import BAD_ARM, ArmStatistics, Floats, Methods, Player, arm_statistics
from begreedy.values.value import whole


class CustomState(NamedTuple):
    """The statistics of the arms, and what the policy remembers."""

    stats: ArmStatistics
    memory: Any


def player(methods: Methods, policy: Any, arms: int, horizon: int) -> Player:
    size = 0
    if contract.has(policy, "memory"):
        size = whole(contract.ask(policy, "memory", arms, horizon), f"{type(policy).__name__}.memory", low=0)
    layout = CustomState(stats=arm_statistics(arms), memory=Floats(max(1, size)))
    own_start, select, own_learn = (contract.bind(policy, method) for method in ("start", "select", "learn"))
    starts, learns = contract.has(policy, "start"), contract.has(policy, "learn")
    count = methods.count_of

    def start(policy: Any, state: CustomState, arms: int, horizon: int) -> None:
        for i in range(len(state.memory)):
            state.memory[i] = 0.0
        if starts:
            own_start(policy, state.memory, arms, horizon)

    def choose(policy: Any, state: CustomState, t: int, arms: int, horizon: int, rng: Any) -> int:
        arm = int(select(policy, state.memory, state.stats.total, state.stats.pulls, t, arms, horizon, rng))
        return arm if 0 <= arm < arms else BAD_ARM

    def learn(
        policy: Any, state: CustomState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        count(policy, state, arm, reward, rng)
        if learns:
            own_learn(policy, state.memory, arm, reward, t, arms, horizon, rng)
        return 0

    def refresh(policy: Any, state: CustomState, arm: int, arms: int, horizon: int) -> int:
        return 0

    # What a policy's own ``learn`` has stored cannot be taken back.
    return Player(layout, start, choose, learn, forget=contract.NOTHING, refresh=None if learns else refresh)
