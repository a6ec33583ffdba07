"""2000 arms, 67 of them best, for 5000 rounds."""

from __future__ import annotations

from begreedy.experiments.experiment import Experiment, Scale
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.recipes import OracleGreedy, OracleMOSS
from begreedy.problems.many_armed import ManyArmed

_PAPER = [MOSS(), OracleMOSS(0.4), MeDZO(), Greedy(), OracleGreedy(0.4)]

EXPERIMENT = Experiment(
    id="many-armed",
    title="Many-armed bandit, hardness 0.4",
    cells=[({}, ManyArmed(2000, 67))],
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
