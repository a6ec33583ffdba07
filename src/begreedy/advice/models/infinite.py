"""The card of infinite-armed bandits: a reservoir of arms, where there is always another one."""

from __future__ import annotations

from functools import partial

from begreedy import theory
from begreedy.advice.history import FittedPrior
from begreedy.advice.models.candidate import Candidate, noise_near_the_top, noise_of, plain, thompson, told_nothing
from begreedy.advice.models.card import BoundCurves, Card, Curve, Example, PageForm, chosen_arms, map_of_kept_arms
from begreedy.advice.models.keep import (
    Keep,
    arms_without_end,
    below_a_target,
    from_prior,
    prior_guarantee,
    tail,
    tail_of,
    two_target,
)
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.recipes import UCBAsymptotic
from begreedy.policies.reductions import Subsample
from begreedy.policies.ucb_f import UCBVInfinity
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Bernoulli
from begreedy.theory import arms as theory_arms
from begreedy.types import Law, Prior, Problem

KEEP: Keep[Infinite] = Keep(from_prior)


def describe(
    notes: Notes, prior: Prior | None = None, law: Law | None = None, history: FittedPrior | None = None
) -> tuple[Problem, ...]:
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    return tuple(Infinite(p, law=law) for p in notes.priors(prior, history))


def candidates(situation: Situation) -> list[Candidate]:
    problem, law, horizon = situation.problem, situation.problem.law, situation.rounds
    sigma = noise_near_the_top(law, problem.prior)
    c1, beta = tail(situation)
    common = [
        *KEEP.greedy_grid(situation),
        *KEEP.optimistic_grid(situation, problem.prior),
        *KEEP.exploring(situation, MOSS(4.0 * sigma**2), theory_arms.minimax_infinite(horizon, beta, c1)),
        *KEEP.exploring(situation, UCBAsymptotic(sigma), theory_arms.subsampled_ucb(horizon, beta), "UCB"),
        *KEEP.exploring(situation, thompson(law, problem.prior), theory_arms.subsampled_ucb(horizon, beta)),
        plain(MeDZO(4.0 * sigma**2)),
        *told_nothing(law),
    ]
    if noise_of(law) <= 0.5:
        arms = theory_arms.ucbf(horizon, beta, problem.supremum)
        common += KEEP.exploring(situation, UCBVInfinity(), arms, "UCB-F")
    if tail_of(problem.prior) is not None:
        common.append(plain(AnytimeGreedy(beta=beta, c1=c1), None, True))
    return [*common, *two_target(situation), *below_a_target(situation)]


def bounds(beta: float, c1: float, k: int | None, sigma: float) -> dict[str, Curve]:
    greedy = partial(theory.infinite, beta=beta, c1=c1, sigma=sigma)
    return {
        "Greedy": greedy,
        "Greedy, as printed": partial(greedy, printed=True),
        "Greedy, sharper": partial(greedy, sharp=True),
        **chosen_arms(greedy, k),
        "Greedy, best K and epsilon": partial(greedy, best=True),
        **({"Greedy, the uniform prior's example": theory.uniform_prior} if beta == c1 == 1.0 else {}),
        "UCB-F": partial(theory.ucbf_infinite, beta=beta),
        "any policy": partial(theory.lower_infinite, beta=beta),
    }


CARD: Card[Infinite] = Card(
    problem=Infinite,
    title="A reservoir of arms",
    example=Example("Infinite(prior=Uniform())", ("Subsample(Greedy())", "UCBF()", "TwoTarget()"), 10_000),
    describe=describe,
    candidates=candidates,
    why_greedy=arms_without_end,
    keep=KEEP,
    guarantee=prior_guarantee,
    bounds=BoundCurves({"beta": 1.0, "c1": 1.0, "k": None, "sigma": 1.0}, bounds),
    map=map_of_kept_arms("UCBF()", Subsample),
    form=PageForm(rare=("pool", "best_of_pool")),
)
