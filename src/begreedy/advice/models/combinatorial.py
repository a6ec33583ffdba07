"""The card of combinatorial bandits: an action is a set of arms, and each of them shows what it pays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import begreedy.types as contract
from begreedy import theory
from begreedy.advice.history import FittedPrior
from begreedy.advice.models import chance
from begreedy.advice.models.candidate import Candidate, accepts, noise_of, optimist, optimists, plain, thompson
from begreedy.advice.models.card import BoundCurves, Card, Curve, Example, MapAxes, PageForm
from begreedy.advice.models.keep import FEW
from begreedy.advice.models.reasons import too_few_rounds
from begreedy.advice.models.sets_cost import cost
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.combinatorial import IMPTS, CombKLUCB, CombUCB, CTSGaussian
from begreedy.policies.escb import ESCB
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.laws import Bernoulli
from begreedy.types import Law, Policy, Prior, Problem
from begreedy.values.errors import BadValue
from begreedy.values.numbers import grouped, rounded
from begreedy.values.value import whole

_SHARES = (1 / 4, 1 / 16, 1 / 64)  # of many arms


def describe(
    notes: Notes,
    arms: float | None = None,
    size: float | None = None,
    prior: Prior | None = None,
    law: Law | None = None,
    history: FittedPrior | None = None,
) -> tuple[Problem, ...]:
    count = notes.arms(arms, history, 100)
    chosen = whole(notes.choose(size, min(10, count), "arms of an action, any of them"), "size", low=1, high=count)
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    return tuple(Combinatorial(TopM(count, chosen), prior=p, law=law) for p in notes.priors(prior, history))


def candidates(situation: Situation) -> list[Candidate]:
    problem = situation.problem
    sigma = noise_of(problem.law)
    explorers: list[Policy] = [
        CombUCB(2.0 * sigma * sigma),
        CombKLUCB(),
        thompson(problem.law, problem.prior),
        CTSGaussian(),
    ]
    if contract.says(problem.actions, "free") and accepts(thompson(Bernoulli()), problem.law):
        explorers.append(IMPTS())
    if _widens(problem):
        explorers.append(ESCB())
    greedy = [plain(Greedy(), problem.arms, True), *optimists(problem.law, problem.prior, problem.arms)]
    return [*greedy, *on_some(problem), *(plain(policy, problem.arms) for policy in explorers)]


def _widens(problem: Combinatorial) -> bool:
    """Whether ESCB plays these actions at a cost that is worth it; of any m arms it compares too many sets."""
    if contract.says(problem.actions, "free") or contract.says(problem.actions, "costs_only"):
        return False
    return contract.says(problem.actions, "explicit") or problem.factor() is None


def on_some(problem: Combinatorial) -> list[Candidate]:
    """Where any m of many arms are an action, Greedy on some of them, with and without optimism."""
    arms, size, hopeful = problem.arms, problem.actions.size, optimist(problem.law, problem.prior)
    if arms <= FEW or not contract.says(problem.actions, "free") or problem.covariance is not None:
        return []
    kinds: dict[str, Policy] = {
        "Greedy": Greedy(),
        **({} if hopeful is None else {"OptimisticGreedy": replace(hopeful, label=None)}),
    }
    numbers = [(share, max(2, round(share * arms))) for share in _SHARES]
    return [
        Candidate(
            f"{name} on 1/{round(1 / share)} of the arms", Subsample(policy, k=k, label=f"{name}(K={k})"), k, True
        )
        for share, k in numbers
        if k >= 2 * size
        for name, policy in kinds.items()
    ]


def why_greedy(situation: Situation) -> str:
    arms, size = situation.problem.arms, situation.problem.actions.size
    if size == 1:
        return too_few_rounds(situation, arms)
    pulls = (
        f"{grouped(situation.rounds)} rounds of up to {size} arms are {rounded(situation.rounds * size / arms)} pulls"
    )
    return f"{pulls} for each of the {arms} arms: exploring costs more than it finds"


def cell(problem: Combinatorial, arms: int, size: int) -> tuple[Problem, Policy] | None:
    """The problem with so many arms and actions of that size."""
    if not contract.says(problem.actions, "free"):
        raise BadValue.of("Combinatorial.actions", problem.actions, "TopM(...) in a map: its problems differ in size")
    return None if size > arms else (replace(problem, actions=TopM(arms, size)), Greedy())


def bounds(arms: int, size: int, gap: float | None) -> dict[str, Curve]:
    return {"CombUCB": partial(theory.comb_ucb, arms=arms, size=size, gap=gap)}


CARD: Card[Combinatorial] = Card(
    problem=Combinatorial,
    title="Sets of arms",
    example=Example(
        "Combinatorial(actions=TopM(arms=100, size=10), prior=Uniform())",
        ("Greedy()", "CombUCB(c=0.5)", "ThompsonBeta()"),
        5000,
    ),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    arms=lambda problem: problem.arms,
    cost=cost,
    choice="set",
    costs=lambda problem: problem.minimise,
    random=chance.of_sets,
    bounds=BoundCurves({"arms": None, "size": None, "gap": None}, bounds, needed=("arms", "size")),
    map=MapAxes(
        rival="CombUCB(c=0.5)",
        sizes=(12, 25, 50, 100, 200, 400),
        lengths=(1, 2, 5, 10, 20, 50),
        across="action size",
        cell=cell,
        fixed=("means", "covariance"),
    ),
    form=PageForm(own=("means",), drawn=("prior",), rare=("minimise", "correlation", "covariance")),
)
