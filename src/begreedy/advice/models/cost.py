"""What a run costs, as a rough number that does not depend on the machine.

Advice must be the same every time, so how much is simulated is decided by these numbers and never by a clock.  Where
a player looks at as many arms as it must, these are counted in a pilot (``advice/pilot.py``).
"""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.policies.kl_ucb import KLUCB

# Nanoseconds per round: with few arms, and for every arm.
_BY_KIND = {
    contract.FROZEN: (4.0, 0.02),
    contract.GROWING: (40.0, 0.8),
    contract.POSTERIOR: (60.0, 0.9),
    contract.SCAN: (10.0, 3.0),
    contract.DRAW_ALL: (20.0, 40.0),
    contract.VALUES: (20.0, 5.0),
    contract.CUSTOM: (10.0, 2.0),
    contract.FORGETTING: (15.0, 6.0),
}
# Nanoseconds per look at an arm, where these are counted.
_LOOK = {contract.FROZEN: 45.0, contract.GROWING: 9.0, contract.POSTERIOR: 75.0}
_ROOTS = 500.0  # of KL-UCB's indices in a round
_OF_A_POOL = {contract.EPOCHS: 60.0, contract.POOL: 100.0}
SETUP = 60.0  # nanoseconds to draw an arm


def usual_cost(policy: Any, _problem: Any, horizon: int | None, arms: float) -> float:
    """Seconds of a run of ``horizon`` rounds on ``arms`` arms."""
    return seconds(float(horizon or 0), nanoseconds(policy, arms), arms)


def counted(policy: Any) -> bool:
    """Whether a simulation of a policy counts its looks at arms from the beginning of a run to its end."""
    return contract.form_of(policy).name not in _OF_A_POOL and _kind(policy) in _LOOK


def counted_cost(policy: Any, rounds: float, looks: float, arms: float) -> float:
    """Seconds of a run in which so many looks at arms were counted."""
    return seconds(rounds, nanoseconds(policy, 0.0), arms) + 1e-9 * _LOOK[_kind(policy)] * looks


def seconds(rounds: float, per_round: float, arms: float) -> float:
    """Rounds at so many nanoseconds each, once the arms are drawn."""
    return 1e-9 * (rounds * per_round + SETUP * arms)


def nanoseconds(policy: Any, arms: float) -> float:
    """A decision of a policy and what it learns from it."""
    form = contract.form_of(policy)
    if form.name in _OF_A_POOL:
        return _OF_A_POOL[form.name]
    few, each = _BY_KIND[_kind(policy)]
    return few + each * arms + (_ROOTS if isinstance(getattr(policy, "policy", policy), KLUCB) else 0.0)


def _kind(policy: Any) -> str:
    """How a policy, or the one that a reduction plays, is played; AnytimeGreedy and its like are Greedy."""
    kind = contract.form_of(policy).kind
    return kind or contract.form_of(getattr(policy, "policy", policy)).kind or contract.FROZEN
