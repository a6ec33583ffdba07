"""The bounds of one model side by side, as curves over the horizon and as rows."""

from __future__ import annotations

from typing import Any

from begreedy.advice.models import CARDS, card_named
from begreedy.advice.models.card import Curve
from begreedy.theory.bound import Bound
from begreedy.values.errors import BadValue
from begreedy.values.numbers import five_digits
from begreedy.values.text_table import text_table


def bound_curves(model: str, facts: dict[str, Any]) -> dict[str, Curve]:
    """The bounds of a model by name, each a function of the horizon; ``facts`` are its parameters that are known."""
    card = card_named(model)
    if card is None or card.bounds is None:
        known_models = ", ".join(card.model for card in CARDS if card.bounds is not None)
        raise BadValue.of("model", model, f"one of {known_models}")
    parameters = card.bounds.parameters
    for name in facts:
        if name not in parameters:
            words = f"{name} is no parameter of the {model} model; it has {', '.join(parameters)}"
            raise BadValue(words, field=name, value=facts[name], allowed=f"one of {', '.join(parameters)}")
    values = {**parameters, **facts}
    for name in card.bounds.needed:
        if values[name] is None:
            raise BadValue(f"the {model} model needs {name}", field=name, allowed="given")
    extreme = ", ".join(f"{name} = {value}" for name, value in values.items() if value is not None)
    return {name: _finite(curve, extreme) for name, curve in card.bounds.curves(**values).items()}


def _finite(curve: Curve, parameters: str) -> Curve:
    """A curve that refuses what is beyond the largest float."""

    def bound(horizon: float) -> Bound:
        try:
            return curve(horizon)
        except OverflowError:
            allowed = "such that the numbers in its bounds are below 1.8e308"
            raise BadValue.of("horizon", horizon, allowed, got=f"{horizon:g} with {parameters}") from None

    return bound


def bound_rows(model: str, horizon: float, facts: dict[str, Any]) -> list[dict[str, Any]]:
    """One row per bound, at one horizon."""
    return [_row(model, name, curve(horizon)) for name, curve in bound_curves(model, facts).items()]


def _row(model: str, name: str, bound: Bound) -> dict[str, Any]:
    return {
        "model": model,
        "bound_of": name,
        "statement": bound.statement,
        "kind": bound.kind,
        "horizon": bound.horizon,
        "bound": bound.value,
        "k": bound.k,
        "epsilon": bound.epsilon,
        "fails": list(bound.fails),
        "vacuous": bound.vacuous,
        "per_round": bound.per_round,
    }


def bound_table(rows: list[dict[str, Any]]) -> str:
    """The rows as a plain-text table, saying which bounds say nothing and which do not apply."""
    lines = [("bound", "regret", "K", "epsilon", "remark")]
    for row in rows:
        sign = {"upper": "<= ", "rate": "<= order ", "lower": ">= order "}[row["kind"]]
        most = "T" if row["per_round"] == 1.0 else f"{row['per_round']:g} T"
        remarks = [f"vacuous (not below {most})"] if row["vacuous"] else []
        remarks += ["fails: " + ", ".join(row["fails"])] if row["fails"] else []
        k = "" if row["k"] is None else five_digits(row["k"])
        epsilon = "" if row["epsilon"] is None else f"{row['epsilon']:.4g}"
        lines.append((row["bound_of"], sign + five_digits(row["bound"]), k, epsilon, "; ".join(remarks)))
    return text_table(lines)
