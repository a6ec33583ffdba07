"""Parts of a result: some of its runs, and what is missing between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from begreedy.results.block_file import About
from begreedy.results.migrations import Columns


class Part(NamedTuple):
    """Runs ``first, ..., stop - 1`` of a simulation, read from a file or just played."""

    about: About
    columns: Columns

    @property
    def first(self) -> int:
        return self.about.first

    @property
    def stop(self) -> int:
        return self.about.first + self.about.runs


def missing(parts: list[Part], first: int, stop: int) -> list[tuple[int, int]]:
    """The ranges ``(first, stop)`` of runs that no part has."""
    gaps = []
    reached = first
    for part in sorted(parts, key=lambda part: part.first):
        if part.first >= stop:
            break
        if part.first > reached:
            gaps.append((reached, part.first))
        reached = max(reached, part.stop)
    if reached < stop:
        gaps.append((reached, stop))
    return gaps


def joined(parts: list[Part], runs: int) -> Columns:
    """The columns of runs ``0, ..., runs - 1`` out of parts that have them all."""
    whole: Columns = {}
    for part in parts:
        count = max(0, min(part.stop, runs) - part.first)
        for name, values in part.columns.items():
            if name not in whole:
                whole[name] = np.empty((runs, *values.shape[1:]), values.dtype)
            whole[name][part.first : part.first + count] = values[:count]
    return whole


def machines(parts: list[Part]) -> list[str]:
    """The kinds of machine that parts were made on: if more than one, last bits may differ between them."""
    kinds = {(part.about.cpu, tuple(sorted(part.about.versions.items()))) for part in parts}
    return sorted(", ".join([cpu, *(f"{name} {number}" for name, number in versions)]) for cpu, versions in kinds)
