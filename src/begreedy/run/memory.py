"""Whether this machine can hold what simulations take and what is kept of them."""

from __future__ import annotations

from collections.abc import Sequence

from begreedy.engine.available import available_bytes
from begreedy.engine.memory import check_fits, on_problem, run_bytes, state_bytes
from begreedy.engine.simulation import Simulation
from begreedy.values.errors import BadValue
from begreedy.values.numbers import size_words

COPIES = 2  # of the results: in blocks, and put together


def check_memory(simulations: Sequence[tuple[Simulation, int]], slots: int) -> None:
    """Refuse what this machine cannot hold, and say what would fit.

    Each simulation comes with the number of its runs that are kept in memory; ``slots`` blocks play at once.
    """
    for simulation, _ in simulations:
        who = on_problem(simulation.policy, simulation.problem)
        check_fits(slots * state_bytes(simulation), who, "to play" if slots == 1 else f"to play on {slots} threads")
    available = available_bytes()
    kept_bytes = COPIES * sum(runs * run_bytes(simulation) for simulation, runs in simulations)
    if kept_bytes > available:
        runs = max(runs for _, runs in simulations)
        most = int(runs * (available / kept_bytes))
        allowed = f"at most about {most}: all results take {size_words(kept_bytes)} of {size_words(available)}"
        raise BadValue.of("runs", runs, allowed)
