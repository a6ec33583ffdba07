"""The command ``begreedy serve``: durable bandits over HTTP."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from begreedy.values.errors import BadType, BadValue, within
from begreedy.values.extras import MissingExtra
from begreedy.values.names import nearest
from begreedy.values.settings_file import settings_table


def _setting(name: str, words: str, **more: Any) -> Any:
    """An option that can also be set in the environment and in the settings file."""
    return typer.Option(envvar=f"BEGREEDY_{name.upper()}", help=words, **more)


def _read_settings(context: typer.Context, path: Path | None) -> Path | None:
    """Take settings from a file where neither the command line nor the environment has them."""
    if path is not None and not context.resilient_parsing:
        context.default_map = {**(context.default_map or {}), **_settings(path, context)}
    return path


# What a file may have for an option, by the type of its default; a text is read as on the command line.
_KINDS: dict[type, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
}


def _settings(path: Path, context: typer.Context) -> dict[str, Any]:
    try:
        content = settings_table(path)
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, numbers without end, brackets likewise
        raise BadValue.of("config", str(path), "a TOML file", got=f"{path}: {error}") from None
    options = {option.name or "": option for option in context.command.params if isinstance(option.envvar, str)}
    known = [name for name in options if name != "config"]
    settings = {name.replace("-", "_"): value for name, value in content.items()}
    with within(str(path)):
        for name, value in settings.items():
            if name not in known:
                hint = f"did you mean {nearest(name, known)}?"
                raise BadValue.of(name, name, "a setting of begreedy serve", got="", hint=hint)
            kinds, allowed = _KINDS.get(type(options[name].default), ((), "a text"))
            if not isinstance(value, str) and type(value) not in kinds:
                raise BadType.of(name, value, allowed)
    return settings


Config = Annotated[
    Path | None,
    _setting(
        "config", "TOML file with any of these settings, under these names.", is_eager=True, callback=_read_settings
    ),
]
Store = Annotated[str, _setting("store", "Store of the bandits.", metavar="FILE|postgresql://...")]
Host = Annotated[str, _setting("host", "Address to listen on; any but 127.0.0.1 needs a token.")]
Port = Annotated[int, _setting("port", "Port; 0 for any free one.")]
TokenFile = Annotated[
    str | None, _setting("token_file", "File with a token that allows everything; or BEGREEDY_TOKEN.")
]
TokensFile = Annotated[str | None, _setting("tokens", "TOML file of tokens with roles.")]
Archive = Annotated[str | None, _setting("archive", "Folder for archived events.")]
LogFormat = Annotated[str, _setting("log_format", "Format of the log on standard error: text or json.")]
AccessLog = Annotated[bool, _setting("access_log", "Log every request.")]
Rate = Annotated[float, _setting("rate", "Requests per second and client; 0 for no limit.")]
MaxBytes = Annotated[int, _setting("max_bytes", "Largest request, in bytes.")]
MaxArms = Annotated[int, _setting("max_arms", "Arms that one bandit may play; its catalogue may be larger.")]
MaxBandits = Annotated[int, _setting("max_bandits", "Bandits in the store.")]
MaxOpen = Annotated[int, _setting("max_open", "Bandits in memory, each with a thread and a connection to the store.")]
MaxBatch = Annotated[int, _setting("max_batch", "Decisions or rewards in one request.")]
MaxWaiting = Annotated[int, _setting("max_waiting", "Requests waiting for one bandit.")]
MaxConnections = Annotated[int, _setting("max_connections", "Connections at a time.")]
Explore = Annotated[bool, _setting("explore", "Serve the explore page, under /explore/.")]
MaxSeconds = Annotated[
    float, _setting("max_seconds", "Explore page and advice: computing time per request, in seconds of one core.")
]
MaxMemory = Annotated[float, _setting("max_memory", "Explore page and advice: memory per request, in megabytes.")]
ExploreThreads = Annotated[int, _setting("threads", "Explore page: number of threads; 0 for all cores.")]
Patience = Annotated[float, _setting("patience", "Seconds that a request waits for the store.")]
Shutdown = Annotated[float, _setting("shutdown", "Seconds for requests under way when the server stops.")]
Sync = Annotated[str, _setting("sync", "SQLite: normal, or full, which survives a power cut.")]
Check = Annotated[bool, typer.Option("--check", help="Rebuild all state from the logs, compare, and exit.")]
Repair = Annotated[
    bool, typer.Option("--repair", help="With --check: rebuild hourly summaries that differ from the log.")
]
Migrate = Annotated[bool, typer.Option("--migrate", help="Migrate an older store to the current version, and exit.")]
Backup = Annotated[
    Path | None,
    typer.Option("--backup", metavar="FILE", help="Copy a SQLite store, also while it is in use, and exit."),
]


def serve(
    config: Config = None,  # noqa: ARG001  # read before the others
    store: Store = "bandits.db",
    host: Host = "127.0.0.1",
    port: Port = 8000,
    token_file: TokenFile = None,
    tokens: TokensFile = None,
    archive: Archive = None,
    log_format: LogFormat = "text",
    access_log: AccessLog = False,
    rate: Rate = 1000.0,
    max_bytes: MaxBytes = 1_000_000,
    max_arms: MaxArms = 50_000,
    max_bandits: MaxBandits = 1000,
    max_open: MaxOpen = 32,
    max_batch: MaxBatch = 1000,
    max_waiting: MaxWaiting = 10_000,
    max_connections: MaxConnections = 4000,
    explore: Explore = True,
    max_seconds: MaxSeconds = 120.0,
    max_memory: MaxMemory = 1000.0,
    threads: ExploreThreads = 0,
    patience: Patience = 10.0,
    shutdown: Shutdown = 30.0,
    sync: Sync = "normal",
    check: Check = False,
    repair: Repair = False,
    migrate: Migrate = False,
    backup: Backup = None,
) -> None:
    """Serve durable bandits over HTTP.

    Every decision and reward is recorded before it is answered.  The command line takes precedence over the
    environment, and the environment over the file of --config.
    """
    try:
        from begreedy.service import run
        from begreedy.service.options import ServiceOptions
        from begreedy.service.tokens import from_environment
    except ImportError as error:
        raise MissingExtra.of("begreedy serve", "serve", error) from None
    if repair and not check:
        raise BadValue.of("repair", True, "given with --check", got="--repair alone")
    if migrate or check or backup is not None:
        failed = run.migrate(store) if migrate else 0
        failed = failed or (run.check(store, repair) if check else 0)
        sys.exit(failed or (run.back_up(store, backup) if backup is not None else 0))
    options = ServiceOptions(
        store,
        host,
        port,
        from_environment(),
        token_file,
        tokens,
        archive=archive,
        log_format=log_format,
        access_log=access_log,
        rate=rate,
        max_bytes=max_bytes,
        sync=sync,
        patience=patience,
        shutdown=shutdown,
        max_bandits=max_bandits,
        max_open=max_open,
        max_arms=max_arms,
        max_batch=max_batch,
        max_waiting=max_waiting,
        max_connections=max_connections,
        explore=explore,
        max_seconds=max_seconds,
        max_memory=max_memory,
        threads=threads,
    )
    run.serve(options)
