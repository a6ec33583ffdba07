"""Arms in decreasing order of a value, in a policy's memory: the arm of rank r at ``head + 2 r``, its value behind."""

from __future__ import annotations

from typing import Any


def standing(memory: Any, head: int, ranks: int, rank: int, arm: int) -> int:
    """The rank of an arm that stood at ``rank`` when it was last asked for; the last one, if it has none so far."""
    if rank < ranks and memory[head + 2 * rank] == arm:
        return rank
    for other in range(ranks - 1):
        if memory[head + 2 * other] == arm:
            return other
    return ranks - 1


def rank_arm(memory: Any, head: int, ranks: int, rank: int, arm: int, value: float) -> None:
    """Let an arm that stood at ``rank`` (or had none, if that is the last) move to where its value belongs."""
    at = head + 2 * rank
    while at > head and memory[at - 1] < value:
        memory[at] = memory[at - 2]
        memory[at + 1] = memory[at - 1]
        at -= 2
    last = head + 2 * (ranks - 1)
    while at < last and memory[at + 3] > value:
        memory[at] = memory[at + 2]
        memory[at + 1] = memory[at + 3]
        at += 2
    memory[at] = arm
    memory[at + 1] = value
