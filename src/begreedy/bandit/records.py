"""Records and errors of the durable bandit: decisions, events, explanations, states, checks."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from begreedy.values.errors import BadValue


class StoreError(RuntimeError):
    """The database could not be read or written; nothing of the failed call was recorded unless the text says so."""


class NoSuchBandit(BadValue):
    """There is no bandit of that name in the store."""


class SettingsDiffer(BadValue):
    """A bandit of that name exists, but with other settings."""


class UnknownDecision(BadValue):
    """No decision has that id."""


class UnknownArm(BadValue):
    """No arm has that name."""


class Contradiction(BadValue):
    """A decision already has another reward."""


class TooLate(BadValue):
    """The window in which the decision could get a reward is over."""


# Refusals with errors of their own: a server sends their names, a client raises them again.
NAMED: tuple[type[BadValue], ...] = (
    NoSuchBandit,
    SettingsDiffer,
    UnknownDecision,
    UnknownArm,
    Contradiction,
    TooLate,
)


DECIDED, REWARDED, EXPIRED, REVISED = "decided", "rewarded", "expired", "revised"
ADDED, RETIRED, PAUSED, RESUMED = "added", "retired", "paused", "resumed"
POLICY, FLOOR, CONTROL, USER = "policy", "floor", "control", "user"  # what chose an arm
TREATED = "treated"  # the decisions that are not in the control group
ERASED = "erased\n"  # in the log, before the hash of a user or context, if one is kept; no name contains a line break


def shown(text: str | None) -> str | None:
    """A user or context of the log as users see it."""
    return text.replace("\n", " ").strip() if text is not None and text.startswith(ERASED) else text


@dataclass(frozen=True)
class Decision:
    """A decision: play ``arm`` or, for a list, ``arms`` from the top.  Report the reward with its ``id``.

    ``arms`` are names, ``numbers`` their places in the catalogue, from 0.  ``time`` is when it was decided, in seconds
    since 1970.
    """

    id: str
    arms: tuple[str, ...]
    numbers: tuple[int, ...]
    time: float
    context_id: str | None = None
    user: str | None = None
    segment: str | None = None
    cohort: str | None = None  # where there is a control group: "control" or "treated"
    chosen_by: str = POLICY  # "policy"; "floor" or "control", at random or as told; "user", the arm that the user had
    propensity: float | None = None  # the probability of this arm, where it is known without drawing

    @property
    def arm(self) -> str:
        return self.arms[0]

    @property
    def number(self) -> int:
        return self.numbers[0]


class Event(NamedTuple):
    """A line of the log.  ``seq`` counts from 1 without gaps.

    kind        meaning
    ==========  ===========================================================================================
    decided     ``arms`` were chosen, by ``chosen_by``, with the probability ``propensity`` where that is known, for
                ``user_id`` out of the ``eligible``, by the ``features`` of these if it had its own; also of the
                closing events: its ``cohort`` and ``segment``
    rewarded    the decision paid ``value`` (a list: the place clicked, -1 for none) and cost ``cost``
    expired     the decision will get no reward: it counts as ``value`` or, if None, as never made
    revised     the decision paid ``value`` and cost ``cost``, not ``was`` and ``was_cost``; its ``revision`` from 1,
                and the ``features`` of the arm if the decision had its own
    added       ``value`` arms joined the catalogue, with their ``features``
    retired     ``arms`` left it
    paused      ``arms`` are not played until they are resumed
    resumed     ``arms`` are played again
    """

    seq: int
    kind: str
    decision: int | None  # the seq of the decision; None where it is ``seq`` itself, or there is none
    token: str
    arms: tuple[int, ...]
    value: float | None
    cost: float | None
    context: str | None
    time: float
    revision: int = 0
    was: float | None = None
    was_cost: float | None = None
    cohort: str | None = None  # "control" or "treated"
    segment: str | None = None
    user_id: str | None = None
    eligible: str | None = None  # the numbers of the arms that were allowed, or after "not " of those that were not
    chosen_by: str | None = None  # None: the policy
    propensity: float | None = None
    features: str | None = None  # JSON, by number of the arm
    places: str | None = (
        None  # of a list whose places are reported one by one: JSON, what each paid; ``value`` is their sum
    )
    was_places: str | None = None

    @property
    def decision_number(self) -> int | None:
        return self.seq if self.kind == DECIDED else self.decision


@dataclass(frozen=True)
class LogEntry:
    """A line of the log as users see it, with ids, names and their own units."""

    seq: int
    kind: str
    decision_id: str | None
    arms: tuple[str, ...]
    value: float | None
    cost: float | None
    context_id: str | None
    time: float
    user: str | None = None
    segment: str | None = None
    cohort: str | None = None
    chosen_by: str | None = None  # of a decision
    propensity: float | None = None
    places: tuple[float, ...] | None = None  # of a list: what each place paid, where they are reported one by one


@dataclass(frozen=True)
class Explanation:
    """What is known about an arm, in the user's units, and how the policy sees it.

    ``pulls`` are those whose rewards count, ``pending`` those still out; where outcomes are zero until told, all count.

    ``index`` is what the policy compares (rewards counted from 0 to 1 where a range was declared), None where it has
    none; ``why`` says in words when the arm is played.
    """

    arm: str
    number: int
    status: str  # "played", "paused", "not drawn" or "retired"
    pulls: int
    pending: int
    mean: float | None
    mean_cost: float | None
    index: float | None
    rank: int | None
    why: str


@dataclass(frozen=True)
class State:
    """The settings and counts of a bandit."""

    name: str
    policy: str
    plays: str
    horizon: int | None
    catalogue: int
    playing: int
    decisions: int
    rewards: int
    expired: int
    pending: int
    reward: float
    cost: float
    seq: int
    advice: str | None
    past: int
    paused: int = 0


@dataclass(frozen=True)
class Check:
    """The outcome of ``Bandit.check``: ``problems`` names every disagreement between the log and the stored state."""

    events: int
    decisions: int
    rewards: int
    pending: int
    problems: tuple[str, ...] = field(default=())

    @property
    def ok(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        kinds = {"event": self.events, "decision": self.decisions, "reward": self.rewards}
        counted = [f"{count} {kind}{'s' * (count != 1)}" for kind, count in kinds.items()]
        counts = ", ".join([*counted, f"{self.pending} pending"])
        return "\n".join([f"{counts}: {'all agree' if self.ok else 'problems'}", *self.problems])


@dataclass(frozen=True)
class Archived:
    """The outcome of ``Bandit.archive``: how many events, up to which one, to which file (None if there were none)."""

    events: int
    through: int
    file: str | None


def stored_json(text: Any, what: str, kind: type = list) -> Any:
    """The JSON list (or a value of another kind) that a store has of something; a StoreError if it is none."""
    try:
        content = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        content = None
    if not isinstance(content, kind):
        raise StoreError(f"the store is damaged: {brief(text)} is not {what}; restore a backup")
    return content


def brief(text: Any) -> str:
    """A value for messages, cut short."""
    shown = repr(text)
    return shown if len(shown) <= 80 else shown[:77] + "..."
