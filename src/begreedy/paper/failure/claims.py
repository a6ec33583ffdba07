"""Claims of Example 1: two arms, and how Greedy fails on them."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, fsum, lgamma, log, log1p

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, Outcome, Unclear
from begreedy.paper.evidence import Evidence, at, steadier, whole
from begreedy.paper.inference import LEVEL, Asserted, all_negative, mean_of
from begreedy.values.numbers import three_digits

ROUNDS = 500
_FIRST_PULLS = 0.8  # regret of pulling both arms once
_FEWEST = 500  # runs: what the means and variances hang on happens in one of a hundred


def at_least(count: int, runs: int, share: float, what: str) -> Finding:
    """Whether an event has at least this probability, by the exact binomial test."""
    more = _binomial_tail(count, runs, share)
    fewer = _binomial_tail(runs - count, runs, 1.0 - share)
    outcome: Outcome = "holds" if 2.0 * more <= LEVEL else "fails" if 2.0 * fewer <= LEVEL else "undecided"
    p_value = min(1.0, 2.0 * min(more, fewer))
    return Finding(outcome, f"{what} in {count} of {runs} runs, {count / runs:.4f} against {share:g}", p_value)


def _binomial_tail(count: int, runs: int, share: float) -> float:
    """The probability of at least ``count`` successes in so many runs.

    >>> round(_binomial_tail(9, 10, 0.5), 6)
    0.010742
    """
    if count <= 0:
        return 1.0
    constant = lgamma(runs + 1)
    logs = (
        constant - lgamma(k + 1) - lgamma(runs - k + 1) + k * log(share) + (runs - k) * log1p(-share)
        for k in range(count, runs + 1)
    )
    return min(1.0, fsum(map(exp, logs)))


def fails_to_find(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Failing to find the best arm: playing nothing but the bad one in the last half of the rounds."""
    greedy = whole(finished, "failure", variant, ROUNDS)["Greedy"]
    stuck = int(np.sum(greedy.locked_gap > 1e-12))
    return at_least(stuck, greedy.runs, 0.01, "stuck on the bad arm")


def no_more_regret(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Read as "at least": first rewards 1 and 0 have probability 0.9^2, and others can end as well."""
    greedy = whole(finished, "failure", variant, ROUNDS)["Greedy"]
    free = int(np.sum(greedy.final <= _FIRST_PULLS + 1e-9))
    return at_least(free, greedy.runs, 0.81, "no regret after the first pull of each arm")


def _enough(cell: Evidence) -> Evidence:
    runs = cell["Greedy"].runs
    if runs < _FEWEST:
        raise Unclear(f"Greedy is stuck in one run of a hundred: that needs at least {_FEWEST} runs, here are {runs}")
    return cell


def linear(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Linear: the last half of the rounds adds at least half of what the first half added after the first pulls.

    It would add as much if regret grew linearly, and 0.41 times as much if it grew like a square root.
    """
    greedy = _enough(whole(finished, "failure", variant, ROUNDS))["Greedy"]
    first, last = at(greedy, ROUNDS / 2) - _FIRST_PULLS, greedy.final - at(greedy, ROUNDS / 2)
    gap = mean_of(0.5 * first - last)
    before, after = three_digits(first.mean()), three_digits(last.mean())
    text = f"regret {before} in the first half after the first pulls, {after} in the last half"
    return all_negative([Asserted(text, gap)], "linear: at least half as much in the last half")


def large_variance(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Large: larger than that of ThompsonSampling, with which the figure compares."""
    cell = _enough(whole(finished, "failure", variant, ROUNDS))
    return all_negative([steadier(cell, "ThompsonSampling", "Greedy")], "large: above that of ThompsonSampling")


CLAIMS = (
    Claim(
        "failure-probability",
        "With probability at least 0.01, Greedy fails to find the optimal arm.",
        "Example 1",
        ("failure",),
        fails_to_find,
        afterwards="20 000 runs, since the paper's 1000 did not tell once all claims are considered together",
    ),
    Claim(
        "failure-no-regret",
        "with probability 0.9² it suffers no regret after the initial pulls",
        "Example 1",
        ("failure",),
        no_more_regret,
    ),
    Claim("failure-linear", "This results in a linear regret", "Example 1", ("failure",), linear),
    Claim("failure-variance", "with a large variance", "Example 1", ("failure",), large_variance),
)
