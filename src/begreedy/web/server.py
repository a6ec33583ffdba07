"""What both servers have in common: an address to listen at, and streams that end before they stop."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn


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


class Server(uvicorn.Server):
    """Calls ``leave`` when it is told to stop: it waits for answers under way, and a stream would keep it waiting."""

    def __init__(self, config: uvicorn.Config, leave: Callable[[], None]) -> None:
        super().__init__(config)
        self._leave = leave

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._leave()
        super().handle_exit(sig, frame)
