"""Figure "functions": what the continuous-armed experiments look for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.experiments.experiment import Experiment
from begreedy.problems.continuous import argmax
from begreedy.problems.functions import f1, f2, f3


@dataclass(frozen=True)
class Smooth:
    """A function of the paper with the smoothness it is run with, and its maximum over 1001 grid points."""

    f: Any
    alpha: float
    smoothness: float

    def grid_maximum(self) -> float:
        return max(float(self.f(i / 1000)) for i in range(1001))


FUNCTIONS = {"f1": Smooth(f1, 2.0, 220.3303), "f2": Smooth(f2, 1.0, 20.0), "f3": Smooth(f3, 0.5, 2.0)}


def _rows() -> list[dict[str, Any]]:
    maxima = {name: argmax(smooth.f) for name, smooth in FUNCTIONS.items()}
    return [{"experiment": "functions", "function": name, "argmax": x, "max": y} for name, (x, y) in maxima.items()]


EXPERIMENT = Experiment(
    id="functions",
    title="The functions of the continuous-armed experiments",
    cells=[],
    policies={},
    scales={},
    computed=_rows,
    notes="Dots mark the maxima: 0.97560, 1 and 0.99777.",
)
