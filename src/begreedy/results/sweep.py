"""Regret against the parameters of a policy."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from begreedy.results.comparison import Comparison
from begreedy.results.result import Result
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.numbers import error_words
from begreedy.values.text_table import html_table, latex_table, markdown_table, text_table

if TYPE_CHECKING:
    from begreedy.results.plot import Axes, Log


@dataclass(frozen=True, eq=False)
class Sweep:
    """The results of one policy with different parameters on the same runs of one problem.

    ``settings`` are the parameters, one dictionary per result of ``comparison``.  Prints as a table; ``rows`` are its
    numbers, ``plot`` draws the regret at the horizon against a parameter.
    """

    settings: tuple[Mapping[str, Any], ...]
    comparison: Comparison

    def __iter__(self) -> Iterator[tuple[Mapping[str, Any], Result]]:
        """Parameters and results, side by side."""
        return iter(zip(self.settings, self.comparison, strict=True))

    def __len__(self) -> int:
        return len(self.settings)

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters that were varied."""
        return list(self.settings[0])

    @property
    def best(self) -> Mapping[str, Any]:
        """The parameters of least mean regret at the horizon."""
        return self.settings[self._place]

    @property
    def _place(self) -> int:
        return next(i for i, result in enumerate(self.comparison) if result is self.comparison.best)

    def rows(self) -> list[dict[str, Any]]:
        """One row per setting: the parameters, then the summary of the result."""
        return [{**setting, **result.row()} for setting, result in self]

    def table(self) -> str:
        """A plain-text table: parameters, mean ± standard error, median and 90 % quantile of the regret."""
        return text_table(self._rows())

    def to_markdown(self) -> str:
        """The table in Markdown."""
        return markdown_table(self._rows())

    def to_latex(self, caption: str = "", label: str = "") -> str:
        """The table in LaTeX, for the package booktabs, with a ``caption`` and a ``label`` if given."""
        return latex_table(self._rows(), caption, label)

    def plot(self, ax: Axes | None = None, *, log: Log = False, legend: bool = True) -> Axes:
        """Mean regret at the horizon against the first parameter that is a number, with two standard errors.

        There is a line per setting of the others.  ``log`` says which axes are logarithmic: "x", "y", or "both";
        ``ax`` are axes of your own, and ``legend=False`` leaves the legend out.
        """
        from begreedy.results.plot import against

        numbers = [n for n in self.parameters if all(isinstance(s[n], (int, float)) for s in self.settings)]
        if not numbers:
            raise BadValue.of("plot", self.parameters, "of a sweep over numbers")
        first, others = numbers[0], [name for name in self.parameters if name != numbers[0]]
        points: dict[str, list[tuple[float, Result]]] = {}
        for setting, result in self:
            name = ", ".join(f"{other} = {_words(setting[other])}" for other in others)
            points.setdefault(name, []).append((setting[first], result))
        return against(first, points, ax, log=log, legend=legend and bool(others))

    def _rows(self) -> list[tuple[str, ...]]:
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
        return f"<p>{html.escape(about)}</p>{html_table(self._rows(), bold=self._place + 1)}"


def _words(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
