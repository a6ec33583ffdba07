"""Figure "heatmap": where Greedy beats UCB, by number of arms and horizon."""

from begreedy.experiments.experiment import Experiment, Scale
from begreedy.policies.greedy import Greedy
from begreedy.policies.ucb import UCB
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Gaussian
from begreedy.problems.priors import Uniform

EXPERIMENT = Experiment(
    id="heatmap",
    title="Bayesian regret divided by the horizon: UCB and Greedy",
    cells=[({"arms": 2**i}, Finite(prior=Uniform(), arms=2**i, law=Gaussian())) for i in range(1, 11)],
    policies={"published": [UCB(), Greedy()], "corrected": [UCB(), Greedy()]},
    scales={"smoke": Scale(10, 1000), "quick": Scale(40, 100_000), "full": Scale(1000, 100_000)},
    horizons=[round(10 ** (1 + i / 2)) for i in range(9)],  # 10, 32, 100, ..., 100000
    notes="Rewards N(mean, 1), means uniform on [0, 1], a fresh instance per run. Darker is worse.",
)
