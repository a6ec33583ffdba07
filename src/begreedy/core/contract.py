"""What a policy, a law, a prior and a problem are: immutable values with a few plain methods.

Nothing has to be registered or inherited.  A value is a frozen dataclass (ours derive from ``Value``, which
checks and coerces the fields) or a NamedTuple; what it can do is told by the methods it has:

========  =============================================================================================
a law     ``draw(self, mean, rng)``: a reward.  Optional: ``support`` and ``mean_range``, (low, high) pairs
a prior   ``draw(self, rng)``: the mean of an arm.  Optional: ``low`` and ``high``, its support
a policy  one of

          * ``index(self, ...)`` with arguments among ``total, pulls, squares, cost, t, horizon, arms``: plays
            the largest.  Without ``t`` the index is *frozen* (it moves only when its arm is pulled); with ``t``
            and ``growing = True`` it never falls as t grows; otherwise every index is computed every round.
            A frozen index that is ``total / pulls + bonus`` may have the method
            ``bonus(self, pulls, horizon, arms)``: it is then computed once per number of pulls.
          * ``sample(self, total, pulls, rng)``, or with ``cost`` before ``rng``: plays the arm of the largest sample
            (Thompson).  If its law is
            continuous and ``log_concave = True``, and it has ``log_density(self, x, total, pulls)``,
            ``slope(self, x, total, pulls)`` (the derivative in x) and ``sample_range`` (low, high), only arms
            that can win are drawn.  Likewise if the sample is ``part(self, total, pulls, rng) / part(self, cost,
            pulls, rng)`` of parts on (0, 1) with the log density ``log_shape(self, x, total, pulls) -
            log_scale(self, total, pulls)`` and its derivative ``slope``.
          * ``values(self, value, total, pulls, t, arms, horizon, rng)``: writes a value for every arm (for instance
            with randomness that the arms share); plays the largest.
          * ``memory(self, arms, horizon)``, ``start(self, memory, arms, horizon)``,
            ``select(self, memory, total, pulls, t, arms, horizon, rng)`` and
            ``learn(self, memory, arm, reward, t, arms, horizon, rng)``: anything else, with ``memory``
            floats to keep its state in.  ``start`` and ``learn`` are optional.

          Optional for all: ``explore(self, t, arms)``, the probability of playing a uniform arm instead;
          ``observe(self, reward, rng)``, what is counted for a reward; ``initial_pulls``, how often every
          arm is pulled first, in order (1 for an index, else 0); ``reward_range``, the rewards it accepts.
========  =============================================================================================

``total``, ``squares``, ``cost`` and ``pulls`` are an arm's sum of rewards, of squared rewards, of costs (in a budgeted
problem) and number of pulls (never 0 in an index); ``t`` is the round being decided, from 1 (in a mortal problem: the
age of the arm).
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import numbers
import types
import typing
from functools import lru_cache
from typing import Any

import numpy as np

INDEX_ARGUMENTS = ("total", "pulls", "squares", "cost", "t", "horizon", "arms")
SAMPLE_ARGUMENTS = ("total", "pulls", "cost", "rng")

FROZEN, GROWING, SCAN, POSTERIOR, DRAW_ALL, VALUES, CUSTOM = (
    "frozen",
    "growing",
    "scan",
    "posterior",
    "draw-all",
    "values",
    "custom",
)


_LARGEST = 2**53  # integers up to here are floats, too


class Value:
    """Base of our immutable values: fields are coerced by their annotations, then checked.

    >>> from begreedy import UCB
    >>> UCB(1) == UCB(1.0)
    True
    >>> UCB(float("nan"))
    Traceback (most recent call last):
    ValueError: UCB.c must be a finite number, got nan
    """

    def __post_init__(self) -> None:
        cls: Any = type(self)
        hints = _hints(cls)
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            given = getattr(self, field.name)
            where = f"{type(self).__name__}.{field.name}"
            object.__setattr__(self, field.name, coerce(given, hints[field.name], where))
        self.validate()

    def validate(self) -> None:
        """Raise ValueError for fields that make no sense together."""

    def require(self, field: str, holds: bool, allowed: str) -> None:
        """Raise an error that names the field, its value and what is allowed, unless ``holds``."""
        if not holds:
            raise ValueError(f"{type(self).__name__}.{field} must be {allowed}, got {getattr(self, field)!r}")


@lru_cache(maxsize=None)
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def coerce(given: Any, annotation: Any, where: str) -> Any:
    """``given`` as the annotated kind of number, or an error that says what ``where`` must be."""
    if annotation is float:
        return finite(given, where)
    if annotation is int:
        return whole(given, where, low=-_LARGEST, high=_LARGEST)
    if annotation == tuple[float, ...]:
        try:
            array = np.asarray(given)
        except ValueError:  # a ragged list
            array = np.zeros((0, 0))
        if array.ndim != 1 or array.dtype.kind not in "fiu":
            raise TypeError(f"{where} must be a list of numbers, got {_brief(given)}")
        return tuple(finite(x, f"{where}[{i}]") for i, x in enumerate(array.tolist()))
    return given


def finite(given: Any, where: str) -> float:
    """``given`` as a finite float."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, numbers.Real):
        raise TypeError(f"{where} must be a number, got {_brief(given)}")
    try:
        number = float(given)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{where} must be a finite number, got {given!r}")
    return number + 0.0  # -0.0 is 0.0: equal values have one name


def whole(given: Any, where: str, low: int | None = None, high: int | None = None) -> int:
    """``given`` as an int within [low, high]; 1e5 is accepted, 1.5 and True are not."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, numbers.Real):
        raise TypeError(f"{where} must be a whole number, got {_brief(given)}")
    whole_part = isinstance(given, int) or math.isfinite(given)
    number = int(given) if whole_part else 0  # type: ignore[call-overload]  # numbers.Real has no __int__
    if number != given:
        raise ValueError(f"{where} must be a whole number, got {given!r}")
    if low is not None and number < low:
        raise ValueError(f"{where} must be at least {low}, got {number}")
    if high is not None and number > high:
        raise ValueError(f"{where} must be at most {high}, got {number}")
    return number


def _brief(given: Any) -> str:
    text = repr(given)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(given).__name__})"


# ---------------------------------------------------------------- reading a value


def field_values(value: Any) -> dict[str, Any]:
    """The parameters of a dataclass or NamedTuple, by name."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hints = _hints_or_none(type(value))
        return {f.name: _as_annotated(getattr(value, f.name), hints.get(f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        hints = _hints_or_none(type(value))
        return {name: _as_annotated(getattr(value, name), hints.get(name)) for name in value._fields}
    raise TypeError(
        f"{_brief(value)} is not a policy, law, prior or problem: "
        "expected an instance of a frozen dataclass or a NamedTuple"
    )


def _hints_or_none(cls: type) -> dict[str, Any]:
    try:
        return _hints(cls)
    except Exception:  # a user's annotation that cannot be resolved costs only the coercion
        return {}


def _as_annotated(given: Any, annotation: Any) -> Any:
    """A user's ``c: float = 1`` counts as 1.0, so that it compiles once and has one name."""
    if annotation is float and type(given) is int:
        return float(given)
    return given


def canonical(value: Any) -> str:
    """The one text that stands for a value: its class and fields.  Names its results and its streams.

    >>> from begreedy import UCB
    >>> canonical(UCB(2))
    'UCB(c=2.0)'
    """
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return "(" + ", ".join(canonical(x) for x in value) + ("," if len(value) == 1 else "") + ")"
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, (np.floating, np.integer)):
        return repr(value.item())
    if isinstance(value, types.FunctionType):
        return _function_text(value)
    cls = type(value)
    prefix = "" if cls.__module__.split(".")[0] == "begreedy" else f"{cls.__module__}:"
    inner = ", ".join(f"{name}={canonical(given)}" for name, given in field_values(value).items())
    return f"{prefix}{cls.__qualname__}({inner})"


def concise(value: Any, also: frozenset[str] = frozenset()) -> str:
    """``canonical`` for people: without the module, and without fields as by default except those in ``also``.

    >>> from begreedy import Greedy, Subsample
    >>> concise(Subsample(Greedy(), k=20))
    'Subsample(policy=Greedy(), k=20)'
    """
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return canonical(value).split(":")[-1]
    told = unlike_defaults(value) | also
    fields = [f"{name}={concise(given)}" for name, given in field_values(value).items() if name in told]
    return f"{type(value).__qualname__}({', '.join(fields)})"


def unlike_defaults(value: Any) -> frozenset[str]:
    """The fields of a dataclass that are not as by default."""
    if not dataclasses.is_dataclass(value):
        return frozenset()
    defaults = {field.name: field.default for field in dataclasses.fields(value)}
    return frozenset(name for name, given in field_values(value).items() if given != defaults[name])


def _function_text(function: types.FunctionType) -> str:
    """A function by name; one of a user's also by what it does, since names like <lambda> repeat."""
    if function.__module__.split(".")[0] == "begreedy":
        return function.__name__
    from begreedy.core.digest import Digest

    digest = Digest()
    digest.function(function)
    return f"{function.__module__}:{function.__qualname__}#{digest.hexdigest()[:12]}"


def display_name(policy: Any) -> str:
    """The name a policy goes by in legends and tables: its ``name`` if it has one, else its class."""
    name = getattr(policy, "name", None)
    return name if isinstance(name, str) else type(policy).__name__


def kind_of(policy: Any) -> str:
    """Which kernel plays this policy, told by its methods."""
    field_values(policy)
    if _method(policy, "index"):
        names = index_arguments(policy)
        if "t" not in names:
            return FROZEN
        return GROWING if getattr(policy, "growing", False) else SCAN
    if _method(policy, "sample"):
        needed = ("part", "log_shape", "log_scale", "slope") if needs_costs(policy) else ("log_density", "slope")
        lazy = all(_method(policy, name) for name in needed) and bool(getattr(policy, "log_concave", False))
        return POSTERIOR if lazy and (needs_costs(policy) or hasattr(policy, "sample_range")) else DRAW_ALL
    if _method(policy, "values"):
        return VALUES
    if _method(policy, "select"):
        return CUSTOM
    name = type(policy).__name__
    if _method(policy, "aim") or _method(policy, "score"):
        raise TypeError(f"{name} plays vectors: it works on Linear problems only")
    if _method(policy, "cascade"):
        raise TypeError(f"{name} shows lists: it works on Cascading problems only")
    raise TypeError(f"{name} is not a policy: it has none of the methods index, sample, values and select")


def _method(value: Any, name: str) -> bool:
    return callable(getattr(type(value), name, None))


def index_arguments(policy: Any) -> tuple[str, ...]:
    """The arguments that a policy's index names, in its order."""
    return _arguments(policy, "index", INDEX_ARGUMENTS)


def sample_arguments(policy: Any) -> tuple[str, ...]:
    """The arguments that a policy's sample names, in its order."""
    return _arguments(policy, "sample", SAMPLE_ARGUMENTS)


def _arguments(policy: Any, method: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    parameters = list(inspect.signature(getattr(type(policy), method)).parameters)[1:]
    for name in parameters:
        if name not in allowed:
            raise TypeError(
                f"{type(policy).__name__}.{method} has an argument {name!r}; allowed are {', '.join(allowed)}"
            )
    return tuple(parameters)


def needs_costs(policy: Any) -> bool:
    """Whether a policy looks at the costs of arms."""
    if _method(policy, "index"):
        return "cost" in index_arguments(policy)
    return _method(policy, "sample") and "cost" in sample_arguments(policy)


def check_rewards(policy: Any, law: Any) -> None:
    """Raise if the law can pay rewards that the policy does not accept."""
    low, high = getattr(policy, "reward_range", (-math.inf, math.inf))
    least, most = getattr(law, "support", (-math.inf, math.inf))
    if least < low or most > high:
        hint = getattr(policy, "reward_hint", "")
        raise ValueError(
            f"{type(policy).__name__} needs rewards in [{low:g}, {high:g}], but {canonical(law)} "
            f"pays rewards in [{least:g}, {most:g}]" + (f"; {hint}" if hint else "")
        )
