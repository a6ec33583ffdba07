"""The benchmark measures what it says."""

from __future__ import annotations

import pytest

from begreedy import Bernoulli, Finite, Greedy, Uniform
from begreedy.bench.measure import WORKLOADS, Workload, growth, measure


@pytest.mark.long
def test_a_row_has_the_agreed_keys_and_sane_numbers():
    """One measurement has all keys; the fast kernel beats the scan by far at many arms."""
    row = measure(Workload("greedy-bernoulli", Greedy(), Finite(prior=Uniform(), arms=2000, law=Bernoulli()), 4000))
    assert set(row) == {"workload", "arms", "horizon", "ns_per_round", "floor_ns", "naive_ns", "seconds"}
    assert row["arms"] == 2000
    assert row["horizon"] == 4000
    assert 0 < row["floor_ns"] < row["ns_per_round"] < row["naive_ns"] / 5


def test_workloads_cover_the_kernels():
    """The named workloads are there, and growth reaches 100 000 arms."""
    names = {w.name for w in WORKLOADS}
    assert names >= {"greedy-gauss", "moss-gauss", "greedy-bernoulli", "moss-bernoulli", "ucb-gauss"}
    assert names >= {"klucb-bernoulli", "thompson-bernoulli", "user-gauss"}
    assert names >= {"growing-bernoulli", "cbt-bernoulli", "imoss-bernoulli", "lbsda-bernoulli"}
    assert max(w.problem.arms for w in growth()) == 100_000
