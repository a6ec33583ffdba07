"""Values that are infinite, as IMED's are once an arm has always paid, on sets of arms."""

from __future__ import annotations

from math import inf, log

import numpy as np
import pytest

import begreedy as bg
from problems.test_combinatorial import problem_on


def divergence(mean, best):
    """Of Bernoulli laws; infinite from below a sure success."""
    if mean >= best:
        return 0.0
    if best == 1.0:
        return inf
    parts = [(mean, best), (1.0 - mean, 1.0 - best)]
    return sum(p * log(p / q) for p, q in parts if p > 0.0)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["square matchings", "wide matchings", "partition", "trees of K4", "sets"])
def test_actions_with_fewer_hopeless_arms_are_better(kind):
    """Then those whose other arms are worth most; the oracles neither hang nor add infinities up."""
    problem, actions = problem_on(kind)
    rng = np.random.default_rng(1)
    mean = np.where(np.arange(problem.arms) % 3, 0.4, 1.0)  # so that most actions have some arm that is hopeless
    agent = bg.SetAgent(bg.IMED(), problem, horizon=60, seed=2)
    total, pulls = np.zeros(problem.arms), np.zeros(problem.arms)
    for _ in range(60):
        chosen = agent.choose()
        if pulls.min() > 0:
            best = max(total / pulls)
            costs = [n * divergence(s / n, best) + log(n) for s, n in zip(total, pulls, strict=True)]
            ranks = {a: (sum(costs[i] == inf for i in a), sum(costs[i] for i in a if costs[i] < inf)) for a in actions}
            hopeless, cost = min(ranks.values())
            found = ranks[tuple(sorted(chosen))]
            assert found[0] == hopeless
            assert found[1] == pytest.approx(cost, abs=1e-8)
        paid = {arm: float(rng.random() < mean[arm]) for arm in chosen}
        agent.learn(paid)
        for arm, amount in paid.items():
            total[arm] += amount
            pulls[arm] += 1
    assert pulls.min() > 0
