"""The regret of policies whose rewards come late, by simulation."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from begreedy.engine.learner import BELIEF, Learner
from begreedy.random import digest_key, seed_stream
from begreedy.values.value import whole


def delayed_regret(
    policy: Any,
    *,
    arms: int,
    horizon: int,
    delay: int,
    runs: int,
    seed: int = 0,
    belief: str = BELIEF,
    batches: bool = False,
) -> np.ndarray:
    """Regret at the horizon, one value per run, on Bernoulli arms with uniform means.

    A reward is told ``delay`` rounds late; in ``batches``, those of ``delay + 1`` rounds are told together after the
    last of them.  ``belief`` is what a pull still out counts as, one of ``begreedy.engine.learner.BELIEFS``.  Runs of
    the same number have the same arms, whatever the policy and the delay.

    >>> import begreedy as bg
    >>> late = delayed_regret(bg.Greedy(), arms=20, horizon=200, delay=50, runs=5)
    >>> late.shape
    (5,)
    """
    delay = whole(delay, "delay", low=0)
    return np.array([_run(policy, arms, horizon, delay, run, seed, belief, batches) for run in range(runs)])


def _run(policy: Any, arms: int, horizon: int, delay: int, run: int, seed: int, belief: str, batches: bool) -> float:
    chance = np.random.Generator(np.random.PCG64([seed, run]))
    means = chance.random(arms)
    luck = chance.random(horizon)
    stream = [0] * 4
    seed_stream(stream, digest_key("delay", seed, run))
    learner = Learner(policy, [(0.0, 0)] * arms, horizon, stream, belief=belief)
    out: deque[tuple[int, float]] = deque()
    regret, best = 0.0, float(means.max())
    for t in range(horizon):
        due = len(out) > delay
        while out and (due if batches else len(out) > delay):
            learner.learn(*out.popleft())
        arm = learner.choose()
        learner.pull([arm])
        regret += best - means[arm]
        out.append((arm, float(luck[t] < means[arm])))
    return float(regret)


def table(policies: Sequence[Any], delays: Sequence[int], **settings: Any) -> str:
    """Mean regret and its standard error: a row per policy, a column per delay, in Markdown."""
    from begreedy.values.canonical import concise

    lines = ["| delay | " + " | ".join(str(delay) for delay in delays) + " |", "|---" * (len(delays) + 1) + "|"]
    for policy in policies:
        cells = []
        for delay in delays:
            regret = delayed_regret(policy, delay=delay, **settings)
            error = regret.std(ddof=1) / np.sqrt(len(regret))
            cells.append(f"{regret.mean():.0f} ± {error:.0f}")
        lines.append(f"| {concise(policy)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
