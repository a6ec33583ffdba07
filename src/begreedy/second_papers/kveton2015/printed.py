"""The table's numbers, as recalled, beside ours."""

from __future__ import annotations

from collections.abc import Mapping

from begreedy.experiments.experiment import Finished
from begreedy.paper.published import Compared, Published, compare_with
from begreedy.second_papers.kveton2015.experiment import ID, ROUNDS, ROWS

SOURCE = "paper, recalled"
# By row: regrets of CascadeUCB1 and CascadeKL-UCB, each with its standard error where that is recalled, too.
_REGRETS: tuple[tuple[tuple[float, float | None], tuple[float, float | None]], ...] = (
    ((1290.1, 11.3), (357.9, 5.5)),
    ((986.8, None), (275.2, None)),
    ((574.8, None), (149.1, None)),
    ((2695.9, None), (761.2, None)),
    ((2256.8, None), (633.2, None)),
    ((1581.0, None), (435.4, None)),
    ((2077.0, 32.9), (766.0, None)),
    ((1520.4, None), (538.5, None)),
    ((725.4, None), (321.0, None)),
)

PRINTED = tuple(
    Published(ID, "published", policy, {"L": L, "K": K, "gap": gap}, "regret", *printed, SOURCE, ROUNDS, 0.1)
    for (L, K, gap), row in zip(ROWS, _REGRETS, strict=True)
    for policy, printed in zip(("CascadeUCB1", "CascadeKL-UCB"), row, strict=True)
)


def compare(finished: Mapping[str, Finished]) -> list[Compared]:
    """Ours beside the recalled numbers."""
    return compare_with(PRINTED, finished)
