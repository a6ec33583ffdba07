"""1000 and 3000 arms with uniform means and normal rewards, 20 000 rounds."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.policies.recipes import UCBAsymptotic
from begreedy.policies.reductions import Subsample
from begreedy.policies.thompson import ThompsonGaussian
from begreedy.policies.ucb_f import UCBVInfinity
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Gaussian
from begreedy.problems.priors import Uniform
from begreedy.second_papers.bayati2020.policies import CodedThompson, CodedUCB, CodedUCBV
from begreedy.values.value import Value

ID = "bayati2020-figure-1"
ARMS, ROUNDS, RUNS = (1000, 3000), 20_000, 400


@dataclass(frozen=True)
class PullsOfTenth(Value):
    """The pulls so far of the arms with means in a tenth of [0, 1], from 0 to 9."""

    tenth: int

    def validate(self) -> None:
        self.require("tenth", 0 <= self.tenth <= 9, "from 0 to 9")

    def value(self, pulls: Any, mean: Any, arms: int) -> float:
        count = 0
        for arm in range(arms):
            if min(int(10.0 * mean[arm]), 9) == self.tenth:
                count += pulls[arm]
        return float(count)


PULLS = {f"pulls of tenth {tenth + 1}": PullsOfTenth(tenth) for tenth in range(10)}


def _policies(arms: int, horizon: int, ucb: Any, ucb_f: Any, thompson: Any) -> tuple[Any, ...]:
    """All of the figure, with the numbers of arms that the authors' code rounds down."""
    greedy_keeps, others_keep = int(horizon ** (2.0 / 3.0)), int(sqrt(horizon))
    return (
        Subsample(Greedy(), k=arms, label="Greedy"),
        Subsample(Greedy(), k=min(arms, greedy_keeps), label="SS-Greedy"),
        Subsample(ucb, k=arms, label="UCB"),
        Subsample(ucb, k=others_keep, label="SS-UCB"),
        Subsample(ucb_f, k=others_keep, label="UCB-F"),
        Subsample(thompson, k=arms, label="TS"),
        Subsample(thompson, k=others_keep, label="SS-TS"),
    )


def _coded(arms: int, horizon: int) -> tuple[Any, ...]:
    return _policies(arms, horizon, CodedUCB(), CodedUCBV(), CodedThompson())


def _defined(arms: int, horizon: int) -> tuple[Any, ...]:
    return _policies(arms, horizon, UCBAsymptotic(), UCBVInfinity(), ThompsonGaussian(1.0, 0.5, 0.25))


def _with_ours(arms: int, horizon: int) -> tuple[Any, ...]:
    kept = int(sqrt(horizon))
    ours = (Subsample(OptimisticGreedy(), k=kept, label="SS-OptimisticGreedy"), GrowingGreedy())
    return (*_defined(arms, horizon), *ours)


def _cells(policies: Any) -> Any:
    def cells(scale: Scale) -> list[Cell]:
        return [
            Cell(
                {"arms": arms},
                Infinite(Uniform(), Gaussian(), pool=arms),
                scale.horizon,
                policies=policies(arms, scale.horizon),
            )
            for arms in ARMS
        ]

    return cells


FIGURE = Experiment(
    id=ID,
    title="Bayati et al. (2020), figure 1: many arms, normal rewards",
    cells=_cells(_coded),
    problems={"corrected": _cells(_defined), "extra": _cells(_with_ours)},
    policies={"published": (), "corrected": (), "extra": ()},
    scales={"smoke": Scale(4, 1000), "quick": Scale(40, ROUNDS), "full": Scale(RUNS, ROUNDS)},
    checkpoints=50,
    measure=PULLS,
    notes=(
        "Means uniform on [0, 1], rewards normal of unit variance; regret against the best of the arms. SS-Greedy "
        "keeps T^(2/3) of them, SS-UCB, SS-TS and UCB-F sqrt(T). The authors drew boxes over 400 runs, and on the "
        "right the pulls by the quantile of an arm: here by tenths of the means, that is of the prior's quantiles."
    ),
)
