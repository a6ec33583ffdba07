"""Erase users and context ids from a log, so that its checksums hold again and its state stays as it is.

A checksum also covers all events before it.  It could confirm a guess of what was erased, so no old one is left: every
event from the first changed one on is sealed anew, once its old checksum has been found right.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from begreedy.bandit.records import ERASED, Event, StoreError
from begreedy.bandit.session import Session
from begreedy.bandit.settings.inputs import checked_text
from begreedy.bandit.store.checkpoint import Checkpoint, kept_rows, read_checkpoint, seal, write_checkpoint
from begreedy.bandit.store.checksum import checksum, is_sound
from begreedy.bandit.store.store import PAGE
from begreedy.values.errors import BadType, BadValue

SHORTEST_KEY = 16
_DIGITS = 32

_CHANGE = "UPDATE events SET context = ?, user_id = ?, chain = ? WHERE bandit = ? AND seq = ?"
_SEAL = "UPDATE events SET chain = ? WHERE bandit = ? AND seq = ?"


class Erasure:
    """What to erase, and what takes its place: nothing or, with a key, a keyed hash.

    Where actions are sets, a context id is that of every arm of its action, each with its place behind it.
    """

    def __init__(
        self, users: Sequence[str], context_ids: Sequence[str], key: str | None = None, *, sets: bool = False
    ) -> None:
        self.users = frozenset(_checked(users, "users", "user"))
        self.contexts = frozenset(_checked(context_ids, "context_ids", "context_id"))
        if not self.users and not self.contexts:
            raise BadValue.of("users", [], "given, or context_ids", got="")
        if key is not None and (not isinstance(key, str) or len(key) < SHORTEST_KEY):
            raise BadValue.of("key", None, f"a text of at least {SHORTEST_KEY} characters", got="")
        try:
            self._key = None if key is None else key.encode()
        except UnicodeEncodeError:
            raise BadValue.of("key", None, "a text without lone surrogates", got="") from None
        self._sets = sets

    def firsts(self) -> list[str]:
        """Contexts of the log that the first event to change has, if it is one of those."""
        return sorted(self.contexts | {f"{context}#0" for context in self.contexts if self._sets})

    def user(self, text: str | None) -> str | None:
        """What the log has for a user from now on: that there was one, and their hash."""
        return ERASED + self._hash(text) if text is not None and text in self.users else text

    def context(self, text: str | None) -> str | None:
        known = {text, text.rpartition("#")[0]} if text is not None and self._sets else {text}
        if known.isdisjoint(self.contexts):
            return text
        return ERASED + self._hash(text) if text is not None and self._key is not None else None

    def _hash(self, text: str) -> str:
        return "" if self._key is None else hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()[:_DIGITS]

    def apply(self, event: Event) -> Event:
        return event._replace(context=self.context(event.context), user_id=self.user(event.user_id))


def _checked(texts: Sequence[str], field: str, each: str) -> list[str]:
    if isinstance(texts, (str, bytes)) or not isinstance(texts, Sequence):
        raise BadType.of(field, texts, "a list of texts", got="")
    return [text for text in (checked_text(text, each) for text in texts) if text is not None]


def erase(session: Session, erasure: Erasure) -> int:
    """Erase from one log; returns how many decisions had any of them."""
    return session.alone(lambda: _erase(session, erasure))


def _erase(session: Session, erasure: Erasure) -> int:
    store, checkpoint = session.store, read_checkpoint(session.store)
    first = store.first_of(sorted(erasure.users), erasure.firsts())
    if first is None and not checkpoint.seq:
        return 0
    erased, seq = 0, checkpoint.seq if first is None else max(first - 1, checkpoint.seq)
    was = chain = store.end_at(seq)[1]
    if checkpoint.seq:  # archived events may have had them as well: their checksum is forgotten
        seq, was, chain = checkpoint.seq, checkpoint.chain, 0
        erased = _erase_kept(session, erasure, checkpoint)
    while True:
        page = store.checked_events(seq)
        changed, sealed = [], []
        for event, stored, version in page:
            if event.seq != seq + 1 or not is_sound(was, event, version, stored):
                words = f"event {seq + 1} was altered or is missing: nothing is erased from a log that is not right"
                raise StoreError(f"{words}; begreedy serve --check says more")
            after = erasure.apply(event)
            was, seq, chain = stored, event.seq, checksum(chain, after, version)
            if after != event:
                changed.append((after.context, after.user_id, chain, store.bandit, seq))
            else:
                sealed.append((chain, store.bandit, seq))
        for sql, rows in ((_CHANGE, changed), (_SEAL, sealed)):
            if rows:
                store.database.write(sql, rows)
        erased += len(changed)
        if len(page) < PAGE:
            break
    if seq == checkpoint.seq:
        chain = 0
    store.database.write("UPDATE heads SET chain = ? WHERE bandit = ?", [(chain, store.bandit)])
    return erased


def _erase_kept(session: Session, erasure: Erasure, checkpoint: Checkpoint) -> int:
    """Erase from kept events before a checkpoint, and update the checkpoint; returns how many had any of them."""
    store, seals, changed = session.store, dict(checkpoint.seals), []
    for seq, (event, version) in kept_rows(store, checkpoint.seq).items():
        if seals.get(seq) != seal(event, version):
            raise StoreError(f"event {seq} was altered: nothing is erased from a log that is not right")
        after = erasure.apply(event)
        if after != event:
            seals[seq] = seal(after, version)
            changed.append((after.context, after.user_id, 0, store.bandit, seq))
    if changed:
        store.database.write(_CHANGE, changed)
    for sql, rows in write_checkpoint(store, checkpoint._replace(chain=0, seals=seals)):
        store.database.write(sql, rows)
    return len(changed)
