"""Optimistic Greedy against its definition, in every model; and indices of arms that were never pulled."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.engine.learners.learner import Learner
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from oracles import naive_optimistic as oracle
from oracles.naive import disagreement

HORIZON = 120
OPTIMIST = bg.OptimisticGreedy()
BERNOULLI = bg.Finite(prior=bg.Uniform(), arms=6)
NORMAL = bg.Finite(prior=bg.Uniform(), arms=6, law=bg.Gaussian(0.5))
GRID = bg.grid_edges(3, 3)


@dataclass(frozen=True)
class Hopeful:
    """A user's frozen index that has a value for an arm never pulled."""

    initial_pulls = 0

    def index(self, total, pulls):
        return (total + 1.0) / (pulls + 1.0) + 1.0 / sqrt(pulls + 1.0)


@dataclass(frozen=True)
class Hoping:
    """The same with an index that grows."""

    growing = True
    initial_pulls = 0

    def index(self, total, pulls, t):
        return (total + 1.0) / (pulls + 1.0) + 0.5 * sqrt(log(1.0 + t) / (pulls + 1.0))


# ---------------------------------------------------------------- against the definition


def bernoulli(rng, mean):
    return float(rng.random() < mean)


def normal(rng, mean):
    return rng.normal(mean, 0.5)


def paths(side):
    """The ways through a grid of so many nodes a side, as sets of edges."""
    ends = {edge: number for number, edge in enumerate(bg.grid_edges(side, side))}

    def from_node(node):
        if node == side * side - 1:
            return [()]
        steps = [(edge, number) for edge, number in ends.items() if edge[0] == node]
        return [(number, *rest) for (_, goal), number in steps for rest in from_node(goal)]

    return from_node(0)


def drawn(rng, arms):
    return rng.random(arms)


MODELS = {
    "finite": (
        OPTIMIST,
        BERNOULLI,
        lambda rng: oracle.finite(bernoulli, drawn(rng, 6), HORIZON, 2.0, 1.0, 0, rng),
    ),
    "heavier": (
        bg.OptimisticGreedy(5.0, 1.5),
        BERNOULLI,
        lambda rng: oracle.finite(bernoulli, drawn(rng, 6), HORIZON, 5.0, 1.5, 0, rng),
    ),
    "first-pulls": (
        bg.OptimisticGreedy(first_pulls=2),
        BERNOULLI,
        lambda rng: oracle.finite(bernoulli, drawn(rng, 6), HORIZON, 2.0, 1.0, 2, rng),
    ),
    "unbounded": (  # one first pull
        OPTIMIST,
        NORMAL,
        lambda rng: oracle.finite(normal, drawn(rng, 6), HORIZON, 2.0, 1.0, 1, rng),
    ),
    "subsample": (
        bg.Subsample(OPTIMIST, k=6),
        bg.Infinite(bg.Uniform(), law=bg.Gaussian(0.5)),
        lambda rng: (lambda mean: oracle.finite(normal, mean, HORIZON, 2.0, 1.0, 1, rng) + 1.0 - mean.max())(
            drawn(rng, 6)
        ),
    ),
    "mortal": (
        OPTIMIST,
        bg.Mortal(bg.Uniform(), arms=5, lifetime=20.0),
        lambda rng: oracle.mortal(5, 20.0, HORIZON, 2.0, 1.0, rng),
    ),
    "cascade": (
        OPTIMIST,
        bg.Cascading(bg.Uniform(), items=7, slots=3),
        lambda rng: oracle.cascade(drawn(rng, 7), 3, HORIZON, 2.0, 1.0, rng),
    ),
    "top-2": (
        OPTIMIST,
        bg.Combinatorial(bg.TopM(5, 2), prior=bg.Uniform()),
        lambda rng: oracle.sets(list(combinations(range(5), 2)), drawn(rng, 5), HORIZON, 2.0, 1.0, rng),
    ),
    "costs": (
        OPTIMIST,
        bg.Combinatorial(bg.Paths(GRID, 0, 8), prior=bg.Uniform(), minimise=True),
        lambda rng: oracle.sets(paths(3), drawn(rng, len(GRID)), HORIZON, 2.0, 1.0, rng, costs=True),
    ),
}


@pytest.mark.every_time("finite")
@pytest.mark.parametrize("model", MODELS)
def test_same_law_as_the_naive_version(model):
    """Regret at half the horizon and at its end has the distribution of the definition's."""
    policy, problem, play = MODELS[model]
    ours = bg.simulate(policy, problem, HORIZON, runs=3000, seed=5, threads=1, checkpoints=[HORIZON // 2, HORIZON])
    rng = np.random.default_rng(6)
    theirs = np.array([np.cumsum(play(rng))[[HORIZON // 2 - 1, HORIZON - 1]] for _ in range(400)])
    for column in range(2):
        assert disagreement(ours.regret[:, column], theirs[:, column]) <= 4.5, column


def test_budgeted():
    """Where pulls cost, the optimistic reward per observed cost, after one pull of each arm."""
    rewards, costs = (0.5, 0.6, 0.3, 0.8), (0.5, 0.4, 0.2, 0.9)
    problem = bg.Budgeted(40.0, rewards=rewards, costs=costs)
    ours = bg.simulate(OPTIMIST, problem, runs=3000, seed=5, threads=1).final
    rng = np.random.default_rng(6)
    theirs = [oracle.budgeted(np.array(rewards), np.array(costs), 40.0, 2.0, 1.0, rng) for _ in range(400)]
    assert disagreement(ours, np.array(theirs)) <= 4.5


def test_arms_that_enter_later_are_played():
    """No arm that is there from the start looks better for ever: some of the later ones are tried."""
    policy, pool = bg.AnytimeGreedy(policy=OPTIMIST), bg.Infinite(bg.Uniform())
    tried = bg.simulate(policy, pool, HORIZON, runs=5, seed=5, plain=True).arms_tried
    assert min(tried) > policy.arms_at(pool, 1)


@pytest.mark.long
def test_a_growing_pool():
    """Arms that enter are worth the top until they are pulled."""
    policy, pool = bg.AnytimeGreedy(policy=OPTIMIST), bg.Infinite(bg.Uniform())
    ours = bg.simulate(policy, pool, HORIZON, runs=3000, seed=5, threads=1).final
    most = policy.arms_at(pool, HORIZON)
    enters = [next(t for t in range(1, HORIZON + 1) if policy.arms_at(pool, t) > k) for k in range(most)]
    rng = np.random.default_rng(6)
    theirs = [oracle.growing(enters, drawn(rng, len(enters)), 1.0, HORIZON, 2.0, 1.0, rng).sum() for _ in range(300)]
    assert disagreement(ours, np.array(theirs)) <= 4.5


@pytest.mark.long
def test_without_weight_it_is_greedy():
    """Bit for bit: the same index, the same first pulls."""
    for problem in (BERNOULLI, NORMAL):
        plain = bg.simulate(bg.Greedy(), problem, 300, runs=50, seed=1)
        weightless = bg.simulate(bg.OptimisticGreedy(0.0), problem, 300, runs=50, seed=1)
        assert np.array_equal(plain.regret, weightless.regret)


@pytest.mark.every_time("law0-1.0")
@pytest.mark.parametrize(("law", "top"), [(bg.Bernoulli(), 1.0), (bg.Gaussian(), 1.0), (bg.Gaussian(), -0.5)])
def test_leaps_have_the_law_of_rounds(law, top):
    """Stays are played in blocks, with the same regret, reward and pulls in law."""
    problem = bg.Finite(prior=bg.Uniform(), arms=20, law=law)
    policy = bg.OptimisticGreedy(top=top)
    rounds = bg.simulate(policy, problem, 1500, runs=8000, seed=11, checkpoints=[100, 1500], leaps=False)
    leaps = bg.simulate(policy, problem, 1500, runs=8000, seed=12, checkpoints=[100, 1500])
    assert not np.array_equal(rounds.reward, leaps.reward)
    pairs = [*zip(rounds.regret.T, leaps.regret.T, strict=True), (rounds.reward, leaps.reward)]
    for a, b in [*pairs, (rounds.pulls, leaps.pulls)]:
        assert stats.ks_2samp(np.round(a, 6), np.round(b, 6)).pvalue > 1e-4


# ---------------------------------------------------------------- indices of arms never pulled


@pytest.mark.parametrize("policy", [Hopeful(), Hoping(), OPTIMIST], ids=lambda policy: type(policy).__name__)
@pytest.mark.parametrize(
    "problem",
    [
        bg.Mortal(bg.Uniform(), arms=6, lifetime=25.0),
        bg.Cascading(bg.Uniform(), items=8, slots=3),
        bg.Combinatorial(bg.TopM(6, 2), prior=bg.Uniform()),
        bg.Combinatorial(bg.Sets([[0, 1], [1, 2], [3]]), prior=bg.Uniform()),
    ],
    ids=["mortal", "lists", "top", "sets"],
)
@pytest.mark.long
def test_any_index_may_have_a_value_for_arms_never_pulled(policy, problem):
    """The fast players choose with the law of the one that looks at every arm."""
    runs = 4000
    fast = prepare(policy, problem, 200, 1, [20, 200]).play(0, runs).regret
    naive = prepare(policy, problem, 200, 2, [20, 200], options=PlayOptions(naive=True)).play(0, runs).regret
    for column in range(2):
        assert disagreement(fast[:, column], naive[:, column]) <= 4.5


@pytest.mark.long
def test_conformance_of_an_index_without_first_pulls():
    """check_policy asks for the index of an arm that was never pulled, too."""
    assert bg.testing.check_policy(Hopeful()).findings == []

    @dataclass(frozen=True)
    class Careless:
        initial_pulls = 0

        def index(self, total, pulls):
            return total / pulls

    with pytest.raises(bg.testing.ConformanceError, match=r"division by zero.*pulls=0"):
        bg.testing.check_policy(Careless())


def test_a_bonus_needs_first_pulls():
    """An index that is total / pulls + bonus has no value for an arm never pulled."""

    @dataclass(frozen=True)
    class Bonus:
        initial_pulls = 0

        def bonus(self, pulls):
            return 1.0 / pulls

        def index(self, total, pulls):
            return total / pulls + self.bonus(pulls)

    with pytest.raises(ValueError, match=r"Bonus\.initial_pulls must be at least 1"):
        bg.simulate(Bonus(), BERNOULLI, 10)


# ---------------------------------------------------------------- online


@pytest.mark.every_time("OptimisticGreedy")
@pytest.mark.parametrize("policy", [OPTIMIST, Hopeful(), Hoping()], ids=lambda policy: type(policy).__name__)
def test_decides_online_as_the_simulator_does(policy):
    """Agent and Learner play the arms of a run; arms that were never pulled have an index and may be added late."""
    trace = bg.trace(policy, BERNOULLI, 200, seed=5, run=2)
    stream = bg.policy_stream(BERNOULLI, 5, 2)
    agent = bg.Agent(policy, 6, 200, stream=stream)
    learner = Learner(policy, [(0.0, 0)] * 6, 200, stream)
    for arm, reward in zip(trace.arms.tolist(), trace.rewards.tolist(), strict=True):
        assert (agent.choose(), learner.choose()) == (arm, arm)
        agent.learn(arm, reward)
        learner.pull([arm])
        learner.learn(arm, reward)
    learner.add([(0.0, 0)])
    assert learner.first_pulls() == 0
    assert learner.index(6) == pytest.approx(policy.index(0.0, 0, *([201] if isinstance(policy, Hoping) else [])))
    assert learner.choose() == 6  # nobody has been perfect for 200 rounds
    if policy == OPTIMIST:
        kept = learner.snapshot()
        learner = Learner(policy, [(0.0, 0)] * 7, 200, stream)
        learner.restore(kept)
        assert learner.choose() == 6


def test_a_durable_bandit_plays_it(tmp_path):
    """With a range of rewards there are no first pulls, without a range there is one."""
    with bg.online.Bandit(OPTIMIST, 5, store=tmp_path / "a.db", rewards=(0.0, 10.0)) as bandit:
        assert {arm.index for arm in bandit.arms()} == {1.0}
        decision = bandit.decide()
        bandit.reward(decision.id, 2.5)
        assert bandit.explain(decision.arm).index == pytest.approx(2.25 / 3.0)
    with bg.online.Bandit(OPTIMIST, 3, store=tmp_path / "b.db", rewards=None) as bandit:
        assert {arm.index for arm in bandit.arms()} == {None}
        assert [bandit.decide().arm for _ in range(3)] == ["0", "1", "2"]


# ---------------------------------------------------------------- bad input

UNIT = bg.Finite(prior=bg.Uniform(), arms=3)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bg.OptimisticGreedy(-1.0), r"OptimisticGreedy\.weight must be at least 0, got -1"),
        (lambda: bg.OptimisticGreedy(top=float("inf")), r"OptimisticGreedy\.top must be a finite number"),
        (lambda: bg.OptimisticGreedy(0.0, first_pulls=0), r"OptimisticGreedy\.first_pulls must be at least 0 \(1 with"),
        (lambda: bg.OptimisticGreedy(first_pulls=-1), r"OptimisticGreedy\.first_pulls must be"),
        (lambda: bg.simulate(bg.OptimisticGreedy(top=0.9), UNIT, 9), r"\.top must be at least 1, the largest reward"),
        (
            lambda: bg.simulate(bg.OptimisticGreedy(top=0.9), bg.Budgeted(9, prior=bg.Uniform(), arms=2)),
            r"\.top must be at least 1, the largest reward",
        ),
        (
            lambda: bg.simulate(bg.Subsample(bg.OptimisticGreedy(top=0.9), k=2), bg.Infinite(bg.Uniform()), 9),
            r"\.top must be at least 1, the largest reward",
        ),
        (
            lambda: bg.simulate(bg.OptimisticGreedy(first_pulls=0), NORMAL, 9),
            r"rewards in \[-inf, 1\].*first_pulls out",
        ),
        (lambda: bg.simulate(OPTIMIST, bg.Linear(3), 9), r"needs arms that each have a mean of their own.*use Greedy"),
        (lambda: bg.Agent(OPTIMIST, 3, 9).learn(0, 1.5), r"reward must be in \[-inf, 1\]"),
        (lambda: bg.AnytimeGreedy(policy=bg.MOSS()), r"AnytimeGreedy\.policy must be Greedy\(\) or another"),
    ],
)
def test_bad_input_is_refused(make, words):
    """Said in one sentence, before anything is played."""
    with pytest.raises((TypeError, ValueError), match=words):
        make()


def test_texts():
    """A field that came later is not in the text of a value that does without; texts can be read again."""
    from begreedy.values.spec import parse

    assert bg.canonical(bg.AnytimeGreedy()) == "AnytimeGreedy(ahead=1.0, beta=0.0, c1=0.0, gamma=-1.0)"
    for policy in (OPTIMIST, bg.OptimisticGreedy(first_pulls=0), bg.AnytimeGreedy(2.0, policy=OPTIMIST)):
        assert parse(bg.canonical(policy)) == policy
