"""2000 arms, 67 of them best, for 5000 rounds."""

from __future__ import annotations

from math import ceil

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.recipes import OracleGreedy, OracleMOSS
from begreedy.problems.many_armed import ManyArmed

_PAPER = [MOSS(), OracleMOSS(0.4), MeDZO(), Greedy(), OracleGreedy(0.4)]

ARMS, HARDNESS = 2000, 0.4


def best_arms(horizon: int, arms: int = ARMS) -> int:
    """How many of the arms are best: a share T**-gamma.

    >>> best_arms(5000)
    67
    """
    one_in: float = horizon**HARDNESS
    return ceil(arms / one_in)


def _longer(scale: Scale) -> list[Cell]:
    horizons = [t for t in (5000, 10_000, 20_000, 50_000) if t <= scale.horizon]
    more = 10 * ARMS  # as many as OracleGreedy keeps
    return [Cell({"horizon": t}, ManyArmed(more, best_arms(t, more)), t) for t in horizons]


EXPERIMENT = Experiment(
    id="many-armed",
    title="Many-armed bandit, hardness 0.4",
    cells=[({}, ManyArmed(ARMS, best_arms(5000)))],
    policies={
        "published": _PAPER,
        "corrected": _PAPER,
        "extra": [*_PAPER, MeDZO(empirical=True, label="MeDZO(empirical)"), AnytimeGreedy(gamma=0.4)],
    },
    scales={"smoke": Scale(20, 5000), "quick": Scale(500, 5000), "full": Scale(5000, 5000)},
    checkpoints=100,
    band=0.5,
    notes="Mean regret; the band is 0.5 standard deviation. 67 best arms: ceil(2000 / 5000**0.4), printed as 64.",
)

LONGER = Experiment(
    id="many-armed-long",
    title="Many-armed bandit, hardness 0.4, longer horizons",
    cells=_longer,
    policies={"extra": [OracleGreedy(HARDNESS), OracleMOSS(HARDNESS)]},
    scales={"smoke": Scale(20, 5000), "quick": Scale(200, 20_000), "full": Scale(2000, 50_000)},
    checkpoints=20,
    notes=(
        "As in the paper, at longer horizons: of 20 000 arms ceil(20 000 / T**0.4) are best. (2000 would be fewer than "
        "OracleGreedy keeps at T = 50 000.)"
    ),
)
EXPERIMENTS = (EXPERIMENT, LONGER)
