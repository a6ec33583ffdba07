"""Archive the beginning of a log: its events go to a Parquet file, its state stays, as a checkpoint.

The file is written first, while others go on; then, in one transaction, the events are removed, except those that
something later refers to.  A process stopped in between leaves a file that is written again next time.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

from begreedy.bandit.folds.hours import Hour
from begreedy.bandit.log.erasing import Erasure
from begreedy.bandit.records import DECIDED, ERASED, EXPIRED, REWARDED, Archived, Event, StoreError, shown
from begreedy.bandit.session import Session
from begreedy.bandit.store.checkpoint import Checkpoint, read_checkpoint, seal, write_checkpoint
from begreedy.bandit.store.checksum import is_sound
from begreedy.bandit.store.store import PAGE, arms_text
from begreedy.values.new_file import new_file
from begreedy.values.value import finite

_NUMBERS = frozenset({"value", "cost", "time", "was", "was_cost", "propensity"})
_WHOLE = frozenset({"seq", "decision", "revision"})
ClosedHours = list[tuple[Hour, bytes]]
_LONGEST = 150  # of a name in that of a file, which may have 255
_NAMES = {"context": "context_id", "user_id": "user"}


def archive(session: Session, before: float, folder: str | Path) -> Archived:
    """Archive the events before a moment to a new file of a folder."""
    before, folder = finite(before, "before"), Path(folder)
    checkpoint, path, hours = session.survey(lambda: _write(session, before, folder))
    if path is None:
        return Archived(0, checkpoint.seq, None)
    events = session.alone(lambda: _fold(session, checkpoint, hours))
    return Archived(events, checkpoint.seq, str(path))


def _last(session: Session, before: float, base: int) -> int:
    """The last event to archive: those after it are not before the moment, and no action of several arms is divided."""
    store = session.store
    sql = "SELECT MIN(seq) FROM events WHERE bandit = ? AND seq > ? AND time >= ?"
    following = store.database.rows(sql, (store.bandit, base, before))[0][0]
    last = int(store.head().seq if following is None else following - 1)
    while session.settings.sets is not None and last > base and following is not None:
        pair = [event.kind for event in store.events(last - 1, 2)]
        if pair != [DECIDED, DECIDED]:
            break
        last -= 1
    return last


def _write(session: Session, before: float, folder: Path) -> tuple[Checkpoint, Path | None, ClosedHours]:
    """Write the file; returns the checkpoint to come, and the hours that are over by then."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    store, old = session.store, read_checkpoint(session.store)
    last = _last(session, before, old.seq)
    if last <= old.seq:
        return old, None, []
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_start(session.settings.name)}-{old.seq + 1:012d}-{last:012d}.parquet"
    fold, chain, clock, seq, pending = session.rebuilt(), old.chain, old.clock, old.seq, set(old.pending)
    with new_file(path) as file, pq.ParquetWriter(file, _schema(pa)) as writer:
        while seq < last:
            rows = []
            for event, stored, version in store.checked_events(seq, min(PAGE, last - seq)):
                if event.seq != seq + 1 or not is_sound(chain, event, version, stored):
                    raise _not_right(seq + 1)
                fold.apply(event)
                seq, chain, clock = event.seq, stored, event.time
                if event.kind == DECIDED:
                    pending.add(seq)
                elif event.kind in (REWARDED, EXPIRED):
                    pending.discard(event.decision or 0)
                rows.append(_row(session, event))
            if not rows:
                raise _not_right(seq + 1)
            writer.write_table(pa.Table.from_pylist(rows, _schema(pa)))
    return Checkpoint(last, clock, chain, fold.snapshot(), sorted(pending)), path, fold.hours.closed


def _not_right(seq: int) -> StoreError:
    words = f"event {seq} was altered or is missing: a log that is not right is not archived"
    return StoreError(f"{words}; begreedy serve --check says more")


def _start(name: str) -> str:
    """What the names of a bandit's files begin with."""
    plain = quote(name, safe="")
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def archives_of(folder: Path, name: str) -> list[Path]:
    """The files of a bandit in a folder, the oldest first; those of others may begin with its name."""
    own = re.compile(re.escape(_start(name)) + r"-\d{12,}-\d{12,}\.parquet")
    return sorted(path for path in folder.glob("*.parquet") if own.fullmatch(path.name))


def _schema(pa: Any) -> Any:
    kinds = {
        name: pa.float64() if name in _NUMBERS else pa.int64() if name in _WHOLE else pa.string() for name in _names()
    }
    return pa.schema([("bandit", pa.string()), *kinds.items(), ("names", pa.string())])


def _names() -> list[str]:
    return [_NAMES.get(name, name) for name in Event._fields]


def _row(session: Session, event: Event) -> dict[str, Any]:
    shown_parts = event._replace(context=shown(event.context), user_id=shown(event.user_id))
    names = ", ".join(session.names.of(number) for number in event.arms)
    row = dict(zip(_names(), shown_parts, strict=True)) | {"bandit": session.settings.name, "names": names}
    return row | {"arms": arms_text(event.arms)}


def _fold(session: Session, checkpoint: Checkpoint, hours: ClosedHours) -> int:
    """Put a checkpoint in place of the events before it; returns how many there were."""
    store, database = session.store, session.database
    before = read_checkpoint(store)
    if before.seq >= checkpoint.seq or store.end_at(checkpoint.seq)[1] != checkpoint.chain:
        raise StoreError("the log was archived or erased from meanwhile; nothing was changed, try again")
    rows_kept = _still_needed(session, checkpoint.seq)
    sealed = {event.seq: seal(event, version) for event, version in rows_kept}
    store.remove_through(checkpoint.seq)
    store.put_back(rows_kept)
    last_hour = store.last_hour()
    missing = [(hour, arms) for hour, arms in hours if hour.hour > last_hour]  # if the store is older than its hours
    for sql, rows in [*write_checkpoint(store, checkpoint._replace(seals=sealed)), *store.insert_hours(missing)]:
        if rows:
            database.write(sql, rows)
    snapshot = "DELETE FROM snapshots WHERE bandit = ? AND seq < ?"
    database.rows(snapshot, (store.bandit, checkpoint.seq))
    return checkpoint.seq - before.seq


def _still_needed(session: Session, last: int) -> list[tuple[Event, int]]:
    """The events up to one that something later refers to."""
    store, bandit = session.store, session.store.bandit
    ask = store.database.rows
    waiting = {row[0] for row in ask("SELECT number FROM pending WHERE bandit = ? AND number <= ?", (bandit, last))}
    sql = "SELECT DISTINCT decision FROM events WHERE bandit = ? AND seq > ? AND decision <= ?"
    referred = {row[0] for row in ask(sql, (bandit, last, last))}
    sql = "SELECT seq FROM events WHERE bandit = ? AND decision = ? AND seq <= ? ORDER BY revision DESC LIMIT 1"
    outcomes = {row[0] for number in referred for row in ask(sql, (bandit, number, last))}
    sql = "SELECT user_id, MAX(seq) FROM events WHERE bandit = ? AND user_id IS NOT NULL GROUP BY user_id"
    users = {seq for user, seq in ask(sql, (bandit,)) if seq <= last and not user.startswith(ERASED)}
    return store.versioned(sorted(waiting | referred | outcomes | users))


def erase_archives(folder: str | Path, name: str, erasure: Erasure) -> int:
    """Erase users and context ids from the archived events of a bandit; returns how many had any of them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    erased = 0
    for path in archives_of(Path(folder), name):
        columns, changed = {}, set()
        try:
            table = pq.read_table(str(path))
            present = {column: table[column].to_pylist() for column in ("user", "context_id")}
        except (pa.ArrowException, KeyError) as error:
            raise StoreError(f"{path} is no archive of a bandit, or damaged: nothing is erased from it") from error
        for column, replace in (("user", erasure.user), ("context_id", erasure.context)):
            texts = present[column]
            columns[column] = [shown(replace(text)) for text in texts]
            changed |= {i for i, (was, now) in enumerate(zip(texts, columns[column], strict=True)) if was != now}
        if changed:
            for column, texts in columns.items():
                place = table.schema.get_field_index(column)
                table = table.set_column(place, column, pa.array(texts, pa.string()))
            with new_file(path) as file:
                pq.write_table(table, file)
            erased += len(changed)
    return erased
