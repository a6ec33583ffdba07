"""Situations with known answers: every policy of the package that can be played there, simulated at length.

``python tests/support/situations.py`` writes tests/advice/situations.json (what is there already is kept, so it can be
stopped and goes on), ``--score`` asks for advice in each and says how often it was right.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

import begreedy as bg
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import of_your_own
from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import noise_near_the_top, thompson
from begreedy.advice.models.situation import Situation
from begreedy.advice.pilot import Pilot
from begreedy.listing import public_classes

FILE = Path(__file__).parents[1] / "advice" / "situations.json"
SEED = 2026  # of the exhaustive simulations; advice has one of its own
FEWEST, FIRST, LAST = 6, 24, 256  # runs of a slow policy, of every other one, and of the best
FINALISTS = 6
MOST_SECONDS = 3.0  # of one core for the first runs of a policy; if too few fit it is left out, and named
ALLOWED, ERRORS = 0.05, 3.0  # advice is right if what it plays loses at most so much more than the best


@dataclass(frozen=True)
class Case:
    """What a user knows, and the problem that is simulated (where it is not the one described)."""

    id: str
    model: str
    horizon: int | None
    known: dict[str, Any] = field(default_factory=dict)
    truth: dict[str, Any] | None = None

    def described(self) -> Situation:
        return situation_of(self.model, self.horizon, **(self.known if self.truth is None else self.truth))


def past(a: float, b: float, arms: int, trials: int) -> list[list[int]]:
    """Successes and trials of arms from Beta(a, b)."""
    draws = np.random.default_rng(SEED)
    return [[int(draws.binomial(trials, draws.beta(a, b))), trials] for _ in range(arms)]


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
    Case(
        "history-100-arms",
        "finite",
        10_000,
        {"arms": 1000, "history": past(2, 60, 100, 500)},
        {"arms": 1000, "prior": "Beta(2, 60)"},
    ),
    Case(
        "history-12-arms",
        "finite",
        2000,
        {"arms": 100, "history": past(1, 9, 12, 200)},
        {"arms": 100, "prior": "Beta(1, 9)"},
    ),
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
    plain = [made for made in map(_default, public_classes("policies")) if made is not None]
    tuned = [bg.MOSS(4 * sigma**2), bg.UCB(sigma), bg.UCBAsymptotic(sigma), thompson(law, prior)]
    tuned += [bg.EpsilonGreedy(0.01), bg.MeDZO(4 * sigma**2), bg.UCBF()]
    cascades = [bg.Cascade(base) for base in (bg.Greedy(), thompson(bg.Bernoulli(), prior))]
    cascades += [bg.Cascade(bg.Greedy(), forced_start=False), bg.CascadeKLUCB(), bg.CascadeUCB1(), bg.TSCascade()]
    some = [bg.Greedy(), *tuned[:2], tuned[3]]
    card = card_of(problem)
    most = int(min(card.arms(problem) or 10**9, situation.horizon or 1))
    sizes = sorted({round(most**share) for share in (0.3, 0.45, 0.6, 0.75, 0.9)} - {0, 1})
    reduction = None if card.keep is None else card.keep.reduction
    reduced = [] if reduction is None else [reduction(base, k=k) for base in some for k in sizes if k <= 20_000]
    forgetful = [bg.Discounted(base, rounds) for base in some for rounds in (20.0, 100.0, 500.0)]
    forgetful += [bg.Window(base, rounds) for base in some for rounds in (200, 1000)]
    return [*plain, *tuned, *cascades, *reduced, *forgetful, bg.LinUCB(determinant=True), bg.LinGreedy(jitter=0.1)]


def _default(cls: type[Any]) -> Any:
    try:
        return cls()
    except TypeError:  # it needs something
        return None


def scores(policy: Any, situation: Situation, runs: int) -> np.ndarray:
    """What is to be small, by run: regret, or its share where only that is worth averaging."""
    problem = situation.problem
    result = bg.simulate(policy, problem, situation.horizon, runs, seed=SEED)
    scale = card_of(problem).scale(problem)
    return result.final if scale is None else result.final / (result.reference * scale)


def measured(case: Case) -> dict[str, Any]:
    """The best of all rivals, each with its mean and standard error."""
    situation, started = case.described(), time.time()
    situation = replace(situation, problems=(situation.problem,))
    pilot, first, slow = Pilot(SEED, 20.0), {}, []
    for policy in rivals(situation):
        try:
            runs = int(min(FIRST, MOST_SECONDS / pilot.seconds(situation, of_your_own(policy, ()))))
            if runs < FEWEST:
                slow.append(bg.canonical(policy))
                continue
            first[bg.canonical(policy)] = policy, float(scores(policy, situation, runs).mean())
        except (TypeError, ValueError):  # it cannot be played here
            continue
    finalists = sorted(first.values(), key=lambda pair: pair[1])[:FINALISTS]
    rows = []
    for policy, _ in finalists:
        runs = int(min(LAST, max(FIRST, 3.0 / pilot.seconds(situation, of_your_own(policy, ())))))
        values = scores(policy, situation, runs)
        stderr = float(values.std(ddof=1) / sqrt(runs))
        rows.append({"policy": bg.canonical(policy), "mean": float(values.mean()), "stderr": stderr, "runs": runs})
    rows.sort(key=lambda row: row["mean"])
    return {"id": case.id, "tried": len(first), "too_slow": slow, "best": rows, "seconds": round(time.time() - started)}


def score(case: Case, best: dict[str, Any], effort: float | None = None) -> dict[str, Any]:
    """Whether advice is right: what it recommends loses little more than the best of all, if anything."""
    options = {} if effort is None else {"effort": effort}
    started = time.time()
    advice = bg.advise(case.model, case.horizon, **case.known, **options)
    seconds = time.time() - started
    situation = case.described()
    values = scores(advice.best.policy, situation, int(best["runs"]))
    mean, stderr = float(values.mean()), float(values.std(ddof=1) / sqrt(len(values)))
    allowed = max(ALLOWED * abs(best["mean"]), ERRORS * sqrt(stderr**2 + best["stderr"] ** 2))
    return {
        "id": case.id,
        "right": mean <= best["mean"] + allowed,
        "advised": advice.best.name,
        "loses": mean,
        "stderr": stderr,
        "best": best["policy"],
        "best_loses": best["mean"],
        "seconds": round(seconds, 1),
        "horizon": advice.horizon,
    }


def read() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"situations": []}


def write(content: dict[str, Any]) -> None:
    FILE.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--score", action="store_true", help="ask for advice in every situation that was measured")
    parser.add_argument("--only", default="", help="situations whose name has this in it")
    arguments = parser.parse_args()
    content = read()
    known = {row["id"]: row for row in content["situations"]}
    for case in sorted((case for case in CASES if arguments.only in case.id), key=lambda case: case.horizon or 0):
        if arguments.score and case.id in known:
            print(json.dumps(score(case, known[case.id]["best"][0])), flush=True)
        elif not arguments.score and case.id not in known:
            known[case.id] = measured(case)
            order = [known[c.id] for c in CASES if c.id in known]
            write({"command": "python tests/support/situations.py", "seed": SEED, "situations": order})
            print(case.id, known[case.id]["best"][0], known[case.id]["seconds"], "s", flush=True)


if __name__ == "__main__":
    main()
