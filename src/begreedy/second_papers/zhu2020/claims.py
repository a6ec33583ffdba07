"""What figure 2a is there to show."""

from __future__ import annotations

from begreedy.paper.claim import Claim
from begreedy.paper.evidence import Evidence
from begreedy.second_papers.common import IN_OUR_WORDS, OURS, all_below
from begreedy.second_papers.zhu2020.experiment import ID, ROUNDS

_WHERE = f"Figure 2a, {IN_OUR_WORDS}"


def easy(cell: Evidence) -> bool:
    return bool(cell.labels["hardness"] <= 0.3)


def hard(cell: Evidence) -> bool:
    return bool(cell.labels["hardness"] >= 0.6)


CLAIMS = (
    Claim(
        "zhu-adapts",
        "Where best arms are many (a up to 0.3), all that adapt lose less than MOSS on all arms.",
        _WHERE,
        (ID,),
        all_below(ID, ROUNDS, [(name, "MOSS", 1.0) for name in ("MOSS++", "empMOSS++", "Parallel", "Quantile")], easy),
        ("published",),
    ),
    Claim(
        "zhu-statistics",
        "Keeping statistics pays: empMOSS++ loses less than MOSS++, whatever the hardness.",
        _WHERE,
        (ID,),
        all_below(ID, ROUNDS, [("empMOSS++", "MOSS++", 1.0)]),
        ("published",),
    ),
    Claim(
        "zhu-quantile",
        "Where best arms are rare (a from 0.6), Quantile, which adds arms slowly, loses more than MOSS on all arms.",
        OURS,
        (ID,),
        all_below(ID, ROUNDS, [("MOSS", "Quantile", 1.0)], hard),
        ("published",),
    ),
    Claim(
        "zhu-greedy",
        "On as many arms as the oracle keeps, Greedy loses less than MOSS where best arms are many (a up to 0.3).",
        OURS,
        (ID,),
        all_below(ID, ROUNDS, [("Greedy, as many arms as the oracle", "MOSS Oracle", 1.0)], easy),
        ("extra",),
    ),
    Claim(
        "zhu-growing",
        "There GrowingGreedy loses less than all policies of the paper that are not told the hardness.",
        OURS,
        (ID,),
        all_below(
            ID, ROUNDS, [("GrowingGreedy", name, 1.0) for name in ("MOSS++", "empMOSS++", "Parallel", "Quantile")], easy
        ),
        ("extra",),
    ),
)
