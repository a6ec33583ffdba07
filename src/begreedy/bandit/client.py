"""A client of ``begreedy serve``, with the methods of ``Bandit``."""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from begreedy.bandit.best import DRAWS
from begreedy.bandit.deciding import Features
from begreedy.bandit.export import REDRAWS
from begreedy.bandit.features import plain_features
from begreedy.bandit.inputs import Paid
from begreedy.bandit.outcomes import FIRST, TOLD
from begreedy.bandit.records import NAMED, Archived, Decision, Explanation, LogEntry, State, StoreError, brief
from begreedy.bandit.second_advice import SecondAdvice
from begreedy.bandit.uplift import Uplift
from begreedy.types import CombinatorialProblem
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadInput, BadType, BadValue
from begreedy.values.extras import MissingExtra
from begreedy.values.new_file import new_file

if TYPE_CHECKING:
    import httpx

_MAKING = 120.0  # seconds that the server may take to make a bandit: "auto" simulates, and may have to compile first
_ARCHIVING = 600.0
_FIRST_WAIT, _LONGEST_WAIT = 0.05, 2.0
_AGAIN = (429, 502, 503, 504)  # the request can be done, but not now


class Client:
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
        self._httpx = httpx
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=url, headers=headers, timeout=timeout, transport=transport)
        self.name, self.patience, self._timeout = name, patience, timeout

    # ------------------------------------------------------------ as Bandit does

    def create(
        self,
        policy: str,
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
        features: Sequence[Sequence[float]] | Mapping[str, Sequence[float]] | int | None = None,
        clicks: str = FIRST,
        slots: int | None = None,
        problem: CombinatorialProblem | str | None = None,
    ) -> State:
        """Like ``Bandit``: create it, unless it exists; ``history`` is pairs (successes, trials)."""
        body: dict[str, Any] = {"name": self.name, "policy": policy, "horizon": horizon, "seed": seed}
        body["arms"] = arms if isinstance(arms, int) else list(arms)
        body["rewards"] = None if rewards is None else list(rewards)
        body["costs"] = None if costs is None else list(costs)
        body |= {"outcomes": outcomes, "window": window, "default": default, "revise": revise}
        body |= {"first_pulls": first_pulls, "explore": explore, "share": share}
        body["control"] = control if control is None else str(control)
        body |= {"clicks": clicks, "slots": slots, "features": plain_features(features)}
        body["problem"] = problem if problem is None or isinstance(problem, str) else canonical(problem)
        body["history"] = None if history is None else [list(pair) for pair in history]
        return State(**self._ask("POST", "/bandits", body, timeout=max(self._timeout, _MAKING)))

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
        """Like ``Bandit.decide``."""
        body: dict[str, Any] = {"n": n, "context_id": uuid.uuid4().hex if context_id is None else context_id}
        body |= {"user": user, "segment": segment, **_eligible(arms, exclude)}
        body["features"] = plain_features(features)
        return _decision(self._ask("POST", self._at("/decide"), body))

    def decide_many(
        self,
        count: int,
        context_ids: Sequence[str] | None = None,
        *,
        n: int = 1,
        arms: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        users: Sequence[str | None] | None = None,
        segment: str | None = None,
        features: Sequence[Features | None] | None = None,
    ) -> list[Decision]:
        """Like ``Bandit.decide_many``."""
        ids = [uuid.uuid4().hex for _ in range(count)] if context_ids is None else list(context_ids)
        body: dict[str, Any] = {"count": count, "context_ids": ids, "n": n, "segment": segment}
        body |= {"users": None if users is None else list(users), **_eligible(arms, exclude)}
        body["features"] = None if features is None else [plain_features(one) for one in features]
        answer = self._ask("POST", self._at("/decide-many"), body)
        return [_decision(fields) for fields in answer["decisions"]]

    def decide_set(self, context_id: str | None = None) -> list[Decision]:
        """Like ``Bandit.decide_set``."""
        body = {"context_id": uuid.uuid4().hex if context_id is None else context_id}
        answer = self._ask("POST", self._at("/decide-set"), body)
        return [_decision(fields) for fields in answer["decisions"]]

    def reward(self, decision_id: str, value: Paid, cost: float | None = None) -> bool:
        """Like ``Bandit.reward``."""
        body = {"decision_id": decision_id, "value": value, "cost": cost}
        return self._ask("POST", self._at("/reward"), body)["new"] is True

    def reward_many(self, rewards: Iterable[Sequence[str | Paid]]) -> int:
        """Report ``rewards``, (decision id, value) or with the cost; returns how many were new.

        The first error is raised at the end, when all others are recorded.
        """
        rows = [dict(zip(("decision_id", "value", "cost"), row)) for row in rewards]
        results = self._ask("POST", self._at("/reward-many"), {"rewards": rows})["results"]
        for result in results:
            if "error" in result:
                raise _error(result["status"], result["error"])
        return sum(result["new"] for result in results)

    def expire(self, before: float, default: float | None = None) -> int:
        """Like ``Bandit.expire``."""
        return int(self._ask("POST", self._at("/expire"), {"before": before, "default": default})["expired"])

    def add_arms(
        self, arms: int | Sequence[str], features: Sequence[Sequence[float]] | Features | None = None
    ) -> list[str]:
        """Like ``Bandit.add_arms``."""
        names = arms if isinstance(arms, int) else list(arms)
        body = {"names": names, "features": plain_features(features)}
        return list(self._ask("POST", self._at("/arms"), body, repeatable=False)["added"])

    def retire_arm(self, arm: str) -> bool:
        """Like ``Bandit.retire_arm``."""
        return bool(self._ask("POST", self._at("/arms/retire"), {"arm": arm})["new"])

    def pause_arm(self, arm: str) -> bool:
        """Like ``Bandit.pause_arm``."""
        return bool(self._ask("POST", self._at("/arms/pause"), {"arm": arm})["new"])

    def resume_arm(self, arm: str) -> bool:
        """Like ``Bandit.resume_arm``."""
        return bool(self._ask("POST", self._at("/arms/resume"), {"arm": arm})["new"])

    def arms(self, limit: int = 100, skip: int = 0) -> list[Explanation]:
        """Like ``Bandit.arms``."""
        answer = self._ask("GET", self._at("/arms"), params={"limit": limit, "skip": skip})
        return [Explanation(**arm) for arm in answer["arms"]]

    def explain(self, arm: str) -> Explanation:
        """Like ``Bandit.explain``."""
        return Explanation(**self._ask("GET", self._at("/arms/explain"), params={"arm": arm}))

    def best(self, draws: int = DRAWS) -> dict[str, float]:
        """Like ``Bandit.best``."""
        answer = self._ask("GET", self._at("/arms/best"), params={"draws": draws})
        return {arm["arm"]: arm["probability"] for arm in answer["arms"]}

    def uplift(self, level: float = 0.95) -> list[Uplift]:
        """Like ``Bandit.uplift``."""
        answer = self._ask("GET", self._at("/uplift"), params={"level": level})
        return [Uplift(**fields) for fields in answer["uplift"]]

    def state(self) -> State:
        """Like ``Bandit.state``."""
        return State(**self._ask("GET", self._at("")))

    def advise_again(self, effort: float | None = None) -> SecondAdvice:
        """Advise on the rounds that are left, as ``begreedy.online.advise_again`` does, with the same ``effort``."""
        waits = max(self._timeout, _MAKING + (effort or 0.0))
        answer = self._ask("POST", self._at("/advice"), {"effort": effort}, timeout=waits)
        lines = tuple(tuple(line) for line in answer["summary"])
        return SecondAdvice(**{**{name: _tuples(part) for name, part in answer.items()}, "summary": lines})

    def log(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """Like ``Bandit.log``."""
        answer = self._ask("GET", self._at("/log"), params={"after": after, "limit": limit})
        return [LogEntry(**{name: _tuples(part) for name, part in entry.items()}) for entry in answer["entries"]]

    def export(self, path: str | Path, redraws: int = REDRAWS) -> None:
        """Write every decision with its outcome to ``path``, a .csv or .parquet file; ``redraws`` as for ``Bandit``."""
        suffix = Path(path).suffix
        if suffix not in (".csv", ".parquet"):
            raise BadValue.of("path", path, "in .csv or .parquet", verb="end", got=str(path))
        with self._http.stream("GET", self._at(f"/decisions{suffix}"), params={"redraws": redraws}) as answer:
            if answer.status_code != 200:
                answer.read()
                raise _error(answer.status_code, _refusal(answer))
            with new_file(Path(path)) as file:
                for part in answer.iter_bytes():
                    file.write(part)

    def archive(self, before: float) -> Archived:
        """Move the events before a time to a Parquet file in the server's folder for archives."""
        return Archived(**self._ask("POST", self._at("/archive"), {"before": before}, timeout=_ARCHIVING))

    def erase(self, users: Sequence[str] = (), context_ids: Sequence[str] = (), *, key: str | None = None) -> int:
        """Like ``Bandit.erase``, without archives."""
        body = {"users": list(users) or None, "context_ids": list(context_ids) or None, "key": key}
        return int(self._ask("POST", self._at("/erase"), body, timeout=max(self._timeout, _MAKING))["erased"])

    def delete(self) -> None:
        """Delete the bandit with all its records, for good."""
        self._ask("DELETE", self._at(""))

    def names(self) -> list[str]:
        """All bandits of the server."""
        return list(self._ask("GET", "/bandits")["bandits"])

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # ------------------------------------------------------------ over HTTP

    def _at(self, rest: str) -> str:
        return f"/bandits/{quote(self.name, safe='')}{rest}"

    def _ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        params: Any = None,
        repeatable: bool = True,
        timeout: float | None = None,
    ) -> Any:
        until, wait = time.monotonic() + self.patience, _FIRST_WAIT
        timeout = self._timeout if timeout is None else timeout
        while True:
            last = time.monotonic() + wait > until
            try:
                answer = self._http.request(method, path, json=body, params=params, timeout=timeout)
            except ValueError as error:  # JSON has no such number
                raise _not_finite(body, "") or error from error
            except self._httpx.TransportError as error:
                if last or not repeatable:
                    raise StoreError(
                        f"no answer from {self._http.base_url}: {str(error) or type(error).__name__}"
                    ) from error
            else:
                if answer.is_success:
                    return answer.json()
                if answer.status_code not in _AGAIN or last:
                    raise _error(answer.status_code, _refusal(answer))
            time.sleep(wait)
            wait = min(2.0 * wait, _LONGEST_WAIT)


def _eligible(arms: Sequence[str | int] | None, exclude: Sequence[str | int] | None) -> dict[str, list[str] | None]:
    lists = {"arms": arms, "exclude": exclude}
    for field, names in lists.items():
        if isinstance(names, (str, bytes)):
            raise BadType.of(field, names, "a list of arms", got=brief(names))
    return {field: None if names is None else [str(name) for name in names] for field, names in lists.items()}


def _decision(answer: dict[str, Any]) -> Decision:
    fields = {name: value for name, value in answer.items() if name != "arm"}
    return Decision(**{**fields, "arms": tuple(fields["arms"]), "numbers": tuple(fields["numbers"])})


def _not_finite(part: Any, field: str) -> BadValue | None:
    """The error about the first number of a body that is not finite; None if there is none."""
    if isinstance(part, float) and not math.isfinite(part):
        return BadValue.of(field, part, "a finite number")
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    named = ((value, f"{field}[{key!r}]" if field else str(key)) for key, value in inside)
    return next((error for value, name in named if (error := _not_finite(value, name))), None)


def _tuples(part: Any) -> Any:
    return tuple(part) if isinstance(part, list) else part


def _refusal(answer: Any) -> dict[str, Any]:
    try:
        return dict(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        return {"message": f"the server answered {answer.status_code}"}


def _error(status: int, refusal: dict[str, Any]) -> Exception:
    """The error that a Bandit would have raised."""
    message = str(refusal.get("message", status))
    if status in (401, 403):
        return PermissionError(message)
    if status >= 500 or status == 429:
        return StoreError(message)
    kind = _KINDS.get(str(refusal.get("kind")), BadValue)
    return kind(
        message, field=refusal.get("field") or "", value=refusal.get("value"), allowed=refusal.get("allowed") or ""
    )


_KINDS: dict[str, type[BadInput]] = {kind.__name__: kind for kind in (*NAMED, BadType)}
