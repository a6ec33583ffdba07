"""What a run costs, from counting in a pilot: the same number on every machine, busy or not."""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.cost import counted, counted_cost, scans, tied_cost
from begreedy.advice.models.situation import Situation
from begreedy.engine.simulation import Simulation, prepare
from begreedy.run.memory import check_memory
from begreedy.values.canonical import canonical

FEWEST = 4  # runs of a candidate
START, STEP = 1000, 4  # rounds of the first pilot, and how many times longer the next one is
SHARE = 0.01  # of the effort: a pilot that cost more is the last


class Pilot:
    """Plays a run of a candidate, longer and longer up to the horizon, and counts how often it looks at an arm.

    If that would cost too much, looks are taken to go on growing like the power of the rounds by which they grew last.
    ``spent`` is what all pilots cost so far.
    """

    def __init__(self, seed: int, effort: float) -> None:
        self.seed, self.most, self.spent = seed, SHARE * effort, 0.0
        self._known: dict[tuple[str, str, int | None], float] = {}

    def seconds(self, situation: Situation, candidate: Candidate) -> float:
        """About what a run takes, on each of the situation's problems."""
        key = canonical(candidate.policy), canonical(situation.problem), situation.horizon
        if key not in self._known:
            self._known[key] = self._seconds(situation, candidate)
        return len(situation.problems) * max(self._known[key], 1e-9)

    def fewest(self, situation: Situation, candidates: Iterable[Candidate]) -> float:
        """About what the fewest runs of candidates take."""
        runs = fewest_runs(situation)
        return sum(runs * self.seconds(situation, candidate) for candidate in candidates)

    def _seconds(self, situation: Situation, candidate: Candidate) -> float:
        card, problem, policy = card_of(situation.problem), situation.problem, candidate.policy
        nominal = card.seconds_per_run(policy, problem, situation.horizon, candidate.k)
        if situation.horizon is None or not counted(policy):
            return nominal
        arms = float(candidate.k or card.arms(problem) or 0)
        rounds, before, looked = min(situation.horizon, max(START, STEP * int(arms))), 0, 0
        while True:
            simulation = prepare(policy, problem, rounds, self.seed, 1)
            check_memory([(simulation, 1)], 1)
            looks = _scanned(simulation) if scans(policy) else simulation.looks()
            if looks is None:  # every round costs the same
                return nominal + tied_cost(policy, problem, situation.horizon, situation.horizon, arms)
            cost = counted_cost(policy, problem, rounds, looks, arms)
            self.spent += cost
            if rounds == situation.horizon:
                return cost
            if cost > self.most and before:
                power = log(max(1, looks) / max(1, looked)) / log(rounds / before)
                looks_in_all = looks * (situation.horizon / rounds) ** min(1.0, power)
                return counted_cost(policy, problem, situation.horizon, looks_in_all, arms)
            rounds, before, looked = min(situation.horizon, STEP * rounds), rounds, looks


def _scanned(simulation: Simulation) -> int:
    """How often a policy that looks through its arms after a loss looks at one, in a run: at most."""
    record = simulation.play(0, 1)
    losses = simulation.horizon - float(record.reward[0])
    return round(losses * int(record.tried[0]))


def fewest_runs(situation: Situation) -> int:
    """Of a candidate, on each problem."""
    return max(2, FEWEST // len(situation.problems))
