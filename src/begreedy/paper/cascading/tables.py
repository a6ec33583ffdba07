"""The two tables of the paper, ours beside the printed numbers: Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

from begreedy.experiments.experiment import Finished
from begreedy.paper.published import CASCADING_ROUNDS, Printed, cascading_table, z_score


class TableCell(NamedTuple):
    """A mean and its standard error; the printed ones and how many standard errors of both are between them."""

    mean: float
    stderr: float
    printed: Printed | None
    z: float | None


Table = dict[tuple[int, int], dict[str, TableCell]]  # by L and K, then by policy


def table_of(finished: Finished, variant: str) -> Table:
    """The numbers of a table; only the variant ``published``, at the paper's length, compares with the printed ones."""
    printed = cascading_table(finished.experiment.id) if variant == "published" else {}
    table: Table = {}
    for labels, result in finished.of(variant):
        L, K, row = labels["L"], labels["K"], result.row()
        known = printed.get((L, K, row["policy"])) if result.horizon == CASCADING_ROUNDS else None
        z = z_score(row["mean"], row["stderr"], *known) if known else None
        table.setdefault((L, K), {})[row["policy"]] = TableCell(row["mean"], row["stderr"], known, z)
    return table


def write_tables(finished: Finished, folder: Path) -> list[Path]:
    """Write the table of each variant in three formats."""
    paths = []
    for variant in finished.experiment.variants("all"):
        table = table_of(finished, variant)
        if not table:
            continue
        texts = {"md": markdown(table), "tex": latex(table, finished.experiment.title), "csv": comma_separated(table)}
        for suffix, text in texts.items():
            path = folder / f"{finished.experiment.id}-{variant}.{suffix}"
            path.write_text(text, encoding="utf-8")
            paths.append(path)
    return paths


def _is_best(cell: TableCell, row: dict[str, TableCell]) -> bool:
    """Whether a mean is the least of its row, as printed: what prints alike is marked alike."""
    return float(f"{cell.mean:.1f}") <= float(f"{min(other.mean for other in row.values()):.1f}")


def _cells(row: dict[str, TableCell], bold: tuple[str, str], pm: str) -> list[str]:
    texts = []
    for cell in row.values():
        error = "unknown" if isnan(cell.stderr) else f"{cell.stderr:.{1 if cell.stderr >= 0.1 else 2}f}"
        text = f"{cell.mean:.1f}{pm}{error}"
        texts.append(f"{bold[0]}{text}{bold[1]}" if _is_best(cell, row) else text)
    return texts


def markdown(table: Table) -> str:
    """With the printed number and z in brackets, where there is one."""
    policies = list(next(iter(table.values())))
    lines = ["| L | K | " + " | ".join(policies) + " |", "|---:|---:|" + "---:|" * len(policies)]
    for (L, K), row in table.items():
        texts = _cells(row, ("**", "**"), " ± ")
        for i, cell in enumerate(row.values()):
            if cell.printed is not None and cell.z is not None:
                texts[i] += f" ({cell.printed.mean:g} ± {cell.printed.stderr:g}, z = {cell.z:+.1f})"
        lines.append(f"| {L} | {K} | " + " | ".join(texts) + " |")
    return "\n".join(lines) + "\n"


def latex(table: Table, caption: str) -> str:
    """In the paper's layout, for booktabs."""
    policies = list(next(iter(table.values())))
    lines = [
        "\\begin{table}",
        f"  \\caption{{{caption}: mean regret $\\pm$ standard error.}}",
        "  \\centering",
        f"  \\begin{{tabular}}{{cc|{'c' * len(policies)}}}",
        "    \\toprule",
        "    L & K & " + " & ".join(f"\\textsc{{{name}}}" for name in policies) + " \\\\",
        "    \\midrule",
    ]
    for (L, K), row in table.items():
        lines.append(f"    {L} & {K} & " + " & ".join(_cells(row, ("\\textbf{", "}"), " $\\pm$ ")) + " \\\\")
    return "\n".join([*lines, "    \\bottomrule", "  \\end{tabular}", "\\end{table}"]) + "\n"


def comma_separated(table: Table) -> str:
    """One line per cell and policy; ``best`` is 1 for those that the other formats print in bold."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["L", "K", "policy", "mean", "stderr", "best", "printed_mean", "printed_stderr", "z"])
    for (L, K), row in table.items():
        for name, cell in row.items():
            printed: tuple[Any, Any] = cell.printed or ("", "")
            best = int(_is_best(cell, row))
            stderr = "" if isnan(cell.stderr) else cell.stderr
            writer.writerow([L, K, name, cell.mean, stderr, best, *printed, "" if cell.z is None else cell.z])
    return out.getvalue()
