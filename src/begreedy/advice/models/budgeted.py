"""Arms that cost: a run ends when the budget is spent."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.advice.models.axis import field_axis
from begreedy.advice.models.candidate import Candidate, plain
from begreedy.advice.models.card import Card, Example, MapAxes, PageForm
from begreedy.advice.models.cost import nanoseconds, seconds
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.budgeted import BTS, CUCB, IUCB, MUCB, BGreedy, BudgetUCB
from begreedy.policies.greedy import Greedy
from begreedy.problems.budgeted import LAWS, Budgeted
from begreedy.problems.priors import Uniform
from begreedy.values.errors import BadValue
from begreedy.values.numbers import rounded

LEAST_COST = 0.1  # of arms whose costs are unknown: an arm that is nearly free would decide everything
MOST_ROUNDS = 100  # per unit of the budget: a run is cut there
_PULLS = 4.0  # per unit of the budget, roughly


def describe(
    notes: Notes, budget: Any = None, arms: Any = None, prior: Any = None, history: Any = None
) -> tuple[Any, ...]:
    if budget is None and notes.horizon is None:
        raise BadValue.of("budget", None, "given: what you can spend, where a pull costs at most 1")
    amount = notes.choose(budget, notes.rounds / 2, "budget, what so many pulls cost at 1/2 each")
    count = notes.arms(arms, history, 100)
    if history is None:
        what = "nothing is known of rewards and costs, both are 0 or 1 with probabilities from the prior"
        return (Budgeted(amount, prior=notes.choose(prior, Uniform(LEAST_COST, 1.0), what), arms=count),)
    # Rewards as before, costs unknown: one problem has one prior for both, so the arms are drawn here.
    fitted, *drawn = notes.priors(prior, history)
    notes.words.append(f"costs: 0 or 1, with probabilities uniform on {LEAST_COST:g} to 1; two sets of arms per prior")
    draws = np.random.Generator(np.random.PCG64(history.trials))
    arms_of = [(draws.beta(p.a, p.b, count), draws.uniform(LEAST_COST, 1.0, count)) for p in (fitted, *drawn, *drawn)]
    return tuple(Budgeted(amount, rewards=tuple(r), costs=tuple(c)) for r, c in arms_of)


def candidates(situation: Situation) -> list[Candidate]:
    arms = situation.problem.arms
    rivals = (BGreedy(), IUCB(), CUCB(), MUCB(), BudgetUCB(), BTS())
    return [plain(Greedy(), arms, True), *(plain(p, arms) for p in rivals)]


def why_greedy(situation: Situation) -> str:
    per_arm = situation.problem.budget / situation.problem.arms
    return f"the budget is {per_arm:.3g} per arm, and exploring would spend it on arms that are worth less"


def why_explore(situation: Situation) -> str:
    return f"a budget of {rounded(situation.problem.budget)} is enough to earn back what exploring costs"


def cost(policy: Any, problem: Any, _horizon: int | None, arms: float) -> float:
    """Rewards and costs are drawn and learned, as long as the budget lasts."""
    return seconds(_PULLS * problem.budget, 2.0 * nanoseconds(policy, arms), arms)


CARD = Card(
    problem=Budgeted,
    title="Arms that cost",
    example=Example(
        "Budgeted(budget=1000, prior=Uniform(0.1, 1), arms=100)",
        ("Greedy()", "BudgetUCB()", "BTS()"),
        None,
    ),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    why_explore=why_explore,
    arms=lambda problem: problem.arms,
    cost=cost,
    length="budget",
    cap=lambda problem: int(MOST_ROUNDS * (1.0 + problem.budget)),
    turning=field_axis("budget"),
    lasting=False,
    scale=lambda problem: None if problem.prior is None else problem.budget,  # it differs between runs with their arms
    map=MapAxes(rival="BudgetUCB()", lengths=(10, 32, 100, 316, 1000), fixed=("rewards",)),
    form=PageForm(own=("rewards", "costs"), pairs="beta", choices={"law": LAWS}),
)
