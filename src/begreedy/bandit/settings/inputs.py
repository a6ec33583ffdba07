"""Arguments of decisions and rewards, checked; and ids of decisions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from begreedy.bandit.records import Contradiction, TooLate, UnknownDecision, brief, stored_json
from begreedy.bandit.settings.arguments import LARGEST
from begreedy.bandit.settings.settings import Settings
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole

MOST_AT_ONCE = 100_000  # decisions or rewards in one call
_LONGEST_TEXT = 200

Paid = float | Sequence[float] | None  # what a decision paid; of a list, the place clicked or what each place paid


class ReportedReward(NamedTuple):
    """What a decision paid; its id is ``number`` and ``token``."""

    number: int
    token: str
    value: float | None  # None: it expired as if never made
    cost: float | None
    places: str | None = None  # of a list whose places are reported one by one; None: none of them paid anything


def read_reward(settings: Settings, row: tuple[Any, Any, Any]) -> ReportedReward:
    """A reward as users report it: decision id, value and cost."""
    decision, value, cost = row
    if settings.each:
        places = None if value is None else _places(value)
        return ReportedReward(
            *parsed(decision), sum(places or [0.0]), amounts(settings, 0.0, cost)[1], places_text(places)
        )
    return ReportedReward(*parsed(decision), *amounts(settings, value, cost))


def _places(values: Any) -> list[float]:
    """What each place of a list paid, from the top."""
    if not isinstance(values, (list, tuple)):
        raise BadType.of("value", values, "a list of what each place paid, or None for nothing", got=brief(values))
    paid = [finite(value, f"value[{place}]") for place, value in enumerate(values)]
    for place, value in enumerate(paid):
        if not 0.0 <= value <= 1.0:
            raise BadValue.of(f"value[{place}]", value, "in [0, 1]")
    return paid


def places_text(places: Sequence[float] | None) -> str | None:
    """What places paid, as the log has it."""
    return None if places is None else json.dumps(list(places))


def places_of(text: str | None, length: int) -> tuple[float, ...]:
    """The inverse of ``places_text``, for a list of ``length`` places."""
    return (0.0,) * length if text is None else tuple(stored_json(text, "what places paid"))


def with_places(reward: ReportedReward, length: int) -> ReportedReward:
    """A reward of a list, with all of its places; raises if their number is wrong."""
    places = places_of(reward.places, length)
    if len(places) != length:
        raise BadValue.of("value", len(places), f"as many entries as the {length} places of the list", verb="have")
    return reward._replace(places=places_text(places))


def amounts(settings: Settings, value: Any, cost: Any, field: str = "value") -> tuple[float, float | None]:
    """Reward and cost of a decision, within the declared ranges; of a list the place clicked, -1 for none."""
    if settings.ranks and not settings.each:
        amount = -1.0 if value is None else float(whole(value, field, low=-1, high=2**31))
    else:
        amount = finite(value, field)
        if abs(amount) > LARGEST:
            raise BadValue.of(field, amount, f"between -{LARGEST:g} and {LARGEST:g}")
        if settings.rewards is not None and not settings.rewards[0] <= amount <= settings.rewards[1]:
            low, high = settings.rewards
            raise BadValue.of(field, amount, f"in [{low:g}, {high:g}], the range of rewards")
    if settings.costs is None:
        if cost is not None:
            raise BadValue.of("cost", cost, "left out: this bandit was made without costs", got=brief(cost))
        return amount, None
    if cost is None:
        raise BadValue.of("cost", None, "given: this bandit was made with costs")
    price = finite(cost, "cost")
    if not settings.costs[0] <= price <= settings.costs[1]:
        low, high = settings.costs
        raise BadValue.of("cost", price, f"in [{low:g}, {high:g}], the range of costs")
    return amount, price


def checked_default(settings: Settings, default: Any) -> float | None:
    """What a decision without a reward counts as; None: as if never made."""
    if default is None:
        return None
    if settings.costs is not None:
        why = "None where pulls have costs: their cost is not known"
        raise BadValue.of("default", default, why, got="")
    value = amounts(settings, default, None, "default")[0]
    if settings.each and value != 0.0:
        raise BadValue.of("default", default, "0 or None where every place is reported")
    if settings.ranks and value > 0:
        raise BadValue.of("default", default, "-1 (no click), 0 (the top) or None for lists")
    return value


def triples(rewards: Iterable[Sequence[Any]]) -> list[tuple[Any, Any, Any]]:
    """Decision, value and cost of every reward."""
    rows = [tuple(row) for row in rewards]
    if len(rows) > MOST_AT_ONCE:
        raise BadValue.of("rewards", len(rows), f"at most {MOST_AT_ONCE} in one call")
    for i, row in enumerate(rows):
        if len(row) not in (2, 3):
            raise BadType.of(f"rewards[{i}]", row, "(decision id, value) or (decision id, value, cost)")
    return [(row[0], row[1], row[2] if len(row) == 3 else None) for row in rows]


def check_place(value: float | None, length: int, decision: str) -> None:
    """Check that a list had the place that was clicked."""
    if value is not None and value >= length:
        raise BadValue.of(
            "value",
            value,
            f"a place from 0 to {length - 1} of the list {decision}, or None if nothing was clicked",
            got=f"{value:g}",
        )


def decision_id(number: int, token: str) -> str:
    return f"{number}-{token}"


def parsed(decision_id: Any) -> tuple[int, str]:
    """Number and token of a decision."""
    if not isinstance(decision_id, str):
        raise BadType.of("decision_id", decision_id, "a text", got=brief(decision_id))
    number, dash, token = decision_id.partition("-")
    if not (dash and number.isascii() and number.isdecimal() and len(number) < 19):
        raise _unknown(decision_id)
    return int(number), token


def checked_text(text: Any, field: str) -> str | None:
    """A context, user or segment; None if there is none."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise BadType.of(field, text, "a text", got=brief(text))
    if not 1 <= len(text) <= _LONGEST_TEXT or not text.isprintable():
        allowed = f"1 to {_LONGEST_TEXT} characters, all of them printable"
        raise BadValue.of(field, text, allowed, verb="have", got=brief(text))
    return text


def unknown(reward: ReportedReward) -> UnknownDecision:
    """The error for a reward of a decision that was never made."""
    return _unknown(decision_id(reward.number, reward.token))


def _unknown(decision: str) -> UnknownDecision:
    words = f"this bandit has made no decision with the id {brief(decision)}"
    return UnknownDecision(words, field="decision_id", value=decision)


def too_late(reward: ReportedReward, window: float) -> TooLate:
    """The error for a reward after the window of its decision."""
    words = f"the decision {decision_id(reward.number, reward.token)} was made more than {window:g} seconds ago"
    return TooLate(f"{words}: its window is over", field="decision_id", allowed=f"within {window:g} seconds")


def archived(number: int) -> TooLate:
    """The error for a reward of a decision that is archived."""
    words = f"the decision {number} is archived: it no longer accepts a reward, not even the same again"
    return TooLate(words, field="decision_id", allowed="a decision that is not archived")


def contradiction(reward: ReportedReward, recorded: ReportedReward) -> Contradiction:
    """The error for another reward than the one that is recorded."""
    was = "expired as if never made" if recorded.value is None else f"has the value {recorded.value!r}"
    got = repr(reward.value)
    if recorded.places != reward.places:
        was, got = f"has the places {recorded.places}", str(reward.places)
    if recorded.cost is not None or reward.cost is not None:
        was, got = f"{was} and the cost {recorded.cost!r}", f"{got} and the cost {reward.cost!r}"
    return Contradiction(f"the decision {decision_id(reward.number, reward.token)} {was}, got {got}")
