"""Arms in use: some have a record, and what a pull pays is told later."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from begreedy.problems.laws import Bernoulli
from begreedy.problems.priors import Beta
from begreedy.values.errors import BadType, BadValue
from begreedy.values.fields import by_default, later, optional
from begreedy.values.value import Coerced, Matrix, Value, Vector, whole

LONGEST = 1e12  # waits beyond any horizon
MOST_ARMS = 10**7  # each has numbers of its own


@dataclass(frozen=True)
class InUse(Value):
    """Arms in use: 0-1 arms, the first of which have a ``record`` of successes and trials; outcomes may be late.

    The mean of an arm is drawn from its own posterior, Beta(a + successes, b + failures) under the ``prior``
    Beta(a, b), that of an arm without a record from the prior; policies start from the records.  ``worth`` is what a
    success of each arm in the record pays, as a share of the most; one of any other arm pays their average.  The record
    of an arm that was never tried is (0, 0).

    What a pull pays is told ``delay`` rounds late, on average: exactly so many, or with ``spread`` 1 exponentially many
    (between them a part of each).  With a ``window`` a 0 is told only when so many rounds are over, and nothing later:
    so ones come sooner than zeros.  With a ``batch`` all is told after every so many rounds only.  A pull whose outcome
    is out counts with what is to be expected of it, as ``begreedy.online.Bandit`` counts it.

    ``Subsample(policy, k)`` keeps the k arms that promise most: by the posterior's mean and two standard deviations,
    under the prior that is ``believed``.

    Parameters
    ----------
    prior : Beta
        Distribution of the means of arms of which nothing is known.
    arms : int
        Number of arms.
    record : list of pairs
        Successes and trials of the first arms; (0, 0) of one that was never tried.
    worth : list of float, optional
        What a success of each arm in the record pays, as a share of the most.  By default all pay 1.
    delay : float
        Rounds by which an outcome is told late, on average.
    spread : float
        Between 0, for always so many rounds, and 1, for an exponential number.
    window : float, optional
        Rounds after which a 0 is told, and anything that is still out.  By default a 0 comes like a 1.
    batch : int
        Outcomes are told after every so many rounds.
    believed : Beta, optional
        The prior as policies know it, if another one is true: it says which arms promise most.

    Examples
    --------
    >>> InUse(Beta(1, 9), arms=5, record=[(30, 100), (2, 100)], delay=50)
    InUse(prior=Beta(a=1.0, b=9.0), arms=5, record=((30.0, 100.0), (2.0, 100.0)), delay=50.0)
    >>> InUse(Beta(1, 9), arms=5, record=[(130, 100)])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: InUse.record[0] must be successes of trials, got (130.0, 100.0)
    """

    prior: Beta
    arms: int
    record: Coerced[Matrix, tuple[tuple[float, float], ...]] = by_default(())
    worth: Coerced[Vector | None, tuple[float, ...] | None] = optional(())
    delay: float = 0.0
    spread: float = 0.0
    window: float | None = optional(-1.0)
    batch: int = 1
    believed: Beta | None = later(None)

    model = "in-use"
    divisible = True
    law = Bernoulli()

    def validate(self) -> None:
        whole(self.arms, "InUse.arms", low=1, high=MOST_ARMS)
        if not isinstance(self.prior, Beta):
            raise BadValue.of("InUse.prior", self.prior, "Beta(a, b)")
        object.__setattr__(self, "record", tuple(_counts(i, pair) for i, pair in enumerate(self.record)))
        self.require("record", len(self.record) <= self.arms, f"of at most the {self.arms} arms")
        if self.worth is not None:
            within = len(self.worth) == len(self.record) and all(0.0 <= share <= 1.0 for share in self.worth)
            self.require("worth", within, "a share between 0 and 1 for every arm in the record")
        self.require("delay", 0.0 <= self.delay <= LONGEST, f"between 0 and {LONGEST:g} rounds")
        self.require("spread", 0.0 <= self.spread <= 1.0, "between 0 and 1")
        self.require("window", self.window is None or 0.0 <= self.window <= LONGEST, "a number of rounds, or left out")
        whole(self.batch, "InUse.batch", low=1, high=2**40)
        self.require("believed", self.believed is None or isinstance(self.believed, Beta), "Beta(a, b), or left out")

    @property
    def late(self) -> bool:
        """Whether anything is told later than at once."""
        return self.delay >= 1.0 or self.spread * self.delay > 0.0 or (self.window or 0.0) >= 1.0 or self.batch > 1

    @property
    def ratio(self) -> float:
        """How long ones wait, as a share of how long zeros do, on average."""
        unpaid = self.delay if self.window is None else self.window
        more = 0.5 * self.batch
        return (min(self.delay, unpaid) + more) / (unpaid + more)

    @property
    def known(self) -> Beta:
        """The prior as policies know it."""
        return self.prior if self.believed is None else self.believed

    def posteriors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of all arms, those that promise most first: their numbers, (a, b) of their posteriors, trials and worth."""
        return self._posteriors

    @cached_property
    def _posteriors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        counts = np.zeros((self.arms, 2))
        counts[: len(self.record)] = np.array(self.record).reshape(-1, 2)
        worth = np.ones(self.arms)
        if self.worth is not None and self.worth:
            worth[:] = float(np.mean(self.worth))
            worth[: len(self.worth)] = self.worth
        a, b = self.prior.a + counts[:, 0], self.prior.b + counts[:, 1] - counts[:, 0]
        order = np.argsort(-worth * promise(self.known, *counts.T), kind="stable")
        return order, a[order], b[order], counts[order, 1], worth[order]

    def expected(self) -> np.ndarray:
        """What each arm should pay, by its number."""
        order, a, b, _, worth = self.posteriors()
        pays = np.empty(self.arms)
        pays[order] = worth * a / (a + b)
        return pays

    def tried(self) -> np.ndarray:
        """Whether each arm has trials in its record, by its number."""
        tried = np.zeros(self.arms, bool)
        tried[: len(self.record)] = [trials > 0.0 for _, trials in self.record]
        return tried

    def promising(self) -> list[int]:
        """The numbers of the arms, those that promise most first."""
        return [int(arm) for arm in self.posteriors()[0]]

    def world(self) -> Any:
        return self.prior


def promise(prior: Beta, successes: np.ndarray, trials: np.ndarray) -> np.ndarray:
    """What arms with such records may well pay: the posterior's mean and two standard deviations."""
    weight = prior.a + prior.b + trials
    mean = (prior.a + successes) / weight
    best: np.ndarray = mean + 2.0 * np.sqrt(mean * (1.0 - mean) / (weight + 1.0))
    return best


def _counts(i: int, pair: Any) -> tuple[float, float]:
    """Successes and trials of an arm."""
    if np.shape(pair) != (2,):
        raise BadType.of(f"InUse.record[{i}]", pair, "a pair (successes, trials)")
    successes, trials = float(pair[0]), float(pair[1])
    if not 0.0 <= successes <= trials <= 2.0**52 or trials != int(trials):
        raise BadValue.of(f"InUse.record[{i}]", (successes, trials), "successes of trials")
    return successes, trials
