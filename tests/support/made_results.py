"""Made results: an experiment's own cells and policies, with regrets as one likes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper import PAPER
from begreedy.results.result import Result
from begreedy.values.canonical import display_name

RUNS = 600

# A world in which the paper is right: by experiment and policy, the regret at the horizon and the power of its growth.
# Where a cell matters, a function of it gives the regret.
WORLD = {
    "continuous-f1": {"Greedy": (1000, 1), "CAB.MOSS": (3000, 0.1), "MeDZO": (5000, 1), "Zooming": (9000, 1)},
    "continuous-f2": {"Greedy": (2000, 1), "CAB.MOSS": (4000, 0.1), "MeDZO": (6000, 1), "Zooming": (9000, 1)},
    "continuous-f3": {"Greedy": (1500, 1), "CAB.MOSS": (8000, 0.1), "MeDZO": (9000, 1), "Zooming": (9900, 1)},
    "infinite-uniform": {"Greedy": 590, "TwoTarget": 160, "UCB-F": 3000, "MeDZO": 1200},
    "infinite-beta": {"Greedy": 1000, "TwoTarget": 3600, "UCB-F": 4400, "MeDZO": 2400},
    "many-armed": {"OracleGreedy": 320, "OracleMOSS": 490, "MeDZO": 1050, "Greedy": 1600, "MOSS": 2400},
    "linear": {"Greedy": (1700, 0.8), "LinUCB": 2000, "BallExplore": 1850, "BallExplore(delta=1)": 1850},
    "linear-close": {"Greedy": 1700, "BallExplore": 1850, "BallExplore(delta=1)": 1850},
    "linear-long": {"Greedy": (20_000, 0.5)},
    "many-armed-long": {"OracleGreedy": 900, "OracleMOSS": 800},
    "mortal-uniform": {"Greedy": lambda c: 50 + c["lifetime"] / 10, "ThompsonSampling": lambda c: 3000.0},
    "mortal-beta": {"Greedy": lambda c: 60 + c["lifetime"] / 10, "ThompsonSampling": lambda c: 3000.0},
    "budgeted-discrete": {"Greedy": lambda c: c["time"] ** 2, "Budget-UCB": lambda c: 150.0 * c["time"], "BTS": 1e7},
    "budgeted-continuous": {"Greedy": 200, "Budget-UCB": 1900, "BTS": 1400},
}
for prior, factor, power in (("uniform", 1.0, 0.3), ("beta", 40.0, 0.6)):
    WORLD[f"cascade-{prior}"] = {
        "Greedy": lambda c, f=factor, p=power: 50 * f * (16 / c["L"]) ** p * (2 / c["K"]) ** 2,
        "CascadeKL-UCB": lambda c, f=factor: 60 * f * (2 / c["K"]),
        "TS-Cascade": lambda c, f=factor: 90 * f * (2 / c["K"]),
    }
WORLD["heatmap"] = {
    # Per round: half of random play's regret at T = 4 K for Greedy, 40 K for UCB, and less beyond.
    "Greedy": lambda c: c["time"] * random_play(c) * (0.02 + 0.98 / (1 + c["time"] / (4 * c["arms"]))),
    "UCB": lambda c: c["time"] * random_play(c) / (1 + c["time"] / (40 * c["arms"])),
}
WORLD["failure"] = {"Greedy": 8.0, "ThompsonSampling": 2.5}
SPREAD = {  # standard deviation as a share of the mean, where it is not a tenth
    ("many-armed", "OracleMOSS"): 0.5,
    ("many-armed", "OracleGreedy"): 0.03,
    ("budgeted-continuous", "Greedy"): 2.0,
    ("budgeted-continuous", "BTS"): 0.05,
    ("budgeted-continuous", "Budget-UCB"): 0.05,
}
SECONDS = {"Greedy": 1.0, "LinUCB": 9.0, "BallExplore": 16.0}


def random_play(cell):
    return cell["arms"] / (cell["arms"] + 1) - 0.5


def made(id, variants=("published",), scale="full", runs=RUNS, spread=None, seconds=SECONDS, **means):
    """An experiment's own cells and policies with made regrets."""
    experiment = PAPER.experiments[id]
    size = experiment.scales[scale]
    results = []
    for variant in (v for v in variants if v in experiment.policies):
        draws = np.random.default_rng(7)
        for cell in experiment.cells_of(variant, size):
            if experiment.horizons:
                times = np.array([t for t in experiment.horizons if t <= size.horizon])
            elif cell.checkpoints:
                times = np.array(cell.checkpoints)
            else:
                times = (cell.horizon or size.horizon) * np.arange(1, 21) / 20
            for policy in experiment.policies[variant]:
                name = display_name(policy)
                given = means.get(name.replace(".", "_").replace("-", "_"), WORLD[id].get(name, 1e5))
                if callable(given):
                    level = np.array([given({**cell.labels, "time": t}) for t in times])
                else:
                    final, power = given if isinstance(given, tuple) else (given, 1)
                    level = final * (times / times[-1]) ** power
                share = (spread or {}).get(name, SPREAD.get((id, name), 0.1))
                noise = draws.standard_normal((runs, 1))
                noise = (noise - noise.mean()) / (noise.std() or 1.0)  # equal means are to be equal, whatever was drawn
                regret = level * (1 + share * noise)
                results.append(
                    (variant, cell.labels, result_of(policy, cell.problem, times, regret, seconds.get(name, 1.0)))
                )
    return Finished(experiment, scale, results)


def made_for(experiment, level, variants=("extra",), scale="full", runs=200, stuck=None):
    """An experiment's own cells and policies with a mean regret by policy and, if asked for, numbers of stuck runs."""
    size = experiment.scales[scale]
    results = []
    for variant in variants:
        draws = np.random.default_rng(7)
        for cell in experiment.cells_of(variant, size):
            times = np.array([cell.horizon or size.horizon])
            for policy in cell.policies or experiment.policies[variant]:
                name = display_name(policy)
                regret = level(name, cell.labels) * (1.0 + 0.1 * draws.standard_normal((runs, 1)))
                locked = None if stuck is None else (np.arange(runs) < stuck.get(name, 0)).astype(float)
                result = result_of(policy, cell.problem, times, regret, 1.0, locked)
                measured = {name: draws.uniform(1.0, 9.0, regret.shape) for name in experiment.measure}
                results.append((variant, cell.labels, replace(result, measured=measured)))
    return Finished(experiment, scale, results)


def result_of(policy, problem, times, regret, seconds=1.0, locked_gap=None):
    """A result with this regret by run and time."""
    runs, points = regret.shape
    zeros = np.zeros(runs)
    return Result(
        policy=policy,
        problem=problem,
        horizon=int(times[-1]),
        seed=0,
        times=times,
        regret=regret,
        reward=zeros,
        pulls=zeros,
        arms_tried=zeros,
        locked_gap=zeros if locked_gap is None else locked_gap,
        reference=np.ones(runs),
        rounds=np.ones((runs, points if hasattr(problem, "budget") else 0)),
        seconds=seconds * runs,
    )
