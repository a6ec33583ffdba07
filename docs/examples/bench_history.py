"""Keep a history of ``begreedy bench`` and draw it.

After ``begreedy bench --json now.json``, ``python docs/examples/bench_history.py history.jsonl now.json`` adds a line
with the version, the commit and the ratio of every workload to the bare random draw of the same run, and draws all
lines so far beside the history, as ``history.png``.  Ratios, not times: machines differ, and one may have been busy.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from begreedy.version import __version__


def ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Nanoseconds per round over those of the bare draw, by workload; rows without a draw are left out."""
    measured = [row for row in rows if row["floor_ns"]]
    names = [f"{row['workload']} ({row['arms'] or 'endless'} arms, {row['horizon']} rounds)" for row in measured]
    return {name: row["ns_per_round"] / row["floor_ns"] for name, row in zip(names, measured, strict=True)}


def commit() -> str:
    """The commit of this checkout, or nothing outside of one."""
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return asked.stdout.strip()


def draw(history: list[dict[str, Any]], path: Path) -> None:
    """One line per workload, one place per measurement."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 6))
    places = range(len(history))
    for name in history[-1]["ratios"]:
        axes.plot(places, [line["ratios"].get(name, float("nan")) for line in history], "o-", label=name)
    axes.set_xticks(places, [f"{line['version']}\n{line['commit']}" for line in history])
    axes.set(yscale="log", ylabel="time of a round / bare random draw")
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.savefig(path, bbox_inches="tight", dpi=150)


def main(file: str, measured: str) -> None:
    """Add what was measured to the history, and draw it."""
    path = Path(file)
    line = {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "commit": commit(),
        "ratios": ratios(json.loads(Path(measured).read_text("utf-8"))),
    }
    with path.open("a", encoding="utf-8") as history:
        history.write(json.dumps(line) + "\n")
    draw([json.loads(text) for text in path.read_text("utf-8").splitlines()], path.with_suffix(".png"))


if __name__ == "__main__":
    main(*sys.argv[1:])
