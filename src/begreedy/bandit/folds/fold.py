"""The state of a bandit as a fold over its log: the same events give the same state, in every process.

``apply`` is the only thing that changes it.  For an event read from the log the policy is asked again, so that its
random stream moves on as it did in the process that decided; the arm in the log counts, should it differ.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, cast

from begreedy.bandit.folds.catalogue import Draws
from begreedy.bandit.folds.hours import HourlyCounts
from begreedy.bandit.folds.lists import chances_of_list
from begreedy.bandit.folds.maturity import OPEN, DecisionSums, Key, Maturity, outcome
from begreedy.bandit.folds.selection import Choice, Request, choose, estimate
from begreedy.bandit.records import (
    ADDED,
    DECIDED,
    EXPIRED,
    PAUSED,
    RESUMED,
    RETIRED,
    REVISED,
    REWARDED,
    TREATED,
    Event,
    StoreError,
)
from begreedy.bandit.settings.inputs import places_of
from begreedy.bandit.settings.settings import Settings
from begreedy.engine.belief import Belief, constant
from begreedy.engine.chances import chance, redraw
from begreedy.engine.learners.choice import learner_of
from begreedy.engine.learners.learner import Learner, Past, Payment
from begreedy.engine.learners.online_learner import OnlineLearner

EXACT, ESTIMATED = "exact", "estimated"  # what a propensity is
FORMAT = 6  # of snapshots; one of another format is rebuilt from the log
_MOST_DIFFERING = 1000  # remembered; on another kind of machine there may be many

_Outcome = tuple[float | None, float | None, str | None]  # value, cost and places of a decision
Evidence = tuple[list[float], list[float]]  # by arm: how many rewards there are, and their sum
Pasts = Callable[[Sequence[int]], list[Past]]  # what is known of arms, by number, before the first decision


class Fold:
    """The state after event ``seq`` of a log."""

    learner: OnlineLearner

    def __init__(self, settings: Settings, pasts: Pasts, snapshot: dict[str, Any] | None = None) -> None:
        self.settings = settings
        self._pasts = pasts
        self.seq = self.decisions = self.rewards = self.expired = 0
        self.reward = self.cost = 0.0
        self.differing: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []  # events that we would decide otherwise
        self.size = settings.arms
        self.live: list[int] = []  # by slot: number in the catalogue
        self.paused: list[int] = []  # after these, the arms that are not played for now
        self.tally: dict[
            int, list[Any]
        ] = {}  # by number: count of rewards, their sum and that of costs, in users' units
        self.out: Counter[int] = Counter()  # by number: pulls whose reward is still out
        self.spread: list[Any] = [0, 0.0, 0.0]  # of all arms: number of rewards, their sum and that of squares
        self.gone: set[int] = set()
        self.maturity = Maturity(settings.window)  # by segment and cohort; without a control group, all are treated
        self.hours = HourlyCounts()
        self.redraws = 0  # how many more draws to estimate propensities that are neither in the log nor exact
        self.propensity: tuple[float | None, str | None] = (None, None)  # of the last decision, and whether it is exact
        self.propensities: str | None = None  # JSON, of a list: of its beginnings and places; of a set: of the action
        self._first = frozenset(settings.first)
        self._draws = Draws("catalogue", settings.seed, settings.name)
        if snapshot is None:
            self.live += settings.first
            self._fill()
            self.learner = self._learner(self._past(self.live))
        else:
            self._restore(snapshot)
        self._number_slots()

    def _number_slots(self) -> None:
        self.slot = {number: slot for slot, number in enumerate([*self.live, *self.paused])}

    def _past(self, entered: Sequence[int]) -> list[Any]:
        """What is known of arms that enter; also for the tally."""
        past = self._pasts(entered)
        for number, (total, pulls) in zip(entered, past, strict=True):
            if pulls:
                self._count(number, pulls, pulls * self.settings.unscaled(total / pulls), 0.0)
        return past

    def _count(self, number: int, pulls: int, total: float, cost: float) -> None:
        sums = self.tally.setdefault(number, [0, 0.0, 0.0])
        sums[0] += pulls
        sums[1] += total
        sums[2] += cost
        for i, part in enumerate((pulls, total, total * total / pulls)):
            self.spread[i] += part

    def _belief(self) -> str | Belief:
        """What a pull counts as while it is out."""
        settings = self.settings
        if settings.starts_as is None:
            return settings.belief
        return constant(0.0 if settings.ranks else settings.scaled(settings.starts_as))

    @property
    def arms_learner(self) -> Learner:
        """The learner, where it is asked what not all of them have: a fold with another kind has own ways for it."""
        return cast(Learner, self.learner)  # or what has the method that is called

    def _learner(self, past: Sequence[Any]) -> OnlineLearner:
        settings = self.settings
        return learner_of(settings.played)(
            settings.played,
            past,
            settings.rounds,
            settings.words(),
            ranks=settings.ranks,
            belief=self._belief(),
            revisable=settings.revise,
        )

    @property
    def pending(self) -> int:
        """Decisions without a reward."""
        return self.decisions - self.rewards - self.expired

    @property
    def past_rounds(self) -> int:
        """The rounds of the history that it began with."""
        return self.learner.rounds - self.decisions

    # ------------------------------------------------------------ deciding

    def choose(self, request: Request) -> Choice:
        """The arms to play next, by number; moves the random stream on."""
        choice = choose(self, request)
        if not self.settings.ranks:
            return choice
        chances = chances_of_list(self, request, choice.arms)
        return choice._replace(propensity=None if chances is None else chances.beginnings[-1])

    def chance(self, slot: int, chosen: int, drawn: bool, slots: Sequence[int] | None) -> float | None:
        """The probability of an arm at the policy's last choice, which was ``chosen``; None if only draws can tell."""
        return chance(self.arms_learner, slot, chosen, drawn, slots)

    def redraw(self, slot: int, draws: int, stream: list[int], slots: Sequence[int] | None) -> int:
        """How often the policy chooses an arm if it is asked ``draws`` more times."""
        return redraw(self.arms_learner, slot, draws, stream, slots)

    def _choose_again(self, event: Event) -> None:
        """Ask as for a decision of the log, and note if the answer differs."""
        request = Request.of(event)
        ours = self.choose(request)
        if ours.arms != event.arms and len(self.differing) < _MOST_DIFFERING:
            self.differing.append((event.seq, event.arms, ours.arms))
        propensity = event.propensity
        if propensity is None and ours.arms == event.arms:
            propensity = ours.propensity
        self.propensity = (propensity, None if propensity is None else EXACT)
        own = event.arms if event.chosen_by is None else ours.own
        if self.settings.ranks:
            self._note_list(request, event, own)
        elif self.redraws and propensity is None and self.settings.single:
            self.propensity = estimate(self, request, event.arms[0], own == event.arms, self.redraws), ESTIMATED

    def _note_list(self, request: Request, event: Event, own: tuple[int, ...]) -> None:
        """Note the probabilities of a list of the log: of its beginnings, and of its places."""
        chances, kind = chances_of_list(self, request, event.arms), EXACT
        if chances is None and self.redraws:
            chances, kind = chances_of_list(self, request, event.arms, own, self.redraws), ESTIMATED
        self.propensities = None
        if chances is not None:
            if self.propensity[0] is None:
                self.propensity = (chances.beginnings[-1], kind)
            self.propensities = json.dumps(chances._asdict())

    def apply(self, event: Event, *, chosen: bool = False) -> None:
        """Move on by one event; ``chosen``: a decision just made by ``choose``."""
        if event.kind == DECIDED and not chosen:
            self._choose_again(event)
        self.hours.begin(event, self.pending, self.maturity)
        self.seq = self.learner.now = event.seq
        if event.kind == DECIDED:
            self.decisions += 1
            if (key := self._group(event)) is not None:
                self.maturity.decide(event.seq, event.time, key)
            self.out.update(event.arms)
            self.learner.pull([self.slot[number] for number in event.arms])
            self._recount(event, (None, None, None), (self.settings.starts_as, None, None))
        elif event.kind in (REWARDED, EXPIRED):
            self.rewards += event.kind == REWARDED
            self.expired += event.kind == EXPIRED
            self.out.subtract(event.arms)
            self._recount(event, (self.settings.starts_as, None, None), (event.value, event.cost, event.places))
            self._learn(event)
        elif event.kind == REVISED:
            was = event.was, event.was_cost, event.was_places
            self._recount(event, was, (event.value, event.cost, event.places))
            self._revise(event)
        elif event.kind == ADDED:
            self.size += int(event.value or 0)
            self._enter()
        elif event.kind == RETIRED:
            self._retire(event.arms[0])
        elif event.kind == PAUSED:
            self._pause(event.arms[0])
        elif event.kind == RESUMED:
            self._resume(event.arms[0])
        else:
            raise StoreError(f"event {event.seq} is of a kind that this version does not know: {event.kind!r}")
        self.maturity.move_on(event.time)

    def _group(self, event: Event) -> Key | None:
        """The segment and cohort that a decision counts for; None where it is in neither group."""
        if self.settings.control is None:
            return None, TREATED
        return None if event.cohort is None else (event.segment, event.cohort)

    def features(self, number: int, text: str | None) -> Any:  # noqa: ARG002  # a fold that has any looks at them
        """The features by which an arm was played, given those of its decision; None if the policy looks at none."""
        return None

    # ------------------------------------------------------------ learning

    def _rewards_of(self, arms: Sequence[int], value: float | None, places: str | None) -> Sequence[float | None]:
        """The reward that a decision reports for each of its arms; None: nothing is known."""
        if value is None or not self.settings.ranks:
            return [value] * len(arms)
        if self.settings.each:
            return places_of(places, len(arms))
        # Nobody looked below the click.
        return [float(place == value) if value < 0.0 or place <= value else None for place in range(len(arms))]

    def _recount(self, event: Event, was: _Outcome, now: _Outcome) -> None:
        """Correct sums and counts, in users' units, where a decision paid or cost something else than so far."""
        for (value, cost, places), sign in ((was, -1), (now, 1)):
            if value is not None:
                paid, part = self._paid(event, value)
                self.reward += sign * paid
                self.cost += sign * (cost or 0.0)
                self.hours.count(sign, paid, cost or 0.0, part)
            for number, reward in zip(event.arms, self._rewards_of(event.arms, value, places), strict=True):
                if reward is not None:
                    self._count(number, sign, sign * reward, sign * (cost or 0.0))
                    self.hours.count_arm(number, sign, reward)
        key = self._group(event)
        if event.decision is not None and key is not None:
            before = OPEN if event.kind != REVISED else self._sums(event, was[0])
            self.maturity.change(event.decision, key, before, self._sums(event, now[0]))

    def _paid(self, event: Event, value: float) -> tuple[float, float]:
        """What an outcome paid, and what it paid per place of a list."""
        paid = float(value >= 0.0) if self.settings.ranks and not self.settings.each else value
        return paid, paid / len(event.arms) if self.settings.each else paid

    def _sums(self, event: Event, value: float | None) -> DecisionSums:
        return outcome(None if value is None else self._paid(event, value)[1])

    def _learn(self, event: Event) -> None:
        for number, reward in zip(event.arms, self._rewards_of(event.arms, event.value, event.places), strict=True):
            slot = self.slot.get(number)
            if slot is None:  # retired since
                continue
            if reward is None:
                self.arms_learner.forget(slot, event.decision)
            else:
                pair = self._scaled(reward, event.cost)
                self.arms_learner.learn(slot, *pair, since=event.decision)

    def _revise(self, event: Event) -> None:
        before = self._rewards_of(event.arms, event.was, event.was_places)
        after = self._rewards_of(event.arms, event.value, event.places)
        for number, was, now in zip(event.arms, before, after, strict=True):
            slot = self.slot.get(number)
            if slot is not None:
                was_told = None if was is None else self._scaled(was, event.was_cost)
                now_told = None if now is None else self._scaled(now, event.cost)
                self.arms_learner.revise(slot, was_told, now_told, event.decision or 0)

    def _scaled(self, reward: float, cost: float | None) -> Payment:
        return self.settings.scaled(reward), self.settings.scaled_cost(cost)

    def evidence(self) -> Evidence:
        """For every arm that is played: how many rewards count, and their sum as the policy sees them."""
        scaled, tallies = self.settings.scaled, [self.tally.get(number, (0, 0.0)) for number in self.live]
        return [sums[0] for sums in tallies], [sums[0] and sums[0] * scaled(sums[1] / sums[0]) for sums in tallies]

    # ------------------------------------------------------------ arms that come and go

    def _fill(self) -> list[int]:
        """Let arms enter as long as there is room and there are any; returns those that did."""
        keeps = self._keeps()
        room = (keeps or self.size) - len(self.live) - len(self.paused)
        entered: list[int] = []
        if not keeps:
            first = self._draws.drawn
            entered = [number for number in range(first, self.size) if number not in self.gone]
            self._draws.drawn = self.size
        while keeps and len(entered) < room:
            number = self._draws.next(self.size)
            if number is None:
                break
            if number not in self.gone and number not in self._first:
                entered.append(number)
        self.live += entered
        return entered

    def _keeps(self) -> int:
        """Arms played at a time; 0: all of them."""
        return self.settings.keeps

    def _enter(self) -> None:
        entered = self._fill()
        if entered:
            self.arms_learner.add(self._past(entered), self.settings.first_pulls)
        self._number_slots()

    def _retire(self, number: int) -> None:
        self.gone.add(number)
        slot = self.slot.get(number)
        if slot is not None:
            (self.live if number in self.live else self.paused).remove(number)
            self.learner.retire(slot)
            self._enter()

    def _pause(self, number: int) -> None:
        self.arms_learner.pause(self.slot[number])
        self.live.remove(number)
        self.paused.append(number)
        self._number_slots()

    def _resume(self, number: int) -> None:
        self.arms_learner.resume(self.slot[number])
        self.paused.remove(number)
        self.live.append(number)
        self._number_slots()

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> dict[str, Any]:
        """The whole state, fit for JSON."""
        counts = [self.seq, self.decisions, self.rewards, self.expired, self.reward, self.cost, self.size]
        return {
            "format": FORMAT,
            "counts": counts,
            "live": list(self.live),
            "paused": list(self.paused),
            "gone": sorted(self.gone),
            "tally": [[number, *sums] for number, sums in sorted(self.tally.items())],
            "out": [[number, count] for number, count in sorted(self.out.items()) if count],
            "spread": list(self.spread),
            "maturity": self.maturity.snapshot(),
            "draws": self._draws.snapshot(),
            "hours": self.hours.snapshot(),
            "learner": self.learner.snapshot(),
        }

    def _restore(self, snapshot: dict[str, Any]) -> None:
        self.seq, self.decisions, self.rewards, self.expired, self.reward, self.cost, self.size = snapshot["counts"]
        self.live, self.paused, self.gone = list(snapshot["live"]), list(snapshot["paused"]), set(snapshot["gone"])
        self.tally = {number: sums for number, *sums in snapshot["tally"]}
        self.out = Counter(dict(snapshot["out"]))
        self.spread = list(snapshot["spread"])
        self.maturity.restore(snapshot["maturity"])
        self._draws.restore(snapshot["draws"])
        self.hours.restore(snapshot["hours"])
        self._restore_learner(snapshot["learner"])

    def _restore_learner(self, snapshot: dict[str, Any]) -> None:
        self.learner = self._learner([])
        self.arms_learner.restore(snapshot)
