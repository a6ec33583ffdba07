"""An experiment is data: which problems, which policies, how long, how often."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias, cast

from begreedy.results.comparison import distinct_labels
from begreedy.results.result import Result
from begreedy.results.result_row import ResultRow
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.play import Shard, play_jobs
from begreedy.run.workers import workers_for
from begreedy.types import Checkpoints, Measures, Policies, Problem, says
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

SCALES = ("smoke", "quick", "full")
VARIANTS = ("published", "corrected", "extra")


@dataclass(frozen=True)
class Scale:
    """The size of an experiment: runs, and a ``horizon`` in rounds or, where pulls cost, the largest budget.

    Parameters
    ----------
    runs : int
        Number of runs.
    horizon : int
        Number of rounds, or the largest budget.

    Examples
    --------
    >>> Scale(runs=100, horizon=1000)
    Scale(runs=100, horizon=1000)
    """

    runs: int
    horizon: int

    def more_runs(self, times: int, than: int) -> int:
        """``times`` the runs, if there are at least as many as the paper's (``than``), which were too few to decide."""
        return self.runs * times if self.runs >= than else self.runs


class Cell(NamedTuple):
    """A problem of an experiment, with the labels that name it and settings of its own.

    Parameters
    ----------
    labels : dict
        The parameters that name the cell, such as ``{'arms': 100}``.
    problem : Problem
        The problem that is played.
    horizon : int, optional
        Rounds, if not those of the scale.
    runs : int, optional
        Runs, if not those of the scale.
    checkpoints : int or sequence, optional
        Checkpoints, if not those of the experiment.
    policies : list of Policy, optional
        Policies, if not those of the experiment.

    Examples
    --------
    >>> import begreedy as bg
    >>> Cell({"arms": 100}, bg.Finite(prior=bg.Uniform(), arms=100)).labels
    {'arms': 100}
    """

    labels: dict[str, object]
    problem: Problem
    horizon: int | None = None
    runs: int | None = None
    checkpoints: Checkpoints | None = None
    policies: Policies | None = None


CellFields: TypeAlias = Cell | tuple[object, ...]  # or the first fields of one
Cells: TypeAlias = Sequence[CellFields] | Callable[[Scale], Sequence[CellFields]]  # by scale, where that matters


@dataclass(frozen=True)
class Experiment:
    """An experiment as data: problems (``cells``), policies, scales, claims; one figure or table.

    With ``horizons``, every cell is simulated once to the longest of them, and each horizon is a cell of its own
    in the rows: right for policies that do not know the horizon.  Likewise with ``every_budget``, for the checkpoints
    of a budgeted problem.

    Parameters
    ----------
    id : str
        Name on the command line and in files.
    title : str
        Title of figures.
    cells : sequence of Cell
        The problems, each with the parameters that name it.
    policies : mapping of str to list of Policy
        Policies by variant.
    scales : dict of str to Scale
        How large the experiment is, by the name of a scale.
    problems : dict of str to cells
        Cells of a variant, where they differ.
    computed : callable, optional
        A function that returns the rows, where nothing is simulated.
    horizons : sequence of int
        Horizons that are cells of their own in the rows.
    checkpoints : int or sequence
        When regret is recorded.
    measure : sequence or mapping of measures
        What else to take of every run at the checkpoints, as in ``simulate``.
    published : dict of str to float
        Printed numbers.
    claims : sequence of str
        Names of the claims about it.
    every_budget : bool
        Whether every checkpoint of a budgeted problem is a cell of its own.
    band : float or str
        Width of the bands of figures: a number of standard deviations, or ``'stderr'``.
    notes : str
        What else a reader should know.

    Examples
    --------
    >>> import begreedy as bg
    >>> cells = [bg.Cell({"arms": k}, bg.Finite(prior=bg.Uniform(), arms=k)) for k in (10, 100)]
    >>> policies = {"extra": [bg.Greedy(), bg.UCB()]}
    >>> Experiment("mine", "Few and many", cells, policies, {"quick": bg.Scale(100, 1000)}).id
    'mine'
    """

    id: str
    title: str
    cells: Cells
    policies: Mapping[str, Policies]  # by variant
    scales: dict[str, Scale]
    problems: dict[str, Cells] = field(default_factory=dict)  # cells of a variant
    computed: Callable[[], list[dict[str, object]]] | None = None  # rows of an experiment that simulates nothing
    horizons: Sequence[int] = ()
    checkpoints: Checkpoints = 200  # a number, "log", or rounds
    measure: Measures = ()
    published: dict[str, float] = field(default_factory=dict)  # by policy: mean regrets to compare with
    claims: Sequence[str] = ()  # such as "Greedy < UCB"
    every_budget: bool = False
    band: float | str = "stderr"
    notes: str = ""

    def cells_of(self, variant: str, scale: Scale) -> list[Cell]:
        """The cells of a variant: its own, if its problems differ."""
        cells = self.problems.get(variant, self.cells)
        found = [Cell(*cast(tuple[Any, ...], cell)) for cell in (cells(scale) if callable(cells) else cells)]
        return found if self.every_budget else told_apart(found)  # their budgets tell cells apart as well

    def variants(self, wanted: str) -> list[str]:
        """The variants that ``wanted`` names: one of them, or "all"."""
        if wanted != "all" and wanted not in VARIANTS:
            raise BadValue.of("variant", wanted, f"one of {', '.join(VARIANTS)} or all")
        return [v for v in VARIANTS if v in self.policies and wanted in ("all", v)]


def told_apart(cells: list[Cell]) -> list[Cell]:
    """Cells with distinct labels, for files and rows: numbered, from 1, if their own labels are not distinct.

    >>> from begreedy import Finite
    >>> [cell.labels for cell in told_apart([Cell({}, Finite(means=[0.9, 0.1])), Cell({}, Finite(means=[0.6, 0.5]))])]
    [{'cell': 1}, {'cell': 2}]
    """
    if len({file_part(cell.labels) for cell in cells}) == len(cells):
        return cells
    return [
        cell._replace(labels={"cell": number, **{k: v for k, v in cell.labels.items() if k != "cell"}})
        for number, cell in enumerate(cells, start=1)
    ]


def label_words(labels: Mapping[str, Any]) -> str:
    """Labels for people.

    >>> label_words({"arms": 20, "prior": "Beta(1, 3)"})
    'arms = 20, prior = Beta(1, 3)'
    """
    return ", ".join(f"{key} = {value}" for key, value in labels.items())


def file_part(labels: Mapping[str, Any]) -> str:
    """Labels as a part of a file's name: letters, digits and what no system minds.

    >>> file_part({"arms": 20, "prior": "Beta(1, 3)"})
    'arms=20-prior=Beta_1_3_'
    """
    return re.sub(r"[^\w.=+-]+", "_", "-".join(f"{key}={value}" for key, value in labels.items()))[:120]


def cell_name(experiment: Experiment, variant: str, labels: Mapping[str, Any]) -> str:
    """The file name of a cell, which tells several variants and cells apart."""
    shown = variant if len(experiment.policies) > 1 else ""
    return "-".join(part for part in (experiment.id, shown, file_part(labels)) if part)


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
            {"experiment": self.experiment.id, "variant": variant, "cell": labels, **row, "policy": name}
            for variant in dict.fromkeys(variant for variant, _, _ in self.results)
            for cell, name, result in self.named(variant)
            for labels, row in self._rows_of(cell, result)
        ]

    def named(self, variant: str) -> list[tuple[dict[str, Any], str, Result]]:
        """The results of a variant, each with its cell and a name that no other policy of the cell has."""
        return [
            (cell, name, result)
            for cell, results in self.cells(variant)
            for name, result in zip(distinct_labels([r.policy for r in results]), results, strict=True)
        ]

    def labelled(self) -> list[tuple[dict[str, Any], Result]]:
        """All results, each with the labels of its cell, its variant where there are several, and a distinct name."""
        several = len(self.experiment.policies) > 1
        return [
            ({"variant": variant, **cell} if several else cell, replace(result, label=name))
            for variant in dict.fromkeys(variant for variant, _, _ in self.results)
            for cell, name, result in self.named(variant)
        ]

    def cells(self, variant: str) -> list[tuple[dict[str, Any], list[Result]]]:
        """The cells of a variant: the parameters that name each, and the results of its policies."""
        by_cell: dict[str, tuple[dict[str, Any], list[Result]]] = {}
        for cell, result in self.of(variant):
            by_cell.setdefault(f"{cell} {canonical(result.problem)}", (cell, []))[1].append(result)
        return list(by_cell.values())

    def _rows_of(self, cell: dict[str, Any], result: Result) -> list[tuple[dict[str, Any], ResultRow]]:
        if result.budgeted and self.experiment.every_budget:
            return [({**cell, "budget": int(b)}, result.row(at=i)) for i, b in enumerate(result.times)]
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
    cluster: str | None = None,
    store: Store | None = None,
    shard: Shard | None = None,
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[str], None] = lambda _: None,
) -> Finished:
    """Run an experiment; only what the store does not have is simulated.

    A ``shard`` plays its share for the store and returns no results.

    Parameters
    ----------
    experiment : Experiment
        The experiment to run.
    scale : str
        Name of one of its scales.
    runs : int, optional
        Number of runs, if not that of the scale.
    seed : int
        Seed of everything random.
    variant : str
        Name of a variant, or ``"all"``.
    threads : int, optional
        Threads to play on.  By default one per core.
    cluster : str, optional
        Address of a Dask scheduler to play on.
    store : Store, optional
        Where results are kept and looked for.
    shard : Shard, optional
        Which part of the work to do for the store.
    progress : callable, optional
        Called with rounds done and all rounds.
    warn : callable
        Called with each warning.

    Returns
    -------
    Finished
        The results and the rows of the experiment.

    Examples
    --------
    >>> import begreedy as bg
    >>> cells = [bg.Cell({"arms": 10}, bg.Finite(prior=bg.Uniform(), arms=10))]
    >>> policies = {"extra": [bg.Greedy(), bg.UCB()]}
    >>> mine = bg.Experiment("mine", "Ten arms", cells, policies, {"quick": bg.Scale(50, 500)})
    >>> [row["policy"] for row in run_experiment(mine).rows()]
    ['Greedy', 'UCB']
    """
    finished = Finished(experiment, scale)
    if experiment.computed is not None:
        return finished
    labelled_jobs = [
        (v, labels, Job(policy, problem, horizon, count, seed, checkpoints, measure=experiment.measure))
        for v in experiment.variants(variant)
        for labels, problem, horizon, count, checkpoints, policies in _sized(experiment, v, scale, runs)
        for policy in policies
    ]
    # What several variants share is simulated once; its rows appear under each.
    jobs = {job.key: job for _, _, job in labelled_jobs}
    with workers_for(cluster, threads, warn) as workers:
        parts = play_jobs(jobs.values(), workers, store, shard=shard, progress=progress, warn=warn)
    if shard is None:
        results = {}
        for number, (key, job) in enumerate(jobs.items()):
            results[key] = job.result(parts[number])
            parts[number] = []  # once put together, the parts are not needed
        # Policies that differ in their labels only share a result, each under its own name.
        for v, labels, job in labelled_jobs:
            finished.results.append((v, labels, replace(results[job.key], policy=job.policy)))
    return finished


def _sized(experiment: Experiment, variant: str, scale: str, runs: int | None) -> list[tuple[Any, ...]]:
    """Cells of a variant, each with labels, problem, horizon, runs, checkpoints and policies."""
    if scale not in experiment.scales:
        raise BadValue.of("scale", scale, f"one of {', '.join(experiment.scales)}")
    size = experiment.scales[scale]
    common_runs = None if runs is None else whole(runs, "runs", low=1)
    sized = []
    for labels, problem, horizon, own_runs, checkpoints, own in experiment.cells_of(variant, size):
        if horizon is None and not says(problem, "costly"):
            horizon = size.horizon
        times: Any = checkpoints or experiment.checkpoints
        if experiment.horizons:
            times = tuple(t for t in experiment.horizons if horizon is None or t <= horizon)
        policies = own or experiment.policies[variant]
        sized.append((labels, problem, horizon, common_runs or own_runs or size.runs, times, policies))
    return sized
