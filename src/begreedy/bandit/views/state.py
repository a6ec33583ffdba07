"""A bandit as users see it: its state, and the lines of its log."""

from __future__ import annotations

from begreedy.bandit.records import (
    ADDED,
    DECIDED,
    PAUSED,
    POLICY,
    RESUMED,
    RETIRED,
    Event,
    LogEntry,
    State,
    shown,
)
from begreedy.bandit.session import Session
from begreedy.bandit.settings.inputs import decision_id, places_of
from begreedy.bandit.settings.settings import shown_policy


def state_of(session: Session) -> State:
    """The settings and counts of a bandit."""
    settings, fold = session.settings, session.fold
    return State(
        name=settings.name,
        policy=shown_policy(settings.policy),
        plays=shown_policy(settings.plays),
        horizon=settings.horizon,
        catalogue=fold.size - len(fold.gone),
        playing=len(fold.live),
        decisions=fold.decisions,
        rewards=fold.rewards,
        expired=fold.expired,
        pending=fold.pending,
        reward=fold.reward,
        cost=fold.cost,
        seq=fold.seq,
        advice=settings.advice,
        past=fold.past_rounds,
        paused=len(fold.paused),
    )


def log_entries(session: Session, after: int, limit: int) -> list[LogEntry]:
    """The events after one that are not archived, oldest first."""
    after = max(after, session.store.head().base)
    events = session.store.events(after, limit)
    tokens = session.store.tokens([e.decision for e in events if e.decision is not None])
    return [_log_entry(session, event, tokens) for event in events]


def _log_entry(session: Session, event: Event, tokens: dict[int, str]) -> LogEntry:
    number, token = event.decision_number, event.token
    if number is not None and event.kind != DECIDED:
        token = tokens.get(number, "?")
    decision = None if event.kind in (ADDED, RETIRED, PAUSED, RESUMED) or number is None else decision_id(number, token)
    names = tuple(session.names.of(arm) for arm in event.arms)
    details = (event.value, event.cost, shown(event.context), event.time)
    whose = (shown(event.user_id), event.segment, event.cohort)
    chosen_by = (event.chosen_by or POLICY) if event.kind == DECIDED else None
    places = None if event.places is None else places_of(event.places, len(names))
    return LogEntry(event.seq, event.kind, decision, names, *details, *whose, chosen_by, event.propensity, places)
