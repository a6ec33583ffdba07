"""What late rewards cost: the tables of docs/online.md.  Takes a few minutes; `python delay.py 4` is a quick look.

The first table has mean regret by policy and delay; the second the same for batches, where nothing is told until a
batch is complete; the third what a pull still out may count as, for Greedy.
"""

import sys

import begreedy as bg
from begreedy.bandit.delay import table
from begreedy.engine.learner import BELIEFS


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    delays = [0, 1, 10, 100, 1000]
    settings = {"arms": 200, "horizon": 10_000, "runs": runs, "seed": 0}
    policies = [bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta()]

    print("Rewards that come so many rounds late:\n")
    print(table(policies, delays, **settings))
    print("\nRewards that come in batches, after so many more rounds:\n")
    print(table(policies, delays, batches=True, **settings))
    for belief in BELIEFS:
        print(f"\nPulls still out, as {belief}:\n")
        print(table([bg.Greedy(), bg.MOSS()], delays, belief=belief, **settings))


if __name__ == "__main__":
    main()
