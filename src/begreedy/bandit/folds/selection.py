"""How the arms of a decision are chosen: by the control group, the floor, the user's last decision, or the policy.

The policy is asked at every decision, whatever becomes of its answer, so that its random stream moves on in the same
way.  All other random numbers come from streams of their own, seeded by the number of the event or by the user: the
same event is always decided in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from begreedy.bandit.records import CONTROL, ERASED, FLOOR, TREATED, USER, Event
from begreedy.random import below, digest_key, seed_stream, uniform
from begreedy.values.errors import BadValue

if TYPE_CHECKING:
    from begreedy.bandit.folds.fold import Fold

_EXCEPT = "not "


class Request(NamedTuple):
    """A request for ``n`` of the eligible arms; ``user_arms`` are those that the user already has."""

    n: int
    eligible: str | None = None
    user: str | None = None
    user_arms: tuple[int, ...] | None = None
    user_cohort: str | None = None
    features: str | None = None  # of arms at this decision, as the log has them
    group: str | None = None  # the group of a user whose name is erased

    @classmethod
    def of(cls, event: Event) -> Request:
        """The request behind a decision of the log."""
        arms, cohort = (event.arms, event.cohort) if event.chosen_by == USER else (None, None)
        group = event.cohort if event.user_id is not None and event.user_id.startswith(ERASED) else None
        return cls(len(event.arms), event.eligible, event.user_id, arms, cohort, event.features, group)


class Choice(NamedTuple):
    """The arms of a decision, by number, and how they were chosen; ``chosen_by`` None: by the policy."""

    arms: tuple[int, ...]
    cohort: str | None = None
    chosen_by: str | None = None
    propensity: float | None = None
    own: tuple[int, ...] = ()  # what the policy itself would have played, whatever the floor or the control group said


def eligible_text(numbers: Sequence[int], excluded: bool) -> str:
    """Eligible arms as the log has them: those that are allowed or, if ``excluded``, those that are not."""
    return (_EXCEPT if excluded else "") + ",".join(map(str, sorted(set(numbers))))


def eligible_numbers(text: str) -> tuple[list[int], bool]:
    """The inverse of ``eligible_text``."""
    excluded = text.startswith(_EXCEPT)
    numbers = text.removeprefix(_EXCEPT)
    return [int(number) for number in numbers.split(",") if number], excluded


def eligible_slots(fold: Fold, text: str | None) -> list[int] | None:
    """The slots of the arms that are played and eligible, in order; None: all that are played."""
    if text is None:
        return None
    numbers, excluded = eligible_numbers(text)
    playing = len(fold.live)
    slots = {slot for number in numbers if (slot := fold.slot.get(number, playing)) < playing}
    return [slot for slot in range(playing) if slot not in slots] if excluded else sorted(slots)


def choose(fold: Fold, request: Request) -> Choice:
    """The arms to play next, by number; moves the policy's random stream on."""
    settings, learner, live = fold.settings, fold.learner, fold.live
    slots = eligible_slots(fold, request.eligible)
    count = len(live) if slots is None else len(slots)
    if count == 0:
        words = "no arm is left to play: every arm is retired, paused or not eligible"
        raise BadValue(words, field="arms", value=0, allowed="at least one that may be played")
    before = list(learner.stream)
    own = fold.arms_learner.rank(request.n, slots) if settings.ranks else [learner.choose(slots)]
    drawn = learner.stream != before
    if request.user_arms is not None:
        return Choice(request.user_arms, request.user_cohort, USER, 1.0)

    def number(place: int) -> int:
        return live[place if slots is None else slots[place]]

    arms, cohort, chosen_by = tuple(live[slot] for slot in own), None, None
    controls = controlled(fold, slots)
    if controls:
        key = ("user", request.user) if request.user is not None else ("event", fold.seq + 1)
        drawn_group = CONTROL if uniform(event_stream(fold, CONTROL, *key)) < settings.share else TREATED
        cohort = request.group or drawn_group
    chance = event_stream(fold, FLOOR, "event", fold.seq + 1) if cohort == CONTROL or settings.explore else []
    if cohort == CONTROL:
        chosen_by = CONTROL
        if settings.control_arm is not None:
            arms = (settings.control_arm,)
        else:
            arms = tuple(number(place) for place in _places(chance, count, request.n))
    elif settings.explore and uniform(chance) < settings.explore:
        chosen_by = FLOOR
        arms = tuple(number(place) for place in _places(chance, count, request.n))
    propensity = None
    if settings.single:
        propensity = fold.chance(fold.slot[arms[0]], own[0], drawn, slots)
        if propensity is not None:
            propensity = mixed(fold, propensity, arms[0], count, controls)
    return Choice(arms, cohort, chosen_by, propensity, tuple(live[slot] for slot in own))


def controlled(fold: Fold, slots: Sequence[int] | None) -> bool:
    """Whether a decision among these may belong to the control group, whose arm must be one of them."""
    settings = fold.settings
    if settings.control is None:
        return False
    if settings.control_arm is None:
        return True
    slot = fold.slot.get(settings.control_arm, len(fold.live))
    return slot < len(fold.live) if slots is None else slot in slots


def mixed(fold: Fold, chance: float, arm: int, count: int, controls: bool) -> float:
    """The probability of an arm that the policy plays with ``chance``, mixed with the floor and the control group."""
    settings = fold.settings
    if settings.explore:
        chance = settings.explore / count + (1.0 - settings.explore) * chance
    if controls:
        as_control = 1.0 / count if settings.control_arm is None else float(arm == settings.control_arm)
        chance = settings.share * as_control + (1.0 - settings.share) * chance
    return chance


def estimate(fold: Fold, request: Request, arm: int, chosen: bool, draws: int) -> float:
    """The probability of an arm, estimated by ``draws`` more draws of the policy; to be called right after ``choose``.

    ``chosen``: whether the policy's own draw was this arm, which counts as one more.  Given how many of all these draws
    are the arm, the own one is equally likely to be any of them, since they have the same law.  So the estimate is the
    probability that the arm was played given that number, and 1 / estimate has the mean that 1 / propensity has if the
    floor or the control group may play every arm.  If neither may, an arm of probability p that was not among
    1 + draws is missing: the mean is (1 - (1 - p)^(1 + draws)) / p instead of 1 / p.  If the arm that the *floor* chose
    counted as a draw of the policy, rare arms would seem far more likely than they are.
    """
    slots = eligible_slots(fold, request.eligible)
    stream = event_stream(fold, "propensity", "event", fold.seq + 1)
    hits = fold.redraw(fold.slot[arm], draws, stream, slots)
    count = len(fold.live) if slots is None else len(slots)
    return mixed(fold, (chosen + hits) / (1.0 + draws), arm, count, controlled(fold, slots))


def _places(stream: list[int], count: int, n: int) -> list[int]:
    """``n`` different places out of ``count``, in uniformly random order."""
    places: dict[int, int] = {}
    chosen = []
    for i in range(n):
        j = i + below(stream, count - i)
        chosen.append(places.get(j, j))
        places[j] = places.get(i, i)
    return chosen


def event_stream(fold: Fold, *key: object) -> list[int]:
    """A random stream of its own."""
    words = [0] * 4
    seed_stream(words, digest_key("online", fold.settings.seed, fold.settings.name, *key))
    return words
