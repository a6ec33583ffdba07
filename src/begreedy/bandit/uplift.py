"""Uplift: how much more the policy's decisions pay than the control group's, with intervals valid at all times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.folds.maturity import DecisionSums
from begreedy.bandit.records import CONTROL, TREATED
from begreedy.theory.anytime import mean_interval
from begreedy.values.errors import BadValue
from begreedy.values.value import finite


@dataclass(frozen=True)
class Uplift:
    """Reward per decision in the control group and outside it (``treated``), for one segment or for all (None).

    A decision counts once its window is over (without one, at once); ``control_pending`` and ``treated_pending`` of
    those that count have no outcome: the means leave them out, the intervals have them at both ends
    (``begreedy.bandit.folds.maturity`` says why).

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
    control_pending: int = 0
    treated_pending: int = 0


class _GroupMean(NamedTuple):
    """The mean of a group, and its interval, in users' units."""

    decisions: int
    pending: int
    mean: float | None
    low: float
    high: float


def uplift(fold: Fold, level: float, now: float) -> list[Uplift]:
    """The uplift of all decisions that count by now, then of each segment by name."""
    level = finite(level, "level")
    if not 0.0 < level < 1.0:
        raise BadValue.of("level", level, "greater than 0 and less than 1")
    settings = fold.settings
    if settings.control is None:
        raise BadValue.of("control", None, "given when the bandit is created, to measure an uplift", got="")
    if settings.rewards is None:
        allowed = "a range (low, high), given when the bandit is created, to measure an uplift"
        raise BadValue.of("rewards", None, allowed)
    segments = sorted(segment for segment in fold.maturity.segments if segment is not None)
    # Each of the two means gets half of the probability of ever leaving its interval.
    half = 0.5 + level / 2.0
    uplifts = []
    for segment in (None, *segments):
        control, treated = (
            _mean(fold.maturity.sums(cohort, segment, now), half, settings.rewards) for cohort in (CONTROL, TREATED)
        )
        uplifts.append(_of(segment, control, treated, level, settings.rewards[0] >= 0.0))
    return uplifts


def _of(segment: str | None, control: _GroupMean, treated: _GroupMean, level: float, positive: bool) -> Uplift:
    difference, ratio = None, None
    if control.mean is not None and treated.mean is not None:
        difference = treated.mean - control.mean
        ratio = treated.mean / control.mean if positive and control.mean > 0.0 else None
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
        control_pending=control.pending,
        treated_pending=treated.pending,
    )


def _mean(sums: DecisionSums, level: float, rewards: tuple[float, float]) -> _GroupMean:
    low, high = rewards
    known = sums.decisions - sums.open
    scaled = min(float(known), max(0.0, (sums.total - known * low) / (high - low)))
    least, most = mean_interval(scaled, sums.decisions, level, sums.open)
    mean = sums.total / known if known else None
    return _GroupMean(sums.decisions, sums.open, mean, low + least * (high - low), low + most * (high - low))
