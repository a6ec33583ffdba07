"""The card of many-armed bandits: some arms are best, and the hardness gamma tells how few."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import ceil

from begreedy import theory
from begreedy.advice.history import FittedPrior
from begreedy.advice.models.candidate import (
    Candidate,
    accepts,
    explorers,
    noise_of,
    optimists,
    plain,
    thompson,
    told_nothing,
)
from begreedy.advice.models.card import BoundCurves, Card, Curve, Example, MapAxes, chosen_arms
from begreedy.advice.models.finite import describe as finite_arms
from begreedy.advice.models.keep import Keep, noise
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.adaptive_greedy import AdaptiveGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.medzo import MeDZO
from begreedy.problems.laws import Bernoulli
from begreedy.problems.many_armed import ManyArmed
from begreedy.theory import arms as theory_arms
from begreedy.theory.bound import Bound
from begreedy.types import Law, Policy, Prior, Problem
from begreedy.values.errors import BadValue
from begreedy.values.value import finite


def describe(
    notes: Notes,
    arms: float | None = None,
    gamma: float | None = None,
    prior: Prior | None = None,
    law: Law | None = None,
    history: FittedPrior | None = None,
    delay: float | str | None = None,
    window: float | None = None,
    batch: float | None = None,
) -> tuple[Problem, ...]:
    """With a hardness, some arms are best; with a prior or a history, they are finitely many arms like others."""
    count = notes.arms(arms, history, 1000)
    if gamma is None:
        return finite_arms(notes, count, prior, law, history, delay, window, batch)
    for name, value in (("delay", delay), ("window", window), ("batch", batch)):
        if value is not None:
            raise BadValue.of(name, value, "left out where gamma is given", got="")
    law = notes.choose(law, Bernoulli(), "law of the rewards")
    if prior is not None or history is not None:
        raise BadValue.of("gamma", gamma, "left out where a prior or a history determines the means")
    problem = ManyArmed.with_hardness(count, notes.rounds, finite(gamma, "gamma"), law=law)
    notes.facts["gamma"] = float(gamma), notes.rounds
    levels = ", ".join(f"{level:g}" for level in problem.levels)
    notes.words.append(
        f"hardness {gamma:g} at T = {notes.rounds}: {problem.best} of the arms are best; "
        f"means: {problem.top:g} for these, {levels} for the others in equal shares"
    )
    return (problem,)


def hardness(situation: Situation) -> float:
    """As it was given for this horizon, or as it is at another one."""
    gamma, horizon = situation.facts.get("gamma", (0.0, None))
    if horizon is not None and horizon == situation.horizon:
        return float(gamma)
    return float(situation.problem.hardness(situation.rounds))


def theorem(situation: Situation) -> int:
    gamma, horizon = hardness(situation), situation.rounds
    return theory_arms.many("greedy", horizon, gamma)


KEEP: Keep[ManyArmed] = Keep(theorem)


def candidates(situation: Situation) -> list[Candidate]:
    n, law = situation.problem.n, situation.problem.law
    fewer = theory_arms.moss_many(situation.rounds, hardness(situation))
    return [
        plain(Greedy(), n, True),
        *KEEP.greedy_grid(situation),
        *optimists(law, None, n, (2.0,)),
        *KEEP.optimistic_grid(situation, None),
        plain(explorers(law)[0], n),
        *KEEP.exploring(situation, explorers(law)[0], fewer),
        *KEEP.exploring(situation, thompson(law), fewer),
        plain(MeDZO(4.0 * noise_of(law) ** 2)),
        *(plain(policy, n) for policy in (AdaptiveGreedy(),) if accepts(policy, law)),
        *told_nothing(law),
    ]


def random_choice(problem: ManyArmed, rounds: int) -> float:
    """Some arms are best, the others take turns at the other levels."""
    turns, left = divmod(problem.n - problem.best, len(problem.levels))
    others = turns * sum(problem.levels) + sum(problem.levels[:left])
    return float(rounds * (problem.best * problem.top + others) / problem.n)


def guarantee(situation: Situation, k: int) -> Bound:
    n, sigma = situation.problem.n, noise(situation)
    return theory.many_armed(situation.rounds, hardness(situation), n, k=k, sigma=sigma, chernoff=True)


def bounds(gamma: float, arms: int | None, k: int | None, sigma: float) -> dict[str, Curve]:
    greedy = partial(theory.many_armed, gamma=gamma, n=arms, sigma=sigma)
    careful: dict[str, Curve] = {}
    if gamma < 0.5:
        careful["Greedy, careful K, rewards in [0, 1]"] = partial(theory.many_armed_careful, gamma=gamma, n=arms)
    return {
        "Greedy": greedy,
        **chosen_arms(greedy, k),
        "Greedy, sharper": partial(greedy, sharp=True),
        "Greedy, best K and epsilon": partial(greedy, best=True),
        "Greedy, best K and epsilon, Chernoff": partial(greedy, best=True, chernoff=True),
        **careful,
        "MOSS": partial(theory.moss_many, gamma=gamma),
        "any policy": partial(theory.lower_many, gamma=gamma),
    }


def resized(problem: ManyArmed, size: int) -> tuple[Problem, Policy]:
    """As many best arms per arm."""
    best = max(1, ceil(size * problem.best / problem.n - 1e-9))
    return replace(problem, n=size, best=best), Greedy()


CARD: Card[ManyArmed] = Card(
    problem=ManyArmed,
    title="Many arms, some best",
    example=Example("ManyArmed(n=2000, best=67)", ("OracleGreedy()", "Greedy()", "OracleMOSS()"), 5000),
    describe=describe,
    candidates=candidates,
    arms=lambda problem: problem.n,
    random=random_choice,
    keep=KEEP,
    guarantee=guarantee,
    bounds=BoundCurves({"gamma": None, "arms": None, "k": None, "sigma": 1.0}, bounds, needed=("gamma",)),
    map=MapAxes(axis="n", rival="MOSS()", cell=resized),
)
