"""The durable bandit: decisions and rewards, each a transaction, in SQLite or PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from begreedy.bandit import changes, deciding, deciding_sets, opening
from begreedy.bandit.arguments import checked_name
from begreedy.bandit.best import DRAWS, MOST_DRAWS, probability_best
from begreedy.bandit.deciding import Asked, Features
from begreedy.bandit.explain import explain, explain_best
from begreedy.bandit.export import REDRAWS, export
from begreedy.bandit.inputs import MOST_AT_ONCE, Told, decision_id, places_of, triples
from begreedy.bandit.outcomes import FIRST, TOLD
from begreedy.bandit.records import (
    ADDED,
    DECIDED,
    PAUSED,
    POLICY,
    RESUMED,
    RETIRED,
    Check,
    Decision,
    Event,
    Explanation,
    LogEntry,
    State,
)
from begreedy.bandit.session import Session
from begreedy.bandit.settings import MOST_PLAYING, RequestedSettings, Settings
from begreedy.bandit.store import Store
from begreedy.bandit.uplift import Uplift, uplift
from begreedy.results.table_rows import TableSource
from begreedy.types import CombinatorialProblem, Policy
from begreedy.values.value import whole


class Bandit:
    """A policy at work on real arms, with its state in a database.

    An existing bandit of that ``name`` is opened, and its settings must agree; ``Bandit.open`` takes it as it is.
    ``policy`` is a value, its text, or "auto", which asks ``begreedy.advise`` (for lists, of ``slots`` items each).
    ``arms`` are names, or how many there are.  ``rewards`` and ``costs`` are their ranges; policies see them mapped to
    [0, 1] (with ``rewards=None``: as they are).  ``history`` is a file or a data frame of past successes and trials, or
    pairs of these.  A new bandit that would play more than ``max_playing`` arms at a time is refused.  Safe to share
    between threads.

    ``outcomes`` says how rewards come: "told", or "zero until told", where a decision counts as ``default`` (0 unless
    given) until its reward replaces that.  After ``window`` seconds a decision gets no reward any more and counts as
    ``default`` (with "told" and without one: as never made).  With ``revise`` a reward may be corrected by telling
    another one.  An arm that joins later is pulled ``first_pulls`` times before the policy is asked about it.

    A share ``explore`` of decisions is uniform over the eligible arms.  ``control`` is the arm that a control group
    gets, or "random": a ``share`` (0.05) of all decisions or, where they have a user, of users; see ``uplift``.

    Policies for linear rewards (LinGreedy, LinThompson, LinUCB) look at ``features``: a vector for each arm, in order
    or by name, a table of them, or only their dimension if they come with each decision.

    With a Combinatorial ``problem`` its actions are played, sets of arms: see ``decide_set``.

    >>> import begreedy as bg, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], horizon=100, store=folder.name + "/bandit.db")
    >>> decision = bandit.decide()
    >>> decision.arm
    'red'
    >>> bandit.reward(decision.id, 1.0)
    True
    >>> bandit.reward(decision.id, 1.0)          # a repeated call is harmless
    False
    >>> bandit.close()
    """

    def __init__(
        self,
        policy: Policy | str,
        arms: int | Sequence[str],
        horizon: int | None = None,
        store: str | Path = "bandit.db",
        *,
        name: str = "default",
        seed: int = 0,
        rewards: tuple[float, float] | None = (0.0, 1.0),
        costs: tuple[float, float] | None = None,
        history: TableSource | Sequence[Sequence[float]] | None = None,
        stream: Sequence[int] | None = None,
        outcomes: str = TOLD,
        window: float | None = None,
        default: float | None = None,
        revise: bool = False,
        first_pulls: int = 0,
        explore: float = 0.0,
        control: str | int | None = None,
        share: float | None = None,
        features: TableSource | Features | Sequence[Sequence[float]] | int | None = None,
        clicks: str = FIRST,
        slots: int | None = None,
        problem: CombinatorialProblem | None = None,
        sync: str = "normal",
        clock: Callable[[], float] = time.time,
        max_playing: int = MOST_PLAYING,
    ) -> None:
        requested = RequestedSettings(
            policy,
            arms,
            horizon,
            name=name,
            seed=seed,
            rewards=rewards,
            costs=costs,
            history=history,
            stream=stream,
            outcomes=outcomes,
            window=window,
            default=default,
            revise=revise,
            first_pulls=first_pulls,
            explore=explore,
            control=control,
            share=share,
            features=features,
            clicks=clicks,
            slots=slots,
            problem=problem,
            max_playing=max_playing,
        )
        self._start(store, sync, clock, *opening.find_or_create(store, sync, requested, history))

    @classmethod
    def open(
        cls,
        store: str | Path,
        name: str = "default",
        *,
        sync: str = "normal",
        clock: Callable[[], float] = time.time,
    ) -> Bandit:
        """The bandit of that name, with the settings it was made with."""
        bandit = cls.__new__(cls)
        bandit._start(store, sync, clock, *opening.find(store, sync, checked_name(name)))
        return bandit

    def _start(
        self, address: str | Path, sync: str, clock: Callable[[], float], store: Store, settings: Settings
    ) -> None:
        self._address = (str(address), settings.name, sync)
        self.settings = settings
        self._session = Session(store, settings, clock)
        try:
            self._session.look(lambda: None)
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        return self.settings.name

    # ------------------------------------------------------------ deciding

    def decide(
        self,
        n: int = 1,
        context_id: str | None = None,
        *,
        arms: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        user: str | None = None,
        segment: str | None = None,
        features: Features | None = None,
    ) -> Decision:
        """What to play now; durable when it returns.

        ``n`` > 1 asks for a ranked list, which a ``Cascade(policy)`` shows.  A ``context_id`` (say, of a request) makes
        it repeatable: asked again with the same one, the same decision is returned and nothing is recorded.

        With ``arms`` only these are eligible, with ``exclude`` all but these.  A ``user`` gets the same arm at every
        decision, as long as it is played and eligible.  The ``segment`` is that of ``uplift``.
        ``features`` has vectors of arms for this decision, instead of their own.
        """
        contexts, users = (None if text is None else [text] for text in (context_id, user))
        offered = None if features is None else [features]
        return deciding.decide(self._session, Asked(1, n, contexts, users, segment, arms, exclude, offered))[0]

    def decide_many(
        self,
        count: int,
        context_ids: Sequence[str | None] | None = None,
        *,
        n: int = 1,
        arms: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        users: Sequence[str | None] | None = None,
        segment: str | None = None,
        features: Sequence[Features | None] | None = None,
    ) -> list[Decision]:
        """So many decisions in one transaction, each aware of those before it.

        ``users`` and ``features`` have one for each.
        """
        count = whole(count, "count", low=1, high=MOST_AT_ONCE)
        return deciding.decide(self._session, Asked(count, n, context_ids, users, segment, arms, exclude, features))

    def decide_set(self, context_id: str | None = None) -> list[Decision]:
        """The arms of the next action, recorded together; each is a decision with an id, and a reward, of its own."""
        return deciding_sets.decide_set(self._session, context_id)

    # ------------------------------------------------------------ rewards

    def reward(self, decision_id: str, value: Told, cost: float | None = None) -> bool:
        """What a decision paid, exactly once: True if it was recorded now, False if it was known already.

        Of a list: the place that was clicked, from 0, or None (or -1) if none was; with ``clicks="each"`` what each
        place paid.  Another value than before raises a ``Contradiction``, unless rewards may be revised; one after the
        window raises ``TooLate``.
        """
        return changes.reward(self._session, [(decision_id, value, cost)]) == 1

    def reward_many(self, rewards: Iterable[Sequence[str | float | None]]) -> int:
        """Pairs (decision id, value) or triples with the cost, in one transaction, all or none; how many were new."""
        return changes.reward(self._session, triples(rewards))

    def reward_each(self, rewards: Iterable[Sequence[str | float | None]]) -> list[bool | Exception]:
        """As ``reward_many``, but each by itself: what ``reward`` would have returned, or the error it would raise."""
        return changes.reward_each(self._session, triples(rewards))

    def expire(self, before: float, default: float | None = None) -> int:
        """Give up on the rewards of decisions made before a moment (seconds since 1970); returns how many there were.

        They count as ``default`` (of a list: a place, or -1 for no click); if that is None, as the bandit's own default
        or, without one, as never made.  Decisions with a window are given up on by themselves.
        """
        return changes.expire(self._session, before, default)

    def expire_due(self) -> float | None:
        """Give up on decisions whose window is over, as every call does at first.

        Returns a moment (seconds since 1970) before which no more are due; None if decisions have no window.
        """
        self._session.expire_due()
        return self._session.due

    # ------------------------------------------------------------ arms

    def add_arms(
        self, arms: int | Sequence[str], features: TableSource | Features | Sequence[Sequence[float]] | None = None
    ) -> list[str]:
        """New arms (names, or how many where arms are numbers); returns their names.

        Where arms have features, they bring theirs.

        All are played, unless the policy keeps only some of the catalogue: then they wait to be drawn when an arm that
        is played retires.
        """
        return changes.add_arms(self._session, arms, features)

    def retire_arm(self, arm: str | int) -> bool:
        """Never play an arm again; False if it was retired before.  Its late rewards are recorded all the same."""
        return changes.retire_arm(self._session, arm)

    def pause_arm(self, arm: str | int) -> bool:
        """Do not play an arm until it is resumed; False if it was paused before.  Late rewards count as ever."""
        return changes.pause_arm(self._session, arm)

    def resume_arm(self, arm: str | int) -> bool:
        """Play a paused arm again, with all that is known of it; False if it is played already."""
        return changes.resume_arm(self._session, arm)

    def arms(self, limit: int | None = None, skip: int = 0) -> list[Explanation]:
        """What is known of the arms that are played, best mean first: all, or ``limit`` of them after the first few."""
        limit = None if limit is None else whole(limit, "limit", low=1)
        skip = whole(skip, "skip", low=0)
        session = self._session
        return session.look(lambda: explain_best(session.fold, session.names, limit, skip))

    def explain(self, arm: str | int) -> Explanation:
        """Counts, mean, index, and when the policy plays an arm."""

        session = self._session
        return session.look(lambda: explain(session.fold, session.names, session.names.number(arm, session.fold.size)))

    def best(self, draws: int = DRAWS) -> dict[str, float]:
        """For every arm that is played the probability that it is the best, the most likely first.

        By so many draws of all arms' posteriors, which know what was told; see ``begreedy.bandit.best``.
        """
        draws = whole(draws, "draws", low=1, high=MOST_DRAWS)
        session = self._session
        return session.look(lambda: probability_best(session.fold, session.names, draws))

    def uplift(self, level: float = 0.95) -> list[Uplift]:
        """What the policy pays more than the control group: of all decisions, then of each segment.

        The intervals hold at every time at once, so that one may look as often as one likes.
        """
        return self._session.look(lambda: uplift(self._session.fold, level))

    # ------------------------------------------------------------ looking

    def state(self) -> State:
        """The settings and counts of the bandit."""

        def work() -> State:
            settings, fold = self.settings, self._session.fold
            return State(
                name=settings.name,
                policy=settings.policy,
                plays=settings.plays,
                horizon=settings.horizon,
                catalogue=fold.size - len(fold.gone),
                playing=len(fold.live),
                decisions=fold.decisions,
                rewards=fold.rewards,
                expired=fold.expired,
                pending=fold.decisions - fold.rewards - fold.expired,
                reward=fold.reward,
                cost=fold.cost,
                seq=fold.seq,
                advice=settings.advice,
                past=fold.past_rounds,
                paused=len(fold.paused),
            )

        return self._session.look(work)

    def log(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """The events after one, oldest first."""
        after, limit = whole(after, "after", low=0, high=2**62), whole(limit, "limit", low=1, high=MOST_AT_ONCE)

        def work() -> list[LogEntry]:
            events = self._session.store.events(after, limit)
            tokens = self._session.store.tokens([e.decision for e in events if e.decision is not None])
            return [self._log_entry(event, tokens) for event in events]

        return self._session.look(work)

    def _log_entry(self, event: Event, tokens: dict[int, str]) -> LogEntry:
        number, token = event.decision_number, event.token
        if number is not None and event.kind != DECIDED:
            token = tokens.get(number, "?")
        decision = (
            None if event.kind in (ADDED, RETIRED, PAUSED, RESUMED) or number is None else decision_id(number, token)
        )
        names = tuple(self._session.names.of(arm) for arm in event.arms)
        told = (event.value, event.cost, event.context, event.time, event.user_id, event.segment, event.cohort)
        chosen_by = (event.chosen_by or POLICY) if event.kind == DECIDED else None
        places = None if event.places is None else places_of(event.places, len(names))
        return LogEntry(event.seq, event.kind, decision, names, *told, chosen_by, event.propensity, places)

    def export(self, path: str | Path, redraws: int = REDRAWS) -> int:
        """Write every decision with what became of it to a .csv or .parquet file; returns how many there are.

        Propensities that only draws can tell are estimated by so many; with 0 they are left out.
        """
        redraws = whole(redraws, "redraws", low=0, high=10**6)
        return self._session.survey(lambda: export(self._session, Path(path), redraws))

    def check(self) -> Check:
        """Check the stored state against the log, from which it is rebuilt.

        Others may go on writing; this looks at one moment.
        """
        from begreedy.bandit.check import check

        return self._session.survey(lambda: check(self._session))

    # ------------------------------------------------------------ one by one, or together

    def transaction(self) -> AbstractContextManager[None]:
        """``with bandit.transaction():`` calls within are recorded together when it ends, or none of them.

        A call that raises for its arguments leaves the others alone, if the error is caught within.
        """
        return self._session.together()

    def close(self) -> None:
        self._session.close()

    def __enter__(self) -> Bandit:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        """A pickle has the address, not the state: whoever loads it opens the same bandit."""
        return _reopened, self._address

    def __repr__(self) -> str:
        return f"<Bandit {self.settings.name!r}: {self.settings.plays} on {self.settings.arms} arms>"


def _reopened(store: str, name: str, sync: str) -> Bandit:
    return Bandit.open(store, name, sync=sync)
