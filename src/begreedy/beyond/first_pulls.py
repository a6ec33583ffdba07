"""Question 4: how many first pulls.

Greedy that pulls every arm m times first, against OptimisticGreedy, which pulls none; and how often it ends with the
worse of two arms, beside what theory says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from begreedy.experiments.experiment import Cell, Experiment, Finished, Scale
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.curves import ratio_line, runs_of
from begreedy.paper.evidence import Evidence, below, cells
from begreedy.paper.inference import Asserted, all_negative, mean_of
from begreedy.paper.study import Study
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Gaussian
from begreedy.problems.priors import Uniform
from begreedy.results.chart import Line, LineChart, Panel
from begreedy.theory.first_pulls import greedy_failure
from begreedy.values.numbers import grouped

ID = "first-pulls"
PULLS, ARMS, HORIZONS = (1, 2, 4, 8, 16, 32), (2, 10, 100), (100, 1000, 10_000)
GAP, DUEL = 0.5, 2000  # of two arms with normal rewards, and for how many rounds they are played
_OURS = "OptimisticGreedy"


def after(pulls: int) -> OptimisticGreedy:
    """Greedy after so many first pulls of each arm."""
    return OptimisticGreedy(0.0, first_pulls=pulls, label=_named(pulls))


def _named(pulls: int) -> str:
    return f"{pulls} first pull{'s' if pulls > 1 else ''}"


def _cells(scale: Scale) -> list[Cell]:
    uniform = [
        Cell(
            {"where": "means uniform", "arms": arms, "horizon": horizon},
            Finite(prior=Uniform(), arms=arms),
            horizon,
            policies=(OptimisticGreedy(), *(after(pulls) for pulls in PULLS if pulls * arms <= horizon)),
        )
        for arms in ARMS
        for horizon in HORIZONS
        if horizon <= scale.horizon
    ]
    pair = Finite(means=(GAP, 0.0), law=Gaussian())
    duel = Cell({"where": "two normal arms", "arms": 2, "horizon": DUEL}, pair, DUEL, policies=tuple(map(after, PULLS)))
    return [*uniform, *([duel] if scale.horizon >= DUEL else [])]


EXPERIMENT = Experiment(
    id=ID,
    title="How many first pulls",
    cells=_cells,
    policies={"extra": ()},
    scales={"smoke": Scale(20, 100), "quick": Scale(1000, 10_000), "full": Scale(20_000, 10_000)},
    checkpoints=1,
    notes=(
        "Arms with uniform means, rewards 0 and 1; as many first pulls as there are rounds for. Two normal arms: means "
        f"{GAP:g} and 0, unit variance, {DUEL} rounds."
    ),
)


# ---------------------------------------------------------------- figure


def relative_to_optimism(finished: Finished, variant: str) -> LineChart:
    """Mean regret of Greedy after m first pulls divided by OptimisticGreedy's."""
    styles: dict[str, int] = {_OURS: 0}
    panels: dict[int, list[Line]] = {}
    for labels, results in finished.cells(variant):
        if labels["where"] != "means uniform":
            continue
        ours, *others = (result.final for result in results)
        name = f"T = {grouped(labels['horizon'])}"
        points = [(float(pulls), regret, ours) for pulls, regret in zip(PULLS, others, strict=False)]
        panels.setdefault(labels["arms"], []).append(ratio_line(name, styles.setdefault(name, len(styles)), points))
    level = Line(_OURS, 0, np.array([PULLS[0], PULLS[-1]], float), np.ones(2))
    return LineChart(
        "How many first pulls: Greedy after m pulls of each arm, relative to optimistic Greedy",
        tuple(Panel(f"{arms} arms", (level, *lines)) for arms, lines in panels.items()),
        "first pulls m of each arm",
        "regret / regret of OptimisticGreedy",
        x_log=True,
        y_log=True,
        x_ticks=tuple(map(float, PULLS)),
        same_y=True,
        dots=True,
        note=(
            "above 1 OptimisticGreedy, without first pulls, loses less; mean regret, band: 2 standard errors, "
            f"{runs_of(finished, variant)}"
        ),
    )


# ---------------------------------------------------------------- claims, written before anything was run


def chosen(
    finished: Mapping[str, Finished], variant: str, arms: tuple[int, ...], horizons: tuple[int, ...]
) -> Iterator[tuple[str, Evidence]]:
    """The cells of uniform means with these arms and horizons, each with a label."""
    cell_at = {tuple(cell.labels.values()): cell for cell in cells(finished, ID, variant)}
    for k, t in ((k, t) for k in arms for t in horizons):
        if ("means uniform", k, t) not in cell_at:
            raise Unclear(f"{ID} was not played with {k} arms for {t} rounds")
        yield f"{k} arms, T = {t}", cell_at["means uniform", k, t]


def never_enough(finished: Mapping[str, Finished], variant: str) -> Finding:
    """OptimisticGreedy has less regret than Greedy after any number of first pulls that was tried."""
    found = chosen(finished, variant, ARMS, (1000, 10_000))
    return all_negative(below(c, _OURS, name, label=w) for w, c in found for name in c.results if name != _OURS)


def one_is_best(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, (100,), (1000,))
    return all_negative(below(c, _named(1), _named(m), label=w) for w, c in found for m in (2, 4, 8))


def more_pay_in_the_end(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, (2, 10), (10_000,))
    return all_negative(below(c, _named(4), _named(1), label=w) for w, c in found)


def between_the_bounds(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Ending with the worse arm: playing nothing else in the last half of the rounds."""
    duels = [cell for cell in cells(finished, ID, variant) if cell.labels["where"] == "two normal arms"]
    if not duels:
        raise Unclear(f"{ID} was played without the two normal arms")
    tests = []
    for pulls in PULLS:
        stuck = (duels[0][_named(pulls)].locked_gap > 0.0).astype(float)
        bounds = greedy_failure(pulls, GAP)
        words = f"{_named(pulls)}: {stuck.mean():.4f}, between {bounds.least:.4f} and {bounds.most:.4f}"
        tests += [Asserted(words, mean_of(bounds.least - stuck)), Asserted(words, mean_of(stuck - bounds.most))]
    return all_negative(tests)


_WHERE = "Question 4"
CLAIMS = tuple(
    Claim(id, quote, _WHERE, (ID,), check, ("extra",), afterwards)
    for id, quote, check, afterwards in (
        (
            "first-pulls-never-enough",
            "No number of first pulls makes Greedy as good as two pseudo-successes: 2, 10 and 100 arms, T = 10^3 and "
            "10^4.",
            never_enough,
            "",
        ),
        (
            "first-pulls-one",
            "With 100 arms and 1000 rounds one first pull is best: 2, 4 and 8 lose more.",
            one_is_best,
            "",
        ),
        (
            "first-pulls-long",
            "With 2 and with 10 arms and 10 000 rounds, four first pulls lose less than one.",
            more_pay_in_the_end,
            "",
        ),
        (
            "first-pulls-theory",
            "Of two normal arms, Greedy ends with the worse one as often as theory says, after 1 to 32 first pulls.",
            between_the_bounds,
            "a comparison of this formula with simulation stood in the documentation when this was written",
        ),
    )
)

STUDY = Study((EXPERIMENT,), CLAIMS, chart=relative_to_optimism)
