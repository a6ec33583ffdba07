"""The conformance suite passes for all that we ship and tells authors what is wrong with theirs."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import NamedTuple

import pytest

import begreedy as bg
from begreedy.listing import public_classes
from begreedy.testing import ConformanceError, check_law, check_policy, check_prior

FINITE = [cls for cls in public_classes("policies") if hasattr(cls, "index") or hasattr(cls, "sample")]
POLICIES = [cls() for cls in [*FINITE, bg.ExploreThenCommit, bg.UniformRandom]] + [
    bg.EpsilonGreedy(gap=0.2),
    bg.ExploreThenCommit(m=2),
    bg.KLUCB(sigma=1.0),
    bg.ThompsonBeta(0.5, 0.5),
    bg.ThompsonGaussian(prior_sigma=1.0),
]


# One of each kind always; a check compiles several kernels, so the others wait for the long tests.
KINDS = [
    bg.Greedy,
    bg.UCB,
    bg.ThompsonBeta,
    bg.ExploreThenCommit,
    bg.BudgetUCB,
]
FIRST = [cls() for cls in KINDS]


@pytest.mark.parametrize(
    "policy", [p if p in FIRST else pytest.param(p, marks=pytest.mark.long) for p in POLICIES], ids=repr
)
def test_every_policy_conforms(policy):
    """Each policy we ship passes the suite that we ship."""
    assert check_policy(policy).findings == []


@pytest.mark.parametrize("law", [bg.Bernoulli(), bg.Gaussian(0.3), bg.BetaReward(5)], ids=repr)
def test_every_law_conforms(law):
    """Each law draws inside its support, with the mean it is given, the same compiled and plain."""
    check_law(law)


@pytest.mark.parametrize("prior", [bg.Uniform(-1, 2), bg.Beta(1, 3), bg.Beta(0.3, 0.3)], ids=repr)
def test_every_prior_conforms(prior):
    """Each prior draws inside its range, the same compiled and plain."""
    check_prior(prior)


class _Calls:
    count = 0


@dataclass(frozen=True)
class NotANumber:
    def index(self, total, pulls):
        return (total / pulls) * float("inf") * 0.0


@dataclass(frozen=True)
class Word:
    def index(self, total, pulls):
        return "large"


@dataclass(frozen=True)
class Hidden:
    def index(self, total, pulls):
        _Calls.count += 1
        return total / pulls + _Calls.count


@dataclass(frozen=True)
class Falling:
    growing = True

    def index(self, total, pulls, t):
        return total / pulls + 1.0 / t


@dataclass(frozen=True)
class Truncating:
    """Python rounds down, compiled code divides alike - but reads an integer power in other bits."""

    def index(self, total, pulls):
        return float(int(total) // pulls) if total < 0 else (1e308 * 10.0 * 0.0 if pulls == 49 else total / pulls)


@dataclass(frozen=True)
class LogOfZero:
    def index(self, total, pulls):
        return total / pulls + log(pulls - 1)


@dataclass
class Mutable:
    def index(self, total, pulls):
        return total / pulls


@dataclass(frozen=True)
class WrongBonus:
    def bonus(self, pulls, horizon, arms):
        return 1.0 / pulls

    def index(self, total, pulls):
        return total / pulls


@dataclass(frozen=True)
class Overexploring:
    def explore(self, t, arms):
        return 1.5

    def index(self, total, pulls):
        return total / pulls


@dataclass(frozen=True)
class WrongSlope(bg.ThompsonBeta):
    def slope(self, x, total, pulls):
        return 1.0 - x


@dataclass(frozen=True)
class WrongSample(bg.ThompsonBeta):
    def sample(self, total, pulls, rng):
        return bg.random.beta(rng, self.a + total, 3.0 * (self.b + pulls - total))


@dataclass(frozen=True)
class Outside:
    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return arms


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (NotANumber(), "not a number (NaN)"),
        (Word(), "'large', which is not a number"),
        (Hidden(), "depends on hidden state"),
        (Falling(), "falls as t grows"),
        (Truncating(), "NaN"),
        (LogOfZero(), "index raised ValueError"),
        (Mutable(), "frozen=True"),
        (WrongBonus(), "total / pulls + bonus"),
        (Overexploring(), "must be a probability"),
        (WrongSlope(), "not the derivative"),
        (WrongSample(), "different laws"),
        (Outside(), "not an arm"),
    ],
    ids=lambda x: type(x).__name__ if not isinstance(x, str) else "",
)
def test_authors_are_told_what_is_wrong(policy, words):
    """Each kind of mistake is named in words that its author understands."""
    with pytest.raises(ConformanceError) as caught:
        check_policy(policy)
    assert words in str(caught.value)
    assert type(policy).__name__ in str(caught.value)


@dataclass(frozen=True)
class Switching:
    """Tells compiled code from plain Python by what an integer overflow does."""

    def index(self, total, pulls):
        return total / pulls + (1.0 if pulls * 9223372036854775807 + pulls > 0 else 2.0)


def test_compiled_code_that_differs_is_reported():
    """An index that compiled code computes otherwise is found and quoted with both values."""
    with pytest.raises(ConformanceError, match=r"in plain Python but .* compiled"):
        check_policy(Switching())


class Tuned(NamedTuple):
    """A user's NamedTuple is a policy too; its integer power differs in the last bits at most."""

    c: float = 1

    growing = True

    def index(self, total, pulls, t):
        return total / pulls + self.c * sqrt(log(t) / pulls)


def test_a_named_tuple_is_a_policy():
    """A plain NamedTuple with an index conforms."""
    assert "growing" in check_policy(Tuned()).kind


@dataclass(frozen=True)
class Leaky:
    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)

    def draw(self, mean, rng):
        return 2.0 * mean * bg.random.uniform(rng) * 1.5


def test_a_wrong_law_is_reported():
    """A law whose rewards leave the support or miss the mean is told so."""
    with pytest.raises(ConformanceError, match=r"left the support[\s\S]*has mean"):
        check_law(Leaky())
