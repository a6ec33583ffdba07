"""A binary max-heap of arms that knows where each arm is.

``key[p]`` and ``heap[p]`` are the value and the arm at position p; ``place[arm]`` is p + 1, or 0 if the arm is not in
the heap.  Behind the last position stands a key of -inf, so that a last only child needs no test.  Lists and arrays
both work.
"""

from __future__ import annotations

from typing import Any

TOP = 0  # the position of the largest value


def sift_up(key: Any, heap: Any, place: Any, position: int, arm: int, value: float) -> None:
    """Put the arm at ``position`` or above it, where no parent is smaller."""
    while position > 0:
        parent = (position - 1) >> 1
        if key[parent] >= value:
            break
        key[position] = key[parent]
        heap[position] = heap[parent]
        place[heap[position]] = position + 1
        position = parent
    key[position] = value
    heap[position] = arm
    place[arm] = position + 1


def sift_down(key: Any, heap: Any, place: Any, size: int, position: int, arm: int, value: float) -> None:
    """Put the arm at ``position`` or below it, where no child is larger."""
    child = 2 * position + 1
    while child < size:
        child += key[child + 1] > key[child]  # the larger child, without a branch to mispredict
        if key[child] <= value:
            break
        key[position] = key[child]
        heap[position] = heap[child]
        place[heap[position]] = position + 1
        position = child
        child = 2 * position + 1
    key[position] = value
    heap[position] = arm
    place[arm] = position + 1


def change(key: Any, heap: Any, place: Any, size: int, position: int, arm: int, value: float) -> None:
    """Let ``arm`` with ``value`` take over ``position``."""
    if position > 0 and key[(position - 1) >> 1] < value:
        sift_up(key, heap, place, position, arm, value)
    else:
        sift_down(key, heap, place, size, position, arm, value)
