"""The command ``begreedy advise``: whether to be greedy in a situation, and with how many arms."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from begreedy.cli.options import (
    Alpha,
    Hardness,
    Json,
    Plot,
    Quiet,
    Rows,
    Seed,
    Smoothness,
    deliver,
    find_own_modules,
    known,
    say_models,
)
from begreedy.values.errors import BadValue
from begreedy.values.numbers import grouped, number

if TYPE_CHECKING:
    from begreedy.run.progress import Messages


class AdviseCommand(TyperCommand):
    """The command with its help, which says which models take what, as their cards say."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from begreedy.advice.models import CARDS  # only here: cards import NumPy

        say_models(self.params, {card.model: dict.fromkeys(card.known) for card in CARDS})
        super().format_help(ctx, formatter)


def advise(
    model: Annotated[str, typer.Argument(help="; or a problem, such as 'Finite(means=[0.9, 0.1])'.")],
    horizon: Annotated[float | None, typer.Option(help="Number of rounds, such as 1e4.")] = None,
    views_per_day: Annotated[
        float | None,
        typer.Option(
            help="Rounds per day; with --days, instead of --horizon. Only --lifetime and --births are in days then."
        ),
    ] = None,
    days: Annotated[float | None, typer.Option(help="Number of days.")] = None,
    arms: Annotated[int | None, typer.Option(help="number of arms (items, actions per round)")] = None,
    prior: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="prior of the means, such as 'Beta(2, 98)' for rates of about 2 %"),
    ] = None,
    law: Annotated[
        str | None, typer.Option(metavar="SPEC", help="law of rewards, such as 'Gaussian(sigma=1.0)'")
    ] = None,
    history: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="columns successes, trials; optional reward, cost")
    ] = None,
    alpha: Alpha = None,
    smoothness: Smoothness = None,
    gamma: Hardness = None,
    dimension: Annotated[int | None, typer.Option(help="dimension")] = None,
    features: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="a row per arm, a column per feature")
    ] = None,
    slots: Annotated[int | None, typer.Option(help="items shown in a list")] = None,
    size: Annotated[int | None, typer.Option(help="arms per action")] = None,
    lifetime: Annotated[
        float | None, typer.Option(help="mean lifetime of an arm, in rounds (in days with --views-per-day)")
    ] = None,
    births: Annotated[
        float | None, typer.Option(help="new arms per round (per day with --views-per-day); instead of --arms")
    ] = None,
    delay: Annotated[
        str | None,
        typer.Option(metavar="ROUNDS", help="delay of outcomes in rounds, such as 500 or 'Exponential(500)'"),
    ] = None,
    window: Annotated[float | None, typer.Option(help="rounds after which a failure is known")] = None,
    batch: Annotated[int | None, typer.Option(help="rounds between batches of outcomes")] = None,
    budget: Annotated[float | None, typer.Option(help="total cost that can be spent")] = None,
    rate: Annotated[float | None, typer.Option(help="probability that a mean changes in a round")] = None,
    step: Annotated[float | None, typer.Option(help="size of a change; a fresh draw if not given")] = None,
    seed: Seed = 0,
    effort: Annotated[float, typer.Option(help="Computing to spend, roughly in seconds of one core.")] = 16.0,
    plot: Plot = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Say whether to be greedy here, and with how many arms.

    Leave out what you do not know; the answer says what was assumed instead.
    """
    from begreedy.advice.advise import advise as advice_on
    from begreedy.figures.advice import write_advice
    from begreedy.figures.files import check_format
    from begreedy.run.progress import from_the_first_round

    check_format(plot)
    horizon = _rounds(horizon, views_per_day, days)
    situation = known(arms=arms, prior=prior, law=law, history=history, alpha=alpha, smoothness=smoothness)
    situation |= known(gamma=gamma, dimension=dimension, features=features, slots=slots, size=size, budget=budget)
    situation |= known(rate=rate, step=step, delay=delay, window=window, batch=batch)
    situation |= known(
        lifetime=None if lifetime is None else lifetime * (views_per_day or 1.0),
        births=None if births is None else births / (views_per_day or 1.0),
    )
    find_own_modules()

    def work(messages: Messages) -> Rows:
        with messages.task("advice"):
            progress = from_the_first_round(messages, "advice")
            advice = advice_on(model, horizon, seed=seed, effort=effort, progress=progress, **situation)
        if views_per_day is not None:
            in_days = {"horizon": days, "lifetime": lifetime}
            advice = replace(advice, assumed=(_in_rounds(views_per_day, in_days), *advice.assumed))
        messages.say(str(advice))
        if plot is not None:
            write_advice(advice, plot)
            messages.say(f"\ndrawn in {plot}")
        return advice.to_rows()

    deliver(work, json_file, quiet)


def _in_rounds(views_per_day: float, in_days: dict[str, float | None]) -> str:
    """How many rounds the horizon and the lifetime are that were given in days.

    >>> _in_rounds(1000.0, {"horizon": 30.0, "lifetime": 2.0})
    '1 000 views per day: the horizon of 30 days is 30 000 rounds, the lifetime of 2 days is 2 000 rounds'
    """
    lengths = [
        f"the {name} of {number(days)} day{'' if days == 1.0 else 's'} is {grouped(days * views_per_day)} rounds"
        for name, days in in_days.items()
        if days is not None
    ]
    views = number(views_per_day) if views_per_day < 100.0 else grouped(views_per_day)
    return f"{views} views per day: {', '.join(lengths)}"


def _rounds(horizon: float | None, views_per_day: float | None, days: float | None) -> float | None:
    """The horizon, given as it is or as views per day and days."""
    if views_per_day is None and days is None:
        return horizon
    if horizon is not None:
        raise BadValue.of("horizon", horizon, "left out where views-per-day and days are given")
    for name, value in (("views-per-day", views_per_day), ("days", days)):
        if value is None or not 0.0 < value < inf:
            given = "a number greater than 0, together with " + ("days" if name == "views-per-day" else "views-per-day")
            raise BadValue.of(name, value, given, got="nothing" if value is None else None)
    rounds = (views_per_day or 0.0) * (days or 0.0)
    if not 0.5 <= rounds < inf:
        allowed = "at least one round together with days, and fewer than 1.8e308"
        raise BadValue.of("views-per-day", views_per_day, allowed, verb="make", got=f"{rounds:g}")
    return float(max(1, round(rounds)))
