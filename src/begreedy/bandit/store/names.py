"""Names and numbers of arms, read from the store only as far as they are needed."""

from __future__ import annotations

from typing import Any

from begreedy.bandit.records import StoreError, UnknownArm, brief
from begreedy.bandit.store.store import BanditStore
from begreedy.values.errors import BadType
from begreedy.values.value import whole


class Names:
    """The names of arms by number, and their numbers by name; without names, arms are called "0", "1", ..."""

    def __init__(self, store: BanditStore, named: bool) -> None:
        self.store, self.named = store, named
        self._of: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def of(self, number: int) -> str:
        if not self.named:
            return str(number)
        if number not in self._of:
            self._note(*self.store.labels_at(number))
        if number not in self._of:
            raise StoreError(f"the store is damaged: arm {number} has no name")
        return self._of[number]

    def clear(self) -> None:
        """Forget all names after a failed transaction: those that it added may belong to other arms next time."""
        self._of.clear()
        self._numbers.clear()

    def _note(self, first: int, labels: list[str]) -> None:
        for i, label in enumerate(labels):
            self._of[first + i] = label
            self._numbers[label] = first + i

    def number(self, arm: Any, size: int, field: str = "arm") -> int:
        """The number of an arm given by name, or by number where arms have no names."""
        if not self.named:
            if isinstance(arm, str) and arm.isdecimal() and len(arm) < 20:
                arm = int(arm)
            if not isinstance(arm, str) and 0 <= whole(arm, field) < size:
                return int(arm)
            raise UnknownArm.of(field, arm, f"one of 0 to {size - 1}", got=brief(arm))
        if not isinstance(arm, str):
            raise BadType.of(field, arm, "a name", got=brief(arm))
        if arm not in self._numbers:
            for first, labels in self.store.all_labels():
                if arm in labels:
                    self._note(first, labels)
                    break
            else:
                raise UnknownArm.of(field, arm, f"one of the {size} arms", got=brief(arm))
        return self._numbers[arm]

    def known(self, arms: list[str]) -> list[str]:
        """The names that are already taken."""
        asked = set(arms)
        return [label for _, labels in self.store.all_labels() for label in labels if label in asked]
