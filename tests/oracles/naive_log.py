"""The numbers of a durable bandit once more, from its exported log alone, as plainly as their definitions read.

Nothing here is imported from the package.  The log is a list of entries with ``kind``, ``decision_id``, ``arms``,
``value``, ``cost``, ``places``, ``segment`` and ``cohort``, oldest first.  A decision counts as its last value, or
as None if nothing is known of it; where outcomes are zero until told, the default until then.
"""

import math

import numpy as np


class Recount:
    """Counts and sums of all decisions, of arms and of groups."""

    def __init__(self, entries, default=None, lists=None):
        self.lists = lists  # None: single arms; "first": the place clicked is told; "each": what every place paid
        self.decided, self.value, self.cost, self.places = {}, {}, {}, {}
        self.closed, self.kinds = set(), {}
        for entry in entries:
            self.kinds[entry.kind] = self.kinds.get(entry.kind, 0) + 1
            if entry.kind == "decided":
                self.decided[entry.decision_id] = entry
                self.value[entry.decision_id] = default
            elif entry.kind in ("rewarded", "expired", "revised"):
                self.value[entry.decision_id], self.cost[entry.decision_id] = entry.value, entry.cost
                self.places[entry.decision_id] = entry.places
                self.closed.add(entry.decision_id)

    def paid(self, decision):
        """What a decision counts for in sums; None: nothing is known."""
        value = self.value[decision]
        return float(value >= 0) if self.lists == "first" and value is not None else value

    def of_arms(self, decision):
        """What a decision tells of each of its arms, None for nothing."""
        arms, value = self.decided[decision].arms, self.value[decision]
        if value is None or self.lists is None:
            return dict.fromkeys(arms, value)
        if self.lists == "each":
            return dict(zip(arms, self.places.get(decision) or [0.0] * len(arms), strict=True))
        looked = arms if value < 0 else arms[: int(value) + 1]
        return {arm: float(i == value) if arm in looked else None for i, arm in enumerate(arms)}

    def weighted(self, name, weight):
        """Sum and number of an arm's rewards, each by the age of its decision: 0 for the last one."""
        ages = {decision: age for age, decision in enumerate(reversed(self.decided))}
        told = [(weight(ages[d]), self.value[d]) for d, entry in self.decided.items() if name in entry.arms]
        told = [(share, value) for share, value in told if value is not None]
        return math.fsum(share * value for share, value in told), math.fsum(share for share, _ in told)

    def arm(self, name):
        """Rewards that are known of an arm, what they cost, and how many of its pulls are out."""
        rewards, costs, out = [], [], 0
        for decision, entry in self.decided.items():
            if name in entry.arms:
                told = self.of_arms(decision)[name]
                out += decision not in self.closed
                if told is not None:
                    rewards.append(told)
                    costs.append(self.cost.get(decision) or 0.0)
        return rewards, costs, out

    def group(self, cohort, segment=None, window=None, now=None):
        """Of a group, in all or one segment: outcomes of decisions that count, and how many of these have none so far.

        All count, or those up to the last sixteenth of a window that ended a window ago.
        """
        found, still_open = [], 0
        for decision in mature(self.decided, window, now):
            entry = self.decided[decision]
            if entry.cohort == cohort and segment in (None, entry.segment):
                if decision not in self.closed:
                    still_open += 1
                elif self.paid(decision) is not None:
                    found.append(self.paid(decision) / (len(entry.arms) if self.lists == "each" else 1))
        return found, still_open


def mature(decided, window, now):
    """The decisions that no reward can change, in their order: whole sixteenths of a window, by their last decision."""
    if window is None:
        return list(decided)
    parts = []
    for decision, entry in decided.items():
        if not parts or not 0.0 <= entry.time - decided[parts[-1][0]].time < window / 16:
            parts.append([])
        parts[-1].append(decision)
    over = [i for i, part in enumerate(parts) if now - decided[part[-1]].time > window]
    return [decision for part in parts[: over[-1] + 1 if over else 0] for decision in part]


def interval(rewards, still_open, level, low=0.0, high=1.0):
    """Mean of a group and the ends of its confidence sequence: means that a mixture of 40 bets does not refute.

    For the lower end, those still open pay the least; for the upper end the most.
    """
    n, span = len(rewards) + still_open, high - low
    if n == 0:
        return None, low, high
    scaled = [(reward - low) / span for reward in rewards]
    alpha = (1.0 - level) / 2.0
    least = _least(math.fsum(scaled), n, alpha)
    most = 1.0 - _least(math.fsum(1.0 - x for x in scaled), n, alpha)
    return math.fsum(rewards) / len(rewards) if rewards else None, low + span * least, low + span * most


def _least(total, n, alpha):
    bets = [1e-4 * 10.0 ** (5.0 * i / 39.0) for i in range(40)]

    def refuted(mean):
        logs = [z * total - n * math.log(1.0 - mean + mean * math.exp(z)) for z in bets]
        top = max(logs)
        return top + math.log(math.fsum(math.exp(x - top) for x in logs) / 40.0) > math.log(1.0 / alpha)

    mean, step = 0.0, min(1.0, total / n) / 2.0
    for _ in range(60):
        mean, step = mean + step * refuted(mean + step), step / 2.0
    return mean


def best(sums, pulls, points=20_000):
    """Of each arm the probability that its mean is the largest, where means are Beta(1 + sum, 1 + pulls - sum)."""
    x = (np.arange(points) + 0.5) / points
    densities = []
    for total, n in zip(sums, pulls, strict=True):
        log = total * np.log(x) + (n - total) * np.log1p(-x)
        density = np.exp(log - log.max())
        densities.append(density / density.sum())
    below = [density.cumsum() - density / 2.0 for density in densities]
    return [
        float(sum(density * np.prod([b for j, b in enumerate(below) if j != i] + [np.ones(points)], axis=0)))
        for i, density in enumerate(densities)
    ]


def best_by_features(rows, rewards, arms, draws):
    """The same where coefficients are normal around the ridge estimate, with the variance 1/4 of rewards, by draws."""
    moment, estimate = regression(rows, rewards)
    worth = np.random.default_rng(7).multivariate_normal(estimate, 0.25 * np.linalg.inv(moment), draws)
    return (np.bincount((worth @ np.array(arms).T).argmax(axis=1), minlength=len(arms)) / draws).tolist()


def mixed(own, arm, eligible, explore, control, share):
    """The probability of an arm that the policy plays with this one, with the floor and the control group."""
    chance = explore / len(eligible) + (1.0 - explore) * own
    if control == "random":
        return share / len(eligible) + (1.0 - share) * chance
    return share * (arm == control) + (1.0 - share) * chance if control in eligible else chance


def greedy(known, eligible):
    """The probability of each eligible arm under Greedy, in the order of first pulls; ``known``: rewards by arm."""
    first = [arm for arm in eligible if not known[arm]]
    if first:
        return {arm: float(arm == first[0]) for arm in eligible}
    means = {arm: math.fsum(known[arm]) / len(known[arm]) for arm in eligible}
    ties = [arm for arm in eligible if means[arm] == max(means.values())]
    return {arm: (arm in ties) / len(ties) for arm in eligible}


def regression(vectors, rewards, ridge=1.0):
    """Moment matrix and estimate of a ridge regression."""
    x, y = np.array(vectors).reshape(len(rewards), -1), np.array(rewards)
    dimension = np.shape(vectors)[1]
    moment = ridge * np.eye(dimension) + x.T @ x
    return moment, np.linalg.solve(moment, x.T @ y)
