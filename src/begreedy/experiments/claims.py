"""Claims such as "Greedy < UCB", checked on the paired runs of every cell; and published numbers beside ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from begreedy.experiments.experiment import Experiment, Finished
from begreedy.results.comparison import distinct_labels, paired
from begreedy.results.result import Result
from begreedy.values.canonical import display_name
from begreedy.values.numbers import error_words, p_words

_CLAIM = re.compile(r"\s*(.+?)\s*<\s*(.+?)\s*")
_SIGNIFICANT = 0.05


def check_names(experiment: Experiment, where: str) -> None:
    """Raise if a claim or a published number names no policy: before anything is played."""
    for policies in experiment.policies.values():
        names = {display_name(policy) for policy in policies} | set(distinct_labels(policies))
        wanted = [(name, f"published.{name}") for name in experiment.published]
        for claim in experiment.claims:
            match = _CLAIM.fullmatch(claim)
            if match is None:
                raise ValueError(f"{where}: a claim must read like 'Greedy < UCB', got {claim!r}")
            wanted += [(name, f"claim {claim!r}") for name in match.groups()]
        for name, what in wanted:
            if name not in names:
                raise ValueError(f"{where}: {what} names no policy {name!r}; there are {', '.join(sorted(names))}")


def checked_claims(finished: Finished) -> Iterator[str]:
    """A line per claim and cell: it holds, it does not, or the runs do not tell (two-sided p above 0.05)."""
    for claim in finished.experiment.claims:
        match = _CLAIM.fullmatch(claim)
        if match is None:
            raise ValueError(f"a claim must read like 'Greedy < UCB', got {claim!r}")
        for labels, by_name in _cells(finished):
            left, right = (_find(by_name, match[i], claim) for i in (1, 2))
            gap = paired([left, right]).difference(left, right)
            verdict = "holds" if gap.mean < 0.0 else "does not hold"
            if not gap.p_value <= _SIGNIFICANT:  # also of a single run, where it is not a number
                verdict = "cannot be told from these runs"
            where = "".join(f" [{key} = {value}]" for key, value in labels.items())
            yield f"{claim}{where}: {verdict} ({gap.mean:+.4g} ± {error_words(gap.stderr)}, {p_words(gap.p_value)})"


def checked_numbers(finished: Finished) -> Iterator[str]:
    """A line per published mean and cell, with ours and their distance in our standard errors."""
    for name, value in finished.experiment.published.items():
        for labels, by_name in _cells(finished):
            ours = _find(by_name, name, "published")
            mean, stderr = float(ours.mean[-1]), float(ours.stderr[-1])
            distance = f", {(mean - value) / stderr:+.1f} standard errors from it" if stderr > 0.0 else ""
            where = "".join(f" [{key} = {text}]" for key, text in labels.items())
            yield f"{name}{where}: published {value:.6g}, here {mean:.6g} ± {error_words(stderr)}{distance}"


def _cells(finished: Finished) -> Iterator[tuple[dict[str, Any], dict[str, Result]]]:
    """The results of each variant and cell, by name and by label."""
    for variant in finished.experiment.variants("all"):
        for cell, results in finished.cells(variant):
            labels = distinct_labels([result.policy for result in results])
            yield cell, {**{result.name: result for result in results}, **dict(zip(labels, results, strict=True))}


def _find(by_name: dict[str, Result], name: str, what: str) -> Result:
    if name not in by_name:
        raise ValueError(f"{what!r} names no policy {name!r}; there are {', '.join(by_name)}")
    return by_name[name]
