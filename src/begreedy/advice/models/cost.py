"""What a run costs, as a rough number that does not depend on the machine.

Advice must be the same every time, so how much is simulated is decided by these numbers and never by a clock.
"""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.policies.kl_ucb import KLUCB

# Nanoseconds per round: with few arms, and for every arm.
_BY_KIND = {
    contract.FROZEN: (4.0, 0.02),
    contract.GROWING: (40.0, 0.8),
    contract.POSTERIOR: (80.0, 0.9),
    contract.SCAN: (10.0, 3.0),
    contract.DRAW_ALL: (20.0, 40.0),
    contract.VALUES: (20.0, 5.0),
    contract.CUSTOM: (10.0, 2.0),
}
_ROOT = 500.0  # of KL-UCB's index
_OF_A_POOL = {contract.EPOCHS: 60.0, contract.POOL: 100.0}
SETUP = 60.0  # nanoseconds to draw an arm


def usual_cost(policy: Any, _problem: Any, horizon: int | None, arms: float) -> float:
    """Seconds of a run of ``horizon`` rounds on ``arms`` arms."""
    return seconds(float(horizon or 0), nanoseconds(policy, arms), arms)


def seconds(rounds: float, per_round: float, arms: float) -> float:
    """Rounds at so many nanoseconds each, once the arms are drawn."""
    return 1e-9 * (rounds * per_round + SETUP * arms)


def nanoseconds(policy: Any, arms: float) -> float:
    """A decision of a policy and what it learns from it."""
    form = contract.form_of(policy)
    if form.name in _OF_A_POOL:
        return _OF_A_POOL[form.name]
    inner = getattr(policy, "policy", policy)
    # A reduction of its own kind, such as AnytimeGreedy, plays Greedy.
    few, each = _BY_KIND[contract.form_of(inner).kind or contract.FROZEN]
    return few + each * arms + (_ROOT if isinstance(inner, KLUCB) else 0.0)
