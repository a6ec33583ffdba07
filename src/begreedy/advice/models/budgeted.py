"""The card of budgeted bandits: arms cost, and a run ends when the budget is spent."""

from __future__ import annotations

import numpy as np

from begreedy.advice.history import FittedPrior
from begreedy.advice.models.axis import field_axis
from begreedy.advice.models.candidate import Candidate, plain
from begreedy.advice.models.card import Card, Example, MapAxes, PageForm
from begreedy.advice.models.cost import nanoseconds, seconds
from begreedy.advice.models.records import as_beta
from begreedy.advice.models.situation import Notes, Situation
from begreedy.advice.models.spending import cap, earned, random_choice
from begreedy.policies.budgeted import BTS, CUCB, IUCB, KUBE, MUCB, BGreedy, BudgetUCB
from begreedy.policies.greedy import Greedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.budgeted import LAWS, Budgeted
from begreedy.problems.priors import Beta, Uniform
from begreedy.types import Policy, Prior, Problem
from begreedy.values.errors import BadValue
from begreedy.values.numbers import rounded
from begreedy.values.value import finite

LEAST_COST = 0.1  # of arms whose costs are unknown: an arm that is nearly free would decide everything
MOST_DRAWN = 100_000  # arms like those of a history
_PULLS = 4.0  # per unit of the budget, roughly
_UNIT = "unit of the budget"  # what the dearest arm costs, where that is not 1


def describe(
    notes: Notes,
    budget: float | None = None,
    arms: float | None = None,
    prior: Prior | None = None,
    history: FittedPrior | None = None,
) -> tuple[Problem, ...]:
    if budget is None and notes.horizon is None:
        raise BadValue.of("budget", None, "given: what you can spend, where a pull costs at most 1")
    amount = notes.choose(budget, notes.rounds / 2, "budget, what so many pulls cost at 1/2 each")
    count = notes.arms(arms, history, 100)
    if history is None:
        what = "nothing is known about rewards and costs, both are 0 or 1 with probabilities from the prior"
        return (Budgeted(amount, prior=notes.choose(prior, Uniform(LEAST_COST, 1.0), what), arms=count),)
    # Rewards as before: one problem has one prior for rewards and costs, so the arms are drawn here.
    fitted, *drawn = (as_beta(p) for p in notes.priors(prior, history))
    if history.costs is not None:
        return _with_costs(notes, amount, arms, history, [fitted, *drawn, *drawn])
    notes.words.append(f"costs: 0 or 1, with probabilities uniform on {LEAST_COST:g} to 1; two sets of arms per prior")
    if count > MOST_DRAWN:
        raise BadValue.of("arms", count, f"at most {MOST_DRAWN} with a history, since each is drawn for every prior")
    draws = np.random.Generator(np.random.PCG64(history.trials))
    arms_of = [(draws.beta(p.a, p.b, count), draws.uniform(LEAST_COST, 1.0, count)) for p in (fitted, *drawn, *drawn)]
    return tuple(Budgeted(amount, rewards=tuple(r), costs=tuple(c)) for r, c in arms_of)


def _with_costs(
    notes: Notes, budget: float, arms: float | None, history: FittedPrior, priors: list[Beta]
) -> tuple[Budgeted, ...]:
    """The arms of the history themselves: what they cost, and rewards that their counts tell."""
    count = len(history.counts)
    if arms not in (None, count):
        raise BadValue.of("arms", arms, f"the {count} arms of the history, which has their costs, or left out")
    costs = np.array(history.costs)
    successes, trials = np.array(history.counts).T
    notes.words.append(
        f"the {count} arms of the history, with their own costs ({costs.min():g} to {costs.max():g}) and means that "
        f"their counts tell, two sets per prior; a cost is spent as {costs.max():g} or nothing, as often as it takes"
    )
    notes.used.add("cost")
    shares_of_worth = notes.worth(history, thinned=True)
    worth = np.ones(count) if shares_of_worth is None else np.array(shares_of_worth)
    draws = np.random.Generator(np.random.PCG64(history.trials))
    means = [worth * draws.beta(p.a + successes, p.b + trials - successes) for p in priors]
    shares = tuple((costs / costs.max()).tolist())
    notes.facts[_UNIT] = float(costs.max())
    amount = finite(budget, "budget") / notes.facts[_UNIT]
    return tuple(Budgeted(amount, rewards=tuple(m.tolist()), costs=shares) for m in means)


def unit_of(situation: Situation) -> float:
    """The user's budget for each unit of the problem's."""
    return float(situation.facts.get(_UNIT, 1.0))


def candidates(situation: Situation) -> list[Candidate]:
    arms = situation.problem.arms
    rivals = (BGreedy(), IUCB(), CUCB(), MUCB(), BudgetUCB(), BTS(), KUBE())
    hopeful = [OptimisticGreedy(weight, label=f"OptimisticGreedy({weight:g})") for weight in (1.0, 2.0, 8.0)]
    return [plain(Greedy(), arms, True), *(plain(p, arms, True) for p in hopeful), *(plain(p, arms) for p in rivals)]


def why_greedy(situation: Situation) -> str:
    per_arm = unit_of(situation) * situation.problem.budget / situation.problem.arms
    return f"the budget is {rounded(per_arm)} per arm, and exploring would spend it on arms that are worth less"


def why_explore(situation: Situation) -> str:
    budget = rounded(unit_of(situation) * situation.problem.budget)
    return f"a budget of {budget} is enough to earn back what exploring costs"


def todays_best(situation: Situation) -> float | None:
    """What the arm of the history that should pay most for its cost earns, on average over the simulated problems.

    None where the arms are others.
    """
    fitted = situation.prior
    if fitted is None or fitted.costs is None:
        return None
    costs = np.array(situation.problem.costs)
    pays = fitted.expected() * (1.0 if fitted.worth is None else np.array(fitted.worth))
    tried = np.array(fitted.counts)[:, 1] > 0.0
    best = int(np.argmax(np.where(tried, pays / costs, -1.0)))
    pulled = slice(best, best + 1)
    return float(np.mean([earned(p.budget, np.array(p.rewards[pulled]), costs[pulled]) for p in situation.problems]))


def cost(policy: Policy, problem: Budgeted, _horizon: int | None, arms: float) -> float:
    """Rewards and costs are drawn and learned, as long as the budget lasts."""
    return seconds(_PULLS * problem.budget, 2.0 * nanoseconds(policy, arms), arms)


CARD: Card[Budgeted] = Card(
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
    cap=lambda problem: cap(problem.budget),
    random=random_choice,
    today=todays_best,
    turning=field_axis("budget", unit_of),
    lasting=False,
    scale=lambda problem: None if problem.prior is None else problem.budget,  # it differs between runs with their arms
    map=MapAxes(rival="BudgetUCB()", lengths=(10, 32, 100, 316, 1000), fixed=("rewards",)),
    form=PageForm(own=("rewards", "costs"), pairs="beta", choices={"law": LAWS}),
)
