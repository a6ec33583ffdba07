"""Question 6: any m of d arms, by d, m and prior: who wins.

Greedy and OptimisticGreedy against CombUCB, CTS-Beta and IMP-TS (Greedy with one slot that explores).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from begreedy.experiments.experiment import Cell, Experiment, Finished, Scale
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.curves import runs_of
from begreedy.paper.evidence import Evidence, below, cells
from begreedy.paper.inference import all_negative
from begreedy.paper.study import Study
from begreedy.policies.cascade import CTSBeta
from begreedy.policies.combinatorial import IMPTS, CombUCB
from begreedy.policies.greedy import Greedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.priors import Beta, Uniform
from begreedy.results.chart import Win, WinnerMap
from begreedy.results.comparison import paired

ID = "top-m"
PRIORS: dict[str, Any] = {"uniform": Uniform(), "good arms rare": Beta(1, 3), "good arms common": Beta(3, 1)}
ARMS, SIZES = (20, 50, 100, 200), (1, 2, 5, 10)
ROUNDS = 1000

EXPERIMENT = Experiment(
    id=ID,
    title="Any m of d arms",
    cells=lambda scale: [
        Cell(
            {"means": name, "arms": arms, "size": size},
            Combinatorial(TopM(arms, size), prior=prior),
            min(ROUNDS, scale.horizon),
        )
        for name, prior in PRIORS.items()
        for arms in ARMS
        for size in SIZES
    ],
    policies={"extra": (Greedy(), OptimisticGreedy(), CombUCB(0.5), CTSBeta(), IMPTS())},
    scales={"smoke": Scale(20, 100), "quick": Scale(50, 1000), "full": Scale(200, 1000)},
    checkpoints=1,
    notes=(
        "Any m of d arms, rewards 0 and 1, 1000 rounds; means uniform, Beta(1, 3) (good arms rare) or Beta(3, 1) "
        "(common)."
    ),
)


# ---------------------------------------------------------------- figure


_CLEAR = 2.0  # standard errors of the difference, run by run


def winner(where: str, results: Any) -> tuple[tuple[str, ...], Win]:
    """The policies of a cell, and which of them has the least mean regret."""
    compared = paired(results)
    first, second, *_ = sorted(range(len(compared)), key=lambda i: float(compared[i].mean[-1]))
    gap = compared.difference(compared[first], compared[second])
    losses = ", ".join(f"{name} {r.mean[-1]:.4g} ± {r.stderr[-1]:.2g}" for name, r in zip(compared.labels, compared))
    factor = float(compared[second].mean[-1] / max(compared[first].mean[-1], 1e-12))
    return tuple(compared.labels), Win(first, factor, -gap.mean > _CLEAR * gap.stderr, f"{where}: {losses}")


def who_wins(finished: Finished, variant: str) -> WinnerMap:
    """By prior, d and m: who has the least mean regret, and how much more the next one has."""
    names: tuple[str, ...] = ()
    wins: dict[tuple[Any, ...], Win] = {}
    for labels, results in finished.cells(variant):
        prior, arms, size = labels.values()
        names, wins[prior, arms, size] = winner(f"means {prior}, {size} of {arms}", results)
    grids = [(prior, tuple(tuple(wins[prior, arms, size] for size in SIZES) for arms in ARMS)) for prior in PRIORS]
    return WinnerMap(
        f"Any m of d arms, {ROUNDS} rounds: who wins, and how many times as much the next one loses",
        tuple(grids),
        tuple(map(str, SIZES)),
        tuple(map(str, ARMS)),
        names,
        "m, arms of an action",
        "d arms",
        note=f"{runs_of(finished, variant)}; pale, ≈: within two standard errors of the next one, run by run",
    )


# ---------------------------------------------------------------- claims, written before anything was run


def chosen(
    finished: Mapping[str, Finished],
    variant: str,
    arms: tuple[int, ...] = ARMS,
    sizes: tuple[int, ...] = SIZES,
    priors: tuple[str, ...] = tuple(PRIORS),
) -> Iterator[tuple[str, Evidence]]:
    """The cells of these numbers of arms, sizes and priors, each with a label."""
    for cell in cells(finished, ID, variant):
        prior, d, m = cell.labels.values()
        if prior in priors and d in arms and m in sizes:
            if cell["Greedy"].times[-1] != ROUNDS:
                raise Unclear(f"{ID} was not played for {ROUNDS} rounds")
            yield f"means {prior}, {m} of {d}", cell


def many_arms(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, (100, 200))
    return all_negative(below(cell, "Greedy", "CombUCB", label=label) for label, cell in found)


def optimism(finished: Mapping[str, Finished], variant: str) -> Finding:
    return all_negative(below(c, "OptimisticGreedy", "Greedy", label=label) for label, c in chosen(finished, variant))


def one_slot(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, sizes=(5, 10))
    return all_negative(below(cell, "IMP-TS", "CTS-Beta", label=label) for label, cell in found)


def sampling_on_few(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, (20,), (1, 2), ("uniform", "good arms rare"))
    return all_negative(below(cell, "CTS-Beta", "Greedy", label=label) for label, cell in found)


def greedy_on_many(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, (200,), (1, 2, 5))
    return all_negative(below(cell, "Greedy", "CTS-Beta", label=label) for label, cell in found)


_WHERE = "Question 6"
CLAIMS = tuple(
    Claim(id, quote, _WHERE, (ID,), check, ("extra",))
    for id, quote, check in (
        ("top-m-many", "With 100 and 200 arms Greedy loses less than CombUCB, for every m and prior.", many_arms),
        ("top-m-optimism", "OptimisticGreedy loses less than Greedy, for every d, m and prior.", optimism),
        (
            "top-m-slot",
            "One slot that explores loses less than all of them: IMP-TS before CTS-Beta, m = 5, 10.",
            one_slot,
        ),
        (
            "top-m-few",
            "With 20 arms and m of 1 or 2 CTS-Beta loses less than Greedy, unless good arms are common.",
            sampling_on_few,
        ),
        (
            "top-m-greedy",
            "With 200 arms and m up to 5 Greedy loses less than CTS-Beta, whatever the prior.",
            greedy_on_many,
        ),
    )
)

STUDY = Study((EXPERIMENT,), CLAIMS, chart=who_wins)
