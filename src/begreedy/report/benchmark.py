"""Print the benchmark as it is measured."""

from __future__ import annotations

from typing import Any

from begreedy.lab.bench import WORKLOADS, growth, measure, start_times
from begreedy.report.progress import Messages


def benchmark(messages: Messages) -> list[dict[str, Any]]:
    """Measure everything, saying each number as soon as it is known; returns the rows."""
    rows = []
    messages.say("CPU nanoseconds per round, least of several repeats")
    messages.say(_line("workload", "arms", "horizon", "ns/round", "bare draw", "ratio", "naive scan", "ratio"))
    for workload in WORKLOADS:
        rows.append(measure(workload))
        messages.say(_row(rows[-1]))
    messages.say("\ngrowth with arms and rounds (uniform prior)")
    for workload in growth():
        rows.append(measure(workload))
        messages.say(_row(rows[-1]))
    times = start_times()
    messages.say("\nseconds")
    messages.say(f"{'first kernel, nothing cached':<34}{times['compile_first']:8.2f}")
    messages.say(f"{'a further kernel':<34}{times['compile_further']:8.2f}")
    messages.say(f"{'fresh process to first result, warm':<34}{times['warm_start']:8.2f}")
    messages.say(f"{'begreedy --help':<34}{times['help']:8.2f}")
    return rows


def _row(row: dict[str, Any]) -> str:
    ns, floor, naive = row["ns_per_round"], row["floor_ns"], row["naive_ns"]
    return _line(
        row["workload"],
        str(row["arms"]),
        str(row["horizon"]),
        f"{ns:.1f}",
        f"{floor:.1f}",
        f"{ns / floor:.1f} x",
        "" if naive is None else f"{naive:.0f}",
        "" if naive is None else f"1/{naive / ns:.0f}",
    )


def _line(name: str, *cells: str) -> str:
    return f"{name:<20}" + "".join(f"{cell:>11}" for cell in cells)
