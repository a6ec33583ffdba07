"""The regret of policies whose rewards come late, by simulation."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from begreedy.engine.belief import BELIEF
from begreedy.engine.learners.choice import learner_of
from begreedy.random import digest_key, seed_stream
from begreedy.values.value import whole

# The round after which a reward is reported, from the reward, the round of its decision and a random generator.
Telling = Callable[[float, int, np.random.Generator], float]


def late(rounds: int) -> Telling:
    """Every reward is reported ``rounds`` rounds late."""
    return lambda _reward, t, _chance: t + rounds


def in_batches(rounds: int) -> Telling:
    """The rewards of ``rounds`` + 1 rounds are reported together, after the last of them."""
    return lambda _reward, t, _chance: t + rounds - t % (rounds + 1)


def clicks_first(wait: int, timeout: int) -> Telling:
    """A click is reported after a wait, a missing click only after the timeout."""
    return lambda reward, t, _chance: t + (wait if reward > 0.0 else timeout)


def lognormal_clicks(median: float, spread: float, timeout: int) -> Telling:
    """Clicks wait lognormally, ``spread`` being the standard deviation of the logarithm; the timeout reports all."""

    def when(reward: float, t: int, chance: np.random.Generator) -> float:
        wait = median * float(np.exp(spread * chance.standard_normal())) if reward > 0.0 else timeout
        return t + min(wait, timeout)

    return when


def delayed_regret(
    policy: Any,
    *,
    arms: int,
    horizon: int,
    delay: int | Telling,
    runs: int,
    seed: int = 0,
    belief: str = BELIEF,
    prior: tuple[float, float] = (1.0, 1.0),
) -> np.ndarray:
    """Regret at the horizon, one value per run, on Bernoulli arms whose means have the Beta prior.

    ``delay`` is how many rounds late rewards are reported, or says when: ``late``, ``in_batches``, ``clicks_first``,
    ``lognormal_clicks`` or a function of yours.  ``belief`` is what a pull still out counts as, one of
    ``begreedy.engine.belief.BELIEFS``; "low" is zero until told.  Runs of the same number have the same arms, whatever
    the policy and the delay.

    >>> import begreedy as bg
    >>> regret = delayed_regret(bg.Greedy(), arms=20, horizon=200, delay=50, runs=5)
    >>> regret.shape
    (5,)
    """
    telling = delay if callable(delay) else late(whole(delay, "delay", low=0))
    return np.array([_run(policy, arms, horizon, telling, run, seed, belief, prior) for run in range(runs)])


def _run(
    policy: Any,
    arms: int,
    horizon: int,
    telling: Telling,
    run: int,
    seed: int,
    belief: str,
    prior: tuple[float, float],
) -> float:
    chance = np.random.Generator(np.random.PCG64([seed, run]))
    means = chance.random(arms) if prior == (1.0, 1.0) else chance.beta(*prior, arms)
    luck = chance.random(horizon)
    stream = [0] * 4
    seed_stream(stream, digest_key("delay", seed, run))
    learner = learner_of(policy)(policy, [(0.0, 0)] * arms, horizon, stream, belief=belief)
    out: list[tuple[float, int, int, float]] = []  # when they are reported, and their rounds, arms and rewards
    regret, best = 0.0, float(means.max())
    for t in range(horizon):
        learner.now = t
        while out and out[0][0] < t:
            _, since, arm, reward = heapq.heappop(out)
            learner.learn(arm, reward, since=since)
        arm = learner.choose()
        learner.pull([arm])
        regret += best - means[arm]
        reward = float(luck[t] < means[arm])
        heapq.heappush(out, (telling(reward, t, chance), t, arm, reward))
    return float(regret)


def row(policies: Sequence[Any], **settings: Any) -> str:
    """Mean regret and its standard error, a cell per policy."""
    cells = []
    for policy in policies:
        regret = delayed_regret(policy, **settings)
        cells.append(f"{regret.mean():.0f} ± {regret.std(ddof=1) / np.sqrt(len(regret)):.0f}")
    return " | ".join(cells)


def table(
    policies: Sequence[Any], delays: Sequence[int], telling: Callable[[int], Telling] = late, **settings: Any
) -> str:
    """Mean regret and its standard error: a row per policy, a column per delay, in Markdown."""
    from begreedy.values.canonical import concise

    lines = ["| delay | " + " | ".join(str(delay) for delay in delays) + " |", "|---" * (len(delays) + 1) + "|"]
    for policy in policies:
        cells = [row([policy], delay=telling(delay), **settings) for delay in delays]
        lines.append(f"| {concise(policy)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
