"""The memory that simulations and agents take, known before anything is allocated."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any

from begreedy.engine.available import available_bytes
from begreedy.engine.measuring import width
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.numbers import size_words

if TYPE_CHECKING:
    from begreedy.engine.simulation import Simulation

IN_PYTHON = 5  # times the bytes of an array: it, and a list of places and of floats
_LONG = 200  # characters of a problem that are too many for a message
SMALL = 16_000_000  # bytes; whether there are so many is not asked


def layout_bytes(layout: Any) -> int:
    """Bytes of a state that is allocated by this layout, in arrays or in new lists."""
    return 8 * prod(layout) if hasattr(layout, "array") else sum(layout_bytes(part) for part in layout)


def run_bytes(simulation: Simulation) -> int:
    """Bytes kept of a run."""
    measured = width(simulation.measures, simulation.plan.arms)
    return 8 * (len(simulation.checkpoints) * ((2 if simulation.plan.budgets else 1) + measured) + 5)


def trace_bytes(simulation: Simulation) -> int:
    """Bytes of the rounds of a run."""
    return 8 * simulation.horizon * (1 + max(1, simulation.plan.width) + simulation.plan.details)


def state_bytes(simulation: Simulation, *, plain: bool = False) -> int:
    """Bytes that a thread needs while it plays; ``plain``: as plain Python, even if the simulation is compiled."""
    plan = simulation.plan
    arrays = 8 * (plan.means + plan.scratch) + layout_bytes(plan.state) + layout_bytes(plan.own)
    return IN_PYTHON * arrays if plain or simulation.options.plain else arrays


def on_problem(policy: Any, problem: Any) -> Callable[[], str]:
    """What says a policy on a problem; of a long one only the name."""

    def words() -> str:
        text = concise(problem)
        return f"{concise(policy)} on {text if len(text) < _LONG else type(problem).__name__}"

    return words


def check_fits(needed: float, who: Callable[[], str], purpose: str = "to play", field: str = "problem") -> None:
    """Refuse what takes more bytes than there are left, and say what would fit; ``who`` says what takes them."""
    if needed > SMALL and needed > (available := available_bytes()):
        raise BadValue(
            f"{who()} takes {size_words(needed)} {purpose}, but this machine has {size_words(available)} left: "
            f"one at least {needed / max(available, 1.0):.3g} times smaller would fit",
            field=field,
            allowed="one that fits into memory",
        )
