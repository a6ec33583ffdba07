"""Series and sentences for the page, from the summaries of a bandit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from begreedy.bandit.folds.hours import SECONDS, Arms, Hour
from begreedy.bandit.settings.settings import Settings
from begreedy.bandit.uplift import Uplift
from begreedy.theory.anytime import mean_intervals

WEEK, DAY = 168, 24  # hours
_POINTS = 120  # of a line
_SHOWN = 7  # arms of the stacked picture, beside all others
_LEVEL = 0.975  # of each of two means, so that both hold with 0.95
_DENSE = 2**20  # arms whose counts are added up in an array
_REMEMBERED = 20_000  # intervals: from one look to the next most are the same
_SUMS = ("decisions", "rewards", "expired", "reward", "cost", "counted", "total")
_intervals: dict[tuple[float, float, float], tuple[float, float]] = {}


def up_to(now: float, hours: Sequence[Hour]) -> list[Hour]:
    """Hours as they are drawn: those of a clock that ran ahead count as the present one."""
    last = int(now // SECONDS)
    ahead = [hour for hour in hours if hour.hour >= last]
    if not ahead or ahead[-1].hour == last:
        return list(hours)
    sums = {field: sum(getattr(hour, field) for hour in ahead) for field in _SUMS}
    present = ahead[-1]._replace(hour=last, **sums)
    return [*(hour for hour in hours if hour.hour < last), present]


def by_hour(hours: Sequence[Hour], now: float, span: int = WEEK) -> dict[str, list[float]]:
    """Decisions, rewards and pending of every hour up to now, from the first at hand on, at most ``span``."""
    last = int(now // SECONDS)
    by_number = {hour.hour: hour for hour in up_to(now, hours) if hour.hour > last - span}
    if not by_number:
        return {"times": [], "decisions": [], "rewards": [], "pending": []}
    first = min(by_number)
    rows = []
    pending = 0
    for number in range(first, last + 1):
        hour = by_number.get(number)
        pending = pending if hour is None else hour.pending
        rows.append((number * SECONDS, hour.decisions if hour else 0, hour.rewards if hour else 0, pending))
    times, decisions, rewards, left = (list(column) for column in zip(*rows, strict=True))
    return {"times": times, "decisions": decisions, "rewards": rewards, "pending": left}


def rates(hours: Sequence[Hour], settings: Settings, now: float) -> dict[str, Any]:
    """The mean outcome of the decisions that were mature at the end of each hour, by group, and of those of a period.

    The interval of a group is valid at all times.  The hour that is open ends now.  Without a control group there is
    one group, of all.  ``mean`` is of all outcomes so far, as they are reported.
    """
    met = [hour for hour in up_to(now, hours) if hour.hour >= 0]
    if not met:
        return {"times": [], "groups": [], "lately": [], "mean": None}
    ends = np.unique(np.linspace(0, len(met) - 1, min(_POINTS, len(met))).round().astype(int))
    groups = {"control": "control", "treated": "treated"} if settings.control is not None else {"treated": "all"}
    curves = []
    for group, label in groups.items():
        totals, counts, unknown = (
            np.array([getattr(met[i], f"{group}_{part}") for i in ends], float) for part in ("total", "counted", "open")
        )
        curves.append({"group": label, **_means(totals, counts, unknown, settings)})
    counted, total = (np.cumsum([getattr(hour, name) for hour in met])[ends] for name in ("counted", "total"))
    steps = np.diff(counted, prepend=0), np.diff(total, prepend=0.0)
    lately = [float(paid / count) if count > 0 else None for count, paid in zip(*steps, strict=True)]
    times = [min((met[i].hour + 1) * SECONDS, now) for i in ends]
    mean = float(total[-1] / counted[-1]) if counted[-1] > 0 else None
    return {"times": times, "groups": curves, "lately": lately, "mean": mean}


def _means(
    totals: np.ndarray, counts: np.ndarray, unknown: np.ndarray, settings: Settings
) -> dict[str, list[float | None]]:
    known = counts > unknown
    means = totals / np.maximum(counts - unknown, 1.0)
    if settings.rewards is None:
        return {"mean": _listed(means, known), "low": [], "high": []}
    low, high = interval(totals, counts, unknown, settings.rewards)
    return {"mean": _listed(means, known), "low": _listed(low, known), "high": _listed(high, known)}


def interval(
    totals: np.ndarray, counts: np.ndarray, unknown: np.ndarray, rewards: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """The interval of each mean, valid at all times, in users' units; ``totals`` without the unknown ones."""
    least, width = rewards[0], rewards[1] - rewards[0]
    known = counts - unknown
    scaled = np.clip((totals - known * least) / width, 0.0, known)
    triples = list(zip(scaled.tolist(), counts.tolist(), unknown.tolist(), strict=True))
    new = sorted({triple for triple in triples if triple not in _intervals})
    if new:
        if len(_intervals) > _REMEMBERED:
            _intervals.clear()
            new = sorted(set(triples))
        sums = np.array(new)
        low, high = mean_intervals(sums[:, 0], sums[:, 1], _LEVEL, sums[:, 2])
        _intervals.update(zip(new, zip(low.tolist(), high.tolist(), strict=True), strict=True))
    ends = least + width * np.array([_intervals[triple] for triple in triples]).reshape(-1, 2)
    return ends[:, 0], ends[:, 1]


def _listed(values: np.ndarray, known: np.ndarray) -> list[float | None]:
    return [float(value) if there else None for value, there in zip(values, known, strict=True)]


def uplift_words(uplifts: Sequence[Uplift], settings: Settings) -> str:
    """How much more the policy pays than the control group, in a sentence."""
    if settings.control is None:
        return "There is no control group, so it is not known how much more the policy earns."
    if not uplifts:
        return "Rewards have no declared range: there is no interval, and no uplift."
    whole = uplifts[0]
    if whole.difference is None:
        if settings.window is None:
            return "Nothing to compare yet: one of the two groups has no outcome."
        return "Nothing to compare yet: a decision counts once its window is over, and each group needs one."
    who = "random arms" if settings.control_arm is None else f"{settings.control!r}"
    interval_words = f"between {_signed(whole.difference_low)} and {_signed(whole.difference_high)}, whenever you look"
    about = f"{_signed(whole.difference)} per decision against {who} ({interval_words})"
    if whole.difference_low > 0.0:
        least = None if whole.ratio_low is None or whole.ratio is None else whole.ratio
        times = "" if least is None else f", {least:.2f} times as much"
        return f"The policy pays more: {about}{times}."
    if whole.difference_high < 0.0:
        return f"The policy pays less: {about}."
    return f"No difference is proven so far: {about}."


def _signed(value: float) -> str:
    return f"{value:+.3g}"


def shares(arms: Mapping[int, Arms], names: Mapping[int, str], now: float) -> dict[str, Any]:
    """The shares of decisions over the last week: of each of the most played arms, and of the others together."""
    last = int(now // SECONDS)
    hours = sorted(hour for hour in arms if hour > last - WEEK)
    if not hours:
        return {"times": [], "arms": [], "shares": []}
    width = 1 if last - hours[0] < 2 * DAY else 2 if last - hours[0] < 4 * DAY else 3
    met, totals = _totals([arms[hour] for hour in hours])
    top = met[np.lexsort((met, -totals))][:_SHOWN].tolist()
    first = min(hours[0], last) // width
    table = np.zeros((last // width - first + 1, len(top) + 1))
    for hour in hours:
        row, hour_arms = table[min(hour, last) // width - first], arms[hour]
        row[-1] += hour_arms.decisions.sum()
        for place, number in enumerate(top):
            at = int(np.searchsorted(hour_arms.numbers, number))
            if at < len(hour_arms.numbers) and hour_arms.numbers[at] == number:
                row[place] += hour_arms.decisions[at]
                row[-1] -= hour_arms.decisions[at]
    sums = table.sum(axis=1)
    parts = [[float(x) for x in row / total] if total else None for row, total in zip(table, sums, strict=True)]
    labels = [names.get(number, str(number)) for number in top]
    left = len(met) - len(top)
    times = [(first + i) * width * SECONDS for i in range(len(table))]
    return {"times": times, "step": width * SECONDS, "arms": labels, "others": left, "shares": parts}


def _totals(arms: Sequence[Arms]) -> tuple[np.ndarray, np.ndarray]:
    """The arms that were decided for, by number, and how often."""
    numbers = np.concatenate([one.numbers for one in arms])
    decisions = np.concatenate([one.decisions for one in arms])
    if len(numbers) and int(numbers.max()) < _DENSE:
        totals = np.bincount(numbers, decisions)
        met = np.flatnonzero(totals)
        return met, totals[met]
    met, at = np.unique(numbers, return_inverse=True)
    totals = np.bincount(at, decisions, len(met))
    return met[totals > 0], totals[totals > 0]


def last_day(arms: Mapping[int, Arms], numbers: np.ndarray, now: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Decisions, outcomes and their sum in the last day, of arms by number."""
    sums = np.zeros((3, len(numbers)))
    order = np.argsort(numbers)
    ordered = numbers[order]
    for hour, hour_arms in arms.items():
        if hour > int(now // SECONDS) - DAY and len(ordered):
            at = np.minimum(np.searchsorted(ordered, hour_arms.numbers), len(ordered) - 1)
            there = ordered[at] == hour_arms.numbers
            for row, part in enumerate((hour_arms.decisions, hour_arms.counted, hour_arms.total)):
                sums[row, order[at[there]]] += part[there]
    return sums[0], sums[1], sums[2]
