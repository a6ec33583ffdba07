"""What the second papers have in common: variants in words, and claims that all pairs of policies must bear out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Finding, Unclear
from begreedy.paper.evidence import Evidence, below, cells, played
from begreedy.paper.inference import all_negative

VARIANTS = {
    "published": "Published: as the authors' code runs it",
    "corrected": "Corrected: as the policies are defined",
    "extra": "Extra: with policies that the paper lacks",
}
IN_OUR_WORDS = "in our words, recalled"  # not a quotation: the paper's text was not at hand
OURS = "ours, not the paper's"


def all_below(
    id: str,
    rounds: int,
    pairs: Sequence[tuple[str, str, float]],
    where: Callable[[Evidence], bool] = lambda _: True,
) -> Callable[[Mapping[str, Finished], str], Finding]:
    """That, in all cells of an experiment, one policy's mean regret is below a share of another's, for all pairs.

    ``rounds`` is how long the longest must have been played.
    """

    def check(finished: Mapping[str, Finished], variant: str) -> Finding:
        chosen = [cell for cell in cells(finished, id, variant) if where(cell)]
        if not chosen:
            raise Unclear(f"no cell of {id} that the sentence is about was played")
        played(max(chosen, key=lambda cell: max(result.horizon for result in cell.results.values())), rounds, id)
        return all_negative(
            below(cell, lower, higher, share, ", ".join(f"{key} = {value}" for key, value in cell.labels.items()))
            for cell in chosen
            for lower, higher, share in pairs
        )

    return check
