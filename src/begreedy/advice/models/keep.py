"""How many of many arms to keep: the theorems' number for Greedy, and the numbers around it that are worth a try."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isfinite
from typing import Generic

from begreedy.advice.models.candidate import Candidate, accepts, noise_of, optimist, plain
from begreedy.advice.models.situation import P, Situation
from begreedy.policies.cbt import CBT
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample
from begreedy.policies.two_target import TwoTarget
from begreedy.problems.priors import Beta, Uniform
from begreedy.theory import arms as theory_arms
from begreedy.theory.bound import Bound
from begreedy.theory.greedy_infinite import infinite
from begreedy.types import Policy, Problem, part_of, says
from begreedy.values.canonical import display_name
from begreedy.values.errors import BadValue
from begreedy.values.numbers import grouped
from begreedy.values.value import changed

# Of the theory's number of arms, or of all if that is more; 1 first.
SHARES = (1.0, 2.0, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32)  # for Greedy
HOPEFUL_SHARES = (1.0, 1 / 3, 1 / 9, 1 / 27)  # for OptimisticGreedy
EXPLORING_SHARES = (1.0, 4.0, 1 / 4, 1 / 16)
FEW = 16  # arms: fewer are not worth leaving any out


def _pool_or_time(situation: Situation) -> int:
    return int(min(situation.problem.size, situation.rounds))


def _any_number(_problem: Problem, arms: float) -> int:
    return round(arms)


def _not_alone(_problem: Problem) -> str:
    return ""


@dataclass(frozen=True)
class Keep(Generic[P]):
    """The theorem's number of arms for Greedy, the most that there are (and time for), and how to take so many.

    ``alone`` says, in words about the theorem's number, why no other is looked at; nothing where others are.
    ``allowed`` is the number nearest to some arms that a problem can be played with.
    """

    theorem: Callable[[Situation], int]
    most: Callable[[Situation], int] = _pool_or_time
    reduction: Callable[..., Policy] = Subsample
    alone: Callable[[P], str] = _not_alone
    allowed: Callable[[P, float], int] = _any_number

    def clipped(self, situation: Situation, k: float) -> int:
        """A number of arms that there are, and that there is time for."""
        return max(1, self.allowed(situation.problem, min(self.most(situation), k)))

    def greedy(self, situation: Situation, share: float) -> Candidate:
        """Greedy with a share of the theorem's number of arms."""
        one = self._on(situation, Greedy(), self.theorem(situation), "Greedy", greedy=True)
        return self.resized(situation, one, share)

    def optimistic_grid(self, situation: Situation, prior: object) -> list[Candidate]:
        """OptimisticGreedy with several numbers of arms."""
        policy = optimist(situation.problem.law, prior)
        if policy is None:
            return []
        one = self._on(situation, replace(policy, label=None), self.theorem(situation), "OptimisticGreedy", greedy=True)
        return [self.resized(situation, one, share) for share in HOPEFUL_SHARES]

    def greedy_grid(self, situation: Situation) -> list[Candidate]:
        """Greedy with several numbers of arms, from twice the theorem's down."""
        return [self.greedy(situation, share) for share in SHARES]

    def exploring(self, situation: Situation, policy: Policy, arms: int, title: str | None = None) -> list[Candidate]:
        """A policy that explores, with several numbers of arms, from its own theory's on."""
        one = self._on(situation, policy, arms, display_name(policy) if title is None else title)
        return [self.resized(situation, one, share) for share in EXPLORING_SHARES]

    def resized(self, situation: Situation, candidate: Candidate, share: float) -> Candidate:
        """A candidate with a share of the arms that it has now."""
        k = self.clipped(situation, share * (candidate.k or 1))
        policy = changed(candidate.policy, k=k, label=f"{candidate.title}(K={k})")
        return replace(candidate, policy=policy, k=k, share=share)

    def _on(self, situation: Situation, policy: Policy, arms: int, title: str, *, greedy: bool = False) -> Candidate:
        k = self.clipped(situation, arms)
        return Candidate(title, self.reduction(policy, k=k, label=f"{title}(K={k})"), k, greedy, 1.0)


def arms_without_end(situation: Situation) -> str:
    """Why to be greedy where no policy can try all arms."""
    return f"there is always another arm, and in {grouped(situation.rounds)} rounds exploring costs more than it finds"


# ---------------------------------------------------------------- arms whose means are drawn from a prior


def tail_of(prior: object) -> tuple[float, float] | None:
    """(c1, beta) of a prior, if it has them and they are numbers that can be computed with."""
    try:
        tail: tuple[float, float] | None = part_of(prior, "tail", None)
    except OverflowError:  # a prior so narrow that nothing of it is near 1
        return None
    return tail if tail is not None and all(map(isfinite, tail)) else None


def tail(situation: Situation) -> tuple[float, float]:
    """(c1, beta) of a situation's prior; without a known tail those of a uniform one."""
    c1, beta = tail_of(part_of(situation.problem, "prior", None)) or (1.0, 1.0)
    return max(c1, 1e-300), beta


def from_prior(situation: Situation) -> int:
    """The theorem's number of arms drawn from a prior."""
    c1, beta = tail(situation)
    return theory_arms.greedy_infinite(situation.rounds, beta, c1)


def two_target(situation: Situation) -> list[Candidate]:
    """TwoTarget, told the tail of this prior (not of those drawn around it), where rewards are 0 or 1."""
    problem = situation.problem
    if tail_of(problem.prior) is None or not says(problem.law, "binary"):
        return []
    return [plain(TwoTarget().fit(problem, situation.rounds))]


def below_a_target(situation: Situation) -> list[Candidate]:
    """CBT, told the tail of this prior, where its best means come near 1."""
    problem = situation.problem
    if tail_of(problem.prior) is None or not accepts(CBT(), problem.law):
        return []
    try:
        return [plain(CBT().fit(problem, situation.rounds))]
    except BadValue:  # nothing of the prior is near 1
        return []


def prior_guarantee(situation: Situation, k: int) -> Bound | None:
    """The theorem's bound for Greedy on ``k`` arms drawn from a prior.

    It asks that P(mean > sup - u) >= c1 u**beta for all u, not only for small ones.
    """
    prior = situation.problem.prior
    if not (isinstance(prior, Uniform) or (isinstance(prior, Beta) and prior.a <= 1.0)):
        return None
    c1, beta = tail_of(prior) or (1.0, 1.0)
    return infinite(situation.rounds, beta, c1, k=k, sigma=noise(situation))


def noise(situation: Situation) -> float:
    """The sigma of the theorems, never 0."""
    return max(noise_of(situation.problem.law), 1e-6)
