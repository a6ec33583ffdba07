"""What a run costs, from counting in a pilot: the same number on every machine, busy or not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import exp, log

from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.cost import counted, counted_cost, least_cost
from begreedy.advice.models.situation import Situation
from begreedy.engine.simulation import Looks, Simulation, prepare
from begreedy.run.memory import check_memory
from begreedy.values.canonical import canonical

FEWEST = 4  # runs of a candidate
START, STEP = 1000, 4  # rounds of the first pilot, and how many times longer the next one is
SHARE = 0.005  # of the effort: a pilot that cost more is the last
ALL = 0.2  # of the effort: once pilots cost more, costs are nominal
DEAR = 0.05  # of the effort: a run that costs more, however rarely it looks at an arm, needs no pilot


class Pilot:
    """Plays a run of a candidate, longer and longer up to the horizon, and counts how often it looks at an arm.

    If that would cost too much, looks are taken to go on growing like the power of the rounds by which they grew last.
    ``spent`` is what all pilots cost so far.
    """

    def __init__(self, seed: int, effort: float) -> None:
        self.seed, self.effort, self.spent = seed, effort, 0.0
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
        problem, policy, horizon = situation.problem, candidate.policy, situation.horizon
        card = card_of(problem)
        nominal = card.seconds_per_run(policy, problem, horizon, candidate.k)
        if horizon is None or not counted(policy):
            return nominal
        least = least_cost(policy, horizon)
        if self.spent > ALL * self.effort or least > DEAR * self.effort:
            return max(nominal, least)
        arms = float(candidate.k or card.arms(problem) or 0)

        def cost(simulation: Simulation, rounds: int, looks: Looks) -> float:
            usual = partial(card.cost, policy, problem, rounds)
            return counted_cost(simulation.plan.policy, rounds, looks, arms, usual)

        rounds, before = min(horizon, max(START, STEP * int(arms))), None
        while True:
            simulation = prepare(policy, problem, rounds, self.seed, 1)
            check_memory([(simulation, 1)], 1)
            looks = simulation.looks()
            spent = cost(simulation, rounds, looks)
            self.spent += spent
            if rounds == horizon:
                return spent
            if spent > SHARE * self.effort and (before is not None or spent > STEP * SHARE * self.effort):
                return cost(simulation, horizon, _grown(looks, before, log(STEP), log(horizon / rounds)))
            rounds, before = min(horizon, STEP * rounds), looks


def _grown(looks: Looks, before: Looks | None, step: float, further: float) -> Looks:
    """Looks in longer runs, from two pilots, a ``step`` apart on the logarithmic scale of rounds.

    A round looks at each arm at most once, and tries at most one more: so looks grow at most like the rounds, and scans
    like their square, as they are taken to if there was one pilot only.
    """

    def grown(now: int, then: int | None, most: float) -> int:
        power = most if then is None else log(max(1, now) / max(1, then)) / step
        return round(now * exp(further * min(most, max(0.0, power))))

    alone, together, scanned = (None, None, None) if before is None else before[:3]
    return Looks(
        alone=None if looks.alone is None else grown(looks.alone, alone, 1.0),
        together=grown(looks.together, together, 1.0),
        scanned=grown(looks.scanned, scanned, 2.0),
        leaps=looks.leaps,
    )


def fewest_runs(situation: Situation) -> int:
    """Of a candidate, on each problem."""
    return max(2, FEWEST // len(situation.problems))
