"""What a request may take: seconds of one core and bytes, estimated before it starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from begreedy.advice.models import card_of
from begreedy.engine.memory import run_bytes, state_bytes
from begreedy.engine.simulation import Simulation
from begreedy.explore.setting import CompareArguments, FieldFault, Refused
from begreedy.values.errors import BadValue
from begreedy.values.numbers import few, size_words, time_words
from begreedy.values.value import finite

MEGABYTE = 1_000_000
COPIES = 2.5  # of the curves, while they are summarised
ROOM = 0.8  # of the arms that would fit if memory were in proportion to them: trees have room for a power of two
_MOST_ARMS = 2**40  # more are no arms that anything is kept of


@dataclass(frozen=True)
class Limits:
    """Of one request: ``seconds`` of computing on one core, ``megabytes`` of memory."""

    seconds: float = 120.0
    megabytes: float = 1000.0

    def __post_init__(self) -> None:
        for name, option in (("seconds", "max-seconds"), ("megabytes", "max-memory")):
            if finite(getattr(self, name), option) <= 0.0:
                raise BadValue.of(option, getattr(self, name), "greater than 0")

    def check(self, setting: CompareArguments, simulations: Sequence[Simulation], threads: int) -> None:
        """Refuse what is too large, saying what would fit."""
        states = threads * max(state_bytes(simulation) for simulation in simulations)
        curves = COPIES * sum(run_bytes(simulation) for simulation in simulations)
        available = self.megabytes * MEGABYTE
        if states > available:
            raise _too_large(
                "problem",
                f"would take {size_words(states)} for the arms alone, more than the {size_words(available)}"
                f" of a request; about {few(ROOM * _arms(simulations) * available / states)} arms would fit",
            )
        needed = seconds_of(setting, simulations)
        self.check_kept(setting.runs, states, curves, needed)
        if needed > self.seconds:
            raise _too_large("runs", self._instead(setting, simulations, needed))

    def check_kept(self, runs: int, states: float, per_run: float, needed: float) -> None:
        """Refuse more runs than there is memory for; the number that would fit is one that there is time for, too."""
        available = self.megabytes * MEGABYTE
        total = states + runs * per_run
        if total <= available:
            return
        fits = min((available - states) / per_run, runs * self.seconds / needed)
        instead = f"at most {few(fits)} runs" if fits >= 1.0 else "fewer runs and shorter ones"
        told = f"{size_words(total)} of memory, more than the {size_words(available)} of a request"
        raise _too_large("runs", f"would take {told}; {instead} would fit")

    def _instead(self, setting: CompareArguments, simulations: Sequence[Simulation], needed: float) -> str:
        """What to ask for instead of something that takes too long."""
        words = (
            f"would take about {time_words(needed)} of computing, more than the {time_words(self.seconds)} of a request"
        )
        fits = []
        runs = setting.runs * self.seconds / needed
        if runs >= 2.0:
            fits.append(f"at most {few(runs)} runs")
        card = card_of(setting.problem)
        long = float(setting.horizon or 0) if card.timed else float(getattr(setting.problem, card.length))
        shorter = largest(lambda share: seconds_of(setting, simulations, share) <= self.seconds)
        if long * shorter >= 10.0:
            fits.append(f"{card.length if card.timed else f'a {card.length} of'} {few(long * shorter)}")
        return f"{words}; {' or '.join(fits) or 'fewer arms or policies'} would fit"


def _too_large(part: str, message: str) -> Refused:
    return Refused(FieldFault(part, "", f"this {message}"), status=413)


def seconds_of(setting: CompareArguments, simulations: Sequence[Simulation], share: float = 1.0) -> float:
    """About what a setting takes on one core, at a share of its length."""
    return setting.runs * sum(run_seconds(simulation, share) for simulation in simulations)


def run_seconds(simulation: Simulation, share: float = 1.0) -> float:
    """About what a run takes on one core, at a share of its horizon, or of what else ends it."""
    problem, arms = simulation.problem, simulation.plan.arms
    k = arms if 0 < arms < _MOST_ARMS else None
    horizon = max(1, int(simulation.horizon * share))
    seconds = card_of(problem).seconds_per_run(simulation.policy, problem, horizon, k)
    return seconds if card_of(problem).timed else seconds * share


def _arms(simulations: Sequence[Simulation]) -> int:
    return max(simulation.plan.arms for simulation in simulations)


def largest(fits: Callable[[float], bool]) -> float:
    """The largest share that fits, found by halving; 0 if next to nothing does."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2.0
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
