"""Advice: sensible answers, honest about what was assumed, the same every time."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.advice.advise import RACE, _affordable
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.history import fit_prior
from begreedy.advice.models import card_of, names
from begreedy.advice.models.candidate import explorers, thompson
from begreedy.advice.pilot import Pilot
from begreedy.advice.race import CHECKPOINTS, FEW
from begreedy.cli.advise import _rounds
from begreedy.problems.peaks import TOP, RandomPeaks
from begreedy.theory import arms as theory_arms
from begreedy.values.numbers import grouped
from support.commands import begreedy


def option(advice, name):
    return next(o for o in advice.options if o.name == name)


# ---------------------------------------------------------------- sensible answers


@pytest.mark.long
def test_two_arms_and_a_long_horizon_are_no_place_for_greedy():
    """0.9 and 0.1: Greedy is stuck with the bad arm once in fifty, and that decides; it wins the first rounds only."""
    advice = bg.advise(bg.Finite(means=[0.9, 0.1]), 100_000)
    assert advice.best.name != "Greedy"
    greedy = option(advice, "Greedy")
    assert greedy.mean > 10 * advice.best.mean
    # Stuck if the good arm fails and the other pays, at once (0.01) or after both have failed (0.09 * 0.1).
    assert abs(greedy.locked - 0.02) < 4 * math.sqrt(0.02 / greedy.runs)
    assert 0.8 * greedy.locked * 1e5 == pytest.approx(greedy.mean, rel=0.1)
    assert greedy.bound.vacuous


@pytest.fixture(scope="module")
def many():
    return bg.advise("many-armed", 5000, arms=2000, gamma=0.4, effort=4)


def test_many_arms_ask_for_greedy_on_some_of_them(many):
    """2000 arms, 5000 rounds: subsampled Greedy; simulation keeps fewer arms than the theorem, but not too few."""
    assert many.greedy is True
    assert many.theorem_k == 388
    assert many.best.name.startswith(("Greedy(K=", "OptimisticGreedy(K="))
    plain = next(o for o in many.options if o.name.startswith("Greedy(K="))
    assert 80 < plain.k < 250
    theorem = option(many, "Greedy(K=388)")
    assert many.best.mean <= plain.mean < 0.7 * theorem.mean < 0.7 * option(many, "MOSS(K=129)").mean
    assert theorem.bound.vacuous
    few = option(many, "Greedy(K=24)")
    # Without a best arm among the K drawn, which has this probability, a run is lost; others are lost to bad luck.
    assert few.locked > stats.hypergeom(2000, 67, 24).pmf(0) - 4 * math.sqrt(0.25 / few.runs)
    assert few.worst > 2 * plain.worst
    words = " ".join(many.notes)
    assert "theorem keeps K = 388" in words
    assert f"simulation finds K = {plain.k} best" in words
    assert "too small a K has a heavy tail" in words
    assert "Be greedy" in many.sentence
    assert "2.5 for each of the 2000 arms" in many.sentence or "Optimism pays" in many.sentence
    assert any("67 of the arms are best" in assumed for assumed in many.assumed)


@pytest.mark.long
def test_ten_arms_and_a_million_rounds_are_worth_exploring():
    """With 1e5 rounds per arm, Greedy is overtaken long before."""
    advice = bg.advise("finite", 1e6, arms=10, effort=4)
    assert advice.greedy is not True
    assert option(advice, "Greedy").mean > 10 * advice.best.mean
    assert any("Uniform(low=0.0, high=1.0)" in assumed for assumed in advice.assumed)


@pytest.mark.long
def test_unknown_smoothness_asks_for_the_theorems_grid():
    """sqrt(4/3 T log T) points, and no other number tuned on functions that were made up."""
    advice = bg.advise("continuous", 100_000, effort=4)
    assert advice.greedy is True
    assert [o.k for o in advice.options if o.name.startswith("Greedy(K=")] == [1239]
    assert advice.best.greedy
    assert advice.theorem_k == math.ceil(math.sqrt(4 / 3 * 1e5 * math.log(1e5)))
    assert "sqrt(4/3 T log T)" in advice.notes[0]
    assert any("unknown alpha" in assumed for assumed in advice.assumed)
    assert advice.best.bound is None  # no guarantee without the smoothness


KNOWN = {
    "finite": {"arms": 30},
    "continuous": {"alpha": 1, "smoothness": 4},
    "infinite": {"prior": "Beta(1, 2)"},
    "many-armed": {"arms": 200, "gamma": 0.3},
    "linear": {"dimension": 5, "arms": 4},
    "cascading": {"arms": 12, "slots": 3},
    "mortal": {"arms": 20, "lifetime": 200},
    "budgeted": {"budget": 100, "arms": 10},
    "combinatorial": {"arms": 12, "size": 3},
    "drifting": {"arms": 5, "rate": 0.01},
    "in-use": {"arms": 30, "delay": 20},
}


@pytest.mark.long  # a dozen kernels or more of their own each
@pytest.mark.parametrize("model", names())
def test_every_model_gets_advice(model):
    """A ranked list with numbers that belong together, from what is known or from nothing but the horizon."""
    assert set(KNOWN) == set(names())
    for known in (KNOWN[model], {}):
        advice = bg.advise(model, 400, effort=0.3, **known)
        cautious = [o.mean + (1 + FEW / o.runs) * o.stderr for o in advice.options]
        assert cautious == sorted(cautious)
        assert advice.best.tied
        assert {o.greedy for o in advice.options} == {True, False}
        assert advice.sentence.count("±") >= 2
        assert [head for head, _ in advice.summary][:3] == ["play", "what it does", "it earns"]
        assert bool(advice.assumed) or model == "mortal"
        for o in advice.options:
            assert o.q90 <= o.worst + 1e-9
            assert o.locked is None or 0.0 <= o.locked <= 1.0
            assert o.runs >= 4
            assert o.reward_low <= o.reward_high
            assert o.name in str(advice)
        assert len(advice.to_rows()) == len(advice.options) + 1


def test_advice_agrees_with_a_simulation_of_its_own(many):
    """Means, quantiles and shares are those of the same runs by simulate."""
    given = option(many, "Greedy(K=388)")
    policy = bg.Subsample(bg.Greedy(), k=388)
    again = bg.simulate(policy, many.problem, 5000, given.runs, many.seed, checkpoints=CHECKPOINTS)
    assert given.mean == pytest.approx(again.mean[-1], rel=1e-12)
    assert given.stderr == pytest.approx(again.stderr[-1], rel=1e-12)
    assert given.q90 == pytest.approx(again.quantile(0.9)[-1], rel=1e-12)
    assert given.reward == pytest.approx(again.reward.mean(), rel=1e-12)
    worst = np.sort(again.final)[-round(0.05 * given.runs) :]
    assert given.worst == pytest.approx(worst.mean(), rel=1e-12)


@pytest.mark.long
def test_same_seed_same_advice():
    """The race depends on its results only: rows are equal, number for number; another seed gives others."""
    first, second, other = (bg.advise("finite", 500, arms=40, effort=0.5, seed=seed).to_rows() for seed in (1, 1, 2))
    assert first == second != other


def test_a_policy_of_your_own_joins():
    """Given policies are ranked with the others, by a name of their own."""
    advice = bg.advise("many-armed", 500, arms=10, gamma=0.3, effort=0.3, policies=[bg.MOSS(2.0), bg.EpsilonGreedy()])
    assert {"MOSS", "MOSS(c=2.0)", "EpsilonGreedy"} <= {o.name for o in advice.options}


@pytest.mark.long
def test_a_horizon_too_long_is_shortened_and_said():
    """The numbers are for as many rounds as can be simulated, and the sentence says so."""
    advice = bg.advise("finite", 1e11, arms=5, effort=0.5)
    assert 1000 <= advice.horizon < 1e9
    assert advice.sentence.startswith(f"For {grouped(advice.horizon)} rounds (1.0e11 are too many to simulate): ")


# ---------------------------------------------------------------- explorers are no straw men


def test_explorers_are_told_the_prior():
    """Thompson sampling starts from it, or from one of the same moments; others know how noisy good arms are."""
    assert thompson(bg.Bernoulli(), bg.Beta(2, 60)) == bg.ThompsonBeta(2, 60)
    assert thompson(bg.Bernoulli(), bg.Uniform()) == bg.ThompsonBeta()
    matched = thompson(bg.Bernoulli(), bg.Uniform(0.2, 0.4))
    mean = matched.a / (matched.a + matched.b)
    assert mean == pytest.approx(0.3)
    assert mean * (1 - mean) / (matched.a + matched.b + 1) == pytest.approx(0.2**2 / 12, rel=1e-4)
    normal = thompson(bg.Gaussian(0.5), bg.Uniform(0, 1))
    assert (normal.prior_mean, normal.prior_sigma) == (0.5, pytest.approx(math.sqrt(1 / 12)))
    assert explorers(bg.Bernoulli(), bg.Beta(2, 60))[0].c < 0.5 * explorers(bg.Bernoulli())[0].c
    history = [(3, 100), (5, 100), (12, 100), (1, 100)]
    told = {repr(c.policy) for c in candidates(situation_of("finite", 1000, arms=50, history=history))}
    best = fit_prior(history).best
    assert any(f"ThompsonBeta(a={best.a!r}, b={best.b!r})" in text for text in told)


def test_explorers_try_several_numbers_of_arms():
    """As Greedy does, from their own theory's number on."""
    entered = candidates(situation_of("finite", 20_000, arms=3000, prior=bg.Beta(2, 60)))
    assert {c.k for c in entered if c.family == "ThompsonSampling(K)"} >= {188, 750}
    assert {c.k for c in entered if c.family == "MOSS(K)"} >= {188, 750}


@pytest.mark.long
def test_click_rates_of_three_per_cent_get_thompson_sampling_where_it_is_due():
    """3000 items: Greedy for a day of 20 000 views, but not for a month, where the informed explorers lose far less."""
    day = bg.advise("finite", 20_000, arms=3000, prior=bg.Beta(2, 60))
    assert day.greedy is True
    explorer = next(o for o in day.options if not o.greedy)
    assert explorer.mean < 1700
    month = bg.advise("finite", 600_000, arms=3000, prior=bg.Beta(2, 60))
    assert month.best.name != "Greedy"
    assert month.best.mean < 0.85 * option(month, "Greedy").mean
    assert any(o.name.startswith("ThompsonSampling") for o in month.options)


def names_in(problem, horizon=1000, **known):
    return {candidate.name for candidate in candidates(situation_of(problem, horizon, **known))}


def test_policies_that_win_elsewhere_are_in_the_race():
    """ESCB where it is cheap, some of many arms, and a narrower MOSS for normal rewards."""
    assert {"MOSS", "MOSS(1)"} <= names_in("finite", arms=20, law="Gaussian(1.0)")
    assert "MOSS(1)" not in names_in("finite", arms=20)
    many = names_in("combinatorial", arms=5000, size=5)
    assert {"Greedy(K=312)", "OptimisticGreedy(K=78)"} <= many
    assert "ESCB" not in many
    assert not any("K=" in name for name in names_in("combinatorial", arms=20, size=10))
    for actions in (bg.Matchings(3, 3), bg.Sets([[0, 1], [2, 3]])):
        assert "ESCB" in names_in(bg.Combinatorial(actions, prior=bg.Uniform()))
    normal = {"prior": bg.Uniform(), "law": bg.Gaussian()}
    assert "ESCB" not in names_in(bg.Combinatorial(bg.Matchings(3, 3), correlation=0.2, **normal))
    road = bg.Paths([(0, 1), (1, 2), (0, 2)], 0, 2, directed=False)
    assert "ESCB" not in names_in(bg.Combinatorial(road, prior=bg.Uniform(), minimise=True))


# ---------------------------------------------------------------- the sentence is true


def test_the_sentence_says_what_is_lost_and_how_often_it_ends_badly(many):
    """Of what the best arm would earn; and what else a manager asks."""
    answer = dict(many.summary)
    best = many.best
    assert f"of the {round(best.reward + best.mean)} that the best arm would earn" in many.sentence
    assert answer["play"].startswith(f"{best.name}, that is Subsample(policy=")
    assert f"k={best.k})" in answer["play"]
    assert answer["it earns"].startswith(f"{round(best.reward)} (")
    chance = bg.simulate(bg.UniformRandom(), many.problem, 1000, 50, seed=0).reward.mean() / 1000
    assert float(answer["random choice"].split()[0]) == pytest.approx(5000 * chance, rel=0.02)
    assert "of the runs play one arm, at least 10 % worse than the best, to the end" in answer["ends badly"]
    assert answer["best explorer"]


@pytest.mark.parametrize(
    ("model", "horizon", "known", "words"),
    [
        ("mortal", 1000, {"arms": 50, "lifetime": 10_000}, "1 000 rounds are 20 for each of the 50 arms"),
        ("mortal", 1000, {"arms": 50, "lifetime": 100}, "arms live for 100 rounds"),
        ("cascading", 1000, {"arms": 50, "slots": 1}, "1 000 rounds are 20 for each of the 50 arms"),
        ("cascading", 1000, {"arms": 50, "slots": 2}, "users look at several items"),
        ("combinatorial", 1000, {"arms": 100, "size": 1}, "1 000 rounds are 10 for each of the 100 arms"),
        ("combinatorial", 1000, {"arms": 100, "size": 50}, "1 000 rounds of up to 50 arms are 500 pulls for each"),
        ("cascading", 7000, {"arms": 6, "slots": 1}, "in 7 000 rounds exploring costs more than it finds"),
        ("mortal", 100_000, {"arms": 5, "lifetime": 6000}, "arms live for 6 000 rounds, 1 200 for each of the 5"),
        (
            "finite",
            7000,
            {"arms": 6, "history": [(3, 100), (5, 100), (12, 100), (1, 100), (8, 150)]},
            "5 of the 6 arms have a record, and exploring costs more than it finds in the next 7 000 rounds",
        ),
        ("linear", 1000, {"dimension": 5, "law": "Gaussian(0)"}, "without noise"),
        ("linear", 1000, {"dimension": 5}, "the noise of its estimate"),
    ],
)
def test_reasons_are_true_of_the_situation(model, horizon, known, words):
    """What dies too soon is said of arms that die, lists of one item are no lists, and so on."""
    situation = situation_of(model, horizon, **known)
    assert words in card_of(situation.problem).why_greedy(situation)


# ---------------------------------------------------------------- what is assumed


def test_random_peaks_are_as_smooth_as_they_say():
    """f <= its top, and f(x*) - f(x) <= L |x - x*|**alpha around the best point, in every run another one."""
    problem = RandomPeaks(alpha=1.0, smoothness=5.0, sigma=0.0)
    points = 400
    best = []
    for run in range(3):
        played = bg.trace(bg.Discretize(bg.Greedy(), k=points), problem, points, seed=0, run=run)
        values = np.array(played.rewards)[np.argsort(played.arms)]
        x = (np.arange(points) + 1) / points
        assert values.max() <= TOP
        assert TOP - values.max() <= 5.0 / points
        top = x[values.argmax()]
        assert np.all(values >= values.max() - 5.0 * np.abs(x - top) - 1e-12)
        best.append(top)
    assert len(set(best)) == 3


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bg.advise("finite", 0), "horizon must be at least 1, got 0"),
        (lambda: bg.advise("finite"), "horizon must be given"),
        (lambda: bg.advise("budgeted"), "budget must be given"),
        (lambda: bg.advise("budgeted", budget=-1), "Budgeted.budget must be greater than 0"),
        (lambda: bg.advise("finit", 10), "model must be one of finite, continuous"),
        (lambda: bg.advise("finite", 10, gamma=0.4), "the finite model has no gamma; it takes arms, prior"),
        (lambda: bg.advise("many-armed", 10, arms=5, gamma=2), "gamma must be in [0, 1], got 2"),
        (lambda: bg.advise("many-armed", 10, gamma=0.4, prior=bg.Uniform()), "gamma must be left out"),
        (lambda: bg.advise("finite", 10, prior="Beta(1, 3)", history=[(1, 2), (2, 3)]), "prior must be left out"),
        (lambda: bg.advise("finite", 10, history=[(1, 2), (4, 3)]), "history[1]: successes must be at most the 3"),
        (lambda: bg.advise("finite", 10, history=[1, 2]), "history[0] must be a pair (successes, trials), got 1"),
        (lambda: bg.advise("finite", 10, arms=0), "arms must be at least 1, got 0"),
        (lambda: bg.advise("cascading", 10, arms=3, slots=4), "slots must be at most 3, got 4"),
        (lambda: bg.advise("continuous", 10, alpha=-1), "alpha must be greater than 0, got -1"),
        (lambda: bg.advise("continuous", 10, law=bg.Bernoulli()), "law must be Gaussian(sigma) on a continuum"),
        (lambda: bg.advise(bg.Finite(means=[0.5]), 10, arms=3), "arms can be given with the name of a model only"),
        (lambda: bg.advise(3.0, 10), "problem must be a problem such as"),
        (lambda: bg.advise("finite", 10, effort=0), "effort must be greater than 0, got 0.0"),
        (lambda: bg.advise("finite", 10, seed=-1), "seed must be at least 0, got -1"),
    ],
)
def test_bad_input_says_what_is_allowed(call, words):
    """Nothing is simulated for what makes no sense."""
    with pytest.raises((ValueError, TypeError), match=re.escape(words)):
        call()


# ---------------------------------------------------------------- on the command line


def test_command_line_writes_rows_and_a_figure(tmp_path):
    """A table on the terminal, rows with the agreed keys, a figure; an unknown ending is refused."""
    rows, figure = tmp_path / "rows.json", tmp_path / "advice.svg"
    command = ("advise", "many-armed", "--horizon", "1e3", "--arms", "60", "--gamma", "0.4", "--effort", "0.5")
    done = begreedy(*command, "--json", str(rows), "--plot", str(figure))
    assert done.returncode == 0, done.stderr
    assert "\nit earns " in done.stdout
    assert "\nchanges " in done.stdout
    assert re.search(r"^assumed +law of the rewards: Bernoulli\(\)$", done.stdout, re.MULTILINE)
    *options, words = json.loads(rows.read_text())
    assert [row["rank"] for row in options] == list(range(1, len(options) + 1))
    assert {"policy", "k", "mean", "stderr", "reward", "q90", "locked", "bound", "vacuous", "tied"} <= set(options[0])
    assert words["advice"] in done.stdout
    assert words["theorem_k"] == theory_arms.many("greedy", 1000, 0.4)
    assert "by number of arms" in figure.read_text() or figure.stat().st_size > 10_000
    refused = begreedy(*command, "--plot", "advice.txt")
    assert refused.returncode == 2
    assert "plot must be a file that ends in .svg, .pdf, .png, got advice.txt" in refused.stderr
    quiet = begreedy(*command, "--json", "-", "--quiet")
    assert json.loads(quiet.stdout) == json.loads(rows.read_text())


def test_a_horizon_may_be_said_in_days():
    """20 000 views a day for 30 days; half of it, or both ways at once, is refused."""
    assert _rounds(None, 20_000, 30) == 600_000
    assert _rounds(100, None, None) == 100
    for given in ((None, 20_000, None), (None, None, 30), (100, 20_000, 30), (None, 0, 30)):
        with pytest.raises(ValueError, match="views-per-day"):
            _rounds(*given)


def test_command_line_names_a_bad_line(tmp_path):
    """Exit code 2 and one line, not a traceback."""
    file = tmp_path / "past.csv"
    file.write_text("successes,trials\n3,2\n")
    done = begreedy("advise", "finite", "--horizon", "100", "--history", str(file))
    assert done.returncode == 2
    assert done.stderr.strip() == f"begreedy: {file}, line 2: successes must be at most the 2 trials, got 3"


@pytest.mark.long
@pytest.mark.parametrize(
    ("model", "horizon", "known", "effort"),
    [
        ("mortal", 600_000, {"arms": 3000, "lifetime": 6e5, "prior": bg.Beta(2, 60)}, 8.0),
        ("linear", 1000, {"dimension": 20, "arms": 300}, 2.0),
    ],
    ids=["mortal", "linear"],
)
def test_a_horizon_that_is_too_long_is_shortened_in_the_end(model, horizon, known, effort):
    """Also where rounding the shorter one to two digits would give the same again."""
    asked = situation_of(model, horizon, **known)
    shortened, entries = _affordable(asked, [], Pilot(0, effort), RACE * effort)
    assert shortened.horizon <= horizon
    assert entries


def test_the_help_lists_all_models():
    shown = "".join(begreedy("advise", "--help").stdout.split())
    assert [name for name in names() if name not in shown] == []
