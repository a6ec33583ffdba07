"""What late rewards cost: the tables of docs/online-outcomes.md.  Takes half an hour; `python delay.py 4` is quick.

The first table has mean regret by policy and delay; the others compare what a pull still out may count as, where all
rewards are equally late, where clicks come first and zeros by a timeout, and where rewards come in batches.
"""

import sys
from typing import Any

import begreedy as bg
from begreedy.bandit.delay import Telling, clicks_first, in_batches, late, lognormal_clicks, row, table

COUNTED = {"expected": "as expected (the rule)", "shrunk": "as its arm's mean", "low": "as zero until told"}


def tellings(hour: int, batch: int) -> dict[str, Telling]:
    """When rewards are told; an hour has so many rounds."""
    return {
        "at once": late(0),
        "(a) all an hour late": late(hour),
        "(b) clicks in seconds, zeros after an hour": clicks_first(1, hour),
        "(c) clicks lognormal, median 6 minutes, zeros after an hour": lognormal_clicks(hour / 10, 1.5, hour),
        f"(d) in batches of {batch} rounds": in_batches(batch - 1),
    }


def clicks(telling: dict[str, Telling], **settings: Any) -> None:
    """A row for each way of telling and of counting what is out."""
    policies = [bg.Greedy(), bg.MOSS(), bg.ThompsonBeta()]
    print("| rewards are told | a pull still out counts | Greedy | MOSS | ThompsonBeta |\n|---|---|---|---|---|")
    for told, delay in telling.items():
        for belief, words in {"expected": "(none is)"}.items() if told == "at once" else COUNTED.items():
            print(f"| {told} | {words} | {row(policies, delay=delay, belief=belief, **settings)} |", flush=True)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    settings = {"arms": 200, "horizon": 10_000, "runs": runs, "seed": 0}
    policies = [bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta()]
    print("Rewards that come so many rounds late:\n")
    print(table(policies, [0, 1, 10, 100, 1000], belief="shrunk", **settings))
    print("\nMany arms, by when clicks are told and what a pull still out counts as:\n")
    clicks(tellings(300, 1000), arms=300, horizon=3000, runs=runs, prior=(2.0, 60.0), seed=0)
    print("\nFew arms:\n")
    clicks(tellings(100, 2400), arms=20, horizon=12_000, runs=2 * runs, prior=(2.0, 20.0), seed=0)


if __name__ == "__main__":
    main()
