"""What a game is: the functions that play one run of a model, and the values that they work on.

A game says only what is particular to its model: how a run begins, what a round is, what is left of a run.  Everything
else (runs, checkpoints, sums, traces, faults, stopping) is the business of ``begreedy.engine.games.loop``.  The
functions are plain Python, compiled together with the loop into one kernel; they allocate nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.engine.players.player import SAME_AGAIN, ArmLooks, Floats, Player, uncounted
from begreedy.random import INSTANCE, POLICY, REWARDS, derive, seed_stream

_LARGEST = 1.7976931348623157e308

STOPPED = 1  # a kernel's status when it was asked to stop; faults are negative


class Streams(NamedTuple):
    """The three random streams of a run."""

    instance: Any  # what the arms are
    rewards: Any  # what they pay
    policy: Any  # ties, samples and exploration


class Record(NamedTuple):
    """What is kept of each run: regret at the checkpoints, and a few totals."""

    regret: Any  # runs x checkpoints
    reward: Any  # sum of the rewards received
    pulls: Any  # pulls of a best arm
    tried: Any  # arms pulled at least once
    locked: Any  # gap of the only arm played in the last half of the rounds (0: several arms, or a best one)
    reference: Any  # what regret is measured against, per round (where it changes: its mean over the rounds)
    rounds: Any  # runs x checkpoints, where these are budgets: the round that went over it (0: none did)
    arm: Any  # a trace: arm (or list) and outcome of every round (empty unless asked for)
    outcome: Any
    detail: Any  # and further numbers of every round: the vector played; or cost and regret
    measured: Any  # runs x checkpoints x numbers, one after the other (empty unless asked for)


class Control(NamedTuple):
    """What a kernel and its caller tell each other while it plays."""

    stop: Any  # set from outside to stop after the next round, or piece of a streak
    fault: Any  # run and round in which a policy, a law or a prior failed
    singly: Any  # how many rounds were played one by one, not in a streak
    switches: Any  # how often another arm was played than in the round before


def control_of(stop: Any) -> Control:
    """The controls of a kernel that is about to play."""
    return Control(stop, np.zeros(2, np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64))


class Gauge(NamedTuple):
    """What measures are taken with, at the checkpoints of a run."""

    measures: Any  # their numbers
    marks: Any  # the checkpoints
    width: int  # how many numbers are taken at each
    numbers: Any  # those taken: of all runs and checkpoints, one after the other
    rows: Any  # how many runs have begun


class Statistics(NamedTuple):
    """What measures look at: a number per arm of each, how many arms these are, and what regret is measured against."""

    total: Any
    pulls: Any
    mean: Any
    best: float
    arms: int


class Table(NamedTuple):
    """What all runs of a kernel are played with: the values of the game, and the memory it works in."""

    policy: Any
    world: Any  # the numbers from which instances are drawn
    law: Any
    extra: Any  # what this game knows besides
    arms: int  # of the stage, or of the pool
    horizon: int
    streams: Streams
    mean: Any  # by arm
    scratch: Any
    state: Any  # the player's
    own: Any  # the game's own memory
    places: Any  # the list that is shown, where rounds are lists
    detail: Any  # further numbers of the round, for a trace
    gauge: Gauge


class Turn(NamedTuple):
    """What one round comes to."""

    arm: int  # what was played: an arm, or a number that changes whenever another list is shown
    gap: float  # how much less than the reference it is expected to pay
    reward: float
    outcome: float  # what a trace shows as reward
    status: int  # SAME_AGAIN: the next choice is certainly the same arm; negative: a fault; else nothing special


def no_turn(status: int) -> Turn:
    """Before the first round, or after a fault."""
    return Turn(0, 0.0, 0.0, 0.0, status)


class Totals(NamedTuple):
    """What a run leaves behind."""

    reference: float
    locked: float  # the gap of playing the last arm for ever
    pulls: int
    tried: int


class Game(NamedTuple):
    """The functions that play a run.  ``run`` is a named tuple of the scalars that the game keeps in a run.

    What is None is left out of the kernel.
    """

    begin: Callable[..., tuple[Any, Turn]]  # (table, instance): the key of the instance
    round: Callable[..., tuple[Any, Turn]]  # (table, run, turn, t): the turn before
    end: Callable[..., Totals]  # (table, run, last, t): the arm played last, rounds played
    # (table, run, turn, t, until, regret, reward) -> t, regret, reward, run, turn: plays on after SAME_AGAIN, up to
    # round ``until`` at most, or for a STRETCH, so that it can be stopped; equal to rounds, but faster
    streak: Callable[..., Any] | None = None
    # (run, mark) -> whether the run has gone over this budget, regret there; for checkpoints that are not rounds
    meter: Callable[..., tuple[bool, float]] | None = None
    locks: bool = True  # whether a run can be stuck on an arm
    # (table, run): what measures look at; of games whose arms stay, each with a mean
    statistics: Callable[..., Statistics] | None = None


class Plan(NamedTuple):
    """A policy on a problem, as it is played: the values and the memory of its table, and its game."""

    policy: Any  # the value whose methods are played
    world: Any
    law: Any
    arms: int
    state: Any  # a layout: of the player's state
    means: int  # how many means are kept
    scratch: int
    game: Callable[[bool], Game]  # of whether to trace
    own: Any = Floats(1)  # a layout: of the game's own memory
    extra: Any = 0
    values: tuple[Any, ...] = ()  # those whose numbers are in ``extra``
    width: int = 0  # places of the list shown per round (0: a single arm is played)
    details: int = 0  # further numbers per round, in a trace
    budgets: bool = False  # what is recorded is regret at budgets, not at rounds
    looks: Callable[[Any], ArmLooks] = uncounted  # the player's
    blocks: bool = False  # whether a leader's rounds are played in blocks


def open_run(keys: Any, run: int, streams: Streams) -> int:
    """Seed the streams of a run; returns the key of its instance."""
    key = derive(keys[0], run)
    seed_stream(streams.rewards, derive(key, REWARDS))
    seed_stream(streams.policy, derive(key, POLICY))
    instance = derive(key, INSTANCE)
    seed_stream(streams.instance, instance)
    return instance


def clear(state: Any, arms: int, pulls: int) -> None:
    """Reset the statistics in a player's state for a run: ``pulls`` pulls of every arm, and nothing earned."""
    stats = state.stats
    for arm in range(arms):
        stats.total[arm] = 0.0
        stats.pulls[arm] = pulls
    for i in range(len(stats.squares)):
        stats.squares[i] = 0.0
    for i in range(len(stats.cost)):
        stats.cost[i] = 0.0
    stats.swept[0] = 0


def on_some_places(policy: Any, problem: Any, horizon: int) -> tuple[Any, int]:
    """The policy that plays, fitted to the problem, and at how many places it looks: all, or what a reduction keeps."""
    playable = problem.arms
    if contract.has(policy, "subset"):
        policy, playable = contract.ask(policy, "subset", problem, horizon)
        policy = contract.fitted(policy, problem, horizon)
    contract.check_rewards(policy, problem.law)
    return policy, playable


def mean_bounds(law: Any) -> tuple[float, float]:
    """The means that a law allows."""
    return contract.range_of(law, "mean_range")


def reward_bounds(law: Any) -> tuple[float, float]:
    """The rewards that a law may pay: no infinite ones, whatever its support."""
    least, most = contract.range_of(law, "support")
    return max(float(least), -_LARGEST), min(float(most), _LARGEST)


def leader_streak(player: Player, law: Any, horizon: int, blocks: bool) -> tuple[Any, bool]:
    """How a player plays a leader on, if it can; and whether it does so in blocks of rounds."""
    if player.streak is None:
        return None, False
    singly = player.streak(contract.law_draw(law), *reward_bounds(law))
    leap = player.leap(law, horizon, singly) if blocks and player.leap is not None else None
    return leap or singly, leap is not None


def observing(policy: Any) -> Any:
    """How a policy counts a reward or a cost, ``(policy, amount, rng)``: as it is, unless it has an ``observe``."""
    return contract.bind(policy, "observe") if contract.has(policy, "observe") else _as_it_is


def _as_it_is(policy: Any, amount: float, rng: Any) -> float:
    return amount


def unless_due(status: int, t: int, due: float) -> int:
    """The status after round t: if arms come or go at round ``due``, the next, the leader is not simply played on."""
    return 0 if status == SAME_AGAIN and t + 1 >= due else status
