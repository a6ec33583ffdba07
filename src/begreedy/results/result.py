"""The result of simulating one policy on one problem."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from begreedy.results.frames import Frames
from begreedy.results.result_row import ResultRow
from begreedy.types import Policy, Problem, column_of, measure_in
from begreedy.values.canonical import concise, display_name
from begreedy.values.errors import BadType, BadValue, brief
from begreedy.values.numbers import error_words, mean_words, number
from begreedy.values.text_table import html_table

if TYPE_CHECKING:
    from begreedy.results.plot import Axes, PlotOptions


@dataclass(frozen=True, eq=False)
class Result(Frames):
    """The result of a simulation: regret of every run at every checkpoint, and totals per run.

    ``regret`` has a row per run and a column per checkpoint (``times``); ``mean``, ``std``, ``stderr`` and
    ``quantile`` summarise it over the runs.  Other measures are in ``measured``.  ``plot`` draws it, ``save``
    and ``load`` keep it, ``to_pandas``, ``to_polars``, ``to_xarray`` and ``to_arrow`` take it elsewhere.
    """

    policy: Policy
    problem: Problem
    horizon: int
    seed: int
    times: np.ndarray
    regret: np.ndarray
    reward: np.ndarray  # per run: sum of the rewards received
    pulls: np.ndarray  # per run: pulls of a best arm
    arms_tried: np.ndarray  # per run: arms pulled at least once
    locked_gap: np.ndarray  # per run: gap of the only arm played in the last half of the rounds, else 0
    reference: np.ndarray  # per run: what regret is measured against, per round (per unit of budget: the best ratio)
    rounds: np.ndarray  # runs x checkpoints, of a budgeted problem: the round that went over the budget, 0 if none did
    seconds: float
    measured: dict[str, np.ndarray] = field(default_factory=dict)  # by name: runs x checkpoints, maybe x arms
    label: str | None = None  # what you call the policy, if not by its own name

    @property
    def name(self) -> str:
        """The name of the policy in legends, tables, data frames and files: your label, or its own name."""
        return self.label or display_name(self.policy)

    @property
    def runs(self) -> int:
        """Number of independent repetitions."""
        return len(self.regret)

    @property
    def mean(self) -> np.ndarray:
        """Mean regret at each checkpoint."""
        means: np.ndarray = self.regret.mean(axis=0)
        return means

    @property
    def std(self) -> np.ndarray:
        """Standard deviation over the runs (ddof = 1); unknown, NaN, for a single run."""
        return self.regret.std(axis=0, ddof=1) if self.runs > 1 else np.full(len(self.times), np.nan)

    @property
    def stderr(self) -> np.ndarray:
        """Standard error of the mean; unknown, NaN, for a single run."""
        errors: np.ndarray = self.std / np.sqrt(self.runs)
        return errors

    @property
    def final(self) -> np.ndarray:
        """Regret at the horizon, one value per run."""
        return self.regret[:, -1]

    @property
    def locked(self) -> float:
        """The share of runs that played one suboptimal arm throughout the second half.

        NaN where that has no meaning: arms that die, actions that are vectors.
        """
        return float("nan") if np.isnan(self.locked_gap).all() else float(np.mean(self.locked_gap > 1e-12))

    @property
    def budgeted(self) -> bool:
        """Whether ``times`` are budgets rather than rounds."""
        return bool(self.rounds.shape[1] > 0)

    @property
    def capped(self) -> np.ndarray:
        """The share of runs that ran out of rounds before budget, at each checkpoint."""
        return np.mean(self.rounds == 0, axis=0) if self.budgeted else np.zeros(len(self.times))

    @property
    def relative(self) -> np.ndarray:
        """Regret of every run and checkpoint as a share of what the best would have earned."""
        most = self.reference[:, None] * self.times[None, :]
        shares: np.ndarray = np.divide(self.regret, most, out=np.zeros_like(self.regret), where=most != 0.0)
        return shares

    def curves(self, what: str = "regret") -> np.ndarray:
        """The regret, or another measure, of every run at every checkpoint.

        Parameters
        ----------
        what : str
            ``"regret"``, or the name of a measure in ``measured``.

        Returns
        -------
        array
            A row per run and a column per checkpoint.

        Raises
        ------
        BadValue
            If there is no such measure, or it has a number for every arm.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> result.curves().shape == (10, len(result.times))
        True
        """
        table = self.regret if what == "regret" else self.measured.get(what)
        if table is None or table.ndim != 2:
            names = ["regret", *(name for name in self.measured if not self.is_by_arm(name))]
            raise BadValue.of("what", what, " or ".join(names))
        return table

    def is_by_arm(self, what: str) -> bool:
        """Whether a measure has a number for every arm.

        Parameters
        ----------
        what : str
            Name of the measure.

        Returns
        -------
        bool
            True if ``measured[what]`` is by run, checkpoint and arm.

        Examples
        --------
        >>> import begreedy as bg
        >>> measures = [bg.PullsPerArm(), bg.BestArmShare()]
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 100, runs=10, measure=measures)
        >>> [result.is_by_arm(name) for name in result.measured]
        [True, False]
        """
        return what in self.measured and self.measured[what].ndim == 3

    def quantile(self, q: float | Sequence[float] | np.ndarray) -> np.ndarray:
        """Quantiles of the regret over the runs, at each checkpoint.

        Parameters
        ----------
        q : float or list of float
            Levels, from 0 to 1.

        Returns
        -------
        array
            A value per checkpoint; for several levels, a row for each.

        Raises
        ------
        BadValue, BadType
            If a level is not a number from 0 to 1.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> low, high = result.quantile([0.1, 0.9])
        >>> bool((low <= high).all())
        True
        """
        levels = np.asarray(q)
        if levels.dtype.kind not in "fiu":
            raise BadType.of("q", q, "a number or a list of numbers", got=brief(q))
        if not np.all((levels >= 0.0) & (levels <= 1.0)):
            raise BadValue.of("q", q, "in [0, 1]")
        quantiles: np.ndarray = np.quantile(self.regret, levels, axis=0)
        return quantiles

    def _labelled(self) -> list[tuple[str, Result]]:
        return [(self.name, self)]

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the result to a Parquet file, which ``begreedy.load`` reads again.

        Parameters
        ----------
        path : path
            The file, such as ``"greedy.parquet"``.

        Returns
        -------
        Path
            The same path.

        Raises
        ------
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> from tempfile import mkdtemp
        >>> path = result.save(mkdtemp() + "/greedy.parquet")
        >>> bool((bg.load(path).regret == result.regret).all())
        True
        """
        from begreedy.results.saved import save_result

        return save_result(self, path, self.name)

    def plot(self, ax: Axes | None = None, **options: Unpack[PlotOptions]) -> Axes:
        """Draw the mean regret over time, with a band.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default a new figure.
        **options
            ``band`` (``"stderr"``, ``"quantiles"``, ``"none"`` or a number of standard deviations), ``log`` (``"x"``,
            ``"y"`` or ``"both"``), ``legend`` (True or False), ``labels`` and ``what`` (a measure instead of regret).

        Returns
        -------
        matplotlib Axes
            The axes with the curve.

        Raises
        ------
        MissingExtra
            If Matplotlib is not installed: the extra ``plot``.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> ax = result.plot(band="quantiles", log="x")
        """
        from begreedy.results.plot import curves

        options.setdefault("labels", [self.name])
        return curves([self], ax, **options)

    def row(self, at: int = -1) -> ResultRow:
        """The summary at a checkpoint, in the words of the command line's JSON.

        Parameters
        ----------
        at : int
            Position of the checkpoint in ``times``; by default the last, the horizon.

        Returns
        -------
        dict
            Policy, horizon, runs, seed, mean, standard error, quantiles and more.

        Examples
        --------
        >>> import begreedy as bg
        >>> result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> row = result.row()
        >>> row["policy"], row["horizon"], row["runs"]
        ('Greedy', 100, 10)
        """
        values = self.regret[:, at]
        q10, median, q90 = (float(x) for x in np.quantile(values, [0.1, 0.5, 0.9]))
        row: ResultRow = {
            "policy": self.name,
            "horizon": None if self.budgeted else int(self.times[at]),
            "runs": self.runs,
            "seed": self.seed,
            "mean": float(self.mean[at]),
            "std": float(self.std[at]),
            "stderr": float(self.stderr[at]),
            "median": median,
            "q10": q10,
            "q90": q90,
            "seconds": self.seconds,
        }
        if self.budgeted:
            self._add_shares(row, at)
        if self.measured:  # a number each, or a list by arm
            row["measured"] = {name: values[:, at].mean(axis=0).tolist() for name, values in self.measured.items()}
        return row

    def _add_shares(self, row: ResultRow, at: int) -> None:
        """Regret as a share of what the best ratio would have earned, and runs that were cut."""
        q10, median, q90 = (float(x) for x in np.quantile(self.relative[:, at], [0.1, 0.5, 0.9]))
        row["relative"] = float(self.relative[:, at].mean())
        row["relative_median"] = median
        row["relative_q10"] = q10
        row["relative_q90"] = q90
        row["capped"] = float(self.capped[at])

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        row = self.row()
        low, high = row["q10"], row["q90"]
        length = "budget" if self.budgeted else "rounds"
        facts = [
            ["mean regret", mean_words(row["mean"], row["stderr"])],
            ["median (10 to 90 % of the runs)", f"{number(row['median'])} ({number(low)} to {number(high)})"],
            ["mean reward", number(float(self.reward.mean()))],
            ["arms tried, on average", number(float(self.arms_tried.mean()))],
            ["locked on a bad arm", "–" if isnan(self.locked) else f"{100 * self.locked:.3g} % of the runs"],
            *([name, number(mean)] for name, mean in row.get("measured", {}).items() if isinstance(mean, float)),
            [f"{length}, runs, seed", f"{self.times[-1]:.15g}, {self.runs}, {self.seed}"],
        ]
        return html_table([[self.name, f"on {concise(self.problem)}"], *facts])

    def __repr__(self) -> str:
        label = f"{self.label!r}, " if self.label else ""
        return (
            f"<Result {label}{concise(self.policy)}: regret {self.mean[-1]:.6g} ± {error_words(self.stderr[-1])} "
            f"at {'B' if self.budgeted else 'T'} = {self.times[-1]:.15g}, {self.runs} run{'s' * (self.runs > 1)}>"
        )


def columns_of(result: Result) -> dict[str, np.ndarray]:
    """The columns of a result, as blocks have them."""
    names = ("regret", "reward", "pulls", "tried", "locked", "reference", "rounds")
    ours = {name: getattr(result, _FIELDS.get(name, name)) for name in names}
    measures = {column_of(name, x.ndim == 3): x.reshape(len(x), -1) for name, x in result.measured.items()}
    return ours | measures


# What the totals of a run are called in a result, where a block's column has a shorter name.
_FIELDS = {"tried": "arms_tried", "locked": "locked_gap"}


def result_of(
    policy: Policy,
    problem: Problem,
    horizon: int,
    seed: int,
    times: np.ndarray,
    columns: dict[str, np.ndarray],
    seconds: float,
) -> Result:
    """A result from the columns of its blocks: one array per number kept of a run."""
    fields: dict[str, Any] = {
        _FIELDS.get(name, name): values for name, values in columns.items() if measure_in(name) is None
    }
    return Result(
        policy=policy,
        problem=problem,
        horizon=horizon,
        seed=seed,
        times=times,
        seconds=seconds,
        measured=measured_of(columns, len(times)),
        **fields,
    )


def measured_of(columns: dict[str, np.ndarray], points: int) -> dict[str, np.ndarray]:
    """The measures among the columns of blocks: by name, runs x checkpoints, or x arms."""
    measured = {}
    for column, values in columns.items():
        if (measure := measure_in(column)) is not None:
            name, by_arm = measure
            measured[name] = values.reshape(len(values), points, -1) if by_arm else values
    return measured
