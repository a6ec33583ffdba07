"""The measured tables of the documentation: `python measured.py [NAME ...]` prints them, `--write` renews them.

A table stands in its page between the lines `<!-- numbers: NAME -->` and `<!-- end of numbers -->`.  A long test
compares each with what this script measures.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from math import ceil, floor, log10, sqrt
from pathlib import Path
from typing import Any

import numpy as np

import begreedy as bg
from begreedy import theory
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.values.numbers import mean_words

DOCS = Path(__file__).parent.parent
SEED = 0


def play(policy: Any, problem: Any, horizon: int, runs: int) -> Any:
    return bg.simulate(policy, problem, horizon=horizon, runs=runs, seed=SEED, checkpoints=[horizon])


def said(result: Any) -> str:
    """A mean regret with its standard error, such as "590 ± 40"."""
    return mean_words(float(result.mean[-1]), float(result.stderr[-1]))


def table(head: str, rows: list[list[str]]) -> str:
    lines = [f"| {head} |", "|" + "---|" * (head.count("|") + 1)]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def peak(x: float) -> float:
    """A Lipschitz function with L = alpha = 1."""
    return 1.0 - abs(x - 0.4)


def truth() -> str:
    """Greedy on given instances beside the bounds of each."""
    several = [0.0] * 5 + [0.05] * 700 + [0.5] * 295
    instances = [
        ("500 best, 500 at 0.1", [0.0] * 500 + [0.1] * 500, bg.Gaussian()),
        ("5 best, 700 at 0.05, 295 at 0.5", several, bg.Gaussian()),
        ("5 best, 700 at 0.05, 295 at 0.5", several, bg.Bernoulli()),
        ("evenly from 0 to 0.5", (0.5 * np.arange(1000) / 999).tolist(), bg.Gaussian()),
    ]
    rows = []
    for name, gaps, law in instances:
        normal = isinstance(law, bg.Gaussian)
        problem = bg.Finite(means=[0.9 - gap for gap in gaps], law=law)
        noise = {"sigma": 1.0 if normal else 0.5}
        bounds = [
            theory.generic(10**6, gaps, **noise),
            theory.chaining(10**6, gaps, **noise),
            theory.chaining(10**6, gaps, sharp=True, **noise),
        ]
        regret = said(play(bg.Greedy(), problem, 10**6, 100))
        rows.append([name, "N(., 1)" if normal else "Bernoulli", regret, *(f"{bound.value:.0f}" for bound in bounds)])
    return table("gaps | law | regret | generic | chaining | chaining, sharp", rows)


def looseness() -> str:
    """Every theorem's bounds per round, beside the regret of Greedy on the theorem's K.

    The best K and epsilon are those for the noise that there is; the closed forms are for a sigma of 1.
    """
    rows = []
    lengths = ((10**5, 20), (10**7, 10), (10**9, 5))
    for horizon, runs in lengths:
        result = play(bg.Subsample(bg.Greedy()), bg.Infinite(bg.Uniform()), horizon, runs)
        rows.append(_loose("infinite, uniform prior", result, theory.infinite, {"beta": 1.0, "sigma": 0.5}))
    smooth = {"alpha": 1.0, "smoothness": 1.0}
    for horizon, runs in lengths:
        result = play(bg.Discretize(bg.Greedy(), **smooth), bg.Continuous(peak), horizon, runs)
        rows.append(_loose("1 - &#124;x - 0.4&#124;, known", result, theory.continuous, smooth))
        result = play(bg.Discretize(bg.Greedy()), bg.Continuous(peak), horizon, runs)
        rows.append(_loose("1 - &#124;x - 0.4&#124;, unknown", result, theory.continuous_unknown, smooth))
    for horizon, runs in lengths:
        k = theory.many_armed(horizon, 0.2).k
        assert k is not None
        problem = bg.ManyArmed(2 * k, ceil(2 * k / horizon**0.2))
        result = play(bg.Subsample(bg.Greedy(), k=k), problem, horizon, runs)
        rows.append(_loose("many arms, gamma = 0.2", result, theory.many_armed, {"gamma": 0.2, "sigma": 0.5}))
    return table("problem | T | runs | regret / T | printed | sharper | best K and epsilon", rows)


def _loose(name: str, result: Any, form: Callable[..., Any], at: dict[str, float]) -> list[str]:
    horizon = result.horizon
    per_round = mean_words(float(result.mean[-1]) / horizon, float(result.stderr[-1]) / horizon)
    bounds = [form(horizon, **at, **{how: True}).value / horizon for how in ("printed", "sharp", "best")]
    return [name, f"1e{len(str(horizon)) - 1}", str(result.runs), per_round, *(f"{bound:.3g}" for bound in bounds)]


def known_smoothness() -> str:
    """Greedy with the theorem's K for a known smoothness, and with the one for any function."""
    rows = []
    for name, smooth in FUNCTIONS.items():
        problem = bg.Continuous(smooth.f)
        known = bg.Discretize(bg.Greedy(), alpha=smooth.alpha, smoothness=smooth.smoothness)
        regrets = [play(policy, problem, 100_000, 200) for policy in (known, bg.Discretize(bg.Greedy()))]
        rows.append([name, *(f"{said(result)} on {int(result.arms_tried[0])} points" for result in regrets)])
    return table("function | known smoothness | any function", rows)


def unknown_horizon() -> str:
    """What it costs Greedy not to know the horizon."""
    reservoir, grid = bg.Subsample(bg.Greedy()), bg.Discretize(bg.Greedy())
    cases: list[tuple[str, Any, int, Any, Any]] = [
        ("`Infinite(Uniform())`", bg.Infinite(bg.Uniform()), 10_000, reservoir, bg.AnytimeGreedy()),
        ("`Infinite(Beta(1, 2))`", bg.Infinite(bg.Beta(1, 2)), 10_000, reservoir, bg.AnytimeGreedy()),
        ("`Continuous(f1)`", bg.Continuous(bg.f1), 100_000, grid, bg.AnytimeGreedy()),
    ]
    for horizon in (1000, 10_000, 100_000):
        best = ceil(20_000 / horizon**0.4)
        problem, anytime = bg.ManyArmed(20_000, best), bg.AnytimeGreedy(gamma=0.4)
        cases.append((f"`ManyArmed(20000, {best})`", problem, horizon, bg.OracleGreedy(0.4), anytime))
    rows = []
    for name, problem, horizon, knows, anytime in cases:
        one, two = play(knows, problem, horizon, 200), play(anytime, problem, horizon, 200)
        ratio = float(two.mean[-1] / one.mean[-1])
        error = ratio * sqrt(sum(float(r.stderr[-1] / r.mean[-1]) ** 2 for r in (one, two)))
        doubled = "" if "Many" in name else said(play(bg.Doubling(knows, first=200), problem, horizon, 200))
        digits = max(0, 1 - floor(log10(100.0 * error)))  # of the error two in all, of the ratio no more
        cost = f"{100.0 * (ratio - 1.0):.{digits}f} ± {100.0 * error:.{digits}f}"
        rows.append([name, f"{horizon:,}".replace(",", " "), said(one), said(two), f"{cost} %", doubled])
    return table("problem | T | knows the horizon | AnytimeGreedy | costs | Doubling", rows)


def untold() -> str:
    """Policies for pools that are told neither prior nor hardness, and baselines that are told some of it."""
    policies: dict[str, Any] = {
        "GrowingGreedy()": bg.GrowingGreedy(),
        "GrowingGreedy(anytime=True)": bg.GrowingGreedy(anytime=True),
        "GrowingGreedy(exponent=0.6)": bg.GrowingGreedy(exponent=0.6),
        "EmpiricalCBT()": bg.EmpiricalCBT(),
        "IMOSS()": bg.IMOSS(),
        "MeDZO()": bg.MeDZO(),
        "Quantile()": bg.Quantile(),
        "Parallel()": bg.Parallel(),
        "EstimatedGreedy()": bg.EstimatedGreedy(),
        "AnytimeGreedy": bg.AnytimeGreedy(),
        "Doubling(Greedy)": bg.Doubling(bg.Subsample(bg.Greedy())),
    }
    cells: list[tuple[str, Any, int]] = []
    for horizon in (1000, 10_000):
        cells.append((f"uniform, T = {horizon}", bg.Infinite(bg.Uniform()), horizon))
        cells.append((f"Beta(1, 3), T = {horizon}", bg.Infinite(bg.Beta(1, 3)), horizon))
        many = bg.ManyArmed(20_000, ceil(20_000 / horizon**0.4))
        cells.append((f"many arms, T = {horizon}", many, horizon))
    rows = []
    for name, policy in policies.items():
        row = [f"`{name}`"]
        for _, problem, horizon in cells:
            is_many = isinstance(problem, bg.ManyArmed)
            played = bg.AnytimeGreedy(gamma=0.4) if is_many and name == "AnytimeGreedy" else policy
            row.append("" if is_many and name == "EstimatedGreedy()" else said(play(played, problem, horizon, 200)))
        rows.append(row)
    return table(" | ".join(["policy", *(name for name, _, _ in cells)]), rows)


def rare() -> str:
    """Policies for pools on 2000 arms, by how many of them are best."""
    policies: dict[str, Any] = {
        "GrowingGreedy()": bg.GrowingGreedy(),
        "GrowingGreedy(anytime=True)": bg.GrowingGreedy(anytime=True),
        "EmpiricalCBT()": bg.EmpiricalCBT(),
        "IMOSS()": bg.IMOSS(),
        "MeDZO()": bg.MeDZO(),
        "Subsample(Greedy(), k=1000)": bg.Subsample(bg.Greedy(), k=1000),
    }
    counts = (5, 20, 100, 400)
    rows = [
        [f"`{name}`", *(said(play(policy, bg.ManyArmed(2000, best), 10_000, 200)) for best in counts)]
        for name, policy in policies.items()
    ]
    return table(" | ".join(["policy", *(f"{best} of 2000 best" for best in counts)]), rows)


def drifting() -> str:
    """Greedy and the best of three memories, by how often means change."""
    rates, horizon = (0.0001, 0.0002, 0.0004, 0.0008, 0.0016, 0.0032), 3000
    rows = [["regret of `Greedy()`"], ["regret of the best `Discounted(Greedy())`"]]
    for rate in rates:
        problem = bg.Drifting(bg.Uniform(), arms=100, rate=rate)
        memories = sorted({min(horizon, 1.0 / rate / share) for share in (1, 4, 16)})
        forgetting = [play(bg.Discounted(bg.Greedy(), halflife), problem, horizon, 400) for halflife in memories]
        rows[0].append(said(play(bg.Greedy(), problem, horizon, 400)))
        rows[1].append(said(min(forgetting, key=lambda result: float(result.mean[-1]))))
    return table(" | ".join(["changes of a mean per round", *(f"{rate:g}" for rate in rates)]), rows)


def draw(text: str, path: Path) -> None:
    """The table of bounds and regrets as a figure: all divided by T, a panel per problem."""
    import matplotlib.pyplot as plt

    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()[2:]]
    names = list(dict.fromkeys(row[0] for row in rows))
    figure, panels = plt.subplots(1, len(names), figsize=(3.1 * len(names), 3.0), sharey=True, layout="constrained")
    for name, axes in zip(names, panels, strict=True):
        mine = [row for row in rows if row[0] == name]
        horizons = [float(row[1]) for row in mine]
        axes.loglog(horizons, [float(row[3].split()[0]) for row in mine], "ko-", label="simulated")
        bounds = ((4, "printed", "C3s:"), (5, "sharper", "C1^--"), (6, "best K and epsilon", "C0v-"))
        for column, label, style in bounds:
            axes.loglog(horizons, [float(row[column]) for row in mine], style, label=label)
        axes.axhspan(1.0, 10.0, color="0.9", zorder=0)
        axes.set(title=name.replace("&#124;", "|"), xlabel="T")
        axes.title.set_size(9)
    panels[0].set(ylabel="regret / T (shaded: vacuous)", ylim=(5e-4, 10.0))
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=8)
    plt.savefig(path, dpi=110)


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "truth": ("theory.md", truth),
    "looseness": ("theory.md", looseness),
    "known-smoothness": ("paper.md", known_smoothness),
    "unknown-horizon": ("pools.md", unknown_horizon),
    "untold": ("pools.md", untold),
    "rare": ("pools.md", rare),
    "drifting": ("structured.md", drifting),
}


def place(name: str) -> re.Pattern[str]:
    """Where a table stands in its page."""
    return re.compile(rf"(?<=<!-- numbers: {name} -->\n).*?(?=\n<!-- end of numbers -->)", re.DOTALL)


def main() -> None:
    wanted = [word for word in sys.argv[1:] if word != "--write"] or list(TABLES)
    for name in wanted:
        page, make = TABLES[name]
        text = make()
        print(f"{page}, {name}:\n{text}\n", flush=True)
        if "--write" in sys.argv[1:]:
            path = DOCS / page
            path.write_text(place(name).sub(lambda _, text=text: text, path.read_text("utf-8"), count=1), "utf-8")
            if name == "looseness":
                draw(text, DOCS / "figures" / "looseness.png")


if __name__ == "__main__":
    main()
