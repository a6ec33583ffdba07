"""How many of many arms to keep: the theorems' number for Greedy, and the numbers around it that are worth a try."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from begreedy.advice.models.candidate import Candidate, noise_of
from begreedy.advice.models.situation import Situation
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample
from begreedy.problems.priors import Beta, Uniform
from begreedy.theory import arms as theory_arms
from begreedy.theory.bound import Bound
from begreedy.theory.greedy_infinite import infinite
from begreedy.values.canonical import display_name

SHARES = (2.0, 1.0, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32)  # of the theorem's number of arms, or of all if it has more
FEW = 16  # arms: fewer are not worth leaving any out


def _pool_or_time(situation: Situation) -> int:
    return int(min(situation.problem.size, situation.rounds))


def _not_alone(_problem: Any) -> str:
    return ""


@dataclass(frozen=True)
class Keep:
    """The theorem's number of arms for Greedy, the most that there are (and time for), and how to take so many.

    ``alone`` says, in words about the theorem's number, why no other is looked at; nothing where others are.
    """

    theorem: Callable[[Situation], int]
    most: Callable[[Situation], int] = _pool_or_time
    reduction: Callable[..., Any] = Subsample
    alone: Callable[[Any], str] = _not_alone

    def clipped(self, situation: Situation, k: float) -> int:
        """A number of arms that there are, and that there is time for."""
        return int(max(1, min(self.most(situation), round(k))))

    def greedy(self, situation: Situation, share: float) -> Candidate:
        """Greedy with a share of the theorem's number of arms."""
        k = self.clipped(situation, share * self.clipped(situation, self.theorem(situation)))
        return Candidate("Greedy", self.reduction(Greedy(), k=k, label=f"Greedy(K={k})"), k, True, share)

    def greedy_grid(self, situation: Situation) -> list[Candidate]:
        """Greedy with several numbers of arms, from twice the theorem's down."""
        return [self.greedy(situation, share) for share in SHARES]

    def exploring(self, situation: Situation, policy: Any, arms: int, name: str = "") -> Candidate:
        """A policy that explores, on a number of arms of its own."""
        name = name or display_name(policy)
        k = self.clipped(situation, arms)
        return Candidate(name + "(K)", self.reduction(policy, k=k, label=f"{name}(K={k})"), k)


def arms_without_end(situation: Situation) -> str:
    """Why to be greedy where no policy can try all arms."""
    return f"{situation.horizon} rounds are too few to explore arms without end, and many of these are good"


# ---------------------------------------------------------------- arms whose means are drawn from a prior


def tail_of(prior: Any) -> tuple[float, float] | None:
    """(c1, beta) of a prior, if it has them."""
    try:
        return getattr(prior, "tail", None)
    except OverflowError:  # a prior so narrow that nothing of it is near 1
        return None


def tail(situation: Situation) -> tuple[float, float]:
    """(c1, beta) of a situation's prior; without a known tail those of a uniform one."""
    c1, beta = tail_of(getattr(situation.problem, "prior", None)) or (1.0, 1.0)
    return max(c1, 1e-300), beta


def from_prior(situation: Situation) -> int:
    """The theorem's number of arms drawn from a prior."""
    c1, beta = tail(situation)
    return theory_arms.greedy_infinite(situation.rounds, beta, c1)


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
