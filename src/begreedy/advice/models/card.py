"""The card of a model: what advice, bounds, the explore page, its map and the command line know of it.

Everything but the simulation itself is asked of the card.  A new model is a problem, its game (if none of the engine's
will do) and a card in the list ``CARDS`` of ``begreedy.advice.models``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic

from begreedy.advice.models import chance
from begreedy.advice.models.axis import Axis, horizon_axis
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.cost import usual_cost
from begreedy.advice.models.keep import Keep
from begreedy.advice.models.situation import P, Situation
from begreedy.policies.greedy import Greedy
from begreedy.theory.bound import Bound
from begreedy.types import Policy, Problem
from begreedy.values.value import changed

Curve = Callable[[float], Bound]
HORIZON = "horizon"


@dataclass(frozen=True)
class Example:
    """What the page shows first: a problem, policies worth comparing, and a horizon (None where none ends a run)."""

    problem: str
    policies: tuple[str, ...]
    horizon: int | None


@dataclass(frozen=True)
class BoundCurves:
    """What theorems guarantee: ``parameters`` with their defaults, and the ``curves`` that follow from these by name.

    Parameters that are ``needed`` have no default.
    """

    parameters: Mapping[str, float | None]
    curves: Callable[..., dict[str, Curve]]
    needed: tuple[str, ...] = ()


def chosen_arms(greedy: Callable[..., Bound], k: int | None) -> dict[str, Curve]:
    """The curve of Greedy for a number of arms of one's own, if there is one."""
    return {} if k is None else {f"Greedy, K = {k}, best epsilon": partial(greedy, k=k)}


@dataclass(frozen=True)
class MapAxes:
    """The map of a model: its size on one axis, the length of a run on the other, Greedy against a ``rival``.

    Where the model has a second size, ``across`` says what it is called, and the other axis has that: ``lengths`` are
    its values, and all cells have one horizon.

    ``axis`` is the field of the problem that says its size, or "K" for the arms that Greedy keeps of endless ones;
    ``label`` is what the page calls it.  ``cell`` makes the problem of a size (with ``across``, of both; None if there
    is none), and Greedy for it.  ``fixed`` are fields that give a problem a size for good, so that it cannot be mapped.
    """

    axis: str = "arms"
    label: str = "Arms"
    rival: str = "UCB()"
    sizes: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128, 256, 512)
    lengths: tuple[int, ...] = (10, 32, 100, 316, 1000, 3162, 10_000)
    cell: Callable[..., tuple[Problem, Policy] | None] | None = None
    fixed: tuple[str, ...] = ()
    across: str | None = None

    def cell_of(self, problem: Problem, size: int, column: float) -> tuple[Problem, Policy] | None:
        """The problem of a size, and Greedy for it; None if there is no such problem."""
        if self.cell is None:
            return changed(problem, **{self.axis: size}), Greedy()
        return self.cell(problem, size) if self.across is None else self.cell(problem, size, int(column))


def map_of_kept_arms(rival: str, reduction: Callable[..., Policy]) -> MapAxes:
    """The map where arms have no end: by how many of them Greedy keeps, got by a reduction."""
    label = "Arms that Greedy keeps"
    return MapAxes("K", label, rival, cell=lambda problem, size: (problem, reduction(Greedy(), k=size)))


@dataclass(frozen=True)
class PageForm:
    """What the page's form of a problem should know besides the fields themselves.

    ``own`` are the columns of arms that a visitor gives instead of ``drawn`` fields, the prior and their number; under
    the law ``pairs`` each entry is a pair.  ``rare`` fields stand under "More"; ``choices`` are the values of a text;
    ``tables`` are fields with a row of numbers per entry, as many as another field says.
    """

    own: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ("prior", "arms")
    pairs: str = ""
    rare: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Kinds:
    """What the two kinds of policies that a model sets against each other are called, and what to do."""

    greedy: str = "the best greedy policy"
    other: str = "the best policy that explores"
    be_greedy: str = "Be greedy"
    do_not: str = "Do not be greedy"
    short_greedy: str = "best greedy"
    short_other: str = "best explorer"


def _no_number(_problem: Problem) -> int | None:
    return None


def _regret_itself(_problem: Problem) -> float | None:
    return None


@dataclass(frozen=True, eq=False)
class Card(Generic[P]):
    """All that is known of a model outside its problem and its game; what has a default may be left out."""

    problem: type[P]
    title: str  # on the page
    example: Example

    # Advice: (notes, ...) -> problems to simulate, where further parameters are what may be known of the model;
    # the policies to race; why to be greedy or to explore, to be said after "because" (None: by the numbers alone).
    describe: Callable[..., tuple[Problem, ...]]
    candidates: Callable[[Situation], list[Candidate]]
    why_greedy: Callable[[Situation], str] | None = None
    why_explore: Callable[[Situation], str] | None = None
    kinds: Kinds = Kinds()
    which: Callable[[Situation, int | None], str] | None = None  # which arms to keep, where these are not all alike

    # Theorems: how many arms Greedy keeps, what that guarantees with k arms, and all bounds of the model side by side.
    keep: Keep[P] | None = None
    guarantee: Callable[[Situation, int], Bound | None] | None = None
    bounds: BoundCurves | None = None

    # Runs: the number of arms (None: no such number); nominal seconds, given policy, problem, horizon and arms played;
    # what says how long a run is, the horizon or a field of the problem, and then after how many rounds it is cut.
    arms: Callable[[P], int | None] = _no_number
    cost: Callable[[Policy, P, int | None, float], float] = usual_cost
    length: str = HORIZON
    cap: Callable[[P], int] | None = None

    # Results: what is played in a round; whether that costs, so that what is earned is minus a cost; what random choice
    # earns in so many rounds, and what the best earns of those in use today, each None if it is not known; whether arms
    # stay, so that one can be stuck with a bad one; where regret is worth averaging only as a share of what the best
    # would earn, that per unit of the reference; the axis along which exploring starts to pay.
    choice: str = "arm"
    costs: Callable[[P], bool] = lambda _problem: False
    random: Callable[[P, int], float | None] = chance.of_prior
    today: Callable[[Situation], float | None] = lambda _situation: None
    lasting: bool = True
    scale: Callable[[P], float | None] = _regret_itself
    turning: Axis = horizon_axis()

    # The page.
    map: MapAxes = MapAxes()
    form: PageForm = PageForm()

    @property
    def model(self) -> str:
        """The model's name, which its problem has."""
        return str(self.problem.model)

    @property
    def known(self) -> tuple[str, ...]:
        """What may be known of the model: what ``describe`` takes after the notes."""
        return tuple(inspect.signature(self.describe).parameters)[1:]

    def seconds_per_run(self, policy: Policy, problem: P, horizon: int | None, k: int | None = None) -> float:
        """About what a run takes on a core of today, with ``k`` arms or else all that there are; see ``cost``."""
        return self.cost(policy, problem, horizon, float(k or self.arms(problem) or 0))

    @property
    def timed(self) -> bool:
        """Whether the horizon ends a run."""
        return self.length == HORIZON
