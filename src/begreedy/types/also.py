"""What a policy of any form may also have: a Protocol for every method and attribute."""

from __future__ import annotations

from typing import Any, Protocol


class Exploring(Protocol):
    """Sometimes plays a uniformly random arm, or shows a random list, instead."""

    def explore(self, *arguments: Any, **named: Any) -> float:
        """With which probability, from arguments among ``t, arms``."""


class ActionBonus(Protocol):
    """An index policy that adds something to the sum of an action's indices.

    Optional: ``covariance``, that of the arms row by row: the width is then the variance of the sum of means; with it,
    where the actions are not given one by one, ``members`` and ``ends`` as those have them, to look at each;
    ``levels``, with a ``step(t)`` and the ``ways`` of a network, to round means (see ``AESCB``);
    ``exchanges = True``, on actions with ``towards``: it looks at all actions on the way from one best one to another.
    """

    def action_bonus(self, width: float, t: int, /) -> float:
        """What is added, proportional to the root of the width: the sum of 1 / pulls of the action's arms."""


class Observing(Protocol):
    """Counts something else than the reward itself."""

    def observe(self, *arguments: Any, **named: Any) -> float:
        """What is counted for a ``reward`` (or a cost: it may also be named ``amount``); it may use ``rng``."""


class FirstPulls(Protocol):
    """Pulls every arm so many times first, in order; without, 1 with an index and else 0.

    An index policy with 0 is asked for the index of an arm with 0 pulls, which a ``bonus`` cannot be.
    """

    @property
    def initial_pulls(self) -> int:
        """How many pulls of every arm come first."""


class RewardRange(Protocol):
    """Makes no sense for other rewards: a law whose support is larger is refused."""

    @property
    def reward_range(self) -> tuple[float, float]:
        """The lowest and the highest reward."""

    @property
    def reward_hint(self) -> str:
        """Optional: what to do about it, in the error's words."""


class Deviation(Protocol):
    """Goes by this standard deviation of rewards."""

    @property
    def deviation(self) -> float:
        """0 while it does not know any."""


class Blind(Protocol):
    """Looks at neither rewards nor costs nor the horizon: it is also played where pulls cost or no horizon is known."""

    @property
    def blind(self) -> bool:
        """Declared by ``blind = True``."""


class UniformChoice(Protocol):
    """Plays every arm with the same probability in every round, so that its propensities are known."""

    @property
    def uniform(self) -> bool:
        """Declared by ``uniform = True``."""


class Named(Protocol):
    """Goes by this name in legends and tables, instead of that of its class."""

    @property
    def name(self) -> str:
        """The name."""
