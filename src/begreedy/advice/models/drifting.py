"""The card of drifting bandits: means change, and who remembers all that was learned of them is misled."""

from __future__ import annotations

from dataclasses import replace

from begreedy.advice.history import FittedPrior
from begreedy.advice.models import chance
from begreedy.advice.models.axis import Axis
from begreedy.advice.models.candidate import Candidate, explorers, optimists, plain
from begreedy.advice.models.card import Card, Example, Kinds, MapAxes
from begreedy.advice.models.cost import SETUP, nanoseconds, seconds
from begreedy.advice.models.memories import forgetting, lasting
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.forgetting import Discounted, Window
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample
from begreedy.problems.drifting import Drifting
from begreedy.problems.laws import Bernoulli
from begreedy.types import Law, Policy, Prior, Problem
from begreedy.values.numbers import rounded
from begreedy.values.value import finite


def describe(
    notes: Notes,
    arms: float | None = None,
    rate: float | None = None,
    step: float | None = None,
    prior: Prior | None = None,
    law: Law | None = None,
    history: FittedPrior | None = None,
) -> tuple[Problem, ...]:
    count = notes.arms(arms, history, 100)
    usual = min(1.0, 10.0 / max(1, notes.rounds))
    how_often = finite(
        notes.choose(rate, usual, "ten changes of every arm, that is a rate of change per round"), "rate"
    )
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    if step is None:
        notes.words.append("a mean that changes is drawn anew from the prior; with a step it moves by so much")
    priors = notes.priors(prior, history)
    return tuple(Drifting(p, arms=count, rate=how_often, step=step, law=law) for p in priors)


def candidates(situation: Situation) -> list[Candidate]:
    """Who remembers everything, and who forgets."""
    arms, law, prior = situation.problem.arms, situation.problem.law, situation.problem.prior
    remembering = [
        plain(Greedy(), arms, True),
        *(replace(hopeful, greedy=False) for hopeful in optimists(law, prior, arms, (2.0, 8.0))),
        *(plain(policy, arms) for policy in explorers(law, prior)),
    ]
    return remembering + forgetting(situation)


def _rate_axis() -> Axis:
    """How often means change."""
    million = 1e6

    def moved(situation: Situation, place: float) -> Situation | None:
        if place > million:
            return None
        problems = tuple(replace(problem, rate=place / million) for problem in situation.problems)
        return replace(situation, problem=replace(situation.problem, rate=place / million), problems=problems)

    name = "rate (changes per arm in a million rounds)"

    def place(situation: Situation) -> float:
        return float(million * situation.problem.rate)

    return Axis(name, place, moved, least=1e-3, rival=_greedy_that_forgets, anew=True, margin=0.1)


def _greedy_that_forgets(candidate: Candidate) -> bool:
    """What plain Greedy is compared with: the same, had it forgotten."""
    inside = candidate.policy.policy if isinstance(candidate.policy, Subsample) else candidate.policy
    return isinstance(inside, Discounted | Window) and isinstance(inside.policy, Greedy)


def why_greedy(situation: Situation) -> str:
    expected = situation.problem.rate * situation.rounds
    changes = f"a mean changes {rounded(expected)} times in {rounded(situation.rounds)} rounds"
    return f"{changes}: forgetting costs more than it saves"


def why_explore(situation: Situation) -> str:
    life = rounded(min(lasting(situation.problem), situation.rounds))
    return f"what is known of an arm is true for some {life} rounds only, and plain Greedy cannot follow the changes"


def cost(policy: Policy, problem: Drifting, horizon: int | None, arms: float) -> float:
    """Means are drawn all the time."""
    per_round = nanoseconds(policy, arms) + SETUP * problem.arms * problem.rate + 20.0
    return seconds(float(horizon or 0), per_round, problem.arms)


CARD: Card[Drifting] = Card(
    problem=Drifting,
    title="Arms that change",
    example=Example(
        "Drifting(prior=Uniform(), arms=20, rate=0.001)",
        ("Greedy()", "Discounted(policy=Greedy(), halflife=200)", "Window(policy=Greedy(), rounds=300)", "UCB()"),
        10_000,
    ),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    why_explore=why_explore,
    arms=lambda problem: problem.arms,
    cost=cost,
    random=chance.of_changing,
    turning=_rate_axis(),
    lasting=False,
    kinds=Kinds(
        greedy="the one that neither forgets nor explores",
        other="the best that forgets or explores",
        be_greedy="Nothing need be forgotten",
        do_not="Do not remember everything",
        short_greedy="without forgetting",
        short_other="best other",
    ),
    map=MapAxes(rival="Discounted(policy=Greedy(), halflife=1000)"),
)
