"""What both servers have in common: an address to listen at, connections, and streams that end before they stop."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

PATIENCE = 30.0  # seconds for the head of a request to arrive, and for its body
_LONGEST_HEAD = 64_000  # bytes


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@contextmanager
def listening(host: str, port: int) -> Iterator[tuple[socket.socket, str]]:
    """A socket at which clients wait from now on, and the address to tell them; port 0 is any that is free."""
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    with socket.socket(family) as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((bare, port))
        except OSError as error:
            raise OSError(error.errno, f"cannot listen on {host}, port {port}: {error.strerror}") from None
        opened.listen(2048)
        shown = f"[{bare}]" if family == socket.AF_INET6 else bare
        yield opened, f"http://{shown}:{opened.getsockname()[1]}"


class Connection(HttpToolsProtocol):
    """A connection that a client can neither hold without a request nor fill with a head that never ends."""

    _deadline: asyncio.TimerHandle | None = None  # while something is awaited of the client
    _outside = 0  # bytes of a head or of trailers: since the last head, piece of a body or message ended

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._outside += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._answered():  # or else the application waits for the rest
            self._await()
        if self._outside > _LONGEST_HEAD:
            self._refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._answered():  # or else nothing may be written between what is being answered
            self._await()

    def on_headers_complete(self) -> None:
        self._arrived()
        self._outside = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._outside = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._outside = 0
        super().on_message_complete()

    def _answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self._refuse, 408)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, status: int) -> None:
        self._arrived()
        if not self.transport.is_closing():
            begun = self.pipeline or (self.cycle is not None and self.cycle.response_started)
            if self._answered() or not begun:  # or else it would stand in the midst of an answer
                self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()


class Server(uvicorn.Server):
    """Calls ``leave`` when it is told to stop: it waits for answers under way, and a stream would keep it waiting."""

    def __init__(self, config: uvicorn.Config, leave: Callable[[], None]) -> None:
        super().__init__(config)
        self._leave = leave

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._leave()
        super().handle_exit(sig, frame)
