"""Arguments of decisions and rewards, checked; and ids of decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from begreedy.bandit.records import Contradiction, UnknownDecision, brief
from begreedy.bandit.settings import LARGEST, Settings
from begreedy.values.value import finite, whole

MOST_AT_ONCE = 100_000  # decisions or rewards in one call
_LONGEST_CONTEXT = 200


class Reward(NamedTuple):
    """What a decision paid; its id is ``number`` and ``token``."""

    number: int
    token: str
    value: float | None  # None: it expired as if never made
    cost: float | None


def read_reward(settings: Settings, row: tuple[Any, Any, Any]) -> Reward:
    """A reward as users tell it: decision id, value and cost."""
    decision, value, cost = row
    return Reward(*parsed(decision), *amounts(settings, value, cost))


def amounts(settings: Settings, value: Any, cost: Any) -> tuple[float, float | None]:
    """Reward and cost of a decision, within the declared ranges; of a list the place clicked, -1 for none."""
    if settings.ranks:
        amount = -1.0 if value is None else float(whole(value, "value", low=-1, high=2**31))
    else:
        amount = finite(value, "value")
        if abs(amount) > LARGEST:
            raise ValueError(f"value must be between -{LARGEST:g} and {LARGEST:g}, got {amount!r}")
        if settings.rewards is not None and not settings.rewards[0] <= amount <= settings.rewards[1]:
            low, high = settings.rewards
            raise ValueError(f"value must be in [{low:g}, {high:g}], the range of rewards, got {amount!r}")
    if settings.costs is None:
        if cost is not None:
            raise ValueError(f"cost must be left out: this bandit was made without costs, got {brief(cost)}")
        return amount, None
    if cost is None:
        raise ValueError("cost must be given: this bandit was made with costs, got None")
    price = finite(cost, "cost")
    if not settings.costs[0] <= price <= settings.costs[1]:
        low, high = settings.costs
        raise ValueError(f"cost must be in [{low:g}, {high:g}], the range of costs, got {price!r}")
    return amount, price


def triples(rewards: Iterable[Sequence[Any]]) -> list[tuple[Any, Any, Any]]:
    """Decision, value and cost of every reward."""
    rows = [tuple(row) for row in rewards]
    if len(rows) > MOST_AT_ONCE:
        raise ValueError(f"rewards must be at most {MOST_AT_ONCE} in one call, got {len(rows)}")
    for i, row in enumerate(rows):
        if len(row) not in (2, 3):
            raise TypeError(f"rewards[{i}] must be (decision id, value) or (decision id, value, cost), got {row!r}")
    return [(row[0], row[1], row[2] if len(row) == 3 else None) for row in rows]


def check_place(value: float | None, length: int, decision: str) -> None:
    """Check that a list had the place that was clicked."""
    if value is not None and value >= length:
        raise ValueError(
            f"value must be a place from 0 to {length - 1} of the list {decision}, or None if nothing was clicked, "
            f"got {value:g}"
        )


def decision_id(number: int, token: str) -> str:
    return f"{number}-{token}"


def parsed(decision_id: Any) -> tuple[int, str]:
    """Number and token of a decision."""
    if not isinstance(decision_id, str):
        raise TypeError(f"decision_id must be a text, got {brief(decision_id)}")
    number, dash, token = decision_id.partition("-")
    if not (dash and number.isascii() and number.isdecimal() and len(number) < 19):
        raise UnknownDecision(f"decision_id is not one of this bandit's, got {brief(decision_id)}")
    return int(number), token


def checked_context(context_id: Any) -> str | None:
    if context_id is None:
        return None
    if not isinstance(context_id, str):
        raise TypeError(f"context_id must be a text, got {brief(context_id)}")
    if not 1 <= len(context_id) <= _LONGEST_CONTEXT or not context_id.isprintable():
        raise ValueError(
            f"context_id must have 1 to {_LONGEST_CONTEXT} characters, all of them printable, got {brief(context_id)}"
        )
    return context_id


def unknown(reward: Reward) -> UnknownDecision:
    shown = brief(decision_id(reward.number, reward.token))
    return UnknownDecision(f"decision_id is not one of this bandit's, got {shown}")


def contradiction(reward: Reward, recorded: Reward) -> Contradiction:
    """The error for another reward than the one that is recorded."""
    was = "expired as if never made" if recorded.value is None else f"has the value {recorded.value!r}"
    got = repr(reward.value)
    if recorded.cost is not None or reward.cost is not None:
        was, got = f"{was} and the cost {recorded.cost!r}", f"{got} and the cost {reward.cost!r}"
    return Contradiction(f"the decision {decision_id(reward.number, reward.token)} {was}, got {got}")
