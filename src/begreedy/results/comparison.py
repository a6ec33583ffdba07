"""Several policies on the same instances."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

import numpy as np

from begreedy.results.frames import Frames
from begreedy.results.result import Result
from begreedy.results.student import student
from begreedy.results.tabular import Tabular
from begreedy.types import Policies, Policy
from begreedy.values.canonical import concise, display_name, unlike_defaults
from begreedy.values.errors import BadValue
from begreedy.values.numbers import error_words, p_words
from begreedy.values.text_table import html_table, text_table

if TYPE_CHECKING:
    from begreedy.results.plot import Axes, PlotOptions


class Difference(NamedTuple):
    """Regret of one policy minus that of another on the same runs: mean, standard error, two-sided p-value.

    The p-value is that of Student's t-test of the paired differences; after one run neither it nor the error is known.
    """

    mean: float
    stderr: float
    p_value: float


@dataclass(frozen=True, eq=False)
class Comparison(Frames, Tabular):
    """The results of several policies on the same runs of one problem.

    ``names`` are labels of your own, one per policy; its result has the same.  Prints as a table; ``to_markdown`` and
    ``to_latex`` give the same for a text, ``plot`` the curves, ``save`` and ``load`` keep it, ``to_pandas``,
    ``to_polars``, ``to_xarray`` and ``to_arrow`` take it elsewhere.
    """

    results: tuple[Result, ...]
    names: tuple[str, ...] | None = None

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, which: int | str | Policy) -> Result:
        """A result by position, by its policy, or by its label; by the policy's name where only one has it."""
        if isinstance(which, int):
            return self.results[which]
        return self.results[place_of(which, [result.policy for result in self.results], self.labels)]

    @property
    def labels(self) -> list[str]:
        """One distinct label per policy: yours, or else its name, with its parameters where names repeat."""
        return list(self.names or distinct_labels([result.policy for result in self.results]))

    @property
    def best(self) -> Result:
        """The result with the least mean regret at the horizon."""
        return min(self.results, key=lambda result: float(result.mean[-1]))

    def difference(self, a: Result, b: Result) -> Difference:
        """Difference of two regrets at the horizon, ``a - b``, paired by run: runs share their instances.

        Parameters
        ----------
        a, b : Result
            Two results of this comparison.

        Returns
        -------
        Difference
            Mean, standard error and p-value of Student's t-test.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> comparison.difference(comparison["UCB"], comparison["Greedy"]).mean > 0.0
        True
        """
        gaps = a.final - b.final
        mean = float(gaps.mean())
        if len(gaps) == 1:
            return Difference(mean, nan, nan)
        stderr = float(gaps.std(ddof=1) / sqrt(len(gaps)))
        if stderr == 0.0:
            return Difference(mean, stderr, 1.0 if mean == 0.0 else 0.0)
        return Difference(mean, stderr, student(mean / stderr, len(gaps) - 1.0))

    def _labelled(self) -> list[tuple[str, Result]]:
        return list(zip(self.labels, self.results, strict=True))

    def table(self) -> str:
        """The comparison as a plain-text table, which ``print`` shows.

        Returns
        -------
        str
            Mean ± standard error, median, 90 % quantile, share of locked runs and difference to the best, by policy.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> comparison.table().splitlines()[0].split()
        ['policy', 'mean', 'regret', 'median', '90', '%', 'locked', 'difference', 'to', 'best']
        """
        return text_table(self.rows())

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the comparison to a new folder of Parquet files, which ``begreedy.load`` reads again.

        Parameters
        ----------
        folder : path
            The folder, which must be new or empty.

        Returns
        -------
        Path
            The same folder.

        Raises
        ------
        BadValue
            If there is something in the folder.
        OSError
            If it cannot be written.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> from tempfile import mkdtemp
        >>> bg.load(comparison.save(mkdtemp() + "/two-arms")).labels
        ['Greedy', 'UCB']
        """
        from begreedy.results.saved import save_comparison

        return save_comparison(self._labelled(), folder)

    def _repr_html_(self) -> str:
        """What a notebook shows: the table, with the best in bold."""
        place = next(i for i, result in enumerate(self.results) if result is self.best)
        first = self.results[0]
        length = f"{'budget' if first.budgeted else 'T'} = {first.times[-1]:.15g}"
        about = f"{concise(first.problem)}, {length}, {first.runs} run{'s' * (first.runs > 1)}, seed {first.seed}"
        return f"<p>{html.escape(about)}</p>{html_table(self.rows(), bold=place + 1)}"

    def rows(self) -> list[tuple[str, ...]]:
        """The table as texts.

        Returns
        -------
        list of tuple of str
            The names of the columns, then a row per policy.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> [row[0] for row in comparison.rows()]
        ['policy', 'Greedy', 'UCB']
        """
        best = self.best
        head = ("policy", "mean regret", "median", "90 %", "locked", "difference to best")
        also = [name for name, values in best.measured.items() if values.ndim == 2]
        rows: list[tuple[str, ...]] = [(*head, *also)]
        for label, result in self._labelled():
            gap = self.difference(result, best)
            row = result.row()
            rows.append(
                (
                    label,
                    f"{row['mean']:.5g} ± {error_words(row['stderr'])}",
                    f"{row['median']:.5g}",
                    f"{row['q90']:.5g}",
                    "-" if isnan(result.locked) else f"{100 * result.locked:.3g} %",
                    "best" if result is best else _words(gap),
                    *(f"{row['measured'][name]:.4g}" for name in also),
                )
            )
        return rows

    def _cells(self) -> list[tuple[str, ...]]:
        return self.rows()

    def plot(self, ax: Axes | None = None, **options: Unpack[PlotOptions]) -> Axes:
        """Draw the mean regret of every policy over time, with bands.

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
            The axes with the curves.

        Raises
        ------
        MissingExtra
            If Matplotlib is not installed: the extra ``plot``.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> ax = comparison.plot(log="both")
        """
        from begreedy.results.plot import curves

        options.setdefault("labels", self.labels)
        return curves(list(self.results), ax, **options)

    def __repr__(self) -> str:
        return self.table()


def _words(gap: Difference) -> str:
    return f"{gap.mean:+.4g}" + ("" if isnan(gap.stderr) else f" ± {gap.stderr:.2g} ({p_words(gap.p_value)})")


def place_of(which: object, policies: Policies, labels: Sequence[str]) -> int:
    """The place of the only policy that is meant: by its label, else by its name, else by itself.

    >>> from begreedy import UCB
    >>> place_of(UCB(0.3), [UCB(), UCB(0.3)], ["UCB(c=1.0)", "UCB(c=0.3)"])
    1
    >>> place_of("UCB", [UCB(), UCB(0.3)], ["UCB(c=1.0)", "UCB(c=0.3)"])
    Traceback (most recent call last):
    KeyError: "'UCB' is one of several policies: UCB(c=1.0), UCB(c=0.3)"
    """
    if len(places := places_of(which, policies, labels)) != 1:
        raise KeyError(unclear(which, places, labels))
    return places[0]


def places_of(which: object, policies: Policies, labels: Sequence[str]) -> list[int]:
    """The places of all policies that ``which`` may mean."""
    if isinstance(which, str):
        if which in labels:
            return [list(labels).index(which)]
        return [i for i, policy in enumerate(policies) if display_name(policy) == which]
    return [i for i, policy in enumerate(policies) if policy == which]


def unclear(which: object, places: Sequence[int], labels: Sequence[str]) -> str:
    """The message for a name that is not that of exactly one policy."""
    if not places:
        return f"no policy {which!r}; there are {', '.join(labels)}"
    return f"{which!r} is one of several policies: {', '.join(labels[i] for i in places)}"


def distinct_labels(policies: Policies) -> list[str]:
    """Names of policies, with their parameters where two of them would read the same, and numbered if they still do."""
    names = [display_name(policy) for policy in policies]
    unlike: dict[type, frozenset[str]] = {}
    for policy in policies:
        unlike[type(policy)] = unlike.get(type(policy), frozenset()) | unlike_defaults(policy)
    labels = [
        name if names.count(name) == 1 else concise(policy, unlike[type(policy)])
        for policy, name in zip(policies, names, strict=True)
    ]
    return [
        label if labels[:i].count(label) == 0 else f"{label} #{1 + labels[:i].count(label)}"
        for i, label in enumerate(labels)
    ]


def paired(results: list[Result], names: Sequence[str] | None = None) -> Comparison:
    """A comparison, after checking that the results can be paired; ``names`` are labels of your own."""
    first = results[0]
    for other in results[1:]:
        same = np.array_equal(other.times, first.times) and other.runs == first.runs
        same = same and list(other.measured) == list(first.measured)
        if not same or other.problem != first.problem or other.seed != first.seed:
            allowed = "on the same problem, seed, runs, checkpoints and measures"
            raise BadValue(f"results can be compared only {allowed}", field="results", value=other, allowed=allowed)
    if names is None or list(names) == distinct_labels([result.policy for result in results]):
        return Comparison(tuple(results))
    labelled = [replace(result, label=name) for result, name in zip(results, names, strict=True)]
    return Comparison(tuple(labelled), tuple(names))
