"""The few largest of many values, ties in uniformly random order."""

from __future__ import annotations

from typing import Any


def insert(values: Any, luck: Any, items: Any, filled: int, slots: int, value: float, lot: float, item: int) -> int:
    """Let an item compete for a place among the ``slots`` largest, in decreasing order; returns how many there are.

    Equal values are ordered by ``lot``: if that is a fresh random number per item, all orders are equally likely.
    """
    if filled == slots:
        last = slots - 1
        if value < values[last] or (value == values[last] and lot <= luck[last]):
            return filled
        place = last
    else:
        place = filled
        filled += 1
    while place > 0 and (value > values[place - 1] or (value == values[place - 1] and lot > luck[place - 1])):
        values[place] = values[place - 1]
        luck[place] = luck[place - 1]
        items[place] = items[place - 1]
        place -= 1
    values[place] = value
    luck[place] = lot
    items[place] = item
    return filled
