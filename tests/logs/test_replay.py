"""Policies judged on logs: unbiased, intervals that cover, bad rows named."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest

import begreedy as bg
from begreedy.logs.decision_log import log_of
from begreedy.logs.passes import LogEvents, Replay
from begreedy.logs.reading import read_log
from begreedy.logs.replay import replay
from support.commands import begreedy

MEANS = np.array([0.2, 0.5, 0.7])
ROUNDS = 150


@dataclass(frozen=True)
class Contrary:
    """Plays the second arm when the log plays the first, and the other way round, for logs that alternate."""

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return t % 2


def events_of(rng, count, chances=None):
    """A log of Bernoulli rewards, whose arms were played with the given chances."""
    chances = np.full(len(MEANS), 1.0 / len(MEANS)) if chances is None else np.array(chances)
    arm = rng.choice(len(MEANS), count, p=chances)
    reward = (rng.random(count) < MEANS[arm]).astype(float)
    return LogEvents(arm, reward, reward, chances[arm], chances.min() / chances[arm])


def log_of_events(events, given=False):
    return log_of(events.arm.tolist(), events.reward.tolist(), events.propensity.tolist() if given else None)


@pytest.fixture(scope="module")
def truth():
    """The mean reward per round of playing for real, and its standard error, by policy."""
    found = {}

    def of(policy):
        if policy not in found:
            result = bg.simulate(policy, bg.Finite(means=MEANS.tolist()), ROUNDS, runs=20_000, seed=5, checkpoints=1)
            found[policy] = result.reward.mean() / ROUNDS, result.reward.std() / ROUNDS / sqrt(result.runs)
        return found[policy]

    return of


@pytest.mark.every_time("ThompsonBeta()-thinned-orders")
@pytest.mark.parametrize("resampled", [False, True], ids=["orders", "resampled"])
@pytest.mark.parametrize("chances", [None, (0.5, 0.2, 0.3)], ids=["uniform", "thinned"])
@pytest.mark.parametrize("policy", [bg.Greedy(), bg.ThompsonBeta()], ids=str)
def test_one_pass_over_a_fresh_log_is_like_playing_for_real(policy, chances, resampled, truth):
    """The mean reward of accepted events agrees with the simulator's, also where propensities differ."""
    rng = np.random.default_rng(3)
    count = int((ROUNDS + 45) / min(chances or (1 / 3,)))
    values = []
    for i in range(300):
        # With replacement from a long log: nearly the law itself.
        events = events_of(rng, 20 * count if resampled else count, chances)
        passes = Replay(policy, events, 3, 3, ROUNDS, seed=i).passes(0, 1, resampled=resampled)
        assert passes.rounds[0] == ROUNDS
        values.append(passes.reward[0] / ROUNDS)
    mean, error = truth(policy)
    assert abs(np.mean(values) - mean) < 4 * sqrt(np.var(values) / len(values) + error**2)


def test_propensities_may_depend_on_what_the_log_does_not_say():
    """Arms played where they pay: only thinned matches and weights give what they pay on the whole."""
    rng = np.random.default_rng(3)
    arm = rng.integers(0, 2, 4000)
    suits = rng.random(4000) < 0.9  # in half of the cases an arm pays, and then it is played nine times as often
    log = log_of(arm.tolist(), suits.astype(float).tolist(), np.where(suits, 0.9, 0.1).tolist())
    one = replay(log, bg.UniformRandom(), runs=40).judgements[0]
    for estimate in (one.replayed, one.weighted, one.normalised):
        assert abs(estimate.mean - 0.5) < 4 * estimate.stderr
        assert estimate.stderr < 0.05


@pytest.mark.long
@pytest.mark.parametrize("policy", [bg.Greedy(), bg.ThompsonBeta(), bg.UniformRandom()], ids=str)
def test_intervals_of_replay_cover_and_are_not_idle(policy, truth):
    """95 % intervals hold the true value in at least 95 % of fresh logs (less noise), within thrice its spread."""
    rng = np.random.default_rng(11)
    mean, _ = truth(policy)
    judged = [replay(log_of_events(events_of(rng, 620)), policy, runs=40, seed=i, horizon=ROUNDS) for i in range(100)]
    estimates = [one.judgements[0].replayed for one in judged]
    covered = np.mean([e.low <= mean <= e.high for e in estimates])
    spread = np.std([e.mean for e in estimates])
    assert covered >= 0.95 - 3 * sqrt(0.95 * 0.05 / 100)
    assert spread <= np.mean([e.stderr for e in estimates]) <= 3 * spread


@pytest.mark.every_time("given")
@pytest.mark.parametrize("chances", [None, (0.5, 0.2, 0.3)], ids=["uniform", "given"])
def test_weights_are_unbiased_for_a_policy_taught_by_the_log(chances):
    """Both weighted estimates agree with the true means of what the policy would play, and their intervals cover."""
    rng = np.random.default_rng(23)
    raw, normalised, robust, direct, truths = [], [], [], [], []
    for i in range(150):
        events = events_of(rng, 300, chances)
        one = replay(log_of_events(events, given=chances is not None), bg.UCB(0.3), runs=2, seed=i).judgements[0]
        # The log's arms are numbered as they occur.
        order = list(dict.fromkeys(events.arm.tolist()))
        agent, earned = bg.Agent(bg.UCB(0.3), arms=3, horizon=300, seed=i), 0.0
        for arm, reward in zip(events.arm.tolist(), events.reward.tolist()):
            earned += MEANS[order[agent.choose()]]
            agent.learn(order.index(arm), reward)
        raw.append(one.weighted)
        normalised.append(one.normalised)
        robust.append(one.robust)
        direct.append(one.direct)
        truths.append(earned / 300)
    assert np.std([e.mean for e in robust]) < np.std([e.mean for e in raw])
    for estimates in (raw, normalised, robust):
        errors = np.array([e.mean for e in estimates]) - truths
        assert abs(errors.mean()) < 4 * errors.std() / sqrt(150)
        covered = np.mean([e.low <= t <= e.high for e, t in zip(estimates, truths)])
        assert 0.95 - 3 * sqrt(0.95 * 0.05 / 150) <= covered
        assert 0.7 < np.mean([e.stderr for e in estimates]) / errors.std() < 1.4
    errors = np.array([e.mean for e in direct]) - truths
    assert abs(errors.mean()) < 0.02
    assert errors.std() < np.std([e.mean for e in robust])


def lesson(log, policy):
    """The four estimates of a policy that plays the largest mean so far, arms in order first, by a plain walk."""
    seen, wanted, values, weights = {}, [], [], []
    paid = []
    for arm, reward, chance in zip(log.arm, log.reward, log.propensity, strict=True):
        choice = policy.choose()
        usual = np.mean(paid) if paid else 0.0
        model = (sum(seen.get(choice, [])) + usual) / (len(seen.get(choice, [])) + 1)
        match = choice == arm
        values.append(model + match * (reward - model) / chance)
        weights.append(match / chance)
        wanted.append(choice)
        seen.setdefault(int(arm), []).append(reward)
        paid.append(reward)
        policy.learn(int(arm), float(reward))
    means = {arm: np.mean(rewards) for arm, rewards in seen.items()}
    weights = np.array(weights)
    return {
        "weighted": (weights * log.reward).mean(),
        "normalised": (weights * log.reward).sum() / weights.sum(),
        "robust": np.mean(values),
        "direct": np.mean([means[choice] for choice in wanted]),
    }


@pytest.mark.parametrize("chances", [None, (0.5, 0.2, 0.3)], ids=["uniform", "given"])
def test_estimates_are_those_of_a_plain_walk(chances):
    log = log_of_events(events_of(np.random.default_rng(2), 400, chances), given=True)
    one = replay(log, bg.UCB(0.3), runs=2).judgements[0]
    for name, value in lesson(log, bg.Agent(bg.UCB(0.3), arms=3, horizon=400)).items():
        assert getattr(one, name).mean == pytest.approx(value)


def test_uniform_choice_is_the_mean_of_the_log():
    """What uniform choice earns comes from all events; with propensities they are weighed."""
    log = log_of(["a", "b", "a", "b"] * 9, [1, 0, 1, 0.5] * 9)
    assert replay(log, bg.Greedy(), runs=2, horizon=1).logged.mean == pytest.approx(0.625)
    log = log_of(["a", "b", "a", "a"] * 9, [1, 0, 1, 1] * 9, [0.75, 0.25, 0.75, 0.75] * 9)
    assert replay(log, bg.Greedy(), runs=2, horizon=1).logged.mean == pytest.approx(0.5)


def test_threads_do_not_matter_and_seeds_do():
    """Same seed, same numbers, on any number of threads."""
    log = log_of_events(events_of(np.random.default_rng(1), 500))
    one, two, other = (
        replay(log, [bg.Greedy()], runs=20, seed=seed, threads=threads).rows()
        for seed, threads in ((0, 1), (0, 2), (1, 1))
    )
    assert one == two
    assert one[1] != other[1]


def test_rewards_of_any_range_are_scaled_and_reported_as_paid():
    """Doubled and shifted rewards give doubled and shifted replayed values."""
    log = log_of_events(events_of(np.random.default_rng(1), 500))
    moved = log_of(log.names and [log.names[a] for a in log.arm], (10 + 2 * log.reward).tolist())
    plain, scaled = (replay(x, [bg.ThompsonBeta()], runs=10).judgements[0].replayed for x in (log, moved))
    assert scaled.mean == pytest.approx(10 + 2 * plain.mean)
    assert scaled.stderr == pytest.approx(2 * plain.stderr)


def test_a_subsample_plays_some_arms_only():
    """Subsample(Greedy(), k=1) is one arm, drawn anew in each pass."""
    log = log_of_events(events_of(np.random.default_rng(1), 3000))
    judged = replay(log, bg.Subsample(bg.Greedy(), k=1), runs=60, horizon=100).judgements[0]
    assert judged.name == "Subsample(policy=Greedy(), k=1)"
    assert abs(judged.replayed.mean - MEANS.mean()) < 4 * MEANS.std() / sqrt(60)


def test_doubts_are_told():
    """Arms that were not played equally often, propensities that do not fit, passes that end early."""
    skewed = log_of(["a"] * 900 + ["b"] * 100, [1.0] * 1000)
    assert "not played equally often ('a' 900 times, 'b' 100 times)" in repr(replay(skewed, bg.Greedy(), runs=2))
    wrong = log_of(["a", "b"] * 500, [1.0, 0.0] * 500, [0.9, 0.3] * 500)
    assert "the propensities do not fit" in repr(replay(wrong, bg.Greedy(), runs=2))
    short = replay(log_of(["a", "b"] * 50, [1.0, 0.0] * 50), bg.Greedy(), runs=5, horizon=90)
    assert "Greedy: the log ended before round 90 in 5 of 5 orders" in short.notes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: expected the columns arm and reward (and propensity), got an empty file"),
        ("arm,price\na,1\n", "line 1: expected the columns arm and reward (and propensity), got arm, price"),
        ("arm,reward,arm\na,1,b\n", "line 1: columns must have arm once, got it 2 times"),
        ("arm,reward\na,1\n,0\n", "line 3: arm must be a name or a number, got ''"),
        ("arm,reward\na,1\nb,much\n", "line 3: reward must be a finite number, got 'much'"),
        ("arm,reward\na,1\nb\n", "line 3: reward must be a finite number, got ''"),
        ("arm,reward\na,nan\n", "line 2: reward must be a finite number, got 'nan'"),
        ("arm,reward,propensity\na,1,0\n", "line 2: propensity must be a probability in (0, 1], got '0'"),
        ("arm,reward,propensity\na,1,0.5\n\nb,1,2\n", "line 4: propensity must be a probability in (0, 1], got '2'"),
        ("arm,reward\na,1\n", "expected at least 2 decisions, got 1"),
    ],
)
def test_bad_rows_are_named(tmp_path, text, words):
    """A bad row ends with its line, column, value and what is allowed."""
    file = tmp_path / "log.csv"
    file.write_text(text)
    with pytest.raises(ValueError) as error:
        read_log(file)
    assert str(error.value).endswith(words)
    assert str(error.value).startswith(str(file))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"runs": 1}, "runs must be at least 2, got 1"),
        ({"horizon": 0}, "horizon must be at least 1, got 0"),
        ({"rewards": (1, 0)}, "rewards must be a range, low below high, got 1 0"),
        ({"rewards": (0, 0.5)}, "rewards must include all rewards of the log, which are from 0 to 1, got 0 0.5"),
        ({"horizon": 1, "policies": bg.MeDZO()}, "cannot be replayed: it needs a pool of arms"),
        ({"horizon": 1, "policies": bg.BTS()}, "cannot be replayed: it looks at costs"),
        ({"horizon": 1, "policies": bg.Subsample(bg.Greedy(), k=3)}, "Subsample.k must be at most 2, got 3"),
    ],
)
def test_bad_options_are_named(options, words):
    """A wrong option is a message, not a traceback from below."""
    with pytest.raises((ValueError, TypeError)) as error:
        replay((["a", "b", "a", "b"], [1, 0, 1, 0]), **options)
    assert words in str(error.value)


def test_decisions_of_a_durable_bandit_can_be_replayed(tmp_path):
    """What a bandit that plays at random exports is a log; decisions without a reward are left out, which is said."""
    with bg.online.Bandit("UniformRandom", ["a", "b"], 100, tmp_path / "bandit.db") as bandit:
        made = bandit.decide_many(60)
        bandit.reward_many([(one.id, float(one.arm == "a")) for one in made[:50]])
        bandit.export(tmp_path / "log.csv")
    judged = replay(tmp_path / "log.csv", bg.Greedy(), runs=5)
    assert len(judged.log) == 50
    assert judged.notes == ("10 decisions without a reward were left out",)
    assert judged.judgements[0].replayed.mean > 0.8


@pytest.mark.every_time("Greedy", "EpsilonGreedy(0.2)")
@pytest.mark.parametrize("policy", ["Greedy", "ThompsonBeta", "EpsilonGreedy(0.2)"])
def test_a_log_with_a_floor_judges_other_policies(tmp_path, policy):
    """What the bandit exported, with its propensities, exact or estimated, tells what another policy would earn."""
    means, chance = {"a": 0.3, "b": 0.5, "c": 0.7}, np.random.default_rng(4)
    with bg.online.Bandit(policy, list(means), 1000, tmp_path / "b.db", explore=0.3, control="a", share=0.1) as bandit:
        for _ in range(12):
            made = bandit.decide_many(100)
            bandit.reward_many([(one.id, float(chance.random() < means[one.arm])) for one in made])
        bandit.decide_many(5, users=["u"] * 5)
        bandit.export(tmp_path / "log.parquet")
    log = read_log(tmp_path / "log.parquet")
    assert log.covers
    assert log.estimated == (0 if policy != "ThompsonBeta" else 1200)
    assert (log.left_out, log.by_users) == (5, 0)  # those of the user have no reward either
    judged = replay(log, bg.UniformRandom(), runs=5)
    one = judged.judgements[0]
    for estimate in (one.weighted, one.normalised, one.robust, one.direct):
        assert abs(estimate.mean - 0.5) < 4 * estimate.stderr + 0.02
    assert not any("do not fit" in note for note in judged.notes)


def test_a_log_in_which_arms_have_no_chance_is_judged_by_weights_and_means(tmp_path):
    """Greedy alone: certain decisions, which cannot be replayed; users who keep an arm are left out."""
    with bg.online.Bandit("Greedy", ["a", "b", "c"], store=tmp_path / "b.db") as bandit:
        for i in range(60):
            bandit.reward(bandit.decide(user=f"user {i % 50}").id, float(i % 2))
        bandit.export(tmp_path / "log.csv")
    log = read_log(tmp_path / "log.csv")
    assert (log.by_users, len(log), log.covers) == (10, 50, False)
    judged = replay(log, bg.Greedy(), runs=5)
    assert str(judged.judgements[0].replayed) == "not replayed"
    notes = " ".join(judged.notes)
    assert "10 decisions in which a user kept an arm were left out" in notes
    assert "not every arm had a chance" in notes
    for estimate in (judged.judgements[0].robust, judged.judgements[0].direct):
        assert 0.0 <= estimate.low < estimate.high <= 1.0


def test_its_own_parquet_is_read(tmp_path):
    """The same log in both formats is the same log."""
    with bg.online.Bandit("UniformRandom", ["a", "b"], store=tmp_path / "bandit.db") as bandit:
        made = bandit.decide_many(60)
        bandit.reward_many([(one.id, float(one.arm == "a")) for one in made[:50]])
        for name in ("log.csv", "log.parquet"):
            bandit.export(tmp_path / name)
    one, other = (read_log(tmp_path / name) for name in ("log.csv", "log.parquet"))
    assert one.names == other.names
    assert (one.left_out, other.left_out) == (10, 10)
    assert one.arm.tolist() == other.arm.tolist()
    assert one.reward.tolist() == other.reward.tolist()
    (tmp_path / "bad.parquet").write_text("arm,reward")
    with pytest.raises(ValueError, match=r"bad\.parquet is not a Parquet file"):
        read_log(tmp_path / "bad.parquet")


def test_a_log_too_short_to_be_replayed_is_judged_by_weights():
    """Also one whose rarest arm leaves no rounds at all."""
    chance = np.random.default_rng(0)
    arms = np.where(chance.random(500) < 0.998, 0, 1)
    arms[7] = 1
    log = (arms, (arms == 0).astype(float), np.where(arms == 0, 0.998, 0.002))
    judged = replay(log, bg.Greedy(), runs=5)
    one = judged.judgements[0]
    assert str(one.replayed) == "not replayed"
    assert "too short to be replayed" in judged.notes[0]
    assert 0.0 < one.normalised.low < one.normalised.high < 1.0 or one.normalised.stderr > 0.0
    assert [row["mean"] is None for row in judged.rows()] == [False, True, False, False, False, False]


@pytest.mark.long
def test_no_match_is_said():
    """A policy that never would have played what was logged is not judged to earn exactly nothing."""
    never = replay((["a", "b"] * 20, [0.0, 1.0] * 20), Contrary(), runs=5)
    one = never.judgements[0]
    assert (str(one.weighted), str(one.normalised)) == ("no match", "no match")
    assert "no match" in never.table()


def test_estimates_and_intervals_stay_in_the_range():
    """Weights that happen to be large: the estimate is the end of the range, and a note has the number."""
    log = (["a", "a", "a", "b"] * 10, [1.0] * 40, [0.5, 0.5, 0.5, 0.5] * 10)
    judged = replay(log, bg.Greedy(), runs=5)
    one = judged.judgements[0]
    assert one.weighted.mean == one.weighted.high == 1.0
    assert any("beyond their range" in note for note in judged.notes)
    for estimate in (one.replayed, one.weighted, one.normalised, judged.logged):
        assert 0.0 <= estimate.low < estimate.high <= 1.0


def test_rewards_that_are_all_alike_are_not_certain():
    """Ten zeros are no proof: by the rule of three the mean may be as large as 3 / n."""
    judged = replay((["a", "b"] * 20, [0.0] * 40), bg.Greedy(), runs=5, rewards=(0.0, 1.0))
    one = judged.judgements[0]
    assert (one.replayed.mean, one.replayed.low) == (0.0, 0.0)
    assert one.replayed.high == pytest.approx(3.0 / judged.horizon)
    assert one.normalised.high > 0.05


def test_the_command_writes_rows(tmp_path):
    """begreedy replay prints a table and writes a row per policy and estimate."""
    events = events_of(np.random.default_rng(1), 400)
    lines = [f"{i},x{arm},{reward:g}" for i, (arm, reward) in enumerate(zip(events.arm, events.reward))]
    (tmp_path / "log.csv").write_text("time,arm,reward\n" + "\n".join(lines) + "\n")
    done = begreedy("replay", "log.csv", "--policy", "Greedy", "--runs", "5", "--json", "rows.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "400 decisions on 3 arms, rewards in [0, 1]" in done.stdout
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [row["estimate"] for row in rows] == ["logged", "replayed", "weighted", "normalised", "robust", "direct"]
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)
    bad = begreedy("replay", "log.csv", "--policy", "Greedy", "--arms", "7", cwd=tmp_path)
    assert bad.returncode == 2
    assert "arms must be the 3 that occur" in bad.stderr
