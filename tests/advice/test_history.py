"""Histories: read in all dialects, and the prior that they tell."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy import optimize, special

import begreedy as bg
from begreedy.advice.history import Likelihood, fit_prior
from begreedy.advice.past_arms import read_arms, read_rows


def option(advice, name):
    return next(o for o in advice.options if o.name == name)


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
        ("", "line 1: expected the columns successes and trials (or such as clicks and views), got an empty file"),
        (
            "arm,hits,trials\na,1,2\n",
            "expected the columns successes and trials (or such as clicks and views), got a",
        ),
        ("item,clicks,sales,views\na,1,0,2\n", "line 1: clicks and sales may both be the successes; call one of them"),
        ("arm,clicks,views\na,1,2\nb,1,2\na,0,3\n", "line 4: arm 'a' is already in line 2; add its counts up"),
        (
            "clicks,views,arm\n9,50,a\n1,50\n8,50,b\n",
            "line 3: the arm has no name; fill in the column arm, or leave it",
        ),
        (
            "arm,clicks,views\na,9,50\n,1,50\nb,8,50\n",
            "line 3: the arm has no name; fill in the column arm, or leave it",
        ),
        ("clicks;views\n1;5\n1,5;7\n", "line 3: successes must be a whole number, at least 0, got '1,5'"),
        ("successes,trials\n1,5\n7,5\n", "line 3: successes must be at most the 5 trials, got 7"),
        ("successes,trials\n1,5\n\n2\n", "line 4: trials must be a whole number, at least 0, got ''"),
        ("successes,trials\n1,5\n-2,5\n", "line 3: successes must be a whole number, at least 0, got '-2'"),
        ("successes,trials\n1,5\n0.5,5\n", "line 3: successes must be a whole number, at least 0, got '0.5'"),
        (
            'arm;clicks;views\na;"1,000";2000\n',
            "line 2: successes must be a whole number, at least 0, got '1,000'; write 1000, w",
        ),
        (
            "arm;clicks;views\na;1;2 000\n",
            "line 2: trials must be a whole number, at least 0, got '2 000'; write 2000, w",
        ),
        (
            "arm;clicks;views\na;0;1.000\n",
            "line 2: trials must be a whole number, at least 0, got '1.000'; write 1000, w",
        ),
        (
            "arm;clicks;views\na;1;2.500.000\n",
            "line 2: trials must be a whole number, at least 0, got '2.500.000'; write 2500000, w",
        ),
        (
            "arm;clicks;views;reward\na;1;2;12,75\nb;1;2;2,500\n",
            "line 3: reward must be a number greater than 0, got '2,500'; write 2500 or 2.500",
        ),
        (
            "arm;clicks;views;cost\na;1;2;1,250,000\n",
            "line 2: cost must be a number greater than 0, got '1,250,000'; write 1250000, without separators",
        ),
        (
            "arm;clicks;views;cost\na;1;2;1 250\n",
            "line 2: cost must be a number greater than 0, got '1 250'; write 1250, without separators",
        ),
        ("id,clicks,views\na,1,2\na,1,2\n", "line 3: arm 'a' is already in line 2; add its counts up"),
        (
            "page,clicks,views\na,1,9\nb,2,9\nTotal,3,18\n",
            "arm 'Total' has as many trials as all others together; leave",
        ),
        ("page,clicks,views\na,1,9\nb,2,9\nSum,4,20\n", "arm 'Sum' has as many trials as all others together; leave"),
        ("\n\narm,hits,trials\na,1,2\n", "line 3: expected the columns successes and trials"),
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
        fit_prior(file)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("arm,successes,trials\nblå,3,100\nred,5,80\n", "utf-8"),
        ("Arm;Clicks;Views\r\nblå;3;100\r\nred;5;80\r\n", "utf-8-sig"),
        ("headline\tconversions\timpressions\tcost\nblå\t3\t100\t1,5\nred\t5\t80\t2\n", "utf-16"),
        ('"item"|"shows"|"clicks"\n"blå"|"100"|"3"\n"red"|"80"|"5"\n', "utf-8"),
    ],
)
def test_histories_of_all_dialects_are_read(tmp_path, text, encoding):
    """Semicolons, tabs and bars, usual names of columns, and what spreadsheets write."""
    file = tmp_path / "past.csv"
    file.write_bytes(text.encode(encoding))
    assert read_arms(file) == [("blå", 3.0, 100.0), ("red", 5.0, 80.0)]


def test_a_name_goes_before_a_number_and_total_may_be_a_name(tmp_path):
    """The column of names, if there is one besides the ids; "Total" whose counts are no sums is an arm."""
    file = tmp_path / "past.csv"
    file.write_text("id,item,clicks,views,price\n1,a,1,9,3\n2,Total,2,9,4\n3,b,2,9,5\n")
    assert [row.name for row in read_rows(file, amounts=True)] == ["a", "Total", "b"]
    assert [row.cost for row in read_rows(file, amounts=True)] == [None] * 3  # a price is not what a pull costs


def test_amounts_have_a_decimal_comma_or_point(tmp_path):
    """Three decimals are read where they can be nothing else; counts of a data frame may be floats."""
    file = tmp_path / "past.csv"
    file.write_text("arm;clicks;views;reward\na;1.0;9;0,5\nb;2;9;12,75\nc;2;9;0,125\nd;2;9;1.125\ne;2;9;1234,567\n")
    assert [row.reward for row in read_rows(file, amounts=True)] == [0.5, 12.75, 0.125, 1.125, 1234.567]


def test_a_history_in_another_encoding_is_refused_with_its_line(tmp_path):
    """Guessing would spoil names; the message says what to do."""
    file = tmp_path / "past.csv"
    file.write_bytes("arm,clicks,views\nred,1,2\nblå,3,100\n".encode("latin-1"))
    with pytest.raises(ValueError, match=re.escape(f'{file}, line 3: expected text in UTF-8; save it as "CSV UTF-8"')):
        read_arms(file)
