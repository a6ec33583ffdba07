"""The command ``begreedy serve``: serve a store until stopped, or check the bandits in it."""

from __future__ import annotations

import logging
import math
import signal
from pathlib import Path

import uvicorn

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.log.rebuilding import is_about_hours, rebuild_hours
from begreedy.bandit.records import StoreError
from begreedy.bandit.store.backup import backup
from begreedy.bandit.store.integrity import problems_of
from begreedy.bandit.store.opening import bandits, bring_up
from begreedy.service import logs
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from begreedy.web.server import Connection, Server, listening

_log = logging.getLogger("begreedy.service")


def serve(options: ServiceOptions) -> None:
    """Serve a store until SIGTERM or Ctrl-C; requests under way are answered, then the store is closed."""
    logs.set_up(options)
    app = create_app(options)
    with listening(options.host, options.port) as (socket, address):
        who = "with a token" if options.guarded else "from this machine only"
        _log.info("begreedy serves at %s, %s; Ctrl-C ends it", address, who)
        settings = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=math.ceil(options.shutdown),
            limit_concurrency=options.max_connections,
            server_header=False,
            http=Connection,
            forwarded_allow_ips="",  # the client is whoever connects: a header could name anybody
        )
        for number in (signal.SIGINT, signal.SIGTERM):  # it has stopped as asked: the signal need not kill it as well
            signal.signal(number, lambda *_: None)
        Server(settings, app.state.leave).run(sockets=[socket])


def migrate(store: str) -> int:
    """Bring the tables of a store to the present version, and say so."""
    before, now = bring_up(store)
    words = f"were of version {before} and are of version {now} now" if before != now else f"are of version {now}"
    print(f"the tables of {_name(store)} {words}")
    return 0


def back_up(store: str, path: Path) -> int:
    """Copy a store to a new file, and say so."""
    backup(store, path)
    print(f"{_name(store)} is copied to {path}")
    return 0


def _name(store: str) -> str:
    return Path(store).name if "://" not in store else "the database"


def check(store: str, repair: bool = False) -> int:
    """Check the store, rebuild every bandit from its log, compare, and print the outcome; 0 if all agree, else 1.

    ``repair``: where nothing but summaries by the hour differs, write these anew.
    """
    problems, names, failed = problems_of(store), bandits(store), 0
    for problem in problems:
        print(f"{_name(store)}: {problem}")
    for name in names:
        try:
            with Bandit.open(store, name) as bandit:
                report = bandit.check()
                if repair and not report.ok and all(map(is_about_hours, report.problems)):
                    print(f"{name}: {rebuild_hours(bandit)} hours were rebuilt from the log; {report.problems[0]}")
                    report = bandit.check()
        except Exception as error:  # whatever a damaged store may cause
            words = error if isinstance(error, (StoreError, ValueError)) else f"{type(error).__name__}: {error}"
            print(f"{name}: cannot be opened: {words}")
            failed += 1
            continue
        print(f"{name}: {report}")
        failed += not report.ok
    words = "all agree with their logs" if not failed else f"{failed} do not agree"
    words += "; the store itself is damaged" if problems else ""
    print(f"{len(names)} bandits in {_name(store)}: {words}")
    return 1 if failed or problems else 0
