"""Versions of a bandit database's tables, and the steps from each to the next.

A new database takes all steps, an older one those that it lacks, in one transaction: a process killed in the middle
leaves the old version.  What steps add to the tables of 0.1 has a default, and its events stay unique by decision, so
that a process of 0.1 that is still running may go on writing.  Later tables may be rewritten (``_add_open``).
"""

from __future__ import annotations

from collections.abc import Callable

from begreedy.bandit.records import StoreError, brief
from begreedy.bandit.store.checksum import sealed
from begreedy.bandit.store.database import Database
from begreedy.bandit.store.store import TABLES

_TABLES_OF_0_1 = """
CREATE TABLE bandits (id {serial}, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL);
CREATE TABLE heads (bandit BIGINT PRIMARY KEY, seq BIGINT NOT NULL, clock {real} NOT NULL, chain BIGINT NOT NULL);
CREATE TABLE events (bandit BIGINT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL, decision BIGINT,
    token TEXT NOT NULL, arms TEXT NOT NULL, value {real}, cost {real}, context TEXT, time {real} NOT NULL,
    chain BIGINT NOT NULL, PRIMARY KEY (bandit, seq)){compact};
CREATE UNIQUE INDEX events_by_decision ON events (bandit, decision) WHERE decision IS NOT NULL;
CREATE UNIQUE INDEX events_by_context ON events (bandit, context) WHERE context IS NOT NULL;
CREATE TABLE pending (bandit BIGINT NOT NULL, number BIGINT NOT NULL, token TEXT NOT NULL, arms TEXT NOT NULL,
    time {real} NOT NULL, PRIMARY KEY (bandit, number)){compact};
CREATE TABLE names (bandit BIGINT NOT NULL, first BIGINT NOT NULL, labels TEXT NOT NULL,
    PRIMARY KEY (bandit, first)){compact};
CREATE TABLE past (bandit BIGINT NOT NULL, number BIGINT NOT NULL, total {real} NOT NULL, pulls BIGINT NOT NULL,
    PRIMARY KEY (bandit, number)){compact};
CREATE TABLE snapshots (bandit BIGINT PRIMARY KEY, seq BIGINT NOT NULL, content {blob} NOT NULL);
"""


def _create_tables(database: Database) -> None:
    for statement in _TABLES_OF_0_1.format(**database.types).split(";"):
        if statement.strip():
            database.rows(statement.strip())


def _add_versions(database: Database) -> None:
    """Add versions of the tables, and of every event's checksum; existing events have that of 0.1."""
    database.rows("CREATE TABLE schema_version (version BIGINT NOT NULL)")
    database.rows("INSERT INTO schema_version (version) VALUES (0)")
    database.rows("ALTER TABLE events ADD COLUMN checksum_version BIGINT NOT NULL DEFAULT 1")


def _add_revisions(database: Database) -> None:
    """A decision has one event for each revision of its reward, where before it had one in all."""
    real = database.types["real"]
    database.rows("ALTER TABLE events ADD COLUMN revision BIGINT NOT NULL DEFAULT 0")
    database.rows(f"ALTER TABLE events ADD COLUMN was {real}")
    database.rows(f"ALTER TABLE events ADD COLUMN was_cost {real}")
    database.rows(
        "CREATE UNIQUE INDEX events_by_revision ON events (bandit, decision, revision) WHERE decision IS NOT NULL"
    )
    database.rows("DROP INDEX events_by_decision")


def _add_circumstances(database: Database) -> None:
    """Add to decisions: for whom, among which arms, by what and how likely the arm was chosen, and the group."""
    for column in ("cohort", "segment", "user_id", "eligible", "chosen_by"):
        database.rows(f"ALTER TABLE events ADD COLUMN {column} TEXT")
    database.rows(f"ALTER TABLE events ADD COLUMN propensity {database.types['real']}")
    database.rows("CREATE INDEX events_by_user ON events (bandit, user_id, seq) WHERE user_id IS NOT NULL")


def _add_features(database: Database) -> None:
    """Add the features of arms, and of decisions that have their own."""
    database.rows("ALTER TABLE events ADD COLUMN features TEXT")
    database.rows(
        "CREATE TABLE features (bandit BIGINT NOT NULL, number BIGINT NOT NULL, vector {blob} NOT NULL, "
        "PRIMARY KEY (bandit, number)){compact}".format(**database.types)
    )


def _add_places(database: Database) -> None:
    """Add to lists: what each place paid, where they are reported one by one."""
    database.rows("ALTER TABLE events ADD COLUMN places TEXT")
    database.rows("ALTER TABLE events ADD COLUMN was_places TEXT")


def _add_hours(database: Database) -> None:
    """Add summaries of the log; those of existing events come when the log is next folded from its start."""
    database.rows(
        "CREATE TABLE hours (bandit BIGINT NOT NULL, hour BIGINT NOT NULL, seq BIGINT NOT NULL, "
        "decisions BIGINT NOT NULL, rewards BIGINT NOT NULL, expired BIGINT NOT NULL, pending BIGINT NOT NULL, "
        "reward {real} NOT NULL, cost {real} NOT NULL, counted BIGINT NOT NULL, total {real} NOT NULL, "
        "control_counted BIGINT NOT NULL, control_total {real} NOT NULL, treated_counted BIGINT NOT NULL, "
        "treated_total {real} NOT NULL, PRIMARY KEY (bandit, hour)){compact}".format(**database.types)
    )
    database.rows(
        "CREATE TABLE hour_arms (bandit BIGINT NOT NULL, hour BIGINT NOT NULL, content {blob} NOT NULL, "
        "PRIMARY KEY (bandit, hour)){compact}".format(**database.types)
    )


def _add_checkpoints(database: Database) -> None:
    """Add the states up to which logs are archived."""
    database.rows("ALTER TABLE heads ADD COLUMN base BIGINT NOT NULL DEFAULT 0")
    database.rows(
        "CREATE TABLE checkpoints (bandit BIGINT PRIMARY KEY, seq BIGINT NOT NULL, clock {real} NOT NULL, "
        "chain BIGINT NOT NULL, content {blob} NOT NULL, checksum BIGINT NOT NULL)".format(**database.types)
    )


def _add_row_checksums(database: Database) -> None:
    """Add checksums of rows that do not follow from the log; existing rows are taken to be right."""
    for table, columns in _SEALED.items():
        database.rows(f"ALTER TABLE {table} ADD COLUMN checksum BIGINT")
        _seal_rows(database, table, columns)


def _add_open(database: Database) -> None:
    """Let hours say what was known of groups at their end, instead of what came in them.

    Those whose events are in the log are made anew when it is next folded; archived ones keep all but that.
    """
    for column in ("control_open", "treated_open"):
        database.rows(f"ALTER TABLE hours ADD COLUMN {column} BIGINT NOT NULL DEFAULT 0")
    database.rows(
        "DELETE FROM hours WHERE EXISTS (SELECT 1 FROM heads h WHERE h.bandit = hours.bandit AND h.base < hours.seq)"
    )
    database.rows(
        "DELETE FROM hour_arms WHERE NOT EXISTS "
        "(SELECT 1 FROM hours h WHERE h.bandit = hour_arms.bandit AND h.hour = hour_arms.hour)"
    )
    groups = "control_counted = 0, control_total = 0, treated_counted = 0, treated_total = 0"
    database.rows(f"UPDATE hours SET {groups}, checksum = NULL")
    _seal_rows(database, "hours", f"{_SEALED['hours']}, control_open, treated_open")


def _seal_rows(database: Database, table: str, columns: str) -> None:
    rows = [(sealed(row)[-1], *row[:2]) for row in database.rows(f"SELECT {columns} FROM {table}")]
    if rows:
        first, second = columns.split(", ")[:2]
        database.write(f"UPDATE {table} SET checksum = ? WHERE {first} = ? AND {second} = ?", rows)


# Tables and their columns when checksums were added, of which the first two tell rows apart.
_SEALED = {
    "bandits": "name, settings",
    "names": "bandit, first, labels",
    "past": "bandit, number, total, pulls",
    "features": "bandit, number, vector",
    "hours": "bandit, hour, seq, decisions, rewards, expired, pending, reward, cost, counted, total, "
    "control_counted, control_total, treated_counted, treated_total",
    "hour_arms": "bandit, hour, content",
}

# STEPS[n] leads from version n to n + 1; version 0 is an empty database, version 1 that of begreedy 0.1.
STEPS: list[Callable[[Database], None]] = [
    _create_tables,
    _add_versions,
    _add_revisions,
    _add_circumstances,
    _add_features,
    _add_places,
    _add_hours,
    _add_checkpoints,
    _add_row_checksums,
    _add_open,
]


def migrate(database: Database) -> int:
    """Bring a database to the present version, and return which it had; a newer one is refused and left as it is."""
    present = len(STEPS)
    database.refuse_disguised(("bandits", "schema_version", *TABLES))
    if _version(database) == present:
        return present
    database.begin()
    try:
        if database.schema_lock:
            database.rows(database.schema_lock)
        version = _version(database)  # another process may have been faster
        if version > present:
            raise StoreError(
                f"the store {database.where} was written by a newer version of begreedy: its tables are of version "
                f"{version}, and this version knows those up to {present}; nothing was changed. "
                "Upgrade begreedy, or use another store"
            )
        if version < present:
            database.make_schema()
            for step in STEPS[version:]:
                step(database)
            database.rows("UPDATE schema_version SET version = ?", (present,))
        database.commit()
        return version
    except BaseException:
        database.rollback()
        raise


def _version(database: Database) -> int:
    if database.has_table("schema_version"):
        rows = database.rows("SELECT version FROM schema_version")
        if not rows or not isinstance(rows[0][0], int) or rows[0][0] < 1:
            said = f", which is {brief(rows[0][0])}" if rows else ""
            raise StoreError(f"the store {database.where} is damaged: it does not say its version{said}")
        return rows[0][0]
    return 1 if database.has_table("bandits") else 0
