"""Bad input and bad policies: each gets an error that says what is wrong, and nothing else breaks."""

from __future__ import annotations

import math
import pickle
from dataclasses import FrozenInstanceError, dataclass
from fractions import Fraction
from math import inf, nan
from typing import NamedTuple

import numpy as np
import pytest

import begreedy as bg
from support.refusals import assert_refused

PAIR = bg.Finite(means=[0.9, 0.1])
NORMAL = bg.Finite(means=[0.9, 0.1], law=bg.Gaussian())


def simulated(**options):
    return bg.simulate(**{"policy": bg.UniformRandom(), "problem": PAIR, "horizon": 5, "runs": 2, **options})


def told(arm, reward, policy=None):
    return bg.Agent(policy or bg.Greedy(), arms=2, horizon=9).learn(arm, reward)


@dataclass(frozen=True)
class Reading:
    def index(self, total, pulls, mood):
        return mood


@dataclass(frozen=True)
class Nothing:
    pass


# What is called, the kind of error, and words that its message must contain: the field, the value, what is allowed.
BAD_INPUT = {
    "nan mean": (lambda: bg.Finite(means=[0.5, nan]), ValueError, "Finite.means[1]", "finite", "nan"),
    "large mean": (lambda: bg.Finite(means=[0.5, 1.5]), ValueError, "Finite.means[1]", "[0, 1]", "1.5"),
    "negative mean": (lambda: bg.Finite(means=[-0.1]), ValueError, "Finite.means[0]", "[0, 1]", "-0.1"),
    "text for means": (lambda: bg.Finite(means="abc"), TypeError, "Finite.means", "numbers", "abc"),
    "nested means": (lambda: bg.Finite(means=[[0.1, 0.2]]), TypeError, "Finite.means", "list of numbers"),
    "ragged means": (lambda: bg.Finite(means=[[0.1], [0.2, 0.3]]), (TypeError, ValueError), "Finite.means"),
    "true means": (lambda: bg.Finite(means=[True, False]), TypeError, "Finite.means", "True"),
    "one text mean": (lambda: bg.Finite(means=[0.1, "x"]), TypeError, "Finite.means", "'x'"),
    "nothing": (lambda: bg.Finite(), ValueError, "Finite", "means", "prior"),
    "no arms": (lambda: bg.Finite(prior=bg.Uniform(), arms=0), ValueError, "Finite.arms", "at least 1", "0"),
    "half an arm": (lambda: bg.Finite(prior=bg.Uniform(), arms=1.5), ValueError, "Finite.arms", "whole", "1.5"),
    "true arms": (lambda: bg.Finite(prior=bg.Uniform(), arms=True), TypeError, "Finite.arms", "whole", "True"),
    "arms and means": (lambda: bg.Finite(means=[0.1, 0.2], arms=3), ValueError, "Finite.arms", "2", "3"),
    "prior and means": (lambda: bg.Finite(means=[0.1], prior=bg.Uniform()), ValueError, "not both", "Uniform("),
    "wide prior": (lambda: bg.Finite(prior=bg.Uniform(0, 2), arms=3), ValueError, "prior", "[0, 1]", "[0, 2]"),
    "not a prior": (lambda: bg.Finite(prior=0.5, arms=3), TypeError, "Finite.prior", "Uniform()", "0.5"),
    "prior class": (lambda: bg.Finite(prior=bg.Uniform, arms=3), TypeError, "Uniform", "instance"),
    "not a law": (lambda: bg.Finite(means=[0.1], law="normal"), TypeError, "Finite.law", "Bernoulli()", "normal"),
    "law class": (lambda: bg.Finite(means=[0.1], law=bg.Gaussian), TypeError, "Gaussian", "instance"),
    "sigma": (lambda: bg.Gaussian(-1), ValueError, "Gaussian.sigma", "between 0 and 1e+100", "-1.0"),
    "infinite sigma": (lambda: bg.Gaussian(inf), ValueError, "Gaussian.sigma", "finite", "inf"),
    "text sigma": (lambda: bg.Gaussian("1"), TypeError, "Gaussian.sigma", "number", "'1'"),
    "concentration": (lambda: bg.BetaReward(0), ValueError, "BetaReward.concentration", "greater than 0", "0.0"),
    "beta": (lambda: bg.Beta(0, 1), ValueError, "Beta.a", "greater than 0", "0.0"),
    "other beta": (lambda: bg.Beta(1, -2), ValueError, "Beta.b", "greater than 0", "-2.0"),
    "empty uniform": (lambda: bg.Uniform(1, 1), ValueError, "Uniform.high", "greater than low = 1.0", "1.0"),
    "epsilon": (lambda: bg.EpsilonGreedy(1.5), ValueError, "EpsilonGreedy.epsilon", "[0, 1]", "1.5"),
    "exploration": (lambda: bg.UCB(-1), ValueError, "UCB.c", "at least 0", "-1.0"),
    "infinite c": (lambda: bg.KLUCB(10**400), ValueError, "KLUCB.c", "finite"),
    "none": (lambda: bg.MOSS(None), TypeError, "MOSS.c", "number", "None"),
    "complex": (lambda: bg.UCB(1j), TypeError, "UCB.c", "number", "1j"),
    "pulls": (lambda: bg.ExploreThenCommit(2.5), ValueError, "ExploreThenCommit.m", "whole", "2.5"),
    "huge pulls": (lambda: simulated(policy=bg.ExploreThenCommit(2**64 + 1)), ValueError, "ExploreThenCommit.m"),
    "posterior": (lambda: bg.ThompsonBeta(a=0), ValueError, "ThompsonBeta.a", "greater than 0", "0.0"),
    "horizon 0": (lambda: simulated(horizon=0), ValueError, "horizon", "at least 1", "0"),
    "horizon -1": (lambda: simulated(horizon=-1), ValueError, "horizon", "at least 1", "-1"),
    "horizon 2.5": (lambda: simulated(horizon=2.5), ValueError, "horizon", "whole", "2.5"),
    "horizon nan": (lambda: simulated(horizon=nan), ValueError, "horizon", "whole", "nan"),
    "horizon text": (lambda: simulated(horizon="x"), TypeError, "horizon", "whole", "'x'"),
    "horizon huge": (lambda: simulated(horizon=10**400), ValueError, "horizon", "at most"),
    "runs 0": (lambda: simulated(runs=0), ValueError, "runs", "at least 1", "0"),
    "seed -1": (lambda: simulated(seed=-1), ValueError, "seed", "at least 0", "-1"),
    "seed none": (lambda: simulated(seed=None), TypeError, "seed", "whole", "None"),
    "threads 0": (lambda: simulated(threads=0), ValueError, "threads", "at least 1", "0"),
    "block 0": (lambda: simulated(block=0), ValueError, "block", "at least 1", "0"),
    "checkpoints 0": (lambda: simulated(checkpoints=0), ValueError, "checkpoints", "at least 1", "0"),
    "checkpoints text": (lambda: simulated(checkpoints="dense"), ValueError, "checkpoints", '"log"', "dense"),
    "checkpoints late": (lambda: simulated(checkpoints=[3, 6]), ValueError, "checkpoints", "at most 5", "6"),
    "checkpoints early": (lambda: simulated(checkpoints=[0, 3]), ValueError, "checkpoints", "at least 1", "0"),
    "not a policy": (lambda: simulated(policy="UCB"), TypeError, "'UCB'", "policy"),
    "policy class": (lambda: simulated(policy=bg.UCB), TypeError, "UCB", "instance"),
    "no method": (lambda: simulated(policy=Nothing()), TypeError, "Nothing", "index, sample, values and select"),
    "unknown argument": (lambda: simulated(policy=Reading()), TypeError, "Reading.index", "'mood'", "total, pulls"),
    "not a problem": (lambda: simulated(problem=[0.9, 0.1]), TypeError, "problem", "Finite(...)", "[0.9, 0.1]"),
    "problem class": (lambda: simulated(problem=bg.Finite), TypeError, "Finite"),
    "Beta on normal": (lambda: simulated(policy=bg.ThompsonBeta(), problem=NORMAL), ValueError, "ThompsonGaussian"),
    "kl on normal": (lambda: simulated(policy=bg.KLUCB(), problem=NORMAL), ValueError, "[0, 1]", "KLUCB(sigma="),
    "no policies": (lambda: bg.compare([], PAIR, 5), ValueError, "at least one policy", "empty"),
    "bare policy": (lambda: bg.compare(bg.UCB(), PAIR, 5), TypeError, "list of policies", "UCB("),
    "unknown policy": (lambda: bg.compare([bg.UniformRandom()], PAIR, 5)["nope"], KeyError, "nope", "UniformRandom"),
    "no prior": (lambda: bg.ThompsonGaussian(prior_mean=5), ValueError, "prior_mean", "left out", "flat", "5"),
    "quantile": (lambda: simulated().quantile(1.5), ValueError, "q", "[0, 1]", "1.5"),
    "quantile nan": (lambda: simulated().quantile(nan), ValueError, "q", "[0, 1]", "nan"),
    "run": (lambda: bg.trace(bg.UniformRandom(), PAIR, 5, run=-1), ValueError, "run", "at least 0", "-1"),
    "stream": (lambda: bg.policy_stream(PAIR, 0, 0.5), ValueError, "run", "whole", "0.5"),
    "agent of no arms": (lambda: bg.Agent(bg.UCB(), arms=0, horizon=9), ValueError, "arms", "at least 1", "0"),
    "no horizon": (
        lambda: bg.simulate(bg.UCB(), bg.Finite(means=(0.1, 0.2)), runs=1),
        ValueError,
        "horizon must be a number of rounds, got None; only a budgeted problem may leave it out",
    ),
    "agent's horizon": (lambda: bg.Agent(bg.UCB(), arms=2, horizon=None), TypeError, "horizon", "whole", "None"),
    "agent's seed": (lambda: bg.Agent(bg.UCB(), arms=2, horizon=9, seed=-3), ValueError, "seed", "at least 0", "-3"),
    "agent's policy": (lambda: bg.Agent("UCB", arms=2, horizon=9), TypeError, "UCB", "policy"),
    "arm 2 of 2": (lambda: told(2, 0.5), ValueError, "arm", "at most 1", "2"),
    "arm -1": (lambda: told(-1, 0.5), ValueError, "arm", "at least 0", "-1"),
    "arm 0.5": (lambda: told(0.5, 0.5), ValueError, "arm", "whole", "0.5"),
    "arm true": (lambda: told(True, 0.5), TypeError, "arm", "whole", "True"),
    "reward nan": (lambda: told(0, nan), ValueError, "reward", "finite", "nan"),
    "reward inf": (lambda: told(0, inf), ValueError, "reward", "finite", "inf"),
    "reward none": (lambda: told(0, None), TypeError, "reward", "number", "None"),
    "a horizon of 309 digits": (
        lambda: simulated(horizon=1e308),
        ValueError,
        "horizon must be at most",
        "1" + "0" * 15,
    ),
    "a horizon of 5001 digits": (lambda: simulated(horizon=10**5000), ValueError, "horizon", "thousands of digits"),
    "reward 1.5": (lambda: told(0, 1.5, bg.ThompsonBeta()), ValueError, "reward", "[0, 1]", "ThompsonBeta", "1.5"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input(case):
    """The error is of the right kind and names the field, the value and what is allowed."""
    call, kind, *words = BAD_INPUT[case]
    assert_refused(call, *words, kind=kind)
    with pytest.raises(kind) as caught:
        call()
    assert len(str(caught.value)) < 400


def test_rejected_reward_leaves_no_trace():
    """An agent that refused a reward is as it was before."""
    agent = bg.Agent(bg.Greedy(), arms=2, horizon=9)
    agent.learn(0, 1)
    for arm, reward in ((5, 1.0), (0, nan), (0, "1"), (1.5, 0.0)):
        with pytest.raises((ValueError, TypeError)):
            agent.learn(arm, reward)
    assert (agent.t, agent.pulls, agent.totals, agent.choose()) == (2, [1, 0], [1.0, 0.0], 1)
    agent.learn(np.int64(1), np.float32(0.5))
    assert (agent.t, agent.pulls, agent.totals, agent.choose()) == (3, [1, 1], [1.0, 0.5], 0)


# ---------------------------------------------------------------- values


class Pair(NamedTuple):
    c: float = 1


VALUES = [
    *(bg.Greedy(), bg.EpsilonGreedy(0.2), bg.UCB(2), bg.KLUCB(sigma=0.5), bg.UCBV(), bg.MOSS(), bg.AnytimeMOSS(2)),
    *(bg.ThompsonBeta(2, 3), bg.ThompsonGaussian(prior_sigma=1), bg.ExploreThenCommit(m=4), bg.UniformRandom()),
    *(bg.Bernoulli(), bg.Gaussian(0.25), bg.BetaReward(7), bg.Uniform(-1, 2), bg.Beta(0.1, 1e-9)),
    *(PAIR, bg.Finite(prior=bg.Beta(1, 3), arms=1e3), bg.Finite(means=np.float32([1, -2]), law=bg.Gaussian(2))),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values(value):
    """A value is frozen, prints as what makes it, compares and hashes by class and fields, and pickles."""
    again = eval(repr(value), {**{name: getattr(bg, name) for name in dir(bg)}})
    copied = pickle.loads(pickle.dumps(value))
    assert again == value == copied
    assert hash(again) == hash(value) == hash(copied)
    assert bg.canonical(again) == bg.canonical(value)
    assert [other for other in VALUES if other == value] == [value]
    assert len({bg.canonical(other) for other in VALUES}) == len(set(VALUES)) == len(VALUES)
    with pytest.raises(FrozenInstanceError):
        value.c = 1.0


def test_coercion():
    """Numbers of every kind become the annotated one; equal values have one name; a user's tuple has its module's."""
    for one in (1, 1.0, np.float64(1), np.float32(1), np.int8(1), Fraction(1)):
        assert bg.canonical(bg.UCB(one)) == "UCB(c=1.0)"
        assert bg.UCB(one) == bg.UCB(1.0)
    assert bg.Finite(means=np.array([0, 1])).means == (0.0, 1.0)
    assert repr(bg.ExploreThenCommit(3.0)) == "ExploreThenCommit(m=3)"
    assert bg.Greedy() != bg.EpsilonGreedy()
    assert bg.Greedy() != ()
    assert bg.UCB(1) != bg.UCBV(1)
    assert bg.canonical(Pair()) == f"{__name__}:Pair(c=1.0)"


def test_equal_values_have_one_name():
    """Zero has two signs and one name: equal problems have equal names, hence equal instances."""
    assert bg.Gaussian(-0.0) == bg.Gaussian(0.0)
    assert bg.canonical(bg.Gaussian(-0.0)) == bg.canonical(bg.Gaussian(0.0))
    assert bg.canonical(bg.Finite(means=[-0.0, 1])) == bg.canonical(bg.Finite(means=[0.0, 1]))


# ---------------------------------------------------------------- faulty policies, laws and priors


def faulty(name, index, **attributes):
    """A policy class whose index is a given expression."""
    scope = {"LOOKUP": {1: 2.0}, "math": math, "np": np}
    exec(f"def index(self, total, pulls, t):\n    {index}", scope)
    return dataclass(frozen=True)(type(name, (), {"index": scope["index"], **attributes}))()


FAULTY = {
    "Always": (faulty("Always", "raise ValueError('no')"), (ValueError, TypeError, RuntimeError), ""),
    "Sometimes": (faulty("Sometimes", "assert t < 4; return 1.0"), (ValueError, RuntimeError), ""),
    "NotANumber": (faulty("NotANumber", "return 0.0 * math.inf"), ValueError, "NaN"),
    "Text": (faulty("Text", "return 'large'"), TypeError, ""),
    "NoValue": (faulty("NoValue", "pass"), TypeError, ""),
    "Complex": (faulty("Complex", "return total * 1j"), TypeError, ""),
    "Mapping": (faulty("Mapping", "return LOOKUP[1]"), TypeError, "LOOKUP"),
    "Undefined": (faulty("Undefined", "return total / unknown"), TypeError, "unknown"),
    "NoField": (faulty("NoField", "return total / self.missing"), TypeError, "missing"),
    "Allocating": (faulty("Allocating", "return np.zeros(3)[0]"), TypeError, ""),
    "NoPulls": (faulty("NoPulls", "return total", initial_pulls=-1), ValueError, "initial_pulls"),
}


@pytest.mark.every_time("Always", "Mapping", "Undefined", "NoPulls")
@pytest.mark.parametrize("name", FAULTY)
def test_faulty_index(name):
    """Whatever is wrong with an index, the error names its policy, and other policies work afterwards."""
    policy, kind, word = FAULTY[name]
    with pytest.raises(kind) as caught:
        simulated(policy=policy)
    assert name in str(caught.value)
    assert word in str(caught.value)
    sound = faulty("Sound", "return total / pulls")
    assert simulated(policy=sound, problem=bg.Finite(means=[1.0, 0.0])).final.tolist() == [1.0, 1.0]


@dataclass(frozen=True)
class Chooser:
    """Plays a number that may not be an arm."""

    arm: float = 0.0

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return self.arm


@pytest.mark.parametrize("arm", [2.0, -1.0, 1e300, nan])
def test_arm_out_of_range(arm):
    """A number that is no arm is refused, compiled and in plain Python; the last arm is not."""
    with pytest.raises(ValueError, match=r"Chooser\(arm=.*not an arm"):
        simulated(policy=Chooser(arm))
    with pytest.raises(ValueError):
        bg.Agent(Chooser(arm), 2, 9).choose()
    assert simulated(policy=Chooser(1.0)).final.tolist() == [4.0, 4.0]
    assert bg.Agent(Chooser(1.0), 2, 9).choose() == 1


@dataclass(frozen=True)
class Blind:
    def sample(self, total, pulls, rng):
        return nan * bg.random.uniform(rng)


@dataclass(frozen=True)
class Paying:
    """Pays something else than it should from time to time."""

    bad: float
    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)

    def draw(self, mean, rng):
        return self.bad if bg.random.uniform(rng) < 0.3 else mean


@dataclass(frozen=True)
class Boundless(Paying):
    support = (-inf, inf)


@dataclass(frozen=True)
class Drawing:
    bad: float

    def draw(self, rng):
        return self.bad if bg.random.uniform(rng) < 0.3 else 0.5


@pytest.mark.parametrize("bad", [nan, inf, -inf, 1.5, -0.5])
def test_reward_or_mean_out_of_range(bad):
    """A law that pays outside its support, or a prior that draws what the law does not allow, is told by name, with
    the run and the round; what is within is played."""
    law, prior = bg.Finite(means=[0.9, 0.1], law=Paying(bad)), bg.Finite(prior=Drawing(bad), arms=4)
    for policy in (bg.UniformRandom(), bg.Greedy()):
        with pytest.raises(ValueError, match=r"Paying\(bad=.*run \d+, round \d+.*support"):
            simulated(policy=policy, problem=law, horizon=99)
    with pytest.raises(ValueError, match=r"Drawing\(bad=.*run \d+.*prior"):
        simulated(problem=prior, horizon=99)
    assert simulated(problem=bg.Finite(means=[0.9, 0.1], law=Paying(0.25)), horizon=99).runs == 2
    assert simulated(problem=bg.Finite(prior=Drawing(0.25), arms=4), horizon=99).runs == 2


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_rewards_are_finite(bad):
    """No support allows a reward that is not a finite number."""
    with pytest.raises(ValueError, match=r"Boundless\(bad=.*round \d+"):
        simulated(problem=bg.Finite(means=[0.9, 0.1], law=Boundless(bad)), horizon=99)


def test_faults_do_not_depend_on_threads():
    """The failure reported is that of the first run that fails, whatever the threads and blocks."""
    messages, problem = set(), bg.Finite(means=[0.9, 0.1], law=Paying(2.0))
    for threads, block in ((1, 50), (2, 1), (5, 7)):
        with pytest.raises(ValueError, match="support") as caught:
            simulated(problem=problem, runs=50, threads=threads, block=block)
        messages.add(str(caught.value))
    assert len(messages) == 1


def test_sample_that_is_not_a_number():
    """A NaN sample is refused."""
    with pytest.raises(ValueError, match=r"Blind\(\).*sample"):
        simulated(policy=Blind())
