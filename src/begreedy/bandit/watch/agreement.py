"""Whether the data agree with what was assumed when a bandit was made: the prior of the arms, and no drift.

Both tests bet against the assumption: they compare how likely the data are under other assumptions, fixed beforehand,
with how likely they are under this one.  If the assumption is true, the ratio exceeds 20 with probability at most 1/20,
whatever the policy played and why (Ville's inequality); so a ratio of 20 is said to speak against it.  Both need
rewards that are 0 or 1 in units of their range.

*The prior*: an equal mixture of Beta priors, against the one assumed; successes and pulls of all arms.  *Drift*: for
each arm, each period's outcomes are predicted from the periods before, the older ones counting less; against the one
constant mean that fits all of them best.  The ratio is the mean over the arms of the catalogue.  Outcomes count when
they are reported, so a changing delay also looks like drift.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from begreedy.advice.history import Likelihood, log_gamma
from begreedy.bandit.folds.hours import Arms
from begreedy.bandit.settings.outcomes import ZERO
from begreedy.bandit.settings.settings import Settings
from begreedy.bandit.watch.dashboard import Board
from begreedy.problems.priors import Beta
from begreedy.values.numbers import grouped

AGAINST = 20.0
AGREES, DIFFERS, UNTESTED = "agrees", "differs", "not tested"
_RATES = np.geomspace(0.002, 0.9, 14)
_CONCENTRATIONS = np.array([0.5, 2.0, 10.0, 50.0, 250.0])
_FADING = (0.5, 0.9)  # weight of an outcome of the period before, for two ways to predict
_LARGEST = 700.0  # of a logarithm


class Agreement(NamedTuple):
    """What was assumed, whether the data agree, and that in words; ``ratio`` is how much the data speak against it."""

    about: str
    verdict: str
    words: str
    ratio: float | None = None


def assumed_prior(settings: Settings) -> Beta | None:
    """The prior that advice went by: fitted to a history, or uniform; None if there was no advice, or it is unknown."""
    return None if settings.prior is None else Beta(*settings.prior)


def check_prior(board: Board) -> Agreement:
    """Whether arms pay as the prior says that advice went by."""
    settings = board.glance.settings
    prior = assumed_prior(settings)
    if prior is None:
        named = "No prior was assumed: the policy was named, not advised."
        return Agreement("prior", UNTESTED, named if settings.advice is None else "Not tested: no prior is stored.")
    counts = _counts(settings, board.arms.pulls, board.arms.total)
    if counts is None:
        return Agreement("prior", UNTESTED, "Not tested: rewards are not all 0 or 1.")
    assumed = prior_words(prior)
    past = _past(board)
    tried = counts[:, 1] > past[:, 1]
    if int(tried.sum()) < 2:
        return Agreement("prior", UNTESTED, f"Assumed: {assumed}. Too few arms have rewards to say more.")
    ratio, best = prior_ratio(counts[tried], past[tried], prior)
    arms = f"the {int(tried.sum())} arms that were played"
    if ratio < AGAINST:
        return Agreement("prior", AGREES, f"Assumed: {assumed}. What {arms} paid agrees with it.", ratio)
    words = (
        f"Assumed: {assumed}. What {arms} paid speaks against it: it is {_times(ratio)} likelier if they pay about "
        f"{best.a / (best.a + best.b):.2g} on average. Ask for advice again, with what is known now as history."
    )
    return Agreement("prior", DIFFERS, words, ratio)


def prior_words(prior: Beta) -> str:
    if (prior.a, prior.b) == (1.0, 1.0):
        return "nothing is known of the arms, all rates are equally likely"
    return f"rates are from Beta({prior.a:.4g}, {prior.b:.4g}), about {prior.a / (prior.a + prior.b):.2g} on average"


def prior_ratio(counts: np.ndarray, past: np.ndarray, prior: Beta) -> tuple[float, Beta]:
    """How much likelier successes of trials (with those of the past) are under other priors; and the best of these."""
    rates, sizes = (axis.ravel() for axis in np.meshgrid(_RATES, _CONCENTRATIONS))
    rates, sizes = np.append(rates, prior.a / (prior.a + prior.b)), np.append(sizes, prior.a + prior.b)
    likely = Likelihood(counts)(rates, sizes) - Likelihood(past)(rates, sizes)
    logs = likely[:-1] - likely[-1]
    best = int(np.argmax(logs))
    found = Beta(float(rates[best] * sizes[best]), float((1.0 - rates[best]) * sizes[best]))
    return _exp(float(np.logaddexp.reduce(logs)) - math.log(len(logs))), found


def check_drift(board: Board, hours: Sequence[int], arms: Sequence[Arms]) -> Agreement:
    """Whether arms pay the same all the time, in the hours at hand."""
    settings = board.glance.settings
    if not settings.single:
        return Agreement("drift", UNTESTED, "Not tested for lists and sets.")
    periods = _periods(settings, hours, arms)
    if len(periods) < 2:
        return Agreement("drift", UNTESTED, "Assumed: arms pay the same all the time. There is too little to compare.")
    length = f"{len(hours)} hours" if len(hours) > 1 else "hour"
    ratio, worst, recent, before = drift_ratio(periods, board.state.catalogue)
    if math.isnan(ratio):
        return Agreement("drift", UNTESTED, "Not tested: rewards are not all 0 or 1.")
    if ratio < AGAINST:
        words = f"Assumed: arms pay the same all the time. The last {length} with events agree with it."
        return Agreement("drift", AGREES, words, ratio)
    names = dict(zip(board.arms.numbers.tolist(), board.arms.names, strict=True))
    words = (
        f"Assumed: arms pay the same all the time. The last {length} with events speak against it: they are "
        f"{_times(ratio)} likelier if rates change. Most of all {names.get(worst, worst)!r}, which paid {recent:.3g} "
        f"lately and {before:.3g} before. "
        "Discounted(policy) and Window(policy) follow changes."
    )
    return Agreement("drift", DIFFERS, words, ratio)


def drift_ratio(periods: Sequence[Arms], catalogue: int) -> tuple[float, int, float, float]:
    """How much likelier the outcomes are if means change; the arm with the clearest change, its means after and before.

    ``total`` of an arm is its number of successes.  NaN if one is not whole.
    """
    numbers = np.unique(np.concatenate([period.numbers for period in periods]))
    won, lost = np.zeros((2, len(periods), len(numbers)))
    for row, period in enumerate(periods):
        at = np.searchsorted(numbers, period.numbers)
        successes = np.clip(period.total, 0.0, np.maximum(period.counted, 0))
        won[row, at], lost[row, at] = successes, np.maximum(period.counted, 0) - successes
    if len(numbers) == 0 or np.any(won != np.rint(won)):
        return math.nan, -1, math.nan, math.nan
    logs = np.array([_foretold(won, lost, fading) for fading in _FADING]) - _constant(won.sum(0), lost.sum(0))
    by_arm = np.logaddexp.reduce(logs, axis=0) - math.log(len(_FADING))
    worst = int(np.argmax(by_arm))
    ratio = _exp(float(np.logaddexp.reduce(by_arm)) - math.log(max(catalogue, len(numbers))))
    half = _change(won[:, worst], lost[:, worst])
    return ratio, int(numbers[worst]), _mean(won, lost, worst, slice(half, None)), _mean(won, lost, worst, slice(half))


def _foretold(won: np.ndarray, lost: np.ndarray, fading: float) -> np.ndarray:
    """The log likelihood of each arm's outcomes, each period predicted by a Beta that fades towards the uniform one."""
    a, b = np.ones((2, won.shape[1]))
    logs = np.zeros(won.shape[1])
    for w, f in zip(won, lost, strict=True):
        logs += _log_beta(a + w, b + f) - _log_beta(a, b)
        met = w + f > 0
        a = np.where(met, 1.0 + fading * (a - 1.0 + w), a)
        b = np.where(met, 1.0 + fading * (b - 1.0 + f), b)
    return logs


def _constant(won: np.ndarray, lost: np.ndarray) -> np.ndarray:
    """The largest log likelihood of each arm's outcomes under one mean."""
    every = np.maximum(won + lost, 1.0)
    rate = won / every
    inside = (won > 0) & (lost > 0)
    rate = np.where(inside, rate, 0.5)
    return np.where(inside, won * np.log(rate) + lost * np.log1p(-rate), 0.0)


def _change(won: np.ndarray, lost: np.ndarray) -> int:
    """The period before which a single change fits an arm best."""
    fits = [
        float(_constant(won[:k].sum(0, keepdims=True), lost[:k].sum(0, keepdims=True))[0])
        + float(_constant(won[k:].sum(0, keepdims=True), lost[k:].sum(0, keepdims=True))[0])
        for k in range(1, len(won))
    ]
    return 1 + int(np.argmax(fits))


def _mean(won: np.ndarray, lost: np.ndarray, arm: int, some: slice) -> float:
    every = won[some, arm].sum() + lost[some, arm].sum()
    return float(won[some, arm].sum() / every) if every else 0.0


def _periods(settings: Settings, hours: Sequence[int], arms: Sequence[Arms]) -> list[Arms]:
    """Hours, or groups as long as a window, scaled to successes; without the first, if some outcomes are still out."""
    length = max(1, math.ceil((settings.window or 0.0) / 3600.0))
    low, high = settings.rewards or (0.0, 1.0)
    periods: dict[int, list[Arms]] = {}
    for hour, one in zip(hours, arms, strict=True):
        periods.setdefault(hour // length, []).append(
            one._replace(total=(one.total - one.counted * low) / (high - low))
        )
    found = [_sum(some) for _, some in sorted(periods.items())]
    late = settings.window is not None or settings.outcomes == ZERO
    return found[1:] if late else found


def _sum(arms: Sequence[Arms]) -> Arms:
    if len(arms) == 1:
        return arms[0]
    every = [np.concatenate(parts) for parts in zip(*arms, strict=True)]
    numbers, at = np.unique(every[0], return_inverse=True)
    sums = [np.bincount(at, part, len(numbers)) for part in every[1:]]
    return Arms(numbers, sums[0].astype(np.int64), sums[1].astype(np.int64), sums[2])


def _past(board: Board) -> np.ndarray:
    if not board.pasts:
        return np.zeros((len(board.arms.numbers), 2))
    return np.array([(total, pulls) for total, pulls in board.pasts], float)


def _counts(settings: Settings, pulls: np.ndarray, total: np.ndarray) -> np.ndarray | None:
    """Successes and trials, if all rewards are 0 or 1."""
    if settings.rewards is None or settings.each:
        return None
    low, high = settings.rewards
    won = np.rint((total - pulls * low) / (high - low))
    if np.any(np.abs(won - (total - pulls * low) / (high - low)) > 1e-6 * np.maximum(1.0, pulls)) or np.any(won < 0):
        return None
    return np.column_stack([np.minimum(won, pulls), pulls])


def _log_beta(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    logarithm: np.ndarray = log_gamma(a) + log_gamma(b) - log_gamma(a + b)
    return logarithm


def _exp(logarithm: float) -> float:
    return math.exp(min(logarithm, _LARGEST))


def _times(ratio: float) -> str:
    if ratio >= 1e6:
        return "more than a million times"
    return f"{grouped(ratio)} times"
