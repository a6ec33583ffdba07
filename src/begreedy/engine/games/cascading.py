"""The game of lists: a user looks at the list from the top and clicks the first item that pleases."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import Control, Plan, Record, Streams, clear, keep_regret, open_run
from begreedy.engine.players.choice import lister_for
from begreedy.engine.players.player import BAD_MEAN, MOVED, Floats, Ints, Player
from begreedy.engine.players.top import insert
from begreedy.random import below, uniform


class Lists(NamedTuple):
    """The state of the player, and of the game."""

    inner: Any
    chosen: Any  # the list, from the top
    order: Any  # a permutation of the items, to draw lists from
    listed: Any  # by item: the last round in which it was on the list
    weight: Any  # the largest weights, decreasing
    luck: Any


class Start(NamedTuple):
    """How a policy begins: ``pseudo`` failures that every item is credited with, and whether each tops a list first."""

    slots: int
    pseudo: int
    forced: int


def plan(policy: Any, problem: Any, horizon: int, naive: bool) -> Plan:
    """A policy is played as it is, or as its ``cascade`` says: (policy, pseudo failures, forced start)."""
    base, pseudo, forced = played_as(policy)
    contract.check_rewards(base, problem.law)
    stage = problem.stage()
    items, slots = problem.items, problem.slots
    player = lister_for(base, items, slots, unseen=pseudo, naive=naive)
    state = Lists(player.layout, Ints(slots), Ints(items), Ints(items), Floats(slots), Floats(slots))
    kernel = partial(game, player, stage.fill, base)
    extra = (Start(slots, pseudo, int(forced)),)
    return Plan((base,), stage.world, problem.law, extra, items, state, items + 1, stage.scratch, kernel, width=slots)


def played_as(policy: Any) -> tuple[Any, int, bool]:
    """The policy that ranks, the failures that every item is credited with, and whether each tops a list first."""
    return policy.cascade() if hasattr(policy, "cascade") else (policy, 0, hasattr(type(policy), "index"))


def game(player: Player, fill: Any, policy: Any, traced: bool) -> Any:
    """The kernel that plays runs of a policy that shows lists."""
    start, rank, learn, settle = player.start, player.rank, player.learn, player.settle
    explore: Any = getattr(type(policy), "explore", None)
    explores = explore is not None

    def best_list(state: Lists, mean: Any, items: int, slots: int) -> float:
        """Leave the largest weights in ``state.weight``; returns the probability of a click on the best list."""
        filled = 0
        for item in range(items):
            filled = insert(state.weight, state.luck, state.chosen, filled, slots, mean[item], 0.0, item)
        nobody = 1.0
        for slot in range(slots):
            nobody *= 1.0 - state.weight[slot]
        return 1.0 - nobody

    def play(
        policy: Any,
        world: Any,
        law: Any,
        begin: Start,
        checkpoints: Any,
        keys: Any,
        items: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        state: Lists,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        inner, chosen, slots = state.inner, state.chosen, begin.slots
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            fill(world, mean, items, instance, streams.instance, scratch)
            for item in range(items):
                if not 0.0 <= mean[item] <= 1.0:
                    control.fault[0] = first + row
                    return BAD_MEAN
                state.order[item] = item
                state.listed[item] = 0
            clear(inner, items, begin.pseudo)
            best = best_list(state, mean, items, slots)
            least = state.weight[slots - 1]
            above = 0  # of the best list's items, those better than its last
            for slot in range(slots):
                above += state.weight[slot] > least
            start(policy, inner, items, horizon)

            regret = 0.0
            clicks = 0.0
            best_lists = 0
            since = 1
            gap = 0.0
            status = 0
            t = 0
            for c in range(len(checkpoints)):
                while t < checkpoints[c]:
                    t += 1
                    if begin.forced and t <= items:
                        draw_list(state.order, chosen, t - 1, items, slots, streams.policy)
                    elif explores and uniform(streams.policy) < explore(policy, t, items):
                        draw_list(state.order, chosen, -1, items, slots, streams.policy)
                    else:
                        status = rank(policy, inner, t, items, slots, horizon, streams.policy, chosen)
                        if status < 0:
                            break
                    nobody = 1.0
                    good = 0
                    better = 0
                    for slot in range(slots):
                        item = chosen[slot]
                        nobody *= 1.0 - mean[item]
                        good += mean[item] >= least
                        better += mean[item] > least
                        if state.listed[item] != t - 1:
                            since = t  # a new face on the list
                        state.listed[item] = t
                        if traced:
                            record.arm[(t - 1) * slots + slot] = item
                    # The products of one set in two orders may differ in the last bit.
                    optimal = good == slots and better == above
                    gap = 0.0 if optimal else best - (1.0 - nobody)
                    best_lists += optimal
                    regret += gap
                    click = -1
                    for slot in range(slots):
                        item = chosen[slot]
                        pleases = 1.0 if uniform(streams.rewards) < mean[item] else 0.0
                        status = learn(policy, inner, item, pleases, t, items, horizon, streams.policy)
                        if status == MOVED:
                            settle(inner, item)
                        elif status < 0:
                            break
                        if pleases == 1.0:
                            click = slot
                            break
                    if status < 0:
                        break
                    clicks += click >= 0
                    if traced:
                        record.outcome[t - 1] = click
                halted = keep_regret(record, control, first, row, c, t, regret, status)
                if halted:
                    return halted

            record.reference[row] = best
            record.reward[row] = clicks
            record.locked[row] = gap if since <= t // 2 + 1 else 0.0
            tried = 0
            for item in range(items):
                tried += inner.pulls[item] > begin.pseudo
            record.tried[row] = tried
            record.pulls[row] = best_lists
        return 0

    return play


def draw_list(order: Any, chosen: Any, first: int, items: int, slots: int, rng: Any) -> None:
    """A uniformly random list or, with ``first`` >= 0, one with that item at the top."""
    begin = 0
    if first >= 0:
        place = 0
        while order[place] != first:
            place += 1
        order[0], order[place] = order[place], order[0]
        chosen[0] = first
        begin = 1
    for slot in range(begin, slots):
        other = slot + below(rng, items - slot)
        order[slot], order[other] = order[other], order[slot]
        chosen[slot] = order[slot]
