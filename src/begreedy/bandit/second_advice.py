"""Advice on a bandit that is running: from its own rounds so far, for those that are left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

from begreedy.advice.advise import advise
from begreedy.advice.answer import Advice
from begreedy.advice.history import FittedPrior, fit_prior
from begreedy.bandit.bandit import Bandit
from begreedy.bandit.settings.auto import RESERVOIR
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadValue

EFFORT = 4.0  # seconds of one core, roughly


class Remaining(TypedDict):
    """What ``advise`` is told of the rounds that a bandit has left."""

    problem: str
    horizon: int
    arms: int
    history: FittedPrior
    seed: int


@dataclass(frozen=True)
class SecondAdvice:
    """Advice on the rounds that a bandit has left, as a server tells it.

    ``policy`` is what to play, as text; ``rounds`` are those that were simulated; ``greedy`` is None if the best greedy
    policy and the best exploring one are equally good; ``summary`` has the answer under headings, ``options`` a row for
    each policy, the best first, as ``Advice.to_rows`` has them.
    """

    sentence: str
    policy: str
    greedy: bool | None
    settled: bool
    rounds: int
    summary: tuple[tuple[str, str], ...]
    assumed: tuple[str, ...]
    notes: tuple[str, ...]
    options: tuple[dict[str, object], ...]

    @classmethod
    def of(cls, advice: Advice) -> SecondAdvice:
        """Advice without its simulations, as it can be sent."""
        return cls(
            sentence=advice.sentence,
            policy=canonical(advice.best.policy),
            greedy=advice.greedy,
            settled=advice.settled,
            rounds=advice.horizon or 0,
            summary=advice.summary,
            assumed=advice.assumed,
            notes=advice.notes,
            options=tuple(advice.to_rows()[:-1]),
        )


def advise_again(bandit: Bandit, *, effort: float = EFFORT) -> Advice:
    """Advise on the remaining rounds of a bandit, with a prior learned from the rounds so far.

    The counts of each arm, history included, are its record: rewards in a range count in parts of it.  Of arms of the
    catalogue that were not drawn so far nothing is known but that prior.  The bandit itself is not changed; to follow
    the advice, make another one with ``"auto"`` and with these counts as its history.

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
    return advise(effort=effort, **remaining(bandit))


def remaining(bandit: Bandit) -> Remaining:
    """The rounds that are left, and what is known of the arms; raises if there can be no advice on them."""
    settings, state = bandit.settings, bandit.state()
    for field, given in (("costs", settings.costs), ("problem", settings.problem), ("slots", settings.slots)):
        if given is not None:
            raise BadValue.of(field, given, "left out: this advice is on single arms that only pay", got="")
    if settings.rewards is None or settings.dimension is not None:
        raise BadValue.of("rewards", settings.rewards, "given, as (low, high), of arms without features")
    if settings.horizon is None or settings.horizon <= state.decisions:
        raise BadValue.of("horizon", settings.horizon, f"given, and more than the {state.decisions} rounds played")
    low, high = settings.rewards
    arms = bandit.arms()
    counts = [
        (0 if arm.mean is None else round((arm.mean - low) / (high - low) * arm.pulls), arm.pulls) for arm in arms
    ]
    fitted = fit_prior(counts, seed=settings.seed)
    names = () if settings.names is None else tuple(arm.arm for arm in arms)
    return {
        "problem": "finite",
        "horizon": settings.horizon - state.decisions,
        "arms": max(len(arms), min(state.catalogue - state.paused, RESERVOIR)),
        "history": replace(fitted, names=names),
        "seed": settings.seed,
    }
