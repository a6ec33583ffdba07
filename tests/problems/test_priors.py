"""Priors: what is known of them without drawing."""

from __future__ import annotations

from math import gamma, inf

import pytest

import begreedy as bg


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (2.0, 3.0), (0.5, 60.0)])
def test_the_tail_of_a_beta_prior_is_its_density_near_one(a, b):
    """P(mean > 1 - u) is about u**b / (b B(a, b))."""
    c1, beta = bg.Beta(a, b).tail
    assert beta == b
    assert c1 == pytest.approx(gamma(a + b) / gamma(a) / gamma(b) / b, rel=1e-12)


def test_a_tail_above_the_largest_number_is_no_error():
    """Policies that need the exponent alone play; those that need the constant are told that it is infinite."""
    prior = bg.Beta(100.0, 1099511627776.0)
    assert prior.tail == (inf, 1099511627776.0)
    bg.simulate(bg.UCBAIR(), bg.Infinite(prior), 20, runs=1)
    with pytest.raises(ValueError, match="c1"):
        bg.simulate(bg.Subsample(bg.Greedy()), bg.Infinite(prior), 20, runs=1)
