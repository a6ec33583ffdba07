"""Where exploring starts to pay: the horizon (lifetime, budget) at which a policy that explores overtakes Greedy."""

from __future__ import annotations

from math import exp, log
from typing import NamedTuple

from begreedy.advice.answer import Turning
from begreedy.advice.entrants import candidates, elsewhere
from begreedy.advice.models import card_of
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.situation import Situation
from begreedy.advice.pilot import Pilot
from begreedy.advice.race import Race, Racer, clear, difference

STEP, STEPS = 2.0, 12
SURE = 2.0  # standard errors


class Gap(NamedTuple):
    """Regret of the best policy that explores minus that of the best greedy one, less the margin; at a place."""

    place: float
    value: float
    stderr: float
    explorer: str
    clear: bool  # the sign of the value


def turning_point(played: Race, effort: float, pilot: Pilot) -> Turning | None:
    """Step up while Greedy is ahead, down while it is behind; the turning point is between the last two steps."""
    axis = card_of(played.situation.problem).turning
    start, unit = axis.place(played.situation), axis.unit(played.situation)
    if any(not _of_kind(played, kind) for kind in (True, False)):
        return None
    gap_at_start = _gap_of(played, start)
    rivals = [racer.candidate for racer in _rivals(played)]
    upwards = gap_at_start.value > 0.0
    reached, last, budget = start, gap_at_start, effort
    clear_to = start if gap_at_start.clear else None  # from the start on
    for step in range(1, STEPS + 1):
        place = start * STEP ** (step if upwards else -step)
        moved = axis.moved(played.situation, place) if place >= axis.least else None
        race = _race(played, moved, rivals, budget - pilot.spent, pilot)
        if race is None:
            break
        gap = _gap_of(race, place)
        budget -= sum(racer.runs * racer.cost for racer in race.racers)
        if clear_to == reached and (gap.value > 0.0) == upwards and abs(gap.value) > SURE * gap.stderr:
            clear_to = place
        reached = place
        if (gap.value > 0.0) == upwards:
            last = gap
        elif abs(gap.value) > SURE * gap.stderr:
            explorer = gap.explorer if upwards else last.explorer
            value = _zero(last, gap) * unit if gap_at_start.clear else None
            low, high = sorted((start * unit, place * unit))
            return Turning(axis.name, value, low, high, upwards, explorer, axis.margin, counted=axis.counted)
    low, high = sorted((start * unit, reached * unit))
    until = None if clear_to is None or clear_to == reached else clear_to * unit
    return Turning(axis.name, None, low, high, upwards, margin=axis.margin, clear=until, counted=axis.counted)


def _rivals(race: Race) -> list[Racer]:
    """The best greedy policy and the two best that explore: another of these may be better elsewhere."""
    return [racer for kind, most in ((True, 1), (False, 2)) for racer in _of_kind(race, kind)[:most]]


def _of_kind(race: Race, greedy: bool) -> list[Racer]:
    """The greedy ones, or their rivals; the best first."""
    rival = card_of(race.situation.problem).turning.rival
    ranked = sorted(race.racers, key=lambda racer: float(racer.scores.mean()))
    return [r for r in ranked if r.candidate.greedy == greedy and (greedy or rival(r.candidate))]


def _gap_of(race: Race, place: float) -> Gap:
    explorer, greedy = (_of_kind(race, kind)[0] for kind in (False, True))
    value, stderr = difference(explorer, greedy)
    value += card_of(race.situation.problem).turning.margin * float(greedy.scores.mean())
    certain = clear(abs(value), stderr, explorer, greedy)
    return Gap(place, value, stderr, explorer.candidate.title, certain)


def _race(played: Race, moved: Situation | None, rivals: list[Candidate], budget: float, pilot: Pilot) -> Race | None:
    """The rivals elsewhere, with a quarter of what is left of the effort; None if that is too much to simulate."""
    if moved is None:
        return None
    axis = card_of(moved.problem).turning
    entrants = [elsewhere(moved, candidate) for candidate in rivals]
    if axis.anew:
        entrants = [candidate for candidate in candidates(moved) if candidate.greedy or axis.rival(candidate)]
    entries = {candidate.name: candidate for candidate in entrants if candidate is not None}
    kinds = {candidate.greedy for candidate in entries.values()}
    if len(kinds) < 2:
        return None
    least = pilot.fewest(moved, entries.values())
    if least > budget / 2:
        return None
    race = Race(moved, played.seed, max(least, budget / 4), played.meter, pilot)
    race.enter(list(entries.values()))
    race.run()
    return race


def _zero(left: Gap, right: Gap) -> float:
    """Where the gap per round is 0, on a logarithmic scale between two places."""
    a, b = left.value / left.place, right.value / right.place
    share = a / (a - b) if a != b else 0.5
    return exp(log(left.place) + share * (log(right.place) - log(left.place)))
