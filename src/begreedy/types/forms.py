"""Which form a policy has, told by its methods: the one place that looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from begreedy.types.arguments import POSTERIOR_ARGUMENTS, arguments_of, bind_to, table_for
from begreedy.types.laws import Law, LawByArm
from begreedy.types.policies import Policy
from begreedy.types.problems import BudgetedProblem, Problem
from begreedy.types.traits import part_of, provides, range_of, says
from begreedy.values.canonical import concise, field_values
from begreedy.values.errors import BadType, BadValue

INDEX, SAMPLE, VALUES, CUSTOM = "index", "sample", "values", "custom"
POOL, EPOCHS, REDUCTION, LISTS, LINEAR, FITTED = "pool", "epochs", "reduction", "lists", "linear", "fitted"
FORGETTING = "forgetting"
NONE = "none"  # of something that is no policy

# How a policy for finitely many arms is played; VALUES, CUSTOM and FORGETTING are ways of their own.
FROZEN, GROWING, SCAN, POSTERIOR, DRAW_ALL = "frozen", "growing", "scan", "posterior", "draw-all"

# The method that makes a policy one of a form; the first that it has counts.
_TOLD_BY = {
    "needs": LINEAR,
    "cascade": LISTS,
    "epoch_arms": EPOCHS,
    "reduce": REDUCTION,
    "subset": REDUCTION,
    "forgets": FORGETTING,
    "index": INDEX,
    "sample": SAMPLE,
    "values": VALUES,
    "select": CUSTOM,
    "aim": LINEAR,
    "score": LINEAR,
    "fit": FITTED,
}

# What policies of a form have besides methods, as their Protocols say.
REQUIRED = {
    EPOCHS: ("base", "remembers", "keeps", "point"),
    FORGETTING: ("policy", "factor", "faded", "span", "lasting"),
    LINEAR: ("ridge",),
}

_OF_A_POOL = "takes its arms out of a pool: it works only where there is one"
_NOT_FOR_ARMS = {
    LINEAR: "plays vectors: it works only where actions are vectors",
    LISTS: "shows lists: it works only where a round shows a list",
    POOL: "discovers arms: it works only on pools of arms",
    EPOCHS: _OF_A_POOL,
    REDUCTION: _OF_A_POOL,
    FITTED: "is made for its problem: what can be played is what its fit(problem, horizon) returns",
}
_NO_POLICY = "is not a policy: it has none of the methods index, sample, values and select"


@dataclass(frozen=True)
class Form:
    """What a policy is: its form, how it is played on finitely many arms, and its methods; ``form_of`` makes it.

    Attributes
    ----------
    name : str
        The form: "index", "sample", "values", "custom", "forgetting", "pool", "epochs", "reduction", "lists", "linear"
        or "fitted"; "none" of something that is no policy.
    kind : str or None
        How it is played on finitely many arms: "frozen", "growing", "scan", "posterior", "draw-all", "values", "custom"
        or "forgetting"; None if it does not play one of finitely many arms.
    arguments : tuple of str
        Those that its index or sample names, in its order.
    methods : frozenset of str
        All public ones.
    """

    name: str
    kind: str | None
    arguments: tuple[str, ...]
    methods: frozenset[str]

    @property
    def indexed(self) -> bool:
        """Whether it has an index that can be shown."""
        # Of one that forgets, the arguments are those of the policy inside; a sample cannot do without rng.
        return self.name == INDEX or (self.name == FORGETTING and "rng" not in self.arguments)

    @property
    def costs(self) -> bool:
        """Whether it looks at the costs of arms."""
        return "cost" in self.arguments

    @property
    def pooled(self) -> bool:
        """Whether it takes its arms out of a pool."""
        return self.name in (POOL, EPOCHS, REDUCTION)

    @property
    def taught(self) -> bool:
        """Whether it makes of rewards what cannot be told from the statistics of arms."""
        return self.name == CUSTOM and "learn" in self.methods


def form_of(policy: object) -> Form:
    """What a policy is, told by its methods.

    Parameters
    ----------
    policy : Policy
        The policy; the form of anything else is "none".

    Returns
    -------
    Form
        Its form, how it is played on finitely many arms, and its methods.

    Raises
    ------
    BadType
        If it is no value, or one of its methods names an argument that it cannot be told.

    Examples
    --------
    >>> from begreedy import UCB, Greedy, Subsample
    >>> form_of(UCB()).kind, form_of(UCB()).arguments
    ('growing', ('total', 'pulls', 't'))
    >>> form_of(Subsample(Greedy(), k=3)).name
    'reduction'
    """
    field_values(policy, "policy")
    methods = _methods(type(policy))
    name = next((form for method, form in _TOLD_BY.items() if method in methods), NONE)
    if name not in (LINEAR, LISTS, EPOCHS) and says(policy, "pool"):
        name = POOL
    table = table_for(name, None)
    arguments = arguments_of(type(policy), name, table[name]) if name in (INDEX, SAMPLE) else ()
    if name == FORGETTING:
        arguments = form_of(part_of(policy, "policy", None)).arguments
    kind = _kind(policy, name, arguments, methods)
    for method, allowed in table_for(name, kind).items():
        if method in methods:
            arguments_of(type(policy), method, allowed)  # raises if it names what it cannot be told
    return Form(name, kind, arguments, methods)


def bind(policy: object, method: str) -> Callable[..., Any]:
    """A method of a policy as a function of the policy and all that it may name, in the order of ``arguments``.

    >>> from begreedy import UCB
    >>> bind(UCB(), "explore")(UCB(), 1, 2) is None  # it has no such method
    True
    """
    form = form_of(policy)
    return bind_to(policy, method, table_for(form.name, form.kind))


def names_of(policy: object, method: str) -> tuple[str, ...]:
    """The arguments that a method of a policy names; none if it has no such method."""
    form = form_of(policy)
    table = table_for(form.name, form.kind)
    return arguments_of(type(policy), method, table[method]) if method in form.methods else ()


def ask(policy: object, method: str, *arguments: Any) -> Any:
    """What a method of a policy returns, given all that it may name, in the order of ``arguments``."""
    return bind(policy, method)(policy, *arguments)


def has(policy: object, method: str) -> bool:
    """Whether a policy has an optional method of its form."""
    return method in form_of(policy).methods


def fitted(policy: Policy, problem: Problem, horizon: int) -> Policy:
    """What is played where a policy is to play a problem: what its ``fit`` returns, if it has one, or itself."""
    played: Policy = ask(policy, "fit", problem, horizon) if "fit" in form_of(policy).methods else policy
    return played


def missing_attributes(policy: Any) -> tuple[str, ...]:
    """What a policy of its form must have besides methods, and this one has not."""
    return tuple(name for name in REQUIRED.get(form_of(policy).name, ()) if not hasattr(policy, name))


def _methods(cls: type) -> frozenset[str]:
    """The public methods of a class, but not those that a NamedTuple has as a tuple."""
    public = {name: getattr(cls, name, None) for name in dir(cls) if not name.startswith("_")}
    return frozenset(name for name, f in public.items() if callable(f) and f is not getattr(tuple, name, None))


def _kind(policy: object, name: str, arguments: tuple[str, ...], methods: frozenset[str]) -> str | None:
    if name == INDEX:
        return FROZEN if "t" not in arguments else GROWING if says(policy, "growing") else SCAN
    if name == SAMPLE:
        ratio = "cost" in arguments
        needed = {"part", "log_shape", "log_scale", "slope"} if ratio else {"log_density", "slope"}
        fixed = set(arguments) <= set(POSTERIOR_ARGUMENTS)  # until its arm is pulled
        lazy = fixed and needed <= methods and says(policy, "log_concave")
        return POSTERIOR if lazy and (ratio or provides(policy, "sample_range")) else DRAW_ALL
    return name if name in (VALUES, CUSTOM, FORGETTING) else None


def arm_form(policy: object) -> Form:
    """The form of a policy that plays one of finitely many arms; raises TypeError if it does not."""
    form = form_of(policy)
    if form.kind is None:
        words = f"{type(policy).__name__} {_NOT_FOR_ARMS.get(form.name, _NO_POLICY)}"
        raise BadType(words, field="policy", value=policy, allowed="one with index, sample, values or select")
    return form


def kind_of(policy: object) -> str:
    """How a policy that plays one of finitely many arms is played; raises TypeError if it does not."""
    return arm_form(policy).kind or NONE


def needs_costs(policy: object) -> bool:
    """Whether a policy looks at the costs of arms."""
    return form_of(policy).costs


def misses_costs(policy: object) -> bool:
    """Whether a policy would play by rewards alone where pulls also cost."""
    return not needs_costs(policy) and not says(policy, "blind")


def rewards_accepted(policy: object) -> tuple[float, float]:
    """The rewards that a policy makes sense for: its ``reward_range``, or all."""
    low, high = range_of(policy, "reward_range")
    return low, high


def check_rewards(policy: Policy, law: Law | LawByArm | BudgetedProblem) -> None:
    """Raise if the law can pay rewards that the policy does not accept; for a problem of your own.

    Parameters
    ----------
    policy : Policy
        The policy; what it accepts is its ``reward_range``, or everything.
    law : Law
        The law, or a problem that draws rewards itself; what it pays is its ``support``, or anything.

    Raises
    ------
    BadValue
        If the support is not within the range.

    Examples
    --------
    >>> from begreedy import Gaussian, Greedy, ThompsonBeta
    >>> check_rewards(Greedy(), Gaussian())
    >>> check_rewards(ThompsonBeta(), Gaussian())
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: ThompsonBeta needs rewards in [0, 1], but Gaussian() pays ...
    """
    low, high = rewards_accepted(policy)
    least, most = range_of(law, "support")
    if least < low or most > high:
        hint = part_of(policy, "reward_hint", "")
        allowed, paid = f"rewards in [{low:g}, {high:g}]", f"rewards in [{least:g}, {most:g}]"
        words = f"{type(policy).__name__} needs {allowed}, but {concise(law)} pays {paid}"
        raise BadValue(words + (f"; {hint}" if hint else ""), field="law", value=law, allowed=allowed)
