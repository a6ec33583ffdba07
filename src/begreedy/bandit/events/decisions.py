"""Decisions of a bandit: for whom, out of which arms; everything is checked before the first is recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from begreedy.bandit.folds.selection import Request, eligible_slots, eligible_text
from begreedy.bandit.records import DECIDED, POLICY, Decision, Event, brief, shown
from begreedy.bandit.session import Session
from begreedy.bandit.settings.features import MOST_NUMBERS, Vectors, checked_vector, features_text
from begreedy.bandit.settings.inputs import checked_text, decision_id
from begreedy.bandit.settings.settings import shown_policy
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import whole

MOST_ELIGIBLE = 100_000  # arms that a decision is made among, unless it is among all
MOST_SEGMENTS = 1000  # of a control group: sums are kept for each


Features = Mapping[str, Sequence[float]] | Mapping[int, Sequence[float]]  # by arm


class DecisionQuery(NamedTuple):
    """A request for decisions, in users' terms; lists other than ``arms`` and ``exclude`` have one entry for each."""

    decisions: int
    n: int = 1
    context_ids: Sequence[str | None] | None = None
    users: Sequence[str | None] | None = None
    segment: str | None = None
    arms: Sequence[str | int] | None = None
    exclude: Sequence[str | int] | None = None
    features: Sequence[Features | None] | None = None


def decide(session: Session, query: DecisionQuery) -> list[Decision]:
    """Make decisions of ``n`` arms each; for a context that is already known, the same decision is returned again."""
    if session.settings.sets is not None:
        raise BadValue.of("problem", None, "left out to play single arms", hint="decide_set() plays sets", got="")
    n = whole(query.n, "n", low=1)
    contexts = _texts(query.context_ids, "context_ids", query.decisions, "context_id")
    users = _texts(query.users, "users", query.decisions, "user")
    segment = checked_text(query.segment, "segment")
    _check_lists(query)
    named = [context for context in contexts if context is not None]
    if len(set(named)) < len(named):
        raise BadValue.of("context_ids", named, "different from each other", got="")
    tokens = [secrets.token_hex(8) for _ in range(query.decisions)]

    def work() -> list[Decision]:
        eligible = _eligible(session, query)
        keeps = _check_request(session, query, n, eligible, segment)
        features = _features(session, query, eligible)
        if session.again:
            first = next((event for token in tokens if (event := session.marked(token))), None)
            if first is not None:  # it was recorded as a whole
                events = [session.marked(token) for token in tokens]
                events = [e or session.store.in_context(c or "") for e, c in zip(events, contexts, strict=True)]
                return [decision_of(session, event) for event in events if event is not None]
        earlier = session.in_contexts(named)
        _check_repeated(earlier, n)
        session.expect_users([user for user in users if user is not None])
        decisions = []
        for token, context, user, offered in zip(tokens, contexts, users, features, strict=True):
            event = earlier.get(context) if context is not None else None
            if event is None:
                request = _request(session, Request(n, eligible, user, features=offered), keeps)
                session.touch()
                circumstances = {"context": context, "segment": segment, "user_id": user, "eligible": eligible}
                circumstances["features"] = offered
                event = session.append(DECIDED, token=token, **session.fold.choose(request)._asdict(), **circumstances)
            decisions.append(decision_of(session, event))
        return decisions

    return session.change(work)


def _texts(texts: Sequence[str | None] | None, field: str, count: int, each: str) -> list[str | None]:
    if texts is None:
        return [None] * count
    if len(texts) != count:
        raise BadValue.of(field, len(texts), f"as many as the {count} decisions")
    return [checked_text(text, each) for text in texts]


def _check_lists(query: DecisionQuery) -> None:
    if query.arms is not None and query.exclude is not None:
        raise BadValue.of("exclude", query.exclude, "left out where arms are given", got=brief(query.exclude))
    for field, arms in (("arms", query.arms), ("exclude", query.exclude)):
        if arms is not None and (isinstance(arms, (str, bytes)) or not hasattr(arms, "__len__")):
            raise BadType.of(field, arms, "a list of arms", got=brief(arms))


def _eligible(session: Session, query: DecisionQuery) -> str | None:
    """The arms to choose among, as the log has them; None: all that are played."""
    arms = query.arms if query.arms is not None else query.exclude
    if arms is None or (query.arms is None and not len(arms)):
        return None
    field = "arms" if query.arms is not None else "exclude"
    size = session.fold.size
    return eligible_text([session.names.number(arm, size, field) for arm in arms], query.arms is None)


def _features(session: Session, query: DecisionQuery, eligible: str | None) -> list[str | None]:
    """The features of every decision as the log has them: those of arms that it may play; None: the arms' own."""
    fold, settings = session.fold, session.settings
    features = query.features if query.features is not None else [None] * query.decisions
    if len(features) != query.decisions:
        raise BadValue.of("features", len(features), f"as many as the {query.decisions} decisions", verb="be")
    if settings.dimension is None:
        if any(vectors_by_arm is not None for vectors_by_arm in features):
            raise BadValue.of("features", None, f"left out: {shown_policy(settings.plays)} looks at none", got="")
        return [None] * query.decisions
    chosen = eligible_slots(fold, eligible)
    slots = range(len(fold.live)) if chosen is None else chosen
    numbers = {fold.live[slot] for slot in slots}
    texts = []
    for vectors_by_arm in features:
        vectors = {} if vectors_by_arm is None else _vectors(session, vectors_by_arm)
        missing = numbers - vectors.keys() if settings.features is None else set()
        if missing:
            arm = session.names.of(min(missing))
            words = f"a vector for every arm that may be played: this bandit's arms have none of their own, and {arm!r}"
            raise BadValue.of("features", arm, f"{words} is one of them", verb="have", got=f"none for {brief(arm)}")
        vectors = {number: vector for number, vector in vectors.items() if number in numbers}
        if len(vectors) * settings.dimension > MOST_NUMBERS:
            size = f"{len(vectors)} times {settings.dimension}"
            raise BadValue.of("features", size, f"at most {MOST_NUMBERS} numbers in a decision", verb="have")
        texts.append(features_text(vectors) if vectors else None)
    return texts


def _vectors(session: Session, features: Features) -> Vectors:
    if not isinstance(features, Mapping):
        raise BadType.of("features", features, "a vector for each of some arms, by arm", got=brief(features))
    size, dimension = session.fold.size, session.settings.dimension
    return {
        session.names.number(arm, size, "features"): checked_vector(vector, f"features[{arm!r}]", dimension)
        for arm, vector in features.items()
    }


def _check_request(
    session: Session, query: DecisionQuery, n: int, eligible: str | None, segment: str | None
) -> Callable[[Event], bool]:
    """Check a request; returns a function that says whether an earlier decision would satisfy it."""
    fold, settings = session.fold, session.settings
    if n > 1 and not settings.ranks:
        raise BadValue.of("n", n, f"1 for {shown_policy(settings.plays)}", hint="Cascade(policy) shows lists")
    if not fold.live:
        words = "no arm is left to play: every arm is retired or paused"
        raise BadValue(words, field="arms", value=0, allowed="at least one that may be played")
    slots = eligible_slots(fold, eligible)
    if slots is not None:
        field, listed = ("arms", query.arms) if query.arms is not None else ("exclude", query.exclude)
        if not fold.learner.selective:
            why = f"left out: {shown_policy(settings.plays)} keeps a memory of its own, of all arms"
            raise BadValue.of(field, listed, why, got=brief(listed))
        if not slots:
            verb = "include" if field == "arms" else "leave"
            raise BadValue.of(field, listed, "an arm in play", verb=verb, got=brief(listed))
        if len(slots) > MOST_ELIGIBLE:
            allowed = f"at most {MOST_ELIGIBLE} that are played: every eligible arm is looked at"
            raise BadValue.of(field, len(slots), allowed, verb="leave" if field == "exclude" else "have")
    count = len(fold.live) if slots is None else len(slots)
    if n > count:
        which = "that are played" if slots is None else "that are eligible"
        raise BadValue.of("n", n, f"at most the {count} arms {which}")
    if settings.control is not None and segment is not None:
        segments = fold.maturity.segments
        if segment not in segments and len(segments) >= MOST_SEGMENTS:
            raise BadValue.of("segment", segment, f"one of the first {MOST_SEGMENTS}", got=brief(segment))
    playing = len(fold.live)

    def would_do(event: Event) -> bool:
        places = [fold.slot.get(number, playing) for number in event.arms]
        return len(places) == n and all(p < playing and (slots is None or p in slots) for p in places)

    return would_do


def _request(session: Session, request: Request, keeps: Callable[[Event], bool]) -> Request:
    """The request with the arms that the user already has, if these may be played."""
    last = None if request.user is None else session.last_decision(request.user)
    if last is None or not keeps(last):
        return request
    return request._replace(user_arms=last.arms, user_cohort=last.cohort)


def _check_repeated(known: dict[str, Event], n: int) -> None:
    for context, event in known.items():
        if len(event.arms) != n:
            raise BadValue.of("n", n, f"{len(event.arms)} as before for the context_id {brief(context)}")


def decision_of(session: Session, event: Event) -> Decision:
    """A decision of the log as users see it."""
    names = tuple(session.names.of(number) for number in event.arms)
    circumstances: dict[str, Any] = {"context_id": shown(event.context), "user": shown(event.user_id)}
    circumstances["segment"] = event.segment
    circumstances |= {"cohort": event.cohort, "chosen_by": event.chosen_by or POLICY, "propensity": event.propensity}
    return Decision(decision_id(event.seq, event.token), names, event.arms, event.time, **circumstances)
