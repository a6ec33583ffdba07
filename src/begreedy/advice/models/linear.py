"""The card of linear bandits: a parameter is learned from actions in a ball or among vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from begreedy.advice.features import read_features
from begreedy.advice.models import chance
from begreedy.advice.models.axis import horizon_axis
from begreedy.advice.models.candidate import Candidate, noise_of, plain
from begreedy.advice.models.card import Card, Example, MapAxes, PageForm
from begreedy.advice.models.situation import Notes, Situation
from begreedy.policies.ball_explore import BallExplore
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.policies.lin_thompson import LinThompson
from begreedy.policies.lin_ucb import LinUCB
from begreedy.problems.laws import Gaussian
from begreedy.problems.linear import Linear
from begreedy.results.table_rows import TABLES, TableSource
from begreedy.types import Law, Policy, Problem
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.value import whole


def describe(
    notes: Notes,
    dimension: float | None = None,
    arms: float | None = None,
    law: Law | None = None,
    features: TableSource | Sequence[Sequence[float]] | None = None,
) -> tuple[Problem, ...]:
    vectors = None if features is None else _vectors(notes, features, dimension)
    size = len(vectors[0]) if vectors else whole(notes.choose(dimension, 10, "dimension"), "dimension", low=1)
    law = notes.choose(law, Gaussian(), "noise")
    if not isinstance(law, Gaussian):
        raise BadValue.of("law", law, "Gaussian(sigma) for linear rewards", got=concise(law))
    if vectors is not None:
        shown = "all" if arms is None else f"{arms} at random"
        notes.words.append(f"actions: {shown} of these {len(vectors)} feature vectors in every round")
    elif arms is None:
        notes.words.append("actions: the whole unit ball")
    else:
        notes.words.append(f"actions: {arms} fresh random unit vectors in every round")
    notes.words.append("the parameter: uniform on the unit sphere, another one in every run")
    offered = None if arms is None else whole(arms, "arms", low=1)
    return (Linear(size, law.sigma, actions=vectors, offered=offered),)


def _vectors(
    notes: Notes, features: TableSource | Sequence[Sequence[float]], dimension: float | None
) -> list[list[float]]:
    """The features of the user's own arms, as they are."""
    if dimension is not None:
        raise BadValue.of("dimension", dimension, "left out where features are given: it is theirs")
    if isinstance(features, TABLES):
        vectors = read_features(features)[1]
    else:
        vectors = [list(vector) for vector in features]
    means = np.array(vectors, float) if len({len(vector) for vector in vectors}) == 1 else np.zeros((0, 0))
    if means.size:  # of a random unit parameter, the variance of the arms' means is the mean variance of the features
        spread = float(np.sqrt(means.var(axis=0).mean()))
        notes.words.append(f"means of arms: they differ by a standard deviation of about {spread:.3g}")
    return vectors


def candidates(situation: Situation) -> list[Candidate]:
    ball = situation.problem.ball
    common = [plain(LinGreedy(), None, True), plain(LinThompson()), plain(LinUCB(determinant=not ball))]
    if not ball:
        return common
    shaken = LinGreedy(jitter=0.1, label="Greedy(jitter=0.1)")
    return [*common, plain(shaken, None, True), plain(BallExplore(delta=1.0))]


def why_greedy(situation: Situation) -> str:
    if noise_of(situation.problem.law) == 0.0:
        return "without noise a few rounds tell the parameter"
    return f"in {situation.problem.dimension} dimensions the noise of its estimate makes Greedy look around by itself"


def cost(policy: Policy, problem: Linear, horizon: int | None, _arms: float) -> float:
    """Rounds of matrix times vector; of LinUCB in a ball, of an eigenvalue problem."""
    size = int(problem.dimension)
    per_round: float = 100.0 + 0.4 * size**2 + 5.0 * problem.offers * size
    if isinstance(policy, LinUCB) and problem.ball:
        per_round = per_round + 30.0 * size**2 + 1.5 * size**3
    elif isinstance(policy, LinUCB):  # a quadratic form for every action
        per_round += 0.5 * problem.offers * size**2
    elif isinstance(policy, LinThompson):
        per_round += 1.6 * size**2
    return 1e-9 * (horizon or 0) * per_round


def rounds_given(problem: Linear) -> int | None:
    """Actions may be given for so many rounds only."""
    return problem.sets or None


CARD: Card[Linear] = Card(
    problem=Linear,
    title="Linear rewards",
    example=Example("Linear(dimension=10)", ("Greedy()", "LinUCB()", "LinThompson()"), 1000),
    describe=describe,
    candidates=candidates,
    why_greedy=why_greedy,
    cost=cost,
    choice="action",
    random=chance.of_vectors,
    turning=horizon_axis(most=rounds_given),
    lasting=False,
    map=MapAxes(
        axis="dimension",
        label="Dimensions",
        rival="LinUCB()",
        sizes=(2, 4, 8, 16, 32),
        lengths=(100, 316, 1000),
        fixed=("theta", "actions"),
    ),
    form=PageForm(rare=("theta", "actions", "offered"), tables={"actions": "dimension"}),
)
