"""Assignments solved from the prices of the last one: the same as solved anew, whatever was asked before."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

import begreedy as bg
from begreedy.problems.actions import matchings
from begreedy.random import seed_stream
from oracles import brute_force

SIDE = 4
EVERY = brute_force.matchings(SIDE, SIDE)


def solve(actions, weights, memory, seed, first_floor=inf):
    """The action found and the floors of its arms, with keys of their own."""
    chosen, floor, stream = [-1] * actions.size, [first_floor] * actions.arms, [0] * 4
    seed_stream(stream, seed)
    actions.solve(list(weights), chosen, memory, floor, stream)
    return chosen, [floor[arm] for arm in chosen]


def sequence(kind, side, rounds):
    """Weights as a policy asks for them: a few change at a time, or all; with many ties, all equal, or huge."""
    rng = np.random.default_rng([7, side, len(kind)])
    weights = rng.random(side * side)
    for t in range(rounds):
        some = rng.integers(0, side * side, 1 + t % 3)
        if kind == "normal":
            weights[some] += 0.2 * rng.normal(size=len(some))
        elif kind == "ties":
            weights[some] = rng.integers(0, 3, len(some)) / 3.0
        elif kind == "equal":
            weights[:] = t % 2
        elif kind == "others in between":
            yield 4.0 * side * side * (rng.random(side * side) < 0.3)
            weights[some] = rng.integers(0, 4, len(some)) / 3.0
        else:  # graded, as infinite values are
            weights[some] = rng.choice([0.0, 0.5, 4.0 * side * side, -4.0 * side * side], len(some))
        yield weights.copy()


@pytest.mark.parametrize("kind", ["normal", "ties", "equal", "others in between", "graded"])
def test_what_was_asked_before_changes_nothing(kind):
    """The best action by brute force; and, bit for bit, that of a new memory, with its floors."""
    actions = bg.Matchings(SIDE, SIDE)
    kept = [0.0] * actions.memory
    for seed, weights in enumerate(sequence(kind, SIDE, 150)):
        found = solve(actions, weights, kept, seed)
        assert found == solve(actions, weights, [0.0] * actions.memory, seed)
        largest, _ = brute_force.best(EVERY, weights)
        assert brute_force.worth(found[0], weights) == pytest.approx(largest, abs=1e-9)


@pytest.mark.parametrize("kind", ["normal", "ties"])
def test_without_floors_the_action_is_the_same(kind):
    """Large ones against SciPy; no floor is written where the first says that none is wanted."""
    from scipy.optimize import linear_sum_assignment

    actions = bg.Matchings(15, 15)
    kept = [0.0] * actions.memory
    for seed, weights in enumerate(sequence(kind, 15, 15)):
        chosen, floors = solve(actions, weights, kept, seed, first_floor=-inf)
        assert set(floors) == {-inf}
        assert chosen == solve(actions, weights, [0.0] * actions.memory, seed)[0]
        table = weights.reshape(15, 15)
        assert weights[chosen].sum() == pytest.approx(table[linear_sum_assignment(table, maximize=True)].sum())


def test_where_a_few_weights_change_few_rows_are_matched_again(monkeypatch):
    """One path for each change, instead of one per row: else keeping prices would be for nothing."""
    actions, paths, augment = bg.Matchings(15, 15), [], matchings._augment
    monkeypatch.setattr(matchings, "_augment", lambda *given: (paths.append(given[1]), augment(*given)))
    kept = [0.0] * actions.memory
    for seed, weights in enumerate(sequence("normal", 15, 30)):
        solve(actions, weights, kept, seed)
    assert len(paths) < 15 + 2 * sum(1 + t % 3 for t in range(30))


def test_keys_that_are_equal_but_for_rounding_are_solved_anew(monkeypatch):
    """With keys as coarse as rounding, only solving anew makes the answer that of a new memory."""
    monkeypatch.setattr(matchings, "KEY", 2.0**-51)
    test_what_was_asked_before_changes_nothing("ties")
    monkeypatch.setattr(matchings, "_alone", lambda *given: True)
    with pytest.raises(AssertionError):
        test_what_was_asked_before_changes_nothing("ties")
