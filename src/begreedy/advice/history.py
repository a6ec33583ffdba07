"""The prior from which arms were drawn, by their past successes and trials: empirical Bayes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

import numpy as np

from begreedy.advice.past_arms import given_rows
from begreedy.problems.in_use import promise
from begreedy.problems.priors import Beta
from begreedy.results.table_rows import TABLES, TableSource, title_of
from begreedy.values.errors import BadValue, within

_CONCENTRATION = (0.05, 1e4)  # a + b beyond these is no different in practice: all rates extreme, or all alike
_RATE = 1e-7  # the mean rate stays this far from 0 and 1
_DROP = 8.0  # posterior density below exp(-8) of its peak is left out
_CELLS = 41
_CHUNK = 200  # counts looked at together
_GRID, _CLOSER = 9, 0.35  # points per axis of the grids that close in on the maximum, and by how much


@dataclass(frozen=True)
class FittedPrior:
    """Beta(a, b), the prior that makes past successes most likely, and priors that do nearly as well.

    ``draws`` are priors from the posterior of (a, b), flat in logit of the mean and log of a + b; the intervals hold
    90 % of it.
    """

    best: Beta
    arms: int  # with trials
    trials: int
    rate: tuple[float, float]
    concentration: tuple[float, float]
    draws: tuple[Beta, ...]
    counts: tuple[tuple[float, float], ...] = ()  # successes and trials of all arms of the history, tried or not
    names: tuple[str, ...] = ()  # of the same arms, where they have names
    rewards: tuple[float, ...] | None = None  # what a success of each is worth, where that is told
    costs: tuple[float, ...] | None = None  # and what a pull costs

    def expected(self) -> np.ndarray:
        """The rates that are expected of the arms, of those without trials that of the prior."""
        successes, trials = np.array(self.counts).T
        rates: np.ndarray = (self.best.a + successes) / (self.best.a + self.best.b + trials)
        return rates

    def best_known(self, most: int) -> FittedPrior:
        """The same, with at most so many of the arms: those that promise most, in their order."""
        if len(self.counts) <= most:
            return self
        order = np.argsort(-promise(self.best, *np.array(self.counts).T), kind="stable")
        chosen = sorted(int(arm) for arm in order[:most])
        columns = {name: getattr(self, name) for name in ("counts", "names", "rewards", "costs")}
        fewer: dict[str, Any] = {
            name: tuple(column[arm] for arm in chosen) if column else column for name, column in columns.items()
        }
        return replace(self, **fewer)

    @property
    def worth(self) -> tuple[float, ...] | None:
        """What a success of each is worth, as a share of the most; None where that is not told."""
        return None if self.rewards is None else tuple(reward / max(self.rewards) for reward in self.rewards)

    def __str__(self) -> str:
        a, b = self.best.a, self.best.b
        low, high = self.rate
        least, most = self.concentration
        return (
            f"Beta({a:.4g}, {b:.4g}), fitted to {self.arms} arms with {self.trials} trials: "
            f"mean rate {a / (a + b):.3g} (90 %: {low:.3g} to {high:.3g}), "
            f"a + b = {a + b:.3g} (90 %: {least:.3g} to {most:.3g})"
        )


def _checked(counts: list[tuple[float, float]], where: str) -> np.ndarray:
    tried = np.array([pair for pair in counts if pair[1] > 0.0]).reshape(-1, 2)
    if len(tried) < 2:
        with within(where):
            allowed = "at least 2 arms with trials"
            raise BadValue(f"expected {allowed}, got {len(tried)}", field="history", value=len(tried), allowed=allowed)
    successes, trials = tried.sum(axis=0)
    if successes in (0.0, trials):
        with within(where):
            allowed, got = "at least one success and one failure in all", f"{successes:g} of {trials:g}"
            raise BadValue(f"expected {allowed}, got {got}", field="history", value=got, allowed=allowed)
    return tried


class Likelihood:
    """The log likelihood of beta-binomial counts; equal counts are looked at once."""

    def __init__(self, history: np.ndarray) -> None:
        successes, trials = history.T
        self.arms = len(history)
        self.terms = [np.unique(counts, return_counts=True) for counts in (successes, trials - successes, trials)]

    def __call__(self, rate: np.ndarray, concentration: np.ndarray) -> np.ndarray:
        """At the mean ``rate`` a / (a + b) and the ``concentration`` a + b, both of one shape."""
        a, b = rate * concentration, (1.0 - rate) * concentration
        value: np.ndarray = -self.arms * (log_gamma(a) + log_gamma(b) - log_gamma(concentration))
        for parameter, (counts, times), sign in zip((a, b, concentration), self.terms, (1.0, 1.0, -1.0), strict=True):
            for first in range(0, len(counts), _CHUNK):
                some = slice(first, first + _CHUNK)
                value = value + sign * np.tensordot(times[some], log_gamma(np.add.outer(counts[some], parameter)), 1)
        return value


def log_gamma(x: np.ndarray) -> np.ndarray:
    """log Gamma for arrays of positive numbers: Stirling's series, after stepping small ones up by 10."""
    small = x < 10.0
    product = np.where(small, x, 1.0)
    for step in range(1, 10):
        product = product * np.where(small, x + step, 1.0)
    x = np.where(small, x + 10.0, x)
    inverse = 1.0 / x
    square = inverse * inverse
    series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
    logarithm: np.ndarray = (x - 0.5) * np.log(x) - x + 0.5 * log(2.0 * np.pi) + series - np.log(product)
    return logarithm


def fit_prior(history: TableSource | Sequence[Sequence[float]], draws: int = 8, seed: int = 0) -> FittedPrior:
    """Beta(a, b) by maximum likelihood from arms with trials, with ``draws`` priors from its posterior.

    >>> round(fit_prior([(3, 100), (5, 100), (12, 100), (1, 100)]).best.a, 1)
    2.1
    """
    rows = given_rows(history)
    where = title_of(history, "history") if isinstance(history, TABLES) else "history"
    counts = _checked([(row.successes, row.trials) for row in rows], where)
    likelihood = Likelihood(counts)
    limits = np.array([[log(_RATE), -log(_RATE)], [log(c) for c in _CONCENTRATION]])
    best = _maximum(likelihood, limits)
    rates, concentrations, weights = _posterior(likelihood, best, limits)
    chosen = _systematic(weights, draws, seed)
    rate, concentration = _rate(best[0]), exp(best[1])
    return FittedPrior(
        best=_beta(rate, concentration),
        arms=len(counts),
        trials=int(counts[:, 1].sum()),
        rate=_interval(rates, weights),
        concentration=_interval(concentrations, weights),
        draws=tuple(_beta(rates[i], concentrations[i]) for i in chosen),
        counts=tuple((row.successes, row.trials) for row in rows),
        names=tuple(row.name for row in rows if row.name is not None),  # all have one, or none
        rewards=_all_given([row.reward for row in rows]),
        costs=_all_given([row.cost for row in rows]),
    )


def _all_given(amounts: list[float | None]) -> tuple[float, ...] | None:
    return None if None in amounts else tuple(amount for amount in amounts if amount is not None)


def _beta(rate: float, concentration: float) -> Beta:
    return Beta(float(rate * concentration), float((1.0 - rate) * concentration))


def _rate(logit: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-logit))


def _maximum(likelihood: Likelihood, limits: np.ndarray) -> np.ndarray:
    """Logit of the rate and log of the concentration at the maximum: grids that move to their best and close in."""
    centre: np.ndarray = limits.mean(axis=1)
    width = limits[:, 1] - limits[:, 0]
    while width.max() > 1e-7:
        axes = [
            np.clip(c + w * np.linspace(-0.5, 0.5, _GRID), *ends)
            for c, w, ends in zip(centre, width, limits, strict=True)
        ]
        logits, logs = np.meshgrid(*axes, indexing="ij")
        values = likelihood(_rate(logits), np.exp(logs))
        best = np.unravel_index(int(np.argmax(values)), values.shape)
        centre = np.array([axis[i] for axis, i in zip(axes, best, strict=True)])
        inside = all(0 < i < _GRID - 1 for i in best)
        width = width * (_CLOSER if inside else 0.8)  # at an edge the maximum may lie beyond it
    return centre


def _posterior(
    likelihood: Likelihood, best: np.ndarray, limits: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rates, concentrations and weights of the cells of a grid over nearly all of the posterior."""
    top = likelihood(np.array(_rate(best[0])), np.array(exp(best[1])))
    low, high = best.copy(), best.copy()
    for axis in (0, 1):
        for side, ends in ((0, low), (1, high)):
            ends[axis] = _reach(likelihood, best, axis, limits[axis, side], float(top))
    # The axes of the posterior need not be those of the grid: half as much room again.
    room = 0.25 * (high - low)
    low, high = np.maximum(low - room, limits[:, 0]), np.minimum(high + room, limits[:, 1])
    axes = [np.linspace(a, b, _CELLS) for a, b in zip(low, high, strict=True)]
    logits, logs = np.meshgrid(*axes, indexing="ij")
    values = likelihood(_rate(logits), np.exp(logs)).ravel()
    weights = np.exp(values - values.max())
    return _rate(logits).ravel(), np.exp(logs).ravel(), weights / weights.sum()


def _reach(likelihood: Likelihood, best: np.ndarray, axis: int, limit: float, top: float) -> float:
    """How far from the maximum, along one axis, the density is worth looking at."""
    near, far = float(best[axis]), float(limit)
    for _ in range(40):
        point = best.copy()
        point[axis] = 0.5 * (near + far)
        if likelihood(np.array(_rate(point[0])), np.array(exp(point[1]))) < top - _DROP:
            far = point[axis]
        else:
            near = point[axis]
    return far


def _systematic(weights: np.ndarray, draws: int, seed: int) -> np.ndarray:
    """Cells in proportion to their weights, evenly through them (so that few draws are spread well)."""
    start = np.random.Generator(np.random.PCG64(seed)).random()
    return np.searchsorted(np.cumsum(weights), (np.arange(draws) + start) / draws * (1.0 - 1e-12))


def _interval(values: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weights[order])
    low, high = (float(values[order][min(int(np.searchsorted(below, q)), len(values) - 1)]) for q in (0.05, 0.95))
    return low, high
