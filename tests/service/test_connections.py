"""Connections that somebody opens to hold or fill them: without a request, with a head or a body that never ends."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import httpx
import pytest
import uvicorn

from begreedy.service import guard
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from begreedy.web import server as web

pytestmark = pytest.mark.timeout(120)
TOKEN = "0123456789abcdef"


@contextlib.contextmanager
def serving(options):
    """A server in a thread, as ``begreedy serve`` sets it up; its port."""
    with web.listening("127.0.0.1", 0) as (listening, address):
        config = uvicorn.Config(
            create_app(options), http=web.Connection, log_config=None, limit_concurrency=options.max_connections
        )
        server = web.Server(config, lambda: None)
        server.install_signal_handlers = lambda: None
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield int(address.rsplit(":", 1)[1])
        server.should_exit = True
        thread.join(30)


@pytest.fixture
def port(tmp_path, monkeypatch):
    """That of a server which waits for a client only for a moment."""
    monkeypatch.setattr(web, "PATIENCE", 0.5)
    monkeypatch.setattr(guard, "PATIENCE", 0.5)
    with serving(ServiceOptions(str(tmp_path / "bandits.db"), max_connections=20, explore=False)) as port:
        yield port


def answer(port, *parts, wait=0.0):
    """What the server says to bytes that come in parts, until it closes the connection; none if it resets that."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client, contextlib.suppress(ConnectionError):
        for part in parts:
            client.sendall(part)
            time.sleep(wait)
        while data := client.recv(65536):
            received += data
    return received


HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def test_connections_without_a_request_are_closed(port):
    """As many as there may be keep others out only for a moment, once or always."""
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(25)]
    deadline = time.monotonic() + 10
    statuses = []
    while 200 not in statuses and time.monotonic() < deadline:
        with contextlib.suppress(httpx.TransportError):
            statuses.append(httpx.get(f"http://127.0.0.1:{port}/health").status_code)
        time.sleep(0.1)
    assert statuses[-1] == 200
    assert all(b" 408 " in connection.recv(1000) for connection in idle)


@pytest.mark.every_time("a head without its end", "letters")
@pytest.mark.parametrize(
    "parts",
    [[HEAD], [b"\r\n"], [HEAD + b"\r\n", b"\r\n"], [HEAD + b"\r\n", b"GET"], [b"G", b"E", b"T"]],
    ids=["a head without its end", "an empty line", "an empty line afterwards", "a second head", "letters"],
)
def test_heads_must_arrive_soon(port, parts):
    """Whatever was sent before."""
    began = time.monotonic()
    assert b" 408 " in answer(port, *parts, wait=0.1)
    assert time.monotonic() - began < 5


def test_a_slow_request_in_time_is_answered(port):
    head = HEAD + b"Connection: close\r\n\r\n"
    assert b" 200 OK" in answer(port, head[:10], head[10:30], head[30:], wait=0.1)
    twice = answer(port, HEAD + b"\r\n" + head)
    assert twice.count(b" 200 OK") == 2


@pytest.mark.parametrize("line", [b"X-A: b\r\n", b"b", b"X-A:" + b" " * 1000 + b"\r\n"], ids=["lines", "one", "spaces"])
def test_heads_without_end_are_refused(port, line):
    """Two hundred megabytes of head are neither kept nor even received."""
    start = b"GET /" if line == b"b" else HEAD
    assert b" 431 " in answer(port, start + (line * 70_000)[:70_000])
    piece = line * (1_000_000 // len(line))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(start)
        with pytest.raises(ConnectionError):
            client.sendall(piece * 200)


@pytest.mark.long
@pytest.mark.parametrize("chunked", [True, False])
def test_bodies_without_end_are_refused(port, chunked):
    """Larger than allowed, whether their length is said or not; and those that dribble."""
    post = b"POST /bandits HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    if chunked:
        head, piece = post + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b" " * 65536 + b"\r\n"
    else:
        head, piece = post + b"Content-Length: 900000000000\r\n\r\n", b" " * 65536
    assert b" 413 " in answer(port, head, *[piece] * 200)
    assert b" 408 " in answer(port, post + b"Content-Length: 100\r\n\r\n", b"{")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:80@evil", "evil:80", "[::1]evil", "127.0.0.1:x", ""])
def test_a_host_of_another_name_is_refused(port, host):
    """Without tokens the server is for this machine."""
    said = answer(port, f"GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert b" 400 " in said
    for fine in ("127.0.0.1", "localhost:8000", "[::1]", "[::1]:80", "127.0.0.1:"):
        said = answer(port, f"GET /health HTTP/1.1\r\nHost: {fine}\r\nConnection: close\r\n\r\n".encode())
        assert b" 200 OK" in said


@pytest.mark.parametrize("name", ["Host", "Authorization", "Content-Type"])
def test_a_header_that_decides_is_there_once(port, name):
    """A proxy could go by another of the two."""
    values = {"Host": "127.0.0.1", "Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    lines = "".join(f"{header}: {value}\r\n" for header, value in values.items()) + f"{name}: x\r\n"
    said = answer(port, f"POST /bandits HTTP/1.1\r\n{lines}Connection: close\r\nContent-Length: 0\r\n\r\n".encode())
    assert b" 400 " in said
    assert b"may occur only once" in said


def test_trailers_without_end_are_refused(port):
    """What follows the last piece of a body is held to the length of a head."""
    head = b"POST /bandits HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: "
    assert b" 431 " in answer(port, head, *[b"a" * 20_000] * 5, wait=0.02)


def test_a_long_body_in_small_pieces_is_read(port):
    """The framing of its pieces is no head: refused for what it says, not for its length."""
    head = b"POST /bandits HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    said = answer(port, head, *[b"1\r\n \r\n" * 4000] * 10, b"0\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 4")
    assert b" 431 " not in said
