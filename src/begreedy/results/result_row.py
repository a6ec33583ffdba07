"""The summary of a result at a checkpoint: a row of tables and of JSON."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ResultRow(TypedDict):
    """The regret of a policy over the runs; where pulls cost, also as a share of what the best ratio would have earned.

    ``horizon`` is None where a budget ends a run; ``measured`` has the mean of every other measure, or those by arm.
    """

    policy: str
    horizon: int | None
    runs: int
    seed: int
    mean: float
    std: float
    stderr: float
    median: float
    q10: float
    q90: float
    seconds: float
    relative: NotRequired[float]
    relative_median: NotRequired[float]
    relative_q10: NotRequired[float]
    relative_q90: NotRequired[float]
    capped: NotRequired[float]
    measured: NotRequired[dict[str, float | list[float]]]
