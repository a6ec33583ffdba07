"""Claims about the theorems themselves: nothing is random, they are computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log, sqrt

import numpy as np

from begreedy import theory
from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, computed_finding


def known_smoothness(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The theorem's closed form against f(x) = 1 - L x^alpha, L = 0.005, alpha = 0.05, for 100 000 rounds.

    No policy on the theorem's K points loses less per round than the nearest of them to the maximum, 1/K.
    """
    smoothness, alpha, rounds = 0.005, 0.05, 100_000
    bound = theory.continuous(rounds, alpha, smoothness, printed=True)
    assert bound.k is not None
    least = rounds * smoothness * bound.k**-alpha
    condition = "the condition on L holds" if bound.holds else f"but {', '.join(bound.fails)} fails"
    return computed_finding(
        least <= bound.value,
        f"f(x) = 1 - {smoothness} x^{alpha}, T = {rounds}: {condition}, K = {bound.k}, the bound is {bound.value:.0f}, "
        f"and the nearest point of the grid loses {least:.0f} (with L >= 1 and T >= 3 the bound is right)",
    )


def near_optimal(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Near-optimal: of the order of the lower bound, up to logarithms, that is, with the same power of T.

    At the parameters of the paper's figures and experiments: alpha = 1, beta = 1, gamma = 0.4.
    """
    pairs = {
        "continuous": (
            lambda t: theory.continuous(t, 1.0, 1.0, printed=True),
            lambda t: theory.lower_continuous(t, 1.0, 1.0),
        ),
        "infinite": (lambda t: theory.infinite(t, 1.0, printed=True), lambda t: theory.lower_infinite(t, 1.0)),
        "many-armed": (lambda t: theory.many_armed(t, 0.4, printed=True), lambda t: theory.lower_many(t, 0.4)),
    }
    powers = {name: tuple(_power(bound) for bound in both) for name, both in pairs.items()}
    texts = [f"{name} T^{ours:.2f} against T^{least:.2f}" for name, (ours, least) in powers.items()]
    return computed_finding(
        all(ours - least < 0.01 for ours, least in powers.values()),
        f"powers of T in the bounds and in the lower bounds: {', '.join(texts)}; the paper's sections say suboptimal "
        "(near-optimal: the same power of T)",
    )


def _power(bound: Callable[[float], theory.Bound]) -> float:
    """The power a of T in a bound that is C T^a log^b T: solved from its values at three horizons."""
    horizons = (1e60, 1e120, 1e240)
    system = np.array([[1.0, log(t), log(log(t))] for t in horizons])
    return float(np.linalg.solve(system, [log(bound(t).value) for t in horizons])[1])


def chained(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Improved: wherever the generic bound says something, that is, is below T, the chained one is not above it.

    On a grid of horizons, numbers of arms and shares of arms that are optimal.
    """
    ratios, vacuous = [], 0
    for horizon in (1e4, 1e5, 1e6, 1e8):
        for arms in (2, 10, 100, 1000, 10_000, 100_000):
            for share in (0.01, 0.1, 0.5, 1.0):
                count = max(1.0, share * arms)
                generic = theory.generic(horizon, k=arms, near_optimal=count)
                if generic.vacuous:
                    vacuous += 1
                    continue
                ratios.append(theory.chaining(horizon, k=arms, near_optimal=count).value / generic.value)
    same = sum(ratio > 1.0 - 1e-9 for ratio in ratios)
    return computed_finding(
        max(ratios) <= 1.0 + 1e-9,
        f"in {len(ratios)} settings in which the generic bound is below T, the chained one is {min(ratios):.2f} to "
        f"{max(ratios):.2f} of it, the same in {same} of them ({vacuous} settings in which it is vacuous are left out)",
    )


def random_points(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The same analysis: the same bound up to a constant.

    A random point of a cell adds up to 1/4 to the variance of a reward, so that with 1-subgaussian noise arms are only
    5/4-subgaussian: the proof goes through with that.
    """
    ratios = []
    for horizon in (1e6, 1e8, 1e10):
        fixed, random = (theory.continuous(horizon, 1.0, 1.0, best=True, sigma=sqrt(noise)) for noise in (1.0, 1.25))
        ratios.append(random.value / fixed.value)
    return computed_finding(
        max(ratios) <= 1.25,
        f"with the variance 5/4 that such arms may have, the theorem's bound at its best K is {min(ratios):.3f} to "
        f"{max(ratios):.3f} times as large, for T from 1e6 to 1e10; unchanged where the rewards themselves are bounded",
    )


CLAIMS = (
    Claim(
        "theory-near-optimal",
        "we prove that it verifies near-optimal worst-case regret bounds in continuous, infinite and many-armed bandit "
        "problems",
        "Abstract",
        ("bounds-known",),
        near_optimal,
        afterwards="added when the exponents were known",
    ),
    Claim(
        "theory-chaining",
        "It is possible to theoretically improve the previous result by using a chaining/peeling type of argument.",
        "Section 3",
        ("bounds-known",),
        chained,
        afterwards="added, without the cases where both bounds are above T, when it was known to fail there",
    ),
    Claim(
        "theory-random-points",
        "The same analysis holds if it chooses a point uniformly at random from the chosen interval",
        "Section 4, remark",
        ("bounds-known",),
        random_points,
        afterwards="added, with a constant of 1.25 as its border, when the ratio was known",
    ),
    Claim(
        "theory-known",
        "R_T ≤ 13 L^(2/(4α+1)) T^((3α+1)/(4α+1)) (log T)^(2α/(4α+1)) + 1",
        "Section 4, theorem on known smoothness",
        ("bounds-known",),
        known_smoothness,
        afterwards="added when the theorem was known to fail there",
    ),
)
