"""What a run costs, as a rough number that does not depend on the machine.

Advice must be the same every time, so how much is simulated is decided by these numbers and never by a clock.  Where
a player looks at as many arms as it must, these are counted in a pilot (``advice/pilot.py``).  Where successes are
rare, many arms have the same record, and a player that looks at one of them may have to move all: these are counted by
themselves.
"""

from __future__ import annotations

from collections.abc import Callable

import begreedy.types as contract
from begreedy.engine.simulation import Looks
from begreedy.policies.bayes_ucb import BayesUCB
from begreedy.policies.cbt import EmpiricalCBT
from begreedy.policies.combinatorial import LastSlotThompson
from begreedy.policies.imed import IMED
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.posterior_lookahead import IRS, TSUCB
from begreedy.types import Policy, Problem

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
_LOOK = {contract.FROZEN: 45.0, contract.GROWING: 25.0, contract.POSTERIOR: 30.0}
# For an arm that is moved, or passed, with its equals: measured over 30 to 3000 endless arms, priors from Beta(1, 1) to
# Beta(2, 200) and 1000 to 100 000 rounds.
_TIED = {contract.FROZEN: 50.0, contract.GROWING: 12.0}
_LEAPING = 1e5, 0.2  # of a run, and of each of its rounds, where a leader's rounds are played in blocks
# Of an index: at every look, and for every arm that was played in a round.
_ROOT: dict[type, float] = {KLUCB: 150.0, BayesUCB: 2000.0}
# For every arm, and of TS-UCB for every sample.
_DRAWN: dict[type, float] = {IMED: 10.0, IRS: 80.0, TSUCB: 20.0, LastSlotThompson: 45.0}
_OF_A_POOL = {contract.EPOCHS: 60.0, contract.POOL: 12.0}
_SCANNED: dict[type, float] = {EmpiricalCBT: 0.8}  # for every arm tried, when another one is played than before
SETUP = 60.0  # nanoseconds to draw an arm


def usual_cost(policy: Policy, _problem: Problem, horizon: int | None, arms: float) -> float:
    """Seconds of a run of ``horizon`` rounds on ``arms`` arms."""
    return seconds(float(horizon or 0), nanoseconds(policy, arms), arms)


def scans(policy: Policy) -> bool:
    """Whether a policy looks through all arms that it has tried so far, to play another one."""
    return type(policy) in _SCANNED


def counted(policy: Policy) -> bool:
    """Whether looks at arms can be counted in a simulation of a policy, from the beginning of a run to its end."""
    return scans(policy) or (contract.form_of(policy).name not in _OF_A_POOL and _kind(policy) in _LOOK)


def least_cost(policy: Policy, rounds: float) -> float:
    """Seconds of a run that hardly looks at arms; next to nothing for a frozen index, which may leap over rounds."""
    return 0.0 if _kind(policy) == contract.FROZEN else seconds(rounds, nanoseconds(policy, 0.0), 0.0)


def counted_cost(policy: Policy, rounds: float, looks: Looks, arms: float, usual: Callable[[float], float]) -> float:
    """Seconds of a run in which these looks at arms were counted.

    ``policy`` is the one that plays, fitted to its problem; ``usual`` is what a run costs without counting, if each of
    its rounds looks at so many arms.
    """
    if scans(policy):  # arms are drawn when they are tried, which is little beside the looks
        return usual(0.0) + 1e-9 * _SCANNED[type(policy)] * looks.scanned
    together = 1e-9 * _TIED.get(_kind(policy), 0.0) * looks.together
    if looks.alone is None:
        return usual(arms) + together
    look = _LOOK.get(_kind(policy), _LOOK[contract.FROZEN]) + root_of(policy)
    alone = 1e-9 * (look * looks.alone + SETUP * arms) + together
    in_blocks = 1e-9 * (_LEAPING[0] + _LEAPING[1] * rounds)
    return alone + (min(in_blocks, usual(0.0)) if looks.leaps else usual(0.0))


def seconds(rounds: float, per_round: float, arms: float) -> float:
    """Rounds at so many nanoseconds each, once the arms are drawn."""
    return 1e-9 * (rounds * per_round + SETUP * arms)


def nanoseconds(policy: Policy, arms: float) -> float:
    """A decision of a policy and what it learns from it."""
    form = contract.form_of(policy)
    if form.name in _OF_A_POOL:
        return _OF_A_POOL[form.name]
    few, each = _BY_KIND[_kind(policy)]
    inner = contract.part_of(policy, "policy", policy)
    drawn = _DRAWN.get(type(inner), 0.0) * getattr(inner, "samples", 1)
    return few + (each + drawn) * arms + root_of(policy)


def root_of(policy: Policy) -> float:
    """Nanoseconds to find an index that is the root of an equation; nothing for others."""
    return _ROOT.get(type(contract.part_of(policy, "policy", policy)), 0.0)


def _kind(policy: Policy) -> str:
    """How a policy, or the one that a reduction plays, is played; AnytimeGreedy and its like are Greedy."""
    kind = contract.form_of(policy).kind
    return kind or contract.form_of(contract.part_of(policy, "policy", policy)).kind or contract.FROZEN
