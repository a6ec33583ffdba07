"""Regret against the parameters of a policy."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from begreedy.results.comparison import Comparison
from begreedy.results.result import Result
from begreedy.results.tabular import Tabular
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.numbers import error_words
from begreedy.values.text_table import html_table, text_table

if TYPE_CHECKING:
    from begreedy.results.plot import Axes, Log


@dataclass(frozen=True, eq=False)
class Sweep(Tabular):
    """The results of one policy with different parameters on the same runs of one problem.

    ``settings`` are the parameters, one dictionary per result of ``comparison``.  Prints as a table; ``rows`` are its
    numbers, ``plot`` draws the regret at the horizon against a parameter.
    """

    settings: tuple[Mapping[str, object], ...]
    comparison: Comparison

    def __iter__(self) -> Iterator[tuple[Mapping[str, object], Result]]:
        """Parameters and results, side by side."""
        return iter(zip(self.settings, self.comparison, strict=True))

    def __len__(self) -> int:
        return len(self.settings)

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters that were varied."""
        return list(self.settings[0])

    @property
    def best(self) -> Mapping[str, object]:
        """The parameters of least mean regret at the horizon."""
        return self.settings[self._place]

    @property
    def _place(self) -> int:
        return next(i for i, result in enumerate(self.comparison) if result is self.comparison.best)

    def rows(self) -> list[dict[str, object]]:
        """The numbers of the table.

        Returns
        -------
        list of dict
            A row per setting: the parameters, then the summary of the result.

        Examples
        --------
        >>> import begreedy as bg
        >>> sweep = bg.sweep(bg.UCB, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, c=[0.5, 1.0])
        >>> [row["c"] for row in sweep.rows()]
        [0.5, 1.0]
        """
        return [{**setting, **result.row()} for setting, result in self]

    def table(self) -> str:
        """The sweep as a plain-text table, which ``print`` shows.

        Returns
        -------
        str
            Parameters, mean ± standard error, median and 90 % quantile of the regret.

        Examples
        --------
        >>> import begreedy as bg
        >>> sweep = bg.sweep(bg.UCB, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, c=[0.5, 1.0])
        >>> len(sweep.table().splitlines())
        3
        """
        return text_table(self._cells())

    def plot(self, ax: Axes | None = None, *, log: Log = False, legend: bool = True) -> Axes:
        """Draw the mean regret at the horizon against the first parameter that is a number, with two standard errors.

        There is a line per setting of the other parameters.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default a new figure.
        log : str or bool
            Which axes are logarithmic: ``"x"``, ``"y"`` or ``"both"``; by default none.
        legend : bool
            Whether to draw a legend.

        Returns
        -------
        matplotlib Axes
            The axes with the lines.

        Raises
        ------
        BadValue
            If no parameter is a number.
        MissingExtra
            If Matplotlib is not installed: the extra ``plot``.

        Examples
        --------
        >>> import begreedy as bg
        >>> sweep = bg.sweep(bg.UCB, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, c=[0.5, 1.0])
        >>> ax = sweep.plot(log="x")
        """
        from begreedy.results.plot import against

        first = next((name for name in self.parameters if self._numbers(name)), None)
        if first is None:
            raise BadValue.of("plot", self.parameters, "of a sweep over numbers")
        others = [name for name in self.parameters if name != first]
        points: dict[str, list[tuple[float, Result]]] = {}
        for place, (setting, result) in zip(self._numbers(first), self, strict=True):
            name = ", ".join(f"{other} = {_words(setting[other])}" for other in others)
            points.setdefault(name, []).append((place, result))
        return against(first, points, ax, log=log, legend=legend and bool(others))

    def _numbers(self, name: str) -> list[float]:
        """The values of a parameter; nothing if they are not all numbers."""
        values = [setting[name] for setting in self.settings]
        numbers = [value for value in values if isinstance(value, (int, float))]
        return numbers if len(numbers) == len(values) else []

    def _cells(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [(*self.parameters, "mean regret", "median", "90 %")]
        for setting, result in self:
            row = result.row()
            mean = f"{row['mean']:.5g} ± {error_words(row['stderr'])}"
            rows.append((*map(_words, setting.values()), mean, f"{row['median']:.5g}", f"{row['q90']:.5g}"))
        return rows

    def __repr__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        """What a notebook shows: the table, with the best in bold."""
        first = self.comparison[0]
        about = f"{type(first.policy).__name__} on {concise(first.problem)}, {first.runs} runs, seed {first.seed}"
        return f"<p>{html.escape(about)}</p>{html_table(self._cells(), bold=self._place + 1)}"


def _words(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
