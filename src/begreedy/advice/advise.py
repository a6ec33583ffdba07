"""Advice on a problem: whether to be greedy there, and with how many arms."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Unpack

import numpy as np

from begreedy.advice.answer import BAD, Advice, Option
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import around, candidates, of_your_own, theorems_arms
from begreedy.advice.known import Known
from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate, is_plain_greedy
from begreedy.advice.models.situation import Situation
from begreedy.advice.pilot import Pilot
from begreedy.advice.race import (
    CHECKPOINTS,
    Meter,
    Progress,
    Race,
    Racer,
    cautious,
    leader,
    relative,
    rounds_on,
    spread,
    verdict,
)
from begreedy.advice.turning import turning_point
from begreedy.advice.words import notes, sentence, summary, turning_to_tell
from begreedy.run.ahead import compiling_ahead
from begreedy.run.jobs import Job
from begreedy.run.memory import check_memory
from begreedy.run.watch import watching
from begreedy.theory.bound import Bound
from begreedy.types import Policies, Problem, policy_list
from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole

EFFORT = 16.0  # seconds of one core, roughly
RACE, TURN = 0.7, 0.3  # shares of the effort
FIRST = 0.7  # of the race: what the first few runs of all may take
SHORTEST = 100  # rounds: a horizon is never shortened below
CLOSER = 3  # times that a family tries other numbers of arms, around its best
HOPELESS = 2.0  # times the leader's regret: a family whose best loses more does not


def advise(
    problem: Problem | str,
    horizon: float | None = None,
    *,
    seed: int = 0,
    effort: float = EFFORT,
    policies: Policies = (),
    progress: Progress | bool | None = None,
    **known: Unpack[Known],
) -> Advice:
    """Rank policies for a problem by simulation, and say whether to be greedy, with how many arms, and why.

    What is not known is assumed, and the answer says so.  With a history, the prior is fitted, and its uncertainty
    is part of the answer; each arm of the history is drawn from its own posterior.  The amount of simulation depends on
    the results and on ``effort``, not on a clock: the same seed gives the same advice.

    Parameters
    ----------
    problem : Problem or str
        A problem, or the name of a model, such as ``"finite"``.
    horizon : float, optional
        Number of rounds; where pulls cost, the budget is given instead.
    seed : int
        Seed of everything random.
    effort : float
        About how many seconds of one core to simulate.
    policies : list of Policy
        Policies of your own that join the race.
    progress : callable or bool, optional
        Whether to show progress; a function is called with rounds done and all rounds.
    **known : optional
        What is known about the problem: ``arms``, ``prior``, ``law``, ``history`` (a file, a data frame, or pairs,
        of successes and trials per arm), ``alpha``, ``smoothness``, ``gamma``, ``dimension``, ``features`` (of arms: a
        file, a data frame, or vectors), ``slots``, ``size``, ``lifetime``, ``births``, ``budget``, ``rate``, ``step``,
        and when outcomes arrive: ``delay`` (rounds, or "Exponential(500)"), ``window`` (for failures), ``batch``.

    Returns
    -------
    Advice
        The ranking, its reason, what it assumes and when it changes.

    Raises
    ------
    BadValue, BadType
        If the situation makes no sense, or too little is known about it.

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.advise(bg.Finite(means=[0.9, 0.1]), horizon=20_000, effort=1).best.name
    'OptimisticGreedy(1)'
    """
    effort = finite(effort, "effort")
    if effort <= 0.0:
        raise BadValue.of("effort", effort, "greater than 0")
    situation = situation_of(problem, horizon, seed=whole(seed, "seed", low=0), **known)
    return advice_on(situation, seed, effort, policies, progress)


def advice_on(
    situation: Situation, seed: int, effort: float, policies: Policies = (), progress: Progress | bool | None = None
) -> Advice:
    """Advice on a situation that is described already."""
    pilot = Pilot(seed, effort)
    with watching(progress, "advice") as watcher:
        with _compiling_ahead(situation, seed):
            situation, entrants = _affordable(situation, policies, pilot, RACE * effort)
            race = Race(situation, seed, RACE * effort - pilot.spent, Meter(effort, watcher), pilot)
            race.enter(entrants)
        for family in sorted({racer.candidate.family for racer in race.racers}):
            _look_closer(race, family)
        settled = race.run()
        turning_pilot = Pilot(seed, TURN * effort)
        turning = turning_point(race, TURN * effort, turning_pilot)
        if not settled and (turning is None or turning.low == turning.high):  # nothing was played for it
            race.left += TURN * effort - turning_pilot.spent
            settled = race.run()
        ranked = sorted(race.racers, key=cautious)
    options = tuple(_option(situation, racer, ranked[0], i + 1) for i, racer in enumerate(ranked))
    theorem, shares = theorems_arms(situation), relative(situation.problem)
    turning = turning_to_tell(situation, options, turning, shares)
    return Advice(
        model=situation.model,
        problem=situation.problem,
        horizon=situation.horizon,
        seed=seed,
        options=options,
        settled=settled,
        turning=turning,
        sentence=sentence(situation, options, shares),
        summary=tuple(summary(situation, options, turning, shares)),
        notes=tuple(notes(situation, options, theorem, shares)),
        assumed=situation.assumed,
        prior=situation.prior,
        theorem_k=theorem,
        results=tuple(racer.result() for racer in ranked),
    )


def _compiling_ahead(situation: Situation, seed: int) -> AbstractContextManager[None]:
    """Have other cores compile what the candidates need, one of each family, while this one gets to them."""
    problem, jobs = situation.problem, []
    for candidate in {candidate.family: candidate for candidate in candidates(situation)}.values():
        job = Job(candidate.policy, problem, rounds_on(problem, situation.horizon), 1, seed, CHECKPOINTS)
        with suppress(BadValue):  # it may be left out as too slow; if not, whoever plays it says what is wrong
            check_memory([(job.simulation, 1)], 1)
            jobs.append(job)
    return compiling_ahead(jobs, (os.cpu_count() or 1) - 1)


def _look_closer(race: Race, family: str) -> None:
    """Let a family's best enter with other numbers of arms as well, while these are better and the effort lasts."""
    for _ in range(CLOSER):
        best = leader([racer for racer in race.racers if racer.candidate.family == family])
        if float(best.scores.mean()) > HOPELESS * abs(float(leader(race.racers).scores.mean())):
            return
        played = {racer.candidate.name for racer in race.racers}
        fresh = [near for near in around(race.situation, best.candidate) if near.name not in played]
        fresh = [near for near in fresh if race.pilot.fewest(race.situation, [near]) < race.left / 4]
        if not fresh:
            return
        race.enter(fresh)


def _affordable(
    situation: Situation, policies: Policies, pilot: Pilot, effort: float
) -> tuple[Situation, list[Candidate]]:
    """Without the dearest policies that explore, as far as the effort asks for it; then with a shorter horizon."""
    entrants = candidates(situation)
    entrants += [of_your_own(policy, [candidate.name for candidate in entrants]) for policy in policy_list(policies)]
    cost = {candidate.name: pilot.fewest(situation, [candidate]) for candidate in entrants}
    by_cost = sorted((c for c in entrants if not c.greedy), key=lambda c: -cost[c.name])
    dear: list[Candidate] = []
    while len(by_cost) > len(dear) + 1 and _too_dear(cost, dear, by_cost[len(dear)], effort):
        dear.append(by_cost[len(dear)])
    cheap = [candidate for candidate in entrants if candidate not in dear]
    needed = sum(cost[candidate.name] for candidate in cheap)
    if needed <= FIRST * effort or situation.horizon is None or situation.horizon <= SHORTEST:
        return replace(situation, left_out=tuple(candidate.name for candidate in dear)), cheap
    factor = max(
        0.1, FIRST * effort / needed
    )  # what a round costs may fall with the number of rounds: little by little
    shorter = int(float(f"{situation.horizon * factor:.2g}"))
    if shorter >= situation.horizon:  # by rounding
        shorter = situation.horizon * 9 // 10
    shorter = max(SHORTEST, shorter)
    return _affordable(
        replace(situation, horizon=shorter, asked=situation.asked or situation.horizon), policies, pilot, effort
    )


def _too_dear(cost: dict[str, float], dear: list[Candidate], dearest: Candidate, effort: float) -> bool:
    """Whether the first runs of all take too much of the effort, or those of the dearest that is left do."""
    needed = sum(cost.values()) - sum(cost[candidate.name] for candidate in dear)
    return needed > FIRST * effort or cost[dearest.name] > 0.4 * FIRST * effort


def _option(situation: Situation, racer: Racer, first: Racer, rank: int) -> Option:
    result = racer.result()
    scores = situation.unit * racer.scores
    mean, stderr = spread(scores)
    by_problem = scores.mean(axis=1)
    reward = situation.unit * result.reward.reshape(scores.shape)
    low, high = np.quantile(reward, (0.05, 0.95))
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
        reward_low=float(low),
        reward_high=float(high),
        q90=float(np.quantile(flat, 0.9)),
        worst=float(worst.mean()),
        locked=locked if card_of(situation.problem).lasting else None,
        by_prior=tuple(float(x) for x in by_problem),
        bound=_bound(situation, racer.candidate),
        open=racer is not first and verdict(racer, first) == "open",
    )


def _between(means: np.ndarray) -> float:
    """The standard error that not knowing the prior adds."""
    return float(means.std(ddof=1) / np.sqrt(len(means))) if len(means) > 1 else 0.0


def _bound(situation: Situation, candidate: Candidate) -> Bound | None:
    """What a theorem guarantees of this policy here, or None if none does."""
    guarantee, k = card_of(situation.problem).guarantee, candidate.k
    if guarantee is None or k is None or not is_plain_greedy(candidate.policy):
        return None
    return guarantee(situation, k)
