"""What a problem and a pool are: a Protocol for each, and for every model played in a way of its own.

Where a problem hands the engine a function, it is plain and will be compiled: ``world`` is then the value whose numbers
it sees, ``key`` and ``stream`` the run's instance key and its stream.  Nothing else may matter to an instance, so that
all policies meet the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from begreedy.types.laws import BetaPrior, JointPrior, Law, LawByArm, Prior

Array: TypeAlias = Any  # of floats or ints: a NumPy array in compiled code, a list in plain Python
Drawing: TypeAlias = Callable[..., float]  # will be compiled, and returns a number
Writing: TypeAlias = Callable[..., None]  # will be compiled, and writes numbers into an array

# When regret is recorded: so many rounds (or budgets), evenly spaced; 200, log-spaced; or these themselves.
Checkpoints: TypeAlias = int | Literal["log"] | Sequence[float] | np.ndarray

ENDLESS = 2**53  # the size of a pool that has always another arm, and a horizon that nobody knows


class Stage(NamedTuple):
    """So many arms, ready to be played by a policy for finitely many arms.

    Parameters
    ----------
    arms : int
        How many they are.
    law : Law or LawByArm
        How rewards are drawn, given the mean of an arm.
    world : object
        The value whose numbers the functions see.
    fill : function
        ``fill(world, mean, arms, key, stream, scratch)`` writes all means and, behind the last, the reference.
    scratch : int
        How many integers of memory ``fill`` needs, at least 1.
    pull : function, optional
        ``pull(world, arm, arms, rng)``: the mean of this pull, where arms are cells.
    enters : array, optional
        By arm, the round from which it may be played, where arms come one by one.
    first : function, optional
        ``first(arms)``: the Stage of only so many of them, with the reference of all, where that is possible.

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.Finite(means=[0.9, 0.1]).stage().arms
    2
    """

    arms: int
    law: Law | LawByArm
    world: object
    fill: Writing
    scratch: int
    pull: Drawing | None = None
    enters: np.ndarray | None = None
    first: Callable[[int], Stage] | None = None


class Problem(Protocol):
    """What nature does: a value that names the model by which it is played.

    Policies, reductions and advice may ask what else it tells of itself: ``arms`` (or ``n``), ``prior``, ``alpha`` and
    ``smoothness`` (of a continuum's function), ``top`` or ``supremum`` (the best mean, what no mean exceeds),
    ``hardness(horizon)`` (of many arms), ``lifetime`` (of arms that die), ``rate`` (at which means change).  Nobody
    asks it for its model by name; what matters of a model has a name of its own: ``continuum`` (arms are the points of
    [0, 1]), ``costly`` (pulls cost, and a ``budget`` ends a run), ``lists`` (a round shows several arms), ``vectors``
    (actions are vectors), ``semi_bandit`` (actions are sets of arms), ``divisible`` (a policy may play only some of the
    arms, by ``subset``), each True or absent.

    Optional: ``plan(self, policy, horizon, options)``, how it is played, for a model of your own.
    """

    @property
    def model(self) -> str:
        """Such as "finite" or "mortal": which game is played."""


class StagedProblem(Problem, Protocol):
    """Has finitely many arms, all of which can be played: Finite, ManyArmed, Cascading."""

    def stage(self) -> Stage:
        """All arms."""


class Pool(Problem, Protocol):
    """Where arms come from when there are too many of them: Continuous, Infinite, ManyArmed, and Finite as well.

    Optional: ``continuum = True`` if arms are the points of [0, 1], to be discovered where the policy says;
    ``grid(arms, point)`` and ``dimension`` if they are the points of a box, which is discovered at random: the Stage of
    a regular grid, played at the "end" or "middle" of cells or at a "random" point of them.
    """

    @property
    def size(self) -> int:
        """How many arms there are; ENDLESS for a reservoir or a continuum."""

    @property
    def law(self) -> Law:
        """How rewards are drawn, given the mean of an arm."""

    def world(self) -> object:
        """The value whose numbers the following functions see."""

    def discover_function(self) -> Drawing:
        """``discover(world, order, point, key, stream, scratch)``: the mean of the arm that is discovered as number
        ``order`` (0, 1, ...: the arms in a uniformly random order) or, in a continuum, of the one at ``point``."""

    def reference_function(self) -> Drawing:
        """``reference(world, key, stream)``: what regret is measured against."""

    def scratch(self, arms: int, /) -> int:
        """How many integers of memory discovering so many arms takes."""


class MortalProblem(Problem, Protocol):
    """Arms die and are replaced: Mortal."""

    @property
    def arms(self) -> int:
        """How many arms are alive at a time."""

    @property
    def lifetime(self) -> float:
        """The mean number of rounds that an arm lives."""

    @property
    def law(self) -> Law:
        """How rewards are drawn, given the mean of an arm."""

    def world(self) -> object:
        """The value whose numbers ``draw_function`` sees."""

    def draw_function(self) -> Drawing:
        """``draw(world, rng)``: the mean of a new arm."""


class DriftingProblem(Problem, Protocol):
    """Arms stay, but their means change: Drifting."""

    @property
    def arms(self) -> int:
        """How many arms there are."""

    @property
    def rate(self) -> float:
        """The probability with which the mean of an arm changes in a round."""

    @property
    def step(self) -> float | None:
        """The standard deviation of a move; None if a mean that changes is drawn anew."""

    @property
    def range(self) -> tuple[float, float]:
        """Where means lie."""

    @property
    def law(self) -> Law:
        """How rewards are drawn, given the mean of an arm."""

    def world(self) -> object:
        """The value whose numbers the following functions see."""

    def draw_function(self) -> Drawing:
        """``draw(world, rng)``: the mean of an arm at the start."""

    def change_function(self) -> Drawing:
        """``change(world, pace, mean, rng)``: the mean after a change; ``pace`` has ``step``, ``low`` and ``high``."""


class InUseProblem(Problem, Protocol):
    """Arms have records, and outcomes are told late: InUse.  Ones come at ``delay``, zeros after a ``window``."""

    @property
    def arms(self) -> int:
        """How many arms there are."""

    @property
    def record(self) -> tuple[tuple[float, float], ...]:
        """Successes and trials of the first arms."""

    @property
    def delay(self) -> float:
        """How many rounds late an outcome is told, on average."""

    @property
    def spread(self) -> float:
        """0 if all are equally late, 1 if delays are exponential; between them, a part of each."""

    @property
    def window(self) -> float | None:
        """After so many rounds a zero is told; None if zeros come like ones."""

    @property
    def batch(self) -> int:
        """Outcomes are told after every so many rounds."""

    @property
    def late(self) -> bool:
        """Whether anything is told later than at once."""

    @property
    def ratio(self) -> float:
        """How long ones wait, as a share of how long zeros do."""

    @property
    def law(self) -> Law:
        """How rewards are drawn, given the mean of an arm."""

    def world(self) -> object:
        """The value whose numbers compiled code sees."""

    @property
    def prior(self) -> BetaPrior:
        """The law of the means of arms without a record."""

    @property
    def known(self) -> BetaPrior:
        """The same as policies know it, which may be another."""

    def posteriors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Numbers, a, b, trials and worth of all arms, those that promise most first."""


class ListProblem(StagedProblem, Protocol):
    """A list of items is shown, and the first that pleases is clicked: Cascading."""

    @property
    def items(self) -> int:
        """How many items there are: the arms."""

    @property
    def slots(self) -> int:
        """Places of the list."""

    @property
    def law(self) -> Law:
        """How clicks are drawn, given the mean of an item."""


class BudgetedProblem(Problem, Protocol):
    """Every pull costs, and the game ends when the budget is spent: Budgeted.  Each law has two parameters."""

    @property
    def budget(self) -> float:
        """What all pulls of a run may cost together."""

    @property
    def arms(self) -> int:
        """How many arms there are."""

    @property
    def support(self) -> tuple[float, float]:
        """Of rewards and costs."""

    def world(self) -> object:
        """The value whose numbers ``fill_function`` sees."""

    def fill_function(self) -> Writing:
        """``fill(world, shape, arms, key, stream)``: writes the parameters of all rewards, then of all costs."""

    def draw_function(self) -> Drawing:
        """``draw(a, b, rng)``: a reward or a cost."""

    def mean_function(self) -> Drawing:
        """``mean(a, b)``: its expectation."""


class Actions(Protocol):
    """The actions of a combinatorial problem: sets of arms, told by an oracle that finds the best one.

    ``solve`` names what it needs among ``weights, chosen, memory, floor, rng``: the weights of all arms; where it
    writes the arms of the best action; so many floats to think in, all 0 at the start of a run, if there is a property
    ``memory``; where it may write, for every arm of the action, a weight such that the action is the only best one as
    long as each of its arms is above that and no other arm moves, so that it need not be asked again (not where the
    first floor is minus infinity: nobody will look); and a stream, to break ties.  Optional: ``free = True`` if any
    ``size`` arms are an action; ``costs_only = True`` if weights must not exceed 0: arms must cost, and no arm is
    played for its own sake at the start; ``explicit = True`` if all actions are there to be looked at: their arms one
    after another, ``members``, and where each ends there, ``ends``;
    ``network()`` if actions are the paths of a graph without cycles, which it returns (or None); ``every()`` if it
    can yield all actions, one by one;
    ``towards(chosen, other, weights, memory)`` if exchanges of single arms lead from one best action to another: it
    makes one in ``chosen``, which stays a best action, and returns 0 if the two are the same (a policy with a bonus for
    whole actions that ``exchanges`` looks at all on the way).
    """

    @property
    def arms(self) -> int:
        """How many arms there are."""

    @property
    def size(self) -> int:
        """How many arms an action has at most."""

    @property
    def solve(self) -> Callable[..., int]:
        """Writes the arms of an action of the largest sum of weights, and returns how many these are."""


class CombinatorialProblem(StagedProblem, Protocol):
    """An action is a set of arms, each of which shows what it pays: Combinatorial.

    Says so by ``semi_bandit = True``.
    """

    @property
    def semi_bandit(self) -> bool:
        """True: each arm of an action shows what it pays."""

    @property
    def actions(self) -> Actions:
        """Which sets of arms may be played."""

    @property
    def arms(self) -> int:
        """How many arms there are."""

    @property
    def law(self) -> Law:
        """How rewards are drawn, given the mean of an arm."""

    @property
    def prior(self) -> Prior | JointPrior | None:
        """From which means are drawn; None if they are given."""

    @property
    def minimise(self) -> bool:
        """Whether what arms pay are costs."""

    def factor(self) -> np.ndarray | None:
        """The matrix that correlates independent normal numbers; None if arms are independent."""


class LinearProblem(Problem, Protocol):
    """The mean reward of an action is its inner product with a parameter: Linear.

    Optional: ``as_arms()``, the actions as a problem of finitely many arms (or None), for policies that know nothing of
    vectors; ``link`` of its law, what makes a mean of an inner product.
    """

    @property
    def dimension(self) -> int:
        """The number of coordinates of an action and of the parameter."""

    @property
    def law(self) -> Law:
        """How rewards are drawn, given their mean."""

    @property
    def ball(self) -> bool:
        """Whether the whole unit ball may be played; else ``actions``, of which a round ``offers`` so many."""

    @property
    def actions(self) -> Sequence[Sequence[float]] | Sequence[Sequence[Sequence[float]]] | np.ndarray | None:
        """All actions that are given; None if they are drawn, or are the unit ball."""

    @property
    def offers(self) -> int:
        """How many actions a round offers."""

    @property
    def catalogue(self) -> int:
        """How many actions are given, or sets of them; 0 if none are."""

    @property
    def sets(self) -> int:
        """Rounds with a set of actions of their own, or 0."""

    def world(self) -> object:
        """The value whose numbers the following functions see."""

    def parameter_function(self) -> Writing:
        """``parameter(world, theta, key, stream)``: writes the parameter of an instance."""

    def offer_function(self) -> Writing:
        """``offer(world, action, label, order, t, key, stream)``: writes the actions of a round, and their names."""
