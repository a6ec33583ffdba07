"""Mortal bandits: 100 arms, eight mean lifetimes, ten lifetimes of rounds."""

from __future__ import annotations

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.adaptive_greedy import AdaptiveGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.reductions import Subsample
from begreedy.policies.stochastic import Stochastic
from begreedy.policies.thompson import ThompsonBeta
from begreedy.policies.ucb import UCB
from begreedy.problems.mortal import Mortal
from begreedy.problems.priors import Beta, Uniform
from begreedy.types import Prior

LIFETIMES = tuple(10.0**power for power in (1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0))

# Where the paper's 100 runs do not tell who is ahead: so many times the runs of a scale, by prior and lifetime.
MORE_RUNS = {("uniform", 1000.0): 20}


def mortal(name: str, prior: Prior) -> Experiment:
    """Cumulative regret after ten mean lifetimes."""

    def cells(scale: Scale, more: bool = True) -> list[Cell]:
        return [
            Cell(
                {"lifetime": float(f"{life:.4g}")},
                Mortal(prior, arms=100, lifetime=life),
                round(10 * life),
                runs=scale.more_runs(MORE_RUNS.get((name, life), 1) if more else 1, than=100),
            )
            for life in LIFETIMES
            if round(10 * life) <= scale.horizon
        ]

    paper = [Greedy(), ThompsonBeta()]
    return Experiment(
        id=f"mortal-{name}",
        title=f"Mortal bandit, {'uniform' if name == 'uniform' else 'Beta(1, 3)'} prior",
        cells=cells,
        problems={"extra": lambda scale: cells(scale, more=False)},
        policies={
            "published": paper,
            "corrected": paper,
            "extra": [
                *paper,
                Subsample(Greedy(), label="Greedy(subsampled)"),
                Subsample(ThompsonBeta(), label="ThompsonSampling(subsampled)"),
                AdaptiveGreedy(1.0),
                AdaptiveGreedy(2.0),
                Stochastic(),
                UCB(0.5),
                KLUCB(3.0),
            ],
        },
        scales={"smoke": Scale(4, 1000), "quick": Scale(10, 100_000), "full": Scale(100, 1_000_000)},
        checkpoints=20,
        band=0.5,
        notes=(
            "Cumulative regret after ten mean lifetimes; the band is 0.5 standard deviation. Subsampled policies look "
            "at as many places as the theorem on infinitely many arms keeps for a horizon of one lifetime. With the "
            "uniform prior and a lifetime of 1000 the full scale has 2000 runs: the paper's 100 do not tell who is "
            "ahead."
        ),
    )


EXPERIMENTS = (mortal("uniform", Uniform()), mortal("beta", Beta(1, 3)))
