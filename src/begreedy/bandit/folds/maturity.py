"""Which decisions count for a comparison of groups, and what is known of them: a rule that no delay can mislead.

Outcomes come late, and clicks sooner than their absence.  So neither "those with an outcome so far" nor "no click so
far is 0" has the mean of the group.  What has it is the sequence of decisions in the order in which they were *made*,
each with its last outcome: given all decisions before it, the expected reward of the next one is that of its arm,
however late that reward comes.  A confidence sequence (``begreedy.theory.anytime``) over this order holds for all of
its beginnings at once, so it holds for a beginning that is chosen by looking.  The one chosen here depends on times
only:

- with a window, the decisions whose window is over: they are *mature*, no reward can change them any more;
- without one, all decisions.

A decision among these that is still open counts at both ends: as the least reward for the lower end of the interval,
as the largest for the upper one.  The true sum lies between, and so the ends are outside of those that the true sum
would give.  A decision that expired as never made is left out: the mean is that of decisions that get an outcome, and
leaving out some of the open ones moves no end outwards.
"""

from __future__ import annotations

from bisect import bisect_right
from math import inf
from typing import Any, NamedTuple

Key = tuple[str | None, str | None]  # segment and cohort
_SPANS = 16  # per window: a decision may count this part of a window later than it could


class DecisionSums(NamedTuple):
    """Decisions, those of them that are still open, and the sum of the rewards of the others."""

    decisions: int = 0
    open: int = 0
    total: float = 0.0

    def plus(self, other: DecisionSums, sign: int = 1) -> DecisionSums:
        return DecisionSums(
            self.decisions + sign * other.decisions, self.open + sign * other.open, self.total + sign * other.total
        )


OPEN = DecisionSums(1, 1, 0.0)
NOTHING = DecisionSums()


def outcome(part: float | None) -> DecisionSums:
    """What a decision with an outcome counts for; None: it expired as never made."""
    return NOTHING if part is None else DecisionSums(1, 0, part)


class _Span:
    """Decisions made one after another within a part of the window, from event ``first`` on, the last at ``end``."""

    def __init__(self, first: int, start: float, end: float, sums: dict[Key, DecisionSums]) -> None:
        self.first, self.start, self.end, self.sums = first, start, end, sums

    def add(self, key: Key, sums: DecisionSums, sign: int = 1) -> None:
        self.sums[key] = self.sums.get(key, NOTHING).plus(sums, sign)


class Maturity:
    """Sums by segment and cohort, of the mature decisions and of those that are not."""

    def __init__(self, window: float | None) -> None:
        self._window = window
        self._mature = _Span(0, 0.0, 0.0, {})
        self._spans: list[_Span] = []
        self._earliest = inf  # no span ended before
        self.segments: set[str | None] = set()  # of all decisions so far

    def decide(self, seq: int, time: float, key: Key) -> None:
        """Count a decision."""
        self.segments.add(key[0])
        if self._window is None:
            self._mature.add(key, OPEN)
            return
        last = self._spans[-1] if self._spans else None
        if last is None or not last.start <= time < last.start + self._window / _SPANS:
            last = _Span(seq, time, time, {})
            self._spans.append(last)
        last.end = time
        self._earliest = min(self._earliest, time)
        last.add(key, OPEN)

    def change(self, seq: int, key: Key, was: DecisionSums, now: DecisionSums) -> None:
        """Count another outcome of a decision, unless it was made before any were counted."""
        if seq < self._mature.first:
            return
        place = bisect_right(self._spans, seq, key=lambda span: span.first) - 1
        span = self._mature if place < 0 else self._spans[place]
        span.add(key, was, -1)
        span.add(key, now)

    def move_on(self, time: float) -> None:
        """Let decisions mature up to a moment."""
        if self._window is not None and time - self._earliest > self._window:
            count = self._over(time)
            for span in self._spans[:count]:
                for key, sums in span.sums.items():
                    self._mature.add(key, sums)
            del self._spans[:count]
            self._earliest = min((span.end for span in self._spans), default=inf)

    def _over(self, time: float) -> int:
        """How many spans are mature: up to the last whose window is over, whatever a clock that ran ahead said."""
        over = [i for i, span in enumerate(self._spans) if time - span.end > (self._window or 0.0)]
        return over[-1] + 1 if over else 0

    def sums(self, cohort: str | None, segment: str | None = None, now: float | None = None) -> DecisionSums:
        """The decisions of a group that are mature by ``now``, or the last event; in a segment, or (None) in all."""
        spans = self._spans[: self._over(now)] if now is not None else []
        every = NOTHING
        for span in (self._mature, *spans):
            for key, sums in span.sums.items():
                if key[1] == cohort and segment in (None, key[0]):
                    every = every.plus(sums)
        return every

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> list[Any]:
        return [
            [span.first, span.start, span.end, [[*key, *sums] for key, sums in sorted(span.sums.items(), key=str)]]
            for span in (self._mature, *self._spans)
        ]

    def restore(self, snapshot: list[Any]) -> None:
        self._mature, *self._spans = (
            _Span(first, start, end, {(segment, cohort): DecisionSums(*sums) for segment, cohort, *sums in rows})
            for first, start, end, rows in snapshot
        )
        self.segments = {segment for span in (self._mature, *self._spans) for segment, _ in span.sums}
        self._earliest = min((span.end for span in self._spans), default=inf)
