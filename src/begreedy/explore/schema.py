"""What the page's forms are made of: the fields of the library's own classes, so that the two never differ."""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from begreedy.advice.models import CARDS
from begreedy.advice.models.card import Card, PageForm
from begreedy.engine.simulation import prepare
from begreedy.listing import public_classes, recipes
from begreedy.policies.epsilon_greedy import EpsilonGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.moss import MOSS
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.policies.reductions import POINTS
from begreedy.policies.thompson import ThompsonBeta, ThompsonGaussian
from begreedy.policies.ucb import UCB
from begreedy.policies.ucb_v import UCBV
from begreedy.problems.actions.explicit import Partition, Sets
from begreedy.problems.actions.graphs import Node
from begreedy.problems.actions.matchings import Matchings
from begreedy.problems.actions.paths import Paths
from begreedy.problems.actions.spanning_trees import SpanningTrees
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.functions import f1, f2, f3
from begreedy.problems.laws import Bernoulli, BetaReward, Gaussian
from begreedy.problems.priors import Beta, Uniform
from begreedy.theory.arms import RULES
from begreedy.types import Actions
from begreedy.values.canonical import concise, display_name
from begreedy.values.errors import BadInput
from begreedy.values.spec import parse

# Values of a text, by field of a policy; those of a problem stand on its card.
CHOICES: dict[str, tuple[str, ...]] = {
    "Discretize.point": POINTS,
    "MeDZO.point": ("end", "random"),
    "Subsample.rule": RULES,
}
ARMS_KEPT = 20  # arms, to begin with, where no theorem says how many
FUNCTIONS = (f1, f2, f3)
PRIORS, REWARD_LAWS = (Uniform, Beta), (Bernoulli, Gaussian, BetaReward)
ACTIONS = (TopM, Matchings, Partition, SpanningTrees, Paths, Sets)
INNER = (Greedy, OptimisticGreedy, UCB, MOSS, KLUCB, ThompsonBeta, ThompsonGaussian, UCBV, EpsilonGreedy)
# What a visitor who picks one of these begins with; others begin with their defaults.
STARTS: dict[str, str] = {
    "Beta": "Beta(a=1, b=3)",
    "TopM": "TopM(arms=100, size=10)",
    "Matchings": "Matchings(rows=5, columns=5)",
    "Partition": "Partition(groups=((0, 1, 2), (3, 4, 5)))",
    "SpanningTrees": "SpanningTrees(edges=((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)))",
    "Paths": "Paths(edges=((0, 1), (0, 2), (1, 3), (2, 3)), source=0, target=3)",
    "Sets": "Sets(sets=((0, 1, 2), (3, 4, 5)))",
}


def schema() -> dict[str, Any]:
    """Models with their fields, examples and policies; priors, laws and policies with their fields.

    Of each kind that may be part of another value, the names to choose from, the first one for a start.
    """
    return _schema(tuple(CARDS))


@lru_cache(maxsize=1)
def _schema(cards: tuple[Card[Any], ...]) -> dict[str, Any]:
    values = [*PRIORS, *REWARD_LAWS, *ACTIONS, *public_classes("policies"), *recipes("policies")]
    told = {value.__name__: described(value) for value in values}
    return {
        "values": told | {card.problem.__name__: described(card.problem, card.form) for card in cards},
        "models": [_model(card) for card in cards],
        "priors": [prior.__name__ for prior in PRIORS],
        "laws": [law.__name__ for law in REWARD_LAWS],
        "actions": [actions.__name__ for actions in ACTIONS],
        "policies": [policy.__name__ for policy in INNER],
        "starts": STARTS,
        "functions": [{"name": f.__name__, "about": inspect.getdoc(f) or ""} for f in FUNCTIONS],
    }


def _model(card: Card[Any]) -> dict[str, Any]:
    example, axes, form = card.example, card.map, card.form
    return {
        "model": card.model,
        "name": card.problem.__name__,
        "title": card.title,
        "length": card.length,
        "example": {
            "problem": concise(_problem(card)),
            "policies": [_positional(policy) for policy in example.policies],
            "horizon": example.horizon,
        },
        "map": {
            "axis": axes.axis,
            "label": axes.label,
            "across": axes.across,
            "policy": _positional(axes.rival),
            "sizes": list(axes.sizes),
            "horizons": list(axes.lengths),
        },
        "own": list(form.own),
        "drawn": list(form.drawn),
        "pairs": form.pairs,
        "rare": list(form.rare),
        "policies": suited(card),
    }


def _problem(card: Card[Any]) -> Any:
    return parse(card.example.problem, names={card.problem.__name__: card.problem})


def _positional(text: str) -> str:
    """A text with the names of its fields: ``CABMOSS(1.0)`` as ``CABMOSS(alpha=1.0)``."""
    name, _, rest = text.partition("(")
    made = parse(name) if name == text else None
    if made is not None or not rest.rstrip(")") or "=" in rest:
        return text
    fields = [field["name"] for field in described(_maker_named(name))["fields"]]
    return f"{name}({', '.join(f'{f}={v}' for f, v in zip(fields, rest[:-1].split(', ')))})"


def _maker_named(name: str) -> Any:
    return next(c for c in [*public_classes("policies"), *recipes("policies")] if c.__name__ == name)


def suited(card: Card[Any]) -> list[dict[str, str]]:
    """The policies that can play a model, as tried on its example, each with a text to begin with."""
    played = _problem(card)
    policies = []
    for maker in [*public_classes("policies"), *recipes("policies")]:
        for text in _starts(maker):
            try:
                prepare(parse(text), played, card.example.horizon, 0)
            except (ValueError, TypeError, AttributeError):  # a problem of users may refuse it by any error
                continue
            policies.append({"name": maker.__name__, "text": text})
            break
    return sorted(policies, key=lambda policy: policy["name"].lower())


def _starts(maker: Any) -> list[str]:
    """Texts to try: the defaults, then with some arms to keep, then with a policy that explores."""
    fields = inspect.signature(maker).parameters
    kept = [default_text(maker, k=str(ARMS_KEPT))] if "k" in fields else []
    asks = "policy" in fields and fields["policy"].default is inspect.Parameter.empty
    return [default_text(maker), *kept, *([default_text(maker, policy="MOSS()")] if asks else [])]


def default_text(maker: Any, **fields: str) -> str:
    """A policy with some fields given, others by default; what has no default is Greedy, or 1."""
    needed = [p.name for p in inspect.signature(maker).parameters.values() if p.default is p.empty]
    texts = {name: _start(name) for name in needed} | fields
    return f"{maker.__name__}({', '.join(f'{name}={text}' for name, text in texts.items())})"


def _start(field: str) -> str:
    return {"policy": "Greedy()", "halflife": "1000.0", "rounds": "1000"}.get(field, "1.0")


def described(maker: Any, form: PageForm = PageForm()) -> dict[str, Any]:
    """A class or a recipe: what it is called, a line about it, and its fields."""
    about = (inspect.getdoc(maker) or "").split("\n\n")[0].replace("\n", " ")
    hints = typing.get_type_hints(maker.__init__ if inspect.isclass(maker) else maker)
    fields = [
        _field(maker.__name__, parameter, hints.get(parameter.name, Any), form)
        for parameter in inspect.signature(maker).parameters.values()
    ]
    return {"about": about, "fields": fields, "title": _title(maker)}


def _title(maker: Any) -> str:
    try:
        return display_name(parse(default_text(maker)))
    except BadInput:
        return str(maker.__name__)


def _field(owner: str, parameter: inspect.Parameter, hint: Any, form: PageForm) -> dict[str, Any]:
    name = parameter.name
    choices = CHOICES.get(f"{owner}.{name}") or form.choices.get(name)
    kind = "choice" if choices else "table" if name in form.tables else _kind(name, hint)
    required = parameter.default is parameter.empty
    default = None if required or parameter.default is None else _text(parameter.default)
    entry = {"name": name, "kind": kind, "required": required, "default": default}
    if choices:
        entry["choices"] = list(choices)
    if name in form.tables:
        entry["columns"] = form.tables[name]
    return entry


def _text(default: Any) -> str:
    return concise(default) if dataclasses.is_dataclass(default) else repr(default)


def _kind(name: str, hint: Any) -> str:
    """Which control a field gets."""
    if name in ("prior", "law", "policy") or hint is Actions:
        return name
    simple: dict[Any, str] = {float: "float", int: "int", bool: "bool", str: "text"}
    if type(None) in typing.get_args(hint):  # X | None: may be left out
        hint = typing.get_args(hint)[0]
    if hint in simple:
        return simple[hint]
    if typing.get_origin(hint) is tuple:
        return "numbers" if typing.get_origin(typing.get_args(hint)[0]) is None else "literal"
    if hint == Node:
        return "literal"
    return "function" if name == "f" or Callable in (hint, typing.get_origin(hint)) else "text"
