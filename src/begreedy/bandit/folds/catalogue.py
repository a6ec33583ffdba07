"""Draws from a catalogue of arms without replacement, with memory only for those drawn."""

from __future__ import annotations

from typing import Any

from begreedy.random import below, digest_key, seed_stream


class Draws:
    """Numbers 0, ..., size-1 in uniformly random order, one at a time, with memory only for those drawn.

    The shuffle of Fisher and Yates on a list that is never written down: only places that differ from their number are
    kept.  The size may grow between draws.
    """

    def __init__(self, *key: object) -> None:
        self.stream = [0] * 4
        seed_stream(self.stream, digest_key(*key))
        self.drawn = 0
        self.moved: dict[int, int] = {}

    def next(self, size: int) -> int | None:
        """A number not drawn before, None if none is left."""
        if self.drawn >= size:
            return None
        place = self.drawn + below(self.stream, size - self.drawn)
        number = self.moved.pop(place, place)
        if place != self.drawn:
            self.moved[place] = self.moved.pop(self.drawn, self.drawn)
        self.drawn += 1
        return number

    def snapshot(self) -> dict[str, Any]:
        return {"stream": list(self.stream), "drawn": self.drawn, "moved": sorted(self.moved.items())}

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.stream, self.drawn = list(snapshot["stream"]), snapshot["drawn"]
        self.moved = dict(snapshot["moved"])
