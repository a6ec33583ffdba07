"""The log of the server: lines of text or of JSON, one per event, without tokens, passwords or what users sent.

The line of a request has its id, method, path, route, status and time, who asked (the name of the token, never the
token itself) and from where; it has neither the query nor headers nor the body.  The id is the client's
``X-Request-Id``, if it is a plain word, or a new one, and the answer carries it.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from typing import Any, TextIO

from begreedy.service.options import ServiceOptions

REQUEST_ID = b"x-request-id"
_PLAIN = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_HIDDEN = (
    (re.compile(r"(?i)\b(bearer|basic)\s+[^\s\"',]+"), r"\1 ***"),
    (re.compile(r"(\b\w++://)[^\s/@]*@"), r"\1***@"),
    (re.compile(r"(?i)\b(password|passwd|token|secret)(\s*[=:]\s*)[^\s&,;\"']+"), r"\1\2***"),
)
_log = logging.getLogger("begreedy.access")


def request_id(headers: dict[bytes, bytes]) -> str:
    """The id of the client, or a new one."""
    given = headers.get(REQUEST_ID, b"")
    return given.decode() if _PLAIN.fullmatch(given) else secrets.token_hex(8)


def log_request(scope: Any, identifier: str, status: int, seconds: float) -> None:
    """Log a request that was answered."""
    if not _log.isEnabledFor(logging.INFO):
        return
    access, parameters = scope.get("access"), scope.get("path_params") or {}
    fields = {
        "request_id": identifier,
        "method": scope["method"],
        "path": scope["path"],
        "route": getattr(scope.get("route"), "path", None),
        "bandit": parameters.get("name"),
        "status": status,
        "seconds": round(seconds, 6),
        "client": scope["client"][0] if scope.get("client") else None,
        "token": getattr(access, "name", "") or None,
    }
    _log.info("request", extra={"fields": fields})


def hidden(text: str, known: tuple[str, ...] = ()) -> str:
    """A text without anything that looks like a token or a password, and without the known ones."""
    for secret in known:
        text = text.replace(secret, "***")
    for pattern, instead in _HIDDEN:
        text = pattern.sub(instead, text)
    return text


class LineFormatter(logging.Formatter):
    """A record as one line."""

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__()
        self._known = known

    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        """The parts of a line: time, level, source, message, and further fields."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        head = {"time": moment, "level": record.levelname.lower(), "logger": record.name}
        fields = {name: value for name, value in getattr(record, "fields", {}).items() if value is not None}
        error = {"error": self.formatException(record.exc_info)} if record.exc_info else {}
        parts = {**head, "message": record.getMessage(), **fields, **error}
        return {name: hidden(part, self._known) if isinstance(part, str) else part for name, part in parts.items()}

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        head = " ".join(_printable(parts.pop(name)) for name in ("time", "level", "logger", "message"))
        return " ".join([head, *(f"{name}={_printable(part)}" for name, part in parts.items())])


class JsonLines(LineFormatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.parts(record))


def _printable(part: object) -> str:
    text = str(part)
    return text if text.isprintable() else ascii(text)


def set_up(options: ServiceOptions, out: TextIO | None = None) -> logging.Handler:
    """Send what the server logs to standard error, in the format of the options."""
    password = re.search(r"://[^/?#]*?:([^/?#]*)@", options.store)
    known = [options.token, password[1] if password else None]
    formats = {"text": LineFormatter, "json": JsonLines}
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(formats[options.log_format](tuple(secret for secret in known if secret)))
    for name, level in (("begreedy", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    _log.setLevel(logging.INFO if options.access_log else logging.WARNING)
    return handler
