"""Decisions with their rewards per second, each a transaction of its own; then in batches of 1000.

`python online_speed.py [STORE]`: a file in a new folder by default, or postgresql://...
"""

import random
import sys
import tempfile
import time

import begreedy as bg

MEANS = [random.random() for _ in range(1000)]


def reward(decision):
    return float(random.random() < MEANS[decision.number])


def main() -> None:
    store = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp() + "/bandit.db"
    for policy in (bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta()):
        name = f"{bg.canonical(policy)} {time.time()}"
        with bg.online.Bandit(policy, len(MEANS), horizon=100_000, store=store, name=name) as bandit:
            begin, pairs = time.perf_counter(), 3000
            for _ in range(pairs):
                decision = bandit.decide()
                bandit.reward(decision.id, reward(decision))
            alone = pairs / (time.perf_counter() - begin)
            begin = time.perf_counter()
            for _ in range(5):
                bandit.reward_many([(decision.id, reward(decision)) for decision in bandit.decide_many(1000)])
            together = 5000 / (time.perf_counter() - begin)
        print(f"{bg.canonical(policy):28} {alone:7.0f} per second, {together:7.0f} in batches")


if __name__ == "__main__":
    main()
