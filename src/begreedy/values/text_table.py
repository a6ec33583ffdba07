"""Plain-text tables."""

from __future__ import annotations

from collections.abc import Sequence


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as lines, the columns aligned to the left.

    >>> print(text_table([("policy", "regret"), ("Greedy", "8.9"), ("ThompsonSampling", "2.7")]))
    policy            regret
    Greedy            8.9
    ThompsonSampling  2.7
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)
