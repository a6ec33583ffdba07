"""The linear bandit on the unit ball of 50 dimensions, for 2500 rounds; a closer look, and one at more rounds."""

from __future__ import annotations

from begreedy.experiments.experiment import Experiment, Scale
from begreedy.policies.ball_explore import BallExplore
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.policies.lin_thompson import LinThompson
from begreedy.policies.lin_ucb import LinUCB
from begreedy.problems.linear import Linear

_DEFINED = [BallExplore(), BallExplore(delta=1.0, label="BallExplore(delta=1)")]

EXPERIMENT = Experiment(
    id="linear",
    title="Linear bandit on the unit ball, 50 dimensions",
    cells=[({}, Linear(50))],
    policies={
        "published": [LinGreedy(), LinUCB(), BallExplore(published=True)],
        "corrected": [LinGreedy(), LinUCB(), *_DEFINED],
        "extra": [
            LinGreedy(),
            LinUCB(),
            *_DEFINED,
            LinUCB(determinant=True, label="LinUCB(determinant)"),
            LinThompson(),
            *(LinGreedy(jitter=size, label=f"Greedy(jitter={size:g})") for size in (0.0, 0.01, 0.1, 0.3)),
        ],
    },
    scales={"smoke": Scale(2, 200), "quick": Scale(8, 2500), "full": Scale(50, 2500)},
    band=2.0,
    notes=(
        "Mean regret; the band is 2 standard deviations. Greedy plays the direction of its estimate, moved by a "
        "normal jitter of 1e-8: without any it would stay on the line of its first action, but for rounding. "
        "BallExplore with delta = d explores constantly for d * d = 2500 rounds: the whole experiment. The paper's 50 "
        "runs do not tell Greedy from BallExplore; linear-close has more."
    ),
)

CLOSE = Experiment(
    id="linear-close",
    title="Linear bandit on the unit ball, Greedy and BallExplore",
    cells=[({}, Linear(50))],
    policies={"published": [LinGreedy(), BallExplore(published=True)], "corrected": [LinGreedy(), *_DEFINED]},
    scales={"smoke": Scale(2, 200), "quick": Scale(500, 2500), "full": Scale(500, 2500)},
    notes=(
        "Mean regret; the band is two standard errors. The paper's 50 runs do not tell these two apart, but do tell "
        "LinUCB from both."
    ),
)

LONG = Experiment(
    id="linear-long",
    title="Linear bandit on the unit ball, up to 128 times the rounds",
    cells=[({}, Linear(50))],
    policies={"extra": [LinGreedy()]},
    scales={"smoke": Scale(2, 5000), "quick": Scale(8, 40_000), "full": Scale(100, 320_000)},
    horizons=[1250 * 2**i for i in range(9)],
    notes=(
        "Mean regret of Greedy at 1250, 2500 (the paper's horizon), ..., 320 000 rounds. A regret of order sqrt(T) "
        "would grow by 1.41 whenever T doubles, a linear one by 2."
    ),
)
EXPERIMENTS = (EXPERIMENT, CLOSE, LONG)
