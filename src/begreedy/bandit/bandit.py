"""The durable bandit: decisions and rewards, each a transaction, in SQLite or PostgreSQL.

What its methods do is said in ``playing`` and ``reading``, since a client has the same ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from begreedy.bandit.events import changes, decisions, sets
from begreedy.bandit.events.decisions import DecisionQuery, Features
from begreedy.bandit.playing import Playing
from begreedy.bandit.reading import Reading
from begreedy.bandit.records import Decision, Explanation, LogEntry, State
from begreedy.bandit.session import Session
from begreedy.bandit.settings.arguments import checked_name
from begreedy.bandit.settings.inputs import MOST_AT_ONCE, Paid, triples
from begreedy.bandit.settings.outcomes import FIRST, TOLD
from begreedy.bandit.settings.settings import MOST_PLAYING, RequestedSettings, Settings, shown_policy
from begreedy.bandit.store import opening
from begreedy.bandit.store.store import BanditStore
from begreedy.bandit.upkeep import Upkeep
from begreedy.bandit.uplift import Uplift, uplift
from begreedy.bandit.views.best import DRAWS, MOST_DRAWS, probability_best
from begreedy.bandit.views.explain import explain, explain_best
from begreedy.bandit.views.state import log_entries, state_of
from begreedy.results.table_rows import TableSource
from begreedy.types import CombinatorialProblem, Policy
from begreedy.values.value import whole


class Bandit(Playing, Reading, Upkeep):
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

    Raises
    ------
    SettingsDiffer
        If the bandit exists with other settings.
    BadValue, BadType
        If a setting is out of range, or the policy cannot be played with it.
    StoreError
        If the database could not be reached, or is damaged.

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
        """Open a bandit that exists, with the settings that it was created with.

        Parameters
        ----------
        store : path or str
            File of SQLite, or address of a PostgreSQL database.
        name : str
            Name of the bandit in the store.
        sync : str
            SQLite: ``"normal"``, or ``"full"``, which survives a power cut.
        clock : callable
            Returns the time, in seconds since 1970.

        Returns
        -------
        Bandit
            The bandit.

        Raises
        ------
        NoSuchBandit
            If the store has no bandit of that name.
        StoreError
            If the database could not be reached, or is damaged.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> store = tempfile.mkdtemp() + "/bandit.db"
        >>> bg.online.Bandit("Greedy", ["red", "green"], store=store).close()
        >>> with bg.online.Bandit.open(store) as bandit:
        ...     bandit.state().policy
        'Greedy()'
        """
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
        contexts, users = (None if text is None else [text] for text in (context_id, user))
        offered = None if features is None else [features]
        return decisions.decide(self._session, DecisionQuery(1, n, contexts, users, segment, arms, exclude, offered))[0]

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
        count = whole(count, "count", low=1, high=MOST_AT_ONCE)
        query = DecisionQuery(count, n, context_ids, users, segment, arms, exclude, features)
        return decisions.decide(self._session, query)

    def decide_set(self, context_id: str | None = None) -> list[Decision]:
        return sets.decide_set(self._session, context_id)

    def reward(self, decision_id: str, value: Paid, cost: float | None = None) -> bool:
        return changes.reward(self._session, [(decision_id, value, cost)]) == 1

    def reward_many(self, rewards: Iterable[Sequence[str | Paid]]) -> int:
        return changes.reward(self._session, triples(rewards))

    def expire(self, before: float, default: float | None = None) -> int:
        return changes.expire(self._session, before, default)

    def add_arms(
        self, arms: int | Sequence[str], features: TableSource | Features | Sequence[Sequence[float]] | None = None
    ) -> list[str]:
        return changes.add_arms(self._session, arms, features)

    def retire_arm(self, arm: str | int) -> bool:
        return changes.retire_arm(self._session, arm)

    def pause_arm(self, arm: str | int) -> bool:
        return changes.pause_arm(self._session, arm)

    def resume_arm(self, arm: str | int) -> bool:
        return changes.resume_arm(self._session, arm)

    def arms(self, limit: int | None = None, skip: int = 0) -> list[Explanation]:
        limit = None if limit is None else whole(limit, "limit", low=1)
        skip = whole(skip, "skip", low=0)
        session = self._session
        return session.look(lambda: explain_best(session.fold, session.names, limit, skip))

    def explain(self, arm: str | int) -> Explanation:
        session = self._session
        return session.look(lambda: explain(session.fold, session.names, session.names.number(arm, session.fold.size)))

    def best(self, draws: int = DRAWS) -> dict[str, float]:
        draws = whole(draws, "draws", low=1, high=MOST_DRAWS)
        session = self._session
        return session.look(lambda: probability_best(session.fold, session.names, draws))

    def uplift(self, level: float = 0.95) -> list[Uplift]:
        return self._session.look(lambda: uplift(self._session.fold, level, self._session.now()))

    def state(self) -> State:
        return self._session.look(lambda: state_of(self._session))

    def log(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        after, limit = whole(after, "after", low=0, high=2**62), whole(limit, "limit", low=1, high=MOST_AT_ONCE)
        return self._session.look(lambda: log_entries(self._session, after, limit))

    def close(self) -> None:
        self._session.close()

    def __enter__(self) -> Bandit:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        """A pickle has the address, not the state: loading it opens the same bandit."""
        return _reopened, self._address

    def __repr__(self) -> str:
        return f"<Bandit {self.settings.name!r}: {shown_policy(self.settings.plays)} on {self.settings.arms} arms>"


def _reopened(store: str, name: str, sync: str) -> Bandit:
    return Bandit.open(store, name, sync=sync)
