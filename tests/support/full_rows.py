"""What the studies beyond the paper gave at full scale: the record that the page docs/beyond.md is compared with.

``python tests/support/full_rows.py FOLDER ...`` writes it from what these commands leave::

    begreedy beyond --scale full --out FOLDER --json FOLDER/rows.json
    begreedy paper --of zhu2020 --scale full --out FOLDER --json FOLDER/rows.json   (likewise the other three)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parents[1] / "beyond"
ROWS, VERDICTS = HERE / "full_rows.json", HERE / "full_verdicts.json"
ELSEWHERE = ("sets", "top-m")  # these have tables of their own, in docs/sets-tables.md


class Row(NamedTuple):
    """A policy's regret in a cell of an experiment."""

    experiment: str
    variant: str
    cell: dict[str, Any]
    policy: str
    runs: int
    mean: float
    stderr: float


class Judged(NamedTuple):
    """A claim on an experiment, its verdict, and the numbers behind it."""

    experiment: str
    claim: str
    verdict: str
    why: str


def rows() -> list[Row]:
    return [Row(*row) for row in json.loads(ROWS.read_text(encoding="utf-8"))]


def verdicts() -> list[Judged]:
    return [Judged(*row) for row in json.loads(VERDICTS.read_text(encoding="utf-8"))]


def main(folders: list[Path]) -> None:
    kept, judged = [], []
    for folder in folders:
        for row in json.loads((folder / "rows.json").read_text(encoding="utf-8")):
            if row["experiment"] not in ELSEWHERE and row["stderr"] is not None:
                known = (float(f"{row['mean']:.7g}"), float(f"{row['stderr']:.4g}"))
                kept.append(Row(*(row[name] for name in Row._fields[:5]), *known))
        for verdict in json.loads((folder / "verdicts.json").read_text(encoding="utf-8")):
            (experiment, *_) = verdict["experiments"]
            if experiment not in ELSEWHERE:
                judged.append(Judged(experiment, verdict["claim"], verdict["verdict"], verdict["why"]))
    for file, values in ((ROWS, kept), (VERDICTS, judged)):
        lines = ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)
        file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
