"""Check a bandit's stored state against its log."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

from begreedy.bandit.folds.fold import FORMAT, Fold
from begreedy.bandit.records import ADDED, DECIDED, EXPIRED, REVISED, REWARDED, Check, Event, StoreError
from begreedy.bandit.session import FAR_BACK, Session
from begreedy.bandit.settings.features import features_of
from begreedy.bandit.settings.settings import digest
from begreedy.bandit.store.checkpoint import Checkpoint, kept_rows, read_checkpoint, seal
from begreedy.bandit.store.checksum import VERSIONS, is_sound
from begreedy.bandit.store.database import ConnectionLost
from begreedy.bandit.store.rows import PendingDecision
from begreedy.bandit.store.store import PAGE

_MOST = 100  # problems named; more of them say nothing new


class _Disagreements:
    """Disagreements, in words; adding one is a call."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def __call__(self, problem: str) -> None:
        if len(self.problems) < _MOST:
            self.problems.append(problem)


def check(session: Session) -> Check:
    """Rebuild a bandit's state from its log, and compare all tables and the state in memory with it.

    From the first event on or, where the log is archived, from the checkpoint.
    """
    report = _Disagreements()
    try:
        return _compared(session, report)
    except Exception as error:
        report(f"the check cannot go on: {_words(error)}")
        return Check(0, 0, 0, 0, tuple(report.problems))


def _words(error: Exception) -> str:
    """The error of a damaged store, which may be any, in words; that of a lost connection is raised."""
    if isinstance(error, ConnectionLost):
        raise error
    return str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"


def _compared(session: Session, report: _Disagreements) -> Check:
    store = session.store
    head, snapshot = store.head(), store.snapshot()
    fold = session.rebuilt()
    checkpoint, first_hour = read_checkpoint(store), fold.hours.hour
    pending, closed = _from_checkpoint(session, checkpoint, report)  # closed: where rewards may be revised
    added: dict[int, Any] = {}  # the features of arms that joined later
    chain, seq, clock = checkpoint.chain, checkpoint.seq, checkpoint.clock
    while True:
        page = store.checked_events(seq)
        for event, stored, version in page:
            if event.seq != seq + 1:
                report(f"event {seq + 1} is missing: event {event.seq} follows event {seq}")
            if version not in VERSIONS:
                report(f"event {event.seq} ({event.kind}) has a checksum of the unknown version {version}")
            elif not is_sound(chain, event, version, stored):
                report(f"event {event.seq} ({event.kind}) was altered, or one before it: its checksum differs")
            if clock - FAR_BACK <= event.time < clock:
                report(f"event {event.seq}: its time {event.time!r} is before that of the event before it")
            chain, seq, clock = stored, event.seq, event.time
            if event.kind == ADDED and event.features is not None:
                added |= features_of(event.features)
            _follow(event, pending, closed if session.settings.revise else None, report)
            _apply(fold, event, report)
            if snapshot is not None and snapshot[0] == seq:
                _compare_snapshot(fold, snapshot[1], report)
        if len(page) < PAGE:
            break
    if (head.seq, head.chain) != (seq, chain):
        report(f"heads: says that the log ends with event {head.seq}, but it ends with event {seq}")
    if head.clock != clock:
        report(f"heads: says that the log ends at {head.clock!r}, but it ends at {clock!r}")
    if snapshot is not None and snapshot[0] not in range(max(1, checkpoint.seq), seq + 1):
        report(f"snapshots: the snapshot is of event {snapshot[0]}, which the log does not have")
    for number, decided, chosen in fold.differing:
        report(
            f"event {number}: arms {decided} were decided, but the policy chooses {chosen} (on this kind of machine)"
        )
    for compare in (
        lambda: _compare_names(session, fold.size, report),
        lambda: _compare_features(session, added, report),
        lambda: session.settings.history is None or session.pasts(range(fold.size)),  # each is found right
        lambda: _compare_pending(pending, store.pending_decisions(), report),
        lambda: _compare_hours(session, fold, first_hour, report),
    ):
        try:
            compare()
        except Exception as error:
            report(_words(error))
    if fold.seq == session.fold.seq and (parts := _differing_parts(fold, session.fold)):
        report(f"memory: the state in this process is not that of the log at event {fold.seq}: {', '.join(parts)}")
    return Check(seq, fold.decisions, fold.rewards, len(pending), tuple(report.problems))


def _from_checkpoint(
    session: Session, checkpoint: Checkpoint, report: _Disagreements
) -> tuple[dict[int, Event], dict[int, Event]]:
    """Decisions that waited at a checkpoint, and outcomes before it that were revised since."""
    rows = kept_rows(session.store, checkpoint.seq)
    if session.store.head().base != checkpoint.seq:
        report(f"heads: says that the log is archived up to event {session.store.head().base}, not {checkpoint.seq}")
    if {seq: seal(event, version) for seq, (event, version) in rows.items()} != checkpoint.seals:
        report(f"checkpoints: events before event {checkpoint.seq} are not those that it keeps")
    events = {seq: event for seq, (event, _) in rows.items()}
    closed = {event.decision: event for event in events.values() if event.decision is not None}
    return {seq: events[seq] for seq in checkpoint.pending if seq in events}, closed


def _follow(event: Event, pending: dict[int, Event], closed: dict[int, Event] | None, report: _Disagreements) -> None:
    if event.kind == DECIDED:
        pending[event.seq] = event
    elif event.kind in (REWARDED, EXPIRED):
        decided = pending.pop(event.decision or 0, None)
        if decided is None:
            report(f"event {event.seq}: {event.kind} decision {event.decision}, which does not wait for a reward")
        elif decided.arms != event.arms:
            report(f"event {event.seq}: arms {event.arms}, but decision {event.decision} was for {decided.arms}")
        if closed is not None:
            closed[event.decision or 0] = event
    elif event.kind == REVISED:
        before = None if closed is None else closed.get(event.decision or 0)
        replaced = (event.revision - 1, event.was, event.was_cost, event.was_places, event.arms)
        known = None if before is None else (before.revision, before.value, before.cost, before.places, before.arms)
        if known != replaced:
            report(f"event {event.seq}: revised decision {event.decision}, which was not rewarded so before")
        elif closed is not None:
            closed[event.decision or 0] = event


def _apply(fold: Fold, event: Event, report: _Disagreements) -> None:
    try:
        fold.apply(event)
    except Exception as error:  # whatever a damaged event may cause
        report(f"event {event.seq} ({event.kind}) cannot be applied: {type(error).__name__}: {error}")
        fold.seq = event.seq


def _compare_snapshot(fold: Fold, snapshot: dict[str, Any], report: _Disagreements) -> None:
    if snapshot.get("format", FORMAT) != FORMAT:
        return  # of another version of begreedy: it is not used
    for part, value in fold.snapshot().items():
        if json.dumps(snapshot.get(part)) != json.dumps(value):
            report(f"snapshots: {part} of the snapshot of event {fold.seq} is not that of the log")


def _compare_names(session: Session, size: int, report: _Disagreements) -> None:
    """Every arm has a name, and the first ones have the names that the bandit was made with."""
    if session.settings.names is None:
        return
    labels: list[str] = []
    for first, some in session.store.all_labels():
        if first != len(labels):
            report(f"names: those before arm {first} are {len(labels)}")
            return
        labels += some
    if len(labels) != size:
        report(f"names: there are {len(labels)}, but the log has {size} arms")
    if digest(labels[: session.settings.arms]) != session.settings.names:
        report("names: they are not those that the bandit was made with")


def _compare_features(session: Session, added: dict[int, Any], report: _Disagreements) -> None:
    """The arms that a bandit was made with have the features that they had then, the others those of the log."""
    settings, store = session.settings, session.store
    if settings.features is None:
        return
    first = store.features(range(settings.arms))
    if digest([first[number].tolist() for number in sorted(first)]) != settings.features:
        report("features: they are not those that the bandit was made with")
    later = store.features(sorted(added))
    for number in sorted(added):
        if number not in later or later[number].tolist() != added[number].tolist():
            report(f"features: those of arm {number} are not as in the log")


def _compare_pending(log: dict[int, Event], waiting: Sequence[PendingDecision], report: _Disagreements) -> None:
    table = {decision.number: decision for decision in waiting}
    for number in sorted(log.keys() - table.keys()):
        report(f"pending: decision {number} has no reward, but is not there")
    for number in sorted(table.keys() - log.keys()):
        report(f"pending: decision {number} is there, but does not wait for a reward")
    for number in sorted(log.keys() & table.keys()):
        event, row = log[number], table[number]
        if row != PendingDecision.of(event):
            report(f"pending: decision {number} is not as in the log")


def _compare_hours(session: Session, fold: Fold, first: int, report: _Disagreements) -> None:
    """Every hour that is over is in the store, as in the log, unless it is to be written with the next event."""
    store = session.store
    every, arms = store.hours(), store.hour_arms()
    if [hour.hour for hour in every] != list(arms):
        report("hours: those in hours are not those in hour_arms")
    stored = {hour.hour: hour for hour in every if hour.hour >= first}
    waiting = {hour.hour for hour, _ in session.fold.hours.closed}
    for hour, packed in fold.hours.closed:
        summary = stored.pop(hour.hour, None)
        if summary is None:
            if hour.hour not in waiting:
                report(f"hours: hour {hour.hour} is over, but is not there")
        elif summary != hour or not _same_arms(arms.get(hour.hour), packed):
            report(f"hours: hour {hour.hour} is not as in the log")
    for number in sorted(stored):
        report(f"hours: hour {number} is there, but the log has no event in it, or it is not over")


def _same_arms(kept: bytes | None, packed: bytes) -> bool:
    try:
        return kept is not None and zlib.decompress(kept) == zlib.decompress(packed)
    except zlib.error:
        return False


def _differing_parts(rebuilt: Fold, current: Fold) -> list[str]:
    expected, state = rebuilt.snapshot(), current.snapshot()
    return [part for part in expected if expected[part] != state[part]]
