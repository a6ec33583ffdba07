"""The paper's experiments as settings of the page, with fewer runs."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

from begreedy.advice.models import card_of
from begreedy.experiments.experiment import Cell, Experiment
from begreedy.listing import recipes
from begreedy.paper import PAPER
from begreedy.policies.greedy import Greedy
from begreedy.types import policy_list
from begreedy.values.canonical import canonical, concise, display_name

MOST_RUNS = 200
SECONDS = 10.0  # of one core, nominal: what a preset should take at most
SHOWN = {"cascade-uniform": {"L": 64, "K": 4}, "cascade-beta": {"L": 64, "K": 4}}  # else the cell in the middle


@lru_cache(maxsize=1)
def presets() -> list[dict[str, Any]]:
    """Every problem of the paper's experiments: one cell as curves, the heat map as a map."""
    by_problem: dict[str, Experiment] = {}
    for experiment in PAPER.experiments.values():
        if "corrected" in experiment.policies:
            first = experiment.cells_of("corrected", experiment.scales["quick"])[0]
            by_problem.setdefault(canonical(first.problem), experiment)
    return [_preset(experiment) for experiment in by_problem.values()]


def _preset(experiment: Experiment) -> dict[str, Any]:
    scale = experiment.scales["quick"]
    cells = experiment.cells_of("corrected", scale)
    policies = policy_list(experiment.policies["corrected"])
    about = {"id": experiment.id, "title": experiment.title, "about": experiment.notes}
    if experiment.horizons:
        problems = [cell.problem for cell in cells]
        axis = card_of(problems[-1]).map.axis
        rival = next(policy for policy in policies if not isinstance(policy, Greedy))
        request = {
            "problem": concise(problems[-1]),
            "policy": text_of(rival),
            "sizes": [getattr(problem, axis) for problem in problems],
            "horizons": [t for t in experiment.horizons if t <= 10_000],
            "runs": scale.runs,
            "seed": 0,
        }
        return {**about, "map": request}
    cell = _shown(experiment.id, cells)
    horizon = (cell.horizon or scale.horizon) if card_of(cell.problem).timed else None
    per_run = sum(card_of(cell.problem).seconds_per_run(policy, cell.problem, horizon) for policy in policies)
    runs = int(max(4, min(MOST_RUNS, scale.runs, SECONDS / max(per_run, 1e-9))))
    setting = {
        "problem": concise(cell.problem),
        "policies": [text_of(policy) for policy in policies],
        "horizon": horizon,
        "runs": runs,
        "seed": 0,
    }
    return {**about, "setting": setting}


def _shown(id: str, cells: list[Cell]) -> Cell:
    wanted = SHOWN.get(id)
    return next((cell for cell in cells if cell.labels == wanted), cells[len(cells) // 2])


def text_of(policy: object) -> str:
    """A text that reads as the policy: by the recipe that makes it, if one does, else by its fields."""
    for recipe in recipes("policies"):
        named = [name for name in inspect.signature(recipe).parameters if hasattr(policy, name)]
        values = {name: getattr(policy, name) for name in named}
        try:
            candidate = recipe(**values)
        except (TypeError, ValueError):
            continue
        if candidate == policy and display_name(candidate) == display_name(policy):
            plain = {name: p.default for name, p in inspect.signature(recipe).parameters.items()}
            fields = [f"{name}={concise(value)}" for name, value in values.items() if value != plain[name]]
            return f"{recipe.__name__}({', '.join(fields)})"
    return concise(policy)
