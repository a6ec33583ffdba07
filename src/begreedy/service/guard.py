"""Checks of every request before it reaches the application: host, token, rate and size; and its metrics."""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
import re
import time
from collections import OrderedDict
from typing import Any

from begreedy.service.faults import Fault, answer
from begreedy.service.logs import REQUEST_ID, log_request, request_id
from begreedy.service.metrics import Metrics
from begreedy.service.options import ServiceOptions
from begreedy.service.page.routes import FILES
from begreedy.service.tokens import EVERYTHING, Tokens, check_request
from begreedy.web.server import PATIENCE, is_loopback

OPEN = frozenset({"/health", "/ready", "/"})  # without a token: whether the server works, and the page, which asks
_CLIENTS = 10_000  # addresses whose rate is remembered
_LONGEST_HEAD = 32_000
_ONCE = (b"authorization", b"content-type", b"host")  # a proxy could go by the first of two, and we by the last
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]*\]|[^:@\[\]]*)(?::\d*)?")  # a name or an address, and a port
_log = logging.getLogger("begreedy.service")
_BURST = 2.0  # seconds of its rate that a client may use at once


class Rates:
    """A bucket per client that fills with ``rate`` per second; the clients least recently heard from are forgotten."""

    def __init__(self, rate: float) -> None:
        self.rate, self.most = rate, max(1.0, _BURST * rate)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float) -> float:
        """Take one from a client's bucket: 0, or the seconds until there is one."""
        if self.rate == 0.0:
            return 0.0
        left, then = self._buckets.pop(client, (self.most, now))
        left = min(self.most, left + (now - then) * self.rate)
        allowed = left >= 1.0
        self._buckets[client] = (left - 1.0 if allowed else left, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1.0 - left) / self.rate


class Guard:
    """Wraps the application, which never sees what the guard refuses."""

    def __init__(self, app: Any, options: ServiceOptions, metrics: Metrics, tokens: Tokens | None = None) -> None:
        self.app, self.options, self.metrics = app, options, metrics
        self.rates = Rates(options.rate)
        self.tokens = tokens or Tokens(options)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        began, status, identifier = time.perf_counter(), 0, request_id(dict(scope["headers"]))

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.setdefault("headers", [])
                present = {name.lower() for name, _ in headers}
                headers.extend(header for header in _HEADERS if header[0] not in present)
                headers.append((REQUEST_ID, identifier.encode()))
            await send(message)

        with self.metrics.under_way():
            try:
                try:
                    self._admit(scope)
                    receive = await self._whole(scope, receive)
                except Fault as fault:
                    await answer(fault)(scope, receive, sending)
                else:
                    await self.app(scope, receive, sending)
            except asyncio.CancelledError:  # the server is stopping, and its time to answer is over
                if not status:
                    stopping = Fault(503, "the server is stopping; the call may or may not be recorded", retry=5)
                    await answer(stopping)(scope, receive, sending)
            except Exception:
                _log.exception("a request failed", extra={"fields": {"request_id": identifier, "path": scope["path"]}})
                if status:  # half an answer: the client must see that it is broken
                    raise
                await answer(Fault(500, f"the server failed; its log says why under {identifier}"))(
                    scope, receive, sending
                )
            finally:
                seconds = time.perf_counter() - began
                log_request(scope, identifier, status or 500, seconds)
                route = getattr(scope.get("route"), "path", "other")
                self.metrics.done(route, scope["method"], status or 500, seconds)

    def _admit(self, scope: Any) -> None:
        headers = dict(scope["headers"])
        around = sum(len(name) + len(value) for name, value in scope["headers"]) + len(scope["query_string"])
        if around + len(scope["path"]) > _LONGEST_HEAD:
            raise Fault(431, f"address and headers may have at most {_LONGEST_HEAD} characters together")
        names = [name for name, _ in scope["headers"]]
        if repeated := [name.decode() for name in _ONCE if names.count(name) > 1]:
            raise Fault(400, "this header may occur only once", field=repeated[0].title())
        client = scope["client"][0] if scope.get("client") else "?"
        wait = self.rates.wait(client, time.monotonic())
        if wait > 0.0:
            raise Fault(
                429, f"too many requests: {self.options.rate:g} per second are allowed", retry=max(1, round(wait + 0.5))
            )
        scope["access"] = EVERYTHING
        if not self.tokens.needed:
            self._check_host(headers.get(b"host", b"").decode("latin-1"))
        elif not _is_open(scope["path"]):
            secret = _secret(headers.get(b"authorization", b""))
            if secret is None:
                raise Fault(401, "a token is needed: Authorization: Bearer ...", field="Authorization")
            access = self.tokens.find(secret)
            if access is None:
                raise Fault(401, "this token is not known", field="Authorization")
            scope["access"] = access
            check_request(access, scope["method"], scope["path"])

    def _check_host(self, host: str) -> None:
        """Without a token the server is for this machine: a page from elsewhere must not reach it by another name."""
        parts = _HOST.fullmatch(host)
        if parts is None or not is_loopback(parts[1]):
            raise Fault(400, "Host must be this machine, such as 127.0.0.1", field="Host", value=host)

    async def _whole(self, scope: Any, receive: Any) -> Any:
        """The body, if it is not too long, as a function to receive it from again."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS", "DELETE"):
            return receive
        headers = dict(scope["headers"])
        most = self.options.max_bytes
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and (len(length) > 12 or int(length) > most):
            raise Fault(413, f"a request may have at most {most} bytes", field="Content-Length", value=length.decode())
        body = bytearray()
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        break
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise Fault(413, f"a request may have at most {most} bytes", field="body")
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise Fault(408, f"the request did not arrive within {PATIENCE:g} seconds") from None
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if body and kind != b"application/json":
            raise Fault(
                415, "Content-Type must be application/json", field="Content-Type", value=kind.decode("latin-1")
            )
        sent = False

        async def again() -> Any:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return again


def _secret(authorization: bytes) -> bytes | None:
    """The token in a header."""
    kind, _, text = authorization.partition(b" ")
    text = text.strip()
    if kind.lower() == b"bearer":
        return text
    if kind.lower() != b"basic":
        return None
    try:
        return base64.b64decode(text, validate=True).partition(b":")[2]
    except binascii.Error:
        return None


def _is_open(path: str) -> bool:
    """Whether a path shows nothing that a token protects: the files of the page are part of the package."""
    return path in OPEN or path.startswith(FILES)


_HEADERS = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]
