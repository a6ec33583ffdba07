"""Tables that go into a text, in Markdown or in LaTeX: a part of comparisons and sweeps."""

from __future__ import annotations

from begreedy.values.text_table import Rows, latex_table, markdown_table


class Tabular:
    """What can go into a text as a table."""

    def _cells(self) -> Rows:
        """The cells as texts, row by row; the first row is the head."""
        raise NotImplementedError

    def to_markdown(self) -> str:
        """The table in Markdown.

        Returns
        -------
        str
            A table with pipes.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> comparison.to_markdown().splitlines()[0].startswith("| policy")
        True
        """
        return markdown_table(self._cells())

    def to_latex(self, caption: str = "", label: str = "") -> str:
        """The table in LaTeX, for the package booktabs.

        Parameters
        ----------
        caption, label : str
            Caption and label of the table, if not empty.

        Returns
        -------
        str
            A ``table`` environment.

        Examples
        --------
        >>> import begreedy as bg
        >>> policies = [bg.Greedy(), bg.UCB()]
        >>> comparison = bg.compare(policies, bg.Finite(means=[0.9, 0.1]), horizon=100, runs=10, seed=0)
        >>> "toprule" in comparison.to_latex(caption="Two arms")
        True
        """
        return latex_table(self._cells(), caption, label)
