"""Summaries by the hour, counted anew from the lines of a log, one decision at a time."""

from __future__ import annotations

from collections import defaultdict


def summarise(log, *, starts_as=None, lists=False):
    """By hour: counts, sums, and by arm [decisions, outcomes, sum]; what is pending at its end."""
    hours = {}
    counts_as = {}  # by decision: what it counts as now, None for nothing
    waiting = set()
    for line in log:
        hour = hours.setdefault(int(line.time // 3600), defaultdict(float))
        arms = hour.setdefault("arms", defaultdict(lambda: [0, 0, 0.0]))
        if line.kind == "decided":
            hour["decisions"] += 1
            waiting.add(line.decision_id)
            for arm in line.arms:
                arms[arm][0] += 1
            before, now = None, None if starts_as is None else (starts_as, 0.0)
        elif line.kind in ("rewarded", "expired", "revised"):
            hour["rewards"] += line.kind == "rewarded"
            hour["expired"] += line.kind == "expired"
            waiting.discard(line.decision_id)
            before = counts_as[line.decision_id]
            now = None if line.value is None else (line.value, line.cost or 0.0)
        else:
            before = now = None
        if line.decision_id is not None:
            counts_as[line.decision_id] = now
        for outcome, sign in ((before, -1), (now, 1)):
            if outcome is None:
                continue
            value, cost = outcome
            paid = float(value >= 0) if lists else value
            hour["reward"] += sign * paid
            hour["cost"] += sign * cost
            hour["counted"] += sign
            hour["total"] += sign * paid
            if line.cohort is not None:
                hour[line.cohort + "_counted"] += sign
                hour[line.cohort + "_total"] += sign * paid
            for place, arm in enumerate(line.arms):
                if lists and value >= 0 and place > value:
                    continue  # nobody looked below the click
                arms[arm][1] += sign
                arms[arm][2] += sign * (float(place == value) if lists else value)
        hour["pending"] = len(waiting)
        hour["seq"] = line.seq
    return hours
