"""How noisy a policy takes rewards to be, where that is left to the problem."""

from __future__ import annotations

from typing import Any

from begreedy.problems.laws import noise_of
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue


def told_noise(policy: Any, field: str, problem: Any) -> float:
    """The noise of a problem's rewards; raises if nothing is known of it, so that ``field`` must be given."""
    noise = noise_of(problem.law)
    if noise is None:
        allowed = f"given: nothing is known of the noise of {concise(problem.law)}, whose rewards have no bounds"
        raise BadValue.of(f"{type(policy).__name__}.{field}", None, allowed, got="")
    return noise
