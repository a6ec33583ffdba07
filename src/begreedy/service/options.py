"""Options of the server: its store, its address, who may ask, its log, and limits."""

from __future__ import annotations

from dataclasses import dataclass

from begreedy.bandit.settings.settings import MOST_PLAYING
from begreedy.explore.limits import Limits
from begreedy.values.errors import BadValue
from begreedy.values.value import finite, whole
from begreedy.web.server import is_loopback

TOKEN = "BEGREEDY_TOKEN"
SHORTEST_TOKEN = 16
_SLOWEST = 0.001  # requests per second
_LONGEST = 86_400.0  # seconds
_LIMITS = ("max_bandits", "max_open", "max_batch", "max_waiting", "max_connections")


@dataclass(frozen=True)
class ServiceOptions:
    """The options; ``rate`` is requests per second and client (0: no limit), ``max_bytes`` the size of a request.

    Every field but ``token``, which is a secret, is an option of the command line, a variable of the environment and a
    key of the file of settings, under the same name and with the same default.
    """

    store: str
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None  # one that may do everything
    token_file: str | None = None  # likewise
    tokens: str | None = None  # file of tokens with roles
    archive: str | None = None  # folder for events that are archived
    log_format: str = "text"  # or "json"
    access_log: bool = False  # whether every request is a line of the log
    rate: float = 1000.0
    max_bytes: int = 1_000_000
    sync: str = "normal"  # or "full": a commit waits for the disk, and survives a power cut
    patience: float = 10.0  # seconds that a request waits for the store
    shutdown: float = 30.0  # seconds that requests under way have when the server is told to stop
    max_bandits: int = 1000
    max_open: int = 32  # bandits in memory, each with a thread and a connection
    max_arms: int = 50_000  # that one bandit plays; its catalogue may be larger, where a Subsample plays some of it
    max_batch: int = 1000  # decisions or rewards of one request
    max_waiting: int = 10_000  # requests that wait for one bandit
    max_connections: int = 4000
    explore: bool = True  # whether there is the explore page, under /explore/
    max_seconds: float = 120.0  # of one core, that a simulation of the explore page, or advice, may take
    max_memory: float = 1000.0  # megabytes, likewise
    threads: int = 0  # of the explore page, for all simulations; 0: all cores

    def __post_init__(self) -> None:
        if not isinstance(self.store, str) or not self.store:
            raise BadValue.of("store", self.store, "a file or postgresql://...")
        for name, words in (("sync", ("normal", "full")), ("log_format", ("text", "json"))):
            if getattr(self, name) not in words:
                raise BadValue.of(name.replace("_", "-"), getattr(self, name), " or ".join(words))
        whole(self.port, "port", low=0, high=65535)
        if finite(self.rate, "rate") != 0.0 and self.rate < _SLOWEST:
            raise BadValue.of("rate", self.rate, f"0 (no limit) or at least {_SLOWEST}")
        for name in ("patience", "shutdown"):
            if not 0.0 < finite(getattr(self, name), name) <= _LONGEST:
                raise BadValue.of(name, getattr(self, name), f"greater than 0 and at most {_LONGEST:.0f} seconds")
        whole(self.max_bytes, "max-bytes", low=1000, high=2**30)
        whole(self.max_arms, "max-arms", low=1, high=MOST_PLAYING)
        whole(self.threads, "threads", low=0, high=2**16)
        Limits(self.max_seconds, self.max_memory)
        for name in _LIMITS:
            whole(getattr(self, name), name.replace("_", "-"), low=1, high=2**31)
        if self.token is not None:
            check_secret(self.token, "the token")
        if not self.guarded and not self.local:
            allowed = "an address of this machine only, such as 127.0.0.1, unless there is a token"
            hint = f"give a token in the variable {TOKEN}, with --token-file or with --tokens"
            raise BadValue.of("host", self.host, allowed, hint=hint)

    @property
    def guarded(self) -> bool:
        """Whether requests need a token."""
        return not (self.token is None and self.token_file is None and self.tokens is None)

    @property
    def local(self) -> bool:
        """Whether nobody but this machine can reach the server."""
        return is_loopback(self.host)


def check_secret(text: str, field: str) -> None:
    """Refuse a token that is short, or that no header can carry."""
    if len(text) < SHORTEST_TOKEN:
        raise BadValue.of(field, None, f"at least {SHORTEST_TOKEN} characters", verb="have", got=f"{len(text)}")
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise BadValue.of(field, None, "of printable ASCII characters without spaces", verb="consist", got="")
