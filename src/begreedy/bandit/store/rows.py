"""Records read from a store: the end of a log, and decisions with or without an outcome."""

from __future__ import annotations

from typing import NamedTuple

from begreedy.bandit.records import Event


class Head(NamedTuple):
    """The end of a log; up to event ``base`` it is archived."""

    seq: int
    clock: float
    chain: int
    base: int = 0


class PendingDecision(NamedTuple):
    """A decision without a reward so far."""

    number: int
    token: str
    arms: tuple[int, ...]
    time: float
    cohort: str | None = None
    segment: str | None = None
    features: str | None = None

    @classmethod
    def of(cls, event: Event) -> PendingDecision:
        return cls(event.seq, event.token, event.arms, event.time, event.cohort, event.segment, event.features)


class Outcome(NamedTuple):
    """What is recorded as a decision's reward; ``value`` None: it expired as if never made."""

    value: float | None
    cost: float | None
    places: str | None
    revision: int

    @classmethod
    def of(cls, event: Event) -> Outcome:
        return cls(event.value, event.cost, event.places, event.revision)


class Standing(NamedTuple):
    """A decision, and its outcome if it has one so far."""

    decision: PendingDecision
    outcome: Outcome | None
