"""A pool: where arms come from when there are too many of them, and how k of them become a finite problem.

A problem is a pool if it has

* ``size``: how many arms there are (``ENDLESS`` for a reservoir or a continuum), and ``law``;
* ``world()``: a value whose numbers its compiled functions see as ``world``;
* ``discover_function()``: ``discover(world, order, point, key, stream, scratch)``, the mean of the arm that is
  discovered as number ``order`` (0, 1, 2, ...: the arms of the pool in a uniformly random order) or, in a continuum,
  of the arm at ``point``.  ``key`` and ``stream`` are the run's instance key and its stream; nothing else may matter,
  so that all policies discover the same arms;
* ``reference_function()``: ``reference(world, key, stream)``, what regret is measured against;
* ``scratch(arms)``: how many integers of memory discovering so many arms takes.

``Stage`` is what the engine plays a finite policy on: k discovered arms, or the given arms of a finite problem.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from begreedy.random import below
from begreedy.types import Stage, law_draw


def sampled(pool: Any, arms: int, points: Callable[..., float] | None = None) -> Stage:
    """The first ``arms`` arms that are discovered in a pool (in a continuum: the arms at ``points(order, arms)``)."""
    discover, reference = pool.discover_function(), pool.reference_function()
    law_draw(pool.law)  # raises if it must know which arm is which
    locate = points if points is not None else _nowhere

    def fill(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
        for order in range(arms):
            mean[order] = discover(world, order, locate(order, arms), key, stream, scratch)
        mean[arms] = reference(world, key, stream)

    first = partial(sampled, pool) if points is None else None
    return Stage(arms, pool.law, pool.world(), fill, pool.scratch(arms), first=first)


def _nowhere(order: int, arms: int) -> float:
    return 0.0


# ---------------------------------------------------------------- a random order, as it is needed


def table_size(arms: int) -> int:
    """Integers that ``next_in_random_order`` needs to give out so many arms."""
    size = 16
    while size < 4 * (arms + 1):
        size *= 2
    return 2 * size


def next_in_random_order(order: int, size: int, stream: Any, table: Any) -> int:
    """Number ``order`` of a uniformly random permutation of 0, ..., size - 1, to be asked for in turn.

    Fisher and Yates's shuffle, which keeps only the entries that moved (in a hash table): a pool of 1e9 arms costs
    as much as one of 1e4.
    """
    half = len(table) // 2
    if order == 0:
        for i in range(half):
            table[i] = -1
    other = order + below(stream, size - order)
    slot = _slot(table, half, other)
    drawn = table[half + slot] if table[slot] == other else other
    mine = _slot(table, half, order)
    moved = table[half + mine] if table[mine] == order else order
    table[slot] = other
    table[half + slot] = moved
    return drawn


def _slot(table: Any, half: int, entry: int) -> int:
    """Where an entry is kept, or would be: open addressing."""
    slot = (entry * 2654435769 >> 7) & (half - 1)
    while table[slot] != -1 and table[slot] != entry:
        slot = (slot + 1) & (half - 1)
    return slot
