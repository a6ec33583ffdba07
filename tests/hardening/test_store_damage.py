"""A store with bytes that were changed at random: the check says so, or every answer is that of the sound store."""

from __future__ import annotations

import random
import shutil
import sqlite3
import zlib
from collections import Counter
from contextlib import closing
from dataclasses import replace
from itertools import islice

import pytest

from begreedy.bandit import session
from begreedy.bandit.folds.hours import unpacked
from begreedy.bandit.store.store import PAGE, BanditStore
from begreedy.bandit.watch.dashboard import board
from begreedy.online import Bandit, StoreError, bandits, delete
from begreedy.service.run import check
from begreedy.values.errors import BadInput
from support.attack import tries
from support.online_play import Clock

NOW = 1.8e9
LATER = [f"later {i}" for i in range(70)]
FRUITS = [f"fruit {i}" for i in range(12)]


def lived(bandit, clock, rounds, luck, **asked):
    """Decisions over many hours, of which some are told what they paid, some are revised, and some wait."""
    for i in range(rounds):
        clock.now += 700.0
        decision = bandit.decide(context_id=f"page {i}", user=f"user {i % 7}", **asked)
        if luck.random() < 0.8:
            bandit.reward(decision.id, float(luck.random() < 0.4))
        if bandit.settings.revise and luck.random() < 0.1:
            bandit.reward(decision.id, float(luck.random() < 0.4))


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A store with all that a store can have: its bytes."""
    folder = tmp_path_factory.mktemp("sound")
    path, luck, clock = folder / "bandits.db", random.Random(3), Clock(NOW - 4e5)
    with pytest.MonkeyPatch.context() as often:
        often.setattr(session, "SNAPSHOT_EVENTS", 60)
        groups = {"explore": 0.1, "control": FRUITS[2], "share": 0.2, "revise": True}
        with Bandit("ThompsonBeta", FRUITS, 10**6, path, name="groups", clock=clock, **groups) as bandit:
            lived(bandit, clock, 90, luck, segment="phone")
            bandit.add_arms(LATER)
            bandit.pause_arm(FRUITS[4])
            bandit.retire_arm("later 3")
            bandit.archive(clock.now - 30_000.0, folder / "archive")
            for _ in range(60):
                clock.now += 500.0
                bandit.reward(bandit.decide(segment="desk").id, 1.0)
        clock = Clock(NOW - 4e5)
        past = [[i, 10 + i] for i in reversed(range(30))]
        with Bandit("Greedy", 30, 10**6, path, name="past", clock=clock, history=past, window=1e6) as bandit:
            lived(bandit, clock, 40, luck)
        clock = Clock(NOW - 4e5)
        vectors = [[1.0, i / 10, luck.random()] for i in range(10)]
        with Bandit("LinUCB", 10, 10**6, path, name="features", clock=clock, features=vectors) as bandit:
            lived(bandit, clock, 40, luck)
            bandit.add_arms(1, [[1.0, 2.0, 3.0]])
        Bandit("Greedy", 3, store=path, name="gone").close()
    delete(path, "gone")
    return path.read_bytes()


def answers(path, folder):
    """All that a user can read of a store, and what it decides and takes next."""
    told = [bandits(path)]
    for name in told[0]:
        with Bandit.open(path, name, clock=Clock(NOW)) as bandit:
            log = bandit.log(limit=10_000)
            every = [bandit.explain(number) for number in range(bandit.state().catalogue)] if name != "groups" else []
            every += [bandit.explain(arm) for arm in (*FRUITS, *LATER)] if name == "groups" else []
            told += [bandit.settings, bandit.state(), bandit.arms(), every, log, bandit.best()]
            told += [bandit.uplift() if bandit.settings.control else None, seen(board(bandit))]
            export = folder / "export.csv"
            bandit.export(export, redraws=3)
            told.append(export.read_bytes())
            for i in range(0, 90, 9):  # known contexts and users among them
                told.append(decided(bandit.decide(context_id=f"page {i}", user=f"user {i % 5}"), log))
            for entry in log[::3]:
                if entry.decision_id is not None:
                    told.append(rewarded(bandit, entry.decision_id))
            told += [decided(bandit.decide(), log) for _ in range(5)]
            told += [bandit.state(), bandit.arms(), seen(board(bandit))]
    return repr(told)


def decided(decision, log):
    """A decision, without the random part of its id if it is new."""
    known = {entry.decision_id for entry in log}
    return decision if decision.id in known else (decision.arms, decision.chosen_by, decision.propensity)


def rewarded(bandit, decision):
    try:
        return bandit.reward(decision, 1.0)
    except BadInput as error:
        return str(error)


def seen(board):
    """What the operator's page shows."""
    arms = {hour: [part.tolist() for part in unpacked(packed)] for hour, packed in board.hour_arms.items()}
    return board.state, replace(board.glance, hours=[]), board.hours, arms, board.pasts, board.uplift


def flipped(data, luck):
    """One to five other bytes."""
    changed = bytearray(data)
    for _ in range(luck.randrange(1, 6)):
        changed[luck.randrange(len(changed))] = luck.randrange(256)
    return bytes(changed)


def bit(data, luck):
    """One other bit."""
    changed = bytearray(data)
    changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
    return bytes(changed)


def torn(data, luck):
    """A sector that was not written, was written elsewhere, or the end cut off."""
    size = luck.choice([512, 4096])
    first, second = (size * luck.randrange(len(data) // size) for _ in range(2))
    kind = luck.randrange(3)
    if kind == 0:
        return data[:first] + bytes(size) + data[first + size :]
    if kind == 1:
        return data[:first] + data[second : second + size] + data[first + size :]
    return data[:first]


def altered(path, luck):
    """Change one value of one row, in a file that is sound: (table, column, what was done)."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        tables = [
            row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        ]
        table = luck.choice(tables)
        rows, columns = [], [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        while True:
            row, place = luck.choice(rows), luck.randrange(len(columns))
            other = changed_value(row[place], luck)
            where = " AND ".join(f"{column} IS ?" for column in columns)
            try:
                database.execute(f"UPDATE {table} SET {columns[place]} = ? WHERE {where}", (other, *row))
                return table, columns[place], row[place], other
            except sqlite3.IntegrityError:
                pass


def changed_value(value, luck):
    """A value near another."""
    if luck.random() < 0.1:
        return luck.choice([None, 0, 7, 0.25, "", "x", b"", b"x"])
    if value is None:
        return luck.choice([1, 0.5, "x"])
    if isinstance(value, (int, float)):
        return value + luck.choice([-1, 1, 0.5, 1000])
    place, near = luck.randrange(len(value) + 1), luck.choice('07x"')
    cut = value[place + luck.randrange(2) :]
    return value[:place] + (near if isinstance(value, str) else near.encode()) + cut


def on_disk(damage):
    """Damage to the bytes of a file."""

    def done(path, luck):
        path.write_bytes(damage(path.read_bytes(), luck))

    return done


DAMAGE = {"bytes": on_disk(flipped), "bit": on_disk(bit), "sectors": on_disk(torn), "values": altered}


def verdict(path, folder, good):
    """What becomes of a damaged store: what the check says or, where it says nothing, how the store answers."""
    used = folder / "used.db"
    shutil.copy(path, used)
    try:
        if check(str(path)) != 0:
            return "reported"
        return "as before" if answers(used, folder) == good else "otherwise"
    except (StoreError, BadInput):
        return "refused"


@pytest.mark.every_time("5-bytes", "5-values", "5-sectors")
@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("cases", [5, pytest.param(tries(250), marks=pytest.mark.long, id="many")])
def test_no_damage_changes_an_answer_unseen(kind, cases, sound, tmp_path, capsys):
    """A damaged store is refused, reported by the check, or answers as before."""
    luck, outcomes = random.Random(f"{kind}/{cases}"), Counter()
    path = tmp_path / "bandits.db"
    path.write_bytes(sound)
    assert check(str(path)) == 0
    good = answers(path, tmp_path)
    for _ in range(cases):
        for file in tmp_path.glob("*.db*"):
            file.unlink()
        path.write_bytes(sound)
        DAMAGE[kind](path, luck)
        outcomes[verdict(path, tmp_path, good)] += 1
    capsys.readouterr()
    print(f"{cases} stores, {kind}: {dict(outcomes)}")
    assert not outcomes["otherwise"]
    assert outcomes["reported"] + outcomes["refused"]


def test_a_bandit_whose_row_is_lost_is_missed(sound, tmp_path, capsys):
    """Its other rows are still there."""
    path = tmp_path / "bandits.db"
    path.write_bytes(sound)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM bandits WHERE name = 'past'")
    assert check(str(path)) == 1
    assert "which is not there" in capsys.readouterr().out


def test_a_damaged_index_is_found(sound, tmp_path, capsys):
    """By it, a context that was decided would not be found again."""
    path = tmp_path / "bandits.db"
    path.write_bytes(sound)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'user_id IS NOT', 'token IS NOT') WHERE type = 'index'"
        )
    assert check(str(path)) == 1
    assert "events_by_user" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"arms": 3', '"arms": 9999999999993', "arms must be at most 1048576, got 9999999999993"),
        ('"arms": 3', '"arms": 0', "arms must be at least 1, got 0"),
        ('"arms": 3', '"arms": "3"', "arms must be a whole number"),
        ('"arms": 3', '"arms": ' + "[" * 100_000, "recursion"),
    ],
)
def test_settings_of_an_older_version_without_a_checksum(old, new, words, tmp_path):
    """One digit more could else take all memory: what is too much for a new bandit is too much for one in a store."""
    path = tmp_path / "bandits.db"
    Bandit("Greedy", 3, store=path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("UPDATE bandits SET settings = replace(settings, ?, ?), checksum = NULL", (old, new))
    with pytest.raises(StoreError, match=f"the settings of the bandit are damaged in its store: .*{words}"):
        Bandit.open(path)


def test_a_snapshot_without_an_end_is_made_anew(tmp_path):
    """It follows from the log."""
    path = tmp_path / "bandits.db"
    with Bandit("Greedy", 3, store=path) as bandit:
        bandit.reward(bandit.decide().id, 1.0)
        state = bandit.state()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM snapshots")
        content = zlib.compress(b"[" * 100_000)
        database.execute("INSERT INTO snapshots (bandit, seq, content) VALUES (1, 2, ?)", (content,))
    with Bandit.open(path) as bandit:
        assert bandit.state() == state


def test_an_empty_file_is_no_store(tmp_path):
    """One that was cut off at its beginning is not taken for a store without bandits."""
    path = tmp_path / "bandits.db"
    path.write_bytes(b"")
    with pytest.raises(BadInput, match="the file is empty"):
        check(str(path))
    assert path.read_bytes() == b""


def test_opening_refuses_what_it_reads_and_finds_altered(sound, tmp_path):
    """Settings, and events since the last snapshot."""
    for sql in ("UPDATE bandits SET settings = replace(settings, '30', '31')", "UPDATE events SET time = time + 1"):
        path = tmp_path / "bandits.db"
        path.write_bytes(sound)
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute(sql)
        with pytest.raises(StoreError, match=r"the store is damaged.*restore a backup"):
            Bandit.open(path, "past")


@pytest.mark.parametrize("keys", [[5, 4], [5, 5], ["x"], [None], [2.5]])
def test_pages_that_would_never_end(keys):
    """Of a damaged index rows come back in any order: whoever turned pages by the last of them would turn for ever."""

    class Damaged:
        def rows(self, *_):
            return [(1, key, '["a"]', None) for key in keys] * PAGE

    with pytest.raises(StoreError, match=r"the store is damaged: names has row .* behind row"):
        list(islice(BanditStore(Damaged(), 1).all_labels(), 10 * PAGE))


@pytest.mark.parametrize("version", [0, -1, -9, "x", None, 1.5])
def test_a_version_that_is_none(version, tmp_path):
    """No step of a migration is taken, and the file stays as it is."""
    path = tmp_path / "bandits.db"
    Bandit("Greedy", 3, store=path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE other (version)")  # which may be anything
        database.execute("DROP TABLE schema_version")
        database.execute("ALTER TABLE other RENAME TO schema_version")
        database.execute("INSERT INTO schema_version VALUES (?)", (version,))
    before = path.read_bytes()
    with pytest.raises(StoreError, match=rf"does not say its version, which is {version!r}"):
        bandits(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ("CREATE TRIGGER wakes AFTER INSERT ON events BEGIN DELETE FROM pending; END", "a trigger 'wakes'"),
        (
            "ALTER TABLE bandits RENAME TO old; CREATE VIEW bandits AS WITH RECURSIVE more(id) AS "
            "(SELECT 1 UNION ALL SELECT id + 1 FROM more) SELECT id, id AS name, '' AS settings, 0 AS checksum "
            "FROM more",
            "a view 'bandits'",
        ),
    ],
)
def test_a_file_that_would_have_work_done(made, words, tmp_path):
    """A store is data: whoever opens it neither runs its triggers nor waits for its views, which may never end."""
    path = tmp_path / "bandits.db"
    Bandit("Greedy", 3, store=path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(made)
    for use in (bandits, check, Bandit.open):
        with pytest.raises(StoreError, match=f"is not one of begreedy's: it has {words}"):
            use(path if use is not check else str(path))


def test_a_view_of_ones_own_is_left_alone(tmp_path):
    path = tmp_path / "bandits.db"
    Bandit("Greedy", 3, store=path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE VIEW report AS SELECT COUNT(*) FROM events")
    assert check(str(path)) == 0
