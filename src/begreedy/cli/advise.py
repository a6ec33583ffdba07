"""``begreedy advise``."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from begreedy.cli.options import Alpha, Hardness, Json, Plot, Quiet, Rows, Seed, Smoothness, deliver, known
from begreedy.values.errors import BadValue

if TYPE_CHECKING:
    from begreedy.run.progress import Messages


def advise(
    model: Annotated[str, typer.Argument(help="A model, such as finite, or a problem: 'Finite(means=[0.9, 0.1])'.")],
    horizon: Annotated[float | None, typer.Option(help="Number of rounds, e.g. 1e4.")] = None,
    views_per_day: Annotated[float | None, typer.Option(help="Rounds a day; with --days for a horizon.")] = None,
    days: Annotated[float | None, typer.Option(help="For how many days.")] = None,
    arms: Annotated[int | None, typer.Option(help="Number of arms (items, actions per round).")] = None,
    prior: Annotated[str | None, typer.Option(metavar="SPEC", help="Such as 'Beta(1, 3)'.")] = None,
    law: Annotated[str | None, typer.Option(metavar="SPEC", help="Such as 'Gaussian(sigma=1.0)'.")] = None,
    history: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Successes and trials per arm.")] = None,
    alpha: Alpha = None,
    smoothness: Smoothness = None,
    gamma: Hardness = None,
    dimension: Annotated[int | None, typer.Option(help="linear: dimension")] = None,
    features: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="linear: a row per arm, a column per feature")
    ] = None,
    slots: Annotated[int | None, typer.Option(help="cascading: items shown in a list")] = None,
    size: Annotated[int | None, typer.Option(help="combinatorial: arms of an action")] = None,
    lifetime: Annotated[float | None, typer.Option(help="mortal: mean lifetime of an arm in rounds")] = None,
    budget: Annotated[float | None, typer.Option(help="budgeted: what can be spent")] = None,
    rate: Annotated[float | None, typer.Option(help="drifting: chance that a mean changes in a round")] = None,
    step: Annotated[float | None, typer.Option(help="drifting: how far it moves then; else it is drawn anew")] = None,
    seed: Seed = 0,
    effort: Annotated[float, typer.Option(help="How much to simulate, in seconds of one core, roughly.")] = 16.0,
    plot: Plot = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Say whether to be greedy here, and with how many arms.

    What is not known may be left out.
    """
    from begreedy.advice.advise import advise as advice_on
    from begreedy.figures.advice import write_advice
    from begreedy.figures.files import check_format
    from begreedy.run.progress import from_the_first_round

    check_format(plot)
    horizon = _rounds(horizon, views_per_day, days)
    situation = known(arms=arms, prior=prior, law=law, history=history, alpha=alpha, smoothness=smoothness)
    situation |= known(
        gamma=gamma, dimension=dimension, features=features, slots=slots, size=size, lifetime=lifetime, budget=budget
    )
    situation |= known(rate=rate, step=step)

    def work(messages: Messages) -> Rows:
        with messages.task("advice"):
            progress = from_the_first_round(messages, "advice")
            advice = advice_on(model, horizon, seed=seed, effort=effort, progress=progress, **situation)
        messages.say(str(advice))
        if plot is not None:
            write_advice(advice, plot)
            messages.say(f"\ndrawn in {plot}")
        return advice.to_rows()

    deliver(work, json_file, quiet)


def _rounds(horizon: float | None, views_per_day: float | None, days: float | None) -> float | None:
    """The horizon, as it is or as views per day and days."""
    if views_per_day is None and days is None:
        return horizon
    if horizon is not None:
        raise BadValue.of("horizon", horizon, "left out where views-per-day and days are given")
    for name, value in (("views-per-day", views_per_day), ("days", days)):
        if value is None or not 0.0 < value < inf:
            raise BadValue.of(name, value, "greater than 0: views-per-day and days are given together")
    return float(max(1, round((views_per_day or 0.0) * (days or 0.0))))
