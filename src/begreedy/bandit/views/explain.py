"""Explanations of arms: what is known of them, their indices, and when the policy plays them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from heapq import nsmallest

import begreedy.types as contract
from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.records import Explanation
from begreedy.bandit.store.names import Names
from begreedy.engine.learners.linear import LinearLearner


def explain(fold: Fold, names: Names, number: int) -> Explanation:
    """What is known of one arm."""
    return explain_some(fold, names, [number])[0]


def explain_some(fold: Fold, names: Names, numbers: Sequence[int]) -> list[Explanation]:
    """What is known of some arms, in their order."""
    standing = _IndexOrder(fold) if any(number in fold.slot for number in numbers) else None
    return [_of_number(fold, names, number, standing) for number in numbers]


def _of_number(fold: Fold, names: Names, number: int, standing: _IndexOrder | None) -> Explanation:
    slot = fold.slot.get(number)
    if slot is not None and slot < len(fold.live) and standing is not None:
        return _of_slot(fold, names, slot, standing)
    pulls, mean, cost = _means(fold, number)
    if slot is not None:
        status, why = "paused", "it is paused"
    elif number in fold.gone:
        status, why = "retired", "it was retired"
    else:
        status, why = "not drawn", _not_drawn(fold)
    return Explanation(names.of(number), number, status, pulls, fold.out[number], mean, cost, None, None, why)


def _means(fold: Fold, number: int) -> tuple[int, float | None, float | None]:
    """The number of rewards, their mean, and the mean cost."""
    pulls, total, cost = fold.tally.get(number, (0, 0.0, 0.0))
    if not pulls:
        return 0, None, None
    return pulls, total / pulls, cost / pulls if fold.settings.costs is not None else None


def explain_best(fold: Fold, names: Names, limit: int | None, skip: int) -> list[Explanation]:
    """Arms that are played, largest mean first, arms without rewards last: ``limit`` of them after ``skip``."""

    def place(slot: int) -> tuple[bool, float, int]:
        mean = _means(fold, fold.live[slot])[1]
        return mean is None, -(mean or 0.0), fold.live[slot]

    slots = range(len(fold.live))
    best = sorted(slots, key=place) if limit is None else nsmallest(skip + limit, slots, key=place)
    standing = _IndexOrder(fold)
    return [_of_slot(fold, names, slot, standing) for slot in best[skip:]]


class _IndexOrder:
    """How the arms that are played compare now."""

    def __init__(self, fold: Fold) -> None:
        self.indices = [fold.learner.index(slot) for slot in range(len(fold.live))]
        self.sorted = sorted(index for index in self.indices if index is not None)

    def rank(self, index: float) -> int:
        return 1 + len(self.sorted) - bisect_right(self.sorted, index)

    def ties(self, index: float) -> int:
        return bisect_right(self.sorted, index) - bisect_left(self.sorted, index)


def _not_drawn(fold: Fold) -> str:
    others = fold.size - len(fold.gone)
    return f"only {len(fold.live)} of the {others} arms are played, drawn at random; it was not drawn so far"


def _of_slot(fold: Fold, names: Names, slot: int, standing: _IndexOrder) -> Explanation:
    number = fold.live[slot]
    pulls, mean, costs = _means(fold, number)
    out = fold.out[number]
    index = standing.indices[slot]
    rank = None if index is None else standing.rank(index)
    why = _why(fold, slot, out, index, standing)
    return Explanation(names.of(number), number, "played", pulls, out, mean, costs, index, rank, why)


def _why(fold: Fold, slot: int, out: int, index: float | None, standing: _IndexOrder) -> str:
    learner, known = fold.learner, fold.learner.real[slot]
    first = learner.first_pulls()
    if learner.due[slot] > 0:
        words = f"it is new and gets {_pulls(learner.due[slot])} more before the policy is asked"
    elif known + (out if learner.counts_pending else 0) < first:
        words = f"it is due: the policy begins with {_pulls(first)} of every arm, in order"
    elif fold.settings.sets is not None:
        words = "it is played whenever it is in the action of the largest sum"
    elif index is not None:
        rank, ties = standing.rank(index), standing.ties(index)
        if rank == 1:
            others = "1 other arm" if ties == 2 else f"{ties - 1} other arms"
            words = "its index is the largest" + (f", shared with {others}" if ties > 1 else "")
        else:
            words = f"its index {index:.4g} is number {rank}; the largest is {standing.sorted[-1]:.4g}"
    elif learner.form.indexed:
        words = "its first pull has just been made: from the next decision on it has an index"
    elif isinstance(learner, LinearLearner) and learner.draws:
        words = "it is played when the coefficients that the policy draws make its features the best"
    elif learner.form.name == contract.LINEAR:
        words = "its index depends on the features of each decision"
    elif learner.form.name == contract.SAMPLE:
        words = "it is played when its posterior sample is the largest"
    else:
        words = "the policy decides by rules of its own"
    starts_as = fold.settings.starts_as
    if not out:
        return words
    return f"{words}; {_pending(out, starts_as, learner.counts_pending)}"


def _pending(count: int, starts_as: float | None, counts: bool) -> str:
    """How pulls without a reward so far count."""
    pulls, verb, their = ("pull", "counts", "its") if count == 1 else ("pulls", "count", "their")
    waiting = f"{count} pending {pulls}"
    if starts_as is not None:
        return f"{waiting} {verb} as {'not clicked' if starts_as < 0 else f'{starts_as:g}'}"
    if counts:
        return f"{waiting} {verb} with {their} expected reward"
    return f"{waiting} {'does' if count == 1 else 'do'} not count"


def _pulls(count: int) -> str:
    return "1 pull" if count == 1 else f"{count} pulls"
