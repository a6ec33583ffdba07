"""The memory that simulations take, estimated before anything is allocated."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from begreedy.engine.measuring import width
from begreedy.engine.simulation import Simulation
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue

COPIES = 2  # of the results: in blocks, and put together


def run_bytes(simulation: Simulation) -> int:
    """Bytes kept of a run."""
    measured = width(simulation.measures, simulation.plan.arms)
    return 8 * (len(simulation.checkpoints) * ((2 if simulation.plan.budgets else 1) + measured) + 5)


def state_bytes(simulation: Simulation) -> int:
    """Bytes that a thread needs while it plays."""
    plan = simulation.plan
    return 8 * (plan.means + plan.scratch) + _layout_bytes(plan.state) + _layout_bytes(plan.own)


def _layout_bytes(layout: Any) -> int:
    if hasattr(layout, "array"):
        sizes = [value for value in layout if isinstance(value, int)]
        total = 8
        for size in sizes:
            total *= max(1, size)
        return total
    return sum(_layout_bytes(part) for part in layout)


def available_bytes() -> float:
    """The memory that the system can give now; infinite if it does not say."""
    return min(
        _physical(), _reported(Path("/proc/meminfo"), "MemAvailable:"), _reported(Path("/sys/fs/cgroup/memory.max"))
    )


def _physical() -> float:
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return float("inf")


def _reported(file: Path, key: str = "") -> float:
    """The number behind a key, in kB, or the whole file's; infinite if there is none."""
    try:
        for line in file.read_text().splitlines():
            if line.startswith(key):
                return 1024.0 * int(line.split()[1]) if key else float(line)
    except (OSError, ValueError, IndexError):
        pass
    return float("inf")  # no such file, or "max": no limit


def check_memory(simulations: Sequence[tuple[Simulation, int]], slots: int) -> None:
    """Refuse what this machine cannot hold, and say what would fit.

    Each simulation comes with the number of its runs that are kept in memory; ``slots`` blocks play at once.
    """
    available = available_bytes()
    for simulation, _ in simulations:
        if (needed := slots * state_bytes(simulation)) > available:
            problem, policy = concise(simulation.problem), concise(simulation.policy)
            raise BadValue(
                f"{policy} on {problem if len(problem) < 200 else type(simulation.problem).__name__} takes "
                f"{_gigabytes(needed)} to play on {slots} threads, but this machine has "
                f"{_gigabytes(available)} left: one at least {needed / available:.3g} times smaller would fit",
                field="problem",
                allowed="a problem that fits into memory",
            )
    kept_bytes = COPIES * sum(runs * run_bytes(simulation) for simulation, runs in simulations)
    if kept_bytes > available:
        runs = max(runs for _, runs in simulations)
        most = int(runs * (available / kept_bytes))
        allowed = f"at most about {most}: all results take {_gigabytes(kept_bytes)} of {_gigabytes(available)}"
        raise BadValue.of("runs", runs, allowed)


def _gigabytes(size: float) -> str:
    return f"{size / 1e9:.3g} GB"
