"""Uplift: how much more the policy's decisions pay than the control group's, with intervals valid at all times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.records import CONTROL, TREATED
from begreedy.theory.anytime import mean_interval
from begreedy.values.errors import BadValue
from begreedy.values.value import finite


@dataclass(frozen=True)
class Uplift:
    """Reward per decision in the control group and outside it (``treated``), for one segment or for all (None).

    A decision counts if its outcome does: once its reward is reported or, where outcomes are zero until told, at once.
    ``difference`` is treated minus control, ``ratio`` treated over control, each with the ends of its interval; None
    where nothing is known, or a ratio has no end (or no meaning: rewards may be negative).  With probability ``level``
    the interval of the difference, and that of the ratio, hold at every time at once.
    """

    segment: str | None
    control_decisions: int
    treated_decisions: int
    control_mean: float | None
    treated_mean: float | None
    difference: float | None
    difference_low: float
    difference_high: float
    ratio: float | None
    ratio_low: float | None
    ratio_high: float | None
    level: float


class _Mean(NamedTuple):
    """The mean of a group, and its interval, in users' units."""

    decisions: int
    mean: float | None
    low: float
    high: float


def uplift(fold: Fold, level: float) -> list[Uplift]:
    """The uplift of all decisions, then of each segment by name."""
    level = finite(level, "level")
    if not 0.0 < level < 1.0:
        raise BadValue.of("level", level, "greater than 0 and less than 1")
    settings = fold.settings
    if settings.control is None:
        raise BadValue.of("control", None, "given when a bandit is made, to have an uplift")
    if settings.rewards is None:
        raise BadValue.of("rewards", None, "given, as (low, high), when a bandit is made, to have an uplift")
    segments = sorted({segment for segment, _ in fold.cohorts if segment is not None})
    return [_of(fold, segment, level, settings.rewards) for segment in (None, *segments)]


def _of(fold: Fold, segment: str | None, level: float, rewards: tuple[float, float]) -> Uplift:
    # Each of the two means gets half of the probability of ever leaving its interval.
    control, treated = (_mean(fold, segment, cohort, 0.5 + level / 2.0, rewards) for cohort in (CONTROL, TREATED))
    difference, ratio = None, None
    if control.mean is not None and treated.mean is not None:
        difference = treated.mean - control.mean
        ratio = treated.mean / control.mean if rewards[0] >= 0.0 and control.mean > 0.0 else None
    positive = rewards[0] >= 0.0
    return Uplift(
        segment=segment,
        control_decisions=control.decisions,
        treated_decisions=treated.decisions,
        control_mean=control.mean,
        treated_mean=treated.mean,
        difference=difference,
        difference_low=treated.low - control.high,
        difference_high=treated.high - control.low,
        ratio=ratio,
        ratio_low=treated.low / control.high if positive else None,
        ratio_high=treated.high / control.low if positive and control.low > 0.0 else None,
        level=level,
    )


def _mean(fold: Fold, segment: str | None, cohort: str, level: float, rewards: tuple[float, float]) -> _Mean:
    wanted = [sums for key, sums in fold.cohorts.items() if key[1] == cohort and segment in (None, key[0])]
    count, total = sum(sums[0] for sums in wanted), sum(sums[1] for sums in wanted)
    low, high = rewards
    scaled = min(float(count), max(0.0, (total - count * low) / (high - low)))
    least, most = mean_interval(scaled, count, level)
    mean = total / count if count else None
    return _Mean(count, mean, low + least * (high - low), low + most * (high - low))
