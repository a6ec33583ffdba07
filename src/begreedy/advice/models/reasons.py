"""Reasons that several models give for their advice: said after "because", so they must be true of the situation."""

from __future__ import annotations

from begreedy.advice.models.situation import Situation
from begreedy.values.numbers import grouped


def too_few_rounds(situation: Situation, arms: int | None) -> str:
    """Why to be greedy with so many rounds."""
    rounds = f"{grouped(situation.rounds)} rounds"
    if arms is None:
        return f"{rounds} are too few to earn back what exploring costs"
    return f"{rounds} are {situation.rounds / arms:.3g} for each of the {arms} arms: exploring costs more than it finds"
