"""No text that names a policy and a problem crashes, hangs or exhausts the program."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections import Counter

import pytest

from begreedy.advice.advise import advise
from begreedy.advice.bounds import bound_rows
from begreedy.cli.main import main
from begreedy.engine.simulation import prepare
from begreedy.experiments.toml_file import experiment_from
from begreedy.explore.setting import Refused, read_setting
from begreedy.listing import recipes
from begreedy.run.jobs import Job
from begreedy.service.logs import hidden
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadInput
from begreedy.values.names import public_names
from begreedy.values.spec import parse
from hardening.spec_attack import FINE, PLAYED, attempt, case, played, warm_up


def test_texts_are_refused_or_prepared():
    """In this process, without playing: every case is answered, and both answers are given often."""
    outcomes = Counter(attempt(*case(0, number), play=False) for number in range(1500))
    assert set(outcomes) <= FINE
    assert min(outcomes["refused"], outcomes["prepared"]) > 50


@pytest.mark.parametrize(
    ("policy", "problem", "horizon"),
    [
        ("CBT()", "Budgeted(budget=1.5, prior=Beta(a=5e-324, b=3.0), arms=1000)", 2**40),
        ("CBT()", "Infinite(prior=Beta(a=5e-324, b=3.0))", 100),
    ],
)
def test_texts_that_crashed_once(policy, problem, horizon):
    """They are refused now, as data."""
    with pytest.raises(BadInput):
        prepare(parse(policy), parse(problem), horizon, 0, 20)


@pytest.mark.parametrize(
    "problem",
    [
        "Combinatorial(TopM(200000000, 3), prior=Uniform())",
        "Combinatorial(TopM(1000000000000, 3), prior=Uniform())",
        "Combinatorial(TopM(20000, 3), prior=Uniform(), law=Gaussian(1.0), correlation=0.5)",
        "Combinatorial(Matchings(100000, 100000), prior=Uniform())",
        "Combinatorial(Sets([[0, 500000000]]), prior=Uniform())",
        "Combinatorial(Paths(grid_edges(30000, 30000), 0, 5), prior=Uniform())",
        "Combinatorial(SpanningTrees(complete_edges(1000000000)), prior=Uniform())",
    ],
)
def test_texts_that_hung_or_took_all_memory_once(problem):
    """They are refused at once, and say what is allowed."""
    with pytest.raises(BadInput, match="at most"):
        parse(problem)


@pytest.mark.parametrize(
    "policy",
    [
        "BayesUCB(a=1e300)",
        "IRS(b=1e300)",
        "TSUCB(samples=1e9)",
        "IRS(ahead=9223372036854775807)",
        "Zooming(1.0, 1.0, grid=1e9)",
    ],
)
def test_policies_whose_rounds_never_ended_once(policy):
    """They are refused at once, and say what is allowed."""
    with pytest.raises(BadInput, match=r"at most|between [12] and"):
        parse(policy)


@pytest.mark.parametrize(
    ("policy", "problem", "outcomes"),
    [
        ("UCB(c=1e300)", "Combinatorial(Matchings(2, 2), prior=Uniform())", PLAYED),
        ("UCBV(c=1e300)", "Combinatorial(Matchings(3, 2), prior=Uniform())", PLAYED),
        ("Discounted(Greedy(), 20.0)", "ManyArmed(n=1e9, best=3)", {"refused", "prepared"}),
        ("UniformRandom()", "Drifting(Uniform(), arms=5, rate=0.1, law=GaussianByArm([0.1, 0.9]))", {"refused"}),
        ("UniformRandom()", "Linear(2, actions=[[1, 0], [0, 1]], law=GaussianByArm([1.0]))", {"refused"}),
    ],
)
@pytest.mark.timeout(120)
def test_odd_fields_that_hung_or_crashed_once(policy, problem, outcomes):
    """Prices of a matching were no numbers, and a law had fewer numbers than there are arms: compiled code read on."""
    assert attempt(policy, problem, 30, 1, play=True) in outcomes


@pytest.mark.parametrize(
    ("policy", "problem"),
    [
        ("Subsample(MOSS(), k=2)", "Finite(prior=Uniform(), arms={})"),
        ("Subsample(MOSS(), k=2)", "Infinite(prior=Uniform(), pool={})"),
        ("UCBAIR(beta=1.0)", "Infinite(prior=Uniform(), pool={})"),
        ("Doubling(Subsample(MOSS(), beta=1.0))", "Infinite(prior=Uniform(), pool={})"),
    ],
)
def test_the_best_of_too_many_arms_is_not_looked_for(policy, problem):
    """In a pool of 1e15 arms that took weeks before the first round."""
    with pytest.raises(BadInput, match="at most 2000000000, for the best of all is looked for in every run"):
        prepare(parse(policy), parse(problem.format(10**15)), 30, 0, 20)


@pytest.mark.parametrize(
    ("horizon", "facts", "words"),
    [
        (1e308, {}, "at most 1e"),
        (1e5, {"smoothness": 1e300, "alpha": 1e-9}, "such that the numbers in its bounds are below 1.8e308, got"),
    ],
)
def test_bounds_beyond_the_largest_float_are_refused(horizon, facts, words):
    with pytest.raises(BadInput, match=f"horizon must be .*{words}"):
        bound_rows("continuous", horizon, facts)


@pytest.mark.parametrize("views", ["1e308", "1e-9"])
def test_days_without_a_round_or_with_too_many_are_refused(views, monkeypatch, capsys):
    words = f"begreedy advise finite --arms 5 --views-per-day {views} --days 3"
    monkeypatch.setattr("sys.argv", words.split())
    with pytest.raises(SystemExit):
        main()
    assert "views-per-day must make at least one round together with days" in capsys.readouterr().err


@pytest.mark.parametrize("policy", ["Subsample(Greedy(), c1=5e-324)", "AnytimeGreedy(c1=5e-324)"])
def test_a_theorem_that_wants_infinitely_many_arms_has_the_horizon(policy):
    assert prepare(parse(policy), parse("Infinite(prior=Uniform())"), 30, 0, 20).plan.arms == 30


def parts_of_policies():
    """Classes that a text could name but that are no public names: most are what a policy becomes when it is fitted."""
    modules = [module for name, module in sys.modules.items() if name.startswith("begreedy.policies.")]
    classes = [value for module in modules for value in vars(module).values() if dataclasses.is_dataclass(value)]
    return {cls.__name__: cls for cls in classes if cls.__name__ not in public_names() and cls.__name__[0] != "_"}


def test_a_text_from_the_network_names_no_part_that_compiled_code_goes_by():
    """``RoundedSum(..., route=(99999999,), ...)`` once wrote wherever it liked; recipes can be read as they are."""
    parts = parts_of_policies()
    assert {"RoundedSum", "Restarts", "GaussianSharedSample"} <= set(parts)
    for name, cls in parts.items():
        if dataclasses.fields(cls):
            with pytest.raises(BadInput, match=f"no policy '{name}'"):
                parse(f"{name}()", kind="policy", modules=False)
    for recipe in recipes("policies"):
        if all(p.default is not p.empty for p in inspect.signature(recipe).parameters.values()):
            assert parse(canonical(recipe()), modules=False) == recipe()


@pytest.mark.parametrize("digits", [400, 6000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_numbers_of_hundreds_of_digits_are_refused(sign, digits):
    """In hexadecimal digits Python reads any number, and then cannot write it into a message."""
    number = f"{sign}0x{'f' * digits}"
    for text in (f"UCB(c={number})", f"Combinatorial(Paths([[0, {number}]], 0, 1), prior=Uniform())"):
        with pytest.raises(BadInput, match="it has hundreds of digits"):
            parse(text, modules=False)
        body = {"problem": text, "policies": [text], "horizon": 10, "runs": 1}
        with pytest.raises(Refused):
            read_setting(body)


LONG = {
    "a name": "a" * 300_000,
    "a path": "a." * 300_000,
    "many names": "Finite(means=[" + "x," * 20_000 + "])",
    "calls": "Greedy" + "()" * 20_000,
    "signs": "-" * 300_000 + "1",
    "quotes": "Greedy(" + "'" * 100_001,
    "words": "a " * 100_000 + ":",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.timeout(60)
def test_long_texts_are_refused_soon_and_in_few_words(text):
    """A name of 20 000 letters once took minutes: what it costs grows with the length, not with its square."""
    with pytest.raises(BadInput) as caught:
        parse(text, modules=False)
    assert len(str(caught.value)) < 1500


@pytest.mark.timeout(60)
def test_long_texts_elsewhere():
    """Claims of an experiment, and paths in the log of the service."""
    table = {"problem": "Finite(means=[0.9, 0.1])", "policies": ["Greedy"], "horizon": 10}
    with pytest.raises(BadInput, match="claims must read like"):
        experiment_from({**table, "claims": [" " * 100_000]}, "it")
    assert hidden("a" * 300_000) == "a" * 300_000
    assert hidden("see postgresql://me:secret@host/db") == "see postgresql://***@host/db"


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda: prepare(parse("Greedy"), parse("Finite(means=[0.9, 0.1])"), 2**40, 0, 10**9),
            "checkpoints must be at most",
        ),
        (
            lambda: prepare(parse("Greedy"), parse("Budgeted(9.0, prior=Uniform(), arms=3)"), None, 0, 10**9),
            "checkpoints",
        ),
        (lambda: advise("finite", horizon=1000, arms=10**14, effort=0.1), "GB to play, but"),
    ],
    ids=["checkpoints", "budgets", "advice"],
)
def test_what_would_take_all_memory_is_refused_before(ask, words):
    """With what is allowed, or what there is and would fit."""
    with pytest.raises(BadInput, match=words):
        ask()


@pytest.mark.parametrize("file", ["/etc/passwd", "/dev/zero", "roads.csv"])
@pytest.mark.parametrize("text", ["SpanningTrees({!r})", "Paths({!r}, 0, 1)", "Paths(edges={!r}, source=0, target=1)"])
def test_a_text_from_the_network_opens_no_file(text, file):
    """Neither does it show what is in one."""
    with pytest.raises(BadInput, match="must not be a file here"):
        parse(f"Combinatorial({text.format(file)}, prior=Uniform())", modules=False)
    with pytest.raises(Refused, match="must not be a file here"):
        read_setting({"problem": f"Combinatorial({text.format(file)}, prior=Uniform())", "policies": ["Greedy()"]})


def test_some_texts_are_played():
    """Plainly where nothing is compiled; compiled where a kernel is there."""
    outcomes = Counter(attempt(*case(1, number), play=True) for number in range(500))
    assert set(outcomes) <= FINE
    assert sum(outcomes[outcome] for outcome in PLAYED) > 5
    warm_up()
    assert played(Job(parse("Greedy()"), parse("Finite(means=[0.5, 0.1])"), 30, 2, 0, 20)) == "played"
