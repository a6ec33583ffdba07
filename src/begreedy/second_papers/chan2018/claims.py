"""What the simulations are there to show."""

from __future__ import annotations

from begreedy.paper.claim import Claim
from begreedy.paper.evidence import Evidence
from begreedy.second_papers.chan2018.experiment import HORIZONS, ID
from begreedy.second_papers.common import IN_OUR_WORDS, OURS, all_below

# Of 10**4 and 10**5 rounds there were to be 10 000 runs, which take hours.
_FEWER = "2000 runs of 10 000 rounds and 200 of 100 000, for time, when 200 runs of all were known"
_WHERE = f"Numerical studies, {IN_OUR_WORDS}"


def longer(cell: Evidence) -> bool:
    return bool(cell.labels["horizon"] >= 1000)


CLAIMS = (
    Claim(
        "chan-competitors",
        "CBT outperforms its competitors: less regret than the two-target algorithm (m = 3 and 6) and UCB-F, all "
        "priors, from 1000 rounds on.",
        _WHERE,
        (ID,),
        all_below(
            ID, HORIZONS[-1], [("CBT", name, 1.0) for name in ("TwoTarget(m=3)", "TwoTarget(m=6)", "UCB-F")], longer
        ),
        ("published",),
        afterwards=_FEWER,
    ),
    Claim(
        "chan-empirical",
        "Without knowing the prior, empirical CBT loses at most a tenth more than CBT, all priors, from 1000 rounds "
        "on.",
        _WHERE,
        (ID,),
        all_below(ID, HORIZONS[-1], [("EmpiricalCBT", "CBT", 1.1)], longer),
        ("published",),
        afterwards=_FEWER,
    ),
    Claim(
        "chan-growing",
        "GrowingGreedy, which is told no more and does not know that rewards are at most 1, loses at most a quarter "
        "more than empirical CBT, all priors, from 1000 rounds on.",
        OURS,
        (ID,),
        all_below(ID, HORIZONS[-1], [("GrowingGreedy", "EmpiricalCBT", 1.25)], longer),
        ("extra",),
        afterwards=_FEWER,
    ),
)
