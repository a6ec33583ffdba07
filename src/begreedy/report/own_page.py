"""The page of an experiment of one's own: its figures to look into, its numbers, and what became of its claims."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import Any

from begreedy.experiments.experiment import Finished, cell_name, label_words
from begreedy.report.document import Link, document
from begreedy.report.markup import figure, table, text
from begreedy.results.chart import Line, LineChart, Panel
from begreedy.results.comparison import Comparison, paired
from begreedy.results.plot import band_around
from begreedy.results.styles import styles_of
from begreedy.values.canonical import concise
from begreedy.web.plotly_file import plotly_file

_BANDS = {"stderr": "mean; band: 2 standard errors", "quantiles": "mean; band: 10 to 90 % of the runs", "none": "mean"}


def page_into(folder: Path, file: Path) -> Callable[[Finished, Sequence[str]], Path]:
    """What writes the page of an experiment, read from ``file``, beside its figures."""
    return partial(write_own_page, folder, f"begreedy run {shlex.quote(str(file))}")


def write_own_page(folder: Path, command: str, finished: Finished, lines: Sequence[str]) -> Path:
    """Write the page and the script that it needs; ``lines`` are what is to say of claims and published numbers."""
    experiment = finished.experiment
    cells = [(v, *cell) for v in experiment.variants("all") for cell in finished.cells(v)]
    sections, links = [], []
    for variant, labels, results in cells:
        name = cell_name(experiment, variant, labels)
        heading = ", ".join(filter(None, (variant if len(experiment.policies) > 1 else "", label_words(labels))))
        heading = heading or concise(results[0].problem)
        links.append((f"#{name}", heading, ""))
        sections.append(_section(name, heading, paired(results), experiment.band))
    head: list[Link] = [("#top", "Overview", "")]
    body = "\n".join([_overview(finished, command, lines), *sections])
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{experiment.id}.html"
    page.write_text(document(experiment.title, [*head, *links], body), "utf-8")
    copyfile(plotly_file(), folder / "plotly.min.js")
    return page


def _overview(finished: Finished, command: str, lines: Sequence[str]) -> str:
    experiment = finished.experiment
    said = "".join(f"<li>{text(line)}</li>" for line in lines)
    claims = f"<h2>What was claimed</h2>\n<ul>{said}</ul>" if lines else ""
    notes = f'<p class="lead">{text(experiment.notes)}</p>' if experiment.notes else ""
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(result.seed for _, _, result in finished.results))
    return f"""<header id="top">
<h1>{text(experiment.title)}</h1>
{notes}
<p class="note">Everything here was computed by <code>{text(command)}</code>, seed {seeds}.</p>
</header>
{claims}"""


def _section(name: str, heading: str, comparison: Comparison, band: float | str) -> str:
    first = comparison[0]
    length = f"{'budget' if first.budgeted else 'T'} = {first.times[-1]:.15g}"
    about = f"{concise(first.problem)}, {length}, {first.runs} run{'s' * (first.runs > 1)}"
    head, *rows = comparison.rows()
    numbers = table(head, [[text(cell) for cell in row] for row in rows], kind="numbers", caption="Regret at the end")
    return f"""<section id="{text(name)}" aria-labelledby="title-{text(name)}">
<h2 id="title-{text(name)}">{text(heading)}</h2>
<p class="note">{text(about)}</p>
<div class="figures">
{figure(name, chart_of(comparison, heading, band), "Regret over time", wide=True)}
</div>
{numbers}
</section>"""


def chart_of(comparison: Comparison, title: str, band: float | str) -> LineChart:
    """The curves of a comparison, with the band of its figure."""
    styles = styles_of(comparison.labels)
    lines = []
    for label, result in zip(comparison.labels, comparison, strict=True):
        edges: tuple[Any, Any] = band_around(result.regret, band)
        lines.append(Line(label, styles[label], result.times, result.mean, *edges))
    words = _BANDS.get(str(band), f"mean; band: {band} standard deviations")
    x_label = "budget" if comparison[0].budgeted else "round"
    return LineChart(title, (Panel("", tuple(lines)),), x_label, "regret", note=f"{words}, {comparison[0].runs} runs")
