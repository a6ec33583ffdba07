"""Delayed rewards: the expected reward by which a pending pull counts.

The rule, "expected", is the expected reward of a pull given that it is still out.  By Little's law, among the pulls
that are out at a given time, those that will pay are to those that will not as ``m E[W | paid] : (1 - m) E[W | not]``,
with ``m`` the arm's mean and ``W`` the wait until a reward is reported.  So a pull that is out pays with odds
``m / (1 - m)`` times the *ratio of waits* ``E[W | paid] / E[W | not]``: 1 if waits do not depend on the outcome, near 0
if clicks come in seconds and everything else by a timeout.  The arm's mean is taken over its known rewards, its
believed rewards, and one more pull that paid the mean of all arms: the root of a quadratic equation.

The ratio of waits is estimated from all arms together, by maximum likelihood for exponential waits, some of them
censored (pulls still out add to the waits of both kinds by their odds; Dempster, Laird and Rubin, 1977).  With complete
waits this is the ratio of their means, whatever their law.  At the start, one success and the matching number of
failures count as seen, with equal waits.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

Belief = Callable[[float, float, float, float, float], float]

_ITERATIONS = 20
_DRIFT = 1.1  # beliefs are recomputed when the overall mean or the ratio of waits has changed by this factor


def expected(earned: float, real: float, out: float, overall: float, ratio: float) -> float:
    """The expected reward of a pull that is out, given that it is out."""
    return given_out(ratio, _mean_with_out(earned + overall, real + 1.0, out, ratio))


def _shrunk(earned: float, real: float, out: float, overall: float, ratio: float) -> float:
    return (earned + overall) / (real + 1)


def _mean(earned: float, real: float, out: float, overall: float, ratio: float) -> float:
    return earned / real if real > 0 else overall


def _low(earned: float, real: float, out: float, overall: float, ratio: float) -> float:
    return 0.0


# What a pull still out is believed to pay, from the arm's rewards so far, their number, the number of pulls that are
# out, the mean of all arms and the ratio of waits.
BELIEFS: dict[str, Belief | None] = {
    "expected": expected,
    "shrunk": _shrunk,
    "mean": _mean,
    "low": _low,
    "ignored": None,  # pulls that are out are not counted at all
}
BELIEF = "expected"


def constant(value: float) -> Belief:
    """Every pull that is out counts as one that paid ``value``."""
    return lambda earned, real, out, overall, ratio: value


def shrunk(earned: float, real: int, overall: float) -> float:
    """The mean of an arm after one more pull that paid the mean of all arms."""
    return (earned + overall) / (real + 1)


def given_out(ratio: float, mean: float) -> float:
    """The mean of an arm's pulls that are still out, given the arm's mean: its odds times the ratio of waits."""
    return ratio * mean / (1.0 - mean + ratio * mean)


def _mean_with_out(earned: float, real: float, out: float, ratio: float) -> float:
    """The mean m of all pulls, known and out, where each that is out counts as ``given_out(ratio, m)``."""
    pulls = real + out
    square, linear = (1.0 - ratio) * pulls, pulls + (1.0 - ratio) * earned - ratio * out
    root = sqrt(max(0.0, linear * linear - 4.0 * square * earned))
    return min(2.0 * earned / (linear + root), 1.0 - 1e-12)


class Waits:
    """How long pulls wait for their rewards, by outcome; in any unit in which decisions come evenly."""

    def __init__(self) -> None:
        self.paid = self.unpaid = 0.0  # sums of r and 1 - r over the pulls with a known reward r in [0, 1]
        self.wait_paid = self.wait_unpaid = 0.0  # and of their waits with these weights
        self.overall, self.ratio = 0.5, 1.0  # the mean of all arms and the ratio of waits as beliefs have them

    def count(self, reward: float, wait: float, sign: int = 1) -> None:
        """Count a pull that paid ``reward`` after ``wait``; ``sign`` -1 takes it back."""
        self.paid += sign * reward
        self.unpaid += sign * (1.0 - reward)
        self.wait_paid += sign * reward * wait
        self.wait_unpaid += sign * (1.0 - reward) * wait

    def moved(self, earned: float, known: int, out: int, waiting: float) -> bool:
        """Estimate anew from what all arms paid and the waits of pulls still out; returns whether much has changed."""
        overall, ratio = self._estimate(earned, known, out, waiting)
        if 1.0 / _DRIFT < overall / self.overall < _DRIFT and 1.0 / _DRIFT < ratio / self.ratio < _DRIFT:
            return False
        self.overall, self.ratio = overall, ratio
        return True

    def _estimate(self, earned: float, known: int, out: int, waiting: float) -> tuple[float, float]:
        usual = (self.wait_paid + self.wait_unpaid + waiting) / max(1.0, self.paid + self.unpaid + out) or 1.0
        ratio, overall = self.ratio, 0.0
        for _ in range(_ITERATIONS):
            overall = _mean_with_out(max(earned, 0.0) + 0.5, known + 1.0, out, ratio)
            paying = given_out(ratio, overall) * waiting
            failures = (1.0 - overall) / overall  # per success
            rate_paid = (self.paid + 1.0) / (self.wait_paid + paying + usual)
            rate_unpaid = (self.unpaid + failures) / (self.wait_unpaid + waiting - paying + failures * usual)
            before, ratio = ratio, rate_unpaid / rate_paid
            if abs(ratio - before) < 0.01 * before:
                break
        return overall, ratio

    def snapshot(self) -> list[float]:
        return [self.paid, self.unpaid, self.wait_paid, self.wait_unpaid, self.overall, self.ratio]

    def restore(self, snapshot: list[float]) -> None:
        self.paid, self.unpaid, self.wait_paid, self.wait_unpaid, self.overall, self.ratio = snapshot
