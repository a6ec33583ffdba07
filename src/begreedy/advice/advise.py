"""Should I be greedy here, and with how many arms?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from begreedy.advice.answer import BAD, Advice, Option
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import around, candidates, of_your_own, theorems_arms
from begreedy.advice.known import Known
from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.situation import Situation
from begreedy.advice.race import Meter, Progress, Race, Racer, leader, nominal, relative, spread, verdict
from begreedy.advice.turning import turning_point
from begreedy.advice.words import notes, sentence
from begreedy.theory.bound import Bound
from begreedy.types import Policies, Problem
from begreedy.values.value import finite, whole

RACE, TURN = 0.7, 0.3  # shares of the effort
SHORTEST = 100  # rounds: a horizon is never shortened below


def advise(
    problem: Problem | str,
    horizon: float | None = None,
    *,
    seed: int = 0,
    effort: float = 8.0,
    policies: Policies = (),
    progress: Progress | None = None,
    **known: Unpack[Known],
) -> Advice:
    """Rank policies for a problem by simulation, and say whether to be greedy, with how many arms, and why.

    ``problem`` is a problem, or the name of a model with whatever is ``known`` of it: ``arms``, ``prior``, ``law``,
    ``history`` (a CSV file, or pairs, of successes and trials per arm), ``alpha``, ``smoothness``, ``gamma``,
    ``dimension``, ``slots``, ``lifetime``, ``budget``.  What is not known is assumed, and said.  From a history the
    prior is fitted, and its uncertainty becomes part of the answer.  ``policies`` of your own join the race.

    How much is simulated follows from the results and from ``effort``, about so many seconds of one core, but not from
    a clock: the same seed gives the same advice.

    >>> import begreedy as bg
    >>> bg.advise(bg.Finite(means=[0.9, 0.1]), horizon=20_000, effort=1).greedy
    False
    """
    effort = finite(effort, "effort")
    if effort <= 0.0:
        raise ValueError(f"effort must be greater than 0, got {effort!r}")
    situation = situation_of(problem, horizon, seed=whole(seed, "seed", low=0), **known)
    situation, entrants = _affordable(situation, list(policies), RACE * effort)
    race = Race(situation, seed, RACE * effort, Meter(effort, progress))
    race.enter(entrants)
    names = {racer.candidate.name for racer in race.racers}
    closer = around(situation, leader([r for r in race.racers if r.candidate.greedy]).candidate)
    closer = [candidate for candidate in closer if candidate.name not in names]
    if closer and nominal(situation, closer) < race.left / 2:
        race.enter(closer)
    settled = race.run()
    ranked = sorted(race.racers, key=lambda racer: float(racer.scores.mean()))
    options = tuple(_option(situation, racer, ranked[0], i + 1) for i, racer in enumerate(ranked))
    theorem = theorems_arms(situation)
    return Advice(
        model=situation.model,
        problem=situation.problem,
        horizon=situation.horizon,
        seed=seed,
        options=options,
        settled=settled,
        turning=turning_point(race, TURN * effort),
        sentence=sentence(situation, options, relative(situation.problem)),
        notes=tuple(notes(situation, options, theorem)),
        assumed=situation.assumed,
        prior=situation.prior,
        theorem_k=theorem,
        results=tuple(racer.result() for racer in ranked),
    )


def _affordable(situation: Situation, policies: list[Any], effort: float) -> tuple[Situation, list[Candidate]]:
    """Without the policies that would take most of the effort; if all would, with a shorter horizon."""
    entrants = candidates(situation)
    entrants += [of_your_own(policy, [candidate.name for candidate in entrants]) for policy in policies]
    dear = [c for c in entrants if not c.greedy and nominal(situation, [c]) > 0.4 * effort]
    cheap = [c for c in entrants if c not in dear]
    if dear and any(not c.greedy for c in cheap) and nominal(situation, cheap) <= effort:
        left_out = ", ".join(candidate.name for candidate in dear)
        words = f"left out, because too slow to simulate here: {left_out} (a larger effort lets them join)"
        return replace(situation, assumed=(*situation.assumed, words)), cheap
    needed = nominal(situation, entrants)
    if needed <= effort:
        return situation, entrants
    if situation.horizon is None or situation.horizon <= SHORTEST:
        return situation, cheap or entrants
    factor = max(0.1, effort / needed)  # what a round costs may fall with the number of rounds: little by little
    shorter = int(float(f"{situation.horizon * factor:.2g}"))
    if shorter >= situation.horizon:  # by rounding
        shorter = situation.horizon * 9 // 10
    shorter = max(SHORTEST, shorter)
    return _affordable(
        replace(situation, horizon=shorter, asked=situation.asked or situation.horizon), policies, effort
    )


def _option(situation: Situation, racer: Racer, first: Racer, rank: int) -> Option:
    result = racer.result()
    scores = racer.scores
    mean, stderr = spread(scores)
    by_problem = scores.mean(axis=1)
    reward = result.reward.reshape(scores.shape)
    locked = float(np.mean(result.locked_gap > BAD * np.abs(result.reference)))
    flat = np.sort(scores.ravel())
    worst = flat[-max(1, round(0.05 * len(flat))) :]
    return Option(
        rank=rank,
        name=racer.candidate.name,
        policy=racer.candidate.policy,
        k=racer.candidate.k,
        greedy=racer.candidate.greedy,
        tied=racer is first or verdict(racer, first) != "worse",
        runs=scores.size,
        mean=mean,
        stderr=max(stderr, _between(by_problem)),
        reward=float(reward.mean()),
        reward_stderr=max(spread(reward)[1], _between(reward.mean(axis=1))),
        q90=float(np.quantile(flat, 0.9)),
        worst=float(worst.mean()),
        locked=locked if card_of(situation.problem).lasting else None,
        by_prior=tuple(float(x) for x in by_problem),
        bound=_bound(situation, racer.candidate),
    )


def _between(means: np.ndarray) -> float:
    """The standard error that not knowing the prior adds."""
    return float(means.std(ddof=1) / np.sqrt(len(means))) if len(means) > 1 else 0.0


def _bound(situation: Situation, candidate: Candidate) -> Bound | None:
    """What a theorem guarantees of this policy here, or None if none does."""
    guarantee, k = card_of(situation.problem).guarantee, candidate.k
    if guarantee is None or not candidate.greedy or k is None or not candidate.name.startswith("Greedy"):
        return None
    return guarantee(situation, k)
