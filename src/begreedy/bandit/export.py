"""The decisions of a bandit as one table, a row per decision."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from begreedy.bandit.inputs import decision_id
from begreedy.bandit.names import Names
from begreedy.bandit.store import Store
from begreedy.values.errors import BadValue

_ROWS = 10_000


def export(store: Store, names: Names, path: Path) -> int:
    """Write ``path``, CSV or Parquet by its ending; returns how many rows.

    Columns: ``decision`` (its id), ``arm`` (of a list: a JSON array of names, from the top), ``reward`` and ``cost`` in
    the user's units (of a list: the place clicked, -1 for none), ``outcome`` (rewarded, expired, revised or pending),
    ``context``, ``decided`` and ``closed`` (seconds since 1970).  Of a revised reward the last one counts.
    """
    import pyarrow as pa
    import pyarrow.csv as csv
    import pyarrow.parquet as pq

    makers = {".csv": csv.CSVWriter, ".parquet": pq.ParquetWriter}
    if path.suffix not in makers:
        raise BadValue.of("path", path, "in .csv or .parquet", verb="end", got=str(path))
    kinds = {"reward": pa.float64(), "cost": pa.float64(), "decided": pa.float64(), "closed": pa.float64()}
    columns = ("decision", "arm", "reward", "cost", "outcome", "context", "decided", "closed")
    schema = pa.schema([(column, kinds.get(column, pa.string())) for column in columns])
    rows = 0
    with makers[path.suffix](str(path), schema) as writer:
        for page in _pages(store, names):
            writer.write_table(pa.Table.from_pylist(page, schema))
            rows += len(page)
    return rows


def _pages(store: Store, names: Names) -> Iterator[list[dict[str, Any]]]:
    page: list[dict[str, Any]] = []
    for decided, closed in store.decisions():
        arms = [names.of(number) for number in decided.arms]
        page.append(
            {
                "decision": decision_id(decided.seq, decided.token),
                "arm": arms[0] if len(arms) == 1 else json.dumps(arms, ensure_ascii=False),
                "reward": None if closed is None else closed.value,
                "cost": None if closed is None else closed.cost,
                "outcome": "pending" if closed is None else closed.kind,
                "context": decided.context,
                "decided": decided.time,
                "closed": None if closed is None else closed.time,
            }
        )
        if len(page) == _ROWS:
            yield page
            page = []
    if page:
        yield page
