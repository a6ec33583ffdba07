"""Is what is kept what the log says?"""

from __future__ import annotations

from begreedy.bandit.checksum import VERSIONS, checksum
from begreedy.bandit.fold import Fold
from begreedy.bandit.records import DECIDED, EXPIRED, REWARDED, Check, Event
from begreedy.bandit.session import Session
from begreedy.bandit.settings import digest
from begreedy.bandit.store import PAGE, Open

_MOST = 100  # problems named; more of them say nothing new


class _Found:
    """Collects disagreements."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def __call__(self, text: str) -> None:
        if len(self.problems) < _MOST:
            self.problems.append(text)


def check(session: Session) -> Check:
    """Read the log from its first event."""
    found, current = _Found(), session.fold
    store = session.store
    head, snapshot = store.head(), store.snapshot()
    fold = session.rebuilt()
    waiting: dict[int, Event] = {}
    chain, seq, clock = 0, 0, 0.0
    while True:
        page = store.checked_events(seq)
        for event, kept, version in page:
            if event.seq != seq + 1:
                found(f"event {seq + 1} is missing: event {event.seq} follows event {seq}")
            if version not in VERSIONS:
                found(f"event {event.seq} ({event.kind}) has a checksum of the unknown version {version}")
            elif checksum(chain, event, version) != kept:
                found(f"event {event.seq} ({event.kind}) was altered, or one before it: its checksum differs")
            chain = kept
            if event.time < clock:
                found(f"event {event.seq}: its time {event.time!r} is before that of the event before it")
            seq, clock = event.seq, event.time
            _follow(event, waiting, found)
            _apply(fold, event, found)
            if snapshot is not None and snapshot[0] == seq:
                _compare_snapshot(fold, snapshot[1], found)
        if len(page) < PAGE:
            break
    if (head.seq, head.chain) != (seq, chain):
        found(f"heads: says that the log ends with event {head.seq}, but it ends with event {seq}")
    if snapshot is not None and not 1 <= snapshot[0] <= seq:
        found(f"snapshots: the snapshot is of event {snapshot[0]}, which the log does not have")
    for number, decided, ours in fold.differing:
        found(f"event {number}: arms {decided} were decided, but the policy chooses {ours} (on this kind of machine)")
    _compare_names(session, fold.size, found)
    _compare_waiting(waiting, {decision.number: decision for decision in store.open_decisions()}, found)
    if fold.seq == current.seq and fold.snapshot() != current.snapshot():
        found(f"memory: the state in this process is not that of the log at event {fold.seq}: {_where(fold, current)}")
    return Check(seq, fold.decisions, fold.rewards, len(waiting), tuple(found.problems))


def _follow(event: Event, waiting: dict[int, Event], found: _Found) -> None:
    if event.kind == DECIDED:
        waiting[event.seq] = event
    elif event.kind in (REWARDED, EXPIRED):
        decided = waiting.pop(event.decision or 0, None)
        if decided is None:
            found(f"event {event.seq}: {event.kind} decision {event.decision}, which does not wait for a reward")
        elif decided.arms != event.arms:
            found(f"event {event.seq}: arms {event.arms}, but decision {event.decision} was for {decided.arms}")


def _apply(fold: Fold, event: Event, found: _Found) -> None:
    try:
        fold.apply(event)
    except Exception as error:  # whatever a damaged event may cause
        found(f"event {event.seq} ({event.kind}) cannot be applied: {type(error).__name__}: {error}")
        fold.seq = event.seq


def _compare_snapshot(fold: Fold, kept: dict, found: _Found) -> None:
    rebuilt = fold.snapshot()
    for part, value in rebuilt.items():
        if _plain(kept.get(part)) != _plain(value):
            found(f"snapshots: {part} of the snapshot of event {fold.seq} is not that of the log")


def _plain(value: object) -> object:
    """As JSON has it: lists for tuples."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _compare_names(session: Session, size: int, found: _Found) -> None:
    """Every arm has a name, and the first ones have those that the bandit was made with."""
    if session.settings.names is None:
        return
    labels: list[str] = []
    for first, some in session.store.all_labels():
        if first != len(labels):
            found(f"names: those before arm {first} are {len(labels)}")
            return
        labels += some
    if len(labels) != size:
        found(f"names: there are {len(labels)}, but the log has {size} arms")
    if digest(labels[: session.settings.arms]) != session.settings.names:
        found("names: they are not those that the bandit was made with")


def _compare_waiting(log: dict[int, Event], kept: dict[int, Open], found: _Found) -> None:
    for number in sorted(log.keys() - kept.keys()):
        found(f"pending: decision {number} has no reward, but is not there")
    for number in sorted(kept.keys() - log.keys()):
        found(f"pending: decision {number} is there, but does not wait for a reward")
    for number in sorted(log.keys() & kept.keys()):
        event, row = log[number], kept[number]
        if (row.token, row.arms, row.time) != (event.token, event.arms, event.time):
            found(f"pending: decision {number} is not as in the log")


def _where(one: Fold, other: Fold) -> str:
    first, second = one.snapshot(), other.snapshot()
    return ", ".join(part for part in first if first[part] != second[part])
