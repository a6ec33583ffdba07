"""The cascading bandit: a list of items is shown, the user takes the first that pleases."""

from __future__ import annotations

from dataclasses import dataclass

from begreedy.problems.finite import Finite, check_prior
from begreedy.problems.laws import Bernoulli
from begreedy.types import JointPrior, Prior, Stage
from begreedy.values.errors import BadValue
from begreedy.values.fields import by_default, optional
from begreedy.values.value import Coerced, Inferred, Value, Vector


@dataclass(frozen=True)
class Cascading(Value):
    """Lists of ``slots`` of the ``items``, of which the user clicks the first attractive one from the top.

    Item i pleases with probability ``weights[i]``, drawn from ``prior`` afresh in every run unless given.  Seen are the
    items up to the click, all of them if there was none.  The expected reward of a list is the probability of a click,
    1 - product of (1 - weight); the regret of a round is that of the best list minus that of the list shown.

    Parameters
    ----------
    prior : Prior, optional
        Distribution of the items' probabilities to please, drawn afresh in every run.
    items : int, optional
        Number of items, with a prior.
    slots : int
        Length of the list.
    weights : sequence of float, optional
        Probabilities to please, instead of a prior.

    References
    ----------
    Kveton, Szepesvári, Wen, Ashkan (2015), *Cascading Bandits: Learning to Rank in the Cascade Model*.

    Examples
    --------
    >>> Cascading(weights=[0.5, 0.2, 0.1], slots=2)
    Cascading(slots=2, weights=(0.5, 0.2, 0.1))
    >>> Cascading(weights=[0.5, 0.2, 0.1], slots=4)
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Cascading.slots must be between 1 and the 3 items, got 4
    """

    prior: Prior | JointPrior | None = None
    items: Inferred[int | None, int] = by_default(None)
    slots: int = 1
    weights: Coerced[Vector | None, tuple[float, ...] | None] = optional(())

    model = "cascading"
    lists = True
    law = Bernoulli()

    def validate(self) -> None:
        if self.weights is not None:
            self._check_weights(self.weights)
        elif self.prior is None:
            allowed = "either weights, or a prior and a number of items"
            raise BadValue(f"Cascading needs {allowed}", field="Cascading.weights", allowed=allowed)
        self.require("items", self.items is not None and self.items >= 1, "at least 1")
        self.require("slots", 1 <= self.slots <= self.arms, f"between 1 and the {self.items} items")
        if self.prior is not None:
            check_prior(self, joint=True)

    def _check_weights(self, weights: tuple[float, ...]) -> None:
        if self.prior is not None:
            words = f"Cascading takes weights or a prior, not both; got prior={self.prior!r}"
            raise BadValue(words, field="Cascading.prior", value=self.prior, allowed="left out")
        self.require("weights", len(weights) >= 1, "at least one weight")
        if self.items not in (None, len(weights)):
            raise BadValue.of("Cascading.items", self.items, f"the number of weights, {len(weights)}, or left out")
        for i, weight in enumerate(weights):
            if not 0.0 <= weight <= 1.0:
                raise BadValue.of(f"Cascading.weights[{i}]", weight, "a probability, in [0, 1]")
        object.__setattr__(self, "items", len(weights))

    @property
    def implied(self) -> tuple[str, ...]:
        return () if self.weights is None else ("items",)

    @property
    def arms(self) -> int:
        return self.items or 0

    def stage(self) -> Stage:
        """All items, in their own order."""
        return Finite(prior=self.prior, arms=self.items, means=self.weights).stage()
