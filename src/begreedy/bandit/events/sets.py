"""Decisions of a bandit whose actions are sets: an action is a decision per arm, all recorded together."""

from __future__ import annotations

import secrets

from begreedy.bandit.events.decisions import decision_of
from begreedy.bandit.folds.selection import Request
from begreedy.bandit.records import DECIDED, Decision
from begreedy.bandit.session import Session
from begreedy.bandit.settings.inputs import checked_text
from begreedy.engine.learners.sets import SetLearner
from begreedy.values.errors import BadValue


def decide_set(session: Session, context_id: str | None) -> list[Decision]:
    """The arms of the next action; for a context that is already known, the same are returned again."""
    problem = session.settings.sets
    if problem is None:
        raise BadValue.of("problem", None, "given to play sets of arms", hint="decide() plays single arms")
    context = checked_text(context_id, "context_id")
    size = problem.actions.size
    tokens = [secrets.token_hex(8) for _ in range(size)]
    # A context belongs to one event, so each arm's context ends with its place.
    contexts = [None if context is None else f"{context}#{place}" for place in range(size)]

    def work() -> list[Decision]:
        learner = session.fold.learner
        assert isinstance(learner, SetLearner)
        if session.again:
            recorded = [event for token in tokens if (event := session.marked(token)) is not None]
            if recorded:  # as a whole
                return [decision_of(session, event) for event in recorded]
        known = session.in_contexts([name for name in contexts if name is not None])
        if known:
            return [decision_of(session, known[name]) for name in contexts if name in known]
        session.touch()
        decisions: list[Decision] = []
        while not decisions or not learner.begins:
            place = len(decisions)
            choice = session.fold.choose(Request(1))
            event = session.append(DECIDED, token=tokens[place], context=contexts[place], **choice._asdict())
            decisions.append(decision_of(session, event))
        return decisions

    return session.change(work)
