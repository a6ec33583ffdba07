"""Claims such as "Greedy < UCB", checked on the paired runs of every cell; and published numbers beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from begreedy.experiments.experiment import Experiment, Finished, label_words
from begreedy.results.comparison import Comparison, distinct_labels, paired, places_of, unclear
from begreedy.values.errors import BadValue
from begreedy.values.numbers import error_words, p_words

_SIGNIFICANT = 0.05


def check_names(experiment: Experiment) -> None:
    """Raise if a claim or a published number names no policy: before anything is played."""
    for policies in experiment.policies.values():
        wanted = [(name, f"published.{name}") for name in experiment.published]
        for claim in experiment.claims:
            wanted += [(name, f"claim {claim!r}") for name in _sides(claim)]
        for name, what in wanted:
            labels = distinct_labels(policies)
            if len(places := places_of(name, policies, labels)) != 1:
                words, field = f"{what}: {unclear(name, places, labels)}", what.split()[0]
                raise BadValue(words, field=field, value=name, allowed="the name of a policy")


def checked_claims(finished: Finished) -> Iterator[str]:
    """A line per claim and cell: it holds, it does not, or the runs cannot tell (two-sided p above 0.05)."""
    for claim in finished.experiment.claims:
        smaller, larger = _sides(claim)
        for labels, comparison in _cells(finished):
            gap = comparison.difference(comparison[smaller], comparison[larger])
            verdict = "holds" if gap.mean < 0.0 else "does not hold"
            if not gap.p_value <= _SIGNIFICANT:  # also for a single run, where it is NaN
                verdict = "cannot be decided from these runs"
            where = f" [{label_words(labels)}]" if labels else ""
            yield f"{claim}{where}: {verdict} ({gap.mean:+.4g} ± {error_words(gap.stderr)}, {p_words(gap.p_value)})"


def checked_numbers(finished: Finished) -> Iterator[str]:
    """A line per published mean and cell, with ours and their distance in our standard errors."""
    for name, value in finished.experiment.published.items():
        for labels, comparison in _cells(finished):
            ours = comparison[name]
            mean, stderr = float(ours.mean[-1]), float(ours.stderr[-1])
            distance = f", {(mean - value) / stderr:+.1f} standard errors from it" if stderr > 0.0 else ""
            where = f" [{label_words(labels)}]" if labels else ""
            yield f"{name}{where}: published {value:.6g}, here {mean:.6g} ± {error_words(stderr)}{distance}"


def _sides(claim: str) -> tuple[str, str]:
    """The two policies of a claim: the one that loses less, and the other."""
    smaller, sign, larger = (part.strip() for part in claim.partition("<"))
    if not (smaller and sign and larger):
        raise BadValue.of("claims", claim, "like 'Greedy < UCB'", verb="read")
    return smaller, larger


def _cells(finished: Finished) -> Iterator[tuple[dict[str, Any], Comparison]]:
    """The labels and the results of each variant and cell."""
    for variant in finished.experiment.variants("all"):
        for labels, results in finished.cells(variant):
            yield labels, paired(results)
