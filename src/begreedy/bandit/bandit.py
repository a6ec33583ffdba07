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
from begreedy.bandit.erasing import Erasure, erase
from begreedy.bandit.explain import explain, explain_best
from begreedy.bandit.export import REDRAWS, export
from begreedy.bandit.inputs import MOST_AT_ONCE, Paid, triples
from begreedy.bandit.looking import log_entries, state_of
from begreedy.bandit.outcomes import FIRST, TOLD
from begreedy.bandit.records import Archived, Check, Decision, Explanation, LogEntry, State
from begreedy.bandit.session import Session
from begreedy.bandit.settings import MOST_PLAYING, RequestedSettings, Settings
from begreedy.bandit.store import BanditStore
from begreedy.bandit.uplift import Uplift, uplift
from begreedy.results.table_rows import TableSource
from begreedy.types import CombinatorialProblem, Policy
from begreedy.values.value import whole


class Bandit:
    """A policy that makes real decisions, with its state in a database.  Safe to share between threads.

    An existing bandit of that name is opened, and its settings must agree; ``Bandit.open`` takes it as it is.

    Parameters
    ----------
    policy : Policy or str
        Policy that decides: a value, its text, or ``"auto"``, which asks ``begreedy.advise``.
    arms : int or list of str
        Names of the arms, or their number.
    horizon : int, optional
        Number of decisions, for policies that need it.
    store : path or str
        File of SQLite, or address of a PostgreSQL database.
    name : str
        Name of the bandit in the store.
    seed : int
        Seed of the policy's randomness.
    rewards, costs : pair of float, optional
        Their ranges, which policies see mapped to [0, 1]; ``rewards=None``: as they are.
    history : path, data frame or pairs, optional
        Past successes and trials of each arm.
    stream : list of int, optional
        State of a random stream, from ``begreedy.policy_stream``; overrides ``seed``.
    outcomes : str
        ``"told"``, or ``"zero until told"``: a decision counts as ``default`` until its reward replaces that.
    window : float, optional
        Seconds after which a decision can no longer get a reward, and counts as ``default``.
    default : float, optional
        What a decision without a reward counts as: by default 0 or, with ``"told"``, as if it had never been made.
    revise : bool
        Whether a reward may be corrected by reporting another one.
    first_pulls : int
        Pulls of an arm that joins later, before the policy decides about it.
    explore : float
        Share of decisions that are uniform over the eligible arms.
    control : str or int, optional
        Arm that a control group gets, or ``"random"``; see ``uplift``.
    share : float, optional
        Share of decisions or, where they have a user, of users in the control group; by default 0.05.
    features : path, data frame, vectors or int, optional
        Vectors of the arms, in order or by name, or their dimension if they come with each decision.
    clicks : str
        Of lists: ``"first"`` click only, or what ``"each"`` place paid.
    slots : int, optional
        Length of lists, for ``"auto"``.
    problem : Combinatorial, optional
        Problem whose actions, sets of arms, are played; see ``decide_set``.
    sync : str
        SQLite: ``"normal"``, or ``"full"``, which survives a power cut.
    clock : callable
        Returns the time, in seconds since 1970.
    max_playing : int
        Arms that may be played at a time; more are refused.

    Examples
    --------
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
        rewards: Sequence[float] | None = (0.0, 1.0),
        costs: Sequence[float] | None = None,
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
        self, address: str | Path, sync: str, clock: Callable[[], float], store: BanditStore, settings: Settings
    ) -> None:
        self._address = (str(address), settings.name, sync)
        self.settings = settings
        self._session = Session(store, settings, clock)
        try:
            self._session.survey(lambda: None)
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """Name of the bandit in its store."""
        return self.settings.name

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
        """Decide what to play now; the decision is recorded when this returns.

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
        """Like ``decide``, but ``count`` times in one transaction, each aware of those before it.

        ``context_ids``, ``users`` and ``features`` have one for each.
        """
        count = whole(count, "count", low=1, high=MOST_AT_ONCE)
        return deciding.decide(self._session, Asked(count, n, context_ids, users, segment, arms, exclude, features))

    def decide_set(self, context_id: str | None = None) -> list[Decision]:
        """The arms of the next action, each a decision with an id and a reward.  ``context_id`` as for ``decide``."""
        return deciding_sets.decide_set(self._session, context_id)

    def reward(self, decision_id: str, value: Paid, cost: float | None = None) -> bool:
        """Report the ``value`` that ``decision_id`` paid, and its ``cost``: True if new, False if it was known.

        For a list: the place that was clicked, from 0, or None (or -1) if none was; with ``clicks="each"`` the reward
        of each place.  A different value than before raises a ``Contradiction``, unless rewards may be revised; one
        after the window raises ``TooLate``.
        """
        return changes.reward(self._session, [(decision_id, value, cost)]) == 1

    def reward_many(self, rewards: Iterable[Sequence[str | Paid]]) -> int:
        """Report ``rewards``, (decision id, value) or with the cost, all or none at once; returns how many were new."""
        return changes.reward(self._session, triples(rewards))

    def reward_each(self, rewards: Iterable[Sequence[str | Paid]]) -> list[bool | Exception]:
        """Like ``reward_many``, but one by one: for each what ``reward`` would return, or the error it would raise."""
        return changes.reward_each(self._session, triples(rewards))

    def expire(self, before: float, default: float | None = None) -> int:
        """Close decisions without a reward made before a time (seconds since 1970); returns how many there were.

        They count as ``default`` (of a list: a place, or -1 for no click); if that is None, as the bandit's own default
        or, without one, as never made.  Decisions with a window are closed automatically.
        """
        return changes.expire(self._session, before, default)

    def expire_due(self) -> float | None:
        """Close decisions whose window is over, as every call does first.

        Returns a time (seconds since 1970) before which no more are due; None if decisions have no window.
        """
        self._session.expire_due()
        return self._session.due

    def add_arms(
        self, arms: int | Sequence[str], features: TableSource | Features | Sequence[Sequence[float]] | None = None
    ) -> list[str]:
        """Add arms (names, or a number where arms are numbers); returns their names.

        Where arms have features, give theirs.

        All are played, unless the policy keeps only some of the catalogue: then they wait to be drawn when an arm that
        is played retires.
        """
        return changes.add_arms(self._session, arms, features)

    def retire_arm(self, arm: str | int) -> bool:
        """Never play an arm again; False if it was retired before.  Its late rewards are still recorded."""
        return changes.retire_arm(self._session, arm)

    def pause_arm(self, arm: str | int) -> bool:
        """Do not play an arm until it is resumed; False if it was paused before.  Late rewards still count."""
        return changes.pause_arm(self._session, arm)

    def resume_arm(self, arm: str | int) -> bool:
        """Play a paused arm again, with all that is known about it; False if it is played already."""
        return changes.resume_arm(self._session, arm)

    def arms(self, limit: int | None = None, skip: int = 0) -> list[Explanation]:
        """What is known about the arms in play, best mean first: all, or ``limit`` of them after ``skip``."""
        limit = None if limit is None else whole(limit, "limit", low=1)
        skip = whole(skip, "skip", low=0)
        session = self._session
        return session.look(lambda: explain_best(session.fold, session.names, limit, skip))

    def explain(self, arm: str | int) -> Explanation:
        """Counts, mean, index, and when the policy plays an ``arm``."""
        session = self._session
        return session.look(lambda: explain(session.fold, session.names, session.names.number(arm, session.fold.size)))

    def best(self, draws: int = DRAWS) -> dict[str, float]:
        """The probability of being the best for every arm in play, the most likely first.

        It is estimated by ``draws`` from the posteriors of all arms; see ``begreedy.bandit.best``.
        """
        draws = whole(draws, "draws", low=1, high=MOST_DRAWS)
        session = self._session
        return session.look(lambda: probability_best(session.fold, session.names, draws))

    def uplift(self, level: float = 0.95) -> list[Uplift]:
        """How much more the policy earns than the control group: for all decisions, then for each segment.

        Intervals of probability ``level`` hold at every time at once, so you may look as often as you like.
        """
        return self._session.look(lambda: uplift(self._session.fold, level, self._session.now()))

    def state(self) -> State:
        """The settings and counts of the bandit."""
        return self._session.look(lambda: state_of(self._session))

    def log(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """At most ``limit`` events after the number ``after``, oldest first."""
        after, limit = whole(after, "after", low=0, high=2**62), whole(limit, "limit", low=1, high=MOST_AT_ONCE)
        return self._session.look(lambda: log_entries(self._session, after, limit))

    def export(self, path: str | Path, redraws: int = REDRAWS) -> int:
        """Write every decision with its outcome to ``path``, .csv or .parquet; returns how many there are.

        Propensities that are not known exactly are estimated by ``redraws``; with 0 they are left out.
        """
        redraws = whole(redraws, "redraws", low=0, high=10**6)
        return self._session.survey(lambda: export(self._session, Path(path), redraws))

    def check(self) -> Check:
        """Check the stored state against the log, from which it is rebuilt.

        Others may go on writing; this checks the state at one moment.
        """
        from begreedy.bandit.check import check

        return self._session.survey(lambda: check(self._session))

    def erase(
        self,
        users: Sequence[str] = (),
        context_ids: Sequence[str] = (),
        *,
        key: str | None = None,
        archives: str | Path | None = None,
    ) -> int:
        """Erase ``users`` and ``context_ids`` from the log; returns how many decisions had them.

        Nothing is left of them, or with a ``key`` a keyed hash.  The state stays as it is, and the log is sealed anew.
        ``archives`` is the folder of archived events, from which they are erased as well.
        """
        from begreedy.bandit.archiving import erase_archives

        erasure = Erasure(users, context_ids, key, sets=self.settings.sets is not None)
        erased = erase(self._session, erasure)
        return erased + (0 if archives is None else erase_archives(archives, self.name, erasure))

    def archive(self, before: float, folder: str | Path) -> Archived:
        """Move the events before a time (seconds since 1970) to a new Parquet file in a folder.

        The state stays as it is.  Archived decisions that have an outcome accept no other, not even the same again.
        """
        from begreedy.bandit.archiving import archive

        return archive(self._session, before, folder)

    def transaction(self) -> AbstractContextManager[None]:
        """A context manager: calls within are recorded together when it ends, or none of them.

        A call that is refused does not affect the others, if its error is caught within.
        """
        return self._session.together()

    def close(self) -> None:
        """Close the connection to the store; everything acknowledged is recorded."""
        self._session.close()

    def __enter__(self) -> Bandit:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        """A pickle has the address, not the state: loading it opens the same bandit."""
        return _reopened, self._address

    def __repr__(self) -> str:
        return f"<Bandit {self.settings.name!r}: {self.settings.plays} on {self.settings.arms} arms>"


def _reopened(store: str, name: str, sync: str) -> Bandit:
    return Bandit.open(store, name, sync=sync)
