"""Advice: sensible answers, honest about what was assumed, the same every time."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys

import numpy as np
import pytest
from scipy import optimize, special, stats

import begreedy as bg
from begreedy.advice.advise import RACE, _affordable
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.history import Likelihood, fit_prior, read_history
from begreedy.advice.models import names
from begreedy.advice.race import CLEAR, Meter, Race, difference, spread, verdict
from begreedy.problems.peaks import TOP, RandomPeaks


def option(advice, name):
    return next(o for o in advice.options if o.name == name)


# ---------------------------------------------------------------- sensible answers


@pytest.mark.long
def test_two_arms_and_a_long_horizon_are_no_place_for_greedy():
    """0.9 and 0.1: Greedy is stuck with the bad arm once in fifty, and that decides; it wins the first rounds only."""
    advice = bg.advise(bg.Finite(means=[0.9, 0.1]), 100_000, effort=3)
    assert advice.greedy is False
    assert advice.settled
    greedy = option(advice, "Greedy")
    assert greedy.rank == len(advice.options)
    # Stuck if the good arm fails and the other pays, at once (0.01) or after both have failed (0.09 * 0.1).
    assert abs(greedy.locked - 0.02) < 4 * math.sqrt(0.02 / greedy.runs)
    assert 0.8 * greedy.locked * 1e5 == pytest.approx(greedy.mean, rel=0.1)
    assert advice.sentence.startswith("Do not be greedy: play")
    assert "stays with a bad arm for good" in advice.sentence
    assert 20 < advice.turning_point < 500
    assert greedy.bound.vacuous


@pytest.fixture(scope="module")
def many():
    return bg.advise("many-armed", 5000, arms=2000, gamma=0.4, effort=4)


def test_many_arms_ask_for_greedy_on_some_of_them(many):
    """2000 arms, 5000 rounds: subsampled Greedy; simulation keeps fewer arms than the theorem, but not too few."""
    assert many.greedy is True
    assert many.theorem_k == 388
    assert many.best.name.startswith("Greedy(K=")
    assert 80 < many.best.k < 250
    theorem = option(many, "Greedy(K=388)")
    assert many.best.mean < 0.7 * theorem.mean < 0.7 * option(many, "MOSS(K=129)").mean
    assert theorem.bound.vacuous
    few = option(many, "Greedy(K=24)")
    # Without a best arm among the K drawn, which has this probability, a run is lost; others are lost to bad luck.
    assert few.locked > stats.hypergeom(2000, 67, 24).pmf(0) - 4 * math.sqrt(0.25 / few.runs)
    assert few.worst > 2 * many.best.worst
    words = " ".join(many.notes)
    assert "theorem keeps K = 388" in words
    assert f"simulation finds K = {many.best.k} best" in words
    assert "too small a K has a heavy tail" in words
    assert "Be greedy" in many.sentence
    assert "2.5 for each of the 2000 arms" in many.sentence
    assert any("67 of the arms are best" in assumed for assumed in many.assumed)


@pytest.mark.long
def test_ten_arms_and_a_million_rounds_are_worth_exploring():
    """With 1e5 rounds per arm, Greedy is overtaken long before."""
    advice = bg.advise("finite", 1e6, arms=10, effort=4)
    assert advice.greedy is False
    assert option(advice, "Greedy").mean > 10 * advice.best.mean
    assert advice.turning_point < 20_000
    assert any("Uniform(low=0.0, high=1.0)" in assumed for assumed in advice.assumed)


@pytest.mark.long
def test_unknown_smoothness_asks_for_the_theorems_grid():
    """sqrt(4/3 T log T) points, and no other number tuned on functions that were made up."""
    advice = bg.advise("continuous", 100_000, effort=4)
    assert advice.greedy is True
    assert [o.k for o in advice.options if o.name.startswith("Greedy(K=")] == [1239]
    assert advice.best.k == advice.theorem_k == math.ceil(math.sqrt(4 / 3 * 1e5 * math.log(1e5)))
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
}


SLOW = (
    "finite",
    "infinite",
    "linear",
    "cascading",
    "mortal",
    "budgeted",
    "combinatorial",
)  # each compiles a dozen kernels of its own


@pytest.mark.parametrize("model", [pytest.param(m, marks=pytest.mark.long) if m in SLOW else m for m in names()])
def test_every_model_gets_advice(model):
    """A ranked list with numbers that belong together, from what is known or from nothing but the horizon."""
    assert set(KNOWN) == set(names())
    for known in (KNOWN[model], {}):
        advice = bg.advise(model, 400, effort=0.3, **known)
        means = [o.mean for o in advice.options]
        assert means == sorted(means)
        assert advice.best.tied
        assert {o.greedy for o in advice.options} == {True, False}
        assert advice.sentence.count("±") >= 2
        assert bool(advice.assumed) or model == "mortal"
        for o in advice.options:
            assert o.q90 <= o.worst + 1e-9
            assert o.locked is None or 0.0 <= o.locked <= 1.0
            assert o.runs >= 16
            assert o.name in str(advice)
        assert len(advice.to_rows()) == len(advice.options) + 1


def test_advice_agrees_with_a_simulation_of_its_own(many):
    """Means, quantiles and shares are those of the same runs by simulate."""
    given = option(many, "Greedy(K=388)")
    again = bg.simulate(bg.Subsample(bg.Greedy(), k=388), many.problem, 5000, given.runs, many.seed)
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
    advice = bg.advise(bg.Finite(means=[0.5, 0.4]), 500, effort=0.3, policies=[bg.UCB(2.0), bg.EpsilonGreedy()])
    assert {"UCB", "UCB(c=2.0)", "EpsilonGreedy"} <= {o.name for o in advice.options}


def test_a_horizon_too_long_is_shortened_and_said():
    """The numbers are for as many rounds as can be simulated, and the sentence says so."""
    advice = bg.advise("finite", 1e11, arms=5, effort=0.5)
    assert 1000 <= advice.horizon < 1e9
    assert f"this is for {advice.horizon} rounds, since 100000000000 are too many" in advice.sentence


# ---------------------------------------------------------------- the race


def test_ties_are_called_ties():
    """Two names of one policy cannot be told apart; a policy that is worse by three standard errors is not tied."""
    advice = bg.advise(bg.Finite(means=[0.5, 0.5, 0.5]), 200, effort=0.3)
    assert all(o.tied and o.mean == 0.0 for o in advice.options)
    assert advice.greedy is None
    assert advice.sentence.startswith("Too close to call")
    race = Race(situation_of(bg.Finite(means=[0.9, 0.1]), 2000), 0, 1.0, Meter(1.0))
    race.enter(candidates(race.situation))
    assert race.run()
    leader = min(race.racers, key=lambda racer: racer.scores.mean())
    for racer in race.racers:
        if racer is not leader:
            gap, error = difference(racer, leader)
            assert (verdict(racer, leader) == "worse") == (gap > CLEAR * error)


def test_errors_of_means_over_several_problems():
    """The mean of strata: each has its own level, which is no noise."""
    draws = np.random.default_rng(3).normal(size=(200, 4, 50)) + np.arange(4.0)[:, None]
    means, errors = np.array([spread(scores) for scores in draws]).T
    assert means.mean() == pytest.approx(1.5, abs=4 * means.std() / math.sqrt(200))
    assert errors.mean() == pytest.approx(means.std(ddof=1), rel=0.2)


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


# ---------------------------------------------------------------- from a history


def clicks(a=2.0, b=40.0, arms=150, seed=5):
    draws = np.random.default_rng(seed)
    trials = draws.integers(20, 2000, arms)
    return np.column_stack([draws.binomial(trials, draws.beta(a, b, arms)), trials])


def test_the_fitted_prior_is_the_most_likely_one():
    """Against SciPy's likelihood, maximised directly; posterior draws lie around it as its curvature says."""
    counts = clicks()
    successes, trials = counts.T

    def cost(x):
        a, b = np.exp(x)
        return -np.sum(special.betaln(a + successes, b + trials - successes) - special.betaln(a, b))

    found = optimize.minimize(cost, [0.0, 3.0], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-10})
    fitted = fit_prior(counts, draws=200)
    assert (fitted.best.a, fitted.best.b) == pytest.approx(np.exp(found.x), rel=1e-4)
    direct = -cost(np.log([1.5, 30.0])) + cost(np.log([2.5, 60.0]))
    ours = Likelihood(counts)(np.array([1.5 / 31.5, 2.5 / 62.5]), np.array([31.5, 62.5]))
    assert ours[0] - ours[1] == pytest.approx(direct, rel=1e-9)
    rates = np.array([p.a / (p.a + p.b) for p in fitted.draws])
    assert rates.std() == pytest.approx(np.std(successes / trials) / math.sqrt(len(counts)), rel=0.4)
    assert fitted.rate[0] < 2 / 42 < fitted.rate[1]
    assert fitted.concentration[0] < 42 < fitted.concentration[1]


@pytest.mark.long
def test_counts_without_overdispersion_and_with_nothing_else():
    """Rates all alike, or only 0 and 1, push the prior to the border of what is allowed, not beyond."""
    alike = fit_prior([(50, 100), (50, 100), (49, 100), (51, 100)])
    assert alike.best.a + alike.best.b > 1000
    apart = fit_prior([(0, 100), (100, 100), (0, 100), (100, 100)])
    assert apart.best.a + apart.best.b < 1
    assert bg.advise("finite", 100, history=[(50, 100), (50, 100), (49, 100)], effort=0.2).prior is not None


@pytest.mark.long
def test_advice_carries_the_uncertainty_of_a_fitted_prior(tmp_path):
    """Few data spread the expected regret over the plausible priors, many data hardly; arms come from the file."""
    file = tmp_path / "clicks.csv"
    lines = [f"banner {i},{s},{n}" for i, (s, n) in enumerate(clicks(arms=8).tolist())]
    file.write_text("\n".join(["Arm, Successes, Trials", *lines, ""]))
    few = bg.advise("finite", 300, history=file, arms=100, effort=0.5)
    much = bg.advise("finite", 300, history=clicks(arms=600), arms=100, effort=0.5)

    def width(advice):
        return np.ptp(option(advice, "Greedy").by_prior) / option(advice, "Greedy").mean

    assert len(few.best.by_prior) == 8
    assert width(few) > 1.5 * width(much)
    assert few.prior.arms == 8
    assert "fitted to 8 arms" in str(few)
    assert "plausible priors" in few.sentence or few.greedy is None
    assert bg.advise("cascading", 50, history=file, slots=2, effort=0.2).problem.items == 8


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: expected the columns successes and trials, got an empty file"),
        ("arm,clicks,trials\na,1,2\n", "line 1: expected the columns successes and trials, got arm, clicks, trials"),
        ("successes,trials\n1,5\n7,5\n", "line 3: successes must be at most the 5 trials, got 7"),
        ("successes,trials\n1,5\n\n2\n", "line 4: trials must be a whole number, at least 0, got ''"),
        ("successes,trials\n1,5\n-2,5\n", "line 3: successes must be a whole number, at least 0, got '-2'"),
        ("successes,trials\n1,5\n0.5,5\n", "line 3: successes must be a whole number, at least 0, got '0.5'"),
        ("successes,trials\n1,nan\n", "line 2: trials must be a whole number, at least 0, got 'nan'"),
        ("successes,trials\n1,5\n0,0\n", "expected at least 2 arms with trials, got 1"),
        ("successes,trials\n0,5\n0,9\n", "expected at least one success and one failure in all, got 0 of 14"),
    ],
)
def test_bad_histories_are_named_by_line(tmp_path, text, words):
    """A wrong file gets a message with its name, the line and what is expected."""
    file = tmp_path / "past.csv"
    file.write_text(text)
    with pytest.raises(
        ValueError, match=re.escape(f"{file}, line" if words.startswith("line") else str(file))
    ) as error:
        read_history(file)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bg.advise("finite", 0), "horizon must be at least 1, got 0"),
        (lambda: bg.advise("finite"), "horizon must be given"),
        (lambda: bg.advise("budgeted"), "budget must be given"),
        (lambda: bg.advise("budgeted", budget=-1), "Budgeted.budget must be greater than 0"),
        (lambda: bg.advise("finit", 10), "model must be one of finite, continuous"),
        (lambda: bg.advise("finite", 10, gamma=0.4), "gamma is not known of the finite model; it takes arms, prior"),
        (lambda: bg.advise("many-armed", 10, arms=5, gamma=2), "gamma must be in [0, 1], got 2"),
        (lambda: bg.advise("many-armed", 10, gamma=0.4, prior=bg.Uniform()), "gamma must be left out"),
        (lambda: bg.advise("finite", 10, prior="Beta(1, 3)", history=[(1, 2), (2, 3)]), "prior or history"),
        (lambda: bg.advise("finite", 10, history=[(1, 2), (4, 3)]), "history[1]: successes must be at most the 3"),
        (lambda: bg.advise("finite", 10, history=[1, 2]), "history[0] must be a pair (successes, trials), got 1"),
        (lambda: bg.advise("finite", 10, arms=0), "arms must be at least 1, got 0"),
        (lambda: bg.advise("cascading", 10, arms=3, slots=4), "slots must be at most 3, got 4"),
        (lambda: bg.advise("continuous", 10, alpha=-1), "alpha must be greater than 0, got -1"),
        (lambda: bg.advise("continuous", 10, law=bg.Bernoulli()), "law must be Gaussian(sigma) on a continuum"),
        (lambda: bg.advise(bg.Finite(means=[0.5]), 10, arms=3), "arms can be given with the name of a model only"),
        (lambda: bg.advise(3.0, 10), "advise needs a problem"),
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
    command = [sys.executable, "-m", "begreedy", "advise", "finite", "--horizon", "1e3", "--arms", "60"]
    command += ["--effort", "0.5", "--prior", "Beta(1, 3)"]
    run = {"capture_output": True, "text": True}
    done = subprocess.run([*command, "--json", str(rows), "--plot", str(figure)], **run)
    assert done.returncode == 0, done.stderr
    assert "turning point:" in done.stdout
    assert "assumed: law of the rewards: Bernoulli()" in done.stdout
    *options, words = json.loads(rows.read_text())
    assert [row["rank"] for row in options] == list(range(1, len(options) + 1))
    assert {"policy", "k", "mean", "stderr", "reward", "q90", "locked", "bound", "vacuous", "tied"} <= set(options[0])
    assert words["advice"] in done.stdout
    assert words["theorem_k"] == bg.theory.infinite(1000, 3.0).k
    assert "by number of arms" in figure.read_text() or figure.stat().st_size > 10_000
    refused = subprocess.run([*command, "--plot", "advice.txt"], **run)
    assert refused.returncode == 2
    assert "plot must be a file that ends in .svg, .pdf, .png, got advice.txt" in refused.stderr
    quiet = subprocess.run([*command, "--json", "-", "--quiet"], **run)
    assert json.loads(quiet.stdout) == json.loads(rows.read_text())


def test_command_line_names_a_bad_line(tmp_path):
    """Exit code 2 and one line, not a traceback."""
    file = tmp_path / "past.csv"
    file.write_text("successes,trials\n3,2\n")
    command = [sys.executable, "-m", "begreedy", "advise", "finite", "--horizon", "100", "--history", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.strip() == f"begreedy: {file}, line 2: successes must be at most the 2 trials, got 3"


@pytest.mark.parametrize(
    ("model", "horizon", "known", "effort"),
    [
        ("mortal", 600_000, {"arms": 3000, "lifetime": 6e5, "prior": bg.Beta(2, 60)}, 8.0),
        ("linear", 1000, {"dimension": 20, "arms": 300}, 2.0),
    ],
)
def test_a_horizon_that_is_too_long_is_shortened_in_the_end(model, horizon, known, effort):
    """Also where rounding the shorter one to two digits would give the same again."""
    asked = situation_of(model, horizon, **known)
    shortened, entries = _affordable(asked, [], RACE * effort)
    assert shortened.horizon <= horizon
    assert entries
