"""How many decisions and rewards per second a server takes, and how long each waits.

Starts ``begreedy serve`` on a new store (or on the PostgreSQL database that is named) and lets clients ask for a
decision and tell its reward, over and over: one by one, then in batches.

    python load.py [--store FILE|postgresql://...] [--arms 1000] [--clients 1 8 64] [--batch 50] [--seconds 5] [--page]

With ``--page`` everything is measured twice, in turns: without the operator's page, and with it open in Chromium.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "begreedy", "serve", "--port", "0", "--rate", "0", "--patience", "60"]


class Server(NamedTuple):
    """A running server: its port, and its process."""

    port: int
    process: int


class Connection:
    """As little HTTP as it takes, so that what is measured is the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.waits: list[float] = []

    async def __aenter__(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.close()

    async def post(self, path: str, body: object) -> dict:
        began = time.perf_counter()
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self.writer.write(head.encode() + b"Content-Length: %d\r\n\r\n" % len(content) + content)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", answer, re.I)[1])
        text = await self.reader.readexactly(length)
        if not answer.startswith(b"HTTP/1.1 20"):
            raise RuntimeError(f"{answer.splitlines()[0].decode()}: {text.decode()}")
        self.waits.append(time.perf_counter() - began)
        return json.loads(text)


async def one_by_one(connection: Connection, bandit: str, until: float) -> int:
    pairs = 0
    while time.perf_counter() < until:
        decision = await connection.post(f"{bandit}/decide", {})
        await connection.post(f"{bandit}/reward", {"decision_id": decision["id"], "value": float(pairs % 2)})
        pairs += 1
    return pairs


async def in_batches(connection: Connection, bandit: str, until: float, size: int) -> int:
    pairs = 0
    while time.perf_counter() < until:
        found = (await connection.post(f"{bandit}/decide-many", {"count": size}))["decisions"]
        rewards = [{"decision_id": one["id"], "value": float(i % 2)} for i, one in enumerate(found)]
        await connection.post(f"{bandit}/reward-many", {"rewards": rewards})
        pairs += size
    return pairs


Measured = tuple[float, float, float, float]


def cpu(process: int) -> float:
    """Seconds of CPU that a process has used so far; 0 where nobody can tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(server: Server, bandit: str, clients: int, seconds: float, batch: int) -> Measured:
    """Pairs of decision and reward per second, the wait of the middle request and of the slowest 1 %.

    And the server's CPU per pair, in seconds, which says something also on a machine that does other things.
    """
    port, before = server.port, cpu(server.process)
    connections = [await Connection(port).__aenter__() for _ in range(clients)]
    began = time.perf_counter()
    if batch > 1:
        play = [in_batches(connection, bandit, began + seconds, batch) for connection in connections]
    else:
        play = [one_by_one(connection, bandit, began + seconds) for connection in connections]
    pairs = sum(await asyncio.gather(*play))
    took = time.perf_counter() - began
    waits = sorted(wait for connection in connections for wait in connection.waits)
    for connection in connections:
        connection.writer.close()
    return pairs / took, waits[len(waits) // 2], waits[int(0.99 * len(waits))], (cpu(server.process) - before) / pairs


async def load(server: Server, arguments: argparse.Namespace) -> None:
    name = f"load-{uuid.uuid4().hex[:8]}"
    port = server.port
    async with Connection(port) as first:
        await first.post(
            "/bandits", {"name": name, "policy": arguments.policy, "arms": arguments.arms, "horizon": 10**6}
        )
        await first.post(f"/bandits/{name}/decide", {})
    print("clients  batch  page  pairs per second  50 % wait  99 % wait  CPU per pair")
    async with opened(port, name if arguments.page else None) as look:
        for batch in (1, arguments.batch):
            for clients in arguments.clients:
                tries: dict[bool, list[Measured]] = {False: [], True: []}
                for turn in range(arguments.repeats * (2 if arguments.page else 1)):
                    shown = arguments.page and turn % 2 == 1
                    await look(shown)
                    found = await measure(server, f"/bandits/{name}", clients, arguments.seconds, batch)
                    tries[shown].append(found)
                for shown, some in tries.items():
                    if some:
                        rate, middle, slow, _ = max(some)  # the one that other work on the machine disturbed least
                        spent = 1e6 * min(one[3] for one in some)
                        what = f"{clients:>7}  {batch:>5}  {'open' if shown else '-':>4}  {rate:>16.0f}"
                        print(f"{what}  {1000 * middle:>6.1f} ms  {1000 * slow:>6.1f} ms  {spent:>9.0f} µs", flush=True)


@asynccontextmanager
async def opened(port: int, bandit: str | None) -> AsyncIterator[Callable[[bool], Awaitable[None]]]:
    """What shows the page of a bandit in a browser, or none, from one measurement to the next."""
    if bandit is None:

        async def nothing(shown: bool) -> None:
            pass

        yield nothing
        return
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = await chromium.new_page()

        async def look(shown: bool) -> None:
            await page.goto(f"http://127.0.0.1:{port}/#/{bandit}" if shown else "about:blank")
            if shown:
                await page.wait_for_selector(f'html[data-ready="{bandit}"]')

        yield look
        await chromium.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--store")
    options.add_argument("--policy", default="Greedy()")
    options.add_argument("--arms", type=int, default=1000)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64])
    options.add_argument("--repeats", type=int, default=1)
    options.add_argument("--batch", type=int, default=50)
    options.add_argument("--page", action="store_true")
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = arguments.store or str(Path(folder) / "load.db")
        server = subprocess.Popen([*COMMAND, "--store", store], stderr=subprocess.PIPE, text=True)
        try:
            line = server.stderr.readline()
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found is None:
                sys.exit(f"the server did not start: {line}{server.stderr.read()}")
            asyncio.run(load(Server(int(found[1]), server.pid), arguments))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
