"""The guide to adding a model: its example is a model like ours everywhere once its card is in the list."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import begreedy as bg
from begreedy.advice.models import CARDS
from begreedy.cli.main import app
from begreedy.explore.curves import Curves
from begreedy.explore.heatmap import StreamedMap, read_map
from begreedy.explore.limits import Limits
from begreedy.explore.schema import schema, suited
from begreedy.explore.setting import read_setting
from begreedy.run.scheduler import SharedScheduler
from support.refusals import assert_refused

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "ring.py"


@pytest.fixture(scope="module")
def ring():
    """The example as a module, its card registered for the duration of these tests."""
    spec = importlib.util.spec_from_file_location("ring", EXAMPLE)
    module = sys.modules["ring"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    CARDS.append(module.CARD)
    yield module
    CARDS.remove(module.CARD)
    del sys.modules["ring"]


def naive_greedy(means, radius, horizon, rng):
    """Regret of Greedy on a ring, from the definition: every arm first pulled once unless it was seen, ties uniform."""
    arms = len(means)
    total, pulls, regret = np.zeros(arms), np.zeros(arms), 0.0
    for _ in range(horizon):
        unseen = np.flatnonzero(pulls == 0)
        if len(unseen):
            arm = unseen[0]
        else:
            index = total / pulls
            arm = rng.choice(np.flatnonzero(index == index.max()))
        for step in range(-radius, radius + 1):
            seen = (arm + step) % arms
            total[seen] += rng.random() < means[seen]
            pulls[seen] += 1
        regret += means.max() - means[arm]
    return regret


def test_the_code_is_short():
    """Problem, game and card together have at most 150 lines."""
    assert len(EXAMPLE.read_text().splitlines()) <= 150


@pytest.mark.every_time("2")
@pytest.mark.parametrize("radius", [0, 2])
def test_the_game_has_the_law_of_its_definition(ring, radius):
    """The mean regret agrees with a naive simulation within four standard errors."""
    horizon, runs = 60, 3000
    result = bg.simulate(bg.Greedy(), ring.Ring(bg.Uniform(), arms=9, radius=radius), horizon, runs=runs, seed=1)
    rng = np.random.default_rng(1)
    naive = np.array([naive_greedy(rng.random(9), radius, horizon, rng) for _ in range(runs)])
    error = np.hypot(result.stderr[-1], naive.std(ddof=1) / np.sqrt(runs))
    assert abs(result.mean[-1] - naive.mean()) < 4 * error


@pytest.mark.long
def test_without_neighbours_it_is_the_finite_model(ring):
    """With radius 0 the regret has the mean of the finite model's; neighbours help."""
    results = [
        bg.simulate(bg.ThompsonBeta(), problem, 200, runs=2000, seed=2)
        for problem in (
            bg.Finite(prior=bg.Uniform(), arms=11),
            ring.Ring(bg.Uniform(), 11, radius=0),
            ring.Ring(bg.Uniform(), 11, radius=3),
        )
    ]
    finite, alone, helped = results
    assert abs(finite.mean[-1] - alone.mean[-1]) < 4 * np.hypot(finite.stderr[-1], alone.stderr[-1])
    assert helped.mean[-1] < 0.7 * alone.mean[-1]


@pytest.mark.long
def test_it_is_compared_and_traced(ring):
    """As any other problem; a trace has the regret of its run."""
    problem = ring.Ring(bg.Beta(1, 3), arms=20, radius=1)
    comparison = bg.compare([bg.Greedy(), bg.UCB()], problem, horizon=100, runs=20, seed=0)
    assert comparison.best.name == "Greedy"
    trace = bg.trace(bg.Greedy(), problem, horizon=100, seed=0, run=3)
    assert trace.regret[-1] == comparison.results[0].final[3]


@pytest.mark.long
def test_it_gets_advice(ring):
    """By its name, with what is assumed, and as a problem."""
    advice = bg.advise("ring", 300, arms=12, effort=0.2)
    assert advice.model == "ring"
    assert "neighbours seen on each side: 1" in advice.assumed
    assert bg.advise(ring.Ring(bg.Uniform(), 12), 300, effort=0.2).options[0].name


def test_it_is_on_the_page_and_its_map(ring):
    """Its form comes from the card; its curves and the cells of its map are the numbers of ``compare``."""
    (model,) = [model for model in schema()["models"] if model["model"] == "ring"]
    assert model["title"] == "Arms on a ring"
    fields = schema()["values"]["Ring"]["fields"]
    assert [field["name"] for field in fields] == ["prior", "arms", "radius", "law"]
    problem, policies = "Ring(prior=Uniform(), arms=5)", ["Greedy()", model["map"]["policy"]]
    setting = {"problem": problem, "policies": policies, "horizon": 40, "runs": 5, "seed": 3}
    asked = {"problem": problem, "policy": policies[1], "sizes": [5, 9], "horizons": [40], "runs": 5, "seed": 3}
    compared = [
        bg.compare([bg.Greedy(), bg.UCB()], ring.Ring(bg.Uniform(), arms), horizon=40, runs=5, seed=3)
        for arms in (5, 9)
    ]
    scheduler = SharedScheduler(1)
    try:
        curves = collected(Curves(read_setting(setting), scheduler, Limits()))
        cells = collected(StreamedMap(read_map(asked), scheduler, Limits()))
    finally:
        scheduler.close()
    assert [row["mean"] for row in curves[-1]["rows"]] == pytest.approx([r.mean[-1] for r in compared[0].results])
    played = {message["size"]: message for message in cells if message["type"] == "cell"}
    assert [played[arms]["greedy"][0] for arms in (5, 9)] == pytest.approx([c.results[0].mean[-1] for c in compared])


def test_a_model_may_refuse_a_policy_by_any_error(ring, monkeypatch):
    """The page then offers the others: the rule for errors binds only our own code."""
    plan = ring.Ring.plan

    def choosy(problem, policy, horizon, options):
        if isinstance(policy, bg.UCB):
            raise ValueError("UCB is not for rings")
        return plan(problem, policy, horizon, options)

    before = {policy["name"] for policy in suited(ring.CARD)}
    monkeypatch.setattr(ring.Ring, "plan", choosy)
    assert {policy["name"] for policy in suited(ring.CARD)} == before - {"UCB"}


def collected(streamed):
    """All messages of a stream."""

    async def collect():
        return [message async for message in streamed.messages()]

    return asyncio.run(collect())


@pytest.mark.long
def test_it_is_on_the_command_line(ring, tmp_path):
    """By the name of its model, and as a problem of a module."""
    run = CliRunner().invoke
    done = run(app, ["advise", "ring", "--horizon", "200", "--arms", "8", "--effort", "0.1", "--json", "-"])
    assert done.exit_code == 0, done.output
    assert "neighbours seen on each side: 1" in done.output
    assert "ring" in run(app, ["advise", "--help"]).output
    policies = ["--policy", "Greedy()", "--policy", "UCB()"]
    compare = ["compare", "--problem", "ring:Ring(prior=Uniform(), arms=9)", *policies, "--horizon", "40"]
    done = run(app, [*compare, "--runs", "5", "--out", str(tmp_path), "--json", "-", "--quiet"])
    assert done.exit_code == 0, done.output
    result = bg.simulate(bg.Greedy(), ring.Ring(bg.Uniform(), 9), 40, runs=5, seed=0)
    assert {row["policy"]: row for row in json.loads(done.stdout)}["Greedy"]["mean"] == pytest.approx(result.mean[-1])


def test_bad_input_is_named(ring):
    """Checked like any value of ours."""
    assert_refused(lambda: ring.Ring(bg.Uniform(), arms=4, radius=2), "Ring.radius", "less than half", "got 2")
    problem = ring.Ring(bg.Uniform(), 5)
    assert_refused(lambda: bg.simulate(bg.LinUCB(), problem, 10), "as of a Linear problem, got Ring(")
    assert_refused(lambda: bg.simulate(bg.BTS(), problem, 10), "BTS() needs pulls that cost")
    assert_refused(lambda: bg.simulate(bg.MeDZO(), problem, 10), "MeDZO() needs a pool of arms")
