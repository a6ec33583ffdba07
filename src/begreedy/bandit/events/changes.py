"""Changes to a bandit other than decisions: rewards, and arms that come and go, as events appended to its log.

Everything is checked before the first event of a call is appended: a call that is refused changes nothing.
"""

from __future__ import annotations

import numbers
import secrets
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from begreedy.bandit.folds.fold import Fold
from begreedy.bandit.records import ADDED, PAUSED, RESUMED, RETIRED, REVISED, REWARDED, brief
from begreedy.bandit.session import Session
from begreedy.bandit.settings.arguments import checked_names
from begreedy.bandit.settings.features import checked_features, features_text, vector_text
from begreedy.bandit.settings.inputs import (
    ReportedReward,
    check_place,
    checked_default,
    contradiction,
    decision_id,
    read_reward,
    too_late,
    unknown,
    with_places,
)
from begreedy.bandit.settings.policy import check_pace
from begreedy.bandit.settings.settings import shown_policy
from begreedy.bandit.store.rows import Outcome, PendingDecision
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole

T = TypeVar("T")

# ---------------------------------------------------------------- rewards


class _Recording(NamedTuple):
    """A reward to be recorded, its decision, and the outcome that it replaces."""

    reward: ReportedReward
    decision: PendingDecision
    replaces: Outcome | None


def reward(session: Session, rows: Sequence[tuple[Any, Any, Any]]) -> int:
    """Record rewards, all or none; returns how many were new."""
    rewards = [read_reward(session.settings, row) for row in rows]

    def work() -> int:
        session.expect([reward.number for reward in rewards])
        new: dict[int, _Recording] = {}
        for reward in rewards:
            if reward.number in new and not session.settings.revise:
                _check_same(reward, new[reward.number].reward)
            elif (recording := _to_record(session, reward)) is not None:
                new[reward.number] = recording
            else:
                new.pop(reward.number, None)  # the last one counts, and it is recorded already
        for recording in new.values():
            _record(session, recording)
        return len(new)

    return session.change(work)


def reward_each(session: Session, rows: Sequence[tuple[Any, Any, Any]]) -> list[bool | Exception]:
    """Record every reward by itself: whether it was new, or why it is refused."""
    rewards = [_or_refusal(read_reward, session.settings, row) for row in rows]

    def record(reward: ReportedReward) -> bool | Exception:
        recording = _or_refusal(_to_record, session, reward)
        if isinstance(recording, Exception):
            return recording
        if recording is not None:
            _record(session, recording)
        return recording is not None

    def work() -> list[bool | Exception]:
        session.expect([reward.number for reward in rewards if isinstance(reward, ReportedReward)])
        return [record(reward) if isinstance(reward, ReportedReward) else reward for reward in rewards]

    return session.change(work)


def _or_refusal(function: Callable[..., T], *arguments: Any) -> T | Exception:
    """What a function returns, or the error by which it refuses its arguments."""
    try:
        return function(*arguments)
    except (ValueError, TypeError) as error:
        return error


def _to_record(session: Session, reward: ReportedReward) -> _Recording | None:
    """What to record; None if it is recorded already.  Raises if the reward is refused."""
    settings, standing = session.settings, session.standing(reward.number)
    if standing is None or standing.decision.token != reward.token:
        raise unknown(reward)
    decision, before = standing
    if settings.each:
        reward = with_places(reward, len(decision.arms))
    elif settings.ranks:
        check_place(reward.value, len(decision.arms), decision_id(reward.number, reward.token))
    recorded = (
        None
        if before is None
        else ReportedReward(reward.number, reward.token, before.value, before.cost, before.places)
    )
    if settings.each and recorded is not None and recorded.value is not None:
        recorded = with_places(recorded, len(decision.arms))
    if reward == recorded:
        return None
    if settings.window is not None and session.now() - decision.time > settings.window:
        if recorded is None and (reward.value, reward.cost) == (settings.ends_as, None):
            return None  # it is about to be closed with the same value
        raise too_late(reward, settings.window)
    if recorded is not None and not settings.revise:
        raise contradiction(reward, recorded)
    return _Recording(reward, decision, before)


def _check_same(reward: ReportedReward, recorded: ReportedReward) -> None:
    if reward.token != recorded.token:
        raise unknown(reward)
    if reward.places is None:
        recorded = recorded._replace(places=None)
    if reward != recorded:
        raise contradiction(reward, recorded)


def _record(session: Session, recording: _Recording) -> None:
    reward, decision, before = recording
    fields: dict[str, Any] = {"decision": reward.number, "value": reward.value, "cost": reward.cost}
    fields |= {"arms": decision.arms, "cohort": decision.cohort, "segment": decision.segment}
    fields["places"] = reward.places
    if before is None:
        session.append(REWARDED, **fields)
    else:
        fields |= {"was": before.value, "was_cost": before.cost, "was_places": before.places}
        fields["revision"] = before.revision + 1
        session.append(REVISED, **fields, features=_of_played(decision))


def _of_played(decision: PendingDecision) -> str | None:
    """The features of the arm that was played, if its decision had features of its own."""
    return None if decision.features is None else vector_text(decision.features, decision.arms[0])


def expire(session: Session, before: float, default: float | None) -> int:
    """Give up on the rewards of decisions made before a moment; returns how many there were."""
    before, value = finite(before, "before"), checked_default(session.settings, default)
    if value is None:
        value = session.settings.ends_as
    return session.change(lambda: session.expire(before, value))


# ---------------------------------------------------------------- arms


def add_arms(session: Session, arms: int | Sequence[str], features: Any = None) -> list[str]:
    """Add arms to the catalogue; returns their names."""
    named = session.names.named
    if not named and not isinstance(arms, numbers.Real):
        raise BadType.of("arms", arms, "how many: the arms of this bandit are numbers", got=brief(arms))
    labels = checked_names(arms) if named else None
    count = len(labels) if labels is not None else whole(arms, "arms", low=1, high=2**20)
    if count == 0:
        raise BadValue.of("arms", arms, "at least one", got="none")
    vectors = _features_of_new(session, features, labels, count)
    token = secrets.token_hex(8)

    def work() -> list[str]:
        fold = session.fold
        first = fold.size
        if session.again and session.marked(token) is not None:
            return labels or [str(first - count + i) for i in range(count)]
        _check_movable(session, fold, "add")
        if not session.settings.keeps:
            check_pace(session.settings, len(fold.live) + len(fold.paused) + count)
        taken = session.names.known(labels) if labels else []
        if taken:
            words = f"arms must be new, but {brief(taken[0])} is one already"
            raise BadValue(words, field="arms", value=taken[0], allowed="new")
        session.touch()
        session.store.add_labels(first, labels or ())
        session.store.add_features(first, vectors or ())
        text = features_text({first + i: vector for i, vector in enumerate(vectors)}) if vectors else None
        session.append(ADDED, value=float(count), token=token, features=text)
        return labels or [str(first + i) for i in range(count)]

    return session.change(work)


def _features_of_new(
    session: Session, features: Any, labels: Sequence[str] | None, count: int
) -> list[list[float]] | None:
    """The features that new arms bring, in their order; None where arms have none of their own."""
    settings = session.settings
    if settings.features is None:
        if features is not None:
            raise BadValue.of("features", None, "left out: the arms of this bandit have none of their own", got="")
        return None
    if features is None or isinstance(features, numbers.Real):
        raise BadValue.of("features", features, "given for arms that are added: all others have theirs")
    dimension, vectors = checked_features(features, labels, count)
    if dimension != settings.dimension:
        raise BadValue.of("features", dimension, f"{settings.dimension} numbers, as many as all others", verb="have")
    return vectors


def retire_arm(session: Session, arm: str | int) -> bool:
    """Take an arm out of the catalogue; False if it was retired before."""
    token = secrets.token_hex(8)

    def work() -> bool:
        fold = session.fold
        number = session.names.number(arm, fold.size)
        if number in fold.gone:
            return session.again and session.marked(token) is not None
        _check_movable(session, fold, "retire")
        session.append(RETIRED, arms=(number,), token=token)
        return True

    return session.change(work)


def pause_arm(session: Session, arm: str | int) -> bool:
    """Stop playing an arm for now; False if it was paused before."""

    def work() -> bool:
        fold = session.fold
        number = session.names.number(arm, fold.size)
        if number in fold.paused:
            return session.again
        if number not in fold.slot:
            why = "retired" if number in fold.gone else "in the catalogue, but not played so far"
            raise BadValue.of("arm", arm, "one that is played", got=f"{brief(arm)}, which is {why}")
        _check_movable(session, fold, "pause")
        session.append(PAUSED, arms=(number,))
        return True

    return session.change(work)


def resume_arm(session: Session, arm: str | int) -> bool:
    """Play a paused arm again, with all that is known about it; False if it is played already."""

    def work() -> bool:
        fold = session.fold
        number = session.names.number(arm, fold.size)
        if number not in fold.paused:
            if number in fold.slot:
                return session.again
            raise BadValue.of("arm", arm, "one that is paused", got=brief(arm))
        session.append(RESUMED, arms=(number,))
        return True

    return session.change(work)


def _check_movable(session: Session, fold: Fold, change: str) -> None:
    if session.settings.sets is not None:
        words = "arms cannot come or go: actions are sets of them"
        raise BadType(words, field="actions", value=session.settings.sets, allowed="left out where arms come and go")
    if not fold.learner.movable(change):
        words = f"arms cannot come or go: {shown_policy(session.settings.plays)} keeps a memory of its own"
        raise BadType(words, field="policy", value=session.settings.plays, allowed="one that can carry it over")
