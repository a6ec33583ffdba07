"""The models of bandits, each by its card: the one list that advice, bounds, the page and its map go by."""

from __future__ import annotations

from typing import Any

from begreedy.advice.models import (
    budgeted,
    cascading,
    combinatorial,
    continuous,
    drifting,
    finite,
    in_use,
    infinite,
    linear,
    many_armed,
    mortal,
)
from begreedy.advice.models.card import Card
from begreedy.advice.models.situation import P
from begreedy.types import Problem
from begreedy.values.errors import BadValue

# A model becomes visible by adding its card here.
CARDS: list[Card[Any]] = [
    finite.CARD,
    continuous.CARD,
    infinite.CARD,
    many_armed.CARD,
    linear.CARD,
    cascading.CARD,
    mortal.CARD,
    budgeted.CARD,
    combinatorial.CARD,
    drifting.CARD,
    in_use.CARD,
]


def names() -> list[str]:
    """The models' names."""
    return [card.model for card in CARDS]


def card_named(model: str) -> Card[Any] | None:
    """The card of a model's name, None if there is none."""
    return next((card for card in CARDS if card.model == model), None)


def card_of(problem: P) -> Card[P]:
    """The card of a problem's model."""
    card: Card[P] | None = card_named(problem.model)
    if card is None:
        words = f"there is no advice on {problem.model!r} problems; there is on {', '.join(names())}"
        raise BadValue(words, field="model", value=problem.model, allowed=f"one of {', '.join(names())}")
    return card


def problems() -> dict[str, type[Problem]]:
    """The models' classes of problems by name: what a text may call a problem."""
    return {card.problem.__name__: card.problem for card in CARDS}
