"""The report: a folder of pages that work without a network, from a file or a server."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile
from typing import Any

from begreedy.paper.reproduce import Reproduction
from begreedy.report.document import document
from begreedy.report.errata_page import errata_body, errata_links
from begreedy.report.markup import BADGES
from begreedy.report.overview import overview, verdicts_counted
from begreedy.report.sections import section
from begreedy.run.progress import Messages
from begreedy.web.plotly_file import plotly_file


def write_report(report: Reproduction, folder: Path) -> Path:
    """Write the pages and the script they share beside the figures; returns the first page."""
    folder.mkdir(parents=True, exist_ok=True)
    links = [(f"#{id}", id, _signs(report, id)) for id in report.finished]
    body = "\n".join([overview(report), *(section(report, id) for id in report.finished)])
    page = folder / "index.html"
    title = report.collection.title
    links.insert(0, ("#top", "Overview", ""))
    if report.collection.errata:
        links.append(("errata.html", "Errata", ""))
        errata = document(
            f"Errata · {title}", [("index.html", "Report", ""), *errata_links(report)], errata_body(report)
        )
        (folder / "errata.html").write_text(errata, "utf-8")
    page.write_text(document(title, links, body), "utf-8")
    copyfile(plotly_file(), folder / "plotly.min.js")
    return page


def present(report: Reproduction, messages: Messages) -> list[dict[str, Any]]:
    """Write the report beside its figures and say where it is and what became of the claims; returns the rows."""
    folder = report.execution.out
    page = write_report(report, folder)
    if report.verdicts:
        messages.say(f"{len(report.verdicts)} claims: {verdicts_counted(report)}")
    if report.unjudged:
        needed = sorted({id for left in report.unjudged for id in left.missing})
        count = f"{len(report.unjudged)} claim{'s' if len(report.unjudged) > 1 else ''} about these experiments"
        messages.say(f"{count} cannot be judged without others: {', '.join(needed) or 'their other variants'}")
    messages.say(f"figures in {folder}/ as SVG, PDF and PNG; open {page}")
    return report.rows()


def _signs(report: Reproduction, id: str) -> str:
    """The verdicts of a section as signs and numbers, for the list of contents."""
    verdicts = [verdict.verdict for verdict in report.verdicts_of(id)]
    numbers = {verdict: verdicts.count(verdict) for verdict in BADGES if verdict in verdicts}
    marks = "".join(f'<i class="{BADGES[verdict][0]}">{BADGES[verdict][1]}{n}</i>' for verdict, n in numbers.items())
    return f' <span class="signs" aria-hidden="true">{marks}</span>' if marks else ""
