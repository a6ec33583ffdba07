"""Checks of every request before it reaches the application: host, token, rate and size; and its metrics."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
import time
from collections import OrderedDict
from typing import Any

from begreedy.service.faults import Fault, answer
from begreedy.service.metrics import Metrics
from begreedy.service.options import Options
from begreedy.web.server import is_loopback

OPEN = frozenset({"/health", "/ready"})  # without a token: they tell nothing but whether the server works
_CLIENTS = 10_000  # addresses whose rate is remembered
_PATIENCE = 30.0  # seconds for a request to arrive
_LONGEST_HEAD = 32_000
_BURST = 2.0  # seconds of its rate that a client may use at once


class Rates:
    """A bucket per client that fills with ``rate`` per second; the clients longest not heard of are forgotten."""

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
    """Wraps the application; what it refuses, the application never sees."""

    def __init__(self, app: Any, options: Options, metrics: Metrics) -> None:
        self.app, self.options, self.metrics = app, options, metrics
        self.rates = Rates(options.rate)
        self._token = None if options.token is None else options.token.encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.setdefault("headers", [])
                present = {name.lower() for name, _ in headers}
                headers.extend(header for header in _HEADERS if header[0] not in present)
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
            except asyncio.CancelledError:  # the server stops, and its time to answer is over
                if not status:
                    stopping = Fault(503, "the server stops; the call may or may not be recorded", retry=5)
                    await answer(stopping)(scope, receive, sending)
            finally:
                route = getattr(scope.get("route"), "path", "other")
                self.metrics.done(route, scope["method"], status or 500, time.perf_counter() - began)

    def _admit(self, scope: Any) -> None:
        headers = dict(scope["headers"])
        around = sum(len(name) + len(value) for name, value in scope["headers"]) + len(scope["query_string"])
        if around + len(scope["path"]) > _LONGEST_HEAD:
            raise Fault(431, f"address and headers may have {_LONGEST_HEAD} characters together")
        client = scope["client"][0] if scope.get("client") else "?"
        wait = self.rates.wait(client, time.monotonic())
        if wait > 0.0:
            raise Fault(
                429, f"too many requests: {self.options.rate:g} per second are allowed", retry=max(1, round(wait + 0.5))
            )
        if self._token is None:
            self._check_host(headers.get(b"host", b"").decode("latin-1"))
        elif scope["path"] not in OPEN and not self._knows(headers.get(b"authorization", b"")):
            raise Fault(401, "a token is needed: Authorization: Bearer ...", field="Authorization")

    def _knows(self, authorization: bytes) -> bool:
        """Whether a header has the token, compared in a time that does not depend on where they differ."""
        kind, _, text = authorization.partition(b" ")
        text = text.strip()
        if kind.lower() == b"basic":
            try:
                text = base64.b64decode(text, validate=True).partition(b":")[2]
            except binascii.Error:
                return False
        elif kind.lower() != b"bearer":
            return False
        return hmac.compare_digest(text, self._token or b"")

    def _check_host(self, host: str) -> None:
        """Without a token the server is for this machine: a page from elsewhere must not reach it by a name it took."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if not is_loopback(name):
            raise Fault(400, "Host must be this machine, such as 127.0.0.1", field="Host", value=host)

    async def _whole(self, scope: Any, receive: Any) -> Any:
        """The body, if it is not too long, as something to receive it from again."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS", "DELETE"):
            return receive
        headers = dict(scope["headers"])
        most = self.options.max_bytes
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and (len(length) > 12 or int(length) > most):
            raise Fault(413, f"a request may have {most} bytes", field="Content-Length", value=length.decode())
        body = bytearray()
        try:
            async with asyncio.timeout(_PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        break
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise Fault(413, f"a request may have {most} bytes", field="body")
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise Fault(408, f"the request did not arrive within {_PATIENCE:g} seconds") from None
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


_HEADERS = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]
