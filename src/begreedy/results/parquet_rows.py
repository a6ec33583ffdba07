"""Rows of Parquet files, as those of CSV files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def parquet_file(path: str | Path) -> Iterator[tuple[str, list[str]]]:
    """The rows of a file, each with what errors call it, and their cells as text; first the names of the columns."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            yield f"{path}, line 1", list(file.schema_arrow.names)
            number = 0
            for batch in file.iter_batches():
                for cells in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    number += 1
                    yield f"{path}, row {number}", ["" if cell is None else str(cell) for cell in cells]
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path} is not a Parquet file: {error}") from None
