"""What all games have in common: the streams of a run, what is recorded of it, and how a kernel is described.

All kernels take the same arguments after the policies' own: see ``Simulation.play``.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from begreedy.engine.players.player import SWEPT
from begreedy.random import INSTANCE, POLICY, REWARDS, derive, seed_stream

_LARGEST = 1.7976931348623157e308

STOPPED = 1  # a kernel's status when it was asked to stop; faults are negative


class Streams(NamedTuple):
    instance: Any
    rewards: Any
    policy: Any


class Record(NamedTuple):
    """What is kept of each run: regret at the checkpoints, and a few totals."""

    regret: Any  # runs x checkpoints
    reward: Any  # sum of the rewards received
    pulls: Any  # pulls of a best arm
    tried: Any  # arms pulled at least once
    locked: Any  # gap of the only arm played in the last half of the rounds (0: several arms, or a best one)
    reference: Any  # what regret is measured against, per round (where it changes: its mean over the rounds)
    rounds: Any  # runs x checkpoints, where these are budgets: the round that went over it (0: none did)
    arm: Any  # a trace: arm and reward of every round (empty unless asked for)
    outcome: Any
    detail: Any  # and further numbers of every round: the vector played; or cost and regret


class Control(NamedTuple):
    stop: Any  # set from outside to stop at the next checkpoint
    fault: Any  # run, round and arm at which a policy failed


def open_run(keys: Any, run: int, streams: Streams) -> int:
    """Seed the streams of a run; returns the key of its instance."""
    key = derive(keys[0], run)
    seed_stream(streams.rewards, derive(key, REWARDS))
    seed_stream(streams.policy, derive(key, POLICY))
    instance = derive(key, INSTANCE)
    seed_stream(streams.instance, instance)
    return instance


def clear(state: Any, arms: int, pulls: int) -> None:
    """Make the statistics of a player's state new for a run: every arm with so many pulls, and nothing earned."""
    for arm in range(arms):
        state.total[arm] = 0.0
        state.pulls[arm] = pulls
    for i in range(len(state.squares)):
        state.squares[i] = 0.0
    for i in range(len(state.cost)):
        state.cost[i] = 0.0
    state.number[SWEPT] = 0


def keep_regret(
    record: Record, control: Control, first: int, row: int, checkpoint: int, t: int, regret: float, status: int
) -> int:
    """At a checkpoint, keep the regret; returns what the kernel is to return at once (a fault, STOPPED), or 0."""
    if status < 0:
        control.fault[0] = first + row
        control.fault[1] = t
        return status
    record.regret[row, checkpoint] = regret
    return STOPPED if control.stop[0] else 0


def reward_bounds(law: Any) -> tuple[float, float]:
    """The rewards that a law may pay: no infinite ones, whatever its support."""
    least, most = getattr(law, "support", (-inf, inf))
    return max(float(least), -_LARGEST), min(float(most), _LARGEST)


class Plan(NamedTuple):
    """A kernel and what it needs."""

    policies: tuple[Any, ...]  # the values whose methods it plays
    world: Any
    law: Any
    extra: tuple[Any, ...]  # further arguments that all runs share
    arms: int  # of the stage, or of the pool
    state: Any  # a layout
    means: int  # how many means it keeps
    scratch: int
    kernel: Callable[[bool], Any]  # of whether to trace
    width: int = 0  # places of the list played per round, in a trace (0: a single arm)
    details: int = 0  # further numbers per round, in a trace
    budgets: bool = False  # what is recorded is regret at budgets, not at rounds
