"""What a run costs, as a rough number that does not depend on the machine; see ``models.cost``."""

from __future__ import annotations

from typing import Any

from begreedy.advice.models import card_of


def seconds_per_run(policy: Any, problem: Any, horizon: int | None, k: int | None) -> float:
    """About what a run takes on a core of today, with ``k`` arms or else all that there are."""
    card = card_of(problem)
    return card.cost(policy, problem, horizon, float(k or card.arms(problem) or 0))
