"""Lists of K of L items, K of which are more attractive, 100 000 rounds."""

from __future__ import annotations

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.cascade import Cascade, CascadeKLUCB, CascadeUCB1, CTSBeta
from begreedy.policies.greedy import Greedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.cascading import Cascading

ID = "kveton2015-table-1"
ATTRACTION, ROUNDS, RUNS = 0.2, 100_000, 20
ROWS = tuple((L, K, gap) for L, gap in ((16, 0.15), (32, 0.15), (16, 0.075)) for K in (2, 4, 8))
_PAPER = (CascadeUCB1(), CascadeKLUCB())


def _cells(scale: Scale, times: int = 1) -> list[Cell]:
    cells = []
    for L, K, gap in ROWS:
        weights = (ATTRACTION,) * K + (round(ATTRACTION - gap, 3),) * (L - K)
        cells.append(
            Cell({"L": L, "K": K, "gap": gap}, Cascading(weights=weights, slots=K), runs=scale.more_runs(times, RUNS))
        )
    return cells


TABLE = Experiment(
    id=ID,
    title="Kveton et al. (2015), table 1: lists of K of L items",
    cells=_cells,
    problems={"extra": lambda scale: _cells(scale, 3)},
    policies={
        "published": _PAPER,
        "extra": (
            *_PAPER,
            CTSBeta(),
            Cascade(Greedy(), label="Greedy"),
            Cascade(OptimisticGreedy(), forced_start=False, label="OptimisticGreedy"),
        ),
    },
    scales={"smoke": Scale(2, 400), "quick": Scale(4, 20_000), "full": Scale(RUNS, ROUNDS)},
    checkpoints=20,
    notes=(
        "K items please with probability 0.2, the others with 0.2 - gap. The printed numbers are recalled: the paper's "
        "text was not at hand to check them. The full scale has the paper's 20 runs and, with the extra policies, of "
        "which some are stuck in some runs, three times as many (more would take more than minutes)."
    ),
)
