"""One HTML page with every figure and its numbers; it needs no network and no other file."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from begreedy.lab.experiment import VARIANTS, Finished
from begreedy.report.tables import cascade_entries

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; background: #fff; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { white-space: nowrap; padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
p.note, small { color: GrayText; }
details { overflow-x: auto; margin: .5rem 0; } summary { cursor: pointer; }
"""


def write_page(experiments: list[Finished], folder: Path, scale: str) -> Path:
    """Write ``index.html`` beside the figures."""
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>Be Greedy in Multi-Armed Bandits, reproduced</title><style>{_STYLE}</style>",
        "<h1>Be Greedy in Multi-Armed Bandits, reproduced</h1>",
        f"<p class='note'>Scale: {html.escape(scale)}. Every number here was computed by begreedy.</p>",
    ]
    for finished in experiments:
        experiment = finished.experiment
        parts.append(f"<h2 id='{experiment.id}'>{html.escape(experiment.title)}</h2>")
        for name in (experiment.id, *(f"{experiment.id}-{variant}" for variant in VARIANTS)):
            path = folder / f"{name}.svg"
            if path.exists():
                svg = path.read_text(encoding="utf-8")
                parts.append(f"<figure role='img' aria-label='{name}'>{svg[svg.index('<svg') :]}</figure>")
        extra = " In the variant extra the band is two standard errors." if "extra" in experiment.policies else ""
        parts.append(f"<p class='note'>{html.escape(experiment.notes + extra)}</p>")
        if not experiment.horizons and not experiment.computed:
            parts.append(_tables(finished))
    page = folder / "index.html"
    page.write_text("\n".join(parts), encoding="utf-8")
    return page


def _tables(finished: Finished) -> str:
    """One list if there is one cell; otherwise a table per variant, cells down and policies across."""
    rows = finished.rows()
    if not any(row["cell"] for row in rows):
        return _list(rows)
    parts: list[str] = []
    for variant in finished.experiment.variants("all"):
        shown = [row for row in rows if row["variant"] == variant]
        if shown:
            table = _grid(shown, _printed(finished, variant))
            parts.append(f"<details{' open' * (not parts)}><summary>{variant}</summary>{table}</details>")
    return "\n".join(parts)


def _list(rows: list[dict[str, Any]]) -> str:
    lines = ["<table><tr><th>policy</th><th>variant</th><th>mean regret</th><th>median</th><th>90 %</th></tr>"]
    lines += [
        f"<tr><td>{html.escape(row['policy'])}</td><td>{row['variant']}</td>"
        f"<td>{row['mean']:.4g} ± {row['stderr']:.2g}</td><td>{row['median']:.4g}</td><td>{row['q90']:.4g}</td></tr>"
        for row in rows
    ]
    return "\n".join([*lines, "</table>"])


def _grid(rows: list[dict[str, Any]], printed: dict[tuple[str, str], str]) -> str:
    """Mean regret ± standard error, the least of each cell in bold, and what was printed beneath."""
    cells: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        cells.setdefault(str(row["cell"]), []).append(row)
    names = list(dict.fromkeys(row["policy"] for row in rows))
    heads = "".join(f"<th>{html.escape(name)}</th>" for name in [*rows[0]["cell"], *names])
    lines = [f"<table><tr>{heads}</tr>"]
    for key, members in cells.items():
        best = min(row["mean"] for row in members)
        line = "".join(f"<td>{value:g}</td>" for value in members[0]["cell"].values())
        by_name = {row["policy"]: row for row in members}
        for name in names:
            row = by_name[name]
            text = f"{row['mean']:.4g} ± {row['stderr']:.2g}"
            text = f"<b>{text}</b>" if row["mean"] == best else text
            line += f"<td>{text}{_beneath(row)}{printed.get((key, name), '')}</td>"
        lines.append(f"<tr>{line}</tr>")
    return "\n".join([*lines, "</table>"])


def _beneath(row: dict[str, Any]) -> str:
    """Where the mean says little: the median share of what could have been earned, and the runs that were cut."""
    if "relative_median" not in row or row["variant"] != "corrected":
        return ""
    low, middle, high = (f"{100 * row[f'relative_{q}']:.0f}" for q in ("q10", "median", "q90"))
    cut = f", {100 * row['capped']:.3g} % cut" if row["capped"] > 0.0 else ""
    return f"<br><small>{middle} % ({low} to {high} %){cut}</small>"


def _printed(finished: Finished, variant: str) -> dict[tuple[str, str], str]:
    """By cell and policy: the number that the paper printed, and how far ours is from it."""
    if not finished.experiment.id.startswith("cascade-"):
        return {}
    return {
        (
            str({"L": L, "K": K}),
            name,
        ): f"<br><small>paper {e.printed.mean:g} ± {e.printed.stderr:g}, z = {e.z:+.1f}</small>"
        for (L, K), row in cascade_entries(finished, variant).items()
        for name, e in row.items()
        if e.printed is not None and e.z is not None
    }
