"""A race: policies play the same runs, twice as many each time, until it is clear who is ahead.

How many runs are played depends on their results and on costs that are counted, not timed: the same seed gives the
same race.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, sqrt

import numpy as np

from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.situation import Situation
from begreedy.advice.pilot import Pilot, fewest_runs
from begreedy.engine.simulation import Simulation, prepare
from begreedy.results.result import Result, result_of
from begreedy.run.memory import check_memory
from begreedy.run.scheduler import play_calls
from begreedy.run.workers import threads
from begreedy.types import Problem

FIRST, WATCHED, MOST = 256, 512, 16_384  # runs: at first at most, of the leader at least, at most
TRUSTED = 32  # runs: nobody leads in the end with fewer, if the effort allows it
WATCHING = 0.25  # of the effort that is left: what twice the runs of a leader may cost before others play on
CLEAR = 3.0  # standard errors between the leader and a policy that is certainly worse
FEW = 4.0  # runs: with so few, twice as many standard errors
ALIKE = 0.01  # policies whose regrets differ by less than this share of the leader's are as good as each other
NOISIER = 3.0  # times the leader's standard error: then only the other needs more runs
CHECKPOINTS = 60

Progress = Callable[[int, int], None]


@dataclass
class Racer:
    """A candidate and its runs so far: as many on each problem."""

    candidate: Candidate
    simulations: list[Simulation]
    cost: float  # about the seconds of a run on each problem
    columns: list[list[dict[str, np.ndarray]]] = field(default_factory=list)
    runs: int = 0  # on each problem

    @property
    def scores(self) -> np.ndarray:
        """What is to be small, problems x runs: regret or, where arms of a run decide its scale, its share."""
        return np.array([self._score(i) for i in range(len(self.simulations))])

    def _score(self, i: int) -> np.ndarray:
        final = np.concatenate([part["regret"][:, -1] for part in self.columns[i]])
        problem = self.simulations[i].problem
        scale = card_of(problem).scale(problem)
        if scale is None:
            return final
        best = np.concatenate([part["reference"] for part in self.columns[i]])
        return final / (best * scale)

    def result(self) -> Result:
        """All runs, of all problems."""
        names = self.columns[0][0]
        joined = {name: np.concatenate([part[name] for parts in self.columns for part in parts]) for name in names}
        first = self.simulations[0]
        return result_of(first.policy, first.problem, first.horizon, first.seed, first.checkpoints, joined, 0.0)


def relative(problem: Problem) -> bool:
    """Whether the scale of regret differs so much between runs that only its share of the best is worth averaging."""
    return card_of(problem).scale(problem) is not None


def spread(scores: np.ndarray) -> tuple[float, float]:
    """Mean of scores (problems x runs) and its standard error, were the problems all there are."""
    problems, runs = scores.shape
    within = float(scores.var(axis=1, ddof=1).sum()) / runs if runs > 1 else inf
    return float(scores.mean()), sqrt(within) / problems


def difference(a: Racer, b: Racer) -> tuple[float, float]:
    """Mean score of a minus that of b and its standard error: run by run if they have the same runs.

    Fewer runs than there are would be sharper at times, but they miss rare disasters.
    """
    if a.runs == b.runs:
        return spread(a.scores - b.scores)
    (mean_a, error_a), (mean_b, error_b) = spread(a.scores), spread(b.scores)
    return mean_a - mean_b, sqrt(error_a**2 + error_b**2)


def leader(racers: Sequence[Racer]) -> Racer:
    return min(racers, key=lambda racer: float(racer.scores.mean()))


def clear(gap: float, error: float, *racers: Racer) -> bool:
    """Whether a gap between racers is certainly none of chance."""
    return gap > CLEAR * error * max(doubt(racer.scores.size) for racer in racers)


def doubt(runs: int) -> float:
    """By how much to multiply a standard error: of few runs it is not known well itself."""
    return 1.0 + FEW / runs


def cautious(racer: Racer) -> float:
    """What a racer may well lose: few runs are no merit."""
    mean, error = spread(racer.scores)
    return mean + doubt(racer.scores.size) * error


def verdict(racer: Racer, first: Racer) -> str:
    """How a racer stands to the leader: "worse", "alike" (too close to matter) or "open"."""
    gap, error = difference(racer, first)
    if clear(gap, error, racer, first):
        return "worse"
    scale = ALIKE * abs(float(first.scores.mean()))
    return "alike" if abs(gap) + 2.0 * error <= scale else "open"


@dataclass
class Meter:
    """Tells how far a piece of advice is: rounds played, of what its effort is likely to come to."""

    effort: float
    progress: Progress | None = None
    spent: float = 0.0
    rounds: int = 0

    def add(self, cost: float, rounds: int) -> None:
        self.spent += cost
        self.rounds += rounds
        if self.progress is not None:
            self.progress(self.rounds, round(self.rounds * max(1.0, self.effort / self.spent)))


class Race:
    """Racers in one situation, and how much may still be simulated."""

    def __init__(
        self, situation: Situation, seed: int, effort: float, meter: Meter, pilot: Pilot | None = None
    ) -> None:
        self.situation, self.seed, self.left, self.meter = situation, seed, effort, meter
        self.pilot = pilot or Pilot(seed, effort)
        self.racers: list[Racer] = []

    def enter(self, candidates: Sequence[Candidate]) -> None:
        """Check candidates and let them play their first runs."""
        entered = [self._racer(candidate) for candidate in candidates]
        for racer in entered:  # before anything is played, so that progress tells how fast that is
            racer.simulations[0].compile()
        few, many = fewest_runs(self.situation), max(2, FIRST // self._problems)
        spare = max(0.0, self.left - sum(few * racer.cost for racer in entered)) / (3.0 * max(1, len(entered)))
        self.extend([(racer, _power_of_two(few, few + spare / racer.cost, many)) for racer in entered])
        self.racers += entered

    def run(self) -> bool:
        """Double the runs of those that may still win, until all is clear or the effort is spent; whether it is."""
        while True:
            first = leader(self.racers)
            if self._to_watch(first):
                self.extend([(first, 2 * first.runs)])
                continue
            close = [r for r in self.racers if r is not first and verdict(r, first) == "open"]
            wanted = self._wanted(first, close)
            if not wanted:
                return not close
            self.extend(wanted)

    def _to_watch(self, first: Racer) -> bool:
        """Whether the leader should play on alone before others do: few runs may all have been lucky."""
        runs = first.runs * self._problems
        share = 1.0 if runs < TRUSTED else WATCHING
        return runs < WATCHED and self.cost([(first, 2 * first.runs)]) <= share * self.left

    def _wanted(self, first: Racer, close: list[Racer]) -> list[tuple[Racer, int]]:
        """Who should play on, and to how many runs, as far as the effort allows."""
        if not close:  # a rare disaster of the leader shows only after many runs, which may be dear
            more = [first] if first.runs * self._problems < WATCHED else []
        else:
            _, sure = spread(first.scores)
            noisy = [r for r in close if spread(r.scores)[1] > NOISIER * sure]
            more = noisy or [first, *close]
        runs = min(most_runs(self.situation), 2 * min((racer.runs for racer in more), default=0))
        wanted = [(racer, runs) for racer in more if racer.runs < runs]  # who has fewer catches up: pairs are sharper
        wanted.sort(key=lambda pair: pair[0].cost)
        while wanted and self.cost(wanted) > self.left:
            wanted.pop()
        return wanted

    def cost(self, targets: Sequence[tuple[Racer, int]]) -> float:
        return sum((runs - racer.runs) * racer.cost for racer, runs in targets)

    def extend(self, targets: Sequence[tuple[Racer, int]]) -> None:
        """Play until every racer has as many runs (on each problem) as wanted."""
        self.left -= self.cost(targets)
        blocks = [
            (r, i, first, size) for r, runs in targets for i in range(self._problems) for first, size in _parts(r, runs)
        ]

        def done(number: int) -> None:
            racer, _, _, runs = blocks[number]
            self.meter.add(runs * racer.cost / self._problems, runs * (self.situation.horizon or 1))

        def stop() -> None:
            for racer, _ in targets:
                for simulation in racer.simulations:
                    simulation.stop[0] = 1

        calls = [partial(racer.simulations[i].play, first, size) for racer, i, first, size in blocks]
        with threads() as workers:
            records = play_calls(calls, workers, stop=stop, done=done)
        for (racer, i, _, _), record in zip(blocks, records, strict=True):
            racer.columns[i].append(racer.simulations[i].columns_of(record))
        for racer, runs in targets:
            racer.runs = max(racer.runs, runs)

    @property
    def _problems(self) -> int:
        return len(self.situation.problems)

    def _racer(self, candidate: Candidate) -> Racer:
        simulations = []
        for problem in self.situation.problems:
            rounds = rounds_on(problem, self.situation.horizon)
            simulations.append(prepare(candidate.policy, problem, rounds, self.seed, CHECKPOINTS))
        check_memory([(simulation, 1) for simulation in simulations], 1)
        cost = self.pilot.seconds(self.situation, candidate)
        return Racer(candidate, simulations, cost, [[] for _ in simulations])


def most_runs(situation: Situation) -> int:
    """Of a candidate, on each problem."""
    return max(1, MOST // len(situation.problems))


def rounds_on(problem: Problem, horizon: int | None) -> int | None:
    """The horizon or, where something else ends a run, the most rounds that it may have."""
    cap = card_of(problem).cap
    return horizon if cap is None else cap(problem)


def _power_of_two(low: int, value: float, high: int) -> int:
    """The largest of low, 2 low, 4 low, ... up to ``high`` that ``value`` allows: then racers can be paired soon."""
    runs = low
    while 2 * runs <= min(value, high):
        runs *= 2
    return runs


def _parts(racer: Racer, runs: int) -> list[tuple[int, int]]:
    """New runs in a few parts, for several threads."""
    new = runs - racer.runs
    size = max(1, -(-new // 4))
    return [(first, min(size, runs - first)) for first in range(racer.runs, runs, size)] if new > 0 else []
