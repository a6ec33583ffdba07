"""The lazy posterior chooses each arm as often as drawing all of them does."""

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.players import choice, lazy, posterior_state
from begreedy.engine.players.choice import lists, player_for
from oracles import naive
from support.tiers import every_time


class Limited(list):
    """A stream that ends: an endless loop becomes an error."""

    left = 10**6

    def __setitem__(self, where, word):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("far too many random numbers for one decision")
        super().__setitem__(where, word)


def choices(player):
    """A kernel that makes decision after decision without learning anything."""
    choose = player.choose

    def kernel(policy, state, arms, t, step, rng, chosen):
        for i in range(len(chosen)):
            chosen[i] = choose(policy, state, t + i * step, arms, 10**6, rng)
        return 0

    return kernel


def in_arrays(state):
    """A state in lists, in arrays."""
    return np.array(state) if isinstance(state, list) else type(state)(*map(in_arrays, state))


class Situation:
    """A posterior player that has seen ``pulls`` rewards of each arm with the given average."""

    def __init__(self, policy, pulls, averages, *, leaps=False):
        self.policy, self.arms, self.t = policy, len(pulls), int(np.sum(pulls)) + 1
        self.player = player_for(policy, self.arms, 10**6, leaps=leaps)
        self.state = lists(self.player.layout)
        self.rng = Limited([0] * 4)
        bg.random.seed_stream(self.rng, 17)
        self.player.start(policy, self.state, self.arms, 10**6)
        for arm, (n, average) in enumerate(zip(pulls, averages)):
            binary = isinstance(policy, bg.ThompsonBeta)
            for i in range(n):
                self.learn(arm, float(i < round(n * average)) if binary else float(average))

    def learn(self, arm, reward):
        self.player.learn(self.policy, self.state, arm, reward, self.t, self.arms, 10**6, self.rng)

    def choose(self):
        self.rng.left = Limited.left
        return self.player.choose(self.policy, self.state, self.t, self.arms, 10**6, self.rng)

    def force(self, level):
        """Let the next choice renew the envelopes at this level, and keep it there."""
        for _ in range(lazy.WARM_UP):
            self.choose()
        self.state.winners[lazy.CENTRE], self.state.winners[lazy.SPREAD] = level, 0.0
        self.state.counts[lazy.UNTIL] = self.t
        self.choose()
        self.state.counts[lazy.SEEN] = 10**12  # so that falling below the level never looks frequent

    def frequencies(self, step=0):
        """Many choices from this state (t grows by ``step``): some in plain Python, the others compiled."""
        first = [self.choose() for _ in range(200)]
        rng, chosen = np.array(self.rng, np.uint64), np.zeros(60_000, np.int64)
        arguments = (mirror(self.policy), in_arrays(self.state), self.arms, self.t, step, rng, chosen)
        native(choices(self.player), *arguments)(*arguments)
        return np.concatenate([first, chosen])

    def samples(self, rng, size):
        """The oracle's samples from every posterior."""
        n, s, p = np.array(self.state.stats.pulls), np.array(self.state.stats.total), self.policy
        if isinstance(p, bg.ThompsonBeta):
            return rng.beta(p.a + s, p.b + n - s, (size, self.arms))
        precision = n / p.sigma**2 + (p.prior_sigma**-2 if p.prior_sigma else 0.0)
        centre = (s / p.sigma**2 + (p.prior_mean * p.prior_sigma**-2 if p.prior_sigma else 0.0)) / precision
        return rng.normal(centre, precision**-0.5, (size, self.arms))


def same_law(ours, reference, arms):
    """p-value that two samples of arms have one law; rare arms are counted together."""
    counts = np.array([np.bincount(x, minlength=arms) for x in (ours, reference)])
    rare = counts.sum(axis=0) < 50
    pooled = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    pooled = pooled[:, pooled.any(axis=0)]
    return stats.chi2_contingency(pooled).pvalue if pooled.shape[1] > 1 else 1.0


FAILURES = "nothing but failures, 12"
FLAT, PROPER = bg.ThompsonGaussian(), bg.ThompsonGaussian(1.0, 0.5, 0.4)
PULLED = np.random.default_rng(3).integers(0, 12, 40)
AVERAGE = np.random.default_rng(4).random(40)
SITUATIONS = {
    "few pulls, 5": (bg.ThompsonBeta(), PULLED[:5] % 4, AVERAGE[:5]),
    "few pulls, 12": (bg.ThompsonBeta(2, 3), PULLED[:12] % 4, AVERAGE[:12]),
    "some pulls, 40": (bg.ThompsonBeta(), PULLED, AVERAGE),
    "a leader, 12": (bg.ThompsonBeta(), [300, *PULLED[1:12]], [0.8, *AVERAGE[1:12]]),
    "many pulls, 5": (bg.ThompsonBeta(), [200] * 5, [0.5, 0.52, 0.48, 0.55, 0.4]),
    FAILURES: (bg.ThompsonBeta(), PULLED[:12] + 20, [0.0] * 12),
    "flat normal, 40": (FLAT, PULLED + 1, AVERAGE),
    "flat normal with a leader, 12": (FLAT, [300, *(PULLED[1:12] + 1)], [0.8, *AVERAGE[1:12]]),
    "normal, 5": (PROPER, PULLED[:5], AVERAGE[:5]),
}


@every_time("few pulls, 5", "some pulls, 40", "many pulls, 5", "flat normal, 40", "normal, 5")
@pytest.mark.parametrize("name", SITUATIONS)
def test_lazy_posterior_chooses_each_arm_as_often_as_drawing_all(name):
    """From a fixed state every arm is chosen with the frequency of being the largest of independent samples."""
    situation = Situation(*SITUATIONS[name])
    winners = situation.samples(np.random.default_rng(5), 200_000).argmax(axis=1)
    assert same_law(situation.frequencies(step=1), winners, situation.arms) > 1e-4


@pytest.mark.every_time(
    "few pulls, 5-0.02",
    "some pulls, 40-0.5",
    "many pulls, 5-0.98",
    "nothing but failures, 12-0.5",
    "flat normal, 40-0.5",
    "normal, 5-0.02",
)
@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_level_of_the_lazy_posterior_never_changes_the_law(name, share):
    """With the level forced anywhere among the winning samples, arms are still chosen with the same frequencies."""
    situation = Situation(*SITUATIONS[name])
    samples = situation.samples(np.random.default_rng(6), 200_000)
    level = float(np.quantile(samples.max(axis=1), share))
    situation.force(level)
    assert situation.state.winners[lazy.LEVEL] == level
    assert same_law(situation.frequencies(), samples.argmax(axis=1), situation.arms) > 1e-4


@pytest.mark.every_time(
    "ThompsonBeta(a=2.0, b=3.0)-0.5",
    "ThompsonGaussian(prior_mean=0.5, prior_sigma=0.4)-0.5",
    "ThompsonBeta(a=2.0, b=3.0)-0.02",
)
@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
@pytest.mark.parametrize("policy", [bg.ThompsonBeta(2, 3), PROPER], ids=str)
def test_leaps_over_arms_that_were_never_played_change_no_frequency(policy, share, monkeypatch):
    """With the level anywhere, so that fresh arms also win below it."""
    monkeypatch.setattr(choice, "MANY", 1)
    situation = Situation(policy, PULLED[:12] % 4, AVERAGE[:12], leaps=True)
    assert 0 < situation.state.counts[posterior_state.PLAYED] < situation.arms
    samples = situation.samples(np.random.default_rng(6), 200_000)
    level = float(np.quantile(samples.max(axis=1), share))
    situation.force(level)
    assert situation.state.winners[lazy.LEVEL] == level
    chosen = np.array([situation.choose() for _ in range(5000)])
    assert same_law(chosen, samples.argmax(axis=1), situation.arms) > 1e-4


@pytest.mark.parametrize(("name", "level"), [(FAILURES, 0.0), (FAILURES, -0.3), ("a leader, 12", 0.01)])
def test_a_level_below_all_samples_does_no_harm(name, level):
    """A level at or below the least possible sample, or far below all of them, only costs time."""
    situation = Situation(*SITUATIONS[name])
    winners = situation.samples(np.random.default_rng(7), 200_000).argmax(axis=1)
    situation.force(level)
    assert same_law(situation.frequencies(), winners, situation.arms) > 1e-4


def test_learning_keeps_the_envelopes_of_the_lazy_posterior():
    """Rewards learned after the envelopes were made change the frequencies as they should."""
    situation = Situation(*SITUATIONS["some pulls, 40"])
    situation.force(float(np.quantile(situation.samples(np.random.default_rng(8), 10_000).max(axis=1), 0.3)))
    for arm in range(40):
        for i in range(arm % 7):
            situation.learn(arm, float((arm + i) % 4 != 0))
    winners = situation.samples(np.random.default_rng(9), 200_000).argmax(axis=1)
    assert same_law(situation.frequencies(), winners, situation.arms) > 1e-4


@pytest.mark.long
def test_lazy_posterior_of_arms_that_rarely_pay():
    """Where winning samples reach down to 0, rounds end, and the regret has the law of the naive simulator."""
    situation = Situation(bg.ThompsonBeta(), [0] * 6, [0.0] * 6)
    for _ in range(500):  # in plain Python first: here an endless round is an error
        situation.t += 1
        situation.learn(situation.choose(), 0.0)
    means, times = [0.0, 0.03, 0.01, 0.0, 0.02, 0.01], [100, 400]
    ours = bg.simulate(bg.ThompsonBeta(), bg.Finite(means=means), 400, runs=6000, seed=1, checkpoints=times)
    oracle = naive.regrets(naive.THOMPSON_BETA, (1.0, 1.0), naive.BERNOULLI, times, 2000, seed=1, means=means)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], oracle[:, i]) < 4.0
