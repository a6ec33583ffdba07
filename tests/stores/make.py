"""Write the stores that later versions of begreedy must open, and what this version says of them.

README.md says how it is called.  Needs PostgreSQL.
"""

from __future__ import annotations

import csv
import hashlib
import itertools
import json
import secrets
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

import begreedy as bg
from begreedy.online import Bandit
from support.online_play import Clock
from support.postgres import Server, binaries

START = 1_700_000_000.0  # seconds since 1970
SNAPSHOT_EVENTS = 40  # instead of thousands, so that a small store has snapshots
COLORS = ["red", "green", "blue", "white", "black, or nearly", "grün"]


def outcome(number: int, round: int) -> float:
    """A reward that looks random and is not."""
    return float(hashlib.sha256(f"{number} {round}".encode()).digest()[0] < 40 + 30 * (number % 6))


def play(bandit: Bandit, clock: Clock, rounds: int, first: int = 0, **options: float) -> list[list[int]]:
    """Decide and reward at once; returns the arms."""
    chosen = []
    for t in range(first, first + rounds):
        clock.now += 1.25
        decision = bandit.decide()
        bandit.reward(decision.id, outcome(decision.number, t), **options)
        chosen.append(list(decision.numbers))
    return chosen


# ---------------------------------------------------------------- the bandits


def greedy(store: str, clock: Clock, folder: Path) -> None:
    """Greedy on named arms with a history; arms come and go."""
    history = folder / "history.csv"
    history.write_text("arm,successes,trials\nred,3,10\nblue,8,10\n", encoding="utf-8")
    with Bandit("Greedy", COLORS, 1000, store, name="greedy", history=history, clock=clock) as bandit:
        play(bandit, clock, 12)
        bandit.add_arms(["violet", "orange"])
        play(bandit, clock, 6, first=12)
        bandit.retire_arm("blue")
        play(bandit, clock, 6, first=18)
        bandit.decide(context_id="request ü 7")


def thompson(store: str, clock: Clock, _: Path) -> None:
    """Thompson sampling with rewards that come late, count as lost, or never come."""
    with Bandit(bg.ThompsonBeta(), 12, None, store, name="thompson", seed=7, rewards=(-1, 3), clock=clock) as bandit:
        decisions = bandit.decide_many(10, [f"visit {i}" for i in range(10)])
        clock.now += 60.0
        bandit.reward_many([(decisions[i].id, 3.0 if i % 2 else -0.5) for i in (7, 2, 5)])
        play(bandit, clock, 30)
        bandit.expire(START + 30.0, -1.0)
        decisions = bandit.decide_many(4)
        clock.now += 60.0
        bandit.expire(clock.now - 1.0)
        bandit.decide_many(3)
        clock.now += 1.0
        bandit.reward(bandit.decide().id, 1 / 3)


def cascading(store: str, clock: Clock, _: Path) -> None:
    """Lists of three, clicked or not."""
    with Bandit("Cascade(Greedy())", 9, 500, store, name="cascading", clock=clock) as bandit:
        for t in range(20):
            clock.now += 2.0
            decision = bandit.decide(3)
            bandit.reward(decision.id, None if t % 3 == 0 else t % 4 % 3)
        bandit.decide(2)


def costs(store: str, clock: Clock, _: Path) -> None:
    """Pulls that cost."""
    with Bandit("BTS", 5, None, store, name="costs", seed=3, costs=(0.0, 4.0), clock=clock) as bandit:
        play(bandit, clock, 15, cost=1.5)
        decision = bandit.decide()
        bandit.reward(decision.id, 0.25, 0.1)


def subsample(store: str, clock: Clock, _: Path) -> None:
    """A few arms of a large catalogue, some of which retire."""
    with Bandit("Subsample(UCB(c=0.5), k=4)", 1000, 2000, store, name="subsample", clock=clock) as bandit:
        chosen = play(bandit, clock, 20)
        bandit.retire_arm(chosen[-1][0])
        bandit.add_arms(24)
        play(bandit, clock, 10, first=20)


def advised(store: str, clock: Clock, _: Path) -> None:
    """The policy that was advised when it was made."""
    with Bandit("auto", 8, 300, store, name="advised", clock=clock) as bandit:
        play(bandit, clock, 14)


def linear(store: str, clock: Clock, _: Path) -> None:
    """Features of arms (since 0.2)."""
    vectors = [[1.0, 0.0], [0.0, 1.0], [0.6, 0.8], [-0.8, 0.6]]
    with Bandit("LinUCB()", 4, 200, store, name="linear", features=vectors, clock=clock) as bandit:
        play(bandit, clock, 12)
        bandit.decide(user="somebody")


def revised(store: str, clock: Clock, _: Path) -> None:
    """Rewards that change, a control group, a floor of exploration, paused arms (since 0.2)."""
    settings = {"revise": True, "control": 0, "share": 0.2, "explore": 0.1, "first_pulls": 2}
    with Bandit("Greedy", 5, 400, store, name="revised", clock=clock, **settings) as bandit:
        decisions = bandit.decide_many(12, users=[f"user {i}" for i in range(12)], segment="north")
        clock.now += 5.0
        bandit.reward_many([(decision.id, outcome(decision.number, 0)) for decision in decisions])
        bandit.reward(decisions[3].id, 1.0)
        bandit.reward(decisions[3].id, 0.0)
        bandit.pause_arm(4)
        play(bandit, clock, 8, first=1)


def sets(store: str, clock: Clock, _: Path) -> None:
    """Sets of arms, each with a reward of its own (since 0.2)."""
    problem = bg.Combinatorial(bg.TopM(5, 2), prior=bg.Uniform())
    with Bandit("CombUCB", 5, 300, store, name="sets", problem=problem, clock=clock) as bandit:
        for t in range(8):
            clock.now += 1.0
            bandit.reward_many([(decision.id, outcome(decision.number, t)) for decision in bandit.decide_set()])
        bandit.decide_set("request 1")


FIRST = [greedy, thompson, cascading, costs, subsample, advised]
BANDITS = {"0.1": {work.__name__: work for work in FIRST}}
BANDITS["0.2"] = BANDITS["0.1"] | {work.__name__: work for work in (linear, revised, sets)}


def write_bandits(store: str, folder: Path, version: str) -> None:
    """All bandits, with the same times and tokens whenever they are made."""
    clock, numbers = Clock(START), itertools.count()
    secrets.token_hex = lambda size: hashlib.sha256(str(next(numbers)).encode()).hexdigest()[: 2 * size]
    with Bandit("Greedy", 2, store=folder / "other.db") as bandit:
        vars(sys.modules[type(bandit._session).__module__])["SNAPSHOT_EVENTS"] = SNAPSHOT_EVENTS
    for work in BANDITS[version].values():
        work(store, clock, folder)


# ---------------------------------------------------------------- what is said of them


def described(store: str, name: str, folder: Path) -> dict:
    """State, arms, log, export and check of a bandit, as JSON has them."""
    with Bandit.open(store, name) as bandit:
        bandit.export(folder / "decisions.csv")
        with (folder / "decisions.csv").open(newline="", encoding="utf-8") as file:
            decisions = list(csv.DictReader(file))
        said = {
            "state": asdict(bandit.state()),
            "arms": [asdict(arm) for arm in bandit.arms()],
            "log": [asdict(entry) for entry in bandit.log()],
            "decisions": decisions,
            "check": str(bandit.check()),
        }
    return json.loads(json.dumps(said))


def continued(store: str, name: str) -> list[list[int]]:
    """The arms of the next rounds, and of some with rewards that are late; changes the store."""
    with Bandit.open(store, name) as bandit:
        if bandit.settings.costs is not None:
            return play(bandit, Clock(START + 1e6), 25, cost=2.0)
        if name == "sets":
            chosen = []
            for t in range(10):
                decisions = bandit.decide_set()
                bandit.reward_many([(decision.id, outcome(decision.number, t)) for decision in decisions])
                chosen.append([decision.number for decision in decisions])
            return chosen
        if "Cascade" in bandit.settings.plays:
            lists = []
            for t in range(25):
                decision = bandit.decide(3)
                bandit.reward(decision.id, t % 4 - 1)
                lists.append(list(decision.numbers))
            return lists
        chosen = play(bandit, Clock(START + 1e6), 25)
        decisions = bandit.decide_many(10)
        bandit.reward_many([(decision.id, 1.0) for decision in decisions[::2]])
        return chosen + [list(decision.numbers) for decision in [*decisions, *bandit.decide_many(10)]]


def bandit_database(folder: Path) -> dict:
    """A file of SQLite; returns all that is said of its bandits."""
    store = folder / "bandits.db"
    store.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as other:
        write_bandits(str(store), Path(other), folder.name)
        said = {name: described(str(store), name, Path(other)) for name in BANDITS[folder.name]}
        copy = shutil.copy(store, other)
        for name in said:
            said[name]["continued"] = continued(copy, name)
    return said


def bandit_dump(folder: Path) -> dict:
    """The same bandits in PostgreSQL, as the SQL that makes them; returns all that is said of them."""
    place = Path(tempfile.mkdtemp(prefix="bg-pg-", dir="/tmp"))
    place.chmod(0o755)
    programs = binaries()
    assert programs is not None, "PostgreSQL is not installed"
    server = Server(place, programs)
    try:
        with tempfile.TemporaryDirectory() as other:
            write_bandits(server.address(), Path(other), folder.name)
            said = {name: described(server.address(), name, Path(other)) for name in BANDITS[folder.name]}
        command = [programs / "pg_dump", "--inserts", "--no-owner", "--no-privileges", "--schema", "public"]
        dump = subprocess.run([*command, server.address()], capture_output=True, text=True, check=True).stdout
        for name in said:
            said[name]["continued"] = continued(server.address(), name)
    finally:
        server.stop("immediate")
        shutil.rmtree(place, ignore_errors=True)
    skipped = ("--", "\\", "SET ", "SELECT pg_catalog.set_config", "CREATE SCHEMA", "COMMENT ON SCHEMA")
    lines = [line for line in dump.splitlines() if line and not line.startswith(skipped)]
    (folder / "bandits.sql").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return said


# ---------------------------------------------------------------- blocks of simulations

SIMULATIONS = [
    ("Finite(prior=Beta(1, 3), arms=20)", ["Greedy()", "UCB(c=0.5)"], ["--horizon", "20", "--seed", "3"]),
    ("Budgeted(30, prior=Uniform(), arms=5)", ["BTS()"], ["--seed", "4"]),
]


def simulation_store(folder: Path) -> dict[str, str]:
    """A store of five blocks, one of a budgeted problem; returns what the command line says of it."""
    store = folder / "blocks"
    shutil.rmtree(store, ignore_errors=True)
    for problem, policies, options in SIMULATIONS:
        chosen = [word for policy in policies for word in ("--policy", policy)]
        for runs in ("3", "5")[: len(policies)]:
            _command("compare", "--problem", problem, *chosen, *options, "--runs", runs, "--store", str(store))
    return said_of_blocks(store)


def said_of_blocks(store: Path) -> dict[str, str]:
    """What ``begreedy results`` lists, checks and exports."""
    with tempfile.TemporaryDirectory() as other:
        table = Path(other) / "export.csv"
        _command("results", "--store", str(store), "--export", str(table))
        exported = table.read_text(encoding="utf-8")
    lines = exported.splitlines()
    totals = ',"rounds","reward","pulls","tried","locked","reference"'  # which version 0.1 did not export
    if lines[0].endswith(totals):
        lines = [line.rsplit(",", totals.count(","))[0] for line in lines]
        exported = "\n".join(lines) + "\n"
    return {
        "list": _command("results", "--store", str(store)),
        "check": _command("results", "--store", str(store), "--check"),
        "rows": str(len(lines)),
        "last": lines[-1],
        "sha256": hashlib.sha256(exported.encode()).hexdigest(),
    }


def _command(*words: str) -> str:
    with tempfile.TemporaryDirectory() as other:
        done = subprocess.run([sys.executable, "-m", "begreedy", *words], cwd=other, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _write_json(path: Path, content: dict) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1]).resolve()
    target.mkdir(parents=True, exist_ok=True)
    bandits = bandit_database(target)
    assert bandit_dump(target) == bandits, "SQLite and PostgreSQL differ"
    _write_json(target / "bandits.json", bandits)
    _write_json(target / "blocks.json", simulation_store(target))
