"""Rows of tables, whatever they come from: CSV and Parquet files, and data frames of any library that knows Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from begreedy.values.csv_rows import csv_file
from begreedy.values.errors import BadValue

Rows = Iterator[tuple[str, list[str]]]  # the row's name in errors, and its cells as text


@runtime_checkable
class ArrowFrame(Protocol):
    """A data frame or table with Arrow's PyCapsule interface: from pandas, polars, pyarrow, DuckDB and others."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Its rows as a stream."""


TableSource: TypeAlias = str | Path | ArrowFrame
TABLES = (str, Path, ArrowFrame)  # the same, for isinstance


def title_of(source: TableSource, what: str) -> str:
    """The name of a table in errors: its path, or else ``what``."""
    return str(source) if isinstance(source, (str, Path)) else what


def table_rows(source: TableSource, what: str) -> Rows:
    """The rows of a table; first the names of its columns."""
    if isinstance(source, (str, Path)):
        return _parquet_file(source) if Path(source).suffix == ".parquet" else csv_file(source)
    return _frame(source, what)


def _parquet_file(path: str | Path) -> Rows:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            yield from _arrow_rows(file.schema_arrow.names, file.iter_batches(), str(path))
    except pa.ArrowInvalid as error:
        words = f"{path} is not a Parquet file: {error}"
        raise BadValue(words, field="file", value=str(path), allowed="a Parquet file") from None


def _frame(frame: ArrowFrame, what: str) -> Rows:
    import pyarrow as pa

    with pa.RecordBatchReader.from_stream(frame) as reader:
        yield from _arrow_rows(reader.schema.names, reader, what)


def _arrow_rows(names: Iterable[str], batches: Iterable[Any], title: str) -> Rows:
    yield f"{title}, line 1", list(names)
    number = 0
    for batch in batches:
        for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            number += 1
            yield f"{title}, row {number}", ["" if cell is None else str(cell) for cell in cells]
