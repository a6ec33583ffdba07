"""Pieces of HTML that all pages share.  What comes from elsewhere goes through ``text``."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from typing import Any

from begreedy.figures.files import FORMATS
from begreedy.paper.claim import VERDICTS
from begreedy.results.chart import Chart, DotChart, HeatMap, WinnerMap, payload

# By verdict: its class in the style sheet, its sign and its words on a badge.
BADGES = {
    VERDICTS[0]: ("holds", "✓", "holds"),
    VERDICTS[1]: ("partly", "◐", "only as published"),
    VERDICTS[2]: ("fails", "✗", "does not hold"),
    VERDICTS[3]: ("open", "?", "undecided"),
    VERDICTS[4]: ("told", "–", "not judged"),
}


def text(value: Any) -> str:
    """Any value as text that is safe in HTML, also inside quotes."""
    return html.escape(str(value), quote=True)


def badge(verdict: str) -> str:
    """A verdict in colour, by a sign and in words."""
    kind, sign, words = BADGES[verdict]
    return f'<span class="badge {kind}"><span aria-hidden="true">{sign}</span> {words}</span>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, kind: str = "", caption: str = "") -> str:
    """A table that scrolls by itself where the screen is narrow; cells are HTML already."""
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    words = f"<caption>{caption}</caption>" if caption else ""
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{text(caption or "table")}"><table class="{kind}">'
        f"{words}<thead><tr>{heads}</tr></thead>\n<tbody>{lines}</tbody></table></div>"
    )


def is_wide(chart: Chart) -> bool:
    """Whether a chart needs the width of the page."""
    return isinstance(chart, (HeatMap, WinnerMap, DotChart)) or len(chart.panels) > 1 or len(chart.names) > 5


def figure(name: str, chart: Chart, heading: str, *, wide: bool, level: int = 3) -> str:
    """A figure: the picture from its file, which the page's script replaces by one to look into."""
    endings = {kind.upper(): f".{kind}" for kind in FORMATS} | {"CSV": "-data.csv"}
    links = " ".join(f'<a href="{text(name)}{ending}">{words}</a>' for words, ending in endings.items())
    data = json.dumps(payload(chart), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    note = f"{sentence(chart.note)}." if chart.note else ""
    return f"""<figure class="chart{" wide" if wide else ""}" id="figure-{text(name)}">
<h{level}>{text(heading)}</h{level}>
<div class="legend" role="group" aria-label="Show or hide"></div>
<div class="plot"></div>
<img src="{text(name)}.svg" alt="{text(described(chart))}" loading="lazy">
<figcaption>{text(note)} <span class="files">{links}</span></figcaption>
<script type="application/json">{data}</script>
</figure>"""


def sentence(words: str) -> str:
    """Words that begin with a capital letter."""
    return words[:1].upper() + words[1:]


def described(chart: Chart) -> str:
    """A figure in a sentence, for those who do not see it."""
    if isinstance(chart, HeatMap):
        return f"{chart.title}: heat maps of {chart.value_label} by {chart.y_label} and {chart.x_label}."
    if isinstance(chart, WinnerMap):
        cells = [win for _, grid in chart.panels for row in grid for win in row]
        won = [(name, sum(win.winner == number for win in cells)) for number, name in enumerate(chart.names)]
        words = ", ".join(f"{name} {count}" for name, count in won if count)
        return f"{chart.title}, by {chart.y_label} and {chart.x_label}. Of {len(cells)} cells: {words}."
    if isinstance(chart, DotChart):
        return f"{chart.title}: {chart.x_label}, by experiment."
    parts = []
    for panel in chart.panels:
        ends = ", ".join(f"{line.name} {line.y[-1]:.4g}" for line in panel.lines)
        parts.append(f"{panel.title}: {ends}" if panel.title else ends)
    return f"{chart.title}: {chart.y_label} by {chart.x_label}. At the right end: {'; '.join(parts)}."
