"""One block of runs as one Parquet file: a row per run, their description in the metadata, a checksum of every byte.

Columns: ``run``, then one per number kept of a run; ``regret`` is a list with a value per checkpoint.  The metadata
entry ``begreedy`` is JSON: digest, policy, problem, horizon, seed, checkpoints, run range, versions, CPU.
"""

from __future__ import annotations

import contextlib
import json
import re
import stat
import zlib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from begreedy.results.migrations import (
    Columns,
    check_version,
    migrated_columns,
    migrated_metadata,
    present,
)
from begreedy.values.value import finite, whole

_ABOUT, _CHECKSUM = "begreedy", "begreedy.checksum"
_BLANK = b"crc32:00000000"
COLUMNS = ("regret", "reward", "pulls", "tried", "locked", "reference", "rounds")
_TAIL = 2**20  # bytes at the end of a file; its metadata fit into them
_SEAL = re.compile(rb"crc32:[0-9a-f]{8}")


class Damaged(ValueError):
    """A file is not what its name says; the message says why."""


@dataclass(frozen=True)
class About:
    """The description of a block's runs, and the versions that made them."""

    digest: str
    policy: str  # canonical texts
    problem: str
    name: str  # of the policy, in tables
    horizon: float | None
    seed: int
    times: tuple[float, ...]
    first: int
    runs: int
    seconds: float = 0.0
    cpu: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    absent: tuple[str, ...] = ()  # curves that this problem does not have
    schema: int = field(default_factory=present)  # version of the file


def encode(about: About, columns: Columns) -> list[memoryview]:
    """The bytes of a file, in pieces; a curve without checkpoints (one that the problem does not have) is left out."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    absent = tuple(name for name, values in columns.items() if values.ndim == 2 and values.shape[1] == 0)
    arrays, fields = [pa.array(np.arange(about.first, about.first + about.runs))], [pa.field("run", pa.int64())]
    for name, values in columns.items():
        assert values.shape[0] == about.runs, f"column {name} must have {about.runs} rows, got {values.shape[0]}"
        if name not in absent:
            flat = np.ascontiguousarray(values).reshape(-1)
            kind = pa.from_numpy_dtype(flat.dtype)
            numbers = pa.Array.from_buffers(kind, flat.size, [None, pa.py_buffer(flat)])
            if values.ndim == 2:
                kind = pa.list_(pa.field("element", kind, nullable=False), values.shape[1])
                numbers = pa.FixedSizeListArray.from_arrays(numbers, type=kind)
            arrays.append(numbers)
            fields.append(pa.field(name, kind, nullable=False))
    table = pa.table(arrays, schema=pa.schema(fields))
    sink = pa.BufferOutputStream()
    # Uncompressed: random floats hardly shrink, and a block should cost next to nothing beside playing it.
    options = {"compression": "none", "use_dictionary": False, "write_statistics": False, "write_batch_size": 2**20}
    with pq.ParquetWriter(sink, table.schema, **options) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata(
            {_ABOUT: json.dumps({**vars(about), "absent": absent, "schema": present()}), _CHECKSUM: _BLANK.decode()}
        )
    return _sealed(memoryview(sink.getvalue()))


def _sealed(data: memoryview) -> list[memoryview]:
    """The same bytes with the blank checksum replaced by the checksum of all of them."""
    tail = max(0, len(data) - _TAIL)
    place = tail + bytes(data[tail:]).rfind(_BLANK)
    seal = f"crc32:{zlib.crc32(data):08x}".encode()
    return [data[:place], memoryview(seal), data[place + len(seal) :]]


def regular_file(path: Path) -> Path:
    """The path; raises Damaged for what may never end, such as a device, a pipe or a link to one."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Damaged("not a regular file")
    return path


def block_bytes(path: Path) -> bytes:
    """The bytes of a regular file."""
    return regular_file(path).read_bytes()


def decode(data: bytes) -> tuple[About, Columns]:
    """What ``encode`` was given; raises Damaged if a single bit differs, NewerVersion if it cannot be read yet."""
    _check_seal(data)
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        about = about_from(file.metadata.metadata)
        _check_size(file.metadata, len(data))
        columns = migrated_columns(_columns(file.read(use_threads=False), about), about.schema)
        _check_shapes(columns, about)
    except Damaged:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError) as error:  # another's seal
        raise Damaged(f"Parquet, but not a block of results: {error}") from None
    return about, columns


def _check_size(metadata: Any, size: int) -> None:
    """Refuse what unpacks into more numbers than it has bytes: blocks are neither compressed nor abbreviated."""
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    numbers = sum(group.column(i).num_values for group in groups for i in range(group.num_columns))
    if max(numbers, metadata.num_rows) > size:
        raise Damaged("it unpacks into more numbers than a block of its size has")


def _columns(table: Any, about: About) -> Columns:
    import pyarrow as pa

    columns: Columns = {name: np.zeros((about.runs, 0), np.int64) for name in about.absent}
    for name in table.column_names[1:]:
        column = table.column(name)
        values = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
        nested = isinstance(values, pa.FixedSizeListArray)
        numbers = (values.values if nested else values).to_numpy()
        if len(values) != about.runs or numbers.dtype.kind not in "fiu":
            raise Damaged(f"column {name!r} does not have a number for each of {about.runs} runs")
        columns[name] = numbers.reshape(about.runs, -1) if nested else numbers
    return columns


def _check_shapes(columns: Columns, about: About) -> None:
    """Refuse a block without the columns that all have, or with other than a curve or a number for each run."""
    if lacking := [name for name in COLUMNS if name not in columns]:
        raise Damaged(f"it has no column {lacking[0]!r}")
    if columns["regret"].shape != (about.runs, len(about.times)):
        raise Damaged(f"its regret is not that of {len(about.times)} checkpoints")
    totals = [name for name in COLUMNS if name not in ("regret", "rounds", *about.absent)]
    if nested := [name for name in totals if columns[name].ndim != 1]:
        raise Damaged(f"column {nested[0]!r} does not have one number for each run")


def read_about(file: Any) -> About:
    """The description in a file (a path, or bytes), without reading or checking its numbers."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return about_from(pq.read_metadata(file).metadata)
    except pa.ArrowException as error:
        raise Damaged(f"not a Parquet file: {error}") from None


def about_from(metadata: Any) -> About:
    try:
        content = json.loads((metadata or {})[_ABOUT.encode()])
        content = migrated_metadata(content, check_version(content["schema"]))
        content |= {"times": tuple(content["times"]), "absent": tuple(content["absent"])}
        about = About(**{field.name: content[field.name] for field in fields(About)})
        return _checked(about)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Damaged("Parquet, but not a block of results") from None


def _checked(about: About) -> About:
    """A description whose parts are what they should be; Damaged, a ValueError or a TypeError otherwise."""
    texts = (about.digest, about.policy, about.problem, about.name, about.cpu, *about.absent, *about.versions)
    shown = (about.digest, about.policy, about.problem, about.cpu)  # lists of results print them
    if not all(isinstance(text, str) for text in texts) or not all(text.isprintable() for text in shown):
        raise Damaged("its texts are no texts")
    about.name.encode()  # raises for what no other file could have
    if not all(isinstance(number, str) for number in about.versions.values()):
        raise Damaged("its versions are no texts")
    whole(about.seed, "seed", low=0)
    whole(about.first, "first", low=0)
    whole(about.runs, "runs", low=0)
    for number in (about.seconds, *about.times, *(() if about.horizon is None else (about.horizon,))):
        finite(number, "times")
    return about


def _check_seal(data: bytes) -> None:
    if data[:4] != b"PAR1" or data[-4:] != b"PAR1":
        raise Damaged("truncated, or not a Parquet file")
    seals = list(_SEAL.finditer(data, max(0, len(data) - _TAIL)))
    if not seals:
        _refuse_newer(data)
        raise Damaged("no checksum: not written by begreedy")
    start, end = seals[-1].span()
    checksum = zlib.crc32(memoryview(data)[:start])
    checksum = zlib.crc32(memoryview(data)[end:], zlib.crc32(_BLANK, checksum))
    if seals[-1][0] != f"crc32:{checksum:08x}".encode():
        raise Damaged("the checksum does not match")


def _refuse_newer(data: bytes) -> None:
    """Raise NewerVersion for a file that may have a checksum of another kind."""
    import pyarrow as pa

    with contextlib.suppress(Damaged, OSError):
        read_about(pa.BufferReader(data))
