"""What a user knows of arms that are in use: records, late outcomes, births, what arms cost and what they are worth."""

from __future__ import annotations

import pytest

import begreedy as bg
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.history import fit_prior
from begreedy.advice.models import card_of
from support.commands import begreedy

PAST = [(3, 100), (5, 100), (12, 100), (1, 100), (8, 150)]


def test_arms_of_a_history_are_planned_with_as_they_are():
    """Each from its own posterior, under every plausible prior; of the others the prior is all that is known."""
    situation = situation_of("finite", 5000, arms=50, history=PAST)
    assert {problem.record for problem in situation.problems} == {tuple((float(s), float(n)) for s, n in PAST)}
    assert len({problem.prior for problem in situation.problems}) == 8
    assert any("nothing is known about the means of the other 45" in words for words in situation.assumed)
    fresh = situation_of("finite", 5000, arms=3, history=PAST)
    assert isinstance(fresh.problem, bg.Finite)
    assert any("the 3 arms are others than the 5 of the history" in words for words in fresh.assumed)


def test_arms_without_trials_are_unknown_ones():
    situation = situation_of("finite", 500, history=[*PAST, (0, 0), (0, 0)])
    assert (situation.problem.arms, situation.problem.tried().tolist()) == (7, [True] * 5 + [False] * 2)
    assert situation.prior.best == fit_prior(PAST).best
    assert any("nothing is known about the means of the other 2" in words for words in situation.assumed)
    fewer = situation_of("finite", 500, arms=6, history=[*PAST, (0, 0), (0, 0)])
    assert any("the 6 arms are others than the 7 of the history" in words for words in fewer.assumed)


def test_untried_arms_keep_what_the_file_says_of_them(tmp_path):
    """What a success is worth and a pull costs, and their names; only arms outside the file are worth the average."""
    file = tmp_path / "past.csv"
    file.write_text("arm,successes,trials,reward,cost\nA,30,1000,2,1\nB,20,900,10,0.5\nC,0,0,50,0.1\n")
    situation = situation_of("in-use", 1000, arms=4, history=str(file))
    assert situation.problem.worth == (0.04, 0.2, 1.0)
    assert situation.problem.promising() == [2, 3, 1, 0]  # C, the unknown one, B, A
    assert "a success is worth 2 to 50, by arm" in situation.assumed
    card = card_of(situation.problem)
    kept = "the 1 of the 2 arms with a record that promise most, and all 2 without a record: C, B"
    assert card.which(situation, 3) == kept
    # Today's best is B: C was never tried.
    assert situation.unit * card.today(situation) == pytest.approx(1000 * 10 * 20 / 900, rel=0.3)
    assert card.why_greedy(situation_of("in-use", 1000, history=str(file))).startswith("2 of the 3 arms have a record")
    budgeted = situation_of("budgeted", budget=100, arms=3, history=str(file))
    assert budgeted.problem.costs == (1.0, 0.5, 0.1)
    assert any(words.startswith("the 3 arms of the history") for words in budgeted.assumed)
    assert card_of(budgeted.problem).today(budgeted) < 100


def test_it_is_said_which_arms_to_keep(tmp_path):
    """The best of the known, by name, and how many of the unknown."""
    rows = "\n".join(f"arm{i},{s},{n}" for i, (s, n) in enumerate(PAST))
    file = tmp_path / "past.csv"
    file.write_text(f"arm,successes,trials\n{rows}\n")
    situation = situation_of("finite", 5000, arms=50, history=str(file))
    kept = card_of(situation.problem).which
    assert kept(situation, 50) == "all 5 arms with a record, and all 45 without a record"
    few = kept(situation, 2)
    assert few.startswith("the ")
    assert "arm2" in few
    assert kept(situation_of("in-use", 100, arms=9), 3) == ""


@pytest.mark.parametrize(
    ("told", "fields"),
    [
        ({"delay": 500}, {"delay": 500.0, "spread": 0.0}),
        ({"delay": "Exponential(500)"}, {"delay": 500.0, "spread": 1.0}),
        ({"delay": "Fixed(3)", "window": 9}, {"delay": 3.0, "window": 9.0}),
        ({"batch": 100}, {"batch": 100, "delay": 0.0}),
    ],
)
def test_late_outcomes(told, fields):
    """A number of rounds, or a distribution; ones sooner than zeros; batches."""
    problem = situation_of("finite", 5000, arms=40, prior="Beta(2, 60)", **told).problem
    assert {name: getattr(problem, name) for name in fields} == fields
    entered = candidates(situation_of("many-armed", 5000, arms=40, prior="Beta(2, 60)", **told))
    assert {"Greedy", "ThompsonSampling", "OptimisticGreedy(8)", "IRS"} <= {candidate.name for candidate in entered}


@pytest.mark.parametrize(
    ("model", "known", "words"),
    [
        ("finite", {"delay": "soon"}, "delay must be a number of rounds, or Exponential"),
        ("finite", {"delay": -1}, "delay must be a number of rounds"),
        ("finite", {"batch": 0}, "batch must be at least 1"),
        ("finite", {"delay": 3, "law": "Gaussian()"}, "law must be Bernoulli"),
        ("many-armed", {"delay": 3, "gamma": 0.4}, "delay must be left out where gamma is given"),
        ("cascading", {"delay": 3}, "the cascading model has no delay"),
        ("mortal", {"births": 2, "arms": 10}, "births must be left out where the number of arms is given"),
        ("mortal", {"births": -2}, "births must be greater than 0"),
    ],
)
def test_what_makes_no_sense_is_refused(model, known, words):
    with pytest.raises(ValueError, match=words):
        situation_of(model, 1000, **known)


def test_births_and_lifetimes_tell_the_number_of_arms():
    problem = situation_of("mortal", 600_000, births=10 / 20_000, lifetime=14 * 20_000).problem
    assert (problem.arms, problem.lifetime) == (140, 280_000)


def test_one_order_of_arms_under_all_priors():
    """Policies know the fitted prior only: which arms they keep does not depend on the one that is simulated."""
    history = [(3, 100), (5, 100), (12, 100), (1, 100), (8, 150), (9, 80), (0, 50)]
    situation = situation_of("finite", 1000, arms=30, history=history)
    assert len({problem.prior for problem in situation.problems}) == 8
    assert {tuple(problem.promising()) for problem in situation.problems} == {tuple(situation.problem.promising())}
    assert situation.problem.promising()[0] == 2


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"delay": 5000}, "no outcome arrives within the 1 000 rounds: nothing is learned from them"),
        ({"batch": 5000}, "no outcome arrives within the 1 000 rounds: nothing is learned from them"),
        ({"delay": 1, "window": 5000}, "no failure is known within the 1 000 rounds"),
    ],
)
def test_outcomes_that_come_too_late_are_told(known, words):
    assert words in situation_of("finite", 1000, **known).assumed
    assert words not in situation_of("finite", 9000, **known).assumed


def test_what_arms_are_worth_and_cost(tmp_path):
    """From columns of the file, with a comma for a point where a spreadsheet wrote one."""
    file = tmp_path / "past.csv"
    file.write_text("arm;clicks;views;reward;cost\na;10;100;2,5;0,2\nb;5;100;5;0,4\n")
    fitted = fit_prior(str(file))
    assert (fitted.rewards, fitted.costs, fitted.names) == ((2.5, 5.0), (0.2, 0.4), ("a", "b"))
    assert situation_of("finite", 1000, history=str(file)).problem.worth == (0.5, 1.0)
    budgeted = situation_of("budgeted", budget=100, history=str(file))
    assert budgeted.problem.costs == (0.5, 1.0)
    assert budgeted.problem.budget == 250
    card = card_of(budgeted.problem)
    assert (card.why_greedy(budgeted)[:25], card.why_explore(budgeted)[:15]) == (
        "the budget is 50 per arm,",
        "a budget of 100",
    )
    assert card.turning.unit(budgeted) * card.turning.place(budgeted) == pytest.approx(100)
    assert budgeted.horizon is None
    file.write_text("arm,clicks,views,cost\na,10,100,free\nb,5,100,1\n")
    with pytest.raises(ValueError, match=r"line 2: cost must be a number greater than 0, got 'free'"):
        fit_prior(str(file))


@pytest.mark.parametrize(
    "model", ["mortal", "drifting", "infinite", "cascading", "combinatorial", "finite", "budgeted"]
)
def test_columns_that_are_ignored_are_named(tmp_path, model):
    """What successes are worth and pulls cost, wherever nothing is made of it."""
    file = tmp_path / "past.csv"
    file.write_text("successes,trials,reward,cost\n10,100,2,1\n5,100,5,2\n")
    used = {"finite": ["reward"], "budgeted": ["reward", "cost"]}.get(model, [])
    assumed = situation_of(model, 100, history=str(file)).assumed
    for column in ("reward", "cost"):
        ignored = any(f"the column {column} of the history is ignored" in words for words in assumed)
        assert ignored == (column not in used)
    assert not any("ignored" in words for words in situation_of(model, 100, history=PAST).assumed)


@pytest.mark.long
def test_the_command_with_a_history_and_late_outcomes(tmp_path):
    file = tmp_path / "past.csv"
    file.write_text("successes,trials\n" + "\n".join(f"{s},{n}" for s, n in PAST))
    command = ("advise", "finite", "--views-per-day", "500", "--days", "4", "--arms", "30", "--effort", "0.5")
    done = begreedy(*command, "--history", str(file), "--delay", "Exponential(50)", "--window", "300")
    assert done.returncode == 0, done.stderr
    days = "500 views per day: the horizon of 4 days is 2 000 rounds"
    for words in ("keep ", days, "today's best arm", "random choice", "ends badly", "outcomes arrive 50 rounds late"):
        assert words in done.stdout
