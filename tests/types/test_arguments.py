"""Methods are told what they name, in whatever order; a name that nobody knows is an error."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import begreedy as bg
from begreedy.types import form_of
from support.refusals import assert_refused


@dataclass(frozen=True)
class LastFirst:
    """Greedy by hand, with its arguments in another order than the engine's and without those it does not need."""

    def select(self, pulls, memory, arms, total):
        best = 0
        for arm in range(arms):
            if pulls[arm] == 0:
                return arm
            if total[arm] * pulls[best] > total[best] * pulls[arm]:
                best = arm
        return best


@dataclass(frozen=True)
class InOrder:
    """The same in the engine's order."""

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        best = 0
        for arm in range(arms):
            if pulls[arm] == 0:
                return arm
            if total[arm] * pulls[best] > total[best] * pulls[arm]:
                best = arm
        return best


def test_select_is_told_what_it_names():
    """Greedy with total and pulls swapped is still Greedy."""
    problem = bg.Finite(prior=bg.Uniform(), arms=10)
    one, other = (bg.simulate(policy, problem, 500, runs=50, seed=0) for policy in (LastFirst(), InOrder()))
    assert (one.regret == other.regret).all()
    naive = bg.simulate(bg.Greedy(), problem, 500, runs=50, seed=0)
    assert abs(one.mean[-1] - naive.mean[-1]) < 5 * (one.stderr[-1] + naive.stderr[-1])


@dataclass(frozen=True)
class Swapped:
    """Every method of a custom policy names its arguments the other way round."""

    def memory(self, horizon, arms):
        assert arms == 3
        return 2

    def start(self, horizon, memory):
        memory[1] = horizon

    def select(self, t, memory):
        return int(memory[0])

    def learn(self, reward, arms, arm, memory):
        if reward < 0.5:
            memory[0] = (arm + 1) % arms

    def observe(self, rng, reward):
        return reward

    def fit(self, horizon, problem):
        assert problem.size == 3
        return self


@dataclass(frozen=True)
class SwappedDiscoverer:
    """The same for a policy that discovers arms."""

    pool = True

    def capacity(self, size, horizon):
        return horizon

    def memory(self, horizon, capacity):
        return 2

    def start(self, capacity, memory):
        memory[1] = 1.0

    def select(self, size, known, memory):
        return known if memory[1] > 0.0 and known < size else known - 1

    def learn(self, reward, memory):
        memory[1] = 1.0 if reward < 0.5 else 0.0


@dataclass(frozen=True)
class SwappedValues:
    """Values and exploration."""

    def values(self, pulls, arms, value):
        for arm in range(arms):
            value[arm] = -pulls[arm]

    def explore(self, arms, t):
        return 0.0 * t * arms


@dataclass(frozen=True)
class SwappedAim:
    """Vectors."""

    ridge: float = 1.0

    def needs(self):
        return ("inverse",)

    def aim(self, x, t):
        for i in range(len(x)):
            x[i] = 1.0 if i == t % len(x) else 0.0

    def score(self, t, x, fit):
        return x[0]


@dataclass(frozen=True)
class SwappedLaw:
    """A law and a prior."""

    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)

    def draw(self, rng, mean):
        return 1.0 if bg.random.uniform(rng) < mean else 0.0


@pytest.mark.long
def test_every_method_of_every_form_is_told_what_it_names():
    """Played in plain Python and compiled, with all arguments in an order of their own."""
    arms = bg.trace(Swapped(), bg.Finite(means=[0.0, 1.0, 1.0]), 4).arms
    assert arms.tolist() == [0, 1, 1, 1]
    known = bg.trace(SwappedDiscoverer(), bg.Infinite(bg.Uniform()), 100)
    for arm, reward, after in zip(known.arms, known.rewards, known.arms[1:], strict=False):
        assert after == (arm if reward >= 0.5 else arm + 1)
    assert sorted(bg.trace(SwappedValues(), bg.Finite(means=[0.2, 0.1]), 4).arms) == [0, 0, 1, 1]
    assert bg.trace(SwappedAim(), bg.Linear(2), 3).actions.tolist() == [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
    paid = [bg.trace(bg.Greedy(), bg.Finite(means=[0.5, 0.4], law=law), 50) for law in (SwappedLaw(), bg.Bernoulli())]
    assert set(paid[0].rewards) == set(paid[1].rewards) == {0.0, 1.0}


def _with(method, arguments, **attributes):
    scope: dict = {}
    exec(f"def {method}(self, {arguments}): return 0", scope)
    body = {method: scope[method], **attributes}
    return dataclass(frozen=True)(type("Mine", (), body))()


@pytest.mark.parametrize(
    ("policy", "name"),
    [
        (_with("index", "total, pull"), "pull"),
        (_with("sample", "total, pulls, generator"), "generator"),
        (_with("values", "value, totals"), "totals"),
        (_with("select", "memory, totals"), "totals"),
        (_with("select", "memory, *rest"), "*rest"),
        (_with("select", "known, arms", pool=True), "arms"),
        (_with("learn", "memory, t, round", select=InOrder.select), "round"),
        (_with("start", "memory, rng", select=InOrder.select), "rng"),
        (_with("memory", "k", select=InOrder.select), "k"),
        (_with("explore", "t, k", index=bg.Greedy.index), "k"),
        (_with("observe", "reward, cost", index=bg.Greedy.index), "cost"),
        (_with("bonus", "n", index=bg.Greedy.index), "n"),
        (_with("fit", "problem, rounds", index=bg.Greedy.index), "rounds"),
        (_with("aim", "fit, action", needs=lambda self: ()), "action"),
        (_with("score", "fit, action", needs=lambda self: ()), "action"),
        (_with("epoch_arms", "i"), "i"),
        (_with("reduce", "problem, k"), "k"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_name_that_nobody_knows_is_refused(policy, name):
    """The message has the method, the name, where it stands, and what is allowed."""
    with pytest.raises(TypeError, match="has an argument") as caught:
        form_of(policy)
    assert f"{name!r} (<string>:1); allowed are" in str(caught.value)


def test_laws_and_priors_are_told_what_they_name():
    """A law whose mean has another name is refused, with the list."""

    @dataclass(frozen=True)
    class Law:
        def draw(self, mu, rng):
            return mu

    assert_refused(
        lambda: bg.simulate(bg.Greedy(), bg.Finite(means=[0.5], law=Law()), 10),
        "Law.draw has an argument 'mu'",
        "test_arguments.py",
        "allowed are mean, rng",
    )
