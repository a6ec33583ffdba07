"""A checkpoint: the state at the event up to which a log is archived, and the rows that are still needed.

Rows of events stay in the store if anything later refers to them: decisions that waited for a reward at the checkpoint,
outcomes that were revised since, and the last decision of every user.  A checksum of each is in the checkpoint.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from begreedy.bandit.records import Event, StoreError
from begreedy.bandit.store.checksum import checksum, is_sound
from begreedy.bandit.store.database import Write
from begreedy.bandit.store.rows import Head
from begreedy.bandit.store.store import BanditStore


class Checkpoint(NamedTuple):
    """The state after event ``seq``: ``pending`` are decisions without a reward then, ``seals`` checksums of rows."""

    seq: int = 0
    clock: float = 0.0
    chain: int = 0
    state: dict[str, Any] | None = None
    pending: Sequence[int] = ()
    seals: dict[int, int] = {}


def seal(event: Event, version: int) -> int:
    """The checksum of a row that is kept, on its own."""
    return checksum(0, event, version)


def _seal(seq: int, clock: float, chain: int, packed: bytes) -> int:
    return zlib.crc32(packed, zlib.crc32(f"{seq} {clock!r} {chain}".encode()))


def read_checkpoint(store: BanditStore) -> Checkpoint:
    """The checkpoint of a bandit; one before the first event if nothing is archived."""
    sql = "SELECT seq, clock, chain, content, checksum FROM checkpoints WHERE bandit = ?"
    rows = store.database.rows(sql, (store.bandit,))
    if not rows:
        return Checkpoint()
    seq, clock, chain, packed, sealed = rows[0]
    try:
        if _seal(seq, clock, chain, bytes(packed)) != sealed:
            raise _altered(seq, "its checksum differs")
        content = json.loads(zlib.decompress(bytes(packed)))
        seals = {int(number): value for number, value in content["kept"]}
        return Checkpoint(seq, clock, chain, _present(content["state"]), content["pending"], seals)
    except (ValueError, TypeError, LookupError, RecursionError, zlib.error) as error:
        raise _altered(seq, str(error)) from error


def _present(state: dict[str, Any]) -> dict[str, Any]:
    """A state of the format before the present one in the present one: its groups are counted from there on."""
    if state.get("format") != 5:
        return state
    hour, counts, sums, *others = state["hours"]
    begin = [state["counts"][0] + 1, 0.0, 0.0, []]
    return {**state, "format": 6, "maturity": [begin], "hours": [hour, counts, sums[:4], *others]}


def _altered(seq: int, how: str) -> StoreError:
    words = f"the checkpoint at event {seq} was altered ({how}), and what was before it is archived"
    return StoreError(f"{words}: restore a backup")


def write_checkpoint(store: BanditStore, checkpoint: Checkpoint) -> list[Write]:
    """The writes that make it the checkpoint of a bandit."""
    content = {"state": checkpoint.state, "pending": list(checkpoint.pending), "kept": [*checkpoint.seals.items()]}
    packed = zlib.compress(json.dumps(content).encode(), 1)
    seq, clock, chain = checkpoint[:3]
    row = (store.bandit, seq, clock, chain, packed, _seal(seq, clock, chain, packed))
    return [
        ("DELETE FROM checkpoints WHERE bandit = ?", [(store.bandit,)]),
        ("INSERT INTO checkpoints (bandit, seq, clock, chain, content, checksum) VALUES (?, ?, ?, ?, ?, ?)", [row]),
        ("UPDATE heads SET base = ? WHERE bandit = ?", [(seq, store.bandit)]),
    ]


def kept_rows(store: BanditStore, seq: int) -> dict[int, tuple[Event, int]]:
    """The rows of events up to a checkpoint that are still there, with the versions of their checksums."""
    rows: dict[int, tuple[Event, int]] = {}
    after = 0
    while page := [row for row in store.checked_events(after) if row[0].seq <= seq]:
        rows |= {event.seq: (event, version) for event, _, version in page}
        after = page[-1][0].seq
    return rows


def verified_events(store: BanditStore, after: int, head: Head | None) -> Iterator[Event]:
    """The events after one, up to the end of the log; a StoreError at the first that is not as it was written."""
    checkpoint = read_checkpoint(store)
    seq, (clock, chain) = after, checkpoint[1:3] if after == checkpoint.seq else store.end_at(after)
    for event, stored, version in store.every_checked(after):
        if event.seq == seq + 1 and not is_sound(chain, event, version, stored):
            words = f"event {event.seq} ({event.kind}) was altered, or one before it: its checksum differs"
            raise StoreError(f"the store is damaged: {words}; restore a backup")
        seq, clock, chain = event.seq, event.time, stored
        yield event
    if head is not None and (seq, clock, chain) != head[:3]:
        words = f"the log ends with event {seq}, but heads says that it ends with event {head.seq}, or otherwise"
        raise StoreError(f"the store is damaged: {words}; restore a backup")
