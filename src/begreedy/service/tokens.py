"""Who may do what: tokens with roles, for bandits by name, from files that are read again when they change.

role        what it may do
==========  ==================================================================
decide      ask for decisions
report      report rewards
read        look: states, arms, logs, exports, metrics, pages
manage      all of this; make, change and delete bandits; ask for advice; run simulations

A file of tokens is TOML::

    [[token]]
    name = "shop"                      # for the log
    secret = "..."                     # or sha256 = "...": that of the secret in hexadecimal digits
    roles = ["decide", "report"]
    bandits = ["shop-*", "front-page"] # all, unless given
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from begreedy.service.faults import Fault
from begreedy.service.options import TOKEN, ServiceOptions, check_secret
from begreedy.values.errors import BadValue, within
from begreedy.values.names import nearest
from begreedy.values.settings_file import settings_table, settings_text

DECIDE, REPORT, READ, MANAGE = "decide", "report", "read", "manage"
ROLES = (DECIDE, REPORT, READ, MANAGE)
_FIELDS = ("name", "secret", "sha256", "roles", "bandits")
_EVERY = 1.0  # seconds between two looks at the files
_LONGEST_NAME = 100
_DECIDING = frozenset({"decide", "decide-many", "decide-set"})
_REPORTING = frozenset({"reward", "reward-many"})
# They say nothing about bandits that a token is not for.
_OF_NO_BANDIT = frozenset({"", "bandits", "docs", "openapi.json", "explore", "overview"})


@dataclass(frozen=True)
class Access:
    """What a token opens; ``digest`` is that of its secret."""

    name: str
    digest: bytes
    roles: frozenset[str] = frozenset({MANAGE})
    bandits: tuple[str, ...] = ("*",)

    @property
    def everywhere(self) -> bool:
        return "*" in self.bandits

    def sees(self, bandit: str) -> bool:
        """Whether it is for a bandit of that name."""
        return any(fnmatchcase(bandit, pattern) for pattern in self.bandits)

    def check(self, role: str, bandit: str | None = None) -> None:
        """Refuse a token without this role, or not for this bandit (None: for all of them)."""
        self.check_role(role)
        self.check_bandit(bandit)

    def check_role(self, role: str) -> None:
        if role not in self.roles and MANAGE not in self.roles:
            allowed = role if role == MANAGE else f"{role} or {MANAGE}"
            words = f"this needs the role {role}; the token {self.name!r} has {', '.join(sorted(self.roles))}"
            raise Fault(403, words, field="Authorization", allowed=f"a token with the role {allowed}")

    def check_bandit(self, bandit: str | None) -> None:
        if not (self.everywhere if bandit is None else self.sees(bandit)):
            words = f"the token {self.name!r} is for the bandits {', '.join(self.bandits)} only"
            raise Fault(403, words, field="Authorization", allowed="a token for this bandit")


EVERYTHING = Access("", b"")  # what a server without tokens allows


def check_request(access: Access, method: str, path: str) -> None:
    """Refuse a request that its token is not for; names in bodies are left to the routes."""
    parts = path.strip("/").split("/")
    if method in ("GET", "HEAD", "OPTIONS"):
        role = READ
    elif parts[0] == "bandits" and len(parts) == 3 and parts[2] in _DECIDING:
        role = DECIDE
    elif parts[0] == "bandits" and len(parts) == 3 and parts[2] in _REPORTING:
        role = REPORT
    else:
        role = MANAGE
    if parts[0] == "bandits" and len(parts) > 1:
        access.check(role, parts[1])
    elif parts[0] in _OF_NO_BANDIT:
        access.check_role(role)
    else:
        access.check(role)


class Tokens:
    """All tokens of a server.  Files are looked at every second: the server need not be restarted when they change.

    A file that can no longer be read or understood changes nothing, and the log says why.
    """

    def __init__(self, options: ServiceOptions, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._single = () if options.token is None else (Access("token", _digest(options.token)),)
        self._files: list[_File] = []
        if options.token_file is not None:
            self._files.append(_File(Path(options.token_file), _read_single))
        if options.tokens is not None:
            self._files.append(_File(Path(options.tokens), _read_many))
        self._check_names()
        self._next = clock() + _EVERY
        self.needed = options.guarded

    def find(self, secret: bytes) -> Access | None:
        """What a secret opens, found in a time that depends neither on the secret nor on which one it is."""
        self._refresh()
        digest, match = hashlib.sha256(secret).digest(), None
        for access in self._all():
            if hmac.compare_digest(digest, access.digest):
                match = access
        return match

    def _all(self) -> list[Access]:
        return [*self._single, *(access for file in self._files for access in file.tokens)]

    def _check_names(self) -> None:
        secrets = [access.digest for access in self._all()]
        if len(set(secrets)) < len(secrets):
            raise BadValue.of("tokens", None, "different secrets", verb="have", got="one of them twice")

    def _refresh(self) -> None:
        now = self._clock()
        if now < self._next:
            return
        self._next = now + _EVERY
        for file in self._files:
            before = file.tokens
            try:
                changed = file.refresh()
                self._check_names()
            except (OSError, ValueError, TypeError) as error:
                file.tokens = before
                _log.error("tokens of %s are kept as they were: %s", file.path, error)
            else:
                if changed:
                    _log.info("tokens read again from %s: %d", file.path, len(file.tokens))


class _File:
    """Tokens of a file as they were when it was last read."""

    def __init__(self, path: Path, read: Callable[[Path], tuple[Access, ...]]) -> None:
        self.path, self._read = path, read
        self._state = self._look()
        self.tokens = read(path)

    def _look(self) -> tuple[int, int, int]:
        found = self.path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns

    def refresh(self) -> bool:
        """Read the file again if it changed; returns whether it did."""
        state = self._look()
        if state == self._state:
            return False
        self._state = state
        self.tokens = self._read(self.path)
        return True


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _read_single(path: Path) -> tuple[Access, ...]:
    text = settings_text(path).strip()
    if not text:
        raise BadValue.of("token-file", str(path), "a token", verb="contain", got=f"an empty file {path}")
    check_secret(text, "the token")
    return (Access("token", _digest(text)),)


def _read_many(path: Path) -> tuple[Access, ...]:
    with within(str(path)):
        try:
            content = settings_table(path)
        except (ValueError, RecursionError) as error:  # its words might have a secret
            raise BadValue.of("tokens", None, f"TOML: {type(error).__name__}", got="") from None
        rows = content.get("token")
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows) or len(content) > 1:
            raise BadValue.of("tokens", None, "tables [[token]], at least one, and nothing else", verb="have", got="")
        tokens = []
        for i, row in enumerate(rows, 1):
            with within(f"token {i}"):
                tokens.append(_read_token(row))
        names = [access.name for access in tokens]
        if len(set(names)) < len(names):
            raise BadValue.of("name", names, "different for every token", got="one of them twice")
        return tuple(tokens)


def _read_token(row: dict[str, Any]) -> Access:
    for field in row:
        if field not in _FIELDS:
            raise BadValue.of(
                field, None, f"one of {', '.join(_FIELDS)}", got="", hint=f"did you mean {nearest(field, _FIELDS)}?"
            )
    name = row.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
        raise BadValue.of("name", name, f"a text of 1 to {_LONGEST_NAME} printable characters")
    roles = _texts(row, "roles", ())
    if not roles or not set(roles) <= set(ROLES):
        raise BadValue.of("roles", roles, f"some of {', '.join(ROLES)}")
    bandits = _texts(row, "bandits", ("*",))
    if not bandits:
        raise BadValue.of("bandits", bandits, "at least one name or pattern such as shop-*", verb="have")
    return Access(name, _read_secret(row), frozenset(roles), tuple(bandits))


def _read_secret(row: dict[str, Any]) -> bytes:
    if ("secret" in row) == ("sha256" in row):
        raise BadValue.of("secret", None, "given, or sha256 instead of it", got="")
    if "secret" in row:
        secret = row["secret"]
        if not isinstance(secret, str):
            raise BadValue.of("secret", None, "a text", got="")
        check_secret(secret, "secret")
        return _digest(secret)
    try:
        digest = bytes.fromhex(row["sha256"])
    except (ValueError, TypeError):
        digest = b""
    if len(digest) != 32:
        raise BadValue.of("sha256", None, "64 hexadecimal digits", got="")
    return digest


def _texts(row: dict[str, Any], field: str, default: Sequence[str]) -> Sequence[str]:
    texts = row.get(field, default)
    if not isinstance(texts, (list, tuple)) or not all(isinstance(text, str) for text in texts):
        raise BadValue.of(field, texts, "a list of texts")
    return texts


def from_environment() -> str | None:
    """The token of the environment, which may do everything."""
    return os.environ.get(TOKEN) or None


_log = logging.getLogger("begreedy.tokens")
