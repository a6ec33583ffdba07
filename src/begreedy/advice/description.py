"""Read a description of a problem: a problem itself, or a model's name and what is known of it."""

from __future__ import annotations

from typing import Any

from begreedy.advice.history import FittedPrior, fit_prior
from begreedy.advice.models import card_named, card_of, names, problems
from begreedy.advice.models.card import Card
from begreedy.advice.models.situation import Notes, Situation
from begreedy.types import Problem, provides
from begreedy.values.errors import BadType, BadValue
from begreedy.values.spec import parse
from begreedy.values.value import whole


def situation_of(question: Problem | str, horizon: object = None, *, seed: int = 0, **known: object) -> Situation:
    """From a problem, or from a model's name and what is known of it."""
    facts = {name: value for name, value in known.items() if value is not None}
    if isinstance(question, str) and "(" in question:
        question = parse(question, kind="problem", names=problems())
    if not isinstance(question, str):
        return _of_problem(question, horizon, facts)
    card = card_named(question.strip().lower().replace("_", "-"))
    if card is None:
        raise BadValue.of("model", question, f"one of {', '.join(names())}, or a problem such as Finite(...)")
    return _of_model(card, horizon, facts, seed)


def _of_model(card: Card[Any], horizon: object, facts: dict[str, Any], seed: int) -> Situation:
    for name in facts:
        if name not in card.known:
            refusal = f"the {card.model} model has no {name}; it takes {', '.join(card.known)}"
            raise BadValue(refusal, field=name, value=facts[name], allowed=f"one of {', '.join(card.known)}")
    rounds = _rounds(horizon) if card.timed or horizon is not None else None
    fitted = None
    if "history" in facts:
        told = facts["history"]
        fitted = facts["history"] = told if isinstance(told, FittedPrior) else fit_prior(told, seed=seed)
    for name in ("prior", "law"):
        if isinstance(facts.get(name), str):
            facts[name] = parse(facts[name], kind=name)
    notes = Notes(rounds, fitted)
    described = card.describe(notes, **facts)
    ignored = [
        f"the column {column} of the history is ignored: this model has no use for it" for column in notes.unused()
    ]
    words = (*notes.words, *ignored)
    ends = rounds if card.timed else None
    return Situation(card.model, described[0], described[1:] or described, ends, words, fitted, facts=notes.facts)


def _of_problem(problem: Problem, horizon: object, facts: dict[str, object]) -> Situation:
    if not provides(problem, "model"):
        raise BadType.of("problem", problem, "a problem such as Finite(...) or the name of a model")
    if facts:
        words = f"{', '.join(facts)} can be given with the name of a model only; a problem says it all"
        raise BadValue(words, field=next(iter(facts)), value=facts, allowed="left out with a problem")
    return Situation(problem.model, problem, (problem,), _rounds(horizon) if card_of(problem).timed else None)


def _rounds(horizon: object) -> int:
    if horizon is None:
        raise BadValue.of("horizon", None, "given: the number of rounds that you will play")
    return whole(horizon, "horizon", low=1, high=2**40)
