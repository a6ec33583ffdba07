"""The probabilities with which a bandit shows a list: the policy's own, with the floor and the control group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from begreedy.bandit.folds.selection import Request, controlled, eligible_slots, event_stream
from begreedy.engine.chances import ListChances, list_chances, mixed_lists, redrawn_list, uniform_list

if TYPE_CHECKING:
    from begreedy.bandit.folds.fold import Fold


def chances_of_list(
    fold: Fold, request: Request, arms: Sequence[int], own_draw: Sequence[int] = (), draws: int = 0
) -> ListChances | None:
    """Those of a list, by number, at the last choice; None if they are not known, or too small for a float.

    ``draws``: where the policy's own are not known, estimate them by that many draws, and by the list that the policy
    drew itself, whatever was shown.
    """
    if request.user_arms is not None:
        return ListChances((1.0,) * len(arms), (1.0,) * len(arms))
    settings, slots = fold.settings, eligible_slots(fold, request.eligible)
    items = [fold.slot[number] for number in arms]
    own = list_chances(fold.arms_learner, items, slots)
    if own is None and draws:
        stream = event_stream(fold, "propensity", "event", fold.seq + 1)
        own = redrawn_list(fold.arms_learner, items, [fold.slot[number] for number in own_draw], draws, stream, slots)
    if own is None:
        return None
    at_random = uniform_list(len(fold.live) if slots is None else len(slots), len(items))
    share = settings.share if controlled(fold, slots) else 0.0
    floor = settings.explore
    chances = mixed_lists([((1.0 - share) * (1.0 - floor), own), (share + (1.0 - share) * floor, at_random)])
    return chances if chances.beginnings[-1] > 0.0 else None
