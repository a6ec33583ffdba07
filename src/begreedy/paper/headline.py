"""The headline: Greedy's regret divided by that of its best rival, in every cell of every experiment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.study import distinct_variants
from begreedy.policies.budgeted import RatioGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.results.chart import Dot, DotChart
from begreedy.types import Policy, part_of
from begreedy.values.canonical import canonical
from begreedy.values.numbers import number

SERIES = {
    "published": "as published",
    "corrected": "corrected, where that differs",
    "extra": "against more comparators",
}


class Match(NamedTuple):
    """Greedy and its best rival in one cell: one value per run of each, and their averages."""

    cell: dict[str, Any]
    subject: str
    rival: str
    ours: np.ndarray
    theirs: np.ndarray
    medians: bool

    @property
    def values(self) -> tuple[float, float]:
        average = np.median if self.medians else np.mean
        return float(average(self.ours)), float(average(self.theirs))


def headline(finished: Mapping[str, Finished]) -> DotChart | None:
    """A row per experiment that Greedy plays in, unless an earlier one has the same problems; None if there is none."""
    rows: list[str] = []
    dots: list[Dot] = []
    for id, done in _once(finished).items():
        by_series = [
            (list(SERIES).index(variant), matches)
            for variant in distinct_variants(done)
            if variant and (matches := list(matched(done, variant)))
        ]
        if not by_series:
            continue
        for series, matches in by_series:
            dots += [_dot(len(rows), series, match, alone=len(matches) == 1) for match in matches]
        rows.append(id)
    if not rows:
        return None
    return DotChart(
        "Greedy against its best rival, everywhere",
        tuple(rows),
        tuple(SERIES.values()),
        tuple(dots),
        "regret of Greedy / regret of its best rival",
        ("← be greedy", "explore →"),
        links=tuple(rows),
        note="a dot per cell of an experiment; a line, where there is one cell: 2 standard errors",
    )


def wins(finished: Mapping[str, Finished], variant: str) -> tuple[int, int]:
    """In how many cells of a variant Greedy has less regret than its best rival, and of how many.

    Cells with the very same regret do not count: with no more rounds than arms, both pull each once and nothing else.
    """
    values = [match.values for done in _once(finished).values() for match in matched(done, variant)]
    return sum(a < b for a, b in values), sum(a != b for a, b in values)


def _once(finished: Mapping[str, Finished]) -> dict[str, Finished]:
    """Without experiments that only play again, in more runs, what an earlier one has played."""
    new, seen = {}, set[tuple[str, str, int]]()
    for id, done in finished.items():
        played = {(variant, canonical(result.problem), result.horizon) for variant, _, result in done.results}
        if not played <= seen:
            new[id] = done
        seen |= played
    return new


def matched(finished: Finished, variant: str) -> Iterator[Match]:
    """Greedy (on a subsample, where the paper plays it there) and the rival of least regret, cell by cell."""
    medians = finished.experiment.every_budget and variant == "corrected"  # the mean may not exist
    cells: dict[str, tuple[dict[str, Any], dict[str, np.ndarray]]] = {}
    greedy: set[str] = set()  # no rivals of Greedy
    for labels, name, result in finished.named(variant):
        if _plays_greedy(result.policy):
            greedy.add(name)
        table = result.relative if medians else result.regret
        points = range(len(result.times)) if finished.experiment.horizons or result.budgeted else [-1]
        axis = "budget" if result.budgeted else "horizon"
        for at in points:
            cell = labels if at == -1 else {**labels, axis: int(result.times[at])}
            cells.setdefault(repr(cell), (cell, {}))[1][name] = table[:, at]
    average = np.median if medians else np.mean
    for cell, policies in cells.values():
        subject = "OracleGreedy" if "OracleGreedy" in policies else "Greedy"
        rivals = {name: values for name, values in policies.items() if name not in greedy}
        if subject not in policies or not rivals:
            continue
        rival = min(rivals, key=lambda name: float(average(rivals[name])))
        match = Match(cell, subject, rival, policies[subject], rivals[rival], medians)
        if min(match.values) > 0.0:  # nothing to divide where a regret is 0
            yield match


def _plays_greedy(policy: Policy) -> bool:
    """Whether a policy is Greedy in some form: on some of the arms, on more and more of them, or on lists."""
    inner = part_of(policy, "policy", None)
    return isinstance(policy, Greedy | RatioGreedy | LinGreedy) if inner is None else _plays_greedy(inner)


def longest_leads(finished: Finished, variant: str) -> dict[int, int]:
    """By number of arms, the longest horizon at which Greedy leads; without those at which it never does."""
    longest: dict[int, int] = {}
    for match in matched(finished, variant):
        if match.values[0] < match.values[1]:
            arms, horizon = match.cell["arms"], match.cell["horizon"]
            longest[arms] = max(horizon, longest.get(arms, 0))
    return longest


def _dot(row: int, series: int, match: Match, alone: bool) -> Dot:
    a, b = match.values
    ratio = a / b
    where = ", ".join(f"{key} = {value:g}" for key, value in match.cell.items())
    words = f"{match.subject} {number(a)}, {match.rival} {number(b)}"
    words = f"{where}: {words}" if where else words
    if not alone or match.medians or len(match.ours) < 2:
        return Dot(row, series, ratio, words)
    spread = float((match.ours - ratio * match.theirs).std(ddof=1)) / np.sqrt(len(match.ours)) / b
    return Dot(row, series, ratio, words, max(ratio - 2.0 * spread, ratio / 10.0), ratio + 2.0 * spread)
