"""Situations with known answers: every policy of the package that can be played there, simulated at length.

``python tests/support/situations.py`` writes tests/advice/situations.json: what is there already is kept, so it can be
stopped and goes on, and policies that are new since join.  ``--score`` asks for advice in each and writes
tests/advice/scores.json: whether it was right.  Several of these may run at once.

The best is found in stages: a few runs of every policy, more of those that did well.  What it loses is then taken from
runs with another seed, because the best of many is in part the luckiest; advice is judged by the same fresh runs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np

import begreedy as bg
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import moments_of, noise_near_the_top, thompson
from begreedy.advice.models.situation import Situation
from begreedy.listing import public_classes

FOLDER = Path(__file__).parents[1] / "advice"
FILE, SCORES = FOLDER / "situations.json", FOLDER / "scores.json"
COMMAND, SCORING = "python tests/support/situations.py", "python tests/support/situations.py --score"
SEED, FRESH = 2026, 2027  # of the runs that find the best, and of those that judge it; advice has one of its own
STAGES = ((1000, 16, 0.4), (12, 64, 1.0), (4, 256, 2.5))  # policies, runs of each, and seconds of one core for these
FEWEST = 3  # runs: if fewer fit into the first seconds a policy is left out, and named
LAST, LAST_SECONDS = 512, 4.0  # fresh runs, and seconds of one core for these
ALLOWED, ERRORS = 0.05, 3.0  # advice is right if what it plays loses at most so much more than the best


@dataclass(frozen=True)
class Case:
    """What a user knows, and the problem that is simulated (where it is not the one described)."""

    id: str
    model: str
    horizon: int | None
    known: dict[str, Any] = field(default_factory=dict)
    truth: Any = None

    def described(self) -> Situation:
        if self.truth is not None:
            return situation_of(self.truth, self.horizon)
        return situation_of(self.model, self.horizon, **self.known)


def past(a: float, b: float, arms: int, trials: int) -> list[list[int]]:
    """Successes and trials of arms from Beta(a, b)."""
    draws = np.random.default_rng(SEED)
    return [[int(draws.binomial(trials, draws.beta(a, b))), trials] for _ in range(arms)]


def _in_use(name: str, arms: int, horizon: int, a: float, b: float, record: list[list[int]]) -> Case:
    """Arms with records, drawn from a prior that only these tell."""
    truth = bg.InUse(bg.Beta(a, b), arms, record=record)
    return Case(name, "finite", horizon, {"arms": arms, "history": record}, truth)


def _late(name: str, arms: int, horizon: int, prior: str, **told: Any) -> Case:
    return Case(name, "finite", horizon, {"arms": arms, "prior": prior, **told})


def _finite(arms: int, horizon: int, prior: str = "Uniform()", **more: Any) -> Case:
    known = {"arms": arms, "prior": prior, **more}
    words = [f"finite-{arms}", f"{horizon:g}", *(str(v) for k, v in known.items() if k != "arms" and v != "Uniform()")]
    return Case("-".join(words), "finite", horizon, known)


CASES = [
    *(_finite(arms, horizon) for arms, horizon in ((2, 100), (2, 10_000))),
    *(_finite(10, horizon) for horizon in (100, 1000, 10_000, 100_000, 1_000_000)),
    *(_finite(100, horizon) for horizon in (100, 1000, 10_000, 100_000)),
    *(_finite(1000, horizon) for horizon in (1000, 10_000)),
    *(_finite(100, horizon, "Beta(1, 3)") for horizon in (1000, 10_000)),
    *(_finite(300, horizon, "Beta(2, 20)") for horizon in (3000, 30_000)),
    *(_finite(500, horizon, "Beta(2, 200)") for horizon in (10_000, 100_000)),
    _finite(3000, 20_000, "Beta(2, 60)"),
    *(_finite(20, horizon, law="Gaussian(1.0)") for horizon in (1000, 10_000)),
    _finite(200, 2000, law="Gaussian(0.3)"),
    _in_use("history-100-arms", 1000, 10_000, 2, 60, past(2, 60, 100, 500)),
    _in_use("history-12-arms", 100, 2000, 1, 9, past(1, 9, 12, 200)),
    _in_use("history-3000-arms", 3000, 1000, 2, 60, past(2, 60, 3000, 1000)),
    _late("late", 100, 5000, "Beta(2, 20)", delay=500),
    _late("late-clicks-first", 100, 5000, "Beta(2, 20)", delay="Exponential(100)", window=1000),
    _late("late-in-batches", 20, 2000, "Uniform()", batch=200),
    Case("in-use-10", "in-use", 1000, {"arms": 10, "prior": "Beta(1, 3)", "delay": 50}),
    *(Case(f"infinite-{t:g}", "infinite", t, {"prior": "Uniform()"}) for t in (100, 1000, 10_000, 100_000)),
    *(Case(f"infinite-1e4-{p}", "infinite", 10_000, {"prior": p}) for p in ("Beta(1, 3)", "Beta(2, 20)")),
    *(Case(f"many-armed-{g}", "many-armed", 5000, {"arms": 2000, "gamma": g}) for g in (0.2, 0.4, 0.6)),
    Case("many-armed-500", "many-armed", 1000, {"arms": 500, "gamma": 0.3}),
    *(Case(f"continuous-{t:g}", "continuous", t, {"alpha": 1.0, "smoothness": 5.0}) for t in (1000, 10_000)),
    Case("linear-ball", "linear", 1000, {"dimension": 5}),
    Case("linear-actions", "linear", 1000, {"dimension": 10, "arms": 20}),
    Case("cascading-20", "cascading", 1000, {"arms": 20, "slots": 3, "prior": "Uniform()"}),
    Case("cascading-64", "cascading", 10_000, {"arms": 64, "slots": 4, "prior": "Beta(1, 10)"}),
    Case("mortal-100", "mortal", 1000, {"arms": 100, "lifetime": 100, "prior": "Beta(1, 3)"}),
    Case("mortal-1e4", "mortal", 10_000, {"arms": 100, "lifetime": 10_000, "prior": "Beta(1, 3)"}),
    Case("mortal-20", "mortal", 5000, {"arms": 20, "lifetime": 500, "prior": "Uniform()"}),
    Case("drifting-10", "drifting", 5000, {"arms": 10, "rate": 0.002, "prior": "Uniform()"}),
    Case("drifting-100", "drifting", 10_000, {"arms": 100, "rate": 0.0001, "prior": "Beta(1, 3)"}),
    Case("budgeted-100", "budgeted", None, {"budget": 100, "arms": 10}),
    Case("budgeted-1000", "budgeted", None, {"budget": 1000, "arms": 100}),
    Case("combinatorial-20", "combinatorial", 1000, {"arms": 20, "size": 3, "prior": "Uniform()"}),
    Case("combinatorial-100", "combinatorial", 5000, {"arms": 100, "size": 10, "prior": "Beta(1, 3)"}),
]


def rivals(situation: Situation) -> list[Any]:
    """Every policy of the package with its defaults and with what is known, on all arms and on some of them."""
    problem, law = situation.problem, getattr(situation.problem, "law", bg.Bernoulli())
    prior = getattr(problem, "prior", None)
    sigma = noise_near_the_top(law, prior)
    plain = [policy for policy in map(_default, public_classes("policies")) if policy is not None]
    tuned = [bg.MOSS(4 * sigma**2), bg.UCB(sigma), bg.UCBAsymptotic(sigma), thompson(law, prior)]
    tuned += [bg.EpsilonGreedy(0.01), bg.MeDZO(4 * sigma**2), bg.UCBF()]
    cascades = [bg.Cascade(base) for base in (bg.Greedy(), thompson(bg.Bernoulli(), prior))]
    cascades += [bg.Cascade(bg.Greedy(), forced_start=False), bg.CascadeKLUCB(), bg.CascadeUCB1(), bg.TSCascade()]
    some = [bg.Greedy(), *tuned[:2], tuned[3], bg.OptimisticGreedy()]
    tuned += _hopeful(law, prior)
    card = card_of(problem)
    most = int(min(card.arms(problem) or 10**9, situation.horizon or 1))
    sizes = sorted({round(most**share) for share in (0.3, 0.45, 0.6, 0.75, 0.9)} - {0, 1})
    reduction = None if card.keep is None else card.keep.reduction
    reduced = [] if reduction is None else [reduction(base, k=k) for base in some for k in sizes if k <= 20_000]
    forgetful = [bg.Discounted(base, 500.0) for base in some] + [bg.Window(bg.Greedy(), 1000)]
    if hasattr(problem, "rate"):  # means change
        forgetful += [bg.Discounted(base, rounds) for base in some for rounds in (20.0, 100.0)]
        forgetful += [bg.Window(base, rounds) for base in some for rounds in (200, 1000)]
    return [*plain, *tuned, *cascades, *reduced, *forgetful, bg.LinUCB(determinant=True), bg.LinGreedy(jitter=0.1)]


def _hopeful(law: Any, prior: Any) -> list[Any]:
    """OptimisticGreedy that thinks of an arm a little better, or far better, than of the others."""
    known = moments_of(prior)
    if getattr(law, "support", (0.0, inf))[1] <= 1.0:
        return [bg.OptimisticGreedy(weight) for weight in (0.5, 1.0, 4.0, 8.0, 16.0, 32.0)]
    if known is None:
        return []
    top = known[0] + 2.0 * sqrt(known[1])
    return [bg.OptimisticGreedy(weight, top) for weight in (1.0, 2.0, 8.0)]


def _default(policy: Callable[[], Any]) -> Any:
    try:
        return policy()
    except TypeError:  # it needs something
        return None


def scores(policy: Any, situation: Situation, runs: int, seed: int) -> np.ndarray:
    """What is to be small, by run: regret, or its share where only that is worth averaging."""
    problem = situation.problem
    result = bg.simulate(policy, problem, situation.horizon, runs, seed=seed, threads=1)
    scale = card_of(problem).scale(problem)
    return result.final if scale is None else result.final / (result.reference * scale)


def seconds_per_run(policy: Any, situation: Situation) -> float:
    """Of one core: the difference of one run and four, of a tenth of the rounds (of a budgeted problem: whole ones)."""
    horizon = situation.horizon
    rounds = None if horizon is None else min(horizon, max(100, horizon // 10))

    def seconds(runs: int) -> float:
        started = time.process_time()
        bg.simulate(policy, situation.problem, rounds, runs, seed=SEED, threads=1)
        return time.process_time() - started

    seconds(1)  # it may compile
    one = min(seconds(1), seconds(1))
    return max(1e-6, (seconds(4) - one) / 3.0 * ((horizon or 1) / (rounds or 1)))


def measured(case: Case) -> dict[str, Any]:
    """The best of all rivals, each with its mean and standard error, and what the first of them loses in fresh runs."""
    situation, started = _simulated(case), time.process_time()
    everybody = rivals(situation)
    costs, slow = _costs(everybody, situation)
    left, rows = list(costs), []
    for most, runs, seconds in STAGES:
        rows = [(policy, _played(policy, situation, costs, runs, seconds, SEED)) for policy in left[:most]]
        rows.sort(key=lambda row: row[1]["mean"])
        left = [policy for policy, _ in rows]
    return {
        "id": case.id,
        "tried": len(costs),
        "too_slow": slow,
        "best": [{"policy": bg.canonical(policy), **summary} for policy, summary in rows],
        "fresh": _played(left[0], situation, costs, LAST, LAST_SECONDS, FRESH),
        "version": bg.__version__,
        "policies": digests(everybody),
        "seconds": round(time.process_time() - started),
    }


def missing(case: Case, row: dict[str, Any]) -> list[Any]:
    """The rivals that are new since a situation was measured."""
    known = set(row["policies"].split())
    return [policy for policy in rivals(_simulated(case)) if digests([policy]) not in known]


def completed(case: Case, row: dict[str, Any], joining: list[Any]) -> dict[str, Any]:
    """A row in which these rivals have joined: those that may be the best after a few runs play on with the best."""
    situation, started = _simulated(case), time.process_time()
    costs, slow = _costs(joining, situation)
    (_, few, little), *_, (most, runs, seconds) = STAGES
    best, first = list(row["best"]), row["best"][0]
    for policy in costs:
        summary = _played(policy, situation, costs, few, little, SEED)
        if summary["mean"] - ERRORS * summary["stderr"] < first["mean"] + ERRORS * first["stderr"]:
            best.append({"policy": bg.canonical(policy), **_played(policy, situation, costs, runs, seconds, SEED)})
    best = sorted(best, key=lambda entry: float(entry["mean"]))[:most]
    fresh = row["fresh"]
    if best[0]["policy"] != first["policy"]:
        winner = next(policy for policy in costs if bg.canonical(policy) == best[0]["policy"])
        fresh = _played(winner, situation, costs, LAST, LAST_SECONDS, FRESH)
    return {
        **row,
        "tried": row["tried"] + len(costs),
        "too_slow": [*row["too_slow"], *slow],
        "best": best,
        "fresh": fresh,
        "version": bg.__version__,
        "policies": " ".join(sorted({*row["policies"].split(), *digests(joining).split()})),
        "seconds": row["seconds"] + round(time.process_time() - started),
    }


def _simulated(case: Case) -> Situation:
    situation = case.described()
    return replace(situation, problems=(situation.problem,))


def _costs(policies: Iterable[Any], situation: Situation) -> tuple[dict[Any, float], list[str]]:
    """Seconds of a run of those that can be played here, and the names of those that are too slow."""
    costs, slow = {}, []
    for policy in {bg.canonical(policy): policy for policy in policies}.values():
        try:
            cost = seconds_per_run(policy, situation)
        except (TypeError, ValueError):  # it cannot be played here
            continue
        if FEWEST * cost > STAGES[0][2]:
            slow.append(bg.canonical(policy))
        else:
            costs[policy] = cost
    return costs, slow


def _played(
    policy: Any, situation: Situation, costs: dict[Any, float], runs: int, seconds: float, seed: int
) -> dict[str, Any]:
    """As many runs as the seconds allow."""
    return _summary(scores(policy, situation, int(max(FEWEST, min(runs, seconds / costs[policy]))), seed))


def digests(policies: Iterable[Any]) -> str:
    """Which policies took part, in a few letters each."""
    names = {bg.canonical(policy) for policy in policies}
    return " ".join(sorted(hashlib.sha256(name.encode()).hexdigest()[:6] for name in names))


def _summary(values: np.ndarray) -> dict[str, Any]:
    return {"mean": float(values.mean()), "stderr": _stderr(values), "runs": len(values)}


def _stderr(values: np.ndarray) -> float:
    return float(values.std(ddof=1) / sqrt(len(values)))


def score(case: Case, known: dict[str, Any], effort: float | None = None) -> dict[str, Any]:
    """Whether advice is right: what it recommends loses little more than the best of all, if anything."""
    options = {} if effort is None else {"effort": effort}
    started = time.process_time(), time.time()
    advice = bg.advise(case.model, case.horizon, **case.known, **options)
    spent, waited = time.process_time() - started[0], time.time() - started[1]
    situation, best, fresh = case.described(), known["best"][0]["policy"], known["fresh"]
    values = scores(advice.best.policy, situation, fresh["runs"], FRESH)
    winner = next(policy for policy in rivals(situation) if bg.canonical(policy) == best)
    least = scores(winner, situation, fresh["runs"], FRESH)
    more = values - least
    return {
        "id": case.id,
        "right": bool(more.mean() <= max(ALLOWED * abs(least.mean()), ERRORS * _stderr(more))),
        "advised": advice.best.name,
        "loses": float(values.mean()),
        "best": best,
        "best_loses": float(least.mean()),
        "more": float(more.mean()),
        "stderr": _stderr(more),
        "cpu_seconds": round(spent, 1),
        "seconds": round(waited, 1),
        "horizon": advice.horizon,
        "settled": advice.settled,
        "version": bg.__version__,
        "candidates": hashlib.sha256(digests(c.policy for c in candidates(situation)).encode()).hexdigest()[:12],
    }


def read(file: Path = FILE) -> dict[str, dict[str, Any]]:
    """Rows by situation, in their order."""
    rows = json.loads(file.read_text(encoding="utf-8"))["situations"] if file.exists() else []
    return {row["id"]: row for row in rows}


def add(row: dict[str, Any], file: Path, **head: Any) -> None:
    """Put a row into a file that others may be writing to as well."""
    import fcntl  # not on every system; what is measured can be read on all

    with Path(__file__).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        rows = {**read(file), row["id"]: row}
        content = {**head, "situations": [rows[case.id] for case in CASES if case.id in rows]}
        part = file.with_suffix(".part")
        part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(file)  # at once: others read it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--score", action="store_true", help="ask for advice in every situation that was measured")
    parser.add_argument("--only", default="", help="situations whose name has this in it")
    parser.add_argument("--again", action="store_true", help="also where it was done before")
    arguments = parser.parse_args()
    file = SCORES if arguments.score else FILE
    for case in sorted((case for case in CASES if arguments.only in case.id), key=lambda case: case.horizon or 0):
        known = read()
        old = read(file).get(case.id) if not arguments.again else None
        joining = missing(case, old) if old is not None and not arguments.score else []
        if (old is not None and not joining) or (arguments.score and case.id not in known):
            continue
        if arguments.score:
            row = score(case, known[case.id])
            add(row, SCORES, command=SCORING, seed=FRESH)
        else:
            row = measured(case) if old is None else completed(case, old, joining)
            add(row, FILE, command=COMMAND, seed=SEED, fresh_seed=FRESH)
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
