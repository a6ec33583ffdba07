"""The player that looks at every arm every round: any index of t, and any posterior sample.

Also the yardstick: every other player must choose with the law of this one.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from begreedy.core.random import below
from begreedy.engine.player import BAD_INDEX, BAD_SAMPLE, Floats, Ints, Methods, Player


class Scan(NamedTuple):
    total: Any
    pulls: Any
    squares: Any
    value: Any
    tied: Any
    number: Any


def player(methods: Methods, arms: int, sample: Any = None) -> Player:
    """Scan the index of every arm or, if ``sample`` is given, a fresh sample of every arm."""
    index, count = methods.index_of, methods.count_of
    squares = methods.squares
    layout = Scan(
        total=Floats(arms),
        pulls=Ints(arms),
        squares=Floats(arms if squares else 1),
        value=Floats(arms),
        tied=Ints(arms),
        number=Ints(1),
    )

    def start(policy: Any, state: Scan, arms: int, horizon: int) -> None:
        pass

    def compute(policy: Any, state: Scan, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            state.value[arm] = index(
                policy,
                state.total[arm],
                state.pulls[arm],
                state.squares[arm if squares else 0],
                t,
                horizon,
                arms,
            )

    def draw(policy: Any, state: Scan, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            state.value[arm] = sample(policy, state.total[arm], state.pulls[arm], rng)

    fill = compute if sample is None else draw
    fault = BAD_INDEX if sample is None else BAD_SAMPLE

    def choose(policy: Any, state: Scan, t: int, arms: int, horizon: int, rng: Any) -> int:
        fill(policy, state, t, arms, horizon, rng)
        best = -inf
        ties = 0
        for arm in range(arms):
            value = state.value[arm]
            if value > best:
                best = value
                state.tied[0] = arm
                ties = 1
            elif value == best:
                state.tied[ties] = arm
                ties += 1
            elif value != value:
                return fault
        return state.tied[0] if ties == 1 else state.tied[below(rng, ties)]

    def learn(policy: Any, state: Scan, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any) -> int:
        count(policy, state, arm, reward, rng)
        return 0

    return Player(layout, start, choose, learn)
