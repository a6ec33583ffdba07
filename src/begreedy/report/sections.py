"""A section per experiment: claims and verdicts, figures, numbers, how to run it again."""

from __future__ import annotations

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Verdict
from begreedy.paper.reproduce import Reproduction
from begreedy.report.markup import badge, figure, is_wide, text
from begreedy.report.numbers import numbers
from begreedy.values.numbers import p_words, time_words


def section(report: Reproduction, id: str) -> str:
    """All there is to say about one experiment."""
    finished = report.finished[id]
    experiment = finished.experiment
    claims = "\n".join(claim(verdict) for verdict in report.verdicts_of(id))
    return f"""<section id="{text(id)}" aria-labelledby="title-{text(id)}">
<h2 id="title-{text(id)}">{text(experiment.title)} <code>{text(id)}</code></h2>
{claims}{_unjudged(report, id)}{_elsewhere(report, id)}
<div class="figures">
{_figures(report, finished)}
</div>
<p class="note">{text(experiment.notes)}</p>
{numbers(finished, report.compared_of(id), report.collection.study_of(id))}
{_errata(report, id)}
{_again(report, finished)}
</section>"""


def claim(verdict: Verdict) -> str:
    """A sentence with its verdict; unfolded, why: once, or for each variant where they differ."""
    reasons = {finding.why for finding in verdict.findings.values()}
    outcomes = [f"{variant}: {finding.outcome}{_p(finding.p_value)}" for variant, finding in verdict.findings.items()]
    if len(reasons) > 1:
        lines = [
            f"<b>{text(head)}.</b> {text(f.why)}" for head, f in zip(outcomes, verdict.findings.values(), strict=True)
        ]
        why = f'<ul class="findings">{"".join(f"<li>{line}</li>" for line in lines)}</ul>'
    else:
        why = f'<p>{text(verdict.why)}</p><p class="note">{text(" · ".join(outcomes))}</p>'
    if verdict.claim.afterwards:
        why += f'<p class="note">Chosen when results were known: {text(verdict.claim.afterwards)}.</p>'
    opened = "" if verdict.verdict == "holds" else " open"  # what does not hold needs a reason at once
    said = f"<q>{text(verdict.claim.quote)}</q> <cite>{text(verdict.claim.where)}</cite>"
    return f"""<details class="claim" id="claim-{text(verdict.claim.id)}"{opened}>
<summary>{badge(verdict.verdict)} {said}</summary>
{why}
</details>"""


def _unjudged(report: Reproduction, id: str) -> str:
    """Claims on which this run has no verdict, for want of other experiments."""
    items = [
        f"<li><q>{text(left.claim.quote)}</q> <cite>{text(left.claim.where)}</cite> {text(left.why)}</li>"
        for left in report.unjudged_of(id)
    ]
    if not items:
        return ""
    head = f"<summary>{len(items)} claim{'s' if len(items) > 1 else ''} not judged without other experiments</summary>"
    return f'\n<details class="elsewhere">{head}<ul>{"".join(items)}</ul></details>'


def _p(value: float | None) -> str:
    return "" if value is None else f" ({p_words(value)})"


def _elsewhere(report: Reproduction, id: str) -> str:
    links = [
        f'<a href="#claim-{text(v.claim.id)}">{text(v.claim.quote)}</a> {badge(v.verdict)}' for v in report.mentions(id)
    ]
    if not links:
        return ""
    items = "".join(f"<li>{link}</li>" for link in links)
    count = f"{len(links)} claim{'s' if len(links) > 1 else ''}"
    opened = " open" if len(links) <= 3 else ""
    head = f"<summary>Has a part in {count} told elsewhere</summary>"
    return f'\n<details class="elsewhere"{opened}>{head}<ul>{items}</ul></details>'


def _figures(report: Reproduction, finished: Finished) -> str:
    id = finished.experiment.id
    parts = []
    # One figure that is not wide would leave half of the page empty.
    alone = sum(not is_wide(chart) for chart in report.charts[id].values()) == 1
    for name, chart in report.charts[id].items():
        variant, _, ending = name.removeprefix(id).removeprefix("-").partition("-")
        heading = report.collection.variants.get(variant) or finished.experiment.title
        heading += f" ({ending})" if ending else ""
        parts.append(figure(name, chart, heading, wide=alone or is_wide(chart)))
    shown = {name.removeprefix(id).removeprefix("-") for name in report.charts[id]}
    same = [v for v in finished.experiment.variants("all") if v not in shown and finished.of(v)]
    if same:
        parts.append(f'<p class="note">{text(" and ".join(same).capitalize())}: the same as published.</p>')
    return "\n".join(parts)


def _errata(report: Reproduction, id: str) -> str:
    links = [
        f'<a href="errata.html#{e.id}">{text(e.title)}</a>' for e in report.collection.errata if id in e.experiments
    ]
    return f'<p class="errata">Errata: {"; ".join(links)}.</p>' if links else ""


def _again(report: Reproduction, finished: Finished) -> str:
    """The exact command, and what it costs."""
    times = [
        f"{variant} {time_words(cpu_seconds(finished, variant))}"
        for variant in finished.experiment.variants("all")
        if finished.of(variant)
    ]
    took = f"Computing took, in CPU time: {', '.join(times)}." if times else "Nothing is simulated here."
    return (
        f'<div class="again"><p>Run it again</p><pre tabindex="0"><code>{text(report.command(finished.experiment.id))}'
        f"</code></pre><p>{took}</p></div>"
    )


def cpu_seconds(finished: Finished, variant: str) -> float:
    """CPU seconds that the runs of a variant took; what is kept in the store was paid for once."""
    return sum({id(result): result.seconds for _, result in finished.of(variant)}.values())
