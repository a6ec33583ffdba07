"""Advice on a bandit that is running: from its own rounds so far, for those that are left."""

from __future__ import annotations

from begreedy.advice.advise import advise
from begreedy.advice.answer import Advice
from begreedy.bandit.bandit import Bandit
from begreedy.values.errors import BadValue

EFFORT = 4.0  # seconds of one core, roughly


def advise_again(bandit: Bandit, *, effort: float = EFFORT) -> Advice:
    """Advise on the remaining rounds of a bandit, with a prior learned from the rounds so far.

    The counts of each arm, history included, are its record: rewards in a range count in parts of it.
    The bandit itself is not changed; to follow the advice, make another one with these counts as its history.

    Parameters
    ----------
    bandit : Bandit
        One of single arms whose rewards have a range, with a horizon.
    effort : float
        About how many seconds of one core to simulate.

    Returns
    -------
    Advice
        As of ``begreedy.advise``.

    Raises
    ------
    BadValue
        If the bandit is of another kind, or nothing is known of its arms yet.
    """
    settings, state = bandit.settings, bandit.state()
    for field, given in (("costs", settings.costs), ("problem", settings.problem), ("slots", settings.slots)):
        if given is not None:
            raise BadValue.of(field, given, "left out: this advice is on single arms that only pay", got="")
    if settings.rewards is None or settings.dimension is not None:
        raise BadValue.of("rewards", settings.rewards, "given, as (low, high), of arms without features")
    if settings.horizon is None or settings.horizon <= state.decisions:
        raise BadValue.of("horizon", settings.horizon, f"given, and more than the {state.decisions} rounds played")
    low, high = settings.rewards
    known = [arm for arm in bandit.arms() if arm.status != "retired"]
    history = [
        (0 if arm.mean is None else round((arm.mean - low) / (high - low) * arm.pulls), arm.pulls) for arm in known
    ]
    left = settings.horizon - state.decisions
    return advise("finite", left, arms=len(known), history=history, seed=settings.seed, effort=effort)
