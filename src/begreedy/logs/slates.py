"""Policies judged on a log of lists or sets, of which each is taught by the log.

``weighted`` and ``normalised`` weigh decisions whose whole list or set is the one that the policy wanted, by 1 / its
probability: they assume nothing, and hardly ever find a match where lists are long or sets are large.  ``by_place``
weighs arms one by one, by what ``begreedy.logs.slate_log`` assumes of the log.  ``robust`` is doubly robust in the same
way: it begins with what each wanted arm paid in the events before.  ``direct`` values lists and sets by the means of
their arms alone; in lists of which the first click is reported, items are liked independently.

Nothing is replayed: of K items there are K! / (K - n)! lists of n, and a log is shortened by that factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan, prod, sqrt

import numpy as np

import begreedy.types as contract
from begreedy.engine.chances import uniform_list
from begreedy.engine.learners.learner import Learner
from begreedy.engine.set_agent import SetAgent
from begreedy.logs.estimate import Estimate
from begreedy.logs.judgement import Judgement
from begreedy.logs.reward_model import Valued
from begreedy.logs.slate_log import FIRST, SETS, SlateLog
from begreedy.logs.walk import stream_of
from begreedy.problems.cascading import Cascading
from begreedy.problems.priors import Uniform
from begreedy.types import CombinatorialProblem, Policy
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue

Wanted = list[tuple[int, ...]]  # the arms that a policy wanted at every decision


def wanted_arms(
    policy: Policy, log: SlateLog, problem: CombinatorialProblem | None, seed: int, rewards: tuple[float, float]
) -> Wanted:
    """What a policy wants at every decision, taught by those before."""
    if log.kind == SETS:
        return _wanted_sets(policy, log, problem, seed, rewards)
    if problem is not None:
        raise BadValue.of("problem", problem, "left out for lists", got=type(problem).__name__)
    return _wanted_lists(policy, log, seed)


def _wanted_lists(policy: Policy, log: SlateLog, seed: int) -> Wanted:
    slots, items = max(map(len, log.arms)), len(log.names)
    fitted = contract.fitted(policy, Cascading(Uniform(), items=items, slots=slots), len(log))
    if contract.form_of(fitted).costs:
        words = f"{concise(policy)} cannot be judged on this log: it looks at costs"
        raise BadType(words, field="policy", value=policy, allowed="one that looks at rewards alone")
    learner = Learner(fitted, [(0.0, 0)] * items, len(log), stream_of(policy, seed, "lesson"), ranks=True)
    wanted = []
    everything = tuple(range(items))
    for t, (arms, paid, among) in enumerate(zip(log.arms, log.paid, log.among, strict=True), 1):
        wanted.append(tuple(learner.rank(len(arms), None if among == everything else among)))
        learner.now = t
        learner.pull(arms)
        for arm, reward in zip(arms, paid, strict=True):
            if reward is None:
                learner.forget(arm, t)
            else:
                learner.learn(arm, reward, since=t)
    return wanted


def _wanted_sets(
    policy: Policy, log: SlateLog, problem: CombinatorialProblem | None, seed: int, rewards: tuple[float, float]
) -> Wanted:
    if problem is None:
        words = "given for a log of sets: the Combinatorial problem that says which sets there are"
        raise BadValue.of("problem", None, words)
    agent = SetAgent(policy, problem, len(log), stream=stream_of(policy, seed, "lesson"))
    if problem.arms < len(log.names):
        raise BadValue.of("problem", problem.arms, f"about at least the {len(log.names)} arms of the log")
    low, high = rewards
    bounded = isfinite(contract.range_of(problem.law, "support")[1])  # rewards are then counted from 0 to 1
    width = high - low if bounded and high > low else 1.0
    wanted = []
    for arms, paid in zip(log.arms, log.paid, strict=True):
        wanted.append(tuple(agent.choose()))
        part = {arm: ((reward or 0.0) - low * bounded) / width for arm, reward in zip(arms, paid, strict=True)}
        agent.learn({arm: min(1.0, max(0.0, amount)) if bounded else amount for arm, amount in part.items()})
    return wanted


# ---------------------------------------------------------------- estimates


def judge_slates(policy: Policy, name: str, log: SlateLog, wanted: Wanted, span: tuple[float, float]) -> Judgement:
    """All estimates of what a policy earns per decision, given the arms that it wanted."""
    matches = [_matches(log.kind, arms, other) for arms, other in zip(log.arms, wanted, strict=True)]
    weights = _weights(log, matches)
    paid = np.array([_sum(w, rewards) for w, rewards in zip(weights, log.paid, strict=True)])
    robust = _robust(log, wanted, matches)
    matched = effective(np.array([sum(w) for w in weights]))
    parts = (Estimate.within(span, *_mean(values), matched) for values in (paid, robust))
    whole = _whole(log, wanted, span)
    direct = Estimate.within(span, *direct_value(log, wanted, span))
    missing, none = Estimate(nan, nan, missing="not replayed"), np.zeros(0, np.int64)
    by_place, doubly = parts
    return Judgement(policy, name, missing, *whole, doubly, direct, none, by_place)


def _matches(kind: str, arms: Sequence[int], wanted: Sequence[int]) -> list[bool]:
    """Of each arm of a decision, whether the policy wanted it there."""
    if kind == SETS:
        return [arm in wanted for arm in arms]
    same = [arm == other for arm, other in zip(arms, wanted, strict=True)]
    return [all(same[: place + 1]) for place in range(len(same))] if kind == FIRST else same


def _weights(log: SlateLog, matches: Sequence[Sequence[bool]]) -> list[list[float]]:
    return [
        [match / chance for match, chance in zip(row, chances, strict=True)]
        for row, chances in zip(matches, log.chances, strict=True)
    ]


def _sum(weights: Sequence[float], paid: Sequence[float | None]) -> float:
    return sum(weight * (reward or 0.0) for weight, reward in zip(weights, paid, strict=True))


def _whole(log: SlateLog, wanted: Wanted, span: tuple[float, float]) -> tuple[Estimate, Estimate]:
    """By the weights of whole lists or sets, divided by the number of decisions, or by the sum of the weights."""
    weight, total = whole_weights(log, wanted), log.totals()
    if weight is None:
        unknown = Estimate(nan, nan, missing="not known")
        return unknown, unknown
    weighted = Estimate.within(span, *_mean(weight * total), effective(weight))
    if not weight.any():
        return weighted, weighted
    matched = effective(weight)
    mean = float(weight @ total / weight.sum())
    stderr = sqrt(float((weight**2) @ (total - mean) ** 2)) / float(weight.sum())
    stderr *= sqrt(matched / (matched - 1.0)) if matched > 1.0 else 1.0  # the mean is that of the same few rewards
    return weighted, Estimate.within(span, mean, stderr, matched)


def whole_weights(log: SlateLog, wanted: Wanted) -> np.ndarray | None:
    """1 / the probability of every list or set that is the wanted one, 0 of others; None if they are not known."""
    if np.isnan(log.whole).any():
        return None
    pairs = zip(log.arms, wanted, strict=True)
    same = np.array([set(a) == set(b) if log.kind == SETS else a == b for a, b in pairs])
    return np.asarray(same / log.whole)


def _robust(log: SlateLog, wanted: Wanted, matches: Sequence[Sequence[bool]]) -> np.ndarray:
    """Of each decision, what its wanted arms pay by the events before, corrected by weights where it matches."""
    paid, counts, all_paid, all_counted = np.zeros(len(log.names)), np.zeros(len(log.names)), 0.0, 0
    values = np.zeros(len(log))
    for event, arms in enumerate(log.arms):
        usual = all_paid / all_counted if all_counted else 0.0
        known = [arm for arm in wanted[event] if arm < len(paid)]
        expected = {arm: (paid[arm] + usual) / (counts[arm] + 1.0) for arm in {*known, *arms}}
        expected |= {arm: usual for arm in wanted[event] if arm >= len(paid)}  # of a set, never played
        value = sum(_placed(log.kind, [expected[arm] for arm in wanted[event]]))
        logged = _placed(log.kind, [expected[arm] for arm in arms])
        for match, chance, reward, model in zip(
            matches[event], log.chances[event], log.paid[event], logged, strict=True
        ):
            value += match * ((reward or 0.0) - model) / chance
        values[event] = value
        for arm, reward in zip(arms, log.paid[event], strict=True):
            if reward is not None:
                paid[arm] += reward
                counts[arm] += 1.0
                all_paid += reward
                all_counted += 1
    return values


def _placed(kind: str, means: Sequence[float]) -> list[float]:
    """What each place pays: its mean or, of a list that is left with a click, that if nothing above is clicked."""
    if kind != FIRST:
        return list(means)
    return [mean * prod(1.0 - other for other in means[:place]) for place, mean in enumerate(means)]


def direct_value(log: SlateLog, wanted: Wanted, span: tuple[float, float]) -> Valued:
    """The mean over all decisions of what the wanted arms pay together, by the means of arms in the whole log.

    The standard error adds up what each decision contributes to these means, so that the arms of one decision may
    depend on each other; an arm with one reward has the largest variance that it may have.
    """
    count = max(len(log.names), 1 + max(max(arms) for arms in wanted))
    pairs = [(arm, reward) for arms, paid in zip(log.arms, log.paid, strict=True) for arm, reward in zip(arms, paid)]
    looks = np.bincount([arm for arm, reward in pairs if reward is not None], minlength=count).astype(float)
    sums = np.bincount([arm for arm, _ in pairs], [reward or 0.0 for _, reward in pairs], count)
    if not all(looks[arm] for arms in wanted for arm in arms):
        return Valued(nan, nan, 0.0)  # nothing is known about some of them
    means = sums / np.maximum(1.0, looks)
    value, slope = 0.0, np.zeros(count)  # and how it changes with the mean of each arm
    for arms in wanted:
        of_arms = [float(means[arm]) for arm in arms]
        value += sum(_placed(log.kind, of_arms))
        for place, arm in enumerate(arms):
            others = of_arms[:place] + of_arms[place + 1 :]
            slope[arm] += prod(1.0 - mean for mean in others) if log.kind == FIRST else 1.0
    slope /= len(log)
    contributed = [
        sum(
            slope[arm] * (reward - means[arm]) / max(1.0, looks[arm] - 1.0)
            for arm, reward in zip(arms, paid, strict=True)
            if reward is not None
        )
        for arms, paid in zip(log.arms, log.paid, strict=True)
    ]
    widest = max(span[1] - span[0], 0.0) / 2.0
    alone = float((slope[looks == 1.0] ** 2).sum()) * widest**2
    used = looks > 0.0
    total = float(slope.sum())
    rests_on = total**2 / float((slope[used] ** 2 / looks[used]).sum()) if total > 0.0 else 1.0
    return Valued(value / len(log), sqrt(float(np.square(contributed).sum()) + alone), rests_on)


def uniform_value(log: SlateLog, span: tuple[float, float]) -> Estimate:
    """What uniform lists pay, by place; of sets nobody says how many there are."""
    if log.kind == SETS:
        return Estimate(nan, nan, missing="not known")
    values = []
    for arms, paid, chances, among in zip(log.arms, log.paid, log.chances, log.among, strict=True):
        lists = uniform_list(len(among), len(arms))
        shares = lists.beginnings if log.kind == FIRST else lists.places
        values.append(_sum([share / chance for share, chance in zip(shares, chances, strict=True)], paid))
    return Estimate.within(span, *_mean(np.array(values)), len(log))


def _mean(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))


def effective(weight: np.ndarray) -> float:
    """How many equal weights would give an estimate as good."""
    squares = float(weight @ weight)
    return float(weight.sum()) ** 2 / squares if squares > 0.0 else 0.0


def span_of(log: SlateLog, wanted: Sequence[Wanted], rewards: tuple[float, float]) -> tuple[float, float]:
    """The range of what a decision may pay, given that of an arm."""
    if log.kind == FIRST:
        return 0.0, 1.0
    sizes = {len(arms) for some in (log.arms, *wanted) for arms in some}
    low, high = rewards
    return min(size * low for size in sizes), max(size * high for size in sizes)
