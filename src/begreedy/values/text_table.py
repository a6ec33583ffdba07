"""Tables as plain text, Markdown, LaTeX and HTML; the first row is the head."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Sequence

Rows = Sequence[Sequence[str]]

_LATEX = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "–": "--",
}


def text_table(rows: Rows) -> str:
    """Rows of cells as lines, the columns aligned to the left.

    >>> print(text_table([("policy", "regret"), ("Greedy", "8.9"), ("ThompsonSampling", "2.7")]))
    policy            regret
    Greedy            8.9
    ThompsonSampling  2.7
    """
    rows = [["".join(map(_shown, cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def _shown(character: str) -> str:
    """A character, but codes for terminals and surrogates as they are written in Python."""
    return ascii(character)[1:-1] if unicodedata.category(character) in ("Cc", "Cs") else character


def markdown_table(rows: Rows) -> str:
    """A table of Markdown.

    >>> print(markdown_table([("policy", "regret"), ("a|b", "8.9")]))
    | policy | regret |
    |---|---|
    | a\\|b | 8.9 |
    """
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def latex_table(rows: Rows, caption: str = "", label: str = "") -> str:
    """A table of LaTeX, for the package booktabs.

    >>> print(latex_table([("policy", "regret"), ("UCB_2", "8.9 ± 0.1")], caption="Regret"))
    \\begin{table}
      \\centering
      \\caption{Regret}
      \\begin{tabular}{ll}
        \\toprule
        policy & regret \\\\
        \\midrule
        UCB\\_2 & 8.9 $\\pm$ 0.1 \\\\
        \\bottomrule
      \\end{tabular}
    \\end{table}
    """
    head, *body = ["    " + " & ".join(map(latex_text, row)) + r" \\" for row in rows]
    return "\n".join(
        [
            r"\begin{table}",
            r"  \centering",
            *([f"  \\caption{{{latex_text(caption)}}}"] if caption else []),
            *([f"  \\label{{{label}}}"] if label else []),
            f"  \\begin{{tabular}}{{{'l' * len(rows[0])}}}",
            r"    \toprule",
            head,
            r"    \midrule",
            *body,
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
        ]
    )


def latex_text(words: str) -> str:
    """Words as LaTeX prints them."""
    return "".join(_LATEX.get(c, c) for c in words)


def html_table(rows: Rows, bold: int | None = None) -> str:
    """A table of HTML; row ``bold`` (the head is row 0) stands out.

    >>> html_table([("policy",), ("<Greedy>",)])
    '<table><thead><tr><th>policy</th></tr></thead><tbody><tr><td>&lt;Greedy&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in rows[0])
    lines = []
    for number, row in enumerate(rows[1:], start=1):
        cells = [f"<b>{html.escape(cell)}</b>" if number == bold else html.escape(cell) for cell in row]
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
