"""What late rewards cost: the tables of docs/online.md.  Takes half an hour; `python delay.py 4` is a quick look.

The first table has mean regret by policy and delay; the second compares what a pull still out may count as, where all
rewards are equally late, where clicks come first and zeros by a timeout, and where rewards come in batches.
"""

import sys

import begreedy as bg
from begreedy.bandit.delay import clicks_first, in_batches, late, lognormal_clicks, row, table

HOUR = 300  # rounds
TELLING = {
    "at once": late(0),
    "(a) all an hour late": late(HOUR),
    "(b) clicks in seconds, zeros after an hour": clicks_first(1, HOUR),
    "(c) clicks lognormal, median 6 minutes, zeros after an hour": lognormal_clicks(HOUR / 10, 1.5, HOUR),
    "(d) in batches of 1000 rounds": in_batches(999),
}
COUNTED = {"expected": "as expected (the rule)", "shrunk": "as its arm's mean", "low": "as zero until told"}


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    settings = {"arms": 200, "horizon": 10_000, "runs": runs, "seed": 0}
    policies = [bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta()]
    print("Rewards that come so many rounds late:\n")
    print(table(policies, [0, 1, 10, 100, 1000], belief="shrunk", **settings))

    settings = {"arms": 300, "horizon": 3000, "runs": runs, "prior": (2.0, 60.0), "seed": 0}
    policies = [bg.Greedy(), bg.MOSS(), bg.ThompsonBeta()]
    print("\nClicks, by when they are told and what a pull still out counts as:\n")
    print("| rewards are told | a pull still out counts | Greedy | MOSS | ThompsonBeta |\n|---|---|---|---|---|")
    for told, telling in TELLING.items():
        for belief, words in COUNTED.items():
            if told == "at once":
                words = "(none is)"
            print(f"| {told} | {words} | {row(policies, delay=telling, belief=belief, **settings)} |", flush=True)
            if told == "at once":
                break


if __name__ == "__main__":
    main()
