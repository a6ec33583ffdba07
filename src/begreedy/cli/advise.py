"""Advice on the terminal and as a figure: regret over time, and regret by the number of arms kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only: no window, no display needed

import matplotlib.axes
import matplotlib.figure
import matplotlib.pyplot as plt

from begreedy.advice.advise import advise
from begreedy.advice.answer import Advice, Option
from begreedy.results.plot import COLOURS
from begreedy.run.progress import Messages

_FORMATS = (".svg", ".pdf", ".png")


def show_advice(
    what: str,
    horizon: float | None,
    known: dict[str, Any],
    options: dict[str, Any],
    plot: Path | None,
    messages: Messages,
) -> list[dict[str, Any]]:
    """Find advice, say it and draw it into the file ``plot``, if asked; the rows."""
    if plot is not None and plot.suffix not in _FORMATS:
        raise ValueError(f"plot must be a file that ends in {', '.join(_FORMATS)}, got {plot}")
    messages.start("advice")
    try:
        advice = advise(what, horizon, progress=_from_the_first_round(messages), **options, **known)
    finally:
        messages.finish()
    messages.say(str(advice))
    if plot is not None:
        figure = draw_advice(advice)
        figure.savefig(plot, dpi=160, metadata={"Date": None} if plot.suffix == ".svg" else None)
        plt.close(figure)
        messages.say(f"\ndrawn in {plot}")
    return advice.to_rows()


def _from_the_first_round(messages: Messages) -> Callable[[int, int], None]:
    """Progress whose clock starts when play does: what is compiled before is no measure of speed."""
    playing = False

    def update(done: int, total: int) -> None:
        nonlocal playing
        if not playing:
            playing = True
            messages.start("advice")
        messages.update(done, total)

    return update


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
    ax.grid(alpha=0.25)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(edgecolor="none", framealpha=0.9)


def _title(advice: Advice) -> str:
    if advice.greedy is None:
        verdict = "too close to call"
    else:
        verdict = f"{'be greedy' if advice.greedy else 'do not be greedy'}, play {advice.best.name}"
    where = f"{advice.model} bandit" + ("" if advice.horizon is None else f", {advice.horizon} rounds")
    return f"{where}: {verdict}"
