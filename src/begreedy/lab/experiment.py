"""An experiment is data: which problems, which policies, how long, how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from begreedy.core.contract import whole
from begreedy.engine.simulate import simulate
from begreedy.results.result import Result

SCALES = ("smoke", "quick", "full")
VARIANTS = ("published", "corrected", "extra")


@dataclass(frozen=True)
class Scale:
    """How large an experiment is run."""

    runs: int
    horizon: int


@dataclass(frozen=True)
class Experiment:
    """One figure or table: ``cells`` are its problems, each with the parameters that name it.

    With ``horizons``, every cell is simulated once to the longest of them, and each horizon is a cell of its own
    in the rows: right for policies that do not know the horizon.
    """

    id: str
    title: str
    cells: Sequence[tuple[dict[str, Any], Any]]
    policies: dict[str, Sequence[Any]]  # by variant
    scales: dict[str, Scale]
    problems: dict[str, Sequence[tuple[dict[str, Any], Any]]] = field(default_factory=dict)  # cells of a variant
    computed: Callable[[], list[dict[str, Any]]] | None = None  # rows of an experiment that simulates nothing
    horizons: Sequence[int] = ()
    band: float | str = "stderr"
    notes: str = ""

    def cells_of(self, variant: str) -> Sequence[tuple[dict[str, Any], Any]]:
        """The cells of a variant: its own, if its problems differ."""
        return self.problems.get(variant, self.cells)

    def variants(self, wanted: str) -> list[str]:
        """Which of its variants are meant by ``wanted``, a variant or "all"."""
        if wanted != "all" and wanted not in VARIANTS:
            raise ValueError(f"variant must be one of {', '.join(VARIANTS)} or all, got {wanted!r}")
        return [v for v in VARIANTS if v in self.policies and wanted in ("all", v)]


@dataclass(frozen=True)
class Finished:
    """The results of an experiment, in the order of its variants, cells and policies."""

    experiment: Experiment
    scale: str
    results: list[tuple[str, dict[str, Any], Result]] = field(default_factory=list)

    def rows(self) -> list[dict[str, Any]]:
        """One row per variant, cell and policy, in the words of the command line's JSON."""
        if self.experiment.computed is not None:
            return self.experiment.computed()
        return [
            {"experiment": self.experiment.id, "variant": variant, "cell": labels, **row}
            for variant, cell, result in self.results
            for labels, row in self._cells(cell, result)
        ]

    def _cells(self, cell: dict[str, Any], result: Result) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        if not self.experiment.horizons:
            return [(cell, result.row())]
        return [({**cell, "horizon": int(t)}, result.row(at=i)) for i, t in enumerate(result.times)]

    def of(self, variant: str) -> list[tuple[dict[str, Any], Result]]:
        """Cells and results of one variant."""
        return [(cell, result) for v, cell, result in self.results if v == variant]


def run_experiment(
    experiment: Experiment,
    scale: str = "quick",
    *,
    runs: int | None = None,
    seed: int = 0,
    variant: str = "all",
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Finished:
    """Simulate an experiment.  ``progress`` is told of rounds done and of all rounds, as they are played."""
    if experiment.computed is not None:
        return Finished(experiment, scale)
    if scale not in experiment.scales:
        raise ValueError(f"scale must be one of {', '.join(experiment.scales)}, got {scale!r}")
    size = experiment.scales[scale]
    runs = size.runs if runs is None else whole(runs, "runs", low=1)
    times: Any = [t for t in experiment.horizons if t <= size.horizon] or 200
    finished = Finished(experiment, scale)
    variants = experiment.variants(variant)
    wanted = [
        (v, cell, policy) for v in variants for cell in experiment.cells_of(v) for policy in experiment.policies[v]
    ]
    everything = len({(problem, policy) for _, (_, problem), policy in wanted}) * runs * size.horizon
    known: dict[tuple[Any, Any], Result] = {}
    done = 0

    def count(more_runs: int) -> None:
        nonlocal done
        done += more_runs * size.horizon
        if progress is not None:
            progress(done, everything)

    for v, (labels, problem), policy in wanted:
        # What several variants share is simulated once; its rows appear under each.
        if (problem, policy) not in known:
            known[problem, policy] = simulate(
                policy, problem, size.horizon, runs, seed, checkpoints=times, threads=threads, progress=count
            )
        finished.results.append((v, labels, known[problem, policy]))
    return finished
