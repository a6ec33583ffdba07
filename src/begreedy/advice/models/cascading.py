"""The card of cascading bandits: a list of items is shown, and the user takes the first that pleases."""

from __future__ import annotations

from dataclasses import replace

from begreedy.advice.history import FittedPrior
from begreedy.advice.models import chance
from begreedy.advice.models.candidate import Candidate, plain, thompson
from begreedy.advice.models.card import Card, Example, MapAxes, PageForm
from begreedy.advice.models.cost import nanoseconds, seconds
from begreedy.advice.models.reasons import too_few_rounds
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.cascade import Cascade, CascadeKLUCB, CascadeUCB1, CTSBeta, TSCascade
from begreedy.policies.greedy import Greedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.cascading import Cascading
from begreedy.problems.laws import Bernoulli
from begreedy.types import Policy, Prior, Problem
from begreedy.values.value import whole


def describe(
    notes: Notes,
    arms: float | None = None,
    slots: float | None = None,
    prior: Prior | None = None,
    history: FittedPrior | None = None,
) -> tuple[Problem, ...]:
    count = notes.arms(arms, history, 100, "number of items")
    shown = whole(notes.choose(slots, min(4, count), "items shown in a list"), "slots", low=1, high=count)
    return tuple(Cascading(p, items=count, slots=shown) for p in notes.priors(prior, history))


def candidates(situation: Situation) -> list[Candidate]:
    items = situation.problem.items
    sampling = replace(CTSBeta(), policy=thompson(Bernoulli(), situation.problem.prior))
    return [
        plain(Cascade(Greedy()), items, True),
        plain(Cascade(Greedy(), forced_start=False, label="Greedy(no forced start)"), items, True),
        *(plain(hopeful(weight), items, True) for weight in (1.0, 2.0, 8.0)),
        *(plain(policy, items) for policy in (CascadeKLUCB(), CascadeUCB1(), sampling, TSCascade())),
    ]


def hopeful(weight: float) -> Cascade:
    """OptimisticGreedy that shows lists."""
    label = f"OptimisticGreedy({weight:g})"
    return Cascade(OptimisticGreedy(weight), forced_start=False, label=label)


def why_greedy(situation: Situation) -> str:
    if situation.problem.slots == 1:
        return too_few_rounds(situation, situation.problem.items)
    return "users look at several items of a list, so even Greedy sees many of them"


def cost(policy: Policy, _problem: Cascading, horizon: int | None, arms: float) -> float:
    """A list costs about four decisions."""
    return seconds(float(horizon or 0), 4.0 * nanoseconds(policy, arms), arms)


CARD: Card[Cascading] = Card(
    problem=Cascading,
    title="Lists of items",
    example=Example(
        "Cascading(prior=Uniform(), items=64, slots=4)",
        ("Cascade(Greedy())", "CascadeKLUCB()", "CTSBeta()"),
        10_000,
    ),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    random=chance.of_lists,
    choice="list",
    arms=lambda problem: problem.items,
    cost=cost,
    map=MapAxes(
        axis="items",
        label="Items",
        rival="CascadeKLUCB()",
        sizes=(8, 16, 32, 64, 128, 256),
        cell=lambda problem, size: (replace(problem, items=size), Cascade(Greedy())),
        fixed=("weights",),
    ),
    form=PageForm(own=("weights",), drawn=("prior", "items")),
)
