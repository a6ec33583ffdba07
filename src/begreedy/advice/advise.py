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
from begreedy.advice.pilot import Pilot
from begreedy.advice.race import Meter, Progress, Race, Racer, leader, relative, spread, verdict
from begreedy.advice.turning import turning_point
from begreedy.advice.words import notes, sentence, summary
from begreedy.run.watch import watching
from begreedy.theory.bound import Bound
from begreedy.types import Policies, Problem
from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole

EFFORT = 16.0  # seconds of one core, roughly
RACE, TURN = 0.7, 0.3  # shares of the effort
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

    ``problem`` is a problem, or the name of a model with whatever is ``known`` of it: ``arms``, ``prior``, ``law``,
    ``history`` (a file, a data frame, or pairs, of successes and trials per arm), ``alpha``, ``smoothness``, ``gamma``,
    ``dimension``, ``features`` (of arms: a file, a data frame, or vectors), ``slots``, ``lifetime``, ``budget``,
    ``rate``, ``step``.  What is not known is assumed, and said.  From a history the prior is fitted,
    and its uncertainty becomes part of the answer.  ``policies`` of your own join the race.

    How much is simulated follows from the results and from ``effort``, about so many seconds of one core, but not from
    a clock: the same seed gives the same advice.  ``progress`` as for ``simulate``; a function is told of rounds done
    and of all rounds.

    >>> import begreedy as bg
    >>> bg.advise(bg.Finite(means=[0.9, 0.1]), horizon=20_000, effort=1).greedy
    False
    """
    effort = finite(effort, "effort")
    if effort <= 0.0:
        raise BadValue.of("effort", effort, "greater than 0")
    situation = situation_of(problem, horizon, seed=whole(seed, "seed", low=0), **known)
    pilot = Pilot(seed, effort)
    with watching(progress, "advice") as told:
        situation, entrants = _affordable(situation, list(policies), pilot, RACE * effort)
        race = Race(situation, seed, RACE * effort - pilot.spent, Meter(effort, told), pilot)
        race.enter(entrants)
        for family in sorted({racer.candidate.family for racer in race.racers}):
            _look_closer(race, family)
        settled = race.run()
        ranked = sorted(race.racers, key=lambda racer: float(racer.scores.mean()))
        turning = turning_point(race, TURN * effort)
    options = tuple(_option(situation, racer, ranked[0], i + 1) for i, racer in enumerate(ranked))
    theorem, shares = theorems_arms(situation), relative(situation.problem)
    return Advice(
        model=situation.model,
        problem=situation.problem,
        horizon=situation.horizon,
        seed=seed,
        options=options,
        settled=settled,
        turning=turning,
        sentence=sentence(situation, options, shares, settled),
        summary=tuple(summary(situation, options, turning, shares)),
        notes=tuple(notes(situation, options, theorem)),
        assumed=situation.assumed,
        prior=situation.prior,
        theorem_k=theorem,
        results=tuple(racer.result() for racer in ranked),
    )


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
    situation: Situation, policies: list[Any], pilot: Pilot, effort: float
) -> tuple[Situation, list[Candidate]]:
    """Without the dearest policies that explore, as far as the effort asks for it; then with a shorter horizon."""
    entrants = candidates(situation)
    entrants += [of_your_own(policy, [candidate.name for candidate in entrants]) for policy in policies]
    cost = {candidate.name: pilot.fewest(situation, [candidate]) for candidate in entrants}
    by_cost = sorted((c for c in entrants if not c.greedy), key=lambda c: -cost[c.name])
    dear: list[Candidate] = []
    while len(by_cost) > len(dear) + 1 and _too_dear(cost, dear, by_cost[len(dear)], effort):
        dear.append(by_cost[len(dear)])
    cheap = [candidate for candidate in entrants if candidate not in dear]
    needed = sum(cost[candidate.name] for candidate in cheap)
    if needed <= effort or situation.horizon is None or situation.horizon <= SHORTEST:
        return _without(situation, dear), cheap
    factor = max(0.1, effort / needed)  # what a round costs may fall with the number of rounds: little by little
    shorter = int(float(f"{situation.horizon * factor:.2g}"))
    if shorter >= situation.horizon:  # by rounding
        shorter = situation.horizon * 9 // 10
    shorter = max(SHORTEST, shorter)
    return _affordable(
        replace(situation, horizon=shorter, asked=situation.asked or situation.horizon), policies, pilot, effort
    )


def _too_dear(cost: dict[str, float], dear: list[Candidate], dearest: Candidate, effort: float) -> bool:
    """Whether all would take more than the effort, or the dearest of those left too much of it."""
    needed = sum(cost.values()) - sum(cost[candidate.name] for candidate in dear)
    return needed > effort or cost[dearest.name] > 0.4 * effort


def _without(situation: Situation, dear: list[Candidate]) -> Situation:
    """The situation, where it is said who was left out."""
    if not dear:
        return situation
    left_out = ", ".join(candidate.name for candidate in dear)
    words = f"left out, because too slow to simulate here: {left_out} (a larger effort lets them join)"
    return replace(situation, assumed=(*situation.assumed, words))


def _option(situation: Situation, racer: Racer, first: Racer, rank: int) -> Option:
    result = racer.result()
    scores = racer.scores
    mean, stderr = spread(scores)
    by_problem = scores.mean(axis=1)
    reward = result.reward.reshape(scores.shape)
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
