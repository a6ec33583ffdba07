"""Outcomes of arms in use: what is known of each arm, what is still out, and when it is reported.

A pull whose outcome is out counts with its expected reward (``begreedy.engine.belief``).  Outcomes that are
due in the same round hang on one chain, so a round costs a look at those alone.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

from begreedy.engine.belief import expected
from begreedy.engine.games.game import Table
from begreedy.engine.players.player import Player
from begreedy.random import uniform


class InUseMemory(NamedTuple):
    """What is known of the arms in play, and what is still out, by the round in which it was played."""

    real: Any  # pulls whose outcomes are known
    earned: Any  # and what these paid, as the policy counts it
    out: Any  # pulls whose outcomes are not
    due: Any  # by round: the first of a chain of pulls whose outcomes are reported before it
    after: Any  # by pull: the next of its chain
    arm: Any
    reward: Any


class ArmRecords(NamedTuple):
    """All arms, those in play first, and when outcomes are reported."""

    number: Any
    a: Any
    b: Any
    trials: Any
    worth: Any
    prior_a: float
    overall: float  # what an arm pays on average, were nothing known of it
    past: int  # trials of the arms in play
    delay: float
    spread: float
    window: float  # negative: none
    batch: int
    ratio: float


class OutcomeFunctions(NamedTuple):
    """What happens to outcomes, as plain functions."""

    restate: Any
    tell: Any
    keep: Any


def outcomes_of(player: Player, observe: Any, initial: int) -> OutcomeFunctions:
    """The outcomes reported to a player, as its policy counts them; every arm is pulled ``initial`` times first."""
    refresh = player.refresh

    def restate(table: Table, arm: int) -> int:
        """Let the player see what is known and believed of an arm."""
        state, own = table.state, table.own
        total, out = own.earned[arm], own.out[arm]
        square = table.extra.worth[arm] * total  # a pull pays that or nothing
        if out > 0:
            believed = expected(total, own.real[arm], out, table.extra.overall, table.extra.ratio)
            total += out * believed
            square += out * believed * believed
        pulls = own.real[arm] + out
        stats = state.stats
        stats.total[arm] = total
        stats.pulls[arm] = pulls
        if len(stats.squares) > 1:
            stats.squares[arm] = square
        if pulls < initial:
            stats.swept[0] = 0
        if pulls > 0 or initial == 0:
            return refresh(table.policy, state, arm, table.arms, table.horizon + table.extra.past)
        return 0

    def tell(table: Table, t: int) -> int:
        """Report all outcomes that are due before a round."""
        own = table.own
        pull = own.due[t]
        while pull > 0:
            arm = own.arm[pull]
            own.real[arm] += 1
            own.earned[arm] += observe(table.policy, own.reward[pull], table.streams.policy)
            own.out[arm] -= 1
            status = restate(table, arm)
            if status < 0:
                return status
            pull = own.after[pull]
        return 0

    def keep(table: Table, t: int, arm: int, reward: float) -> int:
        """Keep a pull whose outcome will be reported later."""
        own, extra, rng = table.own, table.extra, table.streams.rewards
        wait = extra.delay
        if extra.spread > 0.0:
            wait *= 1.0 - extra.spread - extra.spread * log(1.0 - uniform(rng))
        if extra.window >= 0.0:
            wait = extra.window if reward == 0.0 else min(wait, extra.window)
        due = t + 1.0 + int(min(wait, 1e15))
        if extra.batch > 1:
            due = 1.0 + extra.batch * (1 + int((due - 2.0) / extra.batch))
        own.out[arm] += 1
        if due <= table.horizon:
            at = int(due)
            own.arm[t] = arm
            own.reward[t] = reward
            own.after[t] = own.due[at]
            own.due[at] = t
        return restate(table, arm)

    restate.out_of_line = True  # type: ignore[attr-defined]
    return OutcomeFunctions(restate, tell, keep)
