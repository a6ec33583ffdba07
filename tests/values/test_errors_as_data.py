"""Errors as data: whoever tells an error elsewhere reads its field, value and what is allowed, not its sentence."""

from __future__ import annotations

import ast
import math
import pickle
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import begreedy as bg
from begreedy.bandit.records import SettingsDiffer, UnknownDecision
from begreedy.bandit.remote.requests import error_of
from begreedy.bandit.settings.inputs import parsed
from begreedy.bandit.settings.policy import resolve
from begreedy.bandit.settings.settings import RequestedSettings
from begreedy.explore.setting import fault_of as page_fault
from begreedy.logs.decision_log import log_of
from begreedy.service.faults import fault_of as service_fault
from begreedy.values.errors import BadInput, BadType, BadValue
from begreedy.values.value import Value, whole

SOURCE = Path(bg.__file__).parent
ASKED = {"name": "a", "seed": 0, "rewards": (0.0, 1.0), "costs": None, "history": None, "stream": None}


SETS = bg.Combinatorial(bg.TopM(4, size=2), prior=bg.Uniform())


@dataclass(frozen=True)
class EveryRound(Value):
    """An epoch per round."""

    base: Any = bg.Greedy()

    point = "end"
    remembers = False
    keeps = False

    def epoch_arms(self, epoch, horizon):
        return 2

    def epoch_rounds(self, epoch, horizon):
        return 1


def given(policy=bg.Greedy(), arms=5, horizon=9, **changes):
    return RequestedSettings(policy, arms, horizon, **{**ASKED, **changes})


def play(policy, problem):
    return bg.simulate(policy, problem, 20, runs=1)


# What is called, and the error: its kind, field, value, what is allowed, and its sentence.
ERRORS = {
    "nan": (
        lambda: bg.UCB(float("nan")),
        BadValue,
        ("UCB.c", "nan", "a finite number"),
        "UCB.c must be a finite number, got nan",
    ),
    "text": (lambda: bg.UCB("1"), BadType, ("UCB.c", "'1'", "a number"), "UCB.c must be a number, got '1' (str)"),
    "require": (lambda: bg.UCB(-1), BadValue, ("UCB.c", "-1.0", "at least 0"), "UCB.c must be at least 0, got -1.0"),
    "in a list": (
        lambda: bg.Finite(means=[0.5, 1.5]),
        BadValue,
        ("Finite.means", "1.5", "in [0, 1] for Bernoulli()"),
        "Finite.means[1] must be in [0, 1] for Bernoulli(), got 1.5",
    ),
    "in a table": (
        lambda: bg.Linear(2, actions=[[0.0, 1.0], [float("nan"), 0.0]]),
        BadValue,
        ("Linear.actions", "nan", "a finite number"),
        "Linear.actions[1, 0] must be a finite number, got nan",
    ),
    "another verb": (
        lambda: bg.Linear(3, actions=[[1.0, 0.0]]),
        BadValue,
        ("Linear.actions", "2", "have 3 columns, as many as dimension"),
        "Linear.actions must have 3 columns, as many as dimension, got 2",
    ),
    "a prior": (
        lambda: bg.Infinite(bg.Uniform(0, 2)),
        BadValue,
        ("Infinite.prior", "Uniform(high=2.0)", "draw means in [0, 1] for Bernoulli()"),
        "Infinite.prior must draw means in [0, 1] for Bernoulli(), but Uniform(high=2.0) draws them in [0, 2]",
    ),
    "argument": (lambda: whole(0, "horizon", low=1), BadValue, ("horizon", "0", "at least 1"), None),
    "missing": (
        lambda: play(bg.Subsample(bg.Greedy()), bg.Finite(means=[0.5, 0.4])),
        BadValue,
        ("Subsample.k", "None", None),
        None,
    ),
    "too many": (
        lambda: play(bg.Subsample(bg.Greedy(), k=9), bg.ManyArmed(5, 1)),
        BadValue,
        ("Subsample.k", "9", "at most the 5 arms of the pool"),
        "Subsample.k must be at most the 5 arms of the pool, got 9",
    ),
    "a pool too large to find its best arm": (
        lambda: play(bg.Subsample(bg.Greedy(), k=2), bg.Infinite(bg.Uniform(), pool=3 * 10**9)),
        BadValue,
        ("Infinite.pool", "3000000000", None),
        None,
    ),
    "too many arms over time": (
        lambda: bg.simulate(bg.AnytimeGreedy(), bg.Infinite(bg.Uniform()), 10**12, runs=1),
        BadValue,
        ("horizon", "1000000000000", None),
        None,
    ),
    "too many epochs": (
        lambda: bg.simulate(EveryRound(), bg.Infinite(bg.Uniform()), 1000, runs=1),
        BadValue,
        ("horizon", "1000", "one that EveryRound plays in at most 128 epochs"),
        None,
    ),
    "what an arm paid": (
        lambda: bg.SetAgent(bg.Greedy(), SETS, 9).learn({2: 1.5}),
        BadValue,
        ("paid", "1.5", "in [0, 1]"),
        "paid[2] must be in [0, 1], got 1.5",
    ),
    "sets that a policy cannot play": (
        lambda: play(bg.AESCB(), bg.Combinatorial(bg.Matchings(2, 2), prior=bg.Uniform())),
        BadValue,
        (
            "Combinatorial.actions",
            "Matchings(rows=2, columns=2)",
            "paths without cycles, TopM(...), Partition(...) or SpanningTrees(...) for AESCB",
        ),
        None,
    ),
    "a range that is too small for a log": (
        lambda: bg.replay((["a", "b"], [1, 0]), bg.Greedy(), rewards=(0, 0.5)),
        BadValue,
        ("rewards", "(0, 0.5)", "include all rewards of the log, which are from 0 to 1"),
        "rewards must include all rewards of the log, which are from 0 to 1, got 0 0.5",
    ),
    "a column that is too short": (
        lambda: log_of(["a", "b"], [1.0, 0.0], [0.5]),
        BadValue,
        ("propensities", "1", "as many as arms, 2"),
        None,
    ),
    "a level of quantiles": (
        lambda: play(bg.Greedy(), bg.Finite(means=[0.5])).quantile(2),
        BadValue,
        ("q", "2", "in [0, 1]"),
        "q must be in [0, 1], got 2",
    ),
    "checkpoints": (
        lambda: bg.simulate(bg.Greedy(), bg.Finite(means=[0.5]), 5, checkpoints="dense"),
        BadValue,
        ("checkpoints", "'dense'", 'a number, "log" or a list of rounds'),
        """checkpoints must be a number, "log" or a list of rounds, got 'dense'""",
    ),
    "a bandit's name": (
        lambda: given(name=3),
        BadType,
        ("name", "3", "a text"),
        "name must be a text, got 3",
    ),
    "arms twice": (
        lambda: given(arms=["x", "x"]),
        BadValue,
        ("arms", "'x'", "have different names"),
        "arms must have different names, got 'x' twice",
    ),
    "more arms than may be played": (
        lambda: resolve(given(arms=50, max_playing=9), None),
        BadValue,
        ("arms", "50", "at most 9 to play all of them"),
        "arms must be at most 9 to play all of them, got 50; Subsample(policy, k) plays k of a larger catalogue",
    ),
    "past counts": (
        lambda: given(history=[[9, 1]]),
        BadValue,
        ("history", "9.0", "successes: at most the 1 trials"),
        "history[0]: successes must be at most the 1 trials, got 9",
    ),
    "a decision": (
        lambda: parsed("nonsense"),
        UnknownDecision,
        ("decision_id", "'nonsense'", ""),
        "this bandit has made no decision with the id 'nonsense'",
    ),
    "other settings": (
        lambda: resolve(given(), None).agree(given(horizon=8)),
        SettingsDiffer,
        ("horizon", "8", "9"),
        "horizon differs: the bandit 'a' was made with 9, got 8; Bandit.open(store, name) takes it as it is",
    ),
}


def raised(case):
    with pytest.raises(BadInput) as caught:
        ERRORS[case][0]()
    return caught.value


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_says_field_value_and_what_is_allowed(case):
    """As attributes, beside the sentence; they travel to another process with it."""
    _, kind, (field, value, allowed), message = ERRORS[case]
    for error in (raised(case), pickle.loads(pickle.dumps(raised(case)))):
        assert type(error) is kind
        assert (error.field, repr(error.value)) == (field, value)
        assert allowed is None or error.allowed == allowed
        assert message is None or str(error) == message


@pytest.mark.parametrize("case", ERRORS)
def test_the_service_tells_and_the_client_raises_the_same(case):
    """The answer has the attributes, whatever the sentence says; the client makes the same error of them."""
    error = raised(case)
    error.args, error.place = ("another sentence",), ()
    told = service_fault(error).body["error"]
    assert (told["field"], told["message"]) == (error.field, "another sentence")
    assert told.get("allowed", "") == error.allowed
    again = error_of(400, told)
    assert type(again) is type(error)
    assert (str(again), again.field, again.allowed) == ("another sentence", error.field, error.allowed)
    assert again.value in (None, error.value, repr(error.value), str(error.value))


@pytest.mark.parametrize("case", ERRORS)
def test_the_page_shows_an_error_at_its_field(case):
    """The page is told the attribute, not what the sentence begins with."""
    error = raised(case)
    error.args, error.place = ("Nobody.knows must be read",), ()
    fault = page_fault("policies.0", error)
    assert fault[:3] == ("policies.0", error.field, "Nobody.knows must be read")
    assert (fault.value, fault.allowed) in ((repr(error.value), error.allowed), (error.value, error.allowed))
    assert page_fault("policies.0", ValueError("UCB.c must be read")).field == ""


def test_a_policy_that_does_not_fit_its_problem():
    """The field is the problem; the value told is short."""
    with pytest.raises(BadType) as caught:
        play(bg.Zooming(1, 2), bg.Finite(means=[0.5] * 1000))
    told = service_fault(caught.value).body["error"]
    assert (told["field"], told["allowed"]) == ("problem", "a Continuous problem")
    assert len(told["value"]) < 200
    assert len(told["message"]) < 200


@pytest.mark.parametrize("method", ["index", "sample"])
def test_a_fault_in_play_names_the_method(method):
    """An index that is no number is an error as data, too."""

    @dataclass(frozen=True)
    class Nowhere:
        initial_pulls = 1

        def index(self, total, pulls):
            return math.nan

    if method == "sample":

        @dataclass(frozen=True)
        class Nowhere:
            def sample(self, total, pulls, rng):
                return math.nan

    with pytest.raises(BadValue, match="is not a number") as caught:
        bg.Agent(Nowhere(), 2, 10).choose() if method == "sample" else broken(bg.Agent(Nowhere(), 2, 10))
    assert (caught.value.field, caught.value.allowed) == (f"policy.{method}", "a number")
    assert caught.value.value is None  # compiled code does not tell it


def broken(agent):
    for _ in range(3):
        agent.learn(agent.choose(), 1.0)


# ---------------------------------------------------------------- the rule


def raises(tree: ast.Module) -> list[ast.Call]:
    """The calls of exceptions' classes, wherever they are made."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [call for call in calls if call.func.id in ("ValueError", "TypeError", "BadValue", "BadType")]


def test_every_error_about_a_value_is_data():
    """The rule: ValueError and TypeError are never raised as such.

    What a user gave is refused by a BadValue or BadType with its field and what is allowed; what only we can have done
    wrong is an assertion.
    """
    wrong, checked = [], 0
    for path in sorted(SOURCE.rglob("*.py")):
        for call in raises(ast.parse(path.read_text(encoding="utf-8"))):
            checked += 1
            told = {keyword.arg for keyword in call.keywords}
            if call.func.id in ("ValueError", "TypeError") or not {"field", "allowed"} <= told:
                wrong.append(f"{path.relative_to(SOURCE)}:{call.lineno}")
    assert checked > 50
    assert wrong == []


def field_in(call: ast.Call) -> ast.expr | None:
    """What a call names as the field of an error, or of a number that is checked."""
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "field"), None)
    match call.func:
        case ast.Attribute(value=ast.Name(id="BadValue" | "BadType"), attr="of"):
            return call.args[0]
        case ast.Name(id="finite" | "whole") if len(call.args) > 1:
            return call.args[1]
    return named


def test_every_field_is_a_name():
    """The rule: what is said about a field stands in what is allowed, or in the hint; never in its name."""
    name = re.compile(r"[\w.\[\]'-]*")
    prose = []
    for path in sorted(SOURCE.rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        for field in filter(None, map(field_in, calls)):
            parts = [field] if isinstance(field, ast.Constant) else getattr(field, "values", [])
            if any(isinstance(part, ast.Constant) and not name.fullmatch(part.value) for part in parts):
                prose.append(f"{path.relative_to(SOURCE)}:{field.lineno}")
    assert prose == []


def test_no_error_is_made_of_the_words_of_another():
    """Neither by its class nor by searching its sentence."""
    edited = re.compile(r"raise type\(|re\.(?:search|match|sub|fullmatch)\([^)]*str\((?:error|fault|exception)\)")
    assert [str(path) for path in SOURCE.rglob("*.py") if edited.search(path.read_text(encoding="utf-8"))] == []
