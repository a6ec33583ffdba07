"""What the page's forms are made of: the fields of the library's own classes, so that the two never differ."""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from begreedy.engine.simulation import prepare
from begreedy.explore.heatmap import AXES
from begreedy.listing import public_classes, recipes
from begreedy.policies.reductions import POINTS
from begreedy.problems.budgeted import LAWS
from begreedy.problems.functions import f1, f2, f3
from begreedy.problems.laws import Bernoulli, BetaReward, Gaussian
from begreedy.problems.priors import Beta, Uniform
from begreedy.theory.arms import RULES
from begreedy.values.canonical import concise, display_name
from begreedy.values.spec import parse

# What each model shows first: a problem, a horizon (None: a budget ends it) and policies worth comparing.
EXAMPLES: dict[str, tuple[str, int | None, tuple[str, ...]]] = {
    "finite": ("Finite(prior=Uniform(), arms=200)", 10_000, ("Greedy()", "UCB()", "ThompsonBeta()")),
    "continuous": ("Continuous(f=f2)", 10_000, ("Discretize(Greedy())", "CABMOSS(1.0, 20.0)", "MeDZO(c=4.0)")),
    "infinite": ("Infinite(prior=Uniform())", 10_000, ("Subsample(Greedy())", "UCBF()", "TwoTarget()")),
    "many-armed": ("ManyArmed(n=2000, best=67)", 5000, ("OracleGreedy()", "Greedy()", "OracleMOSS()")),
    "linear": ("Linear(dimension=10)", 1000, ("Greedy()", "LinUCB()", "LinThompson()")),
    "cascading": (
        "Cascading(prior=Uniform(), items=64, slots=4)",
        10_000,
        ("Cascade(Greedy())", "CascadeKLUCB()", "CTSBeta()"),
    ),
    "mortal": (
        "Mortal(prior=Beta(1, 3), arms=100, lifetime=1000)",
        10_000,
        ("Greedy()", "ThompsonBeta()", "AdaptiveGreedy()"),
    ),
    "budgeted": (
        "Budgeted(budget=1000, prior=Uniform(0.1, 1), arms=100)",
        None,
        ("Greedy()", "BudgetUCB()", "BTS()"),
    ),
}
# An exploring policy for each model's map, to set against Greedy.
RIVALS = {
    "continuous": "MeDZO(c=4.0)",
    "infinite": "UCBF()",
    "many-armed": "MOSS()",
    "linear": "LinUCB()",
    "cascading": "CascadeKLUCB()",
    "budgeted": "BudgetUCB()",
}
SIZES = {"linear": [2, 4, 8, 16, 32], "cascading": [8, 16, 32, 64, 128, 256]}
LENGTHS = {"linear": [100, 316, 1000], "budgeted": [10, 32, 100, 316, 1000]}

CHOICES: dict[str, tuple[str, ...]] = {
    "Budgeted.law": LAWS,
    "Discretize.point": POINTS,
    "MeDZO.point": ("end", "random"),
    "Subsample.rule": ("", *RULES),
}
KEPT = 20  # arms, to begin with, where no theorem says how many
FUNCTIONS = (f1, f2, f3)
PRIORS, REWARD_LAWS = (Uniform, Beta), (Bernoulli, Gaussian, BetaReward)
WORDS = {
    "finite": "Finitely many arms",
    "continuous": "A function on [0, 1]",
    "infinite": "A reservoir of arms",
    "many-armed": "Many arms, some best",
    "linear": "Linear rewards",
    "cascading": "Lists of items",
    "mortal": "Arms that die",
    "budgeted": "Arms that cost",
}
# Given arms, instead of drawn ones: the columns of their table.
OWN = {"Finite": ("means",), "Cascading": ("weights",), "Budgeted": ("rewards", "costs")}


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """Models with their fields, examples and policies; priors, laws and policies with their fields."""
    classes = {cls.model: cls for cls in public_classes("problems")}  # type: ignore[attr-defined]
    values = [*PRIORS, *REWARD_LAWS, *public_classes("policies"), *recipes("policies"), *classes.values()]
    return {
        "values": {value.__name__: described(value) for value in values},
        "models": [_model(model, classes[model]) for model in EXAMPLES],
        "priors": [prior.__name__ for prior in PRIORS],
        "laws": [law.__name__ for law in REWARD_LAWS],
        "functions": [{"name": f.__name__, "about": inspect.getdoc(f) or ""} for f in FUNCTIONS],
    }


def _model(model: str, cls: Any) -> dict[str, Any]:
    problem, horizon, policies = EXAMPLES[model]
    read = parse(problem)
    return {
        "model": model,
        "name": cls.__name__,
        "title": WORDS[model],
        "example": {
            "problem": concise(read),
            "policies": [_positional(policy) for policy in policies],
            "horizon": horizon,
        },
        "map": {
            "axis": AXES[model],
            "policy": _positional(RIVALS.get(model, "UCB()")),
            "sizes": SIZES.get(model, [2, 4, 8, 16, 32, 64, 128, 256, 512]),
            "horizons": LENGTHS.get(model, [10, 32, 100, 316, 1000, 3162, 10_000]),
        },
        "own": list(OWN.get(cls.__name__, ())),
        "policies": suited(model),
    }


def _positional(text: str) -> str:
    """A text with the names of its fields: ``CABMOSS(1.0)`` as ``CABMOSS(alpha=1.0)``."""
    name, _, rest = text.partition("(")
    made = parse(name) if name == text else None
    if made is not None or not rest.rstrip(")") or "=" in rest:
        return text
    fields = [field["name"] for field in described(_found(name))["fields"]]
    return f"{name}({', '.join(f'{f}={v}' for f, v in zip(fields, rest[:-1].split(', ')))})"


def _found(name: str) -> Any:
    return next(c for c in [*public_classes("policies"), *recipes("policies")] if c.__name__ == name)


def suited(model: str) -> list[dict[str, str]]:
    """The policies that can play a model, as tried on its example, each with a text to begin with."""
    problem, horizon, _ = EXAMPLES[model]
    played = parse(problem)
    found = []
    for made in [*public_classes("policies"), *recipes("policies")]:
        for text in _starts(made):
            try:
                prepare(parse(text), played, horizon, 0)
            except (TypeError, ValueError):
                continue
            found.append({"name": made.__name__, "text": text})
            break
    return sorted(found, key=lambda policy: policy["name"].lower())


def _starts(made: Any) -> list[str]:
    """Texts to try: the defaults, then with some arms to keep, then with a policy that explores."""
    text = default_text(made)
    fields = inspect.signature(made).parameters
    kept = [f"{text[:-1]}, k={KEPT})"] if "k" in fields else []
    return [text, *kept, *([text.replace("Greedy()", "MOSS()")] if "policy" in fields else [])]


def default_text(made: Any) -> str:
    """A policy with its defaults; what has none is Greedy, or 1."""
    needed = [p for p in inspect.signature(made).parameters.values() if p.default is p.empty]
    return f"{made.__name__}({', '.join(f'{p.name}={_start(p.name)}' for p in needed)})"


def _start(field: str) -> str:
    return "Greedy()" if field == "policy" else "1.0"


def described(made: Any) -> dict[str, Any]:
    """A class or a recipe: what it is called, a line about it, and its fields."""
    about = (inspect.getdoc(made) or "").split("\n\n")[0].replace("\n", " ")
    hints = typing.get_type_hints(made.__init__ if inspect.isclass(made) else made)
    fields = [
        _field(made.__name__, parameter, hints.get(parameter.name, Any))
        for parameter in inspect.signature(made).parameters.values()
    ]
    return {"about": about, "fields": fields, "title": _title(made)}


def _title(made: Any) -> str:
    try:
        return display_name(parse(default_text(made)))
    except (TypeError, ValueError):
        return str(made.__name__)


def _field(owner: str, parameter: inspect.Parameter, hint: Any) -> dict[str, Any]:
    name = f"{owner}.{parameter.name}"
    kind = _kind(name, parameter.name, hint)
    required = parameter.default is parameter.empty
    default = None if required else _text(parameter.default)
    found = {"name": parameter.name, "kind": kind, "required": required, "default": default}
    return found | ({"choices": list(CHOICES[name])} if name in CHOICES else {})


def _text(default: Any) -> str:
    return concise(default) if dataclasses.is_dataclass(default) else repr(default)


def _kind(name: str, field: str, hint: Any) -> str:
    """Which control a field gets."""
    if name in CHOICES:
        return "choice"
    if field in ("prior", "law", "policy"):
        return field
    if name == "Linear.actions":
        return "table"
    simple: dict[Any, str] = {float: "float", int: "int", bool: "bool", str: "text"}
    if hint in simple:
        return simple[hint]
    if typing.get_origin(hint) is tuple:
        return "numbers"
    return (
        "function"
        if typing.get_origin(hint) is Callable or hint is Callable
        else "function"
        if field == "f"
        else "text"
    )
