"""Candidates: policies worth simulating, with what is known of the law of rewards and of the prior of means."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

from begreedy.policies.bayes_ucb import BayesUCB
from begreedy.policies.cbt import EmpiricalCBT
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.imed import IMED
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.moss import MOSS
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.policies.posterior_lookahead import IRS, TSUCB
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.policies.thompson import ThompsonBeta, ThompsonGaussian
from begreedy.policies.ucb import UCB
from begreedy.problems import laws
from begreedy.problems.laws import Gaussian
from begreedy.problems.priors import Beta, Uniform
from begreedy.types import Law, LawByArm, Policy, check_rewards, part_of, range_of, says
from begreedy.values.canonical import display_name

WEIGHTS = (1.0, 2.0, 4.0, 8.0, 16.0)  # pseudo-successes: the longer the horizon for each arm, the more


@dataclass(frozen=True)
class Candidate:
    """A policy in a situation.

    ``title`` is its name without K; ``share`` is K as a share of what theory tells this policy to keep, None where
    there is no such choice.
    """

    title: str
    policy: Policy
    k: int | None = None
    greedy: bool = False
    share: float | None = None
    label: str | None = None

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)

    @property
    def family(self) -> str:
        """The name that candidates share which differ only in how many of the arms they keep."""
        return self.title if self.share is None else f"{self.title}(K)"


def plain(policy: Policy, arms: int | None = None, greedy: bool = False) -> Candidate:
    """A policy on all arms."""
    return Candidate(display_name(policy), policy, arms, greedy)


def noise_of(law: Law | LawByArm) -> float:
    """The standard deviation of normal rewards, a bound on that of bounded ones; 1 where nothing is known about it."""
    noise = laws.noise_of(law)
    return 1.0 if noise is None else noise


def moments_of(prior: object) -> tuple[float, float] | None:
    """Mean and variance of a prior, if they are known."""
    if isinstance(prior, Beta):
        mean = prior.a / (prior.a + prior.b)
        return mean, mean * (1.0 - mean) / (prior.a + prior.b + 1.0)
    if isinstance(prior, Uniform):
        return (prior.low + prior.high) / 2.0, (prior.high - prior.low) ** 2 / 12.0
    return None


def noise_near_the_top(law: Law | LawByArm, prior: object) -> float:
    """The standard deviation of the rewards of good arms: rare successes are less noisy than frequent ones."""
    known = moments_of(prior)
    if known is None or not says(law, "binary"):
        return noise_of(law)
    good = known[0] + 2.0 * sqrt(known[1])
    return sqrt(good * (1.0 - good)) if good < 0.5 else 0.5


def explorers(law: Law | LawByArm, prior: object = None) -> list[Policy]:
    """Policies for finitely many arms that pay rewards of a law, told the prior if there is one; MOSS first."""
    sigma = noise_near_the_top(law, prior)
    all_of_them: list[Policy] = [
        MOSS(4.0 * sigma * sigma),
        UCB(sigma),
        KLUCB(sigma=(sigma or None) if isinstance(law, Gaussian) else None),
        thompson(law, prior),
    ]
    return [policy for policy in all_of_them if accepts(policy, law)]


def bolder(law: Law | LawByArm, arms: int) -> list[Candidate]:
    """For normal rewards, MOSS with a bonus of half the width, which wins at times."""
    if not isinstance(law, Gaussian) or law.sigma == 0.0:
        return []
    name, policy = f"MOSS({law.sigma**2:g})", MOSS(law.sigma**2)
    return [Candidate(name, policy, arms, label=name)]


def short_horizon_rivals(law: Law | LawByArm, prior: object = None) -> list[Policy]:
    """Policies that do well in few rounds, told the prior if they can be; all of them look at every arm every round."""
    known = moments_of(prior)
    start = (1.0, 1.0) if known is None else beta_like(prior, *known)
    sigma = noise_of(law) if isinstance(law, Gaussian) else None
    rivals: list[Policy] = [BayesUCB(*start), IMED(sigma or None), IRS(None, *start), TSUCB(100, *start)]
    return [policy for policy in rivals if accepts(policy, law)]


def optimist(law: Law | LawByArm, prior: object, weight: float = 2.0) -> OptimisticGreedy | None:
    """OptimisticGreedy: an unknown arm pays the most that there is or, where that has no end, what good arms pay."""
    most = range_of(law, "support")[1]
    known = moments_of(prior)
    if most == inf and known is None:
        return None
    top = most if known is None or most < inf else known[0] + 2.0 * sqrt(known[1])
    return OptimisticGreedy(weight, float(f"{top:.6g}"), label=f"OptimisticGreedy({weight:g})")


def hopeful(policy: Policy) -> bool:
    """Whether a policy, or the one that a reduction plays, is greedy on means that it hopes for."""
    return isinstance(part_of(policy, "policy", policy), OptimisticGreedy)


def is_plain_greedy(policy: Policy) -> bool:
    """Whether a policy is Greedy on all arms, or on K of them, whatever it is called here."""
    playing = policy.policy if isinstance(policy, Subsample | Discretize) else policy
    return type(playing) is Greedy  # of one that builds on it, the theorems say nothing


def optimists(
    law: Law | LawByArm, prior: object, arms: int | None = None, weights: tuple[float, ...] = WEIGHTS
) -> list[Candidate]:
    """OptimisticGreedy on all arms, more and less so."""
    made = (optimist(law, prior, weight) for weight in weights)
    return [plain(policy, arms, True) for policy in made if policy is not None]


def told_nothing(law: Law | LawByArm) -> list[Candidate]:
    """Policies that find out by themselves how many of the arms to try."""
    policies: tuple[tuple[Policy, bool], ...] = ((GrowingGreedy(), True), (EmpiricalCBT(), False))
    return [plain(policy, None, greedy) for policy, greedy in policies if accepts(policy, law)]


def thompson(law: Law | LawByArm, prior: object = None) -> ThompsonBeta | ThompsonGaussian:
    """Thompson sampling with the posterior that a law asks for, from the prior or one of the same mean and variance."""
    low, high = range_of(law, "support")
    known = moments_of(prior)
    if low >= 0.0 and high <= 1.0:
        return ThompsonBeta() if known is None else ThompsonBeta(*beta_like(prior, *known))
    sigma = max(noise_of(law), 1e-9)
    return ThompsonGaussian(sigma) if known is None else ThompsonGaussian(sigma, known[0], sqrt(known[1]))


def beta_like(prior: object, mean: float, variance: float) -> tuple[float, float]:
    """(a, b) of the prior, or of the Beta that has its mean and variance."""
    if isinstance(prior, Beta):
        return prior.a, prior.b
    total = mean * (1.0 - mean) / variance - 1.0
    return float(f"{mean * total:.6g}"), float(f"{(1.0 - mean) * total:.6g}")


def accepts(policy: Policy, law: Law | LawByArm) -> bool:
    """Whether a policy can learn from rewards of a law."""
    try:
        check_rewards(policy, law)
    except ValueError:
        return False
    return True
