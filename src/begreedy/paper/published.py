"""Numbers that the paper or its companion printed, to compare with."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

CASCADE_ROUNDS = 10_000  # of the two tables


class Printed(NamedTuple):
    """A printed mean and its standard error."""

    mean: float
    stderr: float


@cache
def cascade_table(experiment: str) -> dict[tuple[int, int, str], Printed]:
    """The table of an experiment, by L, K and policy.  What the paper calls a standard deviation is a standard error.

    >>> cascade_table("cascade-uniform")[16, 2, "Greedy"]
    Printed(mean=176.1, stderr=26.4)
    """
    prior = experiment.removeprefix("cascade-")
    text = files("begreedy.paper").joinpath("tables.csv").read_text(encoding="utf-8")
    return {
        (int(row["L"]), int(row["K"]), row["algorithm"]): Printed(float(row["mean"]), float(row["plus_minus"]))
        for row in csv.DictReader(text.splitlines())
        if row["prior"].startswith(prior)
    }
