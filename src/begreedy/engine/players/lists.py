"""How a policy shows lists: as it ranks, or at random at the start and to explore."""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.engine.players.player import methods_of
from begreedy.random import below, uniform


def played_as(policy: Any) -> tuple[Any, int, bool]:
    """The policy that ranks, the failures that every item is credited with, and whether each tops a list first."""
    if contract.has(policy, "cascade"):
        return policy.cascade()
    return policy, 0, contract.has(policy, "index") and methods_of(policy).initial_pulls > 0


def shower(policy: Any, rank: Any) -> Any:
    """The function that shows the list of a round: at random as long as items wait to top one, or to explore."""
    explores = contract.has(policy, "explore")
    explore: Any = contract.bind(policy, "explore") if explores else None

    def show(
        policy: Any,
        state: Any,
        order: Any,
        forced: int,
        t: int,
        items: int,
        slots: int,
        horizon: int,
        rng: Any,
        chosen: Any,
    ) -> int:
        """Fill in ``chosen``; returns 0 or a fault."""
        if forced and t <= items:
            draw_list(order, chosen, t - 1, items, slots, rng)
            return 0
        if explores and uniform(rng) < explore(policy, t, items):
            draw_list(order, chosen, -1, items, slots, rng)
            return 0
        return rank(policy, state, t, items, slots, horizon, rng, chosen)

    return show


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
