"""What may be told of a problem that is only a model's name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from begreedy.types import Law, Prior


class Known(TypedDict, total=False):
    """What is known of it; None stands for what is not."""

    arms: float | None
    prior: Prior | str | None
    law: Law | str | None
    history: str | Path | Sequence[Sequence[float]] | None  # a CSV file, or successes and trials per arm
    alpha: float | None
    smoothness: float | None
    gamma: float | None
    dimension: float | None
    slots: float | None
    size: float | None
    lifetime: float | None
    budget: float | None
