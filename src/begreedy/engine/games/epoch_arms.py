"""An epoch: how many arms it has, which of the pool they stand for, and how the next one begins."""

from __future__ import annotations

from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import Table, clear
from begreedy.engine.players.player import Ints, Player
from begreedy.random import below

MOST_EPOCHS = 128


class EpochMemory(NamedTuple):
    """Which arm of the pool each arm of the epoch stands for, and what was played."""

    stands_for: Any  # by arm of the epoch: arm of the pool, in order of discovery
    order: Any  # scratch: arms of the pool, to draw from without replacement
    played: Any  # by round: arm of the pool
    begins: Any  # by epoch: its first round
    touched: Any  # by arm of the pool: the run that last played it, from 1
    runs: Any  # how many runs have begun


class Epoch(NamedTuple):
    """The present epoch."""

    number: int  # from 1; 0 before the first
    begins: int  # rounds played before it
    length: int
    cells: int  # arms that stand for arms of the pool
    arms: int  # these and the memory arms


class EpochRun(NamedTuple):
    """The scalars of a run."""

    instance: int  # the key of the instance
    best: float  # what regret is measured against
    known: int  # arms of the pool discovered so far
    epoch: Epoch
    arm: int  # of the epoch
    best_pulls: int
    tried: int


def memory_layout(most: int, together: int, rounds: int, means: int) -> EpochMemory:
    """Memory for epochs of at most ``most`` arms each, ``together`` in all, that remembers ``rounds`` rounds."""
    return EpochMemory(
        stands_for=Ints(most),
        order=Ints(max(most, together)),
        played=Ints(rounds),
        begins=Ints(MOST_EPOCHS + 2),
        touched=Ints(means),
        runs=Ints(1),
    )


def drawer(discover: Any, continuum: bool) -> Any:
    """The function that draws the arms of an epoch; those of a continuum are the points of a grid."""

    def draw_arms(table: Table, known: int, arms: int, instance: int) -> int:
        """Let the epoch's arms stand for a uniform set of arms of the pool; returns how many are known by then."""
        own, streams, size = table.own, table.streams, table.arms
        seen = 0 if continuum else known  # points of a grid are not drawn: each epoch has its own
        for arm in range(seen):
            own.order[arm] = arm
        used = 0
        for arm in range(arms):
            if seen > used and below(streams.policy, size - arm) < seen - used:
                other = used + below(streams.policy, seen - used)
                drawn = own.order[other]
                own.order[other] = own.order[used]
                used += 1
                own.stands_for[arm] = drawn
            else:
                point = (arm + 1.0) / arms
                table.mean[known] = discover(table.world, known, point, instance, streams.instance, table.scratch)
                own.stands_for[arm] = known
                known += 1
        return known

    return draw_arms


def keep_best(state: Any, own: EpochMemory, before: int, arms: int) -> None:
    """Move the ``arms`` arms with the largest means to the front, with their statistics."""
    total, pulls, squares = state.stats.total, state.stats.pulls, state.stats.squares
    for arm in range(arms):
        best = arm
        for other in range(arm + 1, before):
            # Unpulled arms (an epoch cut short) come last.
            if pulls[other] > 0 and (pulls[best] == 0 or total[other] * pulls[best] > total[best] * pulls[other]):
                best = other
        total[arm], total[best] = total[best], total[arm]
        pulls[arm], pulls[best] = pulls[best], pulls[arm]
        if len(squares) > 1:
            squares[arm], squares[best] = squares[best], squares[arm]
        own.stands_for[arm], own.stands_for[best] = own.stands_for[best], own.stands_for[arm]


def beginner(policy: Any, player: Player, draw_arms: Any) -> Any:
    """The function that begins the next epoch of a run."""
    epoch_arms, epoch_rounds = contract.bind(policy, "epoch_arms"), contract.bind(policy, "epoch_rounds")
    remembers, keeps = bool(policy.remembers), bool(policy.keeps)
    start, refresh = player.start, player.refresh if keeps else _nothing_to_refresh

    def next_epoch(table: Table, run: EpochRun, t: int) -> EpochRun:
        """Begin the next epoch: its arms, and what is known of them."""
        policy, base, state, own, horizon = table.policy, table.extra, table.state, table.own, table.horizon
        before, known = run.epoch.arms, run.known
        number = run.epoch.number + 1
        length = max(1, epoch_rounds(policy, number, horizon))
        cells = max(1, min(epoch_arms(policy, number, horizon), table.arms))
        own.begins[number] = t
        goes_on = keeps and number > 1
        if goes_on:
            cells = min(cells, before)
        arms = cells + number - 1 if remembers else cells
        if goes_on:
            keep_best(state, own, before, cells)
            state.stats.swept[0] = 0
        else:
            known = draw_arms(table, known, cells, run.instance)
            clear(state, arms, 0)
        start(base, state, arms, length)
        if goes_on:
            for arm in range(arms):
                if state.stats.pulls[arm] > 0:
                    refresh(base, state, arm, arms, length)
        epoch = Epoch(number, t, length, cells, arms)
        return EpochRun(run.instance, run.best, known, epoch, 0, run.best_pulls, run.tried)

    next_epoch.out_of_line = True  # type: ignore[attr-defined]
    return next_epoch


def _nothing_to_refresh(policy: Any, state: Any, arm: int, arms: int, horizon: int) -> int:
    return 0
