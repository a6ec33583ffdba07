"""Blocks of a store as one table, a row per run and checkpoint, written block by block."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from begreedy.results.parts import Part
from begreedy.results.store import BlockPath, check, cover
from begreedy.values.errors import BadValue


def export_blocks(entries: list[BlockPath], path: Path) -> int:
    """Write ``path``, CSV or Parquet by its ending; returns how many rows.  Runs that two blocks have count once."""
    import pyarrow.csv as csv
    import pyarrow.parquet as pq

    makers = {".csv": csv.CSVWriter, ".parquet": pq.ParquetWriter}
    if path.suffix not in makers:
        raise BadValue.of("export", path, "a file that ends in .csv or .parquet", got=str(path))
    rows = 0
    writer = None
    try:
        for table in _tables(entries):
            writer = writer or makers[path.suffix](str(path), table.schema)
            writer.write_table(table)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        raise ValueError("there are no results to export")
    return rows


def _tables(entries: list[BlockPath]) -> Iterator[Any]:
    by_digest: dict[str, list[BlockPath]] = {}
    for entry in entries:
        by_digest.setdefault(entry.digest, []).append(entry)
    for blocks in by_digest.values():
        reached = 0
        for entry in cover(blocks, 0, max(block.stop for block in blocks)):
            part = check(entry)
            yield _long(part, max(0, reached - part.first))
            reached = part.stop


def _long(part: Part, skip: int) -> Any:
    """The rows of a block, without its first runs."""
    import pyarrow as pa

    about, regret = part.about, part.columns["regret"][skip:]
    runs, points = regret.shape
    size = runs * points

    def repeated(value: Any, kind: Any) -> Any:
        return pa.repeat(pa.scalar(value, kind), size)

    return pa.table(
        {
            "policy": repeated(about.policy, pa.string()),
            "problem": repeated(about.problem, pa.string()),
            "horizon": repeated(about.horizon, pa.float64()),
            "seed": repeated(str(about.seed), pa.string()),
            "run": np.repeat(np.arange(part.first + skip, part.stop), points),
            "time": np.tile(np.asarray(about.times, float), runs),
            "regret": regret.ravel(),
        }
    )
