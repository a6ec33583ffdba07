"""20 000 arms, fewer and fewer of them best, 50 000 rounds."""

from __future__ import annotations

from math import ceil, log, sqrt

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.adaptive import Parallel, Quantile
from begreedy.policies.cbt import EmpiricalCBT
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.reductions import Subsample
from begreedy.problems.many_armed import ManyArmed

ID = "zhu2020-figure-2a"
ARMS, ROUNDS, RUNS = 20_000, 50_000, 100
HARDNESS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


def best_arms(hardness: float, horizon: int) -> int:
    """``ceil(n / (2 T**a))`` of the n arms."""
    one_in: float = 2.0 * horizon**hardness
    return ceil(ARMS / one_in)


def oracle_keeps(hardness: float, horizon: int) -> int:
    """``ceil(2 T**a log sqrt(T))`` arms, or all."""
    one_in: float = 2.0 * horizon**hardness
    return min(ARMS, ceil(one_in * log(sqrt(horizon))))


def _cells(scale: Scale, ours: bool = False) -> list[Cell]:
    cells = []
    for hardness in HARDNESS:
        k = oracle_keeps(hardness, scale.horizon)
        informed = (Subsample(MOSS(), k=k, label="MOSS Oracle"),)
        uninformed = (
            MeDZO(label="MOSS++"),
            MeDZO(empirical=True, label="empMOSS++"),
            Parallel(),
            Quantile(),
            Subsample(MOSS(), k=ARMS, label="MOSS"),
        )
        greedy = Subsample(Greedy(), k=k, label="Greedy, as many arms as the oracle")
        more = (greedy, GrowingGreedy(), EmpiricalCBT())
        cells.append(
            Cell(
                {"hardness": hardness},
                ManyArmed(ARMS, best_arms(hardness, scale.horizon)),
                scale.horizon,
                policies=(*informed, *uninformed, *(more if ours else ())),
            )
        )
    return cells


FIGURE = Experiment(
    id=ID,
    title="Zhu and Nowak (2020), figure 2a: 20 000 arms by hardness",
    cells=_cells,
    problems={"extra": lambda scale: _cells(scale, ours=True)},
    policies={"published": (), "extra": ()},
    scales={"smoke": Scale(2, 1000), "quick": Scale(8, ROUNDS), "full": Scale(RUNS, ROUNDS)},
    checkpoints=1,
    band=0.25,
    notes=(
        "Of 20 000 Bernoulli arms ceil(n / (2 T^a)) have the mean 0.9, the others 0.1 to 0.5, evenly. MOSS Oracle is "
        "told the hardness a. The band of the paper is a quarter of a standard deviation. Our empMOSS++ keeps all "
        "statistics and, in each epoch, the best arms, but has no arms that stand for past epochs, as theirs has. "
        "The authors report about 12 hours on 40 cores of 2 GHz for this figure. EmpiricalCBT was added when all other "
        "numbers were known; no claim is about it."
    ),
)
