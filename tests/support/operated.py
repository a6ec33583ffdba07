"""A store of bandits at work for days, made in a moment by a clock that is moved; for tests of the operator's page."""

from __future__ import annotations

import random
import time

from begreedy.online import Bandit
from support.online_play import Clock

FRUITS = ["apple", "banana", "cherry", "damson", "elder", "fig", "grape", "hazel", "ilama", "jujube", "kiwi", "lime"]


def lived(bandit, clock, hours, per_hour, pays, *, rng, late=0.0, **asked):
    """Let a bandit live for so many hours, so many decisions in each; ``pays(arm, hour)`` is an arm's rate."""
    start = clock.now
    for hour in range(hours):
        for part in range(4):
            clock.now = start + 3600.0 * hour + 900.0 * part
            decisions = bandit.decide_many(per_hour // 4, **asked)
            clock.now += 400.0
            told = [d for d in decisions if rng.random() >= late]
            rewards = [(d.id, float(rng.random() < rate)) for d in told if (rate := pays(d.arm, hour)) is not None]
            if bandit.settings.outcomes == "zero until told":
                rewards = [(decision, value) for decision, value in rewards if value]
            if rewards:
                bandit.reward_many(rewards)


def make(store, now=None, hours=36):
    """Four bandits: one proven by a control group, one whose rate fell, one that hears nothing, and a new one."""
    now = time.time() if now is None else now
    rng = random.Random(7)
    rates = {name: 0.06 + 0.025 * i for i, name in enumerate(FRUITS)}
    clock = Clock(now - 3600.0 * hours - 60.0)
    with Bandit(
        "ThompsonBeta", FRUITS, 10**6, store, name="shop", control="apple", share=0.2, explore=0.05, clock=clock
    ) as shop:
        lived(shop, clock, hours, 60, lambda arm, hour: rates[arm], rng=rng, late=0.02, segment="phone")
        clock.now = now - 30.0
        shop.decide_many(12, segment="desk")
    clock = Clock(now - 3600.0 * hours)
    clicks = {"outcomes": "zero until told", "window": 1800.0}
    with Bandit("Greedy", 40, 10**6, store, name="falling", clock=clock, **clicks) as one:
        lived(one, clock, hours, 60, lambda arm, hour: 0.3 if hour < hours - 12 else 0.05, rng=rng)
    clock = Clock(now - 3600.0 * hours)
    with Bandit("UCB(c=0.3)", FRUITS[:5], 10**6, store, name="silent", clock=clock) as one:
        lived(one, clock, hours, 40, lambda arm, hour: rates[arm] if hour < hours - 9 else None, rng=rng)
    Bandit("Greedy", ["only", "these"], store=store, name="fresh").close()
