"""The explore page's server: same numbers as ``bg.compare``, clear refusals, nobody waits for anybody."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import sys
import threading
import time

import numpy as np
import pytest

import begreedy as bg
from begreedy.explore import work
from begreedy.explore.advice import PageAdvisers
from begreedy.explore.curves import Curves
from begreedy.explore.limits import Limits
from begreedy.explore.setting import Refused, read_setting
from begreedy.explore.work import PolicyRuns, Running
from begreedy.run.scheduler import SharedScheduler
from begreedy.values.spec import parse
from support.commands import begreedy
from support.explore_server import served

# A greedy policy on each model, small enough for a test.
MODELS = {
    "finite": ("Finite(prior=Uniform(), arms=50)", "Greedy()", 500),
    "continuous": ("Continuous(f=f2)", "Discretize(Greedy(), k=40)", 400),
    "infinite": ("Infinite(prior=Beta(1, 2))", "Subsample(Greedy(), k=40)", 400),
    "many-armed": ("ManyArmed(n=100, best=5)", "Greedy()", 400),
    "linear": ("Linear(dimension=4)", "Greedy()", 200),
    "cascading": ("Cascading(prior=Uniform(), items=12, slots=3)", "Greedy()", 300),
    "mortal": ("Mortal(prior=Beta(1, 3), arms=20, lifetime=100)", "Greedy()", 500),
    "budgeted": ("Budgeted(budget=50, prior=Uniform(0.1, 1), arms=20)", "Greedy()", None),
}
SMALL = {"problem": "Finite(prior=Uniform(), arms=50)", "policies": ["Greedy()"], "horizon": 500, "runs": 20, "seed": 0}
LONG = {**SMALL, "horizon": 100_000, "runs": 50_000}  # some 20 s of one core


@pytest.fixture(scope="module")
def page():
    with served() as running:
        yield running


def last_curves(messages):
    return {m["policy"]: m for m in messages if m["type"] == "curve"}


# ---------------------------------------------------------------- numbers


@pytest.mark.every_time("finite", "infinite", "many-armed", "cascading", "budgeted")
@pytest.mark.parametrize("model", MODELS)
def test_every_model_gives_the_numbers_of_compare(page, model):
    problem, policy, horizon = MODELS[model]
    setting = {"problem": problem, "policies": [policy], "runs": 30, "seed": 3}
    messages = page.messages("run", **setting, **({} if horizon is None else {"horizon": horizon}))
    assert messages[0]["type"] == "start"
    assert messages[-1]["type"] == "done", messages[-1]
    expected = bg.simulate(parse(policy), parse(problem), horizon, runs=30, seed=3)
    curve = last_curves(messages)[0]
    assert messages[0]["times"] == expected.times.tolist()
    assert curve["mean"] == expected.mean.tolist()
    assert curve["stderr"] == expected.stderr.tolist()
    assert curve["q10"] == expected.quantile(0.1).tolist()
    assert curve["q90"] == expected.quantile(0.9).tolist()
    reward = (expected.reference[:, None] * expected.times - expected.regret).mean(axis=0)
    assert curve["reward"] == pytest.approx(reward.tolist(), rel=1e-12)
    row = messages[-1]["rows"][0]
    for name in ("mean", "stderr", "median", "q90"):
        assert row[name] == expected.row()[name]
    assert row["locked"] is None if np.isnan(expected.locked) else row["locked"] == expected.locked


def test_policies_side_by_side_and_the_bound(page, monkeypatch):
    monkeypatch.setattr(work, "FIRST_BLOCK", 0.0)  # a block per run, on two threads
    monkeypatch.setattr(work, "BLOCK", 0.0)
    setting = {**SMALL, "policies": ["Greedy()", "UCB()", "UCB(c=0.1)"]}
    messages = page.messages("run", **setting)
    policies = [bg.Greedy(), bg.UCB(), bg.UCB(0.1)]
    expected = bg.compare(policies, parse(SMALL["problem"]), horizon=500, runs=20, seed=0)
    assert messages[0]["labels"] == expected.labels == ["Greedy", "UCB(c=1.0)", "UCB(c=0.1)"]
    found = last_curves(messages)
    assert [found[i]["mean"] for i in range(3)] == [result.mean.tolist() for result in expected]
    rows = messages[-1]["rows"]
    assert [row["best"] for row in rows] == [result is expected.best for result in expected]
    gap = expected.difference(expected[1], expected.best)
    assert (rows[1]["behind"], rows[1]["behind_stderr"]) == (gap.mean, gap.stderr)
    bound = next(m for m in messages if m["type"] == "bound")
    # Uniform means are a reservoir with beta = c1 = 1; Bernoulli rewards are 1/2-subgaussian.
    at_the_end = bg.theory.infinite(500, 1.0, 1.0, k=50, sigma=0.5)
    assert bound["values"][-1] == pytest.approx(at_the_end.value)
    assert bound["times"][-1] == 500
    assert [m["share"] for m in messages if m["type"] == "progress"] == sorted(
        m["share"] for m in messages if m["type"] == "progress"
    )


def test_runs_that_are_finished_are_those_that_are_told():
    [simulation] = read_setting(SMALL).simulations()
    entry = PolicyRuns("Greedy", 20, lambda: simulation)
    entry.prepare()
    everything = bg.simulate(bg.Greedy(), simulation.problem, 500, runs=20, seed=0)
    for first, stop in ((6, 9), (0, 4), (15, 20)):
        entry.keep(first, stop, simulation.columns_of(simulation.play(first, stop - first)), 0.1)
    numbers = [0, 1, 2, 3, 6, 7, 8, 15, 16, 17, 18, 19]
    assert entry.done == len(numbers)
    found = entry.result()
    assert found.regret.tolist() == everything.regret[numbers].tolist()
    assert found.reward.tolist() == everything.reward[numbers].tolist()


def test_code_and_command_give_the_same_numbers(page, tmp_path):
    asked = {
        "problem": "Finite(means=(0.9, 0.5, 0.1), law=BetaReward(concentration=3))",
        "policies": ["Greedy", "Subsample(Greedy, k=2, label='two')"],
        "horizon": 300,
        "runs": 25,
        "seed": 7,
    }
    messages = page.messages("run", **asked)
    means = [row["mean"] for row in messages[-1]["rows"]]
    names: dict = {}
    exec(messages[0]["python"], names)
    assert [float(result.mean[-1]) for result in names["comparison"]] == means
    words = shlex.split(messages[0]["command"])
    assert words[0] == "begreedy"
    rows = json.loads(begreedy(*words[1:], "--json", "-", "--out", tmp_path).stdout)
    assert [row["mean"] for row in rows] == means
    assert [row["policy"] for row in rows] == messages[0]["labels"] == ["Greedy", "two"]


def test_a_map_gives_the_numbers_of_compare(page):
    asked = {
        "problem": SMALL["problem"],
        "policy": "UCB()",
        "sizes": [5, 50],
        "horizons": [20, 200],
        "runs": 12,
        "seed": 1,
    }
    messages = page.messages("map", **asked)
    cells = {(m["size"], m["horizon"]): m for m in messages if m["type"] == "cell"}
    assert set(cells) == {(5, 20), (5, 200), (50, 20), (50, 200)}
    assert messages[-1] == {"type": "done", "limited": False, "cells": 4, "of": 4}
    cell = cells[50, 200]
    expected = bg.compare([bg.Greedy(), bg.UCB()], bg.Finite(prior=bg.Uniform(), arms=50), horizon=200, runs=12, seed=1)
    assert cell["greedy"] == pytest.approx([expected[0].mean[-1], expected[0].stderr[-1]], rel=1e-12)
    assert cell["other"][0] == pytest.approx(expected[1].mean[-1], rel=1e-12)
    gap = expected.difference(expected[0], expected[1])
    assert cell["difference"] == pytest.approx([gap.mean, gap.stderr], rel=1e-12)
    names: dict = {}
    exec(messages[0]["python"], names)
    assert [made.mean[-1] for made in names["comparisons"][-1]] == pytest.approx([cell["greedy"][0], cell["other"][0]])
    assert messages[0]["command"].splitlines()[-1].endswith("--horizon 200 --runs 12 --seed 1")
    opened = page.messages("run", **cell["setting"])
    assert opened[-1]["rows"][0]["mean"] == pytest.approx(cell["greedy"][0], rel=1e-12)


@pytest.mark.parametrize("model", [m for m in MODELS if m != "finite"])
def test_every_model_has_a_map(model):
    from begreedy.explore.heatmap import StreamedMap, read_map

    problem, policy, horizon = MODELS[model]
    columns = [2, 6] if model == "combinatorial" else [10, 40]
    asked = {"problem": problem, "policy": policy, "sizes": [4, 8], "horizons": columns, "runs": 3, "seed": 0}
    found = StreamedMap(read_map(asked | {"horizon": 30}), SharedScheduler(1), Limits()).cells
    assert all((cell.horizon is None) == (horizon is None) for cell in found)
    places = {(cell.size, cell.column) for cell in found}
    if model == "combinatorial":  # by the size of an action, which has at most all arms
        assert places == {(4, 2), (8, 2), (8, 6)}
        assert [(cell.problem.actions.size, cell.horizon) for cell in found] == [(2, 30), (2, 30), (6, 30)]
    else:
        assert places == {(4, 10), (4, 40), (8, 10), (8, 40)}


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("change", "part", "field", "words"),
    [
        ({"problem": "Finite(prior=Beta(0, 1), arms=5)"}, "problem", "Beta.a", "greater than 0, got 0.0"),
        ({"problem": "Finite(means=(0.5, 1.5))"}, "problem", "Finite.means", "in [0, 1] for Bernoulli(), got 1.5"),
        ({"problem": "Finite(means=(0.5, 1.5)"}, "problem", "text", "cannot read"),
        ({"problem": "Greedy()"}, "problem", "", "of one of the models finite, continuous"),
        ({"policies": []}, "policies", "", "1 to 20 policies, got 0"),
        ({"policies": ["Greedy()", "UCB(c=-1)"]}, "policies.1", "UCB.c", "at least 0, got -1.0"),
        ({"policies": ["Nonsense()"]}, "policies.0", "name", "no 'Nonsense'"),
        ({"policies": ["LinUCB()"]}, "policies.0", "problem", "needs actions that are vectors"),
        ({"horizon": 0}, "horizon", "", "at least 1, got 0"),
        ({"horizon": "soon"}, "horizon", "", "whole number, got 'soon'"),
        ({"runs": 1.5}, "runs", "", "whole number, got 1.5"),
        ({"seed": -1}, "seed", "", "at least 0, got -1"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(page, change, part, field, words):
    answer = page.post("run", **(SMALL | change))
    assert answer.status_code == 422
    [fault] = answer.json()["faults"]
    assert (fault["part"], fault["field"]) == (part, field)
    assert words in fault["message"]
    assert fault["allowed"]


def test_all_faults_are_told_at_once(page):
    answer = page.post("run", **(SMALL | {"problem": "Finite()", "policies": ["UCB(c=-1)"], "runs": 0, "seed": -1}))
    assert [fault["part"] for fault in answer.json()["faults"]] == ["problem", "policies.0", "runs", "seed"]


@pytest.mark.parametrize(
    "text",
    [
        "os:system('true')",
        "os.system('true')",
        "Subsample(os:getcwd(), k=2)",
        "explore_trap:Trap()",
        "__import__('os')",
    ],
)
def test_nothing_is_imported_for_a_request(page, text, tmp_path, monkeypatch):
    (tmp_path / "explore_trap.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    for change in ({"policies": [text]}, {"problem": text}):
        answer = page.post("run", **(SMALL | change))
        assert answer.status_code == 422
    assert "explore_trap" not in sys.modules
    if ":" in text:
        assert "only names of begreedy" in answer.json()["faults"][0]["message"]


def test_what_is_too_large_is_refused_with_what_would_fit():
    scheduler, limits = SharedScheduler(2), Limits(seconds=2.0, megabytes=20.0)

    def refusal(**change):
        with pytest.raises(Refused) as caught:
            Curves(read_setting(SMALL | change), scheduler, limits)
        assert caught.value.status == 413
        return str(caught.value)

    words = refusal(horizon=1_000_000, runs=2000, policies=["UCB()"])
    found = re.search(r"at most (\d+) runs or horizon (\d+) would fit", words)
    assert found, words
    for horizon, runs in ((1_000_000, int(found[1])), (int(found[2]), 2000)):
        setting = read_setting(SMALL | {"horizon": horizon, "runs": runs, "policies": ["UCB()"]})
        Curves(setting, scheduler, limits)
    words = refusal(runs=100_000, horizon=200)
    found = re.search(r"at most (\d+) runs would fit", words)
    assert found, words
    assert "of memory, more than the 20 MB" in words
    Curves(read_setting(SMALL | {"runs": int(found[1]), "horizon": 200}), scheduler, limits)
    drawn = {"policies": ["ThompsonBeta()"]}  # it looks at all arms, not only at those that rounds get to
    words = refusal(problem="Finite(prior=Uniform(), arms=1000000000)", **drawn)
    found = re.search(r"about (\d+) arms would fit", words)
    assert found, words
    fitting = {"problem": f"Finite(prior=Uniform(), arms={found[1]})", "runs": 1}
    Curves(read_setting(SMALL | fitting | drawn), scheduler, limits)
    assert "horizon" not in refusal(problem="Budgeted(1e6, prior=Uniform(0.1, 1), arms=20)", runs=1000)


def test_requests_of_another_kind_are_refused(page):
    client = page.client
    assert client.post("run", content="{}", headers={"Content-Type": "text/plain"}).status_code == 415
    assert client.post("run", content="{", headers={"Content-Type": "application/json"}).status_code == 400
    assert client.post("run", content=b"[" * 5_000_000, headers={"Content-Type": "application/json"}).status_code == 413
    assert client.post("run", json=[1]).status_code == 422
    assert client.get("schema", headers={"Host": "elsewhere.example"}).status_code == 400
    assert client.get("static/..%2Froutes.py").status_code == 404
    assert client.get("static/nothing.js").status_code == 404


# ---------------------------------------------------------------- stop, limits, several visitors


def wait_until(holds, seconds=10.0):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)


def test_leaving_the_stream_stops_the_simulation(page):
    scheduler = page.explorer.scheduler
    with page.client.stream("POST", "run", json=LONG) as answer:
        lines = answer.iter_lines()  # kept: a forgotten iterator closes the stream
        assert any(json.loads(line)["type"] == "curve" for line in lines)
        assert scheduler.works == 1
    wait_until(lambda: scheduler.works == 0)


def test_a_short_simulation_does_not_wait_for_a_long_one(page):
    stop, rounds = threading.Event(), []

    def visitor():
        with page.client.stream("POST", "run", json=LONG) as answer:
            for line in answer.iter_lines():
                rounds.append(json.loads(line)["type"])
                if stop.is_set():
                    return

    others = [threading.Thread(target=visitor) for _ in range(3)]
    for other in others:
        other.start()
    wait_until(lambda: page.explorer.scheduler.works == 3 and rounds.count("curve") >= 3)
    began = time.monotonic()
    messages = page.messages("run", **SMALL)
    took = time.monotonic() - began
    assert messages[-1]["type"] == "done"
    assert page.explorer.scheduler.works == 3  # they are still at it
    stop.set()
    for other in others:
        other.join(20)
    assert took < 30.0  # a busy machine takes its time; theirs is minutes


def test_the_limit_ends_a_simulation_and_says_so():
    scheduler, setting = SharedScheduler(2), read_setting(LONG)
    [simulation] = setting.simulations()
    running = Running(scheduler, [PolicyRuns("Greedy", setting.runs, lambda: simulation)], 0.3, lambda: None)
    scheduler.add(running)

    def over():
        running.watch()
        return running.finished

    wait_until(over)
    scheduler.close()
    assert running.limited
    assert running.error is None
    assert running.spent < 3.0
    [result] = running.results()
    assert 0 < result.runs < setting.runs
    again = bg.simulate(bg.Greedy(), setting.problem, 100_000, runs=1, seed=0)
    assert result.regret[0].tolist() == again.regret[0].tolist()


def test_a_kernel_that_is_being_compiled_is_told():
    [simulation] = read_setting(SMALL).simulations()
    ready = threading.Event()

    def slow():
        assert ready.wait(20)
        return simulation

    scheduler = SharedScheduler(1)
    running = Running(scheduler, [PolicyRuns("Greedy", 5, slow)], 60.0, lambda: None)
    scheduler.add(running)
    wait_until(lambda: running.progress()["compiling"] == ["Greedy"])
    ready.set()
    wait_until(lambda: running.finished)
    assert running.progress() == {"type": "progress", "share": 1.0, "compiling": []}
    scheduler.close()


@pytest.mark.long
def test_advice_that_nobody_waits_for_ends():
    advisers = PageAdvisers(effort=1000.0)
    setting = read_setting({**SMALL, "problem": "Finite(means=(0.5, 0.49))", "horizon": 100_000})

    async def ask_and_leave():
        asked = [asyncio.ensure_future(advisers.advise(setting)) for _ in range(2)]  # as many as there are threads
        await asyncio.sleep(0.5)
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(ask_and_leave())
    assert advisers._pool.submit(lambda: "free").result(timeout=300) == "free"  # not after days
    advisers.close()


@pytest.mark.long
def test_advice_is_that_of_the_library(page):
    asked = {**SMALL, "problem": "Finite(means=(0.9, 0.1))", "horizon": 2000}
    answer = page.post("advice", **asked).json()
    effort = page.explorer.advisers.effort
    expected = bg.advise(bg.Finite(means=(0.9, 0.1)), 2000, seed=0, effort=effort)
    assert (answer["sentence"], answer["greedy"]) == (expected.sentence, expected.greedy)
    assert [tuple(line) for line in answer["summary"]] == list(expected.summary)
    assert page.post("advice", **(asked | {"horizon": -1})).status_code == 422
