"""What an operator looks at: one moment of a bandit, copied while it is held, so that the rest is done without it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.folds.hours import Hour
from begreedy.bandit.records import Explanation, State
from begreedy.bandit.settings.settings import Settings
from begreedy.bandit.store.store import BanditStore
from begreedy.bandit.uplift import Uplift, uplift
from begreedy.bandit.views.best import ArmEvidence
from begreedy.bandit.views.explain import explain_some
from begreedy.engine.learners.learner import Past

PLAYED, PAUSED, RETIRED = "played", "paused", "retired"


@dataclass(frozen=True)
class Glance:
    """How a bandit is doing: its open hour, when its last reward was reported, and when its oldest decision was made.

    ``gap`` is the longest time between two rewards so far, ``since`` the decisions made after the last one.
    """

    settings: Settings
    seq: int
    hour: Hour
    hours: list[Hour]  # that are over, but not in the store yet
    last_reward: float | None
    gap: float
    since: int
    oldest: float | None


@dataclass(frozen=True)
class ArmTable:
    """The arms that are played, paused or retired: by number, status, and sums of their rewards.

    ``out`` are the pulls without an outcome so far, ``decided`` these and all others, ``known_total`` the sum of
    what the others paid.
    """

    numbers: np.ndarray
    status: list[str]
    names: list[str]
    pulls: np.ndarray
    total: np.ndarray
    decided: np.ndarray
    out: np.ndarray
    known_total: np.ndarray


@dataclass(frozen=True)
class Board:
    """One moment of a bandit."""

    state: State
    glance: Glance
    hours: list[Hour]  # from the one asked for on, the open one last
    hour_arms: dict[int, bytes]  # packed, likewise
    arms: ArmTable
    evidence: ArmEvidence
    pasts: list[Past]  # of the arms in the table, before the first decision
    uplift: list[Uplift]  # empty without a control group, or where rewards have no range


def glance(bandit: Bandit) -> Glance:
    """How a bandit is doing, at the cost of a query or two."""
    session = bandit._session
    return session.look(lambda: _glance(session.fold, session.store))


def _glance(fold: Fold, store: BanditStore) -> Glance:
    hours = fold.hours
    oldest = store.pending_decisions(limit=1)
    return Glance(
        settings=fold.settings,
        seq=fold.seq,
        hour=hours.open(fold.seq, fold.pending, fold.maturity),
        hours=[hour for hour, _ in hours.closed],
        last_reward=hours.last_reward,
        gap=hours.gap,
        since=hours.since,
        oldest=oldest[0].time if oldest else None,
    )


def board(bandit: Bandit, since: int = 0, arms_since: int = 0) -> Board:
    """Everything about a bandit; its hours, and the arms in them, from given hours on."""
    session = bandit._session

    def work() -> Board:
        fold, store = session.fold, session.store
        hours, packed = _hours(fold, store, since, arms_since)
        settings = fold.settings
        proven = settings.control is not None and settings.rewards is not None
        table = _table(fold, session.names.of)
        return Board(
            state=bandit.state(),
            glance=_glance(fold, store),
            hours=hours,
            hour_arms=packed,
            arms=table,
            evidence=ArmEvidence.of(fold),
            pasts=session.pasts(table.numbers.tolist()) if settings.history is not None else [],
            uplift=uplift(fold, 0.95, session.now()) if proven else [],
        )

    return session.look(work)


def pending_before(bandit: Bandit, moment: float) -> int:
    """How many decisions ``expire`` would close."""
    session = bandit._session
    return session.look(lambda: len(session.pending_before(moment)))


def explained(bandit: Bandit, numbers: Sequence[int]) -> list[Explanation]:
    """What is known of some arms, and how the policy sees them."""
    session = bandit._session
    return session.look(lambda: explain_some(session.fold, session.names, numbers))


def _hours(fold: Fold, store: BanditStore, since: int, arms_since: int) -> tuple[list[Hour], dict[int, bytes]]:
    """The hours in the store, those to be written with the next event, and the one that is open."""
    hours, packed = store.hours(since), store.hour_arms(arms_since)
    known = hours[-1].hour if hours else since - 1
    for hour, arms in fold.hours.closed:
        if hour.hour > known:
            hours.append(hour)
        if hour.hour >= arms_since:
            packed[hour.hour] = arms
    if fold.hours.hour >= 0:
        hours.append(fold.hours.open(fold.seq, fold.pending, fold.maturity))
        packed[fold.hours.hour] = fold.hours.arms()
    return hours, packed


def _table(fold: Fold, name_of: Callable[[int], str]) -> ArmTable:
    gone = sorted(fold.gone)
    numbers = [*fold.live, *fold.paused, *gone]
    counts = [len(fold.live), len(fold.paused), len(gone)]
    status = [word for word, count in zip((PLAYED, PAUSED, RETIRED), counts, strict=True) for _ in range(count)]
    sums = np.array([fold.tally.get(number, (0, 0.0))[:2] for number in numbers], float).reshape(-1, 2)
    names = [name_of(number) for number in numbers]
    pulls, total = sums[:, 0], sums[:, 1]
    out = np.array([fold.out[number] for number in numbers], float)
    starts_as = fold.settings.starts_as
    if starts_as is None:
        decided, known_total = pulls + out, total
    else:  # what is out counts among the pulls, of a list as no click
        decided, known_total = pulls, total - out * (0.0 if fold.settings.ranks else starts_as)
    return ArmTable(np.array(numbers, np.int64), status, names, pulls, total, decided, out, known_total)
