"""What may be told of a problem that is only a model's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from begreedy.advice.history import FittedPrior
from begreedy.results.table_rows import TableSource
from begreedy.types import Law, Prior


class Known(TypedDict, total=False):
    """What is known of it; None stands for what is not."""

    arms: float | None
    prior: Prior | str | None
    law: Law | str | None
    # A file, a data frame, or successes and trials per arm; or what was made of these.
    history: TableSource | Sequence[Sequence[float]] | FittedPrior | None
    alpha: float | None
    smoothness: float | None
    gamma: float | None
    dimension: float | None
    features: TableSource | Sequence[Sequence[float]] | None  # of arms: a file, a data frame, or a vector for each
    slots: float | None
    size: float | None
    lifetime: float | None
    budget: float | None
    births: float | None
    delay: float | str | None
    window: float | None
    batch: float | None
    rate: float | None
    step: float | None
