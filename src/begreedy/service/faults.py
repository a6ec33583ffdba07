"""Errors as answers: a status and a body that names the field, its value (cut short) and what is allowed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from begreedy.bandit.records import (
    NAMED,
    Contradiction,
    NoSuchBandit,
    SettingsDiffer,
    StoreError,
    TooLate,
    UnknownArm,
    UnknownDecision,
)
from begreedy.service.bodies import FIELDS, NAME, PRINTABLE, fields_at
from begreedy.values.errors import BadInput
from begreedy.values.names import nearest

_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
_LONGEST, _LONGEST_TEXT = 100, 1000  # characters of a value that are repeated, and of our own texts


class Fault(Exception):
    """A request that is refused, and why."""

    def __init__(self, status: int, message: str, *, retry: int | None = None, **details: Any) -> None:
        super().__init__(message)
        self.status, self.retry = status, retry
        self.allow: list[str] = []  # the methods of the address, if another one was used
        self.body = {"error": {"message": message, **{name: _short(value, name) for name, value in details.items()}}}

    def headers(self) -> dict[str, str]:
        headers = {} if self.retry is None else {"Retry-After": str(self.retry)}
        if self.allow:
            headers["Allow"] = ", ".join(self.allow)
        if self.status == 401:
            # Basic lets a browser ask: any name, and the token as its password.
            headers["WWW-Authenticate"] = 'Bearer, Basic realm="begreedy: any name, the token as password"'
        return headers


def _short(value: Any, name: str = "value") -> Any:
    """A detail to repeat in an answer: never long, never something that JSON cannot express."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        text = value.encode("utf-8", "replace").decode()
    else:
        try:
            text = repr(value)
        except (ValueError, RecursionError):  # an integer of thousands of digits, or lists in lists
            text = f"a {type(value).__name__}"
    longest = _LONGEST if name == "value" else _LONGEST_TEXT
    return text if len(text) <= longest else text[:longest] + "..."


_STATUS: list[tuple[type[BaseException], int]] = [
    (NoSuchBandit, 404),
    (UnknownDecision, 404),
    (UnknownArm, 404),
    (SettingsDiffer, 409),
    (Contradiction, 409),
    (TooLate, 409),
    (StoreError, 503),
    (ValueError, 400),
    (TypeError, 400),
    (OverflowError, 400),
]


def fault_of(error: BaseException) -> Fault:
    """What an error of a bandit means to the client; errors that mean nothing to it are raised again."""
    if isinstance(error, Fault):
        return error
    for kind, status in _STATUS:
        if isinstance(error, kind):
            message = _short(str(error), "message")
            return Fault(status, message, retry=1 if status == 503 else None, **_details(error))
    raise error


def _details(error: BaseException) -> dict[str, Any]:
    """What a client needs to raise the same error: its kind, field, value and what is allowed."""
    if not isinstance(error, BadInput):
        return {}
    return {"kind": type(error).__name__, **error.details()}


def answer(fault: Fault) -> Response:
    body = json.dumps(fault.body, allow_nan=False)
    return Response(body, fault.status, fault.headers(), media_type="application/json")


def install(app: FastAPI) -> None:
    """Answer every error of this application in one form."""

    @app.exception_handler(Fault)
    async def refused_request(_: Request, fault: Fault) -> Response:
        return answer(fault)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(_first(list(error.errors()), request.scope["endpoint"]))

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        allow = _methods(app, request) if error.status_code == 405 else []
        words = {
            404: f"there is nothing at {_short(request.url.path)}",
            405: f"{request.method} is not allowed here; use {' or '.join(allow)}",
        }
        fault = Fault(error.status_code, words.get(error.status_code, str(error.detail)))
        fault.allow = allow
        return answer(fault)

    for kind in (*NAMED, StoreError):

        @app.exception_handler(kind)
        async def known(_: Request, error: Exception) -> Response:
            return answer(fault_of(error))


def _methods(app: FastAPI, request: Request) -> list[str]:
    """The methods that are allowed at the address of a request."""
    asked = [{**request.scope, "method": method} for method in _METHODS]
    return [s["method"] for s in asked if any(route.matches(s)[0] is Match.FULL for route in app.routes)]


def _first(errors: list[Any], endpoint: Callable[..., Any]) -> Fault:
    """The first thing that is wrong with a request, as pydantic found it, in our words."""
    errors = errors or [{"loc": ("body",), "type": "unreadable"}]
    # A field that is not known is often one that is missing, under a wrong name.
    wrong: dict[str, Any] = next((other for other in errors if other["type"] == "extra_forbidden"), errors[0])
    field, kind, value = _field(wrong), wrong.get("type"), wrong.get("input")
    if kind == "json_invalid":
        return Fault(400, f"the body must be JSON: {wrong.get('ctx', {}).get('error', 'unreadable')}", field="body")
    if kind == "extra_forbidden":
        allowed = "a field that this request has, see /docs"
        name = str(wrong["loc"][-1])[:_LONGEST]
        similar = nearest(name, sorted(fields_at(endpoint, wrong["loc"][1:-1])))
        words = f"{name} is not a field of this request; did you mean {similar}?"
        return Fault(400, words, field=field, value=value, allowed=allowed)
    if kind == "missing":
        return Fault(400, f"{field} is missing", field=field, value=None, allowed="a value")
    # Where a field may be one of several things, pydantic says of each why it is not that one; what is wrong inside a
    # list tells more than that the list is no number.
    inside = [other for other in errors if f"{_field(other)}.".startswith(f"{field}.") and other["type"] != "missing"]
    deepest = max(inside, key=lambda other: _field(other).count("."))
    field, value = _field(deepest), deepest.get("input")
    allowed = " or ".join(dict.fromkeys(_allowed(other) for other in inside if _field(other) == field))
    text = repr(_short(value)) if isinstance(value, str) else _short(value)
    return Fault(400, f"{field} must be {allowed}, got {text}", field=field, value=value, allowed=allowed)


def _field(wrong: dict[str, Any]) -> str:
    """The field that is wrong, with its place in lists: "rewards.0.cost"."""
    place = [part for part in wrong.get("loc", ()) if part not in ("body", "query", "path")]
    # After the first, texts that are not fields are pydantic's names for the alternatives of a value.
    place = [part for part in place if part == place[0] or isinstance(part, int) or part in FIELDS]
    return ".".join(str(part)[:_LONGEST] for part in place) or "body"


_KINDS = {
    "greater_than": "greater than {gt:g}",
    "greater_than_equal": "at least {ge:.15g}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:.15g}",
    "finite_number": "a finite number",
    "string_type": "a text",
    "string_too_short": "a text of at least {min_length} characters",
    "string_too_long": "a text of at most {max_length} characters",
    "string_unicode": "a text of whole characters",
    "literal_error": "{expected}",
    "list_type": "a list",
    "too_short": "a list of at least {min_length}",
    "too_long": "a list of at most {max_length}",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing"), "a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
}
_PATTERNS = {NAME: "1 to 100 letters, digits, dots, dashes and underscores", PRINTABLE: "a text that can be printed"}


def _allowed(wrong: dict[str, Any]) -> str:
    """What a value must be, where pydantic found it to be something else."""
    context = wrong.get("ctx") or {}
    if context.get("min_length") == 1:
        return f"a {'text' if wrong['type'] == 'string_too_short' else 'list'} that is not empty"
    if wrong["type"] == "string_pattern_mismatch":
        pattern = context["pattern"]
        return _PATTERNS.get(pattern, f"a text that matches {pattern}")
    words = _KINDS.get(wrong["type"])
    return words.format(**context) if words else str(wrong.get("msg", ""))[:300]  # "not_allowed": in our own words
