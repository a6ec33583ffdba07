"""Every field of every policy, problem, law, prior and set of actions with each odd value, all other fields sound.

A policy is played on every problem that its sound version plays; a problem by a policy of each form that plays the
sound one; laws, priors and sets of actions inside every problem that takes them; and policies also inside others.
"""

from __future__ import annotations

import inspect
from functools import cache
from itertools import product
from typing import Any

from begreedy.engine.simulation import prepare
from begreedy.types import form_of
from begreedy.values.errors import BadInput
from begreedy.values.spec import known, parse
from hardening.spec_attack import BY_FIELD, KINDS, NUMBERS, ODDITIES, Case

ODD = [*NUMBERS, *ODDITIES]
HORIZON = 30
# What is sound in a field, by its name; where it is another for one class, by the names of both.
SOUND = {
    "policy": "Greedy()",
    "prior": "Uniform()",
    "believed": "Beta(1.0, 3.0)",
    "law": "Bernoulli()",
    "actions": "TopM(5, 2)",
    "f": "f1",
    "arms": "5",
    "items": "5",
    "slots": "2",
    "n": "40",
    "best": "3",
    "lifetime": "20.0",
    "rate": "0.1",
    "budget": "30.0",
    "dimension": "3",
    "alpha": "1.0",
    "smoothness": "1.0",
    "halflife": "20.0",
    "rounds": "20",
    "a": "1.0",
    "b": "3.0",
    "mean": "[0.2, 0.4, 0.6, 0.5, 0.1]",
    "covariance": str([[float(i == j) for i in range(5)] for j in range(5)]),
    "edges": "grid_edges(3, 3)",
    "source": "0",
    "target": "8",
    "groups": "[[0, 1], [2, 3]]",
    "sets": "[[0, 1], [1, 2]]",
    "rows": "2",
    "columns": "2",
    "size": "2",
    "Doubling.policy": "Subsample(Greedy(), k=3)",
    "InUse.prior": "Beta(1.0, 3.0)",
    "GaussianByArm.sigma": "[1.0, 0.5, 1.0, 0.5, 1.0]",
}
ALWAYS = {
    "Finite": ("prior", "arms"),
    "Budgeted": ("prior", "arms"),
    "Cascading": ("prior", "items", "slots"),
    "Combinatorial": ("prior",),
}  # fields that could be left out, but not all of them
MORE = [
    "Finite(means=[0.9, 0.1])",
    "Finite(prior=Uniform(), arms=5, law=Gaussian())",
    "Budgeted(30.0, rewards=[0.5, 0.2], costs=[0.5, 0.1])",
    "Infinite(prior=Uniform(), pool=50)",
    "Linear(3, offered=10)",
    "Linear(3, actions=[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.5]])",
]  # further problems, for policies


def fields_of(name: str) -> list[inspect.Parameter]:
    return [p for p in inspect.signature(known(name)).parameters.values() if p.kind is not p.VAR_KEYWORD]


def text(name: str, **odd: str) -> str:
    """A text for a public name with these fields, and all others that it needs sound."""
    needed = [p.name for p in fields_of(name) if p.default is p.empty or p.name in ALWAYS.get(name, ())]
    sound = {field: SOUND.get(f"{name}.{field}") or SOUND[field] for field in needed}
    return f"{name}({', '.join(f'{field}={value}' for field, value in {**sound, **odd}.items())})"


def odd_texts(name: str) -> list[str]:
    return [text(name, **{field.name: value}) for field, value in product(fields_of(name), ODD)]


def inside(kind: str, value: str, names: list[str]) -> list[str]:
    """The texts with a value in each field of its kind, of the classes and recipes that are named."""
    places = [(name, field.name) for name in names for field in fields_of(name) if BY_FIELD.get(field.name) == kind]
    mates = {"law": "Gaussian()"} if value.startswith("JointNormal") else {}  # its means are any numbers
    return [text(name, **{field: value}, **mates) for name, field in places]


def plays(policy: str, problem: str) -> bool:
    """Whether these fit each other."""
    try:
        prepare(parse(policy), parse(problem), HORIZON, 0, 20)
    except BadInput:
        return False
    return True


def form(policy: str) -> Any:
    """What tells policies apart that are played differently."""
    of = form_of(parse(policy))
    return of.name, of.kind, of.pooled, of.costs


@cache
def cases() -> list[Case]:
    """All of them, in an order of their own."""
    policies = [text(name) for name in KINDS["policy"]]
    problems = [text(name) for name in KINDS["problem"]]
    problems += [text("Combinatorial", actions=text(name)) for name in KINDS["actions"]] + MORE
    by_problem = {problem: [policy for policy in policies if plays(policy, problem)] for problem in problems}
    few = {problem: list({form(policy): policy for policy in fit}.values()) for problem, fit in by_problem.items()}
    pairs: dict[tuple[str, str], None] = {}
    for name, sound in zip(KINDS["policy"], policies, strict=True):
        wide = [problem for problem, fit in by_problem.items() if sound in fit]
        pairs |= dict.fromkeys(product(odd_texts(name), wide))
        for whole in inside("policy", sound, KINDS["policy"]):
            on = next((problem for problem in problems if plays(whole, problem)), None)
            if on is not None:
                pairs |= {(odd, on): None for inner in odd_texts(name) for odd in [whole.replace(sound, inner)]}
    for name in KINDS["problem"]:
        pairs |= dict.fromkeys((policy, odd) for odd, policy in product(odd_texts(name), few[text(name)]))
    for kind in ("law", "prior", "actions"):
        for name, problem in product(KINDS[kind], KINDS["problem"]):
            for whole in inside(kind, text(name), [problem]):
                played = [policy for policy in few[text(problem)] if plays(policy, whole)]
                odd = [whole.replace(text(name), inner) for inner in odd_texts(name)]
                pairs |= {(policy, problem): None for problem, policy in product(odd, played)}
    return [(policy, problem, HORIZON, 1) for policy, problem in pairs]
