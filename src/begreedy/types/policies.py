"""What a policy is: a Protocol for every form.  ``also`` has one for what a policy of any form may also have.

A method is told what it names, in whatever order, among the arguments listed with it; any other name is an error.
``begreedy.types.arguments`` has them all in tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, TypeAlias, cast

from begreedy.types.problems import Stage
from begreedy.values.value import Value


class _Instance(Protocol):
    """Of a dataclass or a NamedTuple: for a type checker, the class itself is none."""

    @property
    def __match_args__(self) -> Any: ...


# ---------------------------------------------------------------- one of finitely many arms


class IndexPolicy(Protocol):
    """Plays the arm of the largest index; ties uniformly at random.

    Without ``t`` the index is *frozen*: it moves only when its arm is pulled.  With ``t`` and the attribute
    ``growing = True`` it never falls as t grows, so that few arms are looked at.  With ``t`` alone, every arm is looked
    at every round.  Every arm is pulled ``initial_pulls`` times first (1, unless it says otherwise), in order; with 0,
    none is, and the index is also that of an arm that was never pulled.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]  # strings, lists and tuples have an ``index`` of another kind

    def index(self, *arguments: Any, **named: Any) -> float:
        """The index of an arm, from arguments among ``total, pulls, squares, cost, t, horizon, arms``.

        ``total``, ``squares`` and ``cost`` are the arm's sums of rewards, of squared rewards and, in a budgeted
        problem, of costs; ``pulls`` is 0 only if ``initial_pulls`` is; ``t`` is the round being decided, from 1 (in a
        mortal problem the age of the arm).
        """


class Growing(Protocol):
    """An index that never falls as t grows."""

    @property
    def growing(self) -> bool:
        """Declared by ``growing = True``."""


class Bonus(Protocol):
    """A frozen index that is ``total / pulls + bonus``: it is computed once per number of pulls."""

    def bonus(self, *arguments: Any, **named: Any) -> float:
        """Of arguments among ``pulls, horizon, arms``."""


class Monotone(Protocol):
    """A frozen index that grows with the total and, for totals of at least 0, falls with the pulls: leaps need it.

    An index that takes ``cost`` may instead never fall with a pull that is free, nor grow with one that costs 1.
    """

    @property
    def monotone(self) -> bool:
        """Declared by ``monotone = True``."""


class MeanIndex(Protocol):
    """A frozen index that is ``total / pulls``: where rewards are normal, leaps need it, a ``bonus`` or ``pseudo``."""

    @property
    def is_mean(self) -> bool:
        """Declared by ``is_mean = True``."""


class PseudoRewards(Protocol):
    """A frozen index that is the mean of the rewards and of *pseudo-rewards*, as if an arm had paid these before."""

    def pseudo(self) -> tuple[float, float]:
        """Their sum and how many they are: the index is ``(total + sum) / (pulls + number)``."""


class SamplePolicy(_Instance, Protocol):
    """Plays the arm of the largest sample (Thompson); all arms are drawn every round, unless it is also one of the
    following two.  Arms are pulled ``initial_pulls`` times first (0, unless it says otherwise).
    """

    def sample(self, *arguments: Any, **named: Any) -> float:
        """A sample for an arm, from those that an index may name, and ``rng``; of the first, ``pulls`` may be 0."""


class LogConcave(SamplePolicy, Protocol):
    """Samples of a continuous, log-concave law: only arms that can win are drawn, with the same law of results."""

    @property
    def log_concave(self) -> bool:
        """Declared by ``log_concave = True``."""

    @property
    def sample_range(self) -> tuple[float, float]:
        """Samples lie between these."""

    def log_density(self, *arguments: Any, **named: Any) -> float:
        """Of arguments among ``x, total, pulls``."""

    def slope(self, *arguments: Any, **named: Any) -> float:
        """The derivative of ``log_density`` in x, of the same arguments."""


class LogConcaveRatio(SamplePolicy, Protocol):
    """Samples that are ``part(total, pulls, rng) / part(cost, pulls, rng)`` of log-concave parts on (0, 1)."""

    @property
    def log_concave(self) -> bool:
        """Declared by ``log_concave = True``."""

    def part(self, *arguments: Any, **named: Any) -> float:
        """Of arguments among ``total, pulls, rng``; in the denominator ``total`` is the arm's cost, here and below."""

    def log_shape(self, *arguments: Any, **named: Any) -> float:
        """The log density of a part, but for a constant in x; of arguments among ``x, total, pulls``."""

    def log_scale(self, *arguments: Any, **named: Any) -> float:
        """That constant, of arguments among ``total, pulls``: the log density is ``log_shape - log_scale``."""

    def slope(self, *arguments: Any, **named: Any) -> float:
        """The derivative of ``log_shape`` in x, of the same arguments."""


class ValuesPolicy(_Instance, Protocol):
    """Plays the arm of the largest value, where values are computed together: with randomness that arms share, say."""

    def values(self, *arguments: Any, **named: Any) -> None:
        """Write a value for every arm into ``value``; of arguments among ``value, total, pulls, t, arms, horizon,
        rng``, where ``total`` and ``pulls`` are those of all arms, not to be changed."""


class CustomPolicy(_Instance, Protocol):
    """Anything else that plays one of finitely many arms.

    Optional: ``memory``, of ``arms, horizon``: how many floats it remembers, all 0 at the start of a run; ``start``, of
    ``memory, arms, horizon``, which prepares them; ``learn``, of ``memory, arm, reward, t, arms, horizon, rng``, which
    is told of every reward; ``carry``, of ``memory, old, origin, total, pulls, arms, horizon, rng``, which online fills
    a memory that was just started from the ``old`` one, where arms came or went or the horizon is over (it is then
    twice as long): ``origin`` has for every arm its number in the old memory, -1 if it is new or was paused.
    """

    def select(self, *arguments: Any, **named: Any) -> int:
        """The arm to play, from arguments among ``memory, total, pulls, t, arms, horizon, rng``.

        ``total`` and ``pulls`` are the statistics of all arms, not to be changed.
        """


class ForgettingPolicy(_Instance, Protocol):
    """Plays another policy, with an index or a sample, by what is remembered of the rewards: old ones count less.

    The numbers that ``forgets`` returns are properties, since compiled code reads them.
    """

    @property
    def policy(self) -> Policy:
        """The policy inside, with an index or a sample."""

    @property
    def factor(self) -> float:
        """The weight of a reward after another round; 1: those of the last ``span`` rounds count in full."""

    @property
    def faded(self) -> float:
        """An arm of which fewer pulls are left is as new."""

    @property
    def span(self) -> int:
        """After so many rounds nothing is left of a single pull."""

    @property
    def lasting(self) -> int:
        """How many rounds are remembered in the long run: at most this is what the policy inside knows as horizon."""

    def forgets(self) -> tuple[float, float, int, int]:
        """The four of them."""


# ---------------------------------------------------------------- arms of a pool


class PoolPolicy(_Instance, Protocol):
    """Discovers arms of a pool as it goes; says so by ``pool = True``, and by ``anytime = True`` if no horizon matters.

    Optional: ``capacity``, of ``horizon, size``: the most arms it will ever know; ``memory``, of ``capacity, horizon``:
    how many floats it remembers; ``start``, of ``memory, capacity, horizon``; ``learn``, of ``memory, total, pulls,
    known, arm, reward, t, horizon, rng``; ``carry``, of ``memory, old, origin, total, pulls, known, horizon, rng``, as
    that of a CustomPolicy.  Online ``learn`` may be told of any known arm, not only of the one selected last.
    """

    @property
    def pool(self) -> bool:
        """Declared by ``pool = True``."""

    def select(self, *arguments: Any, **named: Any) -> int:
        """One of the ``known`` arms, or ``known`` itself for a new one (in a continuum: at the point memory[0]).

        From arguments among ``memory, total, pulls, known, t, horizon, size, rng``.
        """


class EpochPolicy(_Instance, Protocol):
    """Restarts ``base``, a policy for finitely many arms, with so many arms of a pool for so many rounds at a time."""

    @property
    def base(self) -> Policy:
        """The policy that is restarted."""

    @property
    def remembers(self) -> bool:
        """Whether there is also an arm per past epoch, which replays the arm of one of its rounds."""

    @property
    def keeps(self) -> bool:
        """Whether an epoch goes on with the arms of the largest means, and all that is known of them."""

    @property
    def point(self) -> str:
        """Where a cell of a continuum is played: at its "end", or at a "random" point."""

    def epoch_arms(self, *arguments: Any, **named: Any) -> int:
        """How many arms epoch 1, 2, ... plays, from arguments among ``epoch, horizon``."""

    def epoch_rounds(self, *arguments: Any, **named: Any) -> int:
        """How many rounds it lasts, from the same."""


class Reduction(_Instance, Protocol):
    """Gets finitely many arms out of a pool, for a policy to play on.

    Ours have that policy as ``policy`` and its number of arms as ``k``; which theorem gives the number, if none is
    given, the policy says by ``arms_rule`` ("minimax", unless it says otherwise).  One whose arms enter one by one says
    by ``arms_at(problem, t)`` how many there are in round t.
    """

    def reduce(self, *arguments: Any, **named: Any) -> tuple[Policy, Stage]:
        """The policy to play and the arms to play it on, from arguments among ``problem, horizon``."""


class SubsetPolicy(_Instance, Protocol):
    """Plays only some of the arms of a problem that is ``divisible``."""

    def subset(self, *arguments: Any, **named: Any) -> tuple[Policy, int]:
        """The policy to play, and on how many arms, from arguments among ``problem, horizon``."""


# ---------------------------------------------------------------- lists and vectors


class ListPolicy(_Instance, Protocol):
    """Shows lists of items, on Cascading problems."""

    def cascade(self) -> tuple[Policy, int, bool]:
        """The policy that ranks items by index, sample or values; the failures that every item is credited with before
        the first round; whether each tops a list first."""


class LinearPolicy(_Instance, Protocol):
    """Plays vectors, on Linear problems, by a least-squares fit that the game keeps for it.

    ``fit.estimate`` is the ridge estimate (if the inverse is needed) and ``fit.spare`` a vector to keep something in.
    It plays the unit ball if it is also a BallPolicy, and sets of actions if it is a CataloguePolicy.
    """

    @property
    def ridge(self) -> float:
        """The weight of the penalty."""

    def needs(self, *arguments: Any, **named: Any) -> tuple[str, ...]:
        """Which parts of the fit it reads: "inverse" (of V = ridge I + sum of x x'), "moment" (V itself, with
        ``fit.response``), "factor" (Cholesky's R of V).  It may name ``ball``: whether actions are the unit ball."""


class BallPolicy(LinearPolicy, Protocol):
    """Plays any vector of the unit ball."""

    def aim(self, *arguments: Any, **named: Any) -> None:
        """Write the action to play into ``x``, from arguments among ``fit, t, horizon, x, rng``."""


class CataloguePolicy(LinearPolicy, Protocol):
    """Plays one of the actions offered.  Optional: ``ready``, of ``fit, t, horizon, rng``, called first every round."""

    def score(self, *arguments: Any, **named: Any) -> float:
        """Of the action ``x``, from arguments among ``fit, x, t, horizon``; the largest is played."""


# ---------------------------------------------------------------- made for its problem


class FittedPolicy(_Instance, Protocol):
    """Asks what it is played on; what is played is what ``fit`` returns, maybe of another form."""

    def fit(self, *arguments: Any, **named: Any) -> Policy:
        """A copy with parameters filled in from ``problem`` and ``horizon``; raises if it makes no sense there."""


Policy: TypeAlias = (
    IndexPolicy
    | SamplePolicy
    | ValuesPolicy
    | CustomPolicy
    | ForgettingPolicy
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


def policy_list(policies: Policies) -> list[Policy]:
    """Several policies as a list of what they are."""
    return cast(list[Policy], list(policies))  # see above
