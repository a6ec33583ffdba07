"""The conformance suite passes for all that we ship and tells authors what is wrong with theirs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import NamedTuple

import numpy as np
import pytest

import begreedy as bg
import begreedy.types as contract
from begreedy import api
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.listing import public_classes, recipes
from begreedy.policies.cascade import GaussianSharedSample
from begreedy.problems.peaks import RandomPeaks
from begreedy.testing import ConformanceError, check_law, check_policy, check_prior
from support.documented import documented_policies
from support.tiers import every_time

MADE_WITH = {
    "Cascade": [bg.Greedy()],
    "Subsample": [bg.Greedy(), 5],
    "Discretize": [bg.Greedy()],
    "Discounted": [bg.UCB(), 20.0],
    "Window": [bg.ThompsonBeta(), 20],
    "Doubling": [bg.Subsample(bg.Greedy(), k=3)],
    "Zooming": [1.0, 5.0],
    "CABMOSS": [1.0, 5.0],
}
PUBLIC = {
    made.__name__: made(*MADE_WITH.get(made.__name__, [])) for made in public_classes("policies") + recipes("policies")
}
FURTHER = {
    "EpsilonGreedy with a gap": bg.EpsilonGreedy(gap=0.2),
    "ExploreThenCommit twice": bg.ExploreThenCommit(m=2),
    "Gaussian KLUCB": bg.KLUCB(sigma=1.0),
    "ThompsonBeta with a wide prior": bg.ThompsonBeta(0.5, 0.5),
    "ThompsonGaussian with a prior": bg.ThompsonGaussian(prior_sigma=1.0),
    "empirical MeDZO": bg.MeDZO(empirical=True),
    "MeDZO at random points": bg.MeDZO(point="random"),
    "AnytimeGreedy of known hardness": bg.AnytimeGreedy(gamma=0.4),
    "GaussianSharedSample": GaussianSharedSample(),
}
POLICIES = {**PUBLIC, **FURTHER, **documented_policies()}

# One of each form; a check compiles several kernels, so what compiles most of its own waits for the long tests.
FORMS = {
    "Greedy": contract.INDEX,
    "ThompsonBeta": contract.SAMPLE,
    "GaussianSharedSample": contract.VALUES,
    "ExploreThenCommit": contract.CUSTOM,
    "Discounted": contract.FORGETTING,
    "KeepUntilFailure of documented_extending": contract.POOL,
    "MeDZO": contract.EPOCHS,
    "Doubling": contract.FITTED,
    "Subsample": contract.REDUCTION,
    "TSCascade": contract.LISTS,
    "LinUCB": contract.LINEAR,  # the ball and sets of actions
}
ALWAYS = ("Greedy", "MeDZO", "Subsample", "LinUCB")


@every_time(*ALWAYS)
@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_conforms(name):
    """Each policy we ship or show passes the suite that we ship."""
    assert check_policy(POLICIES[name]).findings == []


def test_every_form_is_tried():
    """Of every form that a policy may have, one is among those that are checked."""
    assert {name: contract.form_of(POLICIES[name]).name for name in FORMS} == FORMS
    assert {contract.form_of(policy).name for policy in POLICIES.values()} == set(FORMS.values())
    assert FORMS.keys() > set(ALWAYS)


def test_what_takes_long_is_said():
    """While kernels compile, whoever asked is told what is being done."""
    said = []
    check_policy(bg.MeDZO(), say=said.append)
    assert said[0] == "compiling index"
    played = [found for text in said if (found := re.fullmatch(r"(?:compiling and )?playing (.*) for (.*)", text))]
    problems = {
        repr(eval(found[1], vars(api) | {"RandomPeaks": RandomPeaks})) for found in played
    }  # what is said can be pasted
    assert any("ManyArmed" in problem for problem in problems)
    assert {found[2] for found in played} == {"1 round", "2 rounds", "150 rounds"}


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


@dataclass(frozen=True)
class Remaining:
    def index(self, total, pulls, t, horizon):
        return total / pulls + log(horizon + 1 - t)


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


@dataclass(frozen=True)
class HalfValued:
    def values(self, value, total, pulls, t, arms, horizon, rng):
        value[0] = 1.0


@dataclass(frozen=True)
class UnknownArm:
    pool = True

    def select(self, memory, total, pulls, known, t, horizon, size, rng):
        return known + 1


@dataclass(frozen=True)
class NoBase:
    remembers = keeps = False

    def epoch_arms(self, epoch, horizon):
        return 2

    def epoch_rounds(self, epoch, horizon):
        return 10


@dataclass(frozen=True)
class Aimless:
    ridge: float = 1.0

    def needs(self, ball):
        return ("inverse",)


@dataclass(frozen=True)
class Ridgeless:
    def needs(self, ball):
        return ("inverse",)

    def score(self, fit, x):
        return 0.0


@dataclass(frozen=True)
class Forgetful:
    policy: bg.UCB = bg.UCB()
    factor: float = 0.9

    def forgets(self):
        return 0.9, 0.1, 50, 10


@dataclass(frozen=True)
class Picky:
    pool = True

    def fit(self, problem, horizon):
        raise ValueError(f"Picky does not like {type(problem).__name__}")

    def select(self, memory, total, pulls, known, t, horizon, size, rng):
        return 0


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (NotANumber(), "not a number (NaN)"),
        (Word(), "'large', which is not a number"),
        (Hidden(), "depends on hidden state"),
        (Falling(), "falls as t grows"),
        (Truncating(), "NaN"),
        (LogOfZero(), "index raised ValueError"),
        (Remaining(), "horizon=50 (in production, t may exceed the horizon)"),
        (Mutable(), "frozen=True"),
        (WrongBonus(), "total / pulls + bonus"),
        (Overexploring(), "must be a probability"),
        (WrongSlope(), "not the derivative"),
        (WrongSample(), "different laws"),
        (Outside(), "not an arm"),
        (HalfValued(), "without a number"),
        (UnknownArm(), "not an arm"),
        (NoBase(), "needs the attributes base, point"),
        (Aimless(), "needs the method aim"),
        (Ridgeless(), "needs the attributes ridge"),
        (Forgetful(), "needs the attributes faded, span, lasting"),
        (Picky(), "no problem of its form"),
        (bg.Cascade(NotANumber()), "not a number (NaN)"),
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


@dataclass(frozen=True)
class SwitchingPool:
    """Likewise, among the arms of a pool."""

    pool = True

    def select(self, memory, total, pulls, known, t, horizon, size, rng):
        return 0 if known > 0 and t * 9223372036854775807 + t > 0 else known


def test_a_game_that_compiled_code_plays_otherwise_is_reported():
    """Forms that no Agent plays are compared with their game in plain Python."""
    with pytest.raises(ConformanceError, match=r"in plain Python but .* compiled"):
        check_policy(SwitchingPool())


def test_a_game_in_plain_python_is_the_compiled_one():
    """Every number that is kept of a run is the same, bit for bit."""
    simulation = prepare(bg.UCBAIR(), bg.Infinite(bg.Uniform()), 80, seed=3, checkpoints=80)
    compiled, plain = simulation.play(2, 3), replace(simulation, options=PlayOptions(plain=True)).play(2, 3)
    for name, kept in compiled._asdict().items():
        assert np.array_equal(kept, getattr(plain, name)), name


class Tuned(NamedTuple):
    """A user's NamedTuple is a policy too; its integer power differs in the last bits at most."""

    c: float = 1

    growing = True

    def index(self, total, pulls, t):
        return total / pulls + self.c * sqrt(log(t) / pulls)


class First(NamedTuple):
    """A tuple has an ``index`` of another kind, which does not count."""

    arm: int = 0

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return self.arm


@pytest.mark.long
def test_a_named_tuple_is_a_policy():
    """A plain NamedTuple with an index, or with a method of another form, conforms."""
    assert "growing" in check_policy(Tuned()).kind
    assert contract.form_of(First()).name == contract.CUSTOM


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
