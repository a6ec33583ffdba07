"""What a run costs, as a rough number that does not depend on the machine.

Advice must be the same every time, so how much is simulated is decided by these numbers and never by a clock.
"""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.lin_thompson import LinThompson
from begreedy.policies.lin_ucb import LinUCB

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
_SETUP = 60.0  # nanoseconds to draw an arm
_PULLS_PER_BUDGET = 4.0


def seconds_per_run(policy: Any, problem: Any, horizon: int | None, k: int | None) -> float:
    """About what a run takes on a core of today."""
    arms = float(k or getattr(problem, "arms", getattr(problem, "n", 0)) or 0)
    if problem.model == "linear":
        return 1e-9 * (horizon or 0) * _linear(policy, problem)
    if problem.model == "budgeted":
        rounds = _PULLS_PER_BUDGET * problem.budget
        return 1e-9 * (rounds * 2.0 * _nanoseconds(policy, arms) + _SETUP * arms)
    rounds = float(horizon or 0)
    per_round = _nanoseconds(policy, arms)
    if problem.model == "cascading":
        per_round *= 4.0
    if problem.model == "mortal":
        per_round += _SETUP * arms / problem.lifetime + 20.0
    return 1e-9 * (rounds * per_round + _SETUP * arms)


def _nanoseconds(policy: Any, arms: float) -> float:
    form = contract.form_of(policy)
    if form.name in _OF_A_POOL:
        return _OF_A_POOL[form.name]
    inner = getattr(policy, "policy", policy)
    # A reduction of its own kind, such as AnytimeGreedy, plays Greedy.
    few, each = _BY_KIND[contract.form_of(inner).kind or contract.FROZEN]
    return few + each * arms + (_ROOT if isinstance(inner, KLUCB) else 0.0)


def _linear(policy: Any, problem: Any) -> float:
    size = problem.dimension
    per_round = 100.0 + 0.4 * size**2 + 5.0 * problem.offers * size
    if isinstance(policy, LinUCB) and problem.ball:
        return per_round + 30.0 * size**2 + 1.5 * size**3
    return per_round + (1.6 * size**2 if isinstance(policy, LinThompson) else 0.0)
