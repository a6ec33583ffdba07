"""What figure 1 is there to show."""

from __future__ import annotations

from begreedy.paper.claim import Claim
from begreedy.second_papers.bayati2020.experiment import ID, ROUNDS
from begreedy.second_papers.common import IN_OUR_WORDS, OURS, all_below

_WHERE = f"Figure 1, {IN_OUR_WORDS}"
CLAIMS = (
    Claim(
        "bayati-greedy",
        "Greedy on all arms loses less than UCB and Thompson sampling on all arms.",
        _WHERE,
        (ID,),
        all_below(ID, ROUNDS, [("Greedy", "UCB", 1.0), ("Greedy", "TS", 1.0)]),
    ),
    Claim(
        "bayati-subsampling",
        "Subsampling helps UCB and Thompson sampling.",
        _WHERE,
        (ID,),
        all_below(ID, ROUNDS, [("SS-UCB", "UCB", 1.0), ("SS-TS", "TS", 1.0)]),
    ),
    Claim(
        "bayati-best",
        "Greedy on a subsample loses the least of all.",
        _WHERE,
        (ID,),
        all_below(ID, ROUNDS, [("SS-Greedy", rival, 1.0) for rival in ("UCB", "SS-UCB", "UCB-F", "TS", "SS-TS")]),
    ),
    Claim(
        "bayati-growing",
        "GrowingGreedy, told nothing of the prior, loses less than Greedy on a subsample.",
        OURS,
        (ID,),
        all_below(ID, ROUNDS, [("GrowingGreedy", "SS-Greedy", 1.0)]),
        ("extra",),
    ),
)
