"""``begreedy bound``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from begreedy.cli.options import Hardness, Json, Rows, deliver, known

if TYPE_CHECKING:
    from begreedy.run.progress import Messages


def bound(
    model: Annotated[str, typer.Argument(help="finite, continuous, infinite, many-armed or combinatorial")],
    horizon: Annotated[float, typer.Option(help="Number of rounds, such as 1e5.")],
    alpha: Annotated[float | None, typer.Option(help="continuous: exponent of smoothness (1)")] = None,
    smoothness: Annotated[float | None, typer.Option(help="continuous: L (1)")] = None,
    dimension: Annotated[int | None, typer.Option(help="continuous: dimension of the box (1)")] = None,
    beta: Annotated[float | None, typer.Option(help="infinite: exponent of the prior's tail (1)")] = None,
    c1: Annotated[float | None, typer.Option(help="infinite: factor of the prior's tail (1)")] = None,
    gamma: Hardness = None,
    arms: Annotated[int | None, typer.Option(help="finite, many-armed, combinatorial: number of arms")] = None,
    size: Annotated[int | None, typer.Option(help="combinatorial: arms per action")] = None,
    gap: Annotated[float | None, typer.Option(help="combinatorial: gap between the best and other actions")] = None,
    best: Annotated[int | None, typer.Option(help="finite: number of best arms")] = None,
    k: Annotated[int | None, typer.Option("--k", help="Number of arms to keep, shown beside the theorem's.")] = None,
    sigma: Annotated[
        float | None, typer.Option(help="Noise is sigma-subgaussian (1); use 0.5 for rewards in [0, 1].")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Plot the bounds for horizons up to T to this file.")] = None,
    json_file: Json = None,
) -> None:
    """Compute what the theorems guarantee at a horizon.

    Prints bounds, numbers of arms, and whether the bounds are vacuous.
    """
    from begreedy.advice.bounds import bound_rows, bound_table

    parameters = known(alpha=alpha, smoothness=smoothness, beta=beta, c1=c1, gamma=gamma, arms=arms)
    parameters |= known(best=best, k=k, sigma=sigma, size=size, gap=gap, dimension=dimension)

    def work(messages: Messages) -> Rows:
        rows = bound_rows(model, horizon, parameters)
        messages.say(bound_table(rows))
        if plot is not None:
            from begreedy.figures.bounds import write_bounds

            write_bounds(model, horizon, parameters, plot)
            messages.say(f"drawn in {plot}")
        return rows

    deliver(work, json_file)
