"""The game of lists: a user looks at the list from the top and clicks the first item that pleases."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, clear, no_turn
from begreedy.engine.games.payoff import arms_tried
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import lister_for
from begreedy.engine.players.lists import played_as, shower
from begreedy.engine.players.player import BAD_MEAN, MOVED, Floats, Ints, Player
from begreedy.engine.players.top import insert
from begreedy.random import uniform


class CascadingMemory(NamedTuple):
    """How lists are drawn, what was shown, and the best list."""

    order: Any  # a permutation of the items, to draw lists from
    listed: Any  # by item: the last round in which it was on the list
    weight: Any  # the largest weights, decreasing
    luck: Any


class Start(NamedTuple):
    """How a policy begins: ``pseudo`` failures that every item is credited with, and whether each tops a list first."""

    slots: int
    pseudo: int
    forced: int


class CascadingRun(NamedTuple):
    """The scalars of a run."""

    best: float  # the probability of a click on the best list
    least: float  # the weight of that list's last item
    above: int  # of the best list's items, those better than its last
    lists: int  # how often the list had an item that the one before did not have
    gap: float  # of the list shown last
    best_lists: int  # how often a best list was shown


def plan(policy: contract.Policy, problem: contract.ListProblem, horizon: int, options: PlayOptions) -> Plan:
    """A policy is played as it is, or as its ``cascade`` says: (policy, pseudo failures, forced start)."""
    base, pseudo, forced = played_as(policy)
    base = contract.fitted(base, problem, horizon)
    contract.check_rewards(base, problem.law)
    stage = problem.stage()
    items, slots = problem.items, problem.slots
    player = lister_for(base, items, slots, unseen=pseudo, naive=options.naive)
    return Plan(
        policy=base,
        world=stage.world,
        law=problem.law,
        arms=items,
        state=player.layout,
        own=CascadingMemory(Ints(items), Ints(items), Floats(slots), Floats(slots)),
        means=items + 1,
        scratch=stage.scratch,
        game=partial(game, player, stage.fill, base),
        extra=Start(slots, pseudo, int(forced)),
        width=slots,
        looks=player.looks,
    )


def game(player: Player, fill: Any, policy: Any, traced: bool) -> Game:
    """A policy that shows lists, played by a player that ranks."""
    start, learn, reposition = player.start, player.learn, player.reposition
    show = shower(policy, player.rank)

    def begin(table: Table, instance: int) -> tuple[CascadingRun, Turn]:
        state, own, mean, items, slots = table.state, table.own, table.mean, table.arms, table.extra.slots
        fill(table.world, mean, items, instance, table.streams.instance, table.scratch)
        status = 0
        for item in range(items):
            if not 0.0 <= mean[item] <= 1.0:
                status = BAD_MEAN
            own.order[item] = item
            own.listed[item] = 0
        clear(state, items, table.extra.pseudo)
        filled = 0
        for item in range(items):
            filled = insert(own.weight, own.luck, table.places, filled, slots, mean[item], 0.0, item)
        nobody = 1.0
        above = 0
        for slot in range(slots):
            nobody *= 1.0 - own.weight[slot]
            above += own.weight[slot] > own.weight[slots - 1]
        start(table.policy, state, items, table.horizon)
        return CascadingRun(1.0 - nobody, own.weight[slots - 1], above, 0, 0.0, 0), no_turn(status)

    def read(table: Table, t: int) -> int:
        """Let the user read the list and the policy learn from it; returns the place clicked, -1, or a fault - 1."""
        state = table.state
        for slot in range(table.extra.slots):
            item = table.places[slot]
            pleases = 1.0 if uniform(table.streams.rewards) < table.mean[item] else 0.0
            status = learn(table.policy, state, item, pleases, t, table.arms, table.horizon, table.streams.policy)
            if status == MOVED:
                reposition(state, item)
            elif status < 0:
                return status - 1
            if pleases == 1.0:
                return slot
        return -1

    def play_round(table: Table, run: CascadingRun, turn: Turn, t: int) -> tuple[CascadingRun, Turn]:
        listed, mean, slots = table.own.listed, table.mean, table.extra.slots
        forced, rng, places = table.extra.forced, table.streams.policy, table.places
        status = show(
            table.policy, table.state, table.own.order, forced, t, table.arms, slots, table.horizon, rng, places
        )
        if status < 0:
            return run, no_turn(status)
        nobody = 1.0
        good = 0
        better = 0
        fresh = 0
        for slot in range(slots):
            item = table.places[slot]
            nobody *= 1.0 - mean[item]
            good += mean[item] >= run.least
            better += mean[item] > run.least
            fresh += listed[item] != t - 1
            listed[item] = t
        # The products of one set in two orders may differ in the last bit.
        optimal = good == slots and better == run.above
        gap = 0.0 if optimal else run.best - (1.0 - nobody)
        click = read(table, t)
        if click < -1:
            return run, no_turn(click + 1)
        lists = run.lists + (fresh > 0)
        run = CascadingRun(run.best, run.least, run.above, lists, gap, run.best_lists + optimal)
        return run, Turn(lists, gap, 1.0 if click >= 0 else 0.0, float(click), 0)

    def end(table: Table, run: CascadingRun, last: int, t: int) -> Totals:
        tried = arms_tried(table.state.stats.pulls, table.arms, table.extra.pseudo)
        return Totals(run.best, run.gap, run.best_lists, tried)

    return Game(begin, play_round, end)
