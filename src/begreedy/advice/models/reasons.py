"""Reasons that several models give for their advice: said after "because", so they must be true of the situation."""

from __future__ import annotations

from begreedy.advice.models.situation import Situation
from begreedy.values.numbers import grouped, rounded

FEW = 100.0  # rounds for each arm: more are no reason against exploring


def too_few_rounds(situation: Situation, arms: int | None) -> str:
    """Why to be greedy with so many rounds: they are few for each arm, where that is so."""
    rounds = f"{grouped(situation.rounds)} rounds"
    if arms is None or situation.rounds > FEW * arms:
        return f"in {rounds} exploring costs more than it finds"
    each = f"{rounded(situation.rounds / arms)} for each of the {grouped(arms)} arms"
    return f"{rounds} are {each}: exploring costs more than it finds"
