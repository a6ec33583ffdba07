"""
In production: clicks come late
===============================

A durable bandit with 30 arms. Clicks arrive after some time, and nobody reports their absence, so a decision
counts as 0 until a click is reported. The state is in a database and survives the process.
"""

import random
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt

import begreedy as bg

chance = random.Random(0)
rates = {f"headline {i}": chance.betavariate(2, 30) for i in range(30)}
store = Path(tempfile.mkdtemp()) / "bandit.db"
late, clicks = [], []
settings = {"horizon": 3000, "store": store, "outcomes": "zero until told", "window": 3600}
with bg.online.Bandit(bg.ThompsonBeta(2, 30), list(rates), **settings) as bandit:
    for view in range(3000):
        decision = bandit.decide()
        clicks.append(rates[decision.arm])
        if chance.random() < rates[decision.arm]:
            late.append((view + chance.randrange(50), decision.id))
        for due in [item for item in late if item[0] <= view]:
            late.remove(due)
            bandit.reward(due[1], 1.0)

figure, axes = plt.subplots()
axes.plot([sum(clicks[max(0, i - 200) : i + 1]) / min(i + 1, 201) for i in range(len(clicks))], label="the arms played")
axes.axhline(max(rates.values()), color="gray", linestyle="--", label="best headline")
axes.axhline(sum(rates.values()) / len(rates), color="gray", linestyle=":", label="random choice")
axes.set(xlabel="views", ylabel="click rate, last 200 views")
axes.legend()
