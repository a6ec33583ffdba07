"""Question 2: which pseudo-count, and where optimism hurts.

OptimisticGreedy with several weights, from none (Greedy) to 16, over priors, laws, numbers of arms and horizons, and on
lists, mortal arms, arms that cost and sets of arms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Cell, Experiment, Finished, Scale
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.curves import few_styles, ratio_line, runs_of
from begreedy.paper.evidence import Evidence, below, cells, safer
from begreedy.paper.inference import all_negative
from begreedy.paper.study import Study
from begreedy.policies.greedy import Greedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.budgeted import Budgeted
from begreedy.problems.cascading import Cascading
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Bernoulli, Gaussian
from begreedy.problems.mortal import Mortal
from begreedy.problems.priors import Beta, Uniform
from begreedy.results.chart import Line, LineChart, Panel
from begreedy.values.numbers import grouped

ID = "pseudo-count"
WEIGHTS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
ARMS, HORIZONS = (2, 10, 100), (100, 1000, 10_000, 100_000)
_LONG = 4000  # rounds: of longer horizons there are fewer runs

PRIORS: dict[str, tuple[Any, Any]] = {
    "means uniform": (Uniform(), Bernoulli()),
    "good arms rare": (Beta(1, 3), Bernoulli()),
    "good arms common": (Beta(3, 1), Bernoulli()),
    "normal rewards": (Uniform(), Gaussian()),
}
MODELS: dict[str, Any] = {
    "lists of 4": Cascading(Uniform(), items=20, slots=4),
    "lives of 200 rounds": Mortal(Uniform(), arms=20, lifetime=200.0),
    "sets of 4": Combinatorial(TopM(20, 4), prior=Uniform()),
    "costs": Budgeted(400.0, prior=Uniform(0.1, 1.0), arms=20),
}


def weighted(weight: float) -> OptimisticGreedy:
    return OptimisticGreedy(weight, label=f"weight {weight:g}")


def _cells(scale: Scale) -> list[Cell]:
    finite = [
        Cell(
            {"where": name, "arms": arms, "horizon": horizon},
            Finite(prior=prior, arms=arms, law=law),
            horizon,
            max(20, min(scale.runs, scale.runs * _LONG // horizon)),
        )
        for name, (prior, law) in PRIORS.items()
        for arms in ARMS
        for horizon in HORIZONS
        if horizon <= scale.horizon
    ]
    others = [
        Cell({"where": name, "arms": 20, "horizon": 1000}, problem, None if name == "costs" else 1000)
        for name, problem in MODELS.items()
    ]
    return finite + others


EXPERIMENT = Experiment(
    id=ID,
    title="Which pseudo-count",
    cells=_cells,
    policies={"extra": (Greedy(), *(weighted(weight) for weight in WEIGHTS))},
    scales={"smoke": Scale(20, 100), "quick": Scale(1000, 10_000), "full": Scale(20_000, 100_000)},
    checkpoints=1,
    notes=(
        "Index (S + w) / (n + w). Rewards are 0 and 1, or normal of unit variance (then with one first pull). Good "
        "arms rare: means Beta(1, 3); common: Beta(3, 1). Lists, mortal arms, sets and costs: 20 arms with uniform "
        "means, 1000 rounds (a budget of 400, costs uniform on 0.1 to 1)."
    ),
)


# ---------------------------------------------------------------- figure


def relative_to_greedy(finished: Finished, variant: str) -> LineChart:
    """Mean regret divided by Greedy's, by weight."""
    points_by_panel: dict[str, dict[str, list[tuple[float, np.ndarray, np.ndarray]]]] = {}
    for labels, results in finished.cells(variant):
        where, horizon = labels["where"], labels["horizon"]
        if where in PRIORS and horizon not in (1000, 10_000):
            continue
        name = where if where in MODELS else f"{labels['arms']} arms, T = {grouped(horizon)}"
        greedy, *others = (result.final for result in results)
        points = [(weight, regret, greedy) for weight, regret in zip(WEIGHTS, others, strict=True)]
        points_by_panel.setdefault(where if where in PRIORS else "20 arms, other models", {})[name] = points
    styles = few_styles([("Greedy", *lines) for lines in points_by_panel.values()])
    level = Line("Greedy", styles["Greedy"], np.array([WEIGHTS[0], WEIGHTS[-1]]), np.ones(2))
    panels = [
        Panel(title, (level, *(ratio_line(name, styles[name], points) for name, points in lines.items())))
        for title, lines in points_by_panel.items()
    ]
    return LineChart(
        "Which pseudo-count: regret of optimistic Greedy, (S + w) / (n + w), relative to Greedy's",
        tuple(panels),
        "weight w of the pseudo-rewards",
        "regret / regret of Greedy",
        x_log=True,
        y_log=True,
        x_ticks=WEIGHTS,
        same_y=True,
        dots=True,
        note=f"below 1 optimism helps; mean regret, band: 2 standard errors, {runs_of(finished, variant)}",
    )


# ---------------------------------------------------------------- claims, written before anything was run

_BINARY = ("means uniform", "good arms rare", "good arms common")


def chosen(
    finished: Mapping[str, Finished],
    variant: str,
    where: tuple[str, ...],
    arms: tuple[int, ...],
    horizons: tuple[int, ...],
) -> Iterator[tuple[str, Evidence]]:
    """The cells of these places, numbers of arms and horizons, each with a label."""
    cell_at = {tuple(cell.labels.values()): cell for cell in cells(finished, ID, variant)}
    for key in ((w, k, t) for w in where for k in arms for t in horizons):
        if key not in cell_at:
            raise Unclear(f"{ID} was not played with {key[1]} arms for {key[2]} rounds")
        yield f"{key[0]}, {key[1]} arms, T = {key[2]}", cell_at[key]


_MANY = (_BINARY, (10, 100), (1000, 10_000))


def two_helps(finished: Mapping[str, Finished], variant: str) -> Finding:
    return all_negative(below(c, "weight 2", "Greedy", label=w) for w, c in chosen(finished, variant, *_MANY))


def two_is_safer(finished: Mapping[str, Finished], variant: str) -> Finding:
    return all_negative(safer(c, "weight 2", "Greedy", label=w) for w, c in chosen(finished, variant, *_MANY))


def two_is_near_the_best(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Not more than a fifth above any of the other weights."""
    return all_negative(
        below(cell, "weight 2", f"weight {weight:g}", 1.2, label)
        for label, cell in chosen(finished, variant, *_MANY)
        for weight in WEIGHTS
        if weight != 2.0
    )


def two_arms(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, _BINARY, (2,), (1000, 10_000))
    return all_negative(below(cell, "weight 2", "Greedy", label=label) for label, cell in found)


def too_much(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, _BINARY, (100,), (1000,))
    return all_negative(below(cell, "Greedy", "weight 16", label=label) for label, cell in found)


def normal_rewards(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, ("normal rewards",), (10, 100), (1000, 10_000))
    return all_negative(below(cell, "weight 2", "Greedy", label=label) for label, cell in found)


def other_models(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, tuple(MODELS), (20,), (1000,))
    return all_negative(below(cell, "weight 2", "Greedy", label=label) for label, cell in found)


_WHERE = "Question 2"
CLAIMS = tuple(
    Claim(id, quote, _WHERE, (ID,), check, ("extra",))
    for id, quote, check in (
        (
            "pseudo-count-helps",
            "With rewards 0 and 1, two pseudo-successes reduce Greedy's mean regret, whatever the prior: 10 and 100 "
            "arms, T = 10^3 and 10^4.",
            two_helps,
        ),
        ("pseudo-count-tail", "So they do in the worst 5 % of the runs.", two_is_safer),
        (
            "pseudo-count-two",
            "Two is a good choice everywhere there: no other weight tried has less than 5/6 of its regret.",
            two_is_near_the_best,
        ),
        ("pseudo-count-two-arms", "They also help with two arms, T = 10^3 and 10^4.", two_arms),
        (
            "pseudo-count-too-much",
            "Too much optimism hurts: with 100 arms and 1000 rounds a weight of 16 loses more than Greedy.",
            too_much,
        ),
        (
            "pseudo-count-normal",
            "With normal rewards of unit variance, after one first pull, a weight of 2 reduces Greedy's regret: 10 and "
            "100 arms, T = 10^3 and 10^4.",
            normal_rewards,
        ),
        (
            "pseudo-count-models",
            "It helps on lists, mortal arms, sets of arms and arms that cost, too.",
            other_models,
        ),
    )
)

STUDY = Study((EXPERIMENT,), CLAIMS, chart=relative_to_greedy)
