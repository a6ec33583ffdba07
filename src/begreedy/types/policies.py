"""What a policy is: a Protocol for every form, and one for every method that a policy of any form may also have.

The engine calls all methods by position, so arguments may have other names than here, except those of ``index`` and
``sample``, which are told what they name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeAlias

from begreedy.random import Stream
from begreedy.types.problems import Array, Stage
from begreedy.values.value import Value

# ---------------------------------------------------------------- one of finitely many arms


class IndexPolicy(Protocol):
    """Plays the arm of the largest index; ties uniformly at random.

    Without ``t`` the index is *frozen*: it moves only when its arm is pulled.  With ``t`` and the attribute
    ``growing = True`` it never falls as t grows, so that few arms are looked at.  With ``t`` alone, every arm is looked
    at every round.  Every arm is pulled ``initial_pulls`` times first (1, unless it says otherwise), in order.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]  # strings, lists and tuples have an ``index`` of another kind

    def index(self, *arguments: Any, **named: Any) -> float:
        """The index of an arm, from arguments among ``total, pulls, squares, cost, t, horizon, arms``.

        ``total``, ``squares`` and ``cost`` are the arm's sums of rewards, of squared rewards and, in a budgeted
        problem, of costs; ``pulls`` is never 0; ``t`` is the round being decided, from 1 (in a mortal problem the age
        of the arm).
        """


class Growing(Protocol):
    """An index that never falls as t grows."""

    @property
    def growing(self) -> bool: ...


class Bonus(Protocol):
    """A frozen index that is ``total / pulls + bonus``: it is computed once per number of pulls."""

    def bonus(self, pulls: int, horizon: int, arms: int, /) -> float: ...


class SamplePolicy(Protocol):
    """Plays the arm of the largest sample (Thompson); all arms are drawn every round, unless it is also one of the
    following two.  Arms are pulled ``initial_pulls`` times first (0, unless it says otherwise).
    """

    def sample(self, *arguments: Any, **named: Any) -> float:
        """A sample for an arm, from arguments among ``total, pulls, cost, rng``."""


class LogConcave(SamplePolicy, Protocol):
    """Samples of a continuous, log-concave law: only arms that can win are drawn, with the same law of results."""

    @property
    def log_concave(self) -> bool: ...
    @property
    def sample_range(self) -> tuple[float, float]:
        """Samples lie between these."""

    def log_density(self, x: float, total: float, pulls: int, /) -> float: ...
    def slope(self, x: float, total: float, pulls: int, /) -> float:
        """The derivative of ``log_density`` in x."""


class LogConcaveRatio(SamplePolicy, Protocol):
    """Samples that are ``part(total, pulls, rng) / part(cost, pulls, rng)`` of log-concave parts on (0, 1)."""

    @property
    def log_concave(self) -> bool: ...
    def part(self, total: float, pulls: int, rng: Stream, /) -> float: ...
    def log_shape(self, x: float, total: float, pulls: int, /) -> float:
        """The log density of a part, but for a constant in x."""

    def log_scale(self, total: float, pulls: int, /) -> float:
        """That constant: the log density is ``log_shape - log_scale``."""

    def slope(self, x: float, total: float, pulls: int, /) -> float:
        """The derivative of ``log_shape`` in x."""


class ValuesPolicy(Protocol):
    """Plays the arm of the largest value, where values are computed together: with randomness that arms share, say."""

    def values(self, value: Array, total: Array, pulls: Array, t: int, arms: int, horizon: int, rng: Stream, /) -> None:
        """Write a value for every arm."""


class CustomPolicy(Protocol):
    """Anything else that plays one of finitely many arms.

    Optional: ``memory(self, arms, horizon)``, how many floats it remembers, all 0 at the start of a run;
    ``start(self, memory, arms, horizon)``, which prepares them; ``learn(self, memory, arm, reward, t, arms, horizon,
    rng)``, which is told of every reward.
    """

    def select(self, memory: Array, total: Array, pulls: Array, t: int, arms: int, horizon: int, rng: Stream, /) -> int:
        """The arm to play."""


# ---------------------------------------------------------------- arms of a pool


class PoolPolicy(Protocol):
    """Discovers arms of a pool as it goes; says so by ``pool = True``.

    Optional: ``capacity(self, horizon, size)``, the most arms it will ever know; ``memory(self, capacity, horizon)``,
    how many floats it remembers; ``start(self, memory, capacity, horizon)``; ``learn(self, memory, total, pulls, known,
    arm, reward, t, horizon, rng)``.
    """

    @property
    def pool(self) -> bool: ...
    def select(
        self, memory: Array, total: Array, pulls: Array, known: int, t: int, horizon: int, size: int, rng: Stream, /
    ) -> int:
        """One of the ``known`` arms, or ``known`` itself for a new one (in a continuum: at the point memory[0])."""


class EpochPolicy(Protocol):
    """Restarts ``base``, a policy for finitely many arms, with so many arms of a pool for so many rounds at a time."""

    @property
    def base(self) -> Policy: ...
    @property
    def remembers(self) -> bool:
        """Whether there is also an arm per past epoch, which replays the arm of one of its rounds."""

    @property
    def keeps(self) -> bool:
        """Whether an epoch goes on with the arms of the largest means, and all that is known of them."""

    @property
    def point(self) -> str:
        """Where a cell of a continuum is played: at its "end", or at a "random" point."""

    def epoch_arms(self, epoch: int, horizon: int, /) -> int:
        """How many arms epoch 1, 2, ... plays."""

    def epoch_rounds(self, epoch: int, horizon: int, /) -> int:
        """How many rounds it lasts."""


class Reduction(Protocol):
    """Gets finitely many arms out of a pool, for a policy to play on.

    Ours have that policy as ``policy`` and its number of arms as ``k``; which theorem gives the number, if none is
    given, the policy says by ``arms_rule`` ("minimax", unless it says otherwise).
    """

    def reduce(self, problem: Any, horizon: int, /) -> tuple[Any, Stage]:
        """The policy to play and the arms to play it on."""


class SubsetPolicy(Protocol):
    """Plays some places of a mortal problem only."""

    def subset(self, problem: Any, /) -> tuple[Any, int]:
        """The policy to play, and on how many places."""


# ---------------------------------------------------------------- lists and vectors


class ListPolicy(Protocol):
    """Shows lists of items, on Cascading problems."""

    def cascade(self) -> tuple[Any, int, bool]:
        """The policy that ranks items by index, sample or values; the failures that every item is credited with before
        the first round; whether each tops a list first."""


class LinearPolicy(Protocol):
    """Plays vectors, on Linear problems, by a least-squares fit that the game keeps for it.

    ``fit.estimate`` is the ridge estimate (if the inverse is needed) and ``fit.spare`` a vector to keep something in.
    It plays the unit ball if it is also a BallPolicy, and sets of actions if it is a CataloguePolicy.
    """

    @property
    def ridge(self) -> float:
        """The weight of the penalty."""

    def needs(self, ball: bool, /) -> tuple[str, ...]:
        """Which parts of the fit it reads: "inverse" (of V = ridge I + sum of x x'), "moment" (V itself, with
        ``fit.response``), "factor" (Cholesky's R of V)."""


class BallPolicy(LinearPolicy, Protocol):
    """Plays any vector of the unit ball."""

    def aim(self, fit: Any, t: int, horizon: int, x: Array, rng: Stream, /) -> None:
        """Write the action to play into ``x``."""


class CataloguePolicy(LinearPolicy, Protocol):
    """Plays one of the actions offered.  Optional: ``ready(self, fit, t, horizon, rng)``, called first every round."""

    def score(self, fit: Any, x: Array, t: int, horizon: int, /) -> float:
        """The action of the largest score is played."""


# ---------------------------------------------------------------- what a policy of any form may also have


class FittedPolicy(Protocol):
    """Asks what it is played on; what is played is what ``fit`` returns, maybe of another form."""

    def fit(self, problem: Any, horizon: int, /) -> Any:
        """A copy with parameters filled in from the problem; raises if it makes no sense there."""


class Exploring(Protocol):
    """Sometimes plays a uniformly random arm, or shows a random list, instead."""

    def explore(self, t: int, arms: int, /) -> float:
        """With which probability."""


class ActionBonus(Protocol):
    """An index policy that adds something to the sum of an action's indices, where actions are given one by one."""

    def action_bonus(self, width: float, t: int, /) -> float:
        """What is added, from the sum of 1 / pulls of the action's arms."""


class Observing(Protocol):
    """Counts something else than the reward itself."""

    def observe(self, reward: float, rng: Stream, /) -> float:
        """What is counted for a reward (or a cost)."""


class FirstPulls(Protocol):
    """Pulls every arm so many times first, in order: at least 1 with an index."""

    @property
    def initial_pulls(self) -> int: ...


class RewardRange(Protocol):
    """Makes no sense for other rewards: a law whose support is larger is refused."""

    @property
    def reward_range(self) -> tuple[float, float]: ...
    @property
    def reward_hint(self) -> str:
        """Optional: what to do about it, in the error's words."""


class Named(Protocol):
    """Goes by this name in legends and tables, instead of that of its class."""

    @property
    def name(self) -> str: ...


Policy: TypeAlias = (
    IndexPolicy
    | SamplePolicy
    | ValuesPolicy
    | CustomPolicy
    | PoolPolicy
    | EpochPolicy
    | Reduction
    | SubsetPolicy
    | ListPolicy
    | BallPolicy
    | CataloguePolicy
    | FittedPolicy
)

# Several of them: of a list of ours, type checkers know only that these are Values.
Policies: TypeAlias = Sequence[Policy | Value]
