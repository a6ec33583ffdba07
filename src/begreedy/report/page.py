"""One HTML page with every figure and its numbers; it needs no network and no other file."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

from begreedy.lab.experiment import Finished

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; background: #fff; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
p.note { color: GrayText; }
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
        for path in sorted({*folder.glob(f"{experiment.id}.svg"), *folder.glob(f"{experiment.id}-*.svg")}):
            svg = path.read_text(encoding="utf-8")
            name = html.escape(path.stem)
            parts.append(f"<figure role='img' aria-label='{name}'>{svg[svg.index('<svg') :]}</figure>")
        extra = " In the variant extra the band is two standard errors." if "extra" in experiment.policies else ""
        parts.append(f"<p class='note'>{html.escape(experiment.notes + extra)}</p>")
        if not experiment.horizons and not experiment.computed:
            parts.append(_table(finished.rows()))
    page = folder / "index.html"
    page.write_text("\n".join(parts), encoding="utf-8")
    return page


def _table(rows: list[dict[str, Any]]) -> str:
    lines = ["<table><tr><th>policy</th><th>variant</th><th>mean regret</th><th>median</th><th>90 %</th></tr>"]
    lines += [
        f"<tr><td>{html.escape(row['policy'])}</td><td>{row['variant']}</td>"
        f"<td>{row['mean']:.4g} ± {row['stderr']:.2g}</td><td>{row['median']:.4g}</td><td>{row['q90']:.4g}</td></tr>"
        for row in rows
    ]
    return "\n".join([*lines, "</table>"])
