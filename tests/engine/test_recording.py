"""The bits of every policy on every problem are those that were recorded, whatever was rebuilt since."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path

import pytest

from begreedy.advice.models import card_of, names
from begreedy.engine import games
from begreedy.engine.plan import plan_for
from support.recording import HORIZON, PROBLEMS, cases, machine, policies

RECORDED = json.loads((Path(__file__).parent.parent / "stores" / "traces.json").read_text())

# One per game and kind of player; the others are among the long tests.
ALWAYS = {
    "Greedy on finite-bernoulli",
    "UCB on finite-bernoulli",
    "ThompsonBeta on finite-bernoulli",
    "AnytimeGreedy on infinite",
    "Discretize(Greedy, k=9, random) on continuous",
    "Zooming(1, 2) on continuous",
    "MeDZO on continuous",
    "Cascade(Greedy, 1) on cascading",
    "Greedy on mortal",
    "BudgetUCB on budgeted",
    "LinUCB on linear-offered",
    "Greedy on combinatorial",
    "Greedy on drifting",
    "Greedy on in-use",
}


# Those of which the trace is compiled, too, in every run; that of the others is plain Python, which has the same bits.
TRACES = {
    "Greedy on finite-bernoulli",
    "UCB on finite-bernoulli",
    "ThompsonBeta on finite-bernoulli",
    "MeDZO on continuous",
}

CASES = [
    pytest.param(name, record, marks=[] if name in ALWAYS else [pytest.mark.long], id=name) for name, record in cases()
]
COMPILED = [
    pytest.param(name, record, marks=[] if name in TRACES else [pytest.mark.long], id=name)
    for name, record in cases()
    if name in ALWAYS | {"MeDZO(empirical) on infinite"}
]


@pytest.mark.parametrize(("name", "record"), CASES)
def test_recorded_bits(name, record):
    """A trace and a simulation have the digests that were recorded, or fail as they did."""
    check_bits(name, record)


@pytest.mark.usefixtures("compiled_traces")
@pytest.mark.parametrize(("name", "record"), COMPILED)
def test_recorded_bits_of_compiled_traces(name, record):
    """The same of the usual cases, with traces in compiled code."""
    check_bits(name, record)


def check_bits(name, record):
    there = {key: RECORDED[key] for key in machine()}
    if there != machine():
        pytest.skip(f"recorded on {there}, which this machine is not: {machine()}")
    assert record() == RECORDED["cases"][name]


def test_every_game_is_among_the_usual_cases():
    """Every module of the engine that plans a game is what one of the cases that are always tested is played by."""
    played = set()
    for name in ALWAYS:
        policy, problem = name.split(" on ")
        horizon = HORIZON if card_of(PROBLEMS[problem]).timed else 10_000
        played.add(plan_for(policies()[policy], PROBLEMS[problem], horizon).game.func.__module__)
    modules = [module.name for module in pkgutil.iter_modules(games.__path__, f"{games.__name__}.")]
    assert played == {name for name in modules if hasattr(importlib.import_module(name), "plan")}


def test_every_model_is_recorded():
    assert {problem.model for problem in PROBLEMS.values()} == set(names())
    assert {name for name, _ in cases()} == set(RECORDED["cases"]) > ALWAYS
