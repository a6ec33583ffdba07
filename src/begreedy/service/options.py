"""Options of the server: its store, its address and token, and limits."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole
from begreedy.web.server import is_loopback

TOKEN = "BEGREEDY_TOKEN"
_SHORTEST_TOKEN = 16


@dataclass(frozen=True)
class Options:
    """``rate`` is requests per second and client address (0: no limit), ``max_bytes`` the size of a request."""

    store: str
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    rate: float = 1000.0
    max_bytes: int = 1_000_000
    sync: str = "normal"  # or "full": a commit waits for the disk, and outlives a power cut
    patience: float = 10.0  # seconds that a request waits for the store
    max_bandits: int = 1000
    max_open: int = 32  # bandits in memory, each with a thread and a connection
    max_arms: int = 50_000  # that one bandit plays; its catalogue may be larger, where a Subsample plays some of it
    max_batch: int = 1000  # decisions or rewards of one request
    max_waiting: int = 10_000  # requests that wait for one bandit

    def __post_init__(self) -> None:
        if not isinstance(self.store, str) or not self.store:
            raise BadValue.of("store", self.store, "a file or postgresql://...")
        if self.sync not in ("normal", "full"):
            raise BadValue.of("sync", self.sync, "normal or full")
        whole(self.port, "port", low=0, high=65535)
        if finite(self.rate, "rate") < 0.0:
            raise BadValue.of("rate", self.rate, "at least 0 (no limit)")
        if finite(self.patience, "patience") <= 0.0:
            raise BadValue.of("patience", self.patience, "greater than 0 seconds")
        whole(self.max_bytes, "max-bytes", low=1000, high=2**30)
        for name in ("max_bandits", "max_open", "max_arms", "max_batch", "max_waiting"):
            whole(getattr(self, name), name, low=1)
        if self.token is not None and len(self.token) < _SHORTEST_TOKEN:
            allowed, got = f"at least {_SHORTEST_TOKEN} characters", f"{len(self.token)}"
            raise BadValue.of("the token", None, allowed, verb="have", got=got)
        if self.token is not None and not (self.token.isascii() and self.token.isprintable() and " " not in self.token):
            raise BadValue.of("the token", None, "of printable ASCII characters without spaces", verb="consist", got="")
        if self.token is None and not self.local:
            allowed = "an address of this machine only, such as 127.0.0.1, unless there is a token"
            hint = f"give a token in the variable {TOKEN} or with --token-file"
            raise BadValue.of("host", self.host, allowed, hint=hint)

    @property
    def local(self) -> bool:
        """Whether nobody but this machine can reach the server."""
        return is_loopback(self.host)


def read_token(file: Path | None) -> str | None:
    """The token in a file or, if none is named, in the environment."""
    if file is None:
        return os.environ.get(TOKEN) or None
    text = file.read_text(encoding="utf-8").strip()
    if not text:
        raise BadValue.of("token-file", str(file), "a token", verb="contain", got=f"an empty file {file}")
    return text
