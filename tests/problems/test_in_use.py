"""Arms in use: records, and outcomes that are told late, against the definition played round by round."""

from __future__ import annotations

import numpy as np
import pytest

import begreedy as bg
from begreedy.values.canonical import canonical
from begreedy.values.spec import parse
from oracles.naive_in_use import believed, regret

RECORD = [(12, 40), (3, 40), (30, 80), (0, 5)]
RULES = {"greedy": bg.Greedy(), "thompson": bg.ThompsonBeta(1, 4)}
CASES = {
    "record": {"record": RECORD},
    "best of the record": {"record": RECORD, "keeps": 3},
    "late": {"delay": 20.0},
    "exponential": {"delay": 20.0, "spread": 1.0},
    "window": {"delay": 5.0, "spread": 1.0, "window": 40.0},
    "batch": {"batch": 25},
    "worth": {"record": RECORD, "worth": [0.2, 1.0, 0.3, 0.8]},
    "worth, late": {"record": RECORD, "worth": [0.2, 1.0, 0.3, 0.8], "delay": 5.0, "window": 30.0, "keeps": 4},
    "all of it": {"record": RECORD, "delay": 7.0, "window": 30.0, "batch": 10, "keeps": 4},
}
ALWAYS = {("greedy", "record"), ("greedy", "window"), ("thompson", "all of it"), ("thompson", "worth, late")}


def cases():
    for rule in RULES:
        for name in CASES:
            marks = [] if (rule, name) in ALWAYS else [pytest.mark.long]
            yield pytest.param(rule, CASES[name], id=f"{rule}, {name}", marks=marks)


@pytest.mark.every_time("greedy, record")
@pytest.mark.parametrize(("rule", "case"), list(cases()))
def test_regret_is_that_of_the_definition(rule, case):
    """Mean regret, within four standard errors of the difference."""
    arms, horizon, runs = 6, 120, 150
    chance = np.random.default_rng(5)
    expected = np.array(
        [regret(rule, chance, 1.0, 4.0, case.get("record", []), arms, horizon, **rest(case)) for _ in range(runs)]
    )
    problem = bg.InUse(bg.Beta(1, 4), arms, **{name: value for name, value in case.items() if name != "keeps"})
    policy = bg.Subsample(RULES[rule], case["keeps"]) if "keeps" in case else RULES[rule]
    found = bg.simulate(policy, problem, horizon, 4000, seed=3).final
    error = np.sqrt(expected.var() / runs + found.var() / len(found))
    assert abs(found.mean() - expected.mean()) < 4.0 * error


def rest(case):
    return {name: value for name, value in case.items() if name != "record"}


def test_a_success_pays_what_it_is_worth():
    """Not a success of the most valuable kind less often: rewards are multiples of a fifth, squares are known."""
    problem = bg.InUse(bg.Beta(1, 4), 2, record=[(30, 60), (30, 60)], worth=[0.2, 0.2])
    trace = bg.trace(bg.Greedy(), problem, 200)
    assert set(trace.rewards) == {0.0, 0.2}
    mean = bg.simulate(bg.UniformRandom(), problem, 200, 500, seed=1).reward
    assert mean.mean() == pytest.approx(200 * 0.2 * 31 / 65, abs=4 * mean.std() / 500**0.5)


def test_what_is_out_is_believed_as_the_equation_says():
    from begreedy.engine.belief import expected

    for earned, real, out, ratio in ((0.0, 0.0, 3.0, 0.2), (5.0, 20.0, 7.0, 1.0), (2.0, 9.0, 40.0, 0.01)):
        assert expected(earned, real, out, 0.1, ratio) == pytest.approx(
            believed(earned, real, out, 0.1, ratio), rel=1e-6
        )


def test_without_records_and_waits_it_is_finite():
    """The same law as Finite with the same prior."""
    live = bg.simulate(bg.Greedy(), bg.InUse(bg.Beta(1, 4), 6), 120, 4000, seed=1).final
    finite = bg.simulate(bg.Greedy(), bg.Finite(prior=bg.Beta(1, 4), arms=6), 120, 4000, seed=2).final
    assert abs(live.mean() - finite.mean()) < 4.0 * np.sqrt((live.var() + finite.var()) / 4000)


def test_those_that_promise_most_come_first():
    """A good record beats the unknown, which beats a bad record; what a success is worth counts."""
    problem = bg.InUse(bg.Beta(1, 9), arms=4, record=[(5, 500), (300, 1000), (280, 1000)])
    assert problem.promising() == [1, 2, 3, 0]
    worth = bg.InUse(bg.Beta(1, 9), arms=3, record=[(5, 500), (300, 1000), (280, 1000)], worth=[1.0, 0.5, 1.0])
    assert worth.promising() == [2, 1, 0]


def test_the_order_is_that_of_the_prior_that_policies_know():
    """Under Beta(1, 1) the unknown promise more than 10 of 100, under Beta(1, 99) less; means have the true prior."""
    bold, meek, record = bg.Beta(1, 1), bg.Beta(1, 99), [(10, 100)]
    told = bg.InUse(bold, arms=3, record=record, believed=meek)
    assert (bg.InUse(bold, arms=3, record=record).promising(), told.promising()) == ([1, 2, 0], [0, 1, 2])
    assert told == parse(canonical(told), kind="problem")
    some = bg.Subsample(bg.Greedy(), k=1)
    plain, moved = (
        bg.simulate(some, bg.InUse(p, 3, record, believed=q), 50, 300, seed=0) for p, q in ((bold, meek), (meek, None))
    )
    assert plain.reward.mean() == pytest.approx(50 * 11 / 102, abs=4 * plain.reward.std() / 300**0.5)
    assert moved.reward.mean() == pytest.approx(50 * 11 / 200, abs=4 * moved.reward.std() / 300**0.5)
    with pytest.raises(ValueError, match=r"InUse\.believed must be Beta"):
        bg.InUse(bold, arms=3, believed=bg.Uniform())


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"prior": bg.Uniform()}, "InUse.prior must be Beta"),
        ({"record": [(3, 2)]}, "InUse.record"),
        ({"record": [(1, 2)] * 9}, "InUse.record must be of at most the 4 arms"),
        ({"record": [(1, 2)], "worth": [2.0]}, "InUse.worth"),
        ({"arms": 10**12}, "InUse.arms must be at most 10000000"),
        ({"delay": -1}, "InUse.delay"),
        ({"window": -2}, "InUse.window"),
        ({"batch": 0}, "InUse.batch"),
    ],
)
def test_nonsense_is_refused(fields, words):
    with pytest.raises(ValueError, match=words):
        bg.InUse(**{"prior": bg.Beta(1, 1), "arms": 4, **fields})


def test_a_policy_with_a_memory_of_its_own_is_refused():
    """What it has learned could not be taken back."""
    with pytest.raises(TypeError, match="InUse"):
        bg.simulate(bg.Discounted(bg.Greedy(), 50), bg.InUse(bg.Beta(1, 1), 4, delay=3), 50, 2)
