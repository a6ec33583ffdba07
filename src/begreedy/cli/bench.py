"""``begreedy bench``."""

from __future__ import annotations

from begreedy.cli.options import Json, deliver


def bench(json_file: Json = None) -> None:
    """Measure speed, in nanoseconds per round.

    Beside the bare random numbers and the naive scan.
    """
    from begreedy.bench.table import benchmark

    deliver(benchmark, json_file)
