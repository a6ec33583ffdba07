"""Summaries by the hour, counted anew from the lines of a log, one decision at a time."""

from __future__ import annotations

from collections import defaultdict

from oracles.naive_log import mature


def summarise(log, *, starts_as=None, lists=False, window=None, groups=False):
    """By hour: counts, sums, by arm [decisions, outcomes, sum], and what is pending and known of groups at its end."""
    hours = {}
    decided = {}
    counts_as = {}  # by decision: what it counts as now, None for nothing
    waiting = set()
    for line in log:
        hour = hours.setdefault(int(line.time // 3600), defaultdict(float))
        arms = hour.setdefault("arms", defaultdict(lambda: [0, 0, 0.0]))
        if line.kind == "decided":
            hour["decisions"] += 1
            waiting.add(line.decision_id)
            decided[line.decision_id] = line
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
            for place, arm in enumerate(line.arms):
                if lists and value >= 0 and place > value:
                    continue  # nobody looked below the click
                arms[arm][1] += sign
                arms[arm][2] += sign * (float(place == value) if lists else value)
        hour["pending"] = len(waiting)
        hour["seq"] = line.seq
        for cohort in ("control", "treated"):
            counting = [d for d in mature(decided, window, line.time) if (decided[d].cohort or "treated") == cohort]
            if groups:
                counting = [d for d in counting if decided[d].cohort is not None]
            told = [counts_as[d][0] for d in counting if d not in waiting and counts_as[d] is not None]
            hour[f"{cohort}_open"] = sum(d in waiting for d in counting)
            hour[f"{cohort}_counted"] = len(told) + hour[f"{cohort}_open"]
            hour[f"{cohort}_total"] = sum(float(value >= 0) if lists else value for value in told)
    return hours
