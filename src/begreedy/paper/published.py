"""Numbers that the paper or its companion printed, and ours beside them.

Two files hold them: ``tables.csv`` the paper's two tables of cascading bandits, ``published.csv`` all others: crossings
of bounds, computing times and the outputs stored with the companion's notebooks, most of them of 10 runs.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from math import floor, hypot, log10, sqrt
from typing import Any, NamedTuple

from begreedy.experiments.experiment import Finished
from begreedy.results.result import Result

CASCADING_ROUNDS, CASCADING_RUNS = 10_000, 100  # of the two tables
NOISE = 3.0  # standard errors: what is nearer is within the noise


class Printed(NamedTuple):
    """A printed mean and its standard error."""

    mean: float
    stderr: float


@dataclass(frozen=True)
class Published:
    """A printed number and where it stands; ``length`` is the rounds or the budget that it is of."""

    experiment: str
    variant: str
    policy: str
    cell: Mapping[str, Any]
    quantity: str  # "regret", "crossing", "seconds" (per run) or "times Greedy's seconds"
    value: float
    stderr: float | None
    source: str  # "paper", "companion", or where else it comes from
    length: int | None = None
    unit: float = 0.0  # of the last digit printed

    def rounds_to(self, value: float) -> bool:
        """Whether a value, rounded like the printed one, is the printed one."""
        return abs(value - self.value) <= 0.5 * self.unit


@dataclass(frozen=True)
class Compared:
    """A printed number beside ours: ``z`` is their distance in standard errors of both.

    ``within`` says that up to rounding they are no more than three of them apart (of a crossing: that it rounds to the
    print); it is None where no error is known, and for times, which are those of other programs.
    """

    published: Published
    ours: float
    stderr: float | None
    z: float | None
    within: bool | None


@cache
def cascading_table(experiment: str) -> dict[tuple[int, int, str], Printed]:
    """The table of an experiment, by L, K and policy.  What the paper calls a standard deviation is a standard error.

    >>> cascading_table("cascade-uniform")[16, 2, "Greedy"]
    Printed(mean=176.1, stderr=26.4)
    """
    prior = experiment.removeprefix("cascade-")
    return {
        (int(row["L"]), int(row["K"]), row["algorithm"]): Printed(float(row["mean"]), float(row["plus_minus"]))
        for row in _read("tables.csv")
        if row["prior"].startswith(prior)
    }


@cache
def published_numbers() -> tuple[Published, ...]:
    """All printed numbers: of the two tables, then the others."""
    tables = (
        Published(id, "published", policy, {"L": L, "K": K}, "regret", *printed, "paper", CASCADING_ROUNDS, 0.1)
        for id in ("cascade-uniform", "cascade-beta")
        for (L, K, policy), printed in cascading_table(id).items()
    )
    return (*tables, *(_published(row) for row in _read("published.csv")))


def _published(row: dict[str, str]) -> Published:
    std, runs = row["std"], row["runs"]
    return Published(
        experiment=row["experiment"],
        variant=row["variant"],
        policy=row["policy"],
        cell={name: int(value) for name, value in (part.split("=") for part in row["cell"].split())},
        quantity=row["quantity"],
        value=float(row["value"]),
        # The companion's standard deviations divide by the number of runs, hence runs - 1 here.
        stderr=float(std) / sqrt(int(runs) - 1) if std else None,
        source=row["source"],
        length=int(row["length"]) if row["length"] else None,
        unit=_unit(row["value"]) if row["quantity"] != "crossing" else _two_digits(float(row["value"])),
    )


def _unit(text: str) -> float:
    """The unit of the last digit of a decimal number.

    >>> _unit("12.50"), _unit("318")
    (0.01, 1.0)
    """
    return 10.0 ** -len(text.partition(".")[2])


def _two_digits(value: float) -> float:
    """The unit of the second digit: crossings are printed with two.

    >>> _two_digits(12000.0)
    1000.0
    """
    return 10.0 ** (floor(log10(value)) - 1)


def _read(name: str) -> list[dict[str, str]]:
    text = files("begreedy.paper").joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


CROSSINGS = {number.experiment: number for number in published_numbers() if number.quantity == "crossing"}


def z_score(ours: float, our_stderr: float, printed: float, printed_stderr: float | None) -> float | None:
    """How many standard errors of both are between two means; None if one of these is not known."""
    noise = 0.0 if printed_stderr is None else hypot(our_stderr, printed_stderr)
    return (ours - printed) / noise if noise > 0.0 else None


def compare_published(finished: Mapping[str, Finished]) -> list[Compared]:
    """Ours beside each number that the paper or its companion printed."""
    return compare_with(published_numbers(), finished)


def compare_with(printed: Iterable[Published], finished: Mapping[str, Finished]) -> list[Compared]:
    """Ours beside each printed number that the finished experiments have, at the length that was printed."""
    compared = (_compare(number, finished[number.experiment]) for number in printed if number.experiment in finished)
    return [number for number in compared if number is not None]


def _compare(printed: Published, finished: Finished) -> Compared | None:
    if printed.quantity == "crossing":
        crossing = next(row["crossing"] for row in finished.rows() if "crossing" in row)
        return Compared(printed, crossing, None, None, printed.rounds_to(crossing))
    played = _find(printed, finished, printed.policy)
    if played is None:
        return None
    result, column = played
    if printed.quantity == "regret":
        ours, stderr = float(result.mean[column]), float(result.stderr[column])
        z = z_score(ours, stderr, printed.value, printed.stderr)
        # Rounding moves a printed number by up to half a unit: that is no distance.
        apart = max(0.0, abs(ours - printed.value) - 0.5 * printed.unit)
        least = z_score(apart, stderr, 0.0, printed.stderr)
        return Compared(printed, ours, stderr, z, None if least is None else least <= NOISE)
    seconds = result.seconds / result.runs
    if printed.quantity == "seconds":
        return Compared(printed, seconds, None, None, None)
    greedy = _find(printed, finished, "Greedy")
    if greedy is None or not greedy[0].seconds > 0.0:
        return None
    return Compared(printed, seconds / (greedy[0].seconds / greedy[0].runs), None, None, None)


def _find(printed: Published, finished: Finished, policy: str) -> tuple[Result, int] | None:
    """The result that a number was printed of, and its checkpoint; None unless it was played for that long."""
    # Horizons and budgets of a cell are checkpoints of one result; whatever else names a cell must agree.
    wanted = {name: value for name, value in printed.cell.items() if name not in ("horizon", "budget")}
    by_checkpoint = bool(finished.experiment.horizons) or finished.experiment.every_budget
    for labels, result in finished.of(printed.variant):
        if result.name == policy and labels == wanted:
            columns = [i for i, time in enumerate(result.times) if time == printed.length]
            if columns and (by_checkpoint or columns[0] == len(result.times) - 1):
                return result, columns[0]
    return None


def published_rows(compared: Iterable[Compared]) -> list[dict[str, Any]]:
    """One plain object per number, for JSON."""
    return [
        {
            **{name: value for name, value in asdict(number.published).items() if name != "unit"},
            "cell": dict(number.published.cell),
            "ours": number.ours,
            "our_stderr": number.stderr,
            "z": number.z,
            "within": number.within,
        }
        for number in compared
    ]
