"""Figure "Failure of Greedy": two arms, one of them bad, and a linear regret of large variance."""

from begreedy.experiments.experiment import Experiment, Scale
from begreedy.policies.greedy import Greedy
from begreedy.policies.thompson import ThompsonBeta
from begreedy.policies.ucb import UCB
from begreedy.problems.finite import Finite

EXPERIMENT = Experiment(
    id="failure",
    title="Failure of Greedy: Bernoulli arms 0.9 and 0.1",
    cells=[({}, Finite(means=(0.9, 0.1)))],
    policies={
        "published": [Greedy(), ThompsonBeta()],
        "corrected": [Greedy(), ThompsonBeta()],
        "extra": [Greedy(), ThompsonBeta(), UCB()],
    },
    scales={"smoke": Scale(50, 500), "quick": Scale(1000, 500), "full": Scale(20_000, 500)},
    band=0.1,
    notes=(
        "Mean regret; the band is 0.1 standard deviation. Greedy locks on the bad arm in about 2 % of the runs: the "
        "paper's 1000 are too few to tell that from 1 %."
    ),
)
