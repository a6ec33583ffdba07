"""A PostgreSQL server as a database for bandits, through psycopg 3."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

from begreedy.bandit.records import StoreError
from begreedy.bandit.store.database import PATIENCE, ConnectionLost, Row, Write, wait
from begreedy.values.errors import BadValue
from begreedy.values.extras import MissingExtra

_VALUES = re.compile(r"VALUES (\([?, ]+\))")
_SCHEMA = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,62}")
_TOGETHER = (256, 64, 16, 4, 1)  # rows of one statement


class Postgres:
    """A connection that is made again when the server went away between two calls."""

    types: Mapping[str, str] = {
        "serial": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "real": "DOUBLE PRECISION",
        "blob": "BYTEA",
        "compact": "",
    }
    row_lock = " FOR UPDATE"
    table_lock = "LOCK TABLE bandits IN SHARE ROW EXCLUSIVE MODE"
    schema_lock = "SELECT pg_advisory_xact_lock(7263874921)"

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise StoreError(str(MissingExtra.of("PostgreSQL", "postgres", error))) from None
        self._psycopg = psycopg
        self._address, self._schema = _without_schema(address)
        self.where = _where(self._address) + (f"?schema={self._schema}" if self._schema else "")
        self._connection: Any = None
        self._connect()

    def _connect(self) -> None:
        try:
            self._connection = self._psycopg.connect(self._address, autocommit=True, connect_timeout=int(PATIENCE))
            self._connection.prepare_threshold = 2
            if self._schema:
                self._connection.execute(f'SET search_path TO "{self._schema}"')
        except self._psycopg.Error as error:
            raise ConnectionLost(f"no connection to {self.where}: {error}") from error

    def make_schema(self) -> None:
        """Make the schema that the address names, if there is none."""
        if self._schema and not self.rows("SELECT 1 FROM pg_namespace WHERE nspname = ?", (self._schema,)):
            self.rows(f'CREATE SCHEMA "{self._schema}"')

    def refuse_disguised(self, names: Sequence[str]) -> None:
        """A server has owners, who see to their own."""

    def has_table(self, name: str) -> bool:
        # Not to_regclass: after waiting for a lock it may still see what was there before.
        sql = "SELECT 1 FROM pg_tables WHERE tablename = ? AND schemaname = ANY (current_schemas(false))"
        return bool(self.rows(sql, (name,)))

    def begin(self, sql: str = "", parameters: Sequence[Any] = ()) -> list[Row]:
        with self._piped():
            self._connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")  # after the lock, see what others wrote
            cursor = self._connection.execute(_own(sql), parameters) if sql else None
        return cursor.fetchall() if cursor is not None else []

    def begin_reading(self) -> None:
        self.rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self, writes: Sequence[Write] = ()) -> None:
        with self._piped():
            for sql, rows in writes:
                for together, parameters in _grouped(sql, rows):
                    self._connection.execute(_own(together), parameters)
            self._connection.execute("COMMIT")

    @contextmanager
    def _piped(self) -> Iterator[None]:
        """Statements within are sent together; if one fails, those after it are not run."""
        try:
            with self._connection.pipeline():
                yield
        except self._psycopg.Error as error:
            raise self._explained(error) from error

    def rollback(self) -> None:
        try:
            if self._connection.info.transaction_status != self._psycopg.pq.TransactionStatus.IDLE:
                self._connection.execute("ROLLBACK")
        except self._psycopg.Error:
            self.close()  # a server that does not answer has rolled back already

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            cursor = self._connection.execute(_own(sql), parameters)
            return cursor.fetchall() if cursor.description is not None else []
        except self._psycopg.Error as error:
            raise self._explained(error) from error

    def each(self, sql: str, parameters: Sequence[Sequence[Any]]) -> list[Row]:
        """The first row of a bandit and a key, for many keys in few queries.

        Each is looked up by itself, by index.  With ``IN`` or a plain join the server may read the whole table instead,
        if it has grown since it was last analysed.
        """
        single = sql.replace("?", "asked.bandit", 1).replace("?", "asked.key", 1)
        many = f"SELECT f.* FROM (VALUES (?, ?)) AS asked (bandit, key) CROSS JOIN LATERAL ({single} LIMIT 1) AS f"
        return [row for question, values in _grouped(many, parameters) for row in self.rows(question, values)]

    def write(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        try:
            with self._connection.cursor() as cursor:
                cursor.executemany(_own(sql), rows)
        except self._psycopg.Error as error:
            raise self._explained(error) from error

    def _explained(self, error: Any) -> StoreError:
        if self._connection.closed or self._is_lost(error):
            return ConnectionLost(f"the connection to {self.where} was lost: {error}")
        return StoreError(f"the store {self.where} could not be used: {error}; nothing was recorded")

    def _is_lost(self, error: Any) -> bool:
        """Whether the server went away: it says so itself, or the library cannot reach it and gives no reason."""
        code = error.sqlstate
        return isinstance(error, self._psycopg.OperationalError) and (code is None or code.startswith(("08", "57P")))

    def reconnect(self) -> None:
        """Try for a while: a server that restarts takes a moment."""
        self.close()
        until, attempt = time.monotonic() + PATIENCE, 0
        while True:
            try:
                self._connect()
                return
            except ConnectionLost:
                if time.monotonic() > until:
                    raise
                wait(attempt)
                attempt += 1

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _without_schema(address: str) -> tuple[str, str]:
    """An address as the library knows it, and the schema that it names, if any: ``?schema=...`` is ours."""
    head, _, query = address.partition("?")
    parts = query.split("&") if query else []
    schemas = [unquote(part.removeprefix("schema=")) for part in parts if part.startswith("schema=")]
    if len(schemas) > 1 or not all(_SCHEMA.fullmatch(schema) for schema in schemas):
        allowed = "one name of at most 63 lower-case letters, digits and _, not beginning with a digit or pg_"
        raise BadValue.of("schema", schemas, allowed)
    rest = "&".join(part for part in parts if not part.startswith("schema="))
    return head + (f"?{rest}" if rest else ""), schemas[0] if schemas else ""


def _where(address: str) -> str:
    """An address without user and password, for messages.

    The library would quote a password that it takes for something else, so such an address never gets there.
    """
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(address).items()}
        host, port, database = parts.get("host", ""), parts.get("port", ""), parts.get("dbname", "")
        host = "" if host.startswith(("/", "@")) else host  # a socket
        ports = all(part == "" or part.isdecimal() for part in port.split(","))
        readable = ports and "@" not in host + database and "/" not in database
    except ProgrammingError:
        readable = False
    if not readable:
        allowed = (
            "postgresql://user:password@host:port/database, with / @ : ? % and spaces of a password "
            "written as %2F %40 %3A %3F %25 %20"
        )
        raise BadValue.of("store", None, allowed, got="", hint="the one given cannot be read") from None
    return f"postgresql://{host}{':' if port else ''}{port}/{database}"


def _grouped(sql: str, rows: Sequence[Sequence[Any]]) -> Iterator[tuple[str, Sequence[Any]]]:
    """The same in fewer statements, with several rows of VALUES; of few lengths, so that they are prepared once."""
    values = _VALUES.search(sql)
    i = 0
    while i < len(rows):
        size = next(size for size in _TOGETHER if size <= len(rows) - i) if values else 1
        more = "" if values is None else f", {values[1]}" * (size - 1)
        together = sql if values is None else sql[: values.end()] + more + sql[values.end() :]
        yield together, [value for row in rows[i : i + size] for value in row]
        i += size


def _own(sql: str) -> str:
    return sql.replace("?", "%s")
