"""Results as one table, a row per run and checkpoint, written part by part to a file of CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from begreedy.results.frames import lists_or_numbers
from begreedy.results.result import Result, columns_of, measured_of
from begreedy.results.store import BlockPath, check, cover
from begreedy.types import measure_in
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue

_ENDINGS = (".csv", ".csv.gz", ".parquet")
_TOTALS = ("reward", "pulls", "tried", "locked", "reference")  # one number per run
_OURS = {"policy", "problem", "horizon", "seed", "run", "time", "regret", "rounds", *_TOTALS}


def check_ending(path: Path) -> Path:
    """A file that results can be exported to."""
    if not path.name.endswith(_ENDINGS):
        raise BadValue.of("export", path, "a file that ends in .csv, .csv.gz or .parquet", got=str(path))
    return path


def export_blocks(entries: list[BlockPath], path: Path) -> int:
    """Write blocks of a store; returns how many rows.  Runs that two blocks have count once."""
    import pyarrow.parquet as pq

    names = [name for entry in entries for name in pq.read_schema(entry.path).names]
    return write_tables(_of_blocks(entries, _measures(names, check_ending(path))), path)


def export_labelled(results: Sequence[tuple[Mapping[str, Any], Result]], path: Path) -> int:
    """Write results, each with its policy's name and the labels of its cell; returns how many rows.

    A label has a column of its own, called ``cell_...`` where that name is taken.
    """
    names = [name for _, result in results for name in columns_of(result)]
    measures = _measures(names, check_ending(path))
    keys = dict.fromkeys(key for labels, _ in results for key in labels)
    tables = (
        _long(
            {f"cell_{key}" if key in _OURS else key: _as_text(labels.get(key)) for key in keys}
            | {"policy": result.name, "problem": concise(result.problem)}
            | {"horizon": result.horizon, "seed": str(result.seed)},
            range(result.runs),
            result.times,
            columns_of(result),
            measures,
        )
        for labels, result in results
    )
    return write_tables(tables, path)


def write_tables(tables: Iterable[Any], path: Path) -> int:
    """Write tables of the same columns below each other; the file's ending says CSV, compressed CSV or Parquet."""
    import pyarrow as pa
    import pyarrow.csv as csv
    import pyarrow.parquet as pq

    rows, writer, sink = 0, None, None
    try:
        for table in tables:
            if writer is None:
                path.parent.mkdir(parents=True, exist_ok=True)
                sink = pa.output_stream(str(path), compression="gzip" if path.suffix == ".gz" else None)
                writer = (pq.ParquetWriter if path.suffix == ".parquet" else csv.CSVWriter)(sink, table.schema)
            writer.write_table(table)
            rows += table.num_rows
    finally:
        for opened in (writer, sink):
            if opened is not None:
                opened.close()
    if writer is None:
        raise BadValue("there are no results to export", field="results", value=0, allowed="at least one")
    return rows


def _as_text(value: Any) -> str | None:
    return None if value is None else str(value)


def _measures(names: Iterable[str], path: Path) -> dict[str, bool]:
    """The columns of what was measured besides regret, and whether they are written: CSV has no lists, one by arm."""
    measures = {name: found for name in dict.fromkeys(names) if (found := measure_in(name)) is not None}
    return {name: path.suffix == ".parquet" or not by_arm for name, (_, by_arm) in measures.items()}


def _of_blocks(entries: list[BlockPath], measures: Mapping[str, bool]) -> Iterator[Any]:
    by_digest: dict[str, list[BlockPath]] = {}
    for entry in entries:
        by_digest.setdefault(entry.digest, []).append(entry)
    for blocks in by_digest.values():
        reached = 0
        for entry in cover(blocks, 0, max(block.stop for block in blocks)):
            part = check(entry)
            about, skip = part.about, max(0, reached - part.first)
            heads = {
                "policy": about.policy,
                "problem": about.problem,
                "horizon": about.horizon,
                "seed": str(about.seed),
            }
            columns = {name: values[skip:] for name, values in part.columns.items()}
            yield _long(heads, range(part.first + skip, part.stop), np.asarray(about.times), columns, measures)
            reached = part.stop


def _long(
    heads: Mapping[str, Any],
    runs: range,
    times: np.ndarray,
    columns: dict[str, np.ndarray],
    measures: Mapping[str, bool],
) -> Any:
    """The rows of some runs; what was not measured in them is null, and so are totals before the last checkpoint."""
    import pyarrow as pa

    points = len(times)
    size = len(runs) * points
    last = np.tile(np.arange(points) == points - 1, len(runs))

    def repeated(name: str, value: Any) -> Any:
        return pa.repeat(pa.scalar(value, pa.float64() if name == "horizon" else pa.string()), size)

    def measured(column: str) -> Any:
        name, by_arm = measure_in(column) or ("", False)
        kind = pa.list_(pa.float64()) if by_arm else pa.float64()
        values = measured_of(columns, points).get(name)
        return pa.nulls(size, kind) if values is None else lists_or_numbers(_rows(values)).cast(kind)

    rounds = columns["rounds"]
    named = {column: (measure_in(column) or (column,))[0] for column in measures}
    totals = [name for name in _TOTALS if name not in named.values()]  # a user's label of that name takes it
    return pa.table(
        {name: repeated(name, value) for name, value in heads.items()}
        | {
            "run": np.repeat(np.arange(runs.start, runs.stop), points),
            "time": np.tile(np.asarray(times, float), len(runs)),
            "regret": columns["regret"].ravel(),
        }
        | {named[column]: measured(column) for column, written in measures.items() if written}
        | {"rounds": pa.array(_rows(rounds), pa.float64()) if rounds.shape[1] else pa.nulls(size, pa.float64())}
        | {name: pa.array(np.repeat(columns[name].astype(float), points), pa.float64(), mask=~last) for name in totals}
    )


def _rows(values: np.ndarray) -> np.ndarray:
    """Runs and checkpoints below each other."""
    return values.reshape(-1, *values.shape[2:])
