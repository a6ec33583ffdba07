"""The benchmark measures what it says."""

from __future__ import annotations

import pytest

from begreedy import MOSS, Bernoulli, Finite, Greedy, Uniform
from begreedy.bench.measure import WORKLOADS, Workload, compared, growth, measure


@pytest.mark.long
def test_a_row_has_the_agreed_keys_and_sane_numbers():
    """One measurement has all keys; the fast kernel beats the scan by far at many arms."""
    problem = Finite(prior=Uniform(), arms=2000, law=Bernoulli())
    row, other = measure(
        [
            Workload("greedy-bernoulli", Greedy(), problem, 4000),
            Workload("moss-bernoulli", MOSS(), problem, 4000, naive=False),
        ]
    )
    assert set(row) == {"workload", "arms", "horizon", "ns_per_round", "floor_ns", "naive_ns", "seconds"}
    assert row["arms"] == 2000
    assert row["horizon"] == 4000
    assert 0 < row["floor_ns"] < row["ns_per_round"] < row["naive_ns"] / 5
    assert row["ns_per_round"] < other["ns_per_round"]
    assert other["naive_ns"] is None
    assert row["seconds"] > 0 < other["seconds"]


def test_policies_that_are_compared_are_measured_in_turn():
    """Those on the same problem, and no others; none is lost, and rows keep their order."""
    groups = [{workload.name for workload in group} for group in compared(WORKLOADS)]
    assert {"greedy-bernoulli", "optimistic-bernoulli", "moss-bernoulli"} in groups
    assert {"greedy-gauss", "moss-gauss", "moss4-gauss", "optimistic-gauss"} in groups
    assert {"klucb-bernoulli", "thompson-bernoulli"} in groups
    assert [workload for group in compared(WORKLOADS) for workload in group] == list(WORKLOADS)


def test_workloads_cover_the_kernels():
    """The named workloads are there, and growth reaches 100 000 arms."""
    names = {w.name for w in WORKLOADS}
    assert names >= {"greedy-gauss", "moss-gauss", "greedy-bernoulli", "moss-bernoulli", "ucb-gauss"}
    assert names >= {"klucb-bernoulli", "thompson-bernoulli", "user-gauss"}
    assert names >= {"growing-bernoulli", "cbt-bernoulli", "imoss-bernoulli", "lbsda-bernoulli"}
    assert max(w.problem.arms for w in growth()) == 100_000
