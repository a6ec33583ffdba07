"""Requests to ``begreedy serve``: repeated if they fail on their way; what it refuses is an error of a bandit."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from begreedy.bandit.records import NAMED, StoreError
from begreedy.values.errors import BadInput, BadType, BadValue

if TYPE_CHECKING:
    import httpx

_FIRST_WAIT, _LONGEST_WAIT = 0.05, 2.0
_AGAIN = (429, 502, 503, 504)  # the request can be done, but not now


class Asking:
    """Asks a server about one of its bandits."""

    name: str
    patience: float
    _timeout: float
    _http: httpx.Client

    def _at(self, rest: str) -> str:
        return f"/bandits/{quote(self.name, safe='')}{rest}"

    def _ask(self, method: str, path: str, body: Any = None, *, timeout: float = 0.0, **options: Any) -> Any:
        longest = max(self._timeout, timeout)
        return ask(self._http, method, path, body, patience=self.patience, timeout=longest, **options)


def ask(
    http: httpx.Client,
    method: str,
    path: str,
    body: Any = None,
    *,
    params: Any = None,
    patience: float,
    timeout: float,
    repeatable: bool = True,
) -> Any:
    """The answer to a request, as JSON has it; a request that fails on its way is repeated for ``patience`` seconds."""
    import httpx

    until, wait = time.monotonic() + patience, _FIRST_WAIT
    while True:
        last = time.monotonic() + wait > until
        try:
            answer = http.request(method, path, json=body, params=params, timeout=timeout)
        except ValueError as error:  # JSON has no such number
            raise _not_finite(body, "") or error from error
        except httpx.TransportError as error:
            if last or not repeatable:
                raise StoreError(f"no answer from {http.base_url}: {str(error) or type(error).__name__}") from error
        else:
            if answer.is_success:
                return answer.json()
            if answer.status_code not in _AGAIN or last:
                raise refusal_of(answer)
        time.sleep(wait)
        wait = min(2.0 * wait, _LONGEST_WAIT)


def _not_finite(part: Any, field: str) -> BadValue | None:
    """The error about the first number of a body that is not finite; None if there is none."""
    if isinstance(part, float) and not math.isfinite(part):
        return BadValue.of(field, part, "a finite number")
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    named = ((value, f"{field}[{key!r}]" if field else str(key)) for key, value in inside)
    return next((error for value, name in named if (error := _not_finite(value, name))), None)


def refusal_of(answer: httpx.Response) -> Exception:
    """The error that an answer tells of."""
    try:
        refusal = dict(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        refusal = {"message": f"the server answered {answer.status_code}"}
    return error_of(answer.status_code, refusal)


def error_of(status: int, refusal: dict[str, Any]) -> Exception:
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
