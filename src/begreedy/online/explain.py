"""Why an arm is played, in numbers and words."""

from __future__ import annotations

from begreedy.core import contract
from begreedy.online.fold import Fold
from begreedy.online.names import Names
from begreedy.online.records import Explanation


def explain(fold: Fold, names: Names, number: int) -> Explanation:
    """What is known of one arm."""
    slot = fold.slot.get(number)
    if slot is not None:
        indices = [fold.learner.index(other) for other in range(len(fold.live))]
        return _of_slot(fold, names, slot, indices)
    pulls, mean, cost = _told(fold, number)
    if number in fold.gone:
        status, why = "retired", "it was retired"
    else:
        status, why = "not drawn", _not_drawn(fold)
    return Explanation(names.of(number), number, status, pulls, 0, mean, cost, None, None, why)


def _told(fold: Fold, number: int) -> tuple[int, float | None, float | None]:
    """Rewards told, their mean and that of the costs."""
    pulls, total, cost = fold.tally.get(number, (0, 0.0, 0.0))
    if not pulls:
        return 0, None, None
    return pulls, total / pulls, cost / pulls if fold.settings.costs is not None else None


def explain_all(fold: Fold, names: Names) -> list[Explanation]:
    """All arms that are played, largest mean first, arms without rewards last."""
    indices = [fold.learner.index(slot) for slot in range(len(fold.live))]
    found = [_of_slot(fold, names, slot, indices) for slot in range(len(fold.live))]
    return sorted(found, key=lambda arm: (arm.mean is None, -(arm.mean or 0.0), arm.number))


def _not_drawn(fold: Fold) -> str:
    others = fold.size - len(fold.gone)
    return f"only {len(fold.live)} of the {others} arms are played, drawn at random; it was not drawn so far"


def _of_slot(fold: Fold, names: Names, slot: int, indices: list[float | None]) -> Explanation:
    learner, number = fold.learner, fold.live[slot]
    pulls, mean, costs = _told(fold, number)
    out = learner.pending[slot] + learner.waiting.count(slot)
    index = indices[slot]
    rank = None if index is None else 1 + sum(other is not None and other > index for other in indices)
    why = _why(fold, pulls, out, index, rank, indices)
    return Explanation(names.of(number), number, "played", pulls, out, mean, costs, index, rank, why)


def _why(fold: Fold, pulls: int, out: int, index: float | None, rank: int | None, indices: list[float | None]) -> str:
    learner = fold.learner
    policy = fold.settings.plays
    first = learner.first_pulls()
    if pulls + out < first:
        words = f"its first pulls are due: {policy} pulls every arm {first} time(s) first, in order"
    elif index is not None and rank is not None:
        ties = sum(other == index for other in indices)
        if rank == 1:
            words = "its index is the largest" + (f", shared with {ties - 1} other arms" if ties > 1 else "")
        else:
            largest = max(other for other in indices if other is not None)
            words = f"its index {index:.4g} is number {rank}; the largest is {largest:.4g}"
    elif learner.kind in (contract.POSTERIOR, contract.DRAW_ALL):
        words = f"{policy} plays it as often as a sample of what it may pay is the largest of all"
    else:
        words = f"{policy} decides by rules of its own"
    if out and learner.counts_pending:
        words += f"; {out} pull(s) without a reward so far count with a believed one"
    elif out:
        words += f"; {out} pull(s) without a reward are not counted"
    return words
