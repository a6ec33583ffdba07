"""The command ``begreedy serve``: serve a store until stopped, or check the bandits in it."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import uvicorn

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.opening import bandits
from begreedy.bandit.records import StoreError
from begreedy.service.app import create_app
from begreedy.service.options import Options
from begreedy.web.server import Server, listening

_SHUTDOWN = 30  # seconds for requests under way to be answered
_CONNECTIONS = 4000


def serve(options: Options) -> None:
    """Serve a store until SIGTERM or Ctrl-C; requests under way are answered, then the store is closed."""
    app = create_app(options)
    with listening(options.host, options.port) as (socket, address):
        who = "with a token" if options.token else "from this machine only"
        print(f"begreedy serves at {address}, {who}; Ctrl-C ends it", file=sys.stderr, flush=True)
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=_SHUTDOWN,
            limit_concurrency=_CONNECTIONS,
            server_header=False,
            h11_max_incomplete_event_size=64_000,
            forwarded_allow_ips="",  # who asks is who connects: a header could name anybody
        )
        for number in (signal.SIGINT, signal.SIGTERM):  # told to stop, stopped: no reason to die of it as well
            signal.signal(number, lambda *_: None)
        Server(settings, app.state.explorer.leave).run(sockets=[socket])


def check(store: str) -> int:
    """Rebuild every bandit from its log, compare, and print what came out; 0 if all agree, 1 otherwise."""
    names, failed = bandits(store), 0
    for name in names:
        try:
            with Bandit.open(store, name) as bandit:
                report = bandit.check()
        except (StoreError, ValueError, TypeError) as error:
            print(f"{name}: cannot be opened: {error}")
            failed += 1
            continue
        print(f"{name}: {report}")
        failed += not report.ok
    words = "all agree with their logs" if not failed else f"{failed} do not agree"
    print(f"{len(names)} bandits in {Path(store).name if '://' not in store else 'the database'}: {words}")
    return 1 if failed else 0
