"""The card of finite-armed bandits."""

from __future__ import annotations

from functools import partial
from typing import Any

from begreedy import theory
from begreedy.advice.history import FittedPrior
from begreedy.advice.models import chance
from begreedy.advice.models.candidate import (
    Candidate,
    accepts,
    bolder,
    explorers,
    optimists,
    plain,
    short_horizon_rivals,
    thompson,
    told_nothing,
)
from begreedy.advice.models.card import BoundCurves, Card, Curve, Example, MapAxes, PageForm
from begreedy.advice.models.keep import (
    FEW,
    Keep,
    below_a_target,
    from_prior,
    noise,
    prior_guarantee,
    tail,
    two_target,
)
from begreedy.advice.models.records import arms_in_use
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.adaptive_greedy import AdaptiveGreedy
from begreedy.policies.greedy import Greedy
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Bernoulli
from begreedy.theory import arms as theory_arms
from begreedy.theory.bound import Bound
from begreedy.types import Law, Prior, Problem

KEEP: Keep[Finite] = Keep(from_prior)


def describe(
    notes: Notes,
    arms: float | None = None,
    prior: Prior | None = None,
    law: Law | None = None,
    history: FittedPrior | None = None,
    delay: float | str | None = None,
    window: float | None = None,
    batch: float | None = None,
) -> tuple[Problem, ...]:
    """Arms that are all alike; with a history, or outcomes that are told late, arms in use."""
    count = notes.arms(arms, history, 100)
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    priors = notes.priors(prior, history)
    made = arms_in_use(notes, count, priors, law, history, {"delay": delay, "window": window, "batch": batch})
    return tuple(Finite(prior=p, arms=count, law=law) for p in priors) if made is None else made


def candidates(situation: Situation) -> list[Candidate]:
    """All arms; where there are many, also some of them."""
    arms, law, prior = situation.problem.arms, situation.problem.law, situation.problem.prior
    exploring = [*explorers(law, prior), *short_horizon_rivals(law, prior)]
    on_all = [plain(Greedy(), arms, True), *optimists(law, prior, arms), *(plain(policy, arms) for policy in exploring)]
    on_all += [*bolder(law, arms), *told_nothing(law)]
    if arms <= FEW:
        return on_all
    on_all += [plain(policy, arms) for policy in (AdaptiveGreedy(),) if accepts(policy, law)]
    c1, beta = tail(situation)
    on_some = [
        *KEEP.greedy_grid(situation),
        *KEEP.optimistic_grid(situation, prior),
        *KEEP.exploring(situation, explorers(law, prior)[0], theory_arms.minimax_infinite(situation.rounds, beta, c1)),
        *KEEP.exploring(situation, thompson(law, prior), theory_arms.subsampled_ucb(situation.rounds, beta)),
    ]
    return [
        *on_all,
        *(candidate for candidate in on_some if candidate.k != arms),
        *two_target(situation),
        *below_a_target(situation),
    ]


def guarantee(situation: Situation, k: int) -> Bound | None:
    """From the gaps of given means, if all arms are played; else as for arms drawn from the prior."""
    means = situation.problem.means
    if not means:
        return prior_guarantee(situation, k)
    gaps = [max(means) - mean for mean in means]
    return theory.generic(situation.rounds, gaps, sigma=noise(situation)) if k == situation.problem.arms else None


def bounds(arms: int, best: int, sigma: float) -> dict[str, Curve]:
    known: dict[str, Any] = {"k": arms, "near_optimal": best, "sigma": sigma}
    return {
        "Greedy": partial(theory.generic, **known),
        "Greedy, chaining": partial(theory.chaining, **known),
        "Greedy, chaining, sharp": partial(theory.chaining, sharp=True, **known),
    }


CARD: Card[Finite] = Card(
    problem=Finite,
    title="Finitely many arms",
    example=Example("Finite(prior=Uniform(), arms=200)", ("Greedy()", "UCB()", "ThompsonBeta()"), 10_000),
    describe=describe,
    candidates=candidates,
    arms=lambda problem: problem.arms,
    random=chance.of_arms,
    keep=KEEP,
    guarantee=guarantee,
    bounds=BoundCurves({"arms": None, "best": None, "sigma": 1.0}, bounds, needed=("arms", "best")),
    map=MapAxes(fixed=("means",)),
    form=PageForm(own=("means",)),
)
