"""The page of errata: each with the experiment that shows it and the numbers of this run."""

from __future__ import annotations

import re

from begreedy.paper.erratum import Erratum, Reproduced
from begreedy.paper.reproduce import Reproduction
from begreedy.report.markup import table, text


def errata_links(report: Reproduction) -> list[tuple[str, str, str]]:
    """For the list of contents."""
    links = [("#experiments", "Experiments", "")]
    links += [(f"#{erratum.id}", erratum.id.replace("-", " "), "") for erratum in report.collection.errata]
    return [*links, *([("#theory", "Theory", "")] if report.collection.slips else [])]


def errata_body(report: Reproduction) -> str:
    run = Reproduced(report.finished)
    items = "\n".join(_item(report, erratum, run) for erratum in report.collection.errata)
    return f"""<header id="top">
<p class="eyebrow"><a href="index.html">{text(report.collection.title)}</a></p>
<h1>Errata</h1>
<p class="lead">What we found wrong in the paper and in its companion code, and where it shows. Several items change a
figure, a table or a sentence. Numbers under “this run” were computed at the scale {text(report.scale)}.</p>
</header>
<section id="experiments"><h2>In the experiments</h2>
{items}
</section>
{_theory(report)}"""


def _theory(report: Reproduction) -> str:
    if not report.collection.slips:
        return ""
    slips = [
        [str(number), text(slip.statement), text(slip.finding), _strong(text(slip.fails))]
        for number, slip in enumerate(report.collection.slips, start=1)
    ]
    theory = table(["#", "statement", "finding", "does a bound fail?"], slips, caption="Statements of the paper")
    return f"""<section id="theory"><h2>In the theory</h2>
<p class="note">The functions of <code>begreedy.theory</code> have the corrected form; <code>printed=True</code> gives
the paper's. <code>docs/errata.md</code> derives every item under the same number.</p>
{theory}
</section>"""


def _item(report: Reproduction, erratum: Erratum, run: Reproduced) -> str:
    links = ", ".join(
        f'<a href="index.html#{text(id)}">{text(id)}</a>' if id in report.finished else f"<code>{text(id)}</code>"
        for id in erratum.experiments
    )
    paragraph = ""
    if erratum.shown is not None:
        numbers = erratum.shown(run)
        ids = " ".join(erratum.experiments)
        again = f"begreedy {report.collection.command} {ids}"
        words = text(numbers) if numbers else f"not part of it; <code>{text(again)}</code> shows it."
        paragraph = f'<p class="run"><b>This run:</b> {words}</p>'
    return f"""<article class="erratum" id="{text(erratum.id)}">
<h3>{text(erratum.title)}</h3>
<p><b>Found:</b> {text(erratum.wrong)}</p>
<p><b>Right:</b> {text(erratum.right)}</p>
{paragraph}
<p class="note">Shown by {links}</p>
</article>"""


def _strong(words: str) -> str:
    """Markdown's stars, which the same words have in the documentation, as HTML."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", words)
