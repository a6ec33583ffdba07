"""The linear bandit: the mean reward of an action is its inner product with an unknown parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from begreedy.linear_algebra import random_direction
from begreedy.problems.catalogue import PARAMETER, Catalogue
from begreedy.problems.laws import LARGEST, check_law, fill_in_law, normal_law
from begreedy.random import below, derive, seed_stream
from begreedy.types import Law, law_link
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue
from begreedy.values.fields import later, optional
from begreedy.values.value import Coerced, Value, Vector, whole

_SETS = 1  # drawn for an instance besides the parameter: the sets offered
_SCORES = [x / 10.0 for x in range(-100, 101)]  # where links are looked at


@dataclass(frozen=True)
class LinearWorld(Value):
    """What compiled code sees: the parameter if it is given, and all given actions, one after the other."""

    theta: tuple[float, ...]
    actions: tuple[float, ...]


Vectors: TypeAlias = Sequence[Sequence[float]] | Sequence[Sequence[Sequence[float]]]  # actions, or those of each round


@dataclass(frozen=True)
class Linear(Value):
    """Linear rewards: an action x pays <x, theta> plus normal noise of standard deviation ``sigma``, or by a ``law``.

    With a law of your own the mean reward is <x, theta> or, if the law has a ``link``, the link of it: ``Logistic()``
    pays 1 with probability 1 / (1 + exp(-<x, theta>)).

    ``theta`` is given or, in every run afresh, uniform on the unit sphere.  What may be played:

    * the whole unit ball, if neither ``actions`` nor ``offered`` is given;
    * ``actions``, a catalogue of feature vectors (n x dimension) that is offered in every round, or a set for every
      round (rounds x n x dimension);
    * ``offered`` random vectors of a catalogue per round or, without a catalogue, that many fresh unit vectors.

    The regret of a round is the best mean among the actions offered minus that of the one played.  A catalogue that is
    offered whole may also be played as so many arms, by policies that know nothing of vectors.

    Parameters
    ----------
    dimension : int
        Dimension d of actions and parameter.
    sigma : float
        Standard deviation of normal noise.
    theta : sequence of float, optional
        The parameter.  By default uniform on the unit sphere, afresh in every run.
    actions : array, optional
        A catalogue (n x d), or a set for every round (rounds x n x d).  By default the whole unit ball.
    offered : int, optional
        Number of random actions offered per round.
    law : Law, optional
        Distribution of a reward, given its mean, instead of normal noise.

    Examples
    --------
    >>> Linear(50)
    Linear(dimension=50)
    >>> from begreedy import Logistic
    >>> Linear(5, law=Logistic())
    Linear(dimension=5, law=Logistic())
    >>> Linear(3, actions=[[1.0, 0.0], [0.0, 1.0]])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Linear.actions must have 3 columns, as many as dimension, got 2
    """

    dimension: int
    sigma: float = 1.0
    theta: Coerced[Vector | None, tuple[float, ...] | None] = optional(())
    actions: Vectors | np.ndarray | None = optional(())
    offered: int | None = optional(0)
    law: Law = later(None)

    model = "linear"
    vectors = True

    def validate(self) -> None:
        whole(self.dimension, "Linear.dimension", low=1, high=10_000)
        fill_in_law(self)
        self.require("offered", self.offered is None or self.offered >= 1, "at least 1, or left out for all")
        if self.theta is not None:
            self._check_theta(self.theta)
        if self.actions is not None:
            self._check_actions()
        self._check_means()

    def _check_theta(self, theta: tuple[float, ...]) -> None:
        if len(theta) != self.dimension:
            raise BadValue.of(
                "Linear.theta", len(theta), f"{self.dimension} numbers, as many as dimension", verb="have"
            )
        if max(abs(x) for x in theta) > LARGEST:
            raise BadValue.of("Linear.theta", theta, f"entries of at most {LARGEST:g}", verb="have")

    def _check_actions(self) -> None:
        if isinstance(self.actions, (str, bytes)) or np.ndim(np.asarray(self.actions, object)) == 0:
            raise BadType.of("Linear.actions", self.actions, "a table of numbers")
        try:
            array = np.array(self.actions, float)
        except (TypeError, ValueError):
            array = np.zeros(0)
        if array.ndim not in (2, 3) or array.size == 0:
            raise BadType.of(
                "Linear.actions",
                self.actions,
                "numbers in a table of n actions x dimension, or rounds x n x dimension",
                got=str(np.shape(array)) if array.size else "rows of different lengths or no numbers",
            )
        if array.shape[-1] != self.dimension:
            raise BadValue.of(
                "Linear.actions", array.shape[-1], f"{self.dimension} columns, as many as dimension", verb="have"
            )
        if not np.all(np.abs(array) <= LARGEST):
            where = tuple(int(i) for i in np.argwhere(~(np.abs(array) <= LARGEST))[0])
            raise BadValue.of(f"Linear.actions{list(where)}", float(array[where]), "a finite number")
        if self.offered is not None:
            if array.ndim == 3:
                raise BadValue.of("Linear.offered", self.offered, "left out where every round has its own set")
            self.require("offered", self.offered <= array.shape[-2], f"at most the {array.shape[-2]} actions")
        object.__setattr__(self, "actions", _nested(array.tolist()))

    def _check_means(self) -> None:
        """Raise unless the law allows every mean that its link, or the actions and the parameter, can give."""
        low, high = check_law(self)
        if (link := law_link(self.law)) is not None:
            means = [float(link(self.law, score)) for score in _SCORES]
            if not all(low <= mean <= high for mean in means) or means != sorted(means):
                allowed = f"a link that never falls and stays in [{low:g}, {high:g}]"
                raise BadValue.of("Linear.law", self.law, allowed, verb="have", got=concise(self.law))
        elif low > -LARGEST or high < LARGEST:
            both_given = self.theta is not None and self.actions is not None
            means = (np.array(self.actions) @ np.array(self.theta)).ravel().tolist() if both_given else [-1.0, 1.0]
            outside = [mean for mean in means if not low <= mean <= high]
            if outside:
                of = "the given actions and theta" if both_given else "random actions or parameters, of either sign"
                allowed = f"means such as {outside[0]:g}, those of {of}, or have a link as Logistic() does"
                raise BadValue.of("Linear.law", self.law, allowed, verb="allow", got=concise(self.law))

    @property
    def implied(self) -> tuple[str, ...]:
        return ("law",) if normal_law(self) else ()

    @property
    def ball(self) -> bool:
        return self.actions is None and self.offered is None

    def as_arms(self) -> Catalogue | None:
        """The actions as arms, for policies that know nothing of vectors; None unless all are offered every round."""
        whole_catalogue = self.actions is not None and not self.sets and self.offered in (None, self.catalogue)
        return Catalogue(self) if whole_catalogue else None

    @property
    def catalogue(self) -> int:
        """How many rows ``actions`` has: actions, or rounds with a set of their own (0: none are given)."""
        return 0 if self.actions is None else len(self.actions)

    @property
    def sets(self) -> int:
        """Rounds with a set of their own, or 0."""
        return len(self.actions) if self.actions is not None and isinstance(self.actions[0][0], tuple) else 0

    @property
    def offers(self) -> int:
        """How many actions a round offers (0: the ball)."""
        if self.offered is not None:
            return self.offered
        return len(self.actions[0]) if self.actions is not None and self.sets else self.catalogue

    def world(self) -> LinearWorld:
        flat = [0.0] if self.actions is None else np.ravel(self.actions).tolist()
        return LinearWorld(self.theta or (0.0,), tuple(flat))

    def parameter_function(self) -> Any:
        """parameter(world, theta, key, stream): write the parameter of an instance."""
        return _given_parameter if self.theta else _random_parameter

    def offer_function(self) -> Any:
        """offer(world, action, label, order, t, key, stream): write the actions of a round, and their names."""
        if self.sets:
            return _set_of_round
        if self.actions is not None:
            return _some_of_all if self.offered else _all
        return _fresh


def _nested(listed: Any) -> Any:
    return tuple(_nested(x) for x in listed) if isinstance(listed, list) else listed


def _given_parameter(world: Any, theta: Any, key: int, stream: Any) -> None:
    for i in range(len(theta)):
        theta[i] = world.theta[i]


def _random_parameter(world: Any, theta: Any, key: int, stream: Any) -> None:
    seed_stream(stream, derive(key, PARAMETER))
    random_direction(theta, stream)


def _copy(world: Any, source: int, action: Any, place: int) -> None:
    size = action.shape[1]
    for i in range(size):
        action[place, i] = world.actions[source * size + i]


def _all(world: Any, action: Any, label: Any, order: Any, t: int, key: int, stream: Any) -> None:
    if t == 1:  # and they stay
        for place in range(len(label)):
            _copy(world, place, action, place)
            label[place] = place


def _set_of_round(world: Any, action: Any, label: Any, order: Any, t: int, key: int, stream: Any) -> None:
    for place in range(len(label)):
        _copy(world, (t - 1) * len(label) + place, action, place)
        label[place] = place


def _some_of_all(world: Any, action: Any, label: Any, order: Any, t: int, key: int, stream: Any) -> None:
    seed_stream(stream, derive(derive(key, _SETS), t))
    if t == 1:
        for i in range(len(order)):
            order[i] = i
    for place in range(len(label)):
        other = place + below(stream, len(order) - place)
        order[place], order[other] = order[other], order[place]
        label[place] = order[place]
        _copy(world, order[place], action, place)


def _fresh(world: Any, action: Any, label: Any, order: Any, t: int, key: int, stream: Any) -> None:
    seed_stream(stream, derive(derive(key, _SETS), t))
    for place in range(len(label)):
        random_direction(action[place], stream)
        label[place] = place
