"""When Greedy fails: after so many first pulls, and in a known finite class of problems."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import begreedy as bg
from begreedy import theory


@dataclass(frozen=True)
class PatientGreedy:
    """The largest mean, after some pulls of each arm."""

    initial_pulls: int = 1

    def index(self, total, pulls):
        return total / pulls


@pytest.mark.parametrize(("pulls", "gap", "sigma"), [(1, 0.5, 1.0), (4, 0.5, 1.0), (4, 0.3, 0.5)])
def test_the_share_of_stuck_runs_lies_between_the_bounds(pulls, gap, sigma):
    """A simulation agrees with the bounds, to within its standard error."""
    problem = bg.Finite(means=(gap, 0.0), law=bg.Gaussian(sigma))
    stuck = bg.simulate(PatientGreedy(pulls), problem, 2000, runs=4000, seed=5, threads=1).locked
    bounds, error = theory.greedy_failure(pulls, gap, sigma), np.sqrt(0.25 / 4000)
    assert bounds.least - 4 * error <= stuck <= bounds.most + 4 * error
    assert stuck > 4 * error  # so that something was tested


def test_the_bounds_fall_exponentially_in_pulls_and_squared_gap():
    """Only pulls * gap**2 / sigma**2 matters, and the logarithms of both bounds fall in proportion to it."""
    assert theory.greedy_failure(4, 0.5) == pytest.approx(theory.greedy_failure(16, 0.25))
    assert theory.greedy_failure(4, 0.5) == pytest.approx(theory.greedy_failure(4, 1.0, sigma=2.0))
    logs = np.log([theory.greedy_failure(n, 1.0) for n in (100, 200, 400)])
    assert np.allclose(np.diff(logs[:, 1]) / [100, 200], -1 / 2)
    assert np.allclose(np.diff(logs[:, 0]) / [100, 200], -1 / 2, atol=0.05)


def test_decoys():
    """A decoy agrees with the truth on a suboptimal arm and has it as a best arm; the best arm needs no identifying."""
    truth = (0.9, 0.5, 0.3)
    found = theory.self_identifiable([truth, (0.4, 0.5, 0.2), (0.9, 0.1, 0.1), (0.3, 0.3, 0.3), (0.1, 0.6, 0.3)], truth)
    assert not found.holds
    assert found.decoys == ((1, 1), (2, 3))
    assert theory.self_identifiable([truth, (0.9, 0.5, 0.95), (0.1, 0.6, 0.3)], truth).holds


def test_decoys_on_a_grid():
    """Means that differ by rounding only are the same mean: 0.1 + 0.2 is that of an arm of 0.3."""
    assert theory.self_identifiable([(0.9, 0.3), (0.1, 0.1 + 0.2)], truth=(0.9, 0.3)).decoys == ((1, 1),)
    assert theory.self_identifiable([(0.9, 0.3), (0.1, 0.3 + 1e-9)], truth=(0.9, 0.3)).holds


def test_decoys_of_sets():
    """A decoy agrees with the truth in every arm of a worse set; what only agrees in its sum is none."""
    truth, sets = (0.9, 0.5, 0.4, 0.2), [(0, 1), (2, 3), (0, 3)]
    members = [truth, (0.1, 0.1, 0.4, 0.2), (0.1, 0.1, 0.3, 0.3), (0.9, 0.1, 0.1, 0.2), (0.9, 0.3, 0.4, 0.2)]
    assert theory.self_identifiable(members, truth, sets).decoys == ((1, 1), (2, 3))
    assert theory.self_identifiable([truth, (0.1, 0.1, 0.3, 0.3)], truth, sets).holds
    alone = theory.self_identifiable(members, truth, [[arm] for arm in range(4)])
    assert alone == theory.self_identifiable(members, truth)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: theory.self_identifiable([(0.1, 0.2)], (0.1, 0.2), [(0, 2)]), r"sets\[0\] must be"),
        (lambda: theory.self_identifiable([(0.1, 0.2)], (0.1, 0.2), [(1, 1)]), "none twice"),
        (lambda: theory.self_identifiable([(0.1, 0.2)], (0.1, 0.2), []), "at least one set"),
        (lambda: theory.greedy_failure(0, 0.5), "pulls must be"),
        (lambda: theory.greedy_failure(3, 0.0), "gap must be"),
        (lambda: theory.greedy_failure(3, 0.5, -1.0), "sigma must be"),
        (lambda: theory.self_identifiable([], ()), "truth must be the means of at least one arm"),
        (lambda: theory.self_identifiable([(0.1,)], (0.1, 0.2)), r"members\[0\] must be the means of 2 arms"),
        (
            lambda: theory.self_identifiable([(0.1, float("nan"))], (0.1, 0.2)),
            r"members\[0\]\[1\] must be a finite",
        ),
    ],
)
def test_bad_input_is_refused(call, words):
    """The message names the argument and what is allowed."""
    with pytest.raises(ValueError, match=words):
        call()
