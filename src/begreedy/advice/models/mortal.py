"""The card of mortal bandits: arms die and are replaced, and what was learned of them is lost."""

from __future__ import annotations

from begreedy.advice.history import FittedPrior
from begreedy.advice.models.axis import field_axis
from begreedy.advice.models.candidate import Candidate, accepts, explorers, optimists, plain
from begreedy.advice.models.card import Card, Example
from begreedy.advice.models.cost import SETUP, nanoseconds, seconds
from begreedy.advice.models.keep import FEW, Keep, tail
from begreedy.advice.models.reasons import too_few_rounds
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.adaptive_greedy import AdaptiveGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.moss import MOSS
from begreedy.policies.stochastic import Stochastic
from begreedy.problems.laws import Bernoulli
from begreedy.problems.mortal import Mortal
from begreedy.theory import arms as theory_arms
from begreedy.types import Law, Policy, Prior, Problem
from begreedy.values.errors import BadValue
from begreedy.values.numbers import grouped, rounded
from begreedy.values.value import finite


def describe(
    notes: Notes,
    arms: float | None = None,
    lifetime: float | None = None,
    prior: Prior | None = None,
    law: Law | None = None,
    history: FittedPrior | None = None,
    births: float | None = None,
) -> tuple[Problem, ...]:
    life = finite(
        notes.choose(lifetime, max(1.0, notes.rounds / 10), "mean lifetime, a tenth of the rounds"), "lifetime"
    )
    count = notes.arms(arms, history, 100) if births is None else _alive(notes, births, life, arms)
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    return tuple(Mortal(p, arms=count, lifetime=life, law=law) for p in notes.priors(prior, history))


def _alive(notes: Notes, births: float, life: float, arms: float | None) -> int:
    """How many arms there are at a time, where so many are born in a round and live for so long."""
    if arms is not None:
        raise BadValue.of(
            "births", births, "left out where the number of arms is given: births and lifetime determine it"
        )
    rate = finite(births, "births")
    if not 0.0 < rate * life < 1e9:
        raise BadValue.of("births", births, "greater than 0 per round, and fewer than 1e9 in a lifetime")
    alive = max(1, round(rate * life))
    notes.words.append(
        f"arms at a time: {grouped(alive)}, from births and lifetime; each that dies is replaced at once"
    )
    return alive


def theorem(situation: Situation) -> int:
    """As many as for a reservoir and so many rounds as an arm lives."""
    c1, beta = tail(situation)
    return theory_arms.greedy_infinite(max(2, round(situation.problem.lifetime)), beta, c1)


KEEP: Keep[Mortal] = Keep(theorem, most=lambda situation: int(situation.problem.arms))


def candidates(situation: Situation) -> list[Candidate]:
    arms, law, prior = situation.problem.arms, situation.problem.law, situation.problem.prior
    grid = KEEP.greedy_grid(situation) if arms > FEW else []
    greedy = [plain(Greedy(), arms, True), *(candidate for candidate in grid if candidate.k != arms)]
    exploring = [policy for policy in explorers(law, prior) if not isinstance(policy, MOSS)]
    stochastic = Stochastic().fit(situation.problem, situation.rounds)  # with this prior, not those drawn around it
    exploring += [policy for policy in (AdaptiveGreedy(), stochastic) if accepts(policy, law)]
    greedy += optimists(law, prior, arms, (1.0, 2.0, 8.0))
    greedy += [c for c in KEEP.optimistic_grid(situation, prior) if arms > FEW and c.k != arms]
    return greedy + [plain(policy, arms) for policy in exploring]


def why_greedy(situation: Situation) -> str:
    lifetime, arms = situation.problem.lifetime, situation.problem.arms
    if lifetime >= situation.rounds:  # most arms outlive the horizon
        return too_few_rounds(situation, arms)
    return (
        f"arms live for {rounded(lifetime)} rounds, {rounded(lifetime / arms)} for each of the "
        f"{arms}: what exploring learns dies before it has paid for itself"
    )


def why_explore(situation: Situation) -> str:
    lasts = min(situation.problem.lifetime, situation.rounds)
    return f"what is learned is of use for some {rounded(lasts)} rounds, enough to earn back what exploring costs"


def cost(policy: Policy, problem: Mortal, horizon: int | None, arms: float) -> float:
    """Arms are drawn all the time."""
    per_round = nanoseconds(policy, arms) + (SETUP * arms / problem.lifetime + 20.0)
    return seconds(float(horizon or 0), per_round, arms)


CARD: Card[Mortal] = Card(
    problem=Mortal,
    title="Arms that die",
    example=Example(
        "Mortal(prior=Beta(1, 3), arms=100, lifetime=1000)",
        ("Greedy()", "ThompsonBeta()", "AdaptiveGreedy()"),
        10_000,
    ),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    why_explore=why_explore,
    arms=lambda problem: problem.arms,
    cost=cost,
    keep=KEEP,
    turning=field_axis("lifetime", counted="rounds"),
    lasting=False,
)
