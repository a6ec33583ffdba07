"""Policies that forget, as candidates: with memories that suit how fast means change."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from begreedy.advice.models.candidate import Candidate, moments_of, optimist, thompson
from begreedy.advice.models.keep import FEW
from begreedy.advice.models.situation import Situation
from begreedy.policies.forgetting import Discounted, Window
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample
from begreedy.problems.drifting import Drifting
from begreedy.types import Policy
from begreedy.values.canonical import display_name

# Of how long a mean lasts: memories worth a try, with what a reader may call them.
MEMORIES = {"a long memory": 1.0, "a memory": 1 / 4, "a short memory": 1 / 16}
SHARES = (1 / 4, 1 / 16)  # of many arms
LONGEST = 10**6  # rounds of a window: all of them are kept


def lasting(problem: Drifting) -> float:
    """For how many rounds a mean tells something: until it changes, or has moved as far as arms differ."""
    if problem.rate == 0.0:
        return float("inf")
    if problem.step is None:
        return float(1.0 / problem.rate)
    known = moments_of(problem.prior)
    low, high = problem.range
    spread = sqrt(known[1]) if known else (high - low) / sqrt(12.0)
    steps = spread / problem.step
    return float(max(1.0, steps * steps) / problem.rate)


def forgetting(situation: Situation) -> list[Candidate]:
    """Greedy and Thompson sampling that forget, sooner or later."""
    arms = situation.problem.arms
    sampling = thompson(situation.problem.law, situation.problem.prior)
    hopeful = optimist(situation.problem.law, situation.problem.prior)
    hopeful = hopeful and replace(hopeful, label=None)
    candidates = []
    for words, memory in _memories(situation).items():
        halflife = float(max(1, round(0.7 * memory)))  # so that it remembers about as many rounds in the long run
        bases = [base for base in (Greedy(), sampling, hopeful) if base is not None]
        sized: list[tuple[Policy, float]] = [(Discounted(base, halflife), halflife) for base in bases]
        if memory <= LONGEST:
            sized.append((Window(Greedy(), memory), memory))
        for policy, size in sized:
            name = display_name(policy)
            candidates.append(Candidate(f"{name} with {words}", policy, arms, label=f"{name}({size:g})"))
    return candidates + _on_some(situation)


def _memories(situation: Situation) -> dict[str, int]:
    """By name, in rounds: long enough for the first pulls of all arms, and no longer than the run."""
    most, least = float(min(situation.rounds, 10**12)), 2.0 * situation.problem.arms + 1.0
    life = lasting(situation.problem)
    return {words: round(max(least, min(most, share * life))) for words, share in MEMORIES.items()}


def _on_some(situation: Situation) -> list[Candidate]:
    """Where there are many arms, Greedy on some of them, with and without forgetting."""
    arms = situation.problem.arms
    if arms <= FEW:
        return []
    memory = Discounted(Greedy(), float(max(1, round(0.7 * _memories(situation)["a memory"]))))
    candidates = []
    for share in SHARES:
        k = max(2, round(share * arms))
        label = f"{display_name(memory)}({memory.halflife:g}, K={k})"
        title = f"{display_name(memory)} with a memory on 1/{round(1 / share)} of the arms"
        candidates.append(Candidate(title, Subsample(memory, k=k, label=label), k))
        some = Subsample(Greedy(), k=k, label=f"Greedy(K={k})")
        candidates.append(Candidate(f"Greedy on 1/{round(1 / share)} of the arms", some, k, greedy=True))
    return candidates
