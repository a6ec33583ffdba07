"""An attack with texts: policies, problems, horizons and runs that nobody in his right mind would ask for.

Each case must end soon, with a result or with a ValueError or TypeError that says what is wrong.  Run as a program it
plays cases one after the other and notes each before it begins, so that whoever started it knows the case that killed
or hung it; those of ``field_attack``, or those drawn with a seed:

    python tests/hardening/spec_attack.py fields|SEED FIRST:STOP:STEP LEDGER [--play]
"""

from __future__ import annotations

import inspect
import json
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.run.jobs import Job
from begreedy.run.memory import check_memory
from begreedy.types import ENDLESS
from begreedy.values.names import category_of, public_names
from begreedy.values.spec import known, parse

SECONDS, LONGEST_WAIT = 20, 600  # for one case: of computing, and on a busy machine
PLAYED = {"played", "played plainly"}
FINE = {"refused", "prepared"} | PLAYED
LONGEST, MOST = 200, 10_000  # rounds and arms of a run that is played: plain Python looks at every arm slowly
NUMBERS = """
    0 1 2 3 5 10 50 1000 -1 -0.0 0.1 0.25 0.5 0.9 1.0 1.5 2.5 1e-9 1e-300 5e-324 1e9 1e15 1e300 1e999 -1e999 nan
    2147483648 9007199254740992 9007199254740993 1099511627776 1099511627777 9223372036854775807 9223372036854775808
    -9223372036854775808 99999999999999999999999
""".split()  # noqa: SIM905  # as they are typed
ODDITIES = [
    "None",
    "True",
    "''",
    "'x'",
    "'$x_$'",
    "()",
    "[]",
    "(0.1,)",
    "[0.1, 0.9]",
    "[0.5, nan]",
    "Greedy",
    "'\\x00'",
]


def kinds() -> dict[str, list[str]]:
    """Public names of values by kind, as the package itself tells them apart; "lists": what makes lists of arms."""
    every = ("policy", "problem", "law", "prior", "function", "actions", "lists")
    found: dict[str, list[str]] = {kind: [] for kind in every}
    for name, value in sorted(public_names().items(), key=lambda item: item[0]):
        if kind := category_of(value):
            found[kind if kind != "actions" or inspect.isclass(value) else "lists"].append(name)
    return found


KINDS = kinds()
BY_FIELD = {
    "policy": "policy",
    "base": "policy",
    "prior": "prior",
    "believed": "prior",
    "law": "law",
    "f": "function",
    "actions": "actions",
}
GRAPHS = """
    [[0,1],[1,2]] [[0,1],[2,3]] grid_edges(3,3) complete_edges(4) [[0,2147483648]] grid_edges(30000,30000)
    complete_edges(99999999999) [[0,0]] [[]] '/dev/null' 'nowhere.csv' best_action(TopM(3,1),[0.1,0.5,0.2])
    best_action(TopM(99999999999,1),[]) best_action(Paths(grid_edges(2,2),0,3),[nan,1,1e999,0]) best_action(f1,f1)
""".split()  # noqa: SIM905
NUMBERS_OF = ("means", "weights", "rewards", "costs", "theta", "worth", "levels", "mean", "bounds")
PAIRS = "[[1,3],[2,5]] [[1.0,0.0],[0.0,1.0]] [[1,0,0],[0,1,0]] [[5,1]] [[0.5,0.5],[0.5,0.5]] ((1,),)".split()  # noqa: SIM905
SENSIBLE = {"arms": 5, "items": 5, "n": 40, "best": 3, "slots": 2, "lifetime": 20, "dimension": 3, "budget": 30}
SENSIBLE |= {"size": 2, "rows": 2, "columns": 2, "source": 0, "target": 2, "rate": 0.1}


def text(kind: str, luck: random.Random, depth: int = 0) -> str:
    """A text for a value of a kind: mostly sensible, with a few fields that are not."""
    name = luck.choice(KINDS[kind])
    if kind == "function":
        return name
    parameters = [p for p in inspect.signature(known(name)).parameters.values() if p.kind is not p.VAR_KEYWORD]
    fields = [
        f"{p.name}={_field(p.name, luck, depth)}"
        for p in parameters
        if p.default is p.empty or p.name in ("prior", *SENSIBLE) or luck.random() < 0.15
    ]
    return f"{name}({', '.join(fields)})"


def _field(name: str, luck: random.Random, depth: int) -> str:
    choice = luck.random()
    if name in ("record", "covariance", "actions") and luck.random() < (0.3 if name == "actions" else 0.6):
        return luck.choice(PAIRS)
    if name in BY_FIELD and depth < 3 and choice < 0.9:
        return text(BY_FIELD[name], luck, depth + 1)
    if name in SENSIBLE and choice < 0.85:
        return str(SENSIBLE[name])
    if name in ("edges", "sets", "groups") and choice < 0.8:
        return luck.choice(GRAPHS)
    if name in NUMBERS_OF and choice < 0.5:
        return str([luck.random() for _ in range(luck.randrange(1, 6))])
    if choice < 0.6:
        return luck.choice(["1", "2", "0.5", "3.0", "0.1"])
    return luck.choice(ODDITIES if choice > 0.95 else NUMBERS)


Case = tuple[str, str, int, int]  # policy, problem, horizon and runs


def case(seed: int, number: int) -> Case:
    """A case, drawn."""
    luck = random.Random(f"{seed}/{number}")
    horizon = luck.choice([1, 2, 7, 30, 200, 10**4, 10**6, 2**40, 2**40 + 1, 0, -1])
    policy, problem = text("policy", luck), text("problem", luck)
    sensible = luck.random() < 0.9
    return policy, problem, horizon, luck.choice([1, 2, 20, 10**6] if sensible else [2**40, 2**40 + 1, 10**23, 0, -1])


def attempt(policy: str, problem: str, horizon: int, runs: int, *, play: bool) -> str:
    """What becomes of a case: "refused", "prepared", "played", "played plainly", or how it went wrong."""
    try:
        job = Job(parse(policy), parse(problem), horizon, runs, 0, 20)
        check_memory([(job.simulation, runs)], 2)
        # Those that it plays, and those of which the best is looked for in every run.
        sizes = job.simulation.plan.arms, getattr(job.problem, "size", 0), getattr(job.problem, "pool", None) or 0
        arms = max(size % ENDLESS for size in sizes)
        draws = horizon * arms * getattr(job.policy, "samples", 1)  # TSUCB's samples of every arm: plain Python again
        if play and horizon <= LONGEST and arms <= MOST and draws <= LONGEST * MOST:
            return played(job)
    except (ValueError, TypeError) as error:
        return "refused" if str(error) else "refused without a word"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "prepared"


def played(job: Job) -> str:
    """Play the first runs of a job: by its kernel if that is compiled, else as plain Python, which is slow."""
    if job.simulation.missing_kernel() is None:
        job.simulation.play(0, min(job.runs, 20))
        return "played"
    with suppress(ArithmeticError):  # what is infinite or no number in compiled code
        replace(job, options=PlayOptions(plain=True)).simulation.play(0, 1)
    return "played plainly"


def warm_up() -> None:
    """Compile a few kernels, those of the policies and problems that are drawn most often."""
    for policy in ("Greedy()", "UCB()", "ThompsonBeta()", "UniformRandom()", "MOSS()"):
        for problem in ("Finite(means=[0.9, 0.1])", "Finite(prior=Uniform(), arms=5)"):
            prepare(parse(policy), parse(problem), 7, 0, 20).compile()


def _limit() -> None:
    """Let a case raise TimeoutError when its time is over: of the processor, for others may be busy, or at all."""

    def expired(*_: Any) -> None:
        raise TimeoutError(f"not done after {SECONDS} s of computing, or {LONGEST_WAIT} s")

    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, expired)


def _begin(seconds: float, wait: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, wait)


def attack(cases: Callable[[int], Case], numbers: range, ledger: Path, play: bool) -> None:
    """Try cases by their numbers, and note each before it begins and what became of it."""
    _limit()
    with ledger.open("a") as file:
        for number in numbers:
            print(json.dumps({"case": number}), file=file, flush=True)
            tried = cases(number)
            began = time.process_time()
            _begin(SECONDS, LONGEST_WAIT)
            outcome = attempt(*tried, play=play)
            _begin(0, 0)
            seconds = time.process_time() - began
            print(json.dumps({"case": number, "outcome": outcome, "seconds": round(seconds, 3)}), file=file, flush=True)


def main() -> None:
    what, numbers, ledger = sys.argv[1], range(*map(int, sys.argv[2].split(":"))), Path(sys.argv[3])
    play = "--play" in sys.argv
    if what == "fields":
        from hardening.field_attack import cases

        attack(cases().__getitem__, numbers, ledger, play)
    else:
        if play:
            warm_up()
        attack(lambda number: case(int(what), number), numbers, ledger, play)


if __name__ == "__main__":
    main()
