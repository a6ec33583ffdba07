"""The card of continuous-armed bandits: every point of [0, 1], or of a box of more dimensions, is an arm."""

from __future__ import annotations

from functools import partial
from typing import Any

from begreedy import theory
from begreedy.advice.models import chance
from begreedy.advice.models.candidate import Candidate, noise_of, plain, told_nothing
from begreedy.advice.models.card import BoundCurves, Card, Curve, Example, PageForm, chosen_arms, map_of_kept_arms
from begreedy.advice.models.keep import Keep, arms_without_end, noise
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.reductions import Discretize
from begreedy.policies.zooming import Zooming
from begreedy.problems.continuous import Continuous
from begreedy.problems.laws import Gaussian
from begreedy.problems.peaks import RandomPeaks
from begreedy.problems.priors import Uniform
from begreedy.theory import arms as theory_arms
from begreedy.theory.bound import Bound, grid_arms
from begreedy.types import Law, Problem
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.value import finite


def describe(
    notes: Notes, alpha: float | None = None, smoothness: float | None = None, law: Law | None = None
) -> tuple[Problem, ...]:
    law = notes.choose(law, Gaussian(), "noise")
    if not isinstance(law, Gaussian):
        raise BadValue.of("law", law, "Gaussian(sigma) on a continuum", got=concise(law))
    for name, value in (("alpha", alpha), ("smoothness", smoothness)):
        if value is not None and finite(value, name) <= 0.0:
            raise BadValue.of(name, value, "greater than 0")
    where = "five peaks 0.3 to 0.9 high at random places of [0, 1], other ones in every run"
    if alpha is None or smoothness is None:
        unknown = [n for n, v in (("alpha (1/2, 1 or 2)", alpha), ("L (1 to 100)", smoothness)) if v is None]
        where += f", of unknown {' and '.join(unknown)}"
    notes.words.append(f"the function: {where}")
    return (RandomPeaks(alpha, smoothness, law.sigma),)


def smooth(problem: Continuous | RandomPeaks) -> bool:
    """Whether the smoothness of a continuous problem is known."""
    return getattr(problem, "alpha", None) is not None and getattr(problem, "smoothness", None) is not None


def points(situation: Situation) -> int:
    """The theorem's number of points, with the smoothness or without; on a box, of a grid."""
    if smooth(situation.problem):
        return theory_arms.greedy_continuous(situation.rounds, situation.problem.alpha, situation.problem.smoothness)
    return of_grid(situation.problem, theory_arms.greedy_continuous_unknown(situation.rounds))


def of_grid(problem: Continuous | RandomPeaks, points: float) -> int:
    """So many points, as many as a regular grid of the problem's box has."""
    return grid_arms(points, 1 if isinstance(problem, RandomPeaks) or problem.continuum else problem.dimension)


def alone(problem: Continuous | RandomPeaks) -> str:
    """A number of points tuned on functions made up here would pretend to know them."""
    if isinstance(problem, RandomPeaks) and not smooth(problem):
        return " points, sqrt(4/3 T log T), which needs no knowledge of the smoothness"
    return ""


KEEP: Keep[Continuous | RandomPeaks] = Keep(points, reduction=Discretize, alone=alone, allowed=of_grid)


def candidates(situation: Situation) -> list[Candidate]:
    problem = situation.problem
    c = 4.0 * max(noise_of(problem.law), 1e-9) ** 2
    greedy = [KEEP.greedy(situation, 1.0)] if alone(problem) else KEEP.greedy_grid(situation)
    growing = [plain(AnytimeGreedy(), None, True)] if problem.continuum else []
    common = [*greedy, *growing, plain(MeDZO(c)), *told_nothing(problem.law)]
    if smooth(problem):
        cells = theory_arms.moss_continuous(situation.rounds, problem.alpha, problem.smoothness)
        zooming = Zooming(problem.alpha, problem.smoothness)
        hopeful = KEEP.optimistic_grid(situation, Uniform())  # values of the function are taken to be from 0 to 1
        return [*common, *hopeful, *KEEP.exploring(situation, MOSS(c), cells, "CAB.MOSS"), plain(zooming)]
    cells = theory_arms.moss_continuous(situation.rounds, 1.0, 1.0, 1 if problem.continuum else problem.dimension)
    tried = KEEP.exploring(situation, MOSS(c), cells, "CAB.MOSS")
    return [*common, *(tried[:1] if alone(problem) else tried)]


def guarantee(situation: Situation, k: int) -> Bound | None:
    """With the problem's smoothness, or with what ``facts`` know of its function: (alpha, L)."""
    problem = situation.problem
    known = situation.facts.get("smoothness", {}).get(getattr(problem, "f", None))
    if known is None and smooth(problem):
        known = problem.alpha, problem.smoothness
    return None if known is None else theory.continuous(situation.rounds, *known, k=k, sigma=noise(situation))


def bounds(alpha: float, smoothness: float, k: int | None, sigma: float, dimension: int) -> dict[str, Curve]:
    regularity: dict[str, Any] = {"alpha": alpha, "smoothness": smoothness}
    if dimension != 1:
        return _bounds_on_boxes(regularity, k, sigma, dimension)
    greedy = partial(theory.continuous, sigma=sigma, **regularity)
    unknown = partial(theory.continuous_unknown, sigma=sigma, **regularity)
    return {
        "Greedy": greedy,
        "Greedy, as printed": partial(greedy, printed=True),
        "Greedy, sharper": partial(greedy, sharp=True),
        **chosen_arms(greedy, k),
        "Greedy, best K and epsilon": partial(greedy, best=True),
        "Greedy, smoothness unknown": unknown,
        "Greedy, smoothness unknown, sharper": partial(unknown, sharp=True),
        "Greedy, smoothness unknown, best epsilon": partial(unknown, best=True),
        "MOSS": partial(theory.moss_continuous, **regularity),
        "MeDZO, smoothness unknown, fitted constant": partial(theory.medzo_fitted, **regularity),
        "any policy": partial(theory.lower_continuous, **regularity),
        "any policy, smoothness unknown": partial(theory.lower_continuous_unknown, **regularity),
    }


def _bounds_on_boxes(known: dict[str, Any], k: int | None, sigma: float, dimension: int) -> dict[str, Curve]:
    """Those that hold on a box, too: there are no closed forms."""
    box = {**known, "dimension": dimension}
    greedy = partial(theory.continuous, sigma=sigma, **box)
    return {
        "Greedy": greedy,
        **chosen_arms(greedy, k),
        "Greedy, smoothness unknown": partial(theory.continuous_unknown, sigma=sigma, **box),
        "MOSS": partial(theory.moss_continuous, **box),
        "any policy": partial(theory.lower_continuous, **box),
    }


CARD: Card[Continuous | RandomPeaks] = Card(
    problem=Continuous,
    title="A function on [0, 1]",
    example=Example("Continuous(f=f2)", ("Discretize(Greedy())", "CABMOSS(1.0, 20.0)", "MeDZO(c=4.0)"), 10_000),
    describe=describe,
    candidates=candidates,
    why_greedy=arms_without_end,
    choice="point",
    random=chance.of_function,
    keep=KEEP,
    guarantee=guarantee,
    bounds=BoundCurves({"alpha": 1.0, "smoothness": 1.0, "k": None, "sigma": 1.0, "dimension": 1}, bounds),
    map=map_of_kept_arms("MeDZO(c=4.0)", Discretize),
    form=PageForm(rare=("maximum", "reference", "bounds")),
)
