"""Lists and sets judged on own logs: weights by place and of the whole, unbiased where their assumption holds."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import permutations
from math import prod, sqrt

import numpy as np
import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.logs import slates
from begreedy.logs.reading import read_log
from begreedy.logs.replay import replay
from begreedy.logs.slate_log import EACH, FIRST, SETS, SlateLog
from begreedy.logs.slates import judge_slates, wanted_arms
from support.commands import begreedy

LIKES = (0.2, 0.5, 0.3, 0.6)


@dataclass(frozen=True)
class Fixed:
    """Ranks item 1 first, then 2, and 0 last, whatever they paid."""

    def values(self, value, total, pulls, t, arms, horizon, rng):
        for arm in range(arms):
            value[arm] = float(-arm if arm else -arms)


KINDS = ("weighted", "normalised", "by_place", "robust", "direct")
RANKS = bg.Cascade(bg.Greedy(), forced_start=False)


# ---------------------------------------------------------------- logs with a known law


def lists_of(rng, kind, count, pays, slots=2, floor=0.8):
    """Lists of three items: (0, 1), or uniform; ``pays(item, place, above)`` is the probability of a click."""
    every, first = list(permutations(range(3), slots)), tuple(range(slots))
    law = {items: floor / len(every) + (1 - floor) * (items == first) for items in every}
    begins, stands = {}, {}
    for items in every:
        stands[items] = tuple(sum(p for other, p in law.items() if other[k] == items[k]) for k in range(slots))
        begins[items] = tuple(
            sum(p for other, p in law.items() if other[: k + 1] == items[: k + 1]) for k in range(slots)
        )
    arms, paid, chances, places = [], [], [], []
    for choice in rng.choice(len(every), count, p=list(law.values())):
        items, rewards, left = every[choice], [], False
        for place, item in enumerate(items):
            click = float(rng.random() < pays(item, place, items[:place]))
            rewards.append(None if left else click)
            left = left or (kind == FIRST and click == 1.0)
        arms.append(items)
        paid.append(tuple(rewards))
        chances.append(begins[items] if kind == FIRST else stands[items])
        places.append(stands[items])
    whole = np.array([law[items] for items in arms])
    return SlateLog(kind, tuple("abc"), arms, paid, chances, places, whole, [(0, 1, 2)] * count)


def worth(kind, items, pays):
    """What a list pays on average."""
    likes = [pays(item, place, items[:place]) for place, item in enumerate(items)]
    return 1.0 - prod(1.0 - like for like in likes) if kind == FIRST else sum(likes)


def plain_likes(item, place, above):
    return LIKES[item]


def tired_likes(item, place, above):
    """Depends on the place, and on what stands above."""
    return LIKES[item] * (0.5 if 1 in above else 1.0) if place else LIKES[item]


def placed_likes(item, place, above):
    return LIKES[item] / (1 + place)


def note(judged, truth, errors, covered, stderr):
    for name in KINDS:
        estimate = getattr(judged, name)
        errors[name].append(estimate.mean - truth)
        covered[name].append(estimate.low <= truth <= estimate.high)
        stderr[name].append(estimate.stderr)


@pytest.mark.parametrize(
    ("kind", "pays", "right"),
    [
        (FIRST, plain_likes, KINDS),
        (FIRST, tired_likes, KINDS[:4]),  # clicks depend on what is above: the direct estimate does not know
        (EACH, plain_likes, KINDS),
        (EACH, placed_likes, KINDS[:4]),
        (EACH, tired_likes, KINDS[:2]),  # only the whole list is safe
    ],
    ids=["first", "first, dependent", "each", "each, by place", "each, dependent"],
)
def test_estimates_are_unbiased_as_far_as_their_assumption_holds(kind, pays, right):
    """And intervals cover the true mean of the lists that the policy wanted; what is not right is far off."""
    rng, count, logs = np.random.default_rng(11), 300, 80
    policy = bg.Cascade(Fixed(), forced_start=False)  # so that no estimate is biased by its own choice
    wanted = wanted_arms(policy, lists_of(rng, kind, count, pays), None, 0, (0.0, 1.0))
    assert set(wanted) == {(1, 2)}
    truth = worth(kind, (1, 2), pays)
    errors, covered, stderr = ({name: [] for name in KINDS} for _ in range(3))
    for _ in range(logs):
        log = lists_of(rng, kind, count, pays)
        judged = judge_slates(policy, "fixed", log, wanted, (0.0, 2.0 if kind == EACH else 1.0))
        note(judged, truth, errors, covered, stderr)
    for name in KINDS:
        error = abs(np.mean(errors[name])) / (np.std(errors[name]) / sqrt(logs))
        assert (error < 4) == (name in right), (name, error)
        if name in right:
            assert np.mean(covered[name]) >= 0.95 - 3 * sqrt(0.95 * 0.05 / logs), name
            assert 0.7 < np.mean(stderr[name]) / np.std(errors[name]) < 1.5, name
    assert np.std(errors["by_place"]) < np.std(errors["weighted"])
    assert np.std(errors["robust"]) < np.std(errors["by_place"])


def sets_of(rng, count):
    """Pairs out of four arms, with a law of their own; half of the time both arms of a pair are liked, or neither."""
    every = [(0, 1), (0, 2), (1, 3), (2, 3)]
    chances = np.array([0.4, 0.3, 0.2, 0.1])
    stands = [sum(p for pair, p in zip(every, chances, strict=True) if arm in pair) for arm in range(4)]
    arms, paid = [], []
    choices = rng.choice(4, count, p=chances)
    for choice in choices:
        luck = rng.random(2) if rng.random() < 0.5 else np.full(2, rng.random())
        arms.append(every[choice])
        paid.append(tuple(float(luck[i] < LIKES[arm]) for i, arm in enumerate(every[choice])))
    by_arm = [tuple(stands[arm] for arm in pair) for pair in arms]
    return SlateLog(SETS, tuple("0123"), arms, paid, by_arm, by_arm, chances[choices], [(0, 1, 2, 3)] * count)


def test_estimates_of_sets_are_unbiased_and_intervals_cover():
    """Arms that pay together are no harm."""
    rng, count, logs = np.random.default_rng(3), 120, 80
    problem = bg.Combinatorial(bg.Sets([[0, 1], [0, 2], [1, 3], [2, 3]]), prior=bg.Uniform())
    errors, covered, stderr = ({name: [] for name in KINDS} for _ in range(3))
    for seed in range(logs):
        log = sets_of(rng, count)
        policy = bg.Greedy()
        wanted = wanted_arms(policy, log, problem, seed, (0.0, 1.0))
        truth = np.mean([sum(LIKES[arm] for arm in pair) for pair in wanted])
        judged = judge_slates(policy, "greedy", log, wanted, (0.0, 2.0))
        note(judged, truth, errors, covered, stderr)
    for name in KINDS:
        optimism = np.mean(stderr[name]) if name == "direct" else 0.0  # it prefers what paid in this very log
        assert abs(np.mean(errors[name])) < 4 * np.std(errors[name]) / sqrt(logs) + optimism, name
        assert np.mean(covered[name]) >= 0.95 - 3 * sqrt(0.95 * 0.05 / logs), name
        assert 0.7 < np.mean(stderr[name]) / np.std(errors[name]) < 1.5, name


# ---------------------------------------------------------------- a plain recomputation


def naive(log, wanted):
    """All estimates but the standard errors, by their definitions."""
    whole, weights, parts, robust, direct = [], [], [], [], []
    rewards = {arm: [] for arm in range(len(log.names))}
    everything = {arm: [] for arm in range(len(log.names))}
    for arms, paid in zip(log.arms, log.paid):
        for arm, reward in zip(arms, paid):
            if reward is not None:
                everything[arm].append(reward)

    def list_value(means):
        return 1.0 - prod(1.0 - mean for mean in means) if log.kind == FIRST else sum(means)

    for i, (arms, paid) in enumerate(zip(log.arms, log.paid)):
        same = set(arms) == set(wanted[i]) if log.kind == SETS else arms == wanted[i]
        whole.append(same / log.whole[i] * sum(r or 0.0 for r in paid))
        weights.append(same / log.whole[i])
        known = [r for some in rewards.values() for r in some]
        usual = np.mean(known) if known else 0.0
        model = {arm: (sum(some) + usual) / (len(some) + 1) for arm, some in rewards.items()}
        part, value = 0.0, list_value([model[arm] for arm in wanted[i]])
        for k, (arm, reward) in enumerate(zip(arms, paid)):
            if log.kind == SETS:
                match, expected = arm in wanted[i], model[arm]
            elif log.kind == EACH:
                match, expected = arm == wanted[i][k], model[arm]
            else:
                match = arms[: k + 1] == wanted[i][: k + 1]
                expected = list_value([model[a] for a in arms[: k + 1]]) - list_value([model[a] for a in arms[:k]])
            part += match * (reward or 0.0) / log.chances[i][k]
            value += match * ((reward or 0.0) - expected) / log.chances[i][k]
        parts.append(part)
        robust.append(value)
        direct.append(list_value([np.mean(everything[arm]) for arm in wanted[i]]))
        for arm, reward in zip(arms, paid):
            if reward is not None:
                rewards[arm].append(reward)
    values = {"weighted": np.mean(whole), "normalised": np.sum(whole) / np.sum(weights)}
    return values | {"by_place": np.mean(parts), "robust": np.mean(robust), "direct": np.mean(direct)}


@pytest.mark.parametrize("kind", [FIRST, EACH, SETS])
def test_estimates_are_those_of_a_plain_recomputation(kind):
    rng = np.random.default_rng(6)
    log = sets_of(rng, 200) if kind == SETS else lists_of(rng, kind, 200, plain_likes)
    problem = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform()) if kind == SETS else None
    policy = bg.Greedy() if kind == SETS else RANKS
    judged = replay(log, policy, seed=2, problem=problem).judgements[0]
    for name, value in naive(log, wanted_arms(policy, log, problem, 2, (0.0, 1.0))).items():
        assert getattr(judged, name).mean == pytest.approx(value, rel=1e-9), name


def test_taught_by_its_own_run_it_wants_the_lists_of_that_run(monkeypatch):
    """With the stream of a run of the simulator, and its clicks."""
    problem = bg.Cascading(bg.Uniform(), 5, 2)
    trace = bg.trace(RANKS, problem, 80, seed=4)
    log = lists_of(np.random.default_rng(0), FIRST, 80, plain_likes)
    clicks = trace.rewards.astype(int)
    paid = [tuple(float(k == c) if c < 0 or k <= c else None for k in range(2)) for c in clicks.tolist()]
    shown = [tuple(items) for items in trace.arms.tolist()]
    log = replace(log, names=tuple("abcde"), arms=shown, paid=paid, among=[tuple(range(5))] * 80)
    monkeypatch.setattr(slates, "stream_of", lambda *_: bg.policy_stream(problem, 4, 0))
    assert wanted_arms(RANKS, log, None, 0, (0.0, 1.0)) == shown


def test_taught_by_its_own_run_it_wants_the_sets_of_that_run(monkeypatch):
    """With the stream of an agent, and what it was paid."""
    problem = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform())
    rng, words = np.random.default_rng(1), [1, 2, 3, 4]
    agent, shown, paid = bg.SetAgent(bg.CTSBeta(), problem, 60, stream=list(words)), [], []
    for _ in range(60):
        shown.append(tuple(agent.choose()))
        paid.append(tuple(float(rng.random() < LIKES[arm]) for arm in shown[-1]))
        agent.learn(dict(zip(shown[-1], paid[-1], strict=True)))
    log = replace(sets_of(rng, 60), arms=shown, paid=paid)
    monkeypatch.setattr(slates, "stream_of", lambda *_: list(words))
    assert wanted_arms(bg.CTSBeta(), log, problem, 0, (0.0, 1.0)) == shown


# ---------------------------------------------------------------- own exports


def shown_lists(path, policy, clicks, decisions=150, **settings):
    rng = np.random.default_rng(2)
    with bg.online.Bandit(policy, list("abcd"), 1000, path / "l.db", clicks=clicks, **settings) as bandit:
        with bandit.transaction():
            for i in range(decisions):
                shown = bandit.decide(n=2, arms=["a", "b", "c"] if i % 3 == 0 else None)
                likes = [float(rng.random() < LIKES["abcd".index(arm)]) for arm in shown.arms]
                click = next((place for place, like in enumerate(likes) if like), None)
                bandit.reward(shown.id, (likes if any(likes) else None) if clicks == "each" else click)
            bandit.decide(n=2)
            bandit.reward(bandit.decide(n=2, user="u").id, None)
            bandit.reward(bandit.decide(n=2, user="u").id, None)
        for name in ("log.csv", "log.parquet"):
            bandit.export(path / name)


@pytest.mark.parametrize("clicks", ["first", "each"])
def test_own_logs_of_lists_are_judged(tmp_path, clicks):
    """With a floor and a control group: every estimate of a fixed ranking is near what it pays."""
    shown_lists(tmp_path, "Cascade(EpsilonGreedy(0.1), forced_start=False)", clicks, explore=0.4, control="random")
    logs = [read_log(tmp_path / name) for name in ("log.csv", "log.parquet")]
    assert [(len(log), log.left_out, log.by_users, log.estimated) for log in logs] == [(151, 1, 1, 0)] * 2
    assert logs[0].kind == (EACH if clicks == "each" else FIRST)
    judged = [replay(log, [RANKS, bg.CTSBeta()], seed=3) for log in logs]
    assert judged[0].rows() == judged[1].rows()
    assert not any("had a chance" in note for note in judged[0].notes)
    truth = np.mean([1 - 0.8 * 0.5, 1 - 0.8 * 0.7, 1 - 0.5 * 0.7]) if clicks == "first" else 2 * np.mean(LIKES[:3])
    more = [1 - (1 - LIKES[i]) * (1 - LIKES[j]) for i, j in permutations(range(4), 2)]
    truth = truth / 3 + 2 / 3 * (np.mean(more) if clicks == "first" else 2 * np.mean(LIKES))
    assert abs(judged[0].logged.mean - truth) < 4 * judged[0].logged.stderr < 1.0
    for judgement in judged[0].judgements:
        for name in KINDS:
            estimate = getattr(judgement, name)
            assert 0.0 <= estimate.low < estimate.high <= (2.0 if clicks == "each" else 1.0), name


def test_lists_that_are_drawn_are_judged_by_place_only(tmp_path):
    """Whole lists of a sampler have no weights, and a log without redraws judges nothing."""
    shown_lists(tmp_path, "CTSBeta()", "first", decisions=40)
    judged = replay(tmp_path / "log.csv", RANKS)
    assert str(judged.judgements[0].weighted) == str(judged.judgements[0].normalised) == "not known"
    assert judged.judgements[0].by_place.stderr > 0.0
    assert any("propensities that are estimates" in note for note in judged.notes)
    with bg.online.Bandit.open(tmp_path / "l.db") as bandit:
        bandit.export(tmp_path / "none.csv", redraws=0)
    with pytest.raises(ValueError, match=r"line 2: the decision has no propensities.*redraws=0"):
        replay(tmp_path / "none.csv", RANKS)


def test_no_match_is_said():
    """A policy that never wanted a list, or a place, that was shown."""
    log = lists_of(np.random.default_rng(0), EACH, 30, plain_likes, floor=0.0)
    log = replace(log, arms=[(0, 1)] * 30, paid=[(0.0, 1.0)] * 30)
    judged = replay(log, bg.Cascade(Fixed(), forced_start=False))
    for name in ("weighted", "normalised", "by_place", "robust", "direct"):
        assert str(getattr(judged.judgements[0], name)) == "no match", name
    assert "no match" in repr(judged)
    assert any("had a chance at a place" in note for note in judged.notes)


@pytest.fixture(scope="module")
def sets_log(tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("sets")
    rng = np.random.default_rng(2)
    problem = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform())
    with bg.online.Bandit("CTSBeta", list("abcd"), 1000, tmp_path / "s.db", problem=problem) as bandit:
        with bandit.transaction():
            for _ in range(30):
                for decision in bandit.decide_set():
                    bandit.reward(decision.id, float(rng.random() < LIKES["abcd".index(decision.arm)]))
            bandit.reward(bandit.decide_set()[0].id, 1.0)
        for name in ("log.csv", "log.parquet"):
            bandit.export(tmp_path / name, redraws=20)
    return tmp_path, problem


def test_own_logs_of_sets_are_judged(sets_log):
    """Actions whose rewards are not all there are left out; the command takes the problem as a text."""
    path, problem = sets_log
    log = read_log(path / "log.csv")
    assert (len(log), log.left_out, log.estimated) == (30, 1, 30)
    judged = [replay(path / name, bg.Greedy(), problem=problem, seed=1) for name in ("log.csv", "log.parquet")]
    assert judged[0].rows() == judged[1].rows()
    estimates = judged[0].judgements[0]
    assert str(estimates.weighted) == "not known"
    for name in ("by_place", "robust", "direct"):
        assert 0.0 <= getattr(estimates, name).low < getattr(estimates, name).high <= 2.0
    spec = "Combinatorial(TopM(4, size=2), prior=Uniform())"
    done = begreedy(
        *("replay", "log.csv", "--policy", "Greedy", "--problem", spec, "--seed", "1", "--json", "r.json"), cwd=path
    )
    assert done.returncode == 0, done.stderr
    assert [row["mean"] for row in json.loads((path / "r.json").read_text())] == [
        row["mean"] for row in judged[0].rows()
    ]


@pytest.mark.parametrize(
    ("policy", "options", "words"),
    [
        (bg.Greedy(), {}, "problem must be given for a log of sets"),
        (bg.Greedy(), {"features": ["cost"]}, "lists and sets have none"),
        (bg.Greedy(), {"horizon": 5}, "horizon must be left out: lists and sets are not replayed"),
        (bg.LinGreedy(), {"problem": True}, "plays vectors"),
    ],
)
def test_what_makes_no_sense_of_sets_is_refused(sets_log, policy, options, words):
    path, problem = sets_log
    options = {name: problem if value is True else value for name, value in options.items()}
    with pytest.raises((ValueError, TypeError), match=words):
        replay(path / "log.csv", policy, **options)


def test_an_older_export_of_lists_is_refused(tmp_path):
    shown_lists(tmp_path, "Cascade(Greedy())", "first", decisions=20)
    old = pq.read_table(tmp_path / "log.parquet").drop_columns(["propensities"])
    with pytest.raises(ValueError, match=r"row 1: the decision has no propensities.*older version"):
        replay(old, RANKS)


@pytest.mark.parametrize(
    ("column", "cell", "words"),
    [
        ("reward", 2.0, "reward must be the place that was clicked, 0 to 1, or -1, got 2.0"),
        ("arm", "[1", "arm must be JSON"),
        ("propensities", '{"places": [1, 1]}', "propensities.beginnings must be 2 probabilities, got None"),
        ("propensities", '{"beginnings": [1, 0], "places": [1, 1]}', "beginnings must be a probability in"),
    ],
)
def test_bad_cells_are_named(tmp_path, column, cell, words):
    shown_lists(tmp_path, "Cascade(Greedy())", "first", decisions=3)
    rows = pq.read_table(tmp_path / "log.parquet")
    cells = rows[column].to_pylist()
    cells[1] = cell
    bad = rows.set_column(rows.column_names.index(column), column, [cells])
    with pytest.raises(ValueError, match="row 2: ") as error:
        replay(bad, RANKS)
    assert words in str(error.value)
