"""Alarms: what an operator should look at, by plain rules over the summaries of a bandit, each said in a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from begreedy.bandit.folds.hours import SECONDS, Hour
from begreedy.bandit.settings.outcomes import ZERO
from begreedy.bandit.watch.dashboard import PLAYED, ArmTable, Glance

RATE, SILENCE, ARM, STUCK, PENDING = "rate fell", "nothing rewarded", "arm without rewards", "stuck", "pending"

LATELY, BEFORE = 6, 168  # hours: those that are compared, and with how many before them
_FALL = 4.0  # standard errors: once in 30 000 looks by chance
_SHARE = 0.9  # the rate fell by at least a tenth
_LEAST = 50  # outcomes lately
_LONGER = 3.0  # times the longest silence so far
_QUIET = 3600.0  # seconds without a reward before there is an alarm
_WAITING = 20  # decisions made in the silence
_EXPECTED = 20.0  # rewards or outcomes that an arm should have had by now
_LATE = 60.0  # seconds after the window in which decisions are closed
_HELD, _UNLIKELY = 0.9, 0.02  # the share of traffic of an arm, and its probability of being best


class Alarm(NamedTuple):
    """An alarm: ``kind`` is one of a few words, ``words`` a sentence for people."""

    kind: str
    words: str


def alarms_of(glance: Glance, hours: Sequence[Hour], now: float) -> list[Alarm]:
    """What is wrong with a bandit as a whole; ``hours`` are its last ones, the open one among them."""
    found = [_rate(glance, hours, now), _silence(glance, now), _pending(glance, now)]
    return [alarm for alarm in found if alarm is not None]


def _rate(glance: Glance, hours: Sequence[Hour], now: float) -> Alarm | None:
    """The mean outcome of the last hours against that of the days before them."""
    if glance.settings.rewards is None:
        return None
    since = now / SECONDS - LATELY
    lately = [hour for hour in hours if hour.hour + 1 > since]
    before = [hour for hour in hours if since - BEFORE < hour.hour + 1 <= since]
    n, m = (sum(hour.counted for hour in some) for some in (lately, before))
    if n < _LEAST or m < _LEAST:
        return None
    new, old = sum(hour.total for hour in lately) / n, sum(hour.total for hour in before) / m
    low, high = glance.settings.rewards
    every = (n * new + m * old) / (n + m)
    variance = max((every - low) * (high - every), 0.0)  # the most that rewards in a range can have
    fell = (old - new) / math.sqrt(variance * (1.0 / n + 1.0 / m)) if variance > 0.0 else 0.0
    if fell < _FALL or new - low > _SHARE * (old - low):
        return None
    return Alarm(RATE, f"The reward rate fell: {new:.3g} in the last {LATELY} hours, {old:.3g} in the week before.")


def _silence(glance: Glance, now: float) -> Alarm | None:
    """Decisions are made, but no reward comes, for longer than ever before."""
    if glance.since < _WAITING:
        return None
    if glance.last_reward is None:
        waited = 0.0 if glance.oldest is None else now - glance.oldest
        if waited < _QUIET:
            return None
        return Alarm(SILENCE, f"No reward was ever reported, for {glance.since} decisions since {span(waited)} ago.")
    waited = now - glance.last_reward
    if waited < max(_QUIET, _LONGER * glance.gap):
        return None
    longest = f"; the longest silence before was {span(glance.gap)}" if glance.gap else ""
    return Alarm(SILENCE, f"No reward for {span(waited)}, while {glance.since} decisions were made{longest}.")


def _pending(glance: Glance, now: float) -> Alarm | None:
    """Decisions wait for a reward that they can no longer get."""
    window = glance.settings.window
    if window is None or glance.oldest is None or now - glance.oldest <= window + _LATE:
        return None
    waited, allowed = span(now - glance.oldest), span(window)
    words = f"More is pending than the window allows: the oldest decision has waited {waited}, the window is {allowed}."
    return Alarm(PENDING, words)


def alarms_of_arms(
    glance: Glance, arms: ArmTable, decided: np.ndarray, counted: np.ndarray, total: np.ndarray, best: np.ndarray | None
) -> list[Alarm]:
    """What is wrong with arms, by their decisions, outcomes and sums of the last day, and their chances of being best.

    An arm that pays nothing, or has no outcome at all, where others do.  And traffic that is stuck on an arm that is
    hardly the best.
    """
    alarms: list[Alarm] = []
    playing = np.array([status == PLAYED for status in arms.status], bool)
    every = decided.sum()
    if every <= 0 or not glance.settings.single:
        return alarms
    zero = glance.settings.outcomes == ZERO
    low = 0.0 if glance.settings.rewards is None else glance.settings.rewards[0]
    had = total - low * counted if zero else counted.astype(float)
    usual = had.sum() / every
    silent = np.flatnonzero(playing & (had <= 0.0) & (decided * usual >= _EXPECTED))
    for arm in silent[np.argsort(-decided[silent])][:3]:
        what = "paid nothing" if zero else "had no outcome"
        words = f"{arms.names[arm]!r} {what} in {int(decided[arm])} decisions of the last day, where others did."
        alarms.append(Alarm(ARM, words))
    if best is not None and len(decided):
        top = int(np.argmax(decided))
        if playing[top] and decided[top] >= _HELD * every and best[top] <= _UNLIKELY and decided[top] >= _LEAST:
            rival = int(np.argmax(best))
            words = (
                f"Stuck on {arms.names[top]!r}: it had {decided[top] / every:.0%} of the last day's decisions, but is "
                f"the best with probability {best[top]:.1%}; {arms.names[rival]!r} with {best[rival]:.0%}."
            )
            alarms.append(Alarm(STUCK, words))
    return alarms


def span(seconds: float) -> str:
    """A time in words: the largest unit of which there are two."""
    for unit, name in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds"
