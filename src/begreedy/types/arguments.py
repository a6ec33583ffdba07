"""What the methods of a policy, a law and a prior are told: the arguments that they name, in whatever order.

A method leaves out what it does not need.  The engine calls all methods in one order, that of the tables below;
``bind`` gives it a function of these arguments, made once, before anything is compiled.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from begreedy.types.laws import JointPrior, Law, LawByArm, Prior
from begreedy.types.problems import Actions
from begreedy.types.traits import part_of, provides
from begreedy.values.errors import BadType, BadValue
from begreedy.values.source import place_of

Table = dict[str, tuple[str, ...]]

INDEX_ARGUMENTS = ("total", "pulls", "squares", "cost", "t", "horizon", "arms")
SAMPLE_ARGUMENTS = (*INDEX_ARGUMENTS, "rng")
SOLVE_ARGUMENTS = ("weights", "chosen", "memory", "floor", "rng")  # of the oracle of a set of actions
POSTERIOR_ARGUMENTS = ("total", "pulls", "cost", "rng")  # those of a sample that is one of a fixed posterior

# By form, or by the way that a policy for finitely many arms is played.
_BY_FORM: dict[str | None, Table] = {
    "index": {"index": INDEX_ARGUMENTS},
    "frozen": {"bonus": ("pulls", "horizon", "arms"), "pseudo": ()},
    "sample": {"sample": SAMPLE_ARGUMENTS},
    "posterior": {
        "log_density": ("x", "total", "pulls"),
        "slope": ("x", "total", "pulls"),
        "part": ("total", "pulls", "rng"),
        "log_shape": ("x", "total", "pulls"),
        "log_scale": ("total", "pulls"),
    },
    "values": {"values": ("value", "total", "pulls", "t", "arms", "horizon", "rng")},
    "custom": {
        "memory": ("arms", "horizon"),
        "start": ("memory", "arms", "horizon"),
        "select": ("memory", "total", "pulls", "t", "arms", "horizon", "rng"),
        "learn": ("memory", "arm", "reward", "t", "arms", "horizon", "rng"),
        "carry": ("memory", "old", "origin", "total", "pulls", "arms", "horizon", "rng"),
    },
    "pool": {
        "capacity": ("horizon", "size"),
        "memory": ("capacity", "horizon"),
        "start": ("memory", "capacity", "horizon"),
        "select": ("memory", "total", "pulls", "known", "t", "horizon", "size", "rng"),
        "learn": ("memory", "total", "pulls", "known", "arm", "reward", "t", "horizon", "rng"),
        "carry": ("memory", "old", "origin", "total", "pulls", "known", "horizon", "rng"),
    },
    "epochs": {"epoch_arms": ("epoch", "horizon"), "epoch_rounds": ("epoch", "horizon")},
    "reduction": {"reduce": ("problem", "horizon"), "subset": ("problem", "horizon")},
    "forgetting": {"forgets": ()},
    "lists": {"cascade": ()},
    "linear": {
        "needs": ("ball",),
        "aim": ("fit", "t", "horizon", "x", "rng"),
        "ready": ("fit", "t", "horizon", "rng"),
        "score": ("fit", "x", "t", "horizon"),
    },
}
_ANY_FORM: Table = {"fit": ("problem", "horizon"), "explore": ("t", "arms"), "observe": ("reward", "rng")}
LAW: Table = {"draw": ("mean", "rng"), "link": ("score",)}
LAW_BY_ARM: Table = {"draw": ("mean", "arm", "rng")}
PRIOR: Table = {"draw": ("rng",), "fill": ("means", "arms", "rng")}

_STARS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
_ALSO = {"amount": "reward"}  # what ``observe`` is told may be a cost


def table_for(form: str, kind: str | None) -> Table:
    """What the methods of a policy of this form, played in this way, may name."""
    return _ANY_FORM | _BY_FORM.get(form, {}) | _BY_FORM.get(kind, {})


def arguments_of(cls: type, method: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments that a method names, in its order; raises if one is not allowed.

    >>> from begreedy import UCB
    >>> arguments_of(UCB, "index", INDEX_ARGUMENTS)
    ('total', 'pulls', 't')
    """
    function = getattr(cls, method)
    return _checked(_parameters(function)[1:], f"{cls.__name__}.{method}", function, allowed)


def bind_function(function: Callable[..., Any], allowed: tuple[str, ...]) -> tuple[Callable[..., Any], tuple[str, ...]]:
    """A plain function as one of a value, which it ignores, and all arguments; and the arguments that it names."""
    names = _checked(_parameters(function), function.__name__, function, allowed)
    return adapter(function, names, allowed, bare=True), names


def _checked(
    names: tuple[str, ...], owner: str, function: Callable[..., Any], allowed: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of arguments, if all are allowed."""
    for name in names:
        if _ALSO.get(name, name) not in allowed:
            raise BadType(
                f"{owner} has an argument {name!r} ({place_of(function)}); "
                + (f"allowed are {', '.join(allowed)}, in any order" if allowed else "it takes no arguments"),
                field=owner,
                value=name,
                allowed=", ".join(allowed),
            )
    return tuple(_ALSO.get(name, name) for name in names)


@lru_cache(maxsize=4096)
def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters; with their stars, if they have any."""
    parameters = inspect.signature(function).parameters.values()
    return tuple(_STARS.get(parameter.kind, "") + parameter.name for parameter in parameters)


def bind_to(value: object, method: str, table: Table) -> Callable[..., Any]:
    """A function of ``value`` and all arguments that its method may name, in the table's order.

    It is the method itself if that names all of them in this order, and does nothing if there is no such method.
    """
    cls = type(value)
    function: Callable[..., Any] | None = getattr(cls, method, None)
    if function is None:
        return _nothing
    names = arguments_of(cls, method, table[method])
    if (watch := _watch.get()) is not None:
        function = watch(method, function, names)
    return function if names == table[method] else adapter(function, names, table[method])


Watch = Callable[[str, Callable[..., Any], tuple[str, ...]], Callable[..., Any]]
_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Let what is bound meanwhile be ``watch(method, function, names)`` instead of the function itself."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def adapter(
    method: Callable[..., Any], names: tuple[str, ...], everything: tuple[str, ...], *, bare: bool = False
) -> Any:
    """A function of all possible arguments that passes on those which ``method`` names; ``bare``: without the value."""
    scope: dict[str, Any] = {"method": method, "__name__": "index_adapter"}
    passed = names if bare else ("policy", *names)
    exec(f"def adapted(policy, {', '.join(everything)}): return method({', '.join(passed)})", scope)
    return scope["adapted"]


def _nothing(*arguments: Any) -> None:
    """Stands for an optional method that the policy does not have."""


NOTHING = _nothing


def solve_arguments(actions: Actions) -> tuple[str, ...]:
    """The arguments that the oracle of a set of actions names, in its order."""
    return arguments_of(type(actions), "solve", SOLVE_ARGUMENTS)


def solve_memory(actions: Actions) -> int:
    """How many floats the oracle of a set of actions thinks in: at least 1, since compiled code has no empty arrays."""
    return max(1, int(part_of(actions, "memory", 0)))


def law_draw(law: Law | LawByArm) -> Callable[..., float]:
    """A law's ``draw`` as a function of the law, a mean and a stream.

    Parameters
    ----------
    law : Law
        The law.

    Returns
    -------
    function
        What a problem or a game of your own calls in compiled code.

    Raises
    ------
    BadType
        If the law also asks which arm it is.

    Examples
    --------
    >>> from begreedy import Bernoulli
    >>> law = Bernoulli()
    >>> law_draw(law)(law, 1.0, [1, 2, 3, 4])
    1.0
    """
    if tells_arms_apart(law):
        allowed = "one law for all arms here: they are told apart only where all of finitely many arms are played"
        raise BadType.of("law", law, allowed)
    return bind_to(law, "draw", LAW)


def law_draw_by_arm(law: Law | LawByArm, arms: int = 1) -> Callable[..., float]:
    """A law's ``draw`` as a function of the law, a mean, one of ``arms`` arms and a stream.

    Parameters
    ----------
    law : Law or LawByArm
        The law.
    arms : int
        How many arms it must know.

    Returns
    -------
    function
        What a problem or a game of your own calls in compiled code.

    Raises
    ------
    BadValue
        If the law knows fewer arms.

    Examples
    --------
    >>> from begreedy import Bernoulli
    >>> law = Bernoulli()
    >>> law_draw_by_arm(law, 5)(law, 1.0, 3, [1, 2, 3, 4])
    1.0
    """
    if (known := part_of(law, "arms", arms)) < arms:  # compiled code would read beyond its numbers
        raise BadValue.of("law", law, f"for {arms} arms", got=f"one for {known}")
    return bind_to(law, "draw", LAW_BY_ARM)


def tells_arms_apart(law: Law | LawByArm) -> bool:
    """Whether a law's ``draw`` asks which arm is pulled."""
    return "arm" in _parameters(type(law).draw)


def law_link(law: Law | LawByArm) -> Callable[..., float] | None:
    """A law's ``link`` as a function of the law and a score; None if it has none."""
    return bind_to(law, "link", LAW) if provides(type(law), "link") else None


def prior_draw(prior: Prior) -> Callable[..., float]:
    """A prior's ``draw`` as a function of the prior and a stream.

    Parameters
    ----------
    prior : Prior
        The prior.

    Returns
    -------
    function
        What a problem of your own calls in compiled code.

    Examples
    --------
    >>> from begreedy import Uniform
    >>> prior = Uniform(2, 3)
    >>> 2.0 <= prior_draw(prior)(prior, [1, 2, 3, 4]) <= 3.0
    True
    """
    return bind_to(prior, "draw", PRIOR)


def prior_fill(prior: JointPrior) -> Callable[..., None]:
    """A joint prior's ``fill`` as a function of the prior, an array, a number of arms and a stream.

    Parameters
    ----------
    prior : JointPrior
        The prior.

    Returns
    -------
    function
        What a problem of your own calls in compiled code.

    Examples
    --------
    >>> from begreedy import JointNormal
    >>> prior = JointNormal([5.0, 7.0], [[0.0, 0.0], [0.0, 0.0]])
    >>> means = [0.0, 0.0]
    >>> prior_fill(prior)(prior, means, 2, [1, 2, 3, 4])
    >>> means
    [5.0, 7.0]
    """
    return bind_to(prior, "fill", PRIOR)
