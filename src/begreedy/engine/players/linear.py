"""How a linear policy chooses among actions by their feature vectors: the largest score, ties uniformly at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import begreedy.types as contract
from begreedy.engine.players.least_squares import FitState, least_squares
from begreedy.engine.players.player import BAD_INDEX
from begreedy.random import fair_argmax


def chooser(policy: Any, needs: tuple[str, ...]) -> Callable[..., int]:
    """The place of an offered action with the largest score, by a fit with the parts that the policy needs."""
    score: Any = contract.bind(policy, "score")
    ready, readies = contract.bind(policy, "ready"), contract.has(policy, "ready")
    complete = least_squares(needs).complete
    inverse = "inverse" in needs

    def choose(
        policy: Any, fit: FitState, x: Any, action: Any, value: Any, t: int, offers: int, horizon: int, rng: Any
    ) -> int:
        if inverse:
            complete(fit)
        if readies:
            ready(policy, fit, t, horizon, rng)
        for place in range(offers):
            for i in range(len(x)):
                x[i] = action[place, i]
            value[place] = score(policy, fit, x, t, horizon)
            if value[place] != value[place]:
                return BAD_INDEX
        return fair_argmax(rng, value, 0, 1, offers)

    return choose
