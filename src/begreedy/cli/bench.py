"""The command ``begreedy bench``: how fast simulations are on this machine."""

from __future__ import annotations

from begreedy.cli.options import Json, deliver


def bench(json_file: Json = None) -> None:
    """Measure speed, in nanoseconds per round.

    Compares it with bare random numbers and a naive scan of all arms.
    """
    from begreedy.bench.table import benchmark

    deliver(benchmark, json_file)
