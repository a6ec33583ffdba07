"""Blocks of a store as one table, a row per run and checkpoint, written block by block."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from begreedy.results.frames import lists_or_numbers
from begreedy.results.parts import Part
from begreedy.results.result import measured_of
from begreedy.results.store import BlockPath, check, cover
from begreedy.types import measure_in
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
    measures = _measures(entries, lists=path.suffix == ".parquet")
    try:
        for table in _tables(entries, measures):
            writer = writer or makers[path.suffix](str(path), table.schema)
            writer.write_table(table)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    if writer is None:
        raise BadValue("there are no results to export", field="results", value=0, allowed="at least one")
    return rows


def _measures(entries: list[BlockPath], *, lists: bool) -> list[str]:
    """The columns of what was measured in any block besides regret; those by arm are ``lists``, which CSV has not."""
    import pyarrow.parquet as pq

    names = dict.fromkeys(name for entry in entries for name in pq.read_schema(entry.path).names)
    measures = {name: found for name in names if (found := measure_in(name)) is not None}
    return [name for name, (_, by_arm) in measures.items() if lists or not by_arm]


def _tables(entries: list[BlockPath], measures: list[str]) -> Iterator[Any]:
    by_digest: dict[str, list[BlockPath]] = {}
    for entry in entries:
        by_digest.setdefault(entry.digest, []).append(entry)
    for blocks in by_digest.values():
        reached = 0
        for entry in cover(blocks, 0, max(block.stop for block in blocks)):
            part = check(entry)
            yield _long(part, max(0, reached - part.first), measures)
            reached = part.stop


def _long(part: Part, skip: int, measures: list[str]) -> Any:
    """The rows of a block, without its first runs; what was not measured in it is null."""
    import pyarrow as pa

    about, regret = part.about, part.columns["regret"][skip:]
    runs, points = regret.shape
    size = runs * points

    def repeated(value: Any, kind: Any) -> Any:
        return pa.repeat(pa.scalar(value, kind), size)

    def measured(column: str) -> Any:
        name, by_arm = measure_in(column) or ("", False)
        kind = pa.list_(pa.float64()) if by_arm else pa.float64()
        values = measured_of(part.columns, points).get(name)
        return pa.nulls(size, kind) if values is None else lists_or_numbers(_rows(values[skip:])).cast(kind)

    return pa.table(
        {
            "policy": repeated(about.policy, pa.string()),
            "problem": repeated(about.problem, pa.string()),
            "horizon": repeated(about.horizon, pa.float64()),
            "seed": repeated(str(about.seed), pa.string()),
            "run": np.repeat(np.arange(part.first + skip, part.stop), points),
            "time": np.tile(np.asarray(about.times, float), runs),
            "regret": regret.ravel(),
            **{(measure_in(column) or column)[0]: measured(column) for column in measures},
        }
    )


def _rows(values: np.ndarray) -> np.ndarray:
    """Runs and checkpoints below each other."""
    return values.reshape(-1, *values.shape[2:])
