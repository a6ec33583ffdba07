"""What learners of all forms of policy have in common: what the durable bandit asks of whichever it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from begreedy.types import Form


class OnlineLearner(Protocol):
    """A policy at work on arms that may come and go: ``choose`` an arm, ``pull`` it, and say later what it paid.

    How it learns and forgets, and which arms may be added, paused and resumed, differs between forms.
    """

    now: int  # by any clock that never runs backwards
    stream: list[int]

    @property
    def form(self) -> Form:
        """What the policy is."""

    @property
    def rounds(self) -> int:
        """Rounds played so far."""

    @property
    def real(self) -> list[int]:
        """By arm: pulls whose reward is known."""

    @property
    def due(self) -> list[int]:
        """By arm: pulls that it gets before the policy is asked."""

    @property
    def counts_pending(self) -> bool:
        """Whether pulls that are out count with a believed reward."""

    @property
    def selective(self) -> bool:
        """Whether it can choose among some of its arms."""

    def choose(self, among: Sequence[int] | None = None, /) -> int:
        """The arm to pull next; ``among`` some arms, as if there were no others."""

    def pull(self, arms: Sequence[int], /) -> None:
        """Play a round with these arms."""

    def retire(self, arm: int, /) -> None:
        """Retire an arm for good; the numbers of later arms fall by one."""

    def movable(self, change: str, /) -> bool:
        """Whether arms may be added, retired or paused."""

    def index(self, arm: int, /) -> float | None:
        """The index by which the policy would judge an arm now; None if it has none."""

    def first_pulls(self) -> int:
        """How often every arm is pulled before its index counts."""

    def snapshot(self) -> dict[str, Any]:
        """Everything that later decisions depend on, as lists and numbers."""
