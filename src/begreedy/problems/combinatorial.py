"""The combinatorial semi-bandit: an action is a set of arms, and each of them shows what it pays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from begreedy.problems.actions.oracle import best_action, check_actions
from begreedy.problems.covariance import cholesky, symmetric
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Bernoulli, Gaussian, check_law
from begreedy.types import Actions, JointPrior, Law, Prior, Stage, part_of, says
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Coerced, Matrix, Value, Vector

_MOST_CORRELATED = 1000


@dataclass(frozen=True)
class Combinatorial(Value):
    """A problem whose actions are sets of arms, each of which shows its reward.

    The reward is the sum.  With ``minimise`` arms cost, and the sum is to be small.  Means are given, or drawn from
    ``prior`` afresh in every run.  The regret of a round is the expected sum of the best action minus that of the
    action played (of costs, the other way round).

    Normal rewards may be correlated: all by one ``correlation``, or as a ``covariance`` matrix says; of 1000 arms at
    most.  Without correlation there may be a million arms.

    Parameters
    ----------
    actions : Actions
        The sets of arms that may be played: ``TopM``, ``Partition``, ``Sets``, ``SpanningTrees``, ``Matchings``,
        ``Paths``, or your own.
    prior : Prior, optional
        Distribution of the arms' means, drawn afresh in every run.
    means : sequence of float, optional
        The arms' means, instead of a prior.
    law : Law
        Distribution of a reward, given the arm's mean.
    minimise : bool
        Whether arms cost, so that the smallest sum is best.
    correlation : float, optional
        Correlation of any two normal rewards of one round.
    covariance : matrix, optional
        Covariance of the normal rewards of one round.

    References
    ----------
    Gai, Krishnamachari, Jain (2012), *Combinatorial Network Optimization with Unknown Variables*; Chen, Wang, Yuan
    (2013), *Combinatorial Multi-Armed Bandit*; Kveton, Wen, Ashkan, Szepesvári (2015), *Tight Regret Bounds for
    Stochastic Combinatorial Semi-Bandits*.

    Examples
    --------
    >>> from begreedy import TopM, Uniform
    >>> Combinatorial(TopM(100, size=10), prior=Uniform())
    Combinatorial(actions=TopM(arms=100, size=10), prior=Uniform())
    >>> Combinatorial(TopM(3, size=2), means=[0.5, 0.2])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Combinatorial.means must be 3 numbers, one per arm, got 2 numbers
    """

    actions: Actions
    prior: Prior | JointPrior | None = None
    means: Coerced[Vector | None, tuple[float, ...] | None] = optional(())
    law: Law = Bernoulli()
    minimise: bool = False
    correlation: float | None = optional(0.0)
    covariance: Coerced[Matrix | None, tuple[tuple[float, ...], ...] | None] = optional(())

    model = "combinatorial"
    divisible = True
    lists = True
    semi_bandit = True

    def validate(self) -> None:
        check_actions(self.actions)
        self.require("minimise", isinstance(self.minimise, bool), "True or False")
        if self.means is not None and len(self.means) != self.arms:
            numbers = f"{len(self.means)} numbers"
            raise BadValue.of("Combinatorial.means", self.means, f"{self.arms} numbers, one per arm", got=numbers)
        if self.prior is None and self.means is None:
            allowed = "either means or a prior"
            raise BadValue(f"Combinatorial needs {allowed}", field="Combinatorial.means", allowed=allowed)
        arms = self._finite()  # checks means, prior and law
        if says(self.actions, "costs_only"):
            self._check_costs(arms)
        if not type(self.actions).__module__.startswith("begreedy."):  # ours are tested
            best_action(self.actions, [-1.0] * self.arms)  # raises if their oracle does not work
        self._check_noise()

    def _check_costs(self, arms: Finite) -> None:
        """Raise unless all arms cost something: else there is no best action that could be found."""
        if not self.minimise:
            words = (
                "True for shortest paths: only in a directed graph without cycles is there a longest one to be found"
            )
            raise BadValue.of("Combinatorial.minimise", self.minimise, words)
        allowed = "at least 0 for shortest paths in a graph with cycles: mean costs"
        for i, mean in enumerate(self.means or ()):
            if mean < 0.0:
                raise BadValue.of(f"Combinatorial.means[{i}]", mean, allowed)
        if self.prior is not None and (least := part_of(self.prior, "low", check_law(arms)[0])) < 0.0:
            hint = "a prior of your own says so by its low"
            raise BadValue.of("Combinatorial.prior.low", least, allowed, hint=hint)

    def _finite(self) -> Finite:
        return Finite(self.prior, None if self.prior is None else self.arms, self.law, self.means)

    @property
    def arms(self) -> int:
        return self.actions.arms

    def stage(self) -> Stage:
        """All arms, in their own order."""
        return self._finite().stage()

    # ------------------------------------------------------------ correlated rewards

    def _check_noise(self) -> None:
        if self.correlation is None and self.covariance is None:
            return
        if self.correlation is not None and self.covariance is not None:
            raise BadValue.of("Combinatorial.correlation", self.correlation, "left out: the covariance says it all")
        if self.arms > _MOST_CORRELATED:
            raise BadValue.of("actions", self.actions, f"of at most {_MOST_CORRELATED} arms where these are correlated")
        if not isinstance(self.law, Gaussian):
            raise BadValue.of("Combinatorial.law", self.law, "Gaussian(...): only normal rewards are correlated here")
        if self.covariance is not None:
            self._check_covariance()
        elif self.correlation is not None:
            least = -1.0 / (self.arms - 1) if self.arms > 1 else -1.0
            within = least <= self.correlation <= 1.0 and self.correlation != 0.0
            self.require("correlation", within, f"between {least:.6g} and 1, and not 0, for {self.arms} arms")
        self.factor()

    def _check_covariance(self) -> None:
        matrix = symmetric(self.covariance, self.arms, "Combinatorial.covariance")
        if self.law != Gaussian():
            raise BadValue.of("Combinatorial.law", self.law, "Gaussian(): the covariance says how large the noise is")
        object.__setattr__(self, "covariance", tuple(tuple(row) for row in matrix.tolist()))

    def factor(self) -> np.ndarray | None:
        """Cholesky's factor of the covariance: its rows correlate independent normal numbers.  None: no need to."""
        if self.covariance is not None:
            return cholesky(np.array(self.covariance), "Combinatorial.covariance", self.covariance)
        if self.correlation is None:
            return None
        law: Any = self.law
        matrix = np.full((self.arms, self.arms), self.correlation)
        np.fill_diagonal(matrix, 1.0)
        return law.sigma * cholesky(matrix, "Combinatorial.correlation", self.correlation)
