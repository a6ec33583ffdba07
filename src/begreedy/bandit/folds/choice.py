"""Which kind of state a bandit has: it depends on what its policy looks at, and where its arms come from."""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.bandit.folds.fold import Fold, Pasts
from begreedy.bandit.folds.forgetting import ForgettingFold
from begreedy.bandit.folds.linear import LinearFold, OwnFeatures
from begreedy.bandit.folds.pool import GrowingFold, PoolFold
from begreedy.bandit.folds.sets import SetFold
from begreedy.bandit.settings.settings import Settings

_FOLDS = {contract.POOL: PoolFold, contract.REDUCTION: GrowingFold, contract.FORGETTING: ForgettingFold}


def fold_for(settings: Settings, pasts: Pasts, own: OwnFeatures, snapshot: dict[str, Any] | None = None) -> Fold:
    """The state before the first event, or that of a snapshot."""
    if settings.sets is not None:
        return SetFold(settings, pasts, snapshot)
    if settings.dimension is not None:
        return LinearFold(settings, pasts, own, snapshot)
    return _FOLDS.get(contract.form_of(settings.played).name, Fold)(settings, pasts, snapshot)
