"""Files that somebody made on purpose: without end, with bombs, or sealed with a right checksum around odd values."""

from __future__ import annotations

import json
import os
import random
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.advice.past_arms import read_arms
from begreedy.cli.main import main
from begreedy.experiments.toml_file import read_experiment
from begreedy.logs.reading import read_log
from begreedy.results import block_file
from begreedy.results.block_file import Damaged, decode, encode
from begreedy.results.ledger import ledger
from begreedy.results.migrations import NewerVersion
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.service.options import ServiceOptions
from begreedy.service.tokens import Tokens
from begreedy.values import csv_rows
from begreedy.values.errors import BadInput, BadValue
from begreedy.values.text_table import text_table
from support.attack import tries

pytestmark = pytest.mark.timeout(120)

# ---------------------------------------------------------------- texts


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
@pytest.mark.parametrize("read", [read_arms, read_log, lambda path: read_experiment(csv_rows.Path(path))])
def test_devices_without_end_are_refused(device, read):
    with pytest.raises(BadValue):
        read(device)


def test_a_line_without_end_is_not_read_whole(tmp_path, monkeypatch):
    """Neither the first nor a later one, in UTF-8 or not."""
    monkeypatch.setattr(csv_rows, "_LONGEST_LINE", 1000)
    file = tmp_path / "past.csv"
    for content in (b"x" * 5000, b"arm,successes,trials\na,1,2\n" + b"1," * 5000):
        file.write_bytes(content)
        with pytest.raises(BadValue, match="expected lines of less than 1000 characters"):
            read_arms(file)
    file.write_bytes(b"arm,successes,trials\n" + b"a,1,2\n" * 2000 + b"\xff" * 3000)
    with pytest.raises(BadValue, match="line 2002: expected text in UTF-8"):
        list(csv_rows.csv_file(file))


BOMBS = {
    "bare": ".".join(["a"] * 100_000) + " = 1",
    "spaced": " . ".join(["a"] * 100_000) + " = 1",
    "quoted": ".".join(['"a"'] * 50_000 + ["'b'"] * 50_000) + " = 1",
    "table": "[" + ".".join(["a"] * 100_000) + "]",
    "inline": "x = {" + ".".join(["a"] * 100_000) + " = 1}",
    "one word": "a" * 1_000_000,
    "quotes": "\"'" * 500_000,
    "dots": "." * 1_000_000,
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_keys_of_very_many_parts_are_refused_soon(text, tmp_path, monkeypatch, capsys):
    """Reading one of 100 000 parts took hours: in experiments, settings and tokens."""
    path = tmp_path / "it.toml"
    path.write_text(text)
    with pytest.raises(BadValue):
        read_experiment(path)
    with pytest.raises(BadValue):
        Tokens(ServiceOptions("x.db", tokens=str(path)))
    monkeypatch.setattr("sys.argv", ["begreedy", "serve", "--config", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert "Traceback" not in capsys.readouterr().err


def test_dots_in_texts_are_no_keys(tmp_path):
    """As long as there are fewer than a hundred in a row."""
    path = tmp_path / "it.toml"
    path.write_text(f'title = "{".".join("x" * 90)}"\nproblem = "Finite(means=[0.9, 0.1])"\npolicies = ["Greedy"]\n')
    assert read_experiment(path)[0].title.startswith("x.x")


def test_tables_have_no_codes_of_terminals():
    assert text_table([["\x1b[2J", "a\nb"]]) == "\\x1b[2J  a\\nb"


# ---------------------------------------------------------------- results


@pytest.fixture(scope="module")
def block():
    job = Job(bg.UniformRandom(), bg.Finite(means=[0.9, 0.1]), 30, 4, 0, 5)
    return job.play(0, 4)


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), os.mkdir])
def test_what_is_no_file_is_not_read(make, block, tmp_path):
    """A pipe, a link to a device or a folder in a store, or where a result should be."""
    path = Store(tmp_path).add(block)
    path.unlink()
    make(path)
    report, sound = ledger(tmp_path, [], check=True, export=None, remove=False)
    assert not sound
    assert "not a regular file" in report
    ledger(tmp_path, [], check=False, export=None, remove=False)
    warnings = []
    assert Store(tmp_path, warnings.append).parts(block.about.digest, 0, 4) == []
    assert "not a regular file" in warnings[0]
    make(tmp_path / "x.parquet")
    with pytest.raises(BadValue):
        bg.load(tmp_path / "x.parquet")


def sealed(about, columns, **options):
    """A Parquet file that anybody can make: with these columns, this description and its right checksum."""
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, columns.schema, **options) as writer:
        writer.write_table(columns)
        metadata = {block_file._ABOUT: about, block_file._CHECKSUM: block_file._BLANK.decode()}
        writer.add_key_value_metadata(metadata)
    return b"".join(block_file._sealed(memoryview(sink.getvalue())))


def table_of(part):
    return pq.read_table(pa.BufferReader(b"".join(encode(part.about, part.columns))))


def loaded(data, path):
    """What becomes of a file: "refused", or "read", and then all that people do with it works."""
    path.write_bytes(data)
    try:
        result = bg.load(path)
    except (BadValue, NewerVersion):
        return "refused"
    assert repr(result).isprintable()
    assert result._repr_html_()
    assert result.row()
    result.to_pandas()
    return "read"


ODD = [None, True, -1, 0, 3, 1.5, 2**63, 10**400, float("inf"), float("nan")]
ODD += ["", "x", "Greedy()", "\x1b[2J", "é", "\ud800", "os:system('x')", "Greedy(" * 500, "Finite(means=[0.5] * 10**9)"]
ODD += [[], {}, [None], [1, "x"], {"a": 1}, [[]]]


def test_odd_descriptions_are_refused(block, tmp_path):
    """One field at a time: read, or refused as no block of results, and neither imports nor hangs anything."""
    sound = {**vars(block.about), "absent": ["rounds"]}
    table = table_of(block)
    outcomes = {}
    for field in sound:
        for value in ODD:
            about = json.dumps({**sound, field: value})
            outcomes[field, repr(value)] = loaded(sealed(about, table), tmp_path / "it.parquet")
        about = json.dumps({name: value for name, value in sound.items() if name != field})
        assert loaded(sealed(about, table), tmp_path / "it.parquet") == "refused"
    assert loaded(sealed(json.dumps(sound), table), tmp_path / "it.parquet") == "read"
    assert 0.3 < np.mean([outcome == "refused" for outcome in outcomes.values()]) < 0.95
    for about in ("[" * 100_000, "{", "null", "9" * 5000, "[]", '"x"'):
        assert loaded(sealed(about, table), tmp_path / "it.parquet") == "refused"


COLUMNS = {
    "none": lambda t: t.select(["run"]),
    "no regret": lambda t: t.drop_columns(["regret"]),
    "texts": lambda t: t.set_column(t.schema.get_field_index("reward"), "reward", pa.array(["x"] * t.num_rows)),
    "lists": lambda t: t.set_column(t.schema.get_field_index("reward"), "reward", pa.array([[1.0]] * t.num_rows)),
    "nulls": lambda t: t.set_column(t.schema.get_field_index("reward"), "reward", pa.nulls(t.num_rows, pa.float64())),
    "fewer": lambda t: t.slice(0, 2),
    "more": lambda t: pa.concat_tables([t, t]),
    "another": lambda t: t.append_column("seed", pa.array([1.0] * t.num_rows)),
    "twice": lambda t: t.append_column("reward", t.column("reward")),
    "empty": lambda t: t.slice(0, 0),
}


@pytest.mark.parametrize("change", COLUMNS.values(), ids=COLUMNS)
def test_odd_columns_are_refused(change, block, tmp_path):
    """Columns that are missing, there twice, of another kind, or of another length."""
    about = json.dumps({**vars(block.about), "absent": ["rounds"]})
    assert loaded(sealed(about, change(table_of(block))), tmp_path / "it.parquet") == "refused"


def test_a_small_file_that_unpacks_into_gigabytes_is_refused(block, tmp_path):
    """Two million times the same number take a few hundred bytes."""
    rows = 2_000_000
    numbers = pa.array(np.zeros(rows))
    columns = pa.table({"run": np.zeros(rows, np.int64), **dict.fromkeys(block_file.COLUMNS, numbers)})
    about = json.dumps({**vars(block.about), "runs": rows, "absent": []})
    data = sealed(about, columns, compression="zstd")
    assert len(data) < 100_000
    with pytest.raises(Damaged, match="unpacks into more numbers"):
        decode(data)


@pytest.mark.parametrize("cases", [300, pytest.param(tries(10_000), marks=pytest.mark.long, id="many")])
def test_damaged_blocks_with_a_right_checksum(cases, block, tmp_path):
    """Bytes that are not those of the numbers, sealed again: read or refused."""
    data = b"".join(encode(block.about, block.columns))
    seal = block_file._SEAL.search(data)
    luck, outcomes = random.Random(cases), set()
    for _ in range(cases):
        changed = bytearray(data)
        for _ in range(luck.randrange(1, 4)):
            changed[luck.randrange(4, len(data) - 4)] = luck.randrange(256)
        changed[slice(*seal.span())] = block_file._BLANK
        with suppress(BadInput):
            outcomes.add(loaded(b"".join(block_file._sealed(memoryview(bytes(changed)))), tmp_path / "it.parquet"))
    assert outcomes == {"refused", "read"}
