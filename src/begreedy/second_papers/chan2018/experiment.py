"""Endless Bernoulli arms under three priors, 100 to 100 000 rounds."""

from __future__ import annotations

from typing import Any

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.cbt import CBT, EmpiricalCBT
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.reductions import Subsample
from begreedy.policies.two_target import TwoTarget
from begreedy.policies.ucb_f import UCBF
from begreedy.problems.infinite import Infinite
from begreedy.problems.priors import Uniform
from begreedy.second_papers.chan2018.priors import Cosine, Sine

ID = "chan2018-bernoulli"
PRIORS: dict[str, Any] = {"uniform": Uniform(), "sine": Sine(), "cosine": Cosine()}
HORIZONS = (100, 1000, 10_000, 100_000)
_LONGEST = 20_000_000  # rounds of a policy in all, for the time that UCB-F takes: at 10**5 rounds there are 200 runs
_PAPER = (CBT(), EmpiricalCBT(), TwoTarget(), TwoTarget(6), UCBF())


def least_regret(prior: str, horizon: int) -> float:
    """The regret that no policy can be below, asymptotically: T times the target of CBT."""
    c1, beta = PRIORS[prior].tail
    bound: float = horizon * ((beta + 1.0) / (c1 * horizon)) ** (1.0 / (beta + 1.0))
    return bound


def _cells(scale: Scale) -> list[Cell]:
    return [
        Cell({"prior": name, "horizon": horizon}, Infinite(prior), horizon, min(scale.runs, _LONGEST // horizon))
        for name, prior in PRIORS.items()
        for horizon in HORIZONS
        if horizon <= scale.horizon
    ]


SIMULATIONS = Experiment(
    id=ID,
    title="Chan and Hu (2018): endless Bernoulli arms, three priors",
    cells=_cells,
    policies={"published": _PAPER, "extra": (*_PAPER, GrowingGreedy(), Subsample(Greedy(), label="Greedy"))},
    scales={"smoke": Scale(10, 1000), "quick": Scale(400, 10_000), "full": Scale(10_000, 100_000)},
    checkpoints=1,
    notes=(
        "Mean losses uniform, of density pi/2 sin(pi x) or 1 - cos(pi x); CBT, TwoTarget and UCB-F are told the prior. "
        "Settings from the authors' package CBT; the paper's tables were not at hand, so no printed number stands "
        "beside ours. Of 10 000 rounds there are at most 2000 runs, of 100 000 rounds 200: UCB-F takes its time."
    ),
)
