"""What advice is compared with: random choice and today's best, by model, against simulations and naive reckoning."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np
import pytest

import begreedy as bg
from begreedy.advice.answer import TAIL, Option
from begreedy.advice.description import situation_of
from begreedy.advice.models import CARDS, card_of
from begreedy.advice.words import summary

RANDOM = bg.UniformRandom()
RANDOM_SETS = bg.EpsilonGreedy(1.0)  # the best action for random weights, in every round
PAST = [(3, 100), (5, 100), (12, 100), (1, 100), (8, 150)]
STREETS = bg.Paths([(0, 1), (1, 3), (0, 2), (2, 3), (0, 3)], 0, 3, directed=False)
DIAMOND = bg.Paths([(0, 1), (1, 2), (0, 2)], 0, 2)  # paths of two lengths


def by_chance(problem, rounds=1):
    return card_of(problem).random(problem, rounds)


PLAYED = {
    "given": (bg.Finite(means=[0.9, 0.1, 0.3]), RANDOM),
    "drawn": (bg.Finite(prior=bg.Beta(1, 3), arms=20), RANDOM),
    "many": (bg.ManyArmed(7, best=2, levels=(0.1, 0.5, 0.2)), RANDOM),
    "reservoir": (bg.Infinite(bg.Beta(1, 3)), bg.Subsample(RANDOM, k=10)),
    "in use": (bg.InUse(bg.Beta(2, 60), 9, record=PAST, worth=(0.5, 1, 0.2, 1, 1)), RANDOM),
    "mortal": (bg.Mortal(bg.Beta(1, 3), arms=10, lifetime=20), RANDOM),
    "drifting": (bg.Drifting(bg.Beta(1, 3), arms=10, rate=0.1), RANDOM),
    "walking": (bg.Drifting(bg.Beta(3, 3), arms=10, rate=0.5, step=0.2), RANDOM),
    "vectors": (bg.Linear(2, theta=[1.0, -0.5], actions=[[1, 0], [0, 1], [2, 1]]), RANDOM),
    "function": (bg.Continuous(bg.f2, sigma=0.1), bg.Discretize(RANDOM, k=400)),
    "any 3 of 9": (bg.Combinatorial(bg.TopM(9, 3), prior=bg.Beta(1, 3)), RANDOM_SETS),
    "given sets": (bg.Combinatorial(bg.TopM(4, 2), means=[0.1, 0.2, 0.9, 0.4]), RANDOM_SETS),
    "trees": (bg.Combinatorial(bg.SpanningTrees([(0, 1), (1, 2), (0, 2), (2, 3)]), prior=bg.Uniform()), RANDOM_SETS),
    "paths": (bg.Combinatorial(DIAMOND, means=[0.1, 0.4, 0.3]), RANDOM_SETS),
    "streets": (bg.Combinatorial(STREETS, prior=bg.Uniform(0.2, 0.8), minimise=True), RANDOM_SETS),
}


@pytest.mark.every_time("given", "in use")
@pytest.mark.parametrize("kind", PLAYED)
def test_random_choice_earns_what_a_simulation_of_it_earns(kind):
    """Within four standard errors, or 5 % where 128 random paths are drawn."""
    problem, policy = PLAYED[kind]
    reward = bg.simulate(policy, problem, 50, 1000, seed=1).reward
    noise = 4.0 * reward.std() / np.sqrt(len(reward))
    drawn = 0.05 if kind in ("paths", "streets") else 0.0
    assert by_chance(problem, 50) == pytest.approx(reward.mean(), abs=noise, rel=drawn)


@dataclass(frozen=True)
class TwoPairs:
    """Actions of a user's own, given one by one as the contract has it: by members and ends alone."""

    arms: int = 4
    size: int = 2
    explicit = True
    members = (0, 1, 2, 3)
    ends = (2, 4)

    def solve(self, weights, chosen):
        first = 0 if weights[0] + weights[1] > weights[2] + weights[3] else 2
        chosen[0], chosen[1] = first, first + 1
        return 2


def test_random_choice_among_actions_of_a_users_own():
    problem = bg.Combinatorial(TwoPairs(), means=[0.1, 0.2, 0.9, 0.4])
    assert by_chance(problem, 10) == pytest.approx(10 * (0.3 + 1.3) / 2)


@pytest.mark.every_time("given", "small")
@pytest.mark.parametrize(
    "problem",
    [
        bg.Budgeted(30, rewards=[0.9, 0.2, 0.5], costs=[0.9, 0.1, 0.3]),
        bg.Budgeted(2.5, rewards=[0.9, 0.2], costs=[0.9, 0.1]),
        bg.Budgeted(30, prior=bg.Uniform(0.1, 1), arms=3),
        bg.Budgeted(5, prior=bg.Beta(1, 300), arms=4),  # so cheap that runs are cut
    ],
    ids=["given", "small", "drawn", "cheap"],
)
def test_random_choice_until_the_budget_is_spent(problem):
    reward = bg.simulate(RANDOM, problem, card_of(problem).cap(problem), 4000, seed=1).reward
    assert by_chance(problem) == pytest.approx(reward.mean(), abs=4.0 * reward.std() / np.sqrt(len(reward)))


def test_a_random_list_of_given_items():
    """The average over all lists of two of four."""
    weights = [0.5, 0.2, 0.1, 0.9]
    for slots in (1, 2, 3, 4):
        lists = [1.0 - prod(1.0 - weight for weight in some) for some in combinations(weights, slots)]
        assert by_chance(bg.Cascading(weights=weights, slots=slots), 10) == pytest.approx(10 * np.mean(lists))
    assert by_chance(bg.Cascading(bg.Beta(1, 3), items=20, slots=2), 10) == pytest.approx(10 * (1 - 0.75**2))


def test_random_points_of_functions():
    """On a box, and of functions that differ from run to run: as the engine draws these."""

    def slope(x, y):
        return x + 2.0 * y

    assert by_chance(bg.Continuous(slope), 10) == pytest.approx(15.0, rel=0.02)
    peaks = situation_of("continuous", 100).problem
    reward = bg.simulate(bg.Discretize(RANDOM, k=64), peaks, 50, 2000, seed=3).reward
    noise = 4.0 * reward.std() / np.sqrt(len(reward))
    assert by_chance(peaks, 50) == pytest.approx(reward.mean(), abs=noise + 4.0 * 50 * 0.3 / 64)


def test_random_vectors_pay_nothing_on_average():
    """Of random parameters, in a ball, or fresh: they have either sign.  Given round by round, as far as played."""
    for problem in (bg.Linear(3), bg.Linear(3, offered=5), bg.Linear(2, actions=[[1, 0], [3, 1]])):
        assert by_chance(problem, 100) == 0.0
    by_round = bg.Linear(2, theta=[1.0, 0.0], actions=[[[1, 0], [3, 1]], [[5, 0], [5, 1]], [[9, 0], [9, 9]]])
    assert by_chance(by_round, 2) == pytest.approx(2 + 5)
    assert by_chance(bg.Linear(2, law=bg.Logistic()), 100) is None


def test_joint_priors_have_a_mean():
    prior = bg.JointNormal(mean=[0.0, 1.0, 5.0], covariance=np.eye(3).tolist())
    assert by_chance(bg.Finite(prior=prior, law=bg.Gaussian()), 10) == pytest.approx(20.0)


def test_what_is_not_known_is_left_out():
    """A walk that has not settled, and costs that are not 0 or 1."""
    assert by_chance(bg.Drifting(bg.Beta(2, 60), arms=5, rate=0.1, step=0.1), 10) is None
    assert by_chance(bg.Budgeted(9, law="beta", rewards=[(1, 2)], costs=[(1, 2)])) is None


# ---------------------------------------------------------------- today's best


def test_todays_best_is_by_what_a_success_is_worth(tmp_path):
    """The arm with the best rate may be worth little; its rate is that of its own posterior, over all priors."""
    file = tmp_path / "past.csv"
    file.write_text("arm,successes,trials,reward\na,30,100,1\nb,20,100,5\nc,3,100,5\n")
    situation = situation_of("finite", 1000, history=str(file))
    expected = np.mean([(p.prior.a + 20) / (p.prior.a + p.prior.b + 100) for p in situation.problems])
    assert card_of(situation.problem).today(situation) == pytest.approx(1000 * expected)
    assert float(heads(situation)["today's best arm"].split()[0]) == pytest.approx(5 * 1000 * expected, rel=1e-3)


def test_todays_best_for_its_cost(tmp_path):
    file = tmp_path / "past.csv"
    file.write_text("arm,successes,trials,cost\na,30,100,2\nb,20,100,1\n")
    situation = situation_of("budgeted", budget=100, history=str(file))
    rate = np.mean([problem.rewards[1] for problem in situation.problems])  # of b, for half of the cost of a
    assert card_of(situation.problem).today(situation) == pytest.approx(rate * (51 / 0.5 - 1))


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.model)
def test_nothing_is_in_use_today_where_arms_are_others(card):
    """Arms that are only like those of a history, or die, or drift, or are shown in lists and sets."""
    known = {} if card.model in ("continuous", "linear") else {"history": PAST}
    more = {"finite": {"arms": 3}, "many-armed": {"arms": 3}, "in-use": {"arms": 3}, "budgeted": {"budget": 9}}
    situation = situation_of(card.model, 100, **known, **more.get(card.model, {}))
    assert card_of(situation.problem).today(situation) is None


# ---------------------------------------------------------------- in words


def heads(situation):
    """The answer under headings, had Greedy earned 500."""
    some = {"k": None, "tied": True, "runs": TAIL, "stderr": 1.0, "reward": 500.0, "reward_stderr": 1.0, "q90": 1.0}
    some |= {"reward_low": 400.0, "reward_high": 600.0, "locked": 0.0, "by_prior": (1.0,), "mean": 9.0, "worst": 9.0}
    greedy = Option(rank=1, name="Greedy", policy=bg.Greedy(), greedy=True, **some)
    return dict(summary(situation, [greedy], None, False))


def test_sets_are_compared_with_random_sets():
    told = heads(situation_of(bg.Combinatorial(bg.TopM(100, 10), prior=bg.Beta(1, 3)), 100))
    assert told["random choice"] == "250 (2.5 a round)"
    assert told["the best set"] == "would earn 509; each policy earns that minus what it loses"
    assert "play one set, " in told["ends badly"]


@pytest.mark.long
def test_costs_are_told_as_costs():
    """The random set costs more, the best one less."""
    advice = bg.advise(bg.Combinatorial(bg.TopM(20, 4), prior=bg.Uniform(), minimise=True), 200, effort=0.2)
    told = dict(advice.summary)
    assert told["random choice"] == "400 (2 a round)"
    assert told["the best set"].endswith("; each policy costs that plus what it loses")
    costs, best = (
        float(told["it costs"].split()[0]),
        float(told["the best set"].split(";")[0].removeprefix("would cost ")),
    )
    assert 0.0 < best < costs < 400.0
    low, high = told["it costs"].split(" runs ")[1].split(" to ")
    assert float(low) < costs < float(high)
    assert " that the best set would cost" in advice.sentence
    assert "-" not in advice.table().replace("--", "").replace("IMP-TS", "").replace("CTS-Gaussian", "")
    assert "cost" in advice.table().splitlines()[0]


def test_a_history_is_compared_with_under_the_priors_that_are_simulated():
    """Not only under the fitted one."""
    situation = situation_of("cascading", 1000, slots=2, history=PAST)
    told = heads(situation)
    chances = [1.0 - (1.0 - p.prior.a / (p.prior.a + p.prior.b)) ** 2 for p in situation.problems]
    assert float(told["random choice"].split()[0]) == pytest.approx(1000 * np.mean(chances), rel=1e-3)
    assert "today's best list" not in told
