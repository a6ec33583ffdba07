"""One block of runs as one Parquet file: a row per run, their description in the metadata, a checksum of every byte.

Columns: ``run``, then one per number kept of a run; ``regret`` is a list with a value per checkpoint.  The metadata
entry ``begreedy`` is JSON: digest, policy, problem, horizon, seed, checkpoints, run range, versions, CPU.
"""

from __future__ import annotations

import contextlib
import json
import re
import zlib
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from begreedy.results.migrations import (
    Columns,
    check_version,
    migrated_columns,
    migrated_metadata,
    present,
)

_ABOUT, _CHECKSUM = "begreedy", "begreedy.checksum"
_BLANK = b"crc32:00000000"
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


def decode(data: bytes) -> tuple[About, Columns]:
    """What ``encode`` was given; raises Damaged if a single bit differs, NewerVersion if it cannot be read yet."""
    _check_seal(data)
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    about = about_from(file.metadata.metadata)
    table = file.read(use_threads=False)
    columns: Columns = {name: np.zeros((about.runs, 0), np.int64) for name in about.absent}
    for name in table.column_names[1:]:
        column = table.column(name)
        values = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
        nested = isinstance(values, pa.FixedSizeListArray)
        numbers = (values.values if nested else values).to_numpy()
        columns[name] = numbers.reshape(about.runs, -1) if nested else numbers
    return about, migrated_columns(columns, about.schema)


def read_about(file: Any) -> About:
    """The description in a file (a path, or bytes), without reading or checking its numbers."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return about_from(pq.read_metadata(file).metadata)
    except pa.ArrowInvalid as error:
        raise Damaged(f"not a Parquet file: {error}") from None


def about_from(metadata: Any) -> About:
    try:
        content = json.loads((metadata or {})[_ABOUT.encode()])
        content = migrated_metadata(content, check_version(content["schema"]))
        content |= {"times": tuple(content["times"]), "absent": tuple(content["absent"])}
        return About(**{field.name: content[field.name] for field in fields(About)})
    except (KeyError, TypeError, ValueError):
        raise Damaged("Parquet, but not a block of results") from None


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
