"""Decisions and what becomes of them, as changes of a session."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from begreedy.bandit.fold import Fold
from begreedy.bandit.inputs import amounts, check_place, checked_context, contradiction, decision_id, parsed, unknown
from begreedy.bandit.names import Names
from begreedy.bandit.records import DECIDED, EXPIRED, REWARDED, Decision, Event, brief
from begreedy.bandit.session import Session
from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole

_Told = tuple[int, str, float, float | None]  # number and token of a decision, reward and cost


class Decisions:
    """Everything is checked before the first event is appended: a call that is refused changes nothing."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session, self.names = session, names

    def decide(self, count: int, n: int, contexts: Sequence[str | None] | None) -> list[Decision]:
        n = whole(n, "n", low=1)
        ids = [checked_context(context) for context in contexts or [None] * count]
        named = [context for context in ids if context is not None]
        if len(set(named)) < len(named):
            raise BadValue.of("context_ids", ids, "different from each other", got="")
        tokens = [secrets.token_hex(8) for _ in range(count)]
        session = self.session

        def work() -> list[Decision]:
            fold = session.fold
            self._check_length(n, fold)
            if session.again:
                first = next((event for token in tokens if (event := session.marked(token))), None)
                if first is not None:  # it was recorded as a whole
                    events = [session.marked(token) for token in tokens]
                    events = [e or session.store.in_context(c or "") for e, c in zip(events, ids, strict=True)]
                    return [self._decision(event) for event in events if event is not None]
            known = session.in_contexts(named)
            self._check_repeated(known, n)
            made = []
            for token, context in zip(tokens, ids, strict=True):
                event = known.get(context) if context is not None else None
                if event is None:
                    session.touch()
                    arms = fold.choose(n)
                    event = session.append(DECIDED, token=token, arms=arms, context=context)
                made.append(self._decision(event))
            return made

        return session.change(work)

    def _check_length(self, n: int, fold: Fold) -> None:
        if n > 1 and not self.session.settings.ranks:
            raise BadValue.of("n", n, f"1 for {self.session.settings.plays}", hint="Cascade(policy) shows lists")
        if not fold.live:
            raise ValueError("no arm is left to play: every arm is retired")
        if n > len(fold.live):
            raise BadValue.of("n", n, f"at most the {len(fold.live)} arms that are played")

    def _check_repeated(self, known: dict[str, Event], n: int) -> None:
        for context, event in known.items():
            if len(event.arms) != n:
                raise BadValue.of("n", n, f"{len(event.arms)} as before for the context_id {brief(context)}")

    def _decision(self, event: Event) -> Decision:
        names = tuple(self.names.of(number) for number in event.arms)
        return Decision(decision_id(event.seq, event.token), names, event.arms, event.time, event.context)

    # ------------------------------------------------------------ rewards

    def reward(self, rows: Sequence[tuple[Any, Any, Any]]) -> int:
        told = [self._read(row) for row in rows]
        session = self.session

        def work() -> int:
            session.expect([number for number, *_ in told])
            new: dict[int, dict[str, Any]] = {}
            for one in told:
                parts = self._news(one, new)
                if parts is not None:
                    new[one[0]] = parts
            for number, parts in new.items():
                session.append(REWARDED, decision=number, **{**parts, "token": ""})
            return len(new)

        return session.change(work)

    def reward_each(self, rows: Sequence[tuple[Any, Any, Any]]) -> list[bool | Exception]:
        """Every one by itself: whether it was new, or why it is refused."""
        told: list[_Told | Exception] = []
        for row in rows:
            try:
                told.append(self._read(row))
            except (ValueError, TypeError) as error:
                told.append(error)
        session = self.session

        def one(row: _Told | Exception) -> bool | Exception:
            if isinstance(row, Exception):
                return row
            try:
                parts = self._news(row, {})
            except (ValueError, TypeError) as error:
                return error
            if parts is not None:
                session.append(REWARDED, decision=row[0], **{**parts, "token": ""})
            return parts is not None

        def work() -> list[bool | Exception]:
            session.expect([row[0] for row in told if not isinstance(row, Exception)])
            return [one(row) for row in told]

        return session.change(work)

    def _read(self, row: tuple[Any, Any, Any]) -> _Told:
        decision, value, cost = row
        return (*parsed(decision), *amounts(self.session.settings, value, cost))

    def _news(self, one: _Told, new: dict[int, dict[str, Any]]) -> dict[str, Any] | None:
        """What to record of a reward, None if it is known; ``new`` has what is about to be recorded."""
        number, token, value, cost = one
        waiting = None if number in new else self.session.open_decision(number)
        if waiting is not None and waiting.token == token:
            if self.session.settings.ranks:
                check_place(value, len(waiting.arms), decision_id(number, token))
            return {"arms": waiting.arms, "value": value, "cost": cost, "token": token}
        known = new.get(number) or self._told(number, token)
        if known["token"] != token:
            raise unknown(number, token)
        if (known["value"], known["cost"]) != (value, cost):
            raise contradiction(number, token, known, value, cost)
        return None

    def _told(self, number: int, token: str) -> dict[str, Any]:
        """What is known of a decision that waits no more."""
        event = self.session.closing(number)
        decided = None if event is None else self.session.token(number)
        if event is None or decided is None:
            raise unknown(number, token)
        return {"token": decided, "value": event.value, "cost": event.cost}

    def expire(self, before: float, default: float | None) -> int:
        """Give up on the rewards of decisions made before a moment."""
        before = finite(before, "before")
        settings = self.session.settings
        if default is not None and settings.costs is not None:
            why = "None where pulls have costs: nobody knows what these cost"
            raise BadValue.of("default", default, why, got="")
        value = None if default is None else amounts(settings, default, None)[0]
        if settings.ranks and value is not None and value > 0:
            raise BadValue.of("default", default, "-1 (no click), 0 (the top) or None for lists")
        session = self.session

        def work() -> int:
            late = [d for d in session.store.open_decisions(before) if d.number not in session.closed]
            late += [d for d in session.opened.values() if d.time < before and d.number not in session.closed]
            for decision in late:
                session.append(EXPIRED, decision=decision.number, arms=decision.arms, value=value)
            return len(late)

        return session.change(work)
