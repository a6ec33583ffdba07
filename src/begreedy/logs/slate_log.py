"""A log of lists or sets: the arms of every decision, what each of them paid, and how likely they were.

Weights need an assumption about what a part of a list or a set depends on, or else the probability of the whole:

* ``FIRST``, lists of which the first click is reported: a click depends on the items down to it, not on those below.
  Its weight is 1 / the probability of that beginning of the list (McInerney et al. 2020; Kiyohara et al. 2022).
* ``EACH``, lists whose places are reported one by one: what a place pays depends on its item and on the place, not on
  other items.  Its weight is 1 / the probability of that item there (the item-position model; Li et al. 2018).
* ``SETS``: what an arm pays does not depend on the others of its action.  Its weight is 1 / the probability that the
  arm is in the action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from begreedy.logs.decision_log import ALARM, chance_in
from begreedy.logs.log_features import json_in
from begreedy.logs.table import LogTable, Row, eligible_in, reward_in
from begreedy.values.errors import BadValue, within

FIRST, EACH, SETS = "first", "each", "sets"

_ASSUMED = {
    FIRST: "weights by place assume that a click does not depend on the items below it; the direct estimate, that "
    "items are liked independently, wherever they stand",
    EACH: "weights by place assume that what a place pays does not depend on the items of other places; the direct "
    "estimate, that it does not depend on the place either",
    SETS: "weights by arm, and the direct estimate, assume that what an arm pays does not depend on the others of its "
    "action",
}


@dataclass(frozen=True, eq=False)
class SlateLog:
    """Lists, or sets, in the order in which they were shown; arms have positions in ``names``."""

    kind: str
    names: tuple[str, ...]
    arms: list[tuple[int, ...]]
    paid: list[tuple[float | None, ...]]  # by each arm; None: nobody looked
    chances: list[tuple[float, ...]]  # of each arm: by 1 / these its reward is weighted
    places: list[tuple[float, ...]]  # of each arm, to be at its place, or in the action
    whole: np.ndarray  # of the list or set; nan where it is an estimate
    among: list[tuple[int, ...]]  # the arms that were eligible
    left_out: int = 0
    by_users: int = 0
    estimated: int = 0

    def __len__(self) -> int:
        return len(self.arms)

    def totals(self) -> np.ndarray:
        """What every decision paid."""
        return np.array([sum(reward or 0.0 for reward in paid) for paid in self.paid])

    def doubts(self) -> list[str]:
        """What the estimates assume, and reasons to doubt them."""
        counts = {
            "decisions without all of their rewards were left out": self.left_out,
            "decisions in which a user kept a list were left out": self.by_users,
            "decisions have propensities that are estimates: what is rarer than one in so many redraws counts too "
            "little in weights by place, and whole lists or sets get none": self.estimated,
        }
        return [_ASSUMED[self.kind], *(f"{count} {words}" for words, count in counts.items() if count), *self._gaps()]

    def _gaps(self) -> list[str]:
        """Whether some arms had no chance: 1 / propensity is then, on average, less than their number."""
        if self.kind == SETS:
            inverse = np.array([sum(1.0 / chance for chance in chances) for chances in self.places])
            expected = np.full(len(self), float(len(self.names)))
        else:
            inverse = np.array([np.mean([1.0 / chance for chance in chances]) for chances in self.places])
            expected = np.array([len(arms) for arms in self.among], float)
        error = float((inverse - expected).std()) / sqrt(len(self)) + 1e-9
        if inverse.mean() > expected.mean() - ALARM * error:
            return []
        where = "in an action" if self.kind == SETS else "at a place"
        met = f"1 / propensity is {inverse.mean():.4g} on average: about that many of the {expected.mean():.4g} arms"
        return [
            f"{met} had a chance {where}; weights know nothing of the others, which the direct estimate judges by what "
            "they paid at other times"
        ]


def slate_log(table: LogTable) -> SlateLog:
    """The log of a bandit that shows lists, or plays sets, from its own export."""
    sets = any(table.cell(row, "action") for row in table.rows)
    decisions = _sets(table) if sets else [[row] for row in table.rows]
    settled = [rows for rows in decisions if all(table.cell(row, "reward") for row in rows)]
    chosen = [rows for rows in settled if table.cell(rows[0], "chosen_by") != "user"]
    if len(chosen) < 2:
        with within(table.title):
            words, allowed = f"expected at least 2 decisions, got {len(chosen)}", "at least 2 decisions"
            raise BadValue(words, field="log", value=len(chosen), allowed=allowed)
    counts = {"left_out": len(decisions) - len(settled), "by_users": len(settled) - len(chosen)}
    counts["estimated"] = sum(any(table.cell(row, "propensity_is") == "estimated" for row in rows) for rows in chosen)
    return _set_log(table, chosen, counts) if sets else _list_log(table, [rows[0] for rows in chosen], counts)


def is_slate(table: LogTable) -> bool:
    """Whether an own export has lists or sets."""
    return table.own and any(table.cell(row, "action") or table.cell(row, "arm").startswith("[") for row in table.rows)


# ---------------------------------------------------------------- lists


def _list_log(table: LogTable, rows: Sequence[Row], counts: dict[str, int]) -> SlateLog:
    lists = []
    for row in rows:
        with within(row[0]):
            lists.append([str(name) for name in json_in(table.cell(row, "arm"), "arm", list)])
    names = tuple(dict.fromkeys(name for names in lists for name in names))
    position = {name: i for i, name in enumerate(names)}
    every = tuple(range(len(names)))
    each = any(table.cell(row, "places") for row in rows)
    paid, chances, places, among = [], [], [], []
    whole = np.full(len(rows), np.nan)
    for i, (row, items) in enumerate(zip(rows, lists, strict=True)):
        with within(row[0]):
            paid.append(_each(table, row, len(items)) if each else _click(table, row, len(items)))
            known = _known(table, row)
            beginnings, stands = (_chances(known, name, len(items)) for name in ("beginnings", "places"))
            chances.append(stands if each else beginnings)
            places.append(stands)
            if table.cell(row, "propensity_is") == "exact":
                whole[i] = beginnings[-1]
            among.append(eligible_in(table.cell(row, "eligible"), position, every))
    arms = [tuple(position[name] for name in items) for items in lists]
    return SlateLog(EACH if each else FIRST, names, arms, paid, chances, places, whole, among, **counts)


def _click(table: LogTable, row: Row, slots: int) -> tuple[float | None, ...]:
    """What places paid, by the one that was clicked; nobody looked below it."""
    click = reward_in(table.cell(row, "reward"), "")
    if click not in range(-1, slots):
        raise BadValue.of("reward", click, f"the place that was clicked, 0 to {slots - 1}, or -1")
    return tuple(float(place == click) if click < 0 or place <= click else None for place in range(slots))


def _each(table: LogTable, row: Row, slots: int) -> tuple[float | None, ...]:
    paid = json_in(table.cell(row, "places") or "[]", "places", list) or [0.0] * slots
    if len(paid) != slots or not all(isinstance(reward, (int, float)) and 0.0 <= reward <= 1.0 for reward in paid):
        raise BadValue.of("places", paid, f"{slots} numbers in [0, 1]")
    return tuple(float(reward) for reward in paid)


def _known(table: LogTable, row: Row) -> dict[str, Any]:
    """The probabilities of a row."""
    text = table.cell(row, "propensities")
    if not text:
        words = (
            "the decision has no propensities, so the log cannot be judged: it was exported with redraws=0, or by an"
        )
        allowed = "probabilities; export it again, with redraws"
        raise BadValue(f"{words} older version", field="propensities", value="", allowed=allowed)
    return dict(json_in(text, "propensities", dict))


def _chances(known: dict[str, Any], name: str, count: int) -> tuple[float, ...]:
    numbers = known.get(name)
    if not isinstance(numbers, list) or len(numbers) != count:
        raise BadValue.of(f"propensities.{name}", numbers, f"{count} probabilities", got=repr(numbers)[:60])
    return tuple(chance_in(number, f"propensities.{name}") for number in numbers)


# ---------------------------------------------------------------- sets


def _sets(table: LogTable) -> list[list[Row]]:
    """The rows of every action."""
    actions: dict[str, list[Row]] = {}
    for row in table.rows:
        actions.setdefault(table.cell(row, "action"), []).append(row)
    return list(actions.values())


def _set_log(table: LogTable, actions: Sequence[Sequence[Row]], counts: dict[str, int]) -> SlateLog:
    """A log of sets; arms have their numbers as positions."""
    names: dict[int, str] = {}
    arms, paid, chances = [], [], []
    whole = np.full(len(actions), np.nan)
    for i, rows in enumerate(actions):
        numbers, rewards, stands = [], [], []
        for row in rows:
            with within(row[0]):
                text = table.cell(row, "number")
                if not text.isdecimal():
                    raise BadValue.of("number", text, "that of the arm, from 0", got=repr(text[:60]))
                numbers.append(int(text))
                names[int(text)] = table.cell(row, "arm")
                rewards.append(reward_in(table.cell(row, "reward"), row[0]))
                known = _known(table, row)
                stands.append(chance_in(table.cell(row, "propensity"), "propensity"))
        if all(table.cell(row, "propensity_is") == "exact" for row in rows):
            with within(rows[0][0]):
                whole[i] = chance_in(known.get("action"), "propensities: action")
        arms.append(tuple(numbers))
        paid.append(tuple(rewards))
        chances.append(tuple(stands))
    labels = tuple(names.get(number, str(number)) for number in range(1 + max(names)))
    every = tuple(range(len(labels)))
    return SlateLog(SETS, labels, arms, list(paid), chances, chances, whole, [every] * len(arms), **counts)
