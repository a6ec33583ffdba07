"""An erratum: something printed or coded wrongly, and what a run says about it.

``docs/errata.md`` has the same items as the folders of the figures (a test compares the titles).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from begreedy.experiments.experiment import Finished
from begreedy.results.result import Result
from begreedy.values.numbers import mean_words


@dataclass(frozen=True)
class Reproduced:
    """The finished experiments of a run, asked for single numbers."""

    finished: Mapping[str, Finished]

    def results(self, id: str, variant: str) -> list[tuple[dict[str, Any], str, Result]]:
        """Cells, names and results of a variant; none if it is not part of this run."""
        return self.finished[id].named(variant) if id in self.finished else []

    def said(self, id: str, variant: str, policy: str, **cell: Any) -> str | None:
        """A mean regret and its standard error, such as "590 ± 40"."""
        for labels, name, result in self.results(id, variant):
            if name == policy and labels == cell:
                return mean_words(float(result.mean[-1]), float(result.stderr[-1]))
        return None


@dataclass(frozen=True)
class Erratum:
    """Something printed or coded wrongly, what is right, and what a run says about it (None: not part of it)."""

    id: str
    title: str
    wrong: str
    right: str
    experiments: tuple[str, ...]
    shown: Callable[[Reproduced], str | None] | None = None  # None: nothing that a simulation shows


def all_known(*parts: str | None) -> bool:
    """Whether a run has all the numbers of a sentence."""
    return all(part is not None for part in parts)
