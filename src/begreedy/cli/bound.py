"""The command ``begreedy bound``: what the theorems guarantee of a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from begreedy.cli.options import Hardness, Json, Rows, deliver, known, say_models

if TYPE_CHECKING:
    from begreedy.run.progress import Messages


class BoundCommand(TyperCommand):
    """The command with its help, which says which models have which parameters, as their cards say."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from begreedy.advice.models import CARDS  # only here: cards import NumPy

        say_models(self.params, {card.model: card.bounds.parameters for card in CARDS if card.bounds is not None})
        super().format_help(ctx, formatter)


def bound(
    model: Annotated[str, typer.Argument(help=".")],
    horizon: Annotated[float, typer.Option(help="Number of rounds, such as 1e5.")],
    alpha: Annotated[float | None, typer.Option(help="exponent of smoothness")] = None,
    smoothness: Annotated[float | None, typer.Option(help="constant L of smoothness")] = None,
    dimension: Annotated[int | None, typer.Option(help="dimension of the box")] = None,
    beta: Annotated[float | None, typer.Option(help="exponent of the prior's tail")] = None,
    c1: Annotated[float | None, typer.Option(help="factor of the prior's tail")] = None,
    gamma: Hardness = None,
    arms: Annotated[int | None, typer.Option(help="number of arms")] = None,
    size: Annotated[int | None, typer.Option(help="arms per action")] = None,
    gap: Annotated[float | None, typer.Option(help="gap between the best and other actions")] = None,
    best: Annotated[int | None, typer.Option(help="number of best arms")] = None,
    k: Annotated[int | None, typer.Option("--k", help="number of arms to keep, shown beside the theorem's")] = None,
    sigma: Annotated[
        float | None, typer.Option(help="noise is sigma-subgaussian; use 0.5 for rewards in [0, 1]")
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
