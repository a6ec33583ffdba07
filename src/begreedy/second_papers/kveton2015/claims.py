"""What table 1 is there to show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding
from begreedy.paper.evidence import Evidence, cells, played
from begreedy.paper.inference import Asserted, all_negative, difference, mean_of
from begreedy.second_papers.common import IN_OUR_WORDS, OURS, all_below
from begreedy.second_papers.kveton2015.experiment import ID, ROUNDS, ROWS
from begreedy.values.numbers import three_digits

_WHERE = f"Table 1, {IN_OUR_WORDS}"
_POLICIES = ("CascadeUCB1", "CascadeKL-UCB")


def _by_row(finished: Mapping[str, Finished], variant: str) -> dict[tuple[int, int, float], Evidence]:
    cell_of = {(c.labels["L"], c.labels["K"], c.labels["gap"]): c for c in cells(finished, ID, variant)}
    for row in ROWS:
        played(cell_of[row], ROUNDS, ID)
    return cell_of


def _falls(
    cell_of: Mapping[tuple[int, int, float], Evidence],
    pairs: Iterable[tuple[tuple[int, int, float], tuple[int, int, float]]],
) -> Finding:
    """That both policies have less regret in the first row of each pair than in the second; rows are independent."""
    tests = []
    for low, high in pairs:
        for policy in _POLICIES:
            a, b = (mean_of(cell_of[row][policy].final) for row in (low, high))
            words = f"{policy}: {three_digits(a.value)} for {low}, {three_digits(b.value)} for {high}"
            tests.append(Asserted(words, difference(a, b)))
    return all_negative(tests)


def with_length(finished: Mapping[str, Finished], variant: str) -> Finding:
    pairs = [((L, 2 * K, gap), (L, K, gap)) for L, K, gap in ROWS if K < 8]
    return _falls(_by_row(finished, variant), pairs)


def with_items(finished: Mapping[str, Finished], variant: str) -> Finding:
    return _falls(_by_row(finished, variant), [((16, K, 0.15), (32, K, 0.15)) for K in (2, 4, 8)])


CLAIMS = (
    Claim(
        "kveton-divergence",
        "CascadeKL-UCB loses less than CascadeUCB1.",
        _WHERE,
        (ID,),
        all_below(ID, ROUNDS, [("CascadeKL-UCB", "CascadeUCB1", 1.0)]),
        ("published",),
    ),
    Claim(
        "kveton-items",
        "Regret grows with the number of items.",
        _WHERE,
        (ID,),
        with_items,
        ("published",),
    ),
    Claim(
        "kveton-length",
        "Regret falls with the length of the list.",
        _WHERE,
        (ID,),
        with_length,
        ("published",),
    ),
    Claim(
        "kveton-optimistic",
        "OptimisticGreedy loses less than CascadeKL-UCB.",
        OURS,
        (ID,),
        all_below(ID, ROUNDS, [("OptimisticGreedy", "CascadeKL-UCB", 1.0)]),
        ("extra",),
        afterwards="60 runs, since 20 did not tell",
    ),
)
