"""Advice as a figure: regret over time, and regret by the number of arms kept."""

from __future__ import annotations

from pathlib import Path

import matplotlib.axes
import matplotlib.figure
import matplotlib.pyplot as plt

from begreedy.advice.answer import Advice, Option
from begreedy.figures.files import save
from begreedy.results.plot import finish_axes
from begreedy.results.styles import COLOURS


def write_advice(advice: Advice, file: Path) -> None:
    """Write the figure of an advice to a file."""
    save(draw_advice(advice), [file])


def draw_advice(advice: Advice) -> matplotlib.figure.Figure:
    """Curves of the first policies and, where several numbers of arms were tried, what each of them costs."""
    grid = sorted((o for o in advice.options if o.greedy and o.k is not None), key=lambda o: o.k or 0)
    by_arms = len({option.k for option in grid}) > 2
    figure, axes = plt.subplots(
        1, 2 if by_arms else 1, figsize=(12.4 if by_arms else 8.2, 4.4), layout="constrained", squeeze=False
    )
    advice.plot(axes[0, 0])
    if by_arms:
        axes[0, 0].set_title("regret over time")
        _draw_arms(axes[0, 1], grid, advice)
    figure.suptitle(_title(advice))
    return figure


def _draw_arms(ax: matplotlib.axes.Axes, grid: list[Option], advice: Advice) -> None:
    """Mean, 90 % quantile and the worst runs of Greedy by the number of arms it keeps."""
    arms = [option.k or 0 for option in grid]
    error = [2.0 * option.stderr for option in grid]
    ax.errorbar(arms, [o.mean for o in grid], yerr=error, color=COLOURS[0], marker="o", markersize=4, label="mean")
    ax.plot(arms, [o.q90 for o in grid], color=COLOURS[1], linestyle="--", label="90 % quantile")
    ax.plot(arms, [o.worst for o in grid], color=COLOURS[3], linestyle=":", label="mean of the worst 5 %")
    if advice.theorem_k is not None and arms[0] <= advice.theorem_k <= arms[-1]:
        words = f"the theorem's K = {advice.theorem_k}"
        ax.axvline(advice.theorem_k, color="black", linewidth=0.9, linestyle=(0, (4, 3)), label=words)
    ax.set_xscale("log")
    shown = sorted(set(arms))[:: 1 + len(set(arms)) // 9]  # few enough labels to stand side by side
    ax.set_xticks(shown, [str(k) for k in shown])
    ax.minorticks_off()
    ax.set_ylim(bottom=0)
    ax.set_title("Greedy by number of arms")
    ax.set_xlabel("arms kept, K")
    ax.set_ylabel("regret")
    finish_axes(ax, 0)
    ax.legend(edgecolor="none", framealpha=0.9)


def _title(advice: Advice) -> str:
    if advice.greedy is None:
        verdict = "too close to call"
    else:
        verdict = f"{'be greedy' if advice.greedy else 'do not be greedy'}, play {advice.best.name}"
    where = f"{advice.model} bandit" + ("" if advice.horizon is None else f", {advice.horizon} rounds")
    return f"{where}: {verdict}"
