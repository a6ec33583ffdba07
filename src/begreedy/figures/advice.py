"""Advice as a figure: regret over time, and regret by the number of arms kept."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import matplotlib.axes
import matplotlib.figure
import matplotlib.pyplot as plt

from begreedy.advice.answer import Advice, Option, shown
from begreedy.advice.models.candidate import hopeful
from begreedy.figures.files import data_file, in_style, save, write_data
from begreedy.results.comparison import distinct_labels
from begreedy.results.styles import COLOURS, literal

_OVER_TIME, _OVER_ARMS = "regret over time", "Greedy by number of arms"
_MEAN, _Q90, _WORST = "mean", "90 % quantile", "mean of the worst 5 %"
_CURVES = 6  # of so many policies, at most
_WIDTH = 130  # letters of a line


def write_advice(advice: Advice, file: Path) -> None:
    """Write the figure of an advice to a file."""
    save(draw_advice(advice), [file])
    write_data(data_file(file), ["panel", "line", "x", "y", "low", "high"], _numbers(advice))


def draw_advice(advice: Advice) -> matplotlib.figure.Figure:
    """Curves of the first policies and, where several numbers of arms were tried, what each of them costs."""
    grid = _by_arms(advice)
    with in_style():
        figure, axes = plt.subplots(
            1, 2 if grid else 1, figsize=(12.4 if grid else 8.2, 4.4), layout="constrained", squeeze=False
        )
        advice.plot(axes[0, 0], _CURVES)
        if grid:
            axes[0, 0].set_title(_OVER_TIME)
            _draw_arms(axes[0, 1], grid, advice)
        figure.suptitle(literal(_title(advice)))
        figure.supxlabel(literal(_answer(advice)), x=0.01, ha="left", fontsize="small")
    return figure


def _answer(advice: Advice) -> str:
    """The answer by heads, below the curves."""
    lines = [f"{about}: {said}" for about, said in advice.summary]
    return "\n".join(textwrap.fill(line, _WIDTH, subsequent_indent="    ") for line in lines)


def _by_arms(advice: Advice) -> list[Option]:
    """Greedy by the number of arms it keeps; none unless several numbers were tried."""
    plain = [o for o in advice.options if o.greedy and o.k is not None and not hopeful(o.policy)]
    grid = sorted(plain, key=lambda o: o.k or 0)
    return grid if len({option.k for option in grid}) > 2 else []


def _numbers(advice: Advice) -> Iterator[tuple[str | float | None, ...]]:
    """What the figure shows, a row per point."""
    results = shown(advice.options, advice.results, _CURVES)
    for name, result in zip(distinct_labels([result.policy for result in results]), results, strict=True):
        for x, y, error in zip(result.times, result.mean, 2.0 * result.stderr, strict=True):
            yield _OVER_TIME, name, x.item(), y.item(), (y - error).item(), (y + error).item()
    for option in _by_arms(advice):
        k, error = option.k, 2.0 * option.stderr
        yield _OVER_ARMS, _MEAN, k, option.mean, option.mean - error, option.mean + error
        yield _OVER_ARMS, _Q90, k, option.q90, None, None
        yield _OVER_ARMS, _WORST, k, option.worst, None, None


def _draw_arms(ax: matplotlib.axes.Axes, grid: list[Option], advice: Advice) -> None:
    """Mean, 90 % quantile and the worst runs of Greedy by the number of arms it keeps."""
    arms = [option.k or 0 for option in grid]
    error = [2.0 * option.stderr for option in grid]
    ax.errorbar(arms, [o.mean for o in grid], yerr=error, color=COLOURS[0], marker="o", markersize=4, label=_MEAN)
    ax.plot(arms, [o.q90 for o in grid], color=COLOURS[1], linestyle="--", label=_Q90)
    ax.plot(arms, [o.worst for o in grid], color=COLOURS[3], linestyle=":", label=_WORST)
    if advice.theorem_k is not None and arms[0] <= advice.theorem_k <= arms[-1]:
        words = f"the theorem's K = {advice.theorem_k}"
        ax.axvline(advice.theorem_k, color="black", linewidth=0.9, linestyle=(0, (4, 3)), label=words)
    ax.set_xscale("log")
    ticks = sorted(set(arms))[:: 1 + len(set(arms)) // 9]  # few enough labels to stand side by side
    ax.set_xticks(ticks, [str(k) for k in ticks])
    ax.minorticks_off()
    ax.set_ylim(bottom=0)
    ax.set_title(_OVER_ARMS)
    ax.set_xlabel("arms kept, K")
    ax.set_ylabel("regret")
    ax.legend(frameon=True, edgecolor="none", framealpha=0.9)


def _title(advice: Advice) -> str:
    if advice.greedy is None:
        verdict = "too close to call"
    else:
        verdict = f"{'be greedy' if advice.greedy else 'do not be greedy'}, play {advice.best.name}"
    where = f"{advice.model} bandit" + ("" if advice.horizon is None else f", {advice.horizon} rounds")
    return f"{where}: {verdict}"
