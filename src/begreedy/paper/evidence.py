"""What the checks look at: the results of a variant by cell and policy, at the length that the sentence speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Finding, Unclear
from begreedy.paper.inference import (
    WORST,
    Asserted,
    NumberWithError,
    all_negative,
    difference_of_worst,
    log_ratio_of_variances,
    mean_of,
    worst_mean,
)
from begreedy.results.comparison import paired
from begreedy.results.result import Result
from begreedy.values.numbers import three_digits


@dataclass(frozen=True)
class Evidence:
    """The results of one problem, by the names of the policies; all on the same instances."""

    labels: dict[str, Any]
    results: dict[str, Result]

    def __getitem__(self, policy: str) -> Result:
        if policy not in self.results:
            raise Unclear(f"{policy} was not run; there are {', '.join(self.results)}")
        return self.results[policy]


def cells(finished: Mapping[str, Finished], id: str, variant: str) -> list[Evidence]:
    """All cells of an experiment."""
    return [
        Evidence(labels, dict(zip(compared.labels, compared, strict=True)))
        for labels, results in finished[id].cells(variant)
        for compared in [paired(results)]  # raises if they cannot be compared
    ]


def whole(finished: Mapping[str, Finished], id: str, variant: str, rounds: int) -> Evidence:
    """The only cell of an experiment, played for as many rounds as the paper's."""
    (cell,) = cells(finished, id, variant)
    played(cell, rounds, id)
    return cell


def played(cell: Evidence, rounds: int, id: str) -> None:
    """Raise unless a cell was played for so many rounds: what is said of them cannot be judged from fewer."""
    for result in cell.results.values():
        if result.times[-1] != rounds:
            raise Unclear(f"{id} was played for {result.times[-1]:g} rounds; the sentence is about {rounds:g}")


def at(result: Result, time: float) -> np.ndarray:
    """Regret of every run after so many rounds: at the checkpoint there, or on the line between its neighbours."""
    times = result.times.astype(float)
    if not times[0] <= time <= times[-1]:
        raise Unclear(f"no checkpoint at {time:g}: they go from {times[0]:g} to {times[-1]:g}")
    right = int(np.searchsorted(times, time))
    regret: np.ndarray = result.regret[:, right]
    if times[right] == time:
        return regret
    share = (time - times[right - 1]) / (times[right] - times[right - 1])
    between: np.ndarray = (1.0 - share) * result.regret[:, right - 1] + share * regret
    return between


def late_slope(result: Result) -> np.ndarray:
    """Regret per round of every run, over the last half of the rounds."""
    half = result.times[-1] / 2.0
    slope: np.ndarray = (result.final - at(result, half)) / (result.times[-1] - half)
    return slope


def below(
    cell: Evidence, lower: str, higher: str, share: float = 1.0, label: str = "", time: float | None = None
) -> Asserted:
    """That the mean regret of one policy is below (a share of) that of another, by the paired runs."""
    time = float(cell[lower].times[-1]) if time is None else time
    a, b = at(cell[lower], time), at(cell[higher], time)
    gap = mean_of(a - share * b)
    wanted = "" if share == 1.0 else f"{share:g} x "
    where = f"{label}: " if label else ""
    text = f"{where}{lower} {three_digits(a.mean())} against {wanted}{higher} {three_digits(b.mean())}"
    return Asserted(f"{text}, difference {three_digits(gap.value, '+')} ± {three_digits(gap.stderr)}", gap)


def steadier(cell: Evidence, lower: str, higher: str, share: float = 1.0, label: str = "") -> Asserted:
    """That the variance of one policy's regret is below a share of another's, by the paired runs."""
    a, b = cell[lower].final, cell[higher].final
    ratio = log_ratio_of_variances(a, b)
    where = f"{label}: " if label else ""
    text = (
        f"{where}standard deviation of {lower} {three_digits(a.std(ddof=1))}, of {higher} {three_digits(b.std(ddof=1))}"
    )
    return Asserted(text, NumberWithError(ratio.value - float(np.log(share)), ratio.stderr, ratio.df))


def safer(cell: Evidence, lower: str, higher: str, label: str = "") -> Asserted:
    """That the worst runs of one policy lose less on average than those of another, by the paired runs."""
    a, b = cell[lower].final, cell[higher].final
    where = f"{label}: " if label else ""
    means = f"{lower} {three_digits(worst_mean(a))}, of {higher} {three_digits(worst_mean(b))}"
    text = f"{where}worst {100 * WORST:g} % of {means}"
    return Asserted(text, difference_of_worst(a, b))


def within(regrets: Mapping[str, tuple[np.ndarray, float]], rounds: int) -> Finding:
    """That mean regrets are below bounds, by label; not judged where all bounds are above the number of rounds."""
    tests = [
        Asserted(
            f"{label}: regret {three_digits(regret.mean())}, bound {three_digits(bound)} = {bound / rounds:.2g} T",
            mean_of(regret - bound),
        )
        for label, (regret, bound) in regrets.items()
    ]
    if all(bound >= rounds for _, bound in regrets.values()):
        why = "vacuous: no regret is above T, and the bounds are"
        return Finding("not judged", f"{why}; {'; '.join(test.text for test in tests)}")
    return all_negative(tests)
