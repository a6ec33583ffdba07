"""Candidates: policies worth simulating, and which of them suit a law of rewards."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.moss import MOSS
from begreedy.policies.thompson import ThompsonBeta, ThompsonGaussian
from begreedy.policies.ucb import UCB
from begreedy.problems.laws import Gaussian
from begreedy.types import check_rewards
from begreedy.values.canonical import display_name


@dataclass(frozen=True)
class Candidate:
    """A policy in a situation.

    ``family`` is its name without K; ``share`` is the K of Greedy as a share of the theorem's.
    """

    family: str
    policy: Any
    k: int | None = None
    greedy: bool = False
    share: float | None = None
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)


def plain(policy: Any, arms: int | None = None, greedy: bool = False) -> Candidate:
    """A policy on all arms."""
    return Candidate(display_name(policy), policy, arms, greedy)


def noise_of(law: Any) -> float:
    """The standard deviation of normal rewards; 1/2 bounds that of rewards in an interval of length 1."""
    if isinstance(law, Gaussian):
        return law.sigma
    low, high = getattr(law, "support", (-inf, inf))
    return (high - low) / 2.0 if isfinite(high - low) else 1.0


def explorers(law: Any) -> list[Any]:
    """Policies for finitely many arms that pay rewards of a law; MOSS first."""
    sigma = noise_of(law)
    all_of_them = [
        MOSS(4.0 * sigma * sigma),
        UCB(sigma),
        KLUCB(sigma=(sigma or None) if isinstance(law, Gaussian) else None),
        thompson(law),
    ]
    return [policy for policy in all_of_them if accepts(policy, law)]


def thompson(law: Any) -> Any:
    """Thompson sampling with the posterior that a law asks for."""
    low, high = getattr(law, "support", (-inf, inf))
    return ThompsonBeta() if low >= 0.0 and high <= 1.0 else ThompsonGaussian(max(noise_of(law), 1e-9))


def accepts(policy: Any, law: Any) -> bool:
    """Whether a policy can learn from rewards of a law."""
    try:
        check_rewards(policy, law)
    except ValueError:
        return False
    return True
