"""The first screen: the question, the answer, all verdicts at a glance, the headline figure."""

from __future__ import annotations

from begreedy.paper.claim import VERDICTS
from begreedy.paper.headline import longest_leads, wins
from begreedy.paper.reproduce import Reproduction
from begreedy.report.markup import BADGES, badge, figure, text
from begreedy.values.numbers import grouped

# By verdict: what one claim does, and what several do.
_DO = {
    VERDICTS[0]: ("holds", "hold"),
    VERDICTS[1]: ("holds only as published", "hold only as published"),
    VERDICTS[2]: ("does not hold", "do not hold"),
    VERDICTS[3]: ("is undecided", "are undecided"),
    VERDICTS[4]: ("is not judged", "are not judged"),
}
_COUNTED = {"published": "as published", "corrected": "as corrected", "extra": "against more comparators"}


def overview(report: Reproduction) -> str:
    """What a reader sees before scrolling."""
    collection = report.collection
    who, _, statement = collection.lead.partition(": ")
    drawn = figure("headline", report.headline, report.headline.title, wide=True, level=2) if report.headline else ""
    return f"""<header id="top">
<p class="eyebrow">{text(collection.title)}</p>
<h1>{text(collection.question)}</h1>
<p class="lead"><b>{text(who)}:</b> {text(statement)}</p>
<p class="lead"><b>This run:</b> {text(answer(report))}</p>
{_turning_points(report)}</header>
<div class="glance">
{drawn}
{_verdicts(report)}
</div>
<p class="note">Scale: {text(report.scale)}, seed {report.execution.seed}. Everything here was computed by
<code>{text(report.command(*_ids(report)))}</code>. {_variants(report)}{_parts(report)}</p>"""


def _variants(report: Reproduction) -> str:
    """What the variants are, and where the errata stand."""
    words = [words for words in report.collection.variants.values() if words]
    named = f"{'. '.join(map(text, words))}." if words else ""
    errata = ' <a href="errata.html">What is wrong in the paper and its companion</a> is a page of its own.'
    return named + (errata if report.collection.errata else "")


def _parts(report: Reproduction) -> str:
    """Reports that belong to this one, with a link to those that stand beside it."""
    out = report.execution.out
    sentences = []
    for words, command, folder in report.collection.parts:
        beside = (out.resolve().parent / folder / "index.html").exists()
        shown = f'<a href="../{text(folder)}/index.html">{text(words)}</a>' if beside else text(words)
        sentences.append(f" {shown} (<code>{text(command)}</code>).")
    return "".join(sentences)


def _ids(report: Reproduction) -> list[str]:
    return [] if set(report.finished) == set(report.collection.experiments) else list(report.finished)


def answer(report: Reproduction) -> str:
    """The answer in a sentence, counted from what was run."""
    words = []
    if report.headline is not None:
        shares = [
            f"{won} of {cells} cells {name}"
            for variant, name in _COUNTED.items()
            for won, cells in [wins(report.finished, variant)]
            if cells
        ]
        words.append(f"Where they differ, Greedy has less regret than its best rival in {_joined(shares)}.")
    if report.verdicts:
        count = len(report.verdicts)
        words.append(f"Of {count} claim{'s' if count > 1 else ''} checked: {verdicts_counted(report)}.")
    return " ".join(words) or "Nothing was simulated; only what can be computed is shown."


def verdicts_counted(report: Reproduction) -> str:
    """How many claims hold, and so on, in words."""
    return ", ".join(f"{n} {_DO[verdict][n > 1]}" for verdict, n in report.counts().items() if n)


def _turning_points(report: Reproduction) -> str:
    """Up to which horizon Greedy leads, by number of arms: the rule of thumb, from the heat map."""
    heatmap = report.finished.get("heatmap")
    leads = longest_leads(heatmap, "published") if heatmap is not None else {}
    shown = [f"T = {grouped(leads[arms])} with {arms} arms" for arms in (4, 32, 256) if arms in leads]
    if not shown:
        return ""
    return f"""<p class="lead"><b>So:</b> be greedy when arms are many for the time there is. Against UCB, on arms with
normal noise, Greedy leads up to {text(_joined(shown))}. <code>begreedy advise</code> answers for your case, with the
number of arms to keep.</p>
"""


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def _verdicts(report: Reproduction) -> str:
    if not report.verdicts:
        return ""
    total = len(report.verdicts)
    bars, keys = [], []
    for verdict, number in report.counts().items():
        kind, sign, _ = BADGES[verdict]
        if number:
            bars.append(f'<span class="{kind}" style="flex-grow:{number}" aria-hidden="true">{number} {sign}</span>')
            keys.append(f"<li>{number} {badge(verdict)}</li>")
    items = "\n".join(
        f'<li><a href="#claim-{text(v.claim.id)}" title="{text(v.claim.quote)}">{badge(v.verdict)} '
        f'<span class="quote">{text(v.claim.quote)}</span> <span class="where">{text(report.home(v))}</span></a></li>'
        for v in report.verdicts
    )
    return f"""<section class="verdicts" aria-labelledby="title-verdicts">
<h2 id="title-verdicts">{total} claims, checked</h2>
<div class="bar">{"".join(bars)}</div>
<ul class="keys">{"".join(keys)}</ul>
<ul class="claims">
{items}
</ul>
</section>"""
