"""What random choice earns in so many rounds, by the kind of problem: the floor that advice is compared with.

Exact where that can be reckoned, else from draws that are the same every time.  None where neither is at hand, as for a
prior of the user's own: then the comparison is left out.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from begreedy.advice.models.candidate import moments_of
from begreedy.problems.actions.oracle import best_action
from begreedy.problems.cascading import Cascading
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.continuous import Continuous
from begreedy.problems.drifting import Drifting
from begreedy.problems.finite import Finite
from begreedy.problems.linear import Linear
from begreedy.problems.peaks import RandomPeaks
from begreedy.problems.priors import JointNormal
from begreedy.random import digest_key
from begreedy.types import Problem, law_link, part_of, says

_POINTS = 4096  # of a function
_DRAWN = 128  # actions
_MOST_ARMS = 1000  # of actions that must be found in plain Python


def of_prior(problem: Problem, rounds: int) -> float | None:
    """Arms that are all drawn from the prior, whenever."""
    mean = _mean(part_of(problem, "prior", None))
    return None if mean is None else rounds * mean


def of_arms(problem: Finite, rounds: int) -> float | None:
    """Given means, or those of the prior."""
    return rounds * float(np.mean(problem.means)) if problem.means else of_prior(problem, rounds)


def of_lists(problem: Cascading, rounds: int) -> float | None:
    """How often a list of random items pleases: not if it has none of those that please."""
    if problem.weights is None:
        known = moments_of(problem.prior)
        return None if known is None else rounds * (1.0 - (1.0 - known[0]) ** int(problem.slots))
    missed = np.eye(1, problem.slots + 1)[0]  # by length: how often a list of items so far does not please
    lengths = np.arange(1, problem.slots + 1)
    for items, weight in enumerate(problem.weights, start=1):
        share = lengths / items  # of the lists of so many items that have this one
        missed[1:] = np.maximum(0.0, 1.0 - share) * missed[1:] + share * (1.0 - weight) * missed[:-1]
    return rounds * float(1.0 - missed[-1])


def of_sets(problem: Combinatorial, rounds: int) -> float | None:
    """A random action, each of a list equally likely; of others the best for random weights, as EpsilonGreedy has it.

    Costs are negative.
    """
    actions: Any = problem.actions  # of those given one by one, also their members
    mean = _mean(problem.prior)
    sign = -rounds if problem.minimise else rounds
    if problem.means is None and mean is None:
        return None
    means = np.full(problem.arms, mean) if problem.means is None else np.array(problem.means)
    if says(actions, "free"):
        return float(sign * actions.size * means.mean())
    if says(actions, "explicit"):
        groups = np.split(np.array(actions.members), actions.ends[:-1])
        return float(sign * np.mean([means[group].sum() for group in groups]))
    if problem.arms > _MOST_ARMS:
        return None
    if problem.means is None and len(best_action(actions, [-1.0] * problem.arms)) == actions.size:  # all are as large
        return float(sign * actions.size * means.mean())
    weights = np.random.Generator(np.random.PCG64(0)).random((_DRAWN, problem.arms)) - 1.0
    drawn = [best_action(actions, row.tolist(), seed) for seed, row in enumerate(weights)]
    return float(sign * np.mean([means[list(action)].sum() for action in drawn]))


def of_function(problem: Continuous | RandomPeaks, rounds: int) -> float:
    """The average of the function: of one that is drawn in every run, over the runs as well."""
    places = (np.arange(_POINTS) + 0.5) / _POINTS
    if isinstance(problem, RandomPeaks):
        world = SimpleNamespace(alpha=problem.alpha or 0.0, smoothness=problem.smoothness or 0.0)  # 0: drawn as well
        height, stream = problem.discover_function(), [0] * 4
        values = [height(world, 0, x, digest_key("chance", run), stream, None) for run, x in enumerate(places.tolist())]
        return rounds * float(np.mean(values))
    draws = np.random.Generator(np.random.PCG64(0)).random((_POINTS, problem.dimension))
    points = places[:, None] if problem.continuum else draws
    return rounds * float(np.mean([problem.f(*point) for point in points.tolist()]))


def of_vectors(problem: Linear, rounds: int) -> float | None:
    """Random vectors and random parameters have either sign; given ones pay what they do.  None behind a link."""
    if law_link(problem.law) is not None:
        return None
    if problem.theta is None or problem.actions is None:
        return 0.0
    actions = np.array(problem.actions)
    if problem.sets:
        return float((actions[:rounds] @ np.array(problem.theta)).mean(axis=1).sum())
    return rounds * float(actions.mean(axis=0) @ np.array(problem.theta))


def of_changing(problem: Drifting, rounds: int) -> float | None:
    """Means that are drawn from the prior for ever, or walk around the middle of a range in which they began evenly."""
    known = moments_of(problem.prior)
    if known is None or problem.step is None or problem.rate == 0.0:
        return of_prior(problem, rounds)
    low, high = problem.range
    return rounds * known[0] if abs(known[0] - 0.5 * (low + high)) < 1e-12 else None


def _mean(prior: object) -> float | None:
    """The mean of a prior, over all arms."""
    if isinstance(prior, JointNormal):
        return float(np.mean(prior.mean))
    known = moments_of(prior)
    return None if known is None else known[0]
