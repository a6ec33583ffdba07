"""How runs are played: one value for all that ``simulate`` may be told of it, down to the plan of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayOptions:
    """How runs are played: the same law of results, at another speed or by other random numbers."""

    naive: bool = False  # every arm is looked at in every round
    leaps: bool = True  # fewer random numbers are drawn, where that has the same law
    blocks: bool = True  # leaps may also be blocks of rounds, which end at checkpoints; without leaps they are not
    plain: bool = False  # as plain Python, not compiled
    every_arm: bool = False  # every arm is reported, even if no round gets to it

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", self.leaps and self.blocks)
