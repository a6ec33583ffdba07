"""What the claims of the paper are tried on: results that are made up, in which they hold, fail or cannot be told."""

from __future__ import annotations

from begreedy.paper import PAPER
from begreedy.paper.claim import (
    judge_claims,
)
from support.made_results import WORLD, made, random_play

BY_ID = {claim.id: claim for claim in PAPER.claims}


def failure(stuck, free, runs=1000, regret=400.0, end=None):
    """Greedy with so many runs stuck and so many without regret; ThompsonSampling with little of it."""
    finished = made("failure", runs=runs, spread={"ThompsonSampling": 0.3})
    greedy = next(result for _, _, result in finished.results if result.name == "Greedy")
    greedy.regret[:] = 0.8 + 0.4
    greedy.regret[:free] = 0.8
    greedy.regret[runs - stuck :] = regret * greedy.times / greedy.times[-1] if end is None else end
    greedy.locked_gap[runs - stuck :] = 0.8
    return {"failure": finished}


def verdict_on(id, finished):
    (verdict,) = judge_claims([BY_ID[id]], finished)
    return verdict


LIVELY = WORLD["mortal-uniform"]["Greedy"]
# Per claim: the experiment to change, how so that it fails, how so that it cannot be told.
CASES = {
    "continuous-best": ("continuous-f2", {"Zooming": 1900}, {"Zooming": 2000}),
    "continuous-slope": ("continuous-f3", {"CAB_MOSS": (8000, 1)}, {"CAB_MOSS": (1500, 1)}),
    "continuous-quick": ("continuous-f1", {"CAB_MOSS": (3000, 2)}, {"CAB_MOSS": (1000, 1)}),
    "continuous-second": ("continuous-f3", {"Greedy": 2500}, {"Greedy": 2000}),
    "continuous-medzo": ("continuous-f3", {"MeDZO": 1000}, {"MeDZO": 1500}),
    "infinite-twotarget": ("infinite-uniform", {"TwoTarget": 700}, {"TwoTarget": 590}),
    "infinite-robust": ("infinite-beta", {"TwoTarget": 900}, {"TwoTarget": 1000}),
    "infinite-excellent": ("infinite-beta", {"MeDZO": 900}, {"MeDZO": 1000}),
    "many-excellent": ("many-armed", {"MeDZO": 300}, {"MeDZO": 320}),
    "many-oracle": ("many-armed", {"OracleMOSS": 300}, {"OracleMOSS": 321}),
    "many-closest": ("many-armed", {"MOSS": 400}, {"MOSS": 490}),
    "many-variance": (
        "many-armed",
        {"spread": {"OracleMOSS": 0.1, "OracleGreedy": 0.2}},
        {"OracleMOSS": 320, "spread": {"OracleMOSS": 0.1, "OracleGreedy": 0.0707}},
    ),
    "linear-best": ("linear-close", {"BallExplore": 1500}, {"BallExplore": 1700}),
    "cascade-many-items": ("cascade-beta", {"TS_Cascade": 0.01}, {"TS_Cascade": WORLD["cascade-beta"]["Greedy"]}),
    "cascade-items": (
        "cascade-beta",
        {"Greedy": lambda c: 50 * c["L"] * (2 / c["K"]) ** 2},
        {"Greedy": lambda c: 50 * (2 / c["K"]) ** 2},
    ),
    "cascade-slots": (
        "cascade-uniform",
        {"Greedy": lambda c: 50 * (16 / c["L"])},
        {"Greedy": lambda c: 50 * (16 / c["L"]) * (2 / c["K"])},
    ),
    "cascade-second": (
        "cascade-beta",
        {"Greedy": 4000},
        {"Greedy": lambda c: 2000 * (16 / c["L"]) ** 0.3 * (2 / c["K"]) ** 2},
    ),
    "cascade-harder": ("cascade-beta", {"TS_Cascade": 0.01}, {"TS_Cascade": WORLD["cascade-uniform"]["TS-Cascade"]}),
    "mortal-intermediate": (
        "mortal-uniform",
        {"ThompsonSampling": 20},
        {"ThompsonSampling": WORLD["mortal-uniform"]["Greedy"]},
    ),
    "mortal-long": ("mortal-beta", {"Greedy": 20}, {"Greedy": 3000}),
    "budget-small-interval": (
        "budgeted-discrete",
        {"Greedy": 10},
        {"Greedy": lambda c: 150.0 * c["time"], "BTS": 1e7},
    ),
    "budget-large-interval": ("budgeted-continuous", {"Greedy": 2000, "spread": {"Greedy": 0.1}}, {"Greedy": 1400}),
    "budget-below-bts": ("budgeted-continuous", {"Greedy": 2500}, {"BTS": 200}),
    "budget-variance": (
        "budgeted-continuous",
        {"spread": {"Greedy": 0.3}},
        {"spread": {"Greedy": 0.7, "BTS": 0.05, "Budget-UCB": 0.01}},
    ),
    "heatmap-diagonal": (
        "heatmap",
        {"UCB": lambda c: c["time"] * random_play(c) / (1 + c["time"] * c["arms"] / 40_000)},
        {"UCB": lambda c: c["time"] * random_play(c)},
    ),
    "heatmap-lower": ("heatmap", {"Greedy": WORLD["heatmap"]["UCB"]}, {"Greedy": lambda c: c["time"]}),
    "heatmap-long": ("heatmap", {"Greedy": 1.0}, {"Greedy": WORLD["heatmap"]["UCB"]}),
    "heatmap-turning": ("heatmap", {"UCB": 1.0}, {"Greedy": WORLD["heatmap"]["UCB"]}),
}
