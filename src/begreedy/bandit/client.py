"""A client of ``begreedy serve``, with the methods of ``Bandit``; ``playing`` and ``reading`` say what they do."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from begreedy.advice.features import read_features
from begreedy.bandit.events.decisions import Features
from begreedy.bandit.playing import Playing
from begreedy.bandit.reading import Reading
from begreedy.bandit.records import Decision, Explanation, LogEntry, State, brief
from begreedy.bandit.remote.requests import error_of
from begreedy.bandit.remote.upkeep import RemoteUpkeep
from begreedy.bandit.second_advice import SecondAdvice
from begreedy.bandit.settings.features import plain_features
from begreedy.bandit.settings.inputs import Paid
from begreedy.bandit.settings.outcomes import FIRST, TOLD
from begreedy.bandit.uplift import Uplift
from begreedy.bandit.views.best import DRAWS
from begreedy.results.table_rows import TABLES, TableSource
from begreedy.types import CombinatorialProblem, Policy
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadType
from begreedy.values.extras import MissingExtra

if TYPE_CHECKING:
    import httpx

_CREATING = 120.0  # seconds that the server may take: "auto" simulates, and may have to compile first
_PAGE = 1000  # arms of one request


class Client(Playing, Reading, RemoteUpkeep):
    """One bandit on a server, with the methods and errors of ``Bandit``.

    A request that fails on its way is repeated for ``patience`` seconds.  It never counts twice: a decision is asked
    for with a ``context_id`` (made up if none is given), and a reward counts once anyway.

    Parameters
    ----------
    url : str
        Address of the server, such as ``"http://127.0.0.1:8000"``.
    token : str, optional
        Token, if the server asks for one.
    name : str
        Name of the bandit on the server.
    patience : float
        Seconds for which a request that fails on its way is repeated.
    timeout : float
        Seconds that one request may take.
    transport : httpx.BaseTransport, optional
        How requests travel, for tests.

    Examples
    --------
    >>> client = Client("http://127.0.0.1:8000", name="front-page")           # doctest: +SKIP
    >>> client.create("Subsample(Greedy(), k=50)", arms=1000, horizon=10_000) # doctest: +SKIP
    >>> decision = client.decide()                                            # doctest: +SKIP
    >>> client.reward(decision.id, 1.0)                                       # doctest: +SKIP
    True
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        name: str = "default",
        patience: float = 30.0,
        timeout: float = 20.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        try:
            import httpx
        except ImportError as error:
            raise MissingExtra.of("the client", "serve", error) from None
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout, transport=transport)
        self.name, self.patience, self._timeout = name, patience, timeout

    def create(
        self,
        policy: Policy | str,
        arms: int | Sequence[str],
        horizon: int | None = None,
        *,
        seed: int = 0,
        rewards: Sequence[float] | None = (0.0, 1.0),
        costs: Sequence[float] | None = None,
        history: Sequence[Sequence[float]] | None = None,
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
        problem: CombinatorialProblem | str | None = None,
    ) -> State:
        """Create the bandit, unless it exists; then its settings must agree.

        Parameters
        ----------
        policy : Policy or str
            Policy that decides, one of begreedy's own: a value, its text, or ``"auto"``, which asks for advice.
        arms : int or list of str
            Names of the arms, or their number.
        horizon : int, optional
            Number of decisions, for policies that need it.
        seed : int
            Seed of the policy's randomness.
        rewards, costs : pair of float, optional
            Their ranges, which policies see mapped to [0, 1]; ``rewards=None``: as they are.
        history : pairs, optional
            Past successes and trials of each arm.
        outcomes : str
            ``"told"``, or ``"zero until told"``: a decision counts as ``default`` until its reward replaces that.
        window : float, optional
            Seconds after which a decision can no longer get a reward, and counts as ``default``.
        default : float, optional
            What a decision without a reward counts as.
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
        problem : Combinatorial or str, optional
            Problem whose actions, sets of arms, are played; see ``decide_set``.

        Returns
        -------
        State
            Settings and counts of the bandit.

        Raises
        ------
        SettingsDiffer
            If the bandit exists with other settings.
        BadValue, BadType
            If a setting is out of range, or the policy cannot be played with it.
        PermissionError
            If the token does not allow it.
        StoreError
            If the server did not answer.

        Examples
        --------
        >>> client = Client("http://127.0.0.1:8000", name="front-page")           # doctest: +SKIP
        >>> client.create("UCB(c=0.5)", arms=["a", "b"], horizon=1000).decisions  # doctest: +SKIP
        0
        """
        plays = policy if isinstance(policy, str) else canonical(policy)
        body: dict[str, Any] = {"name": self.name, "policy": plays, "horizon": horizon, "seed": seed}
        body["arms"] = arms if isinstance(arms, int) else list(arms)
        body["rewards"] = None if rewards is None else list(rewards)
        body["costs"] = None if costs is None else list(costs)
        body |= {"outcomes": outcomes, "window": window, "default": default, "revise": revise}
        body |= {"first_pulls": first_pulls, "explore": explore, "share": share}
        body["control"] = control if control is None else str(control)
        body |= {"clicks": clicks, "slots": slots, "features": _vectors(features)}
        body["problem"] = problem if problem is None or isinstance(problem, str) else canonical(problem)
        body["history"] = None if history is None else [list(pair) for pair in history]
        return State(**self._ask("POST", "/bandits", body, timeout=_CREATING))

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
        body: dict[str, Any] = {"n": n, "context_id": _context(context_id)}
        body |= {"user": user, "segment": segment, **_eligible(arms, exclude)}
        body["features"] = plain_features(features)
        return _decision(self._ask("POST", self._at("/decide"), body))

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
        ids = [_context(text) for text in ([None] * count if context_ids is None else context_ids)]
        body: dict[str, Any] = {"count": count, "context_ids": ids, "n": n, "segment": segment}
        body |= {"users": None if users is None else list(users), **_eligible(arms, exclude)}
        body["features"] = None if features is None else [plain_features(one) for one in features]
        answer = self._ask("POST", self._at("/decide-many"), body)
        return [_decision(fields) for fields in answer["decisions"]]

    def decide_set(self, context_id: str | None = None) -> list[Decision]:
        body = {"context_id": _context(context_id)}
        answer = self._ask("POST", self._at("/decide-set"), body)
        return [_decision(fields) for fields in answer["decisions"]]

    def reward(self, decision_id: str, value: Paid, cost: float | None = None) -> bool:
        body = {"decision_id": decision_id, "value": value, "cost": cost}
        return self._ask("POST", self._at("/reward"), body)["new"] is True

    def reward_many(self, rewards: Iterable[Sequence[str | Paid]]) -> int:
        """Report what several decisions paid.  A reward that is refused does not affect the others.

        Parameters
        ----------
        rewards : iterable of (str, float) or (str, float, float)
            Decision id, value and, where pulls cost, cost of each, as for ``reward``.

        Returns
        -------
        int
            How many of the rewards are new.

        Raises
        ------
        BadValue, BadType
            As for ``reward``, about the first that is refused, once all others are recorded.
        StoreError
            If the server did not answer.

        Examples
        --------
        >>> client.reward_many([(decision.id, 1.0) for decision in decisions])    # doctest: +SKIP
        10
        """
        rows = [dict(zip(("decision_id", "value", "cost"), row)) for row in rewards]
        results = self._ask("POST", self._at("/reward-many"), {"rewards": rows})["results"]
        for result in results:
            if "error" in result:
                raise error_of(result["status"], result["error"])
        return sum(result["new"] for result in results)

    def expire(self, before: float, default: float | None = None) -> int:
        return int(self._ask("POST", self._at("/expire"), {"before": before, "default": default})["expired"])

    def add_arms(
        self, arms: int | Sequence[str], features: TableSource | Features | Sequence[Sequence[float]] | None = None
    ) -> list[str]:
        names = arms if isinstance(arms, int) else list(arms)
        body = {"names": names, "features": _vectors(features)}
        return list(self._ask("POST", self._at("/arms"), body, repeatable=False)["added"])

    def retire_arm(self, arm: str | int) -> bool:
        return bool(self._ask("POST", self._at("/arms/retire"), {"arm": str(arm)})["new"])

    def pause_arm(self, arm: str | int) -> bool:
        return bool(self._ask("POST", self._at("/arms/pause"), {"arm": str(arm)})["new"])

    def resume_arm(self, arm: str | int) -> bool:
        return bool(self._ask("POST", self._at("/arms/resume"), {"arm": str(arm)})["new"])

    def arms(self, limit: int | None = None, skip: int = 0) -> list[Explanation]:
        arms: list[Explanation] = []
        while True:
            asked = _PAGE if limit is None else min(limit - len(arms), _PAGE)
            answer = self._ask("GET", self._at("/arms"), params={"limit": asked, "skip": skip + len(arms)})
            arms += [Explanation(**arm) for arm in answer["arms"]]
            if len(arms) == limit or len(answer["arms"]) < asked:
                return arms

    def explain(self, arm: str | int) -> Explanation:
        return Explanation(**self._ask("GET", self._at("/arms/explain"), params={"arm": str(arm)}))

    def best(self, draws: int = DRAWS) -> dict[str, float]:
        answer = self._ask("GET", self._at("/arms/best"), params={"draws": draws})
        return {arm["arm"]: arm["probability"] for arm in answer["arms"]}

    def uplift(self, level: float = 0.95) -> list[Uplift]:
        answer = self._ask("GET", self._at("/uplift"), params={"level": level})
        return [Uplift(**fields) for fields in answer["uplift"]]

    def state(self) -> State:
        return State(**self._ask("GET", self._at("")))

    def advise_again(self, effort: float | None = None) -> SecondAdvice:
        """Advise on the rounds that are left, as ``begreedy.online.advise_again`` does.

        Parameters
        ----------
        effort : float, optional
            Seconds of one core that the simulations may take; by default 4, or what the server allows if that is less.

        Returns
        -------
        SecondAdvice
            What to play from now on, and how the policies compare.

        Raises
        ------
        BadValue, BadType
            If the bandit has no horizon, or does not play single arms whose rewards have a range.
        StoreError
            If the server did not answer.

        Examples
        --------
        >>> client.advise_again(effort=4).sentence                                # doctest: +SKIP
        """
        answer = self._ask("POST", self._at("/advice"), {"effort": effort}, timeout=_CREATING + (effort or 0.0))
        lines = tuple(tuple(line) for line in answer["summary"])
        return SecondAdvice(**{**{name: _tuples(part) for name, part in answer.items()}, "summary": lines})

    def log(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        answer = self._ask("GET", self._at("/log"), params={"after": after, "limit": limit})
        return [LogEntry(**{name: _tuples(part) for name, part in entry.items()}) for entry in answer["entries"]]

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _context(text: str | None) -> str:
    """The context id of a decision; one of our own, if it has none, lets us repeat the request."""
    return uuid.uuid4().hex if text is None else text


def _vectors(features: Any) -> Any:
    """Features of arms as JSON has them; tables are read here."""
    if not isinstance(features, TABLES):
        return plain_features(features)
    labels, rows = read_features(features)
    return plain_features(rows if labels is None else dict(zip(labels, rows, strict=True)))


def _eligible(arms: Sequence[str | int] | None, exclude: Sequence[str | int] | None) -> dict[str, list[str] | None]:
    lists = {"arms": arms, "exclude": exclude}
    for field, names in lists.items():
        if isinstance(names, (str, bytes)):
            raise BadType.of(field, names, "a list of arms", got=brief(names))
    return {field: None if names is None else [str(name) for name in names] for field, names in lists.items()}


def _decision(answer: dict[str, Any]) -> Decision:
    fields = {name: value for name, value in answer.items() if name != "arm"}
    return Decision(**{**fields, "arms": tuple(fields["arms"]), "numbers": tuple(fields["numbers"])})


def _tuples(part: Any) -> Any:
    return tuple(part) if isinstance(part, list) else part
