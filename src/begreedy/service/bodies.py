"""Bodies of requests, checked by Pydantic, strictly: no text for a number, no NaN, no field that is not known."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from begreedy.bandit.log.erasing import SHORTEST_KEY
from begreedy.bandit.second_advice import EFFORT
from begreedy.bandit.settings.features import MOST_DIMENSIONS
from begreedy.bandit.settings.outcomes import LONGEST_WINDOW
from begreedy.values.syntax import syntax_tree

NAME = r"^[A-Za-z0-9_.-]{1,100}$"
LONGEST_TEXT = 200
LONGEST_SPEC = 500
LONGEST_PROBLEM = 100_000  # a graph of some ten thousand edges
SPEC = r"^[A-Za-z][A-Za-z0-9_]*(\(.*\))?$"
MOST_SHOWN = 100  # arms of one list
LARGEST_CATALOGUE = 2**31

Name = Annotated[str, Field(pattern=NAME, examples=["front-page"])]
PRINTABLE = r"^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$"  # what Python calls printable
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT, pattern=PRINTABLE)]
Real = Annotated[float, Field(allow_inf_nan=False)]
Vector = Annotated[list[Real], Field(min_length=1, max_length=MOST_DIMENSIONS)]
Pair = Annotated[list[Real], Field(min_length=2, max_length=2)]


def _plain_text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "\x00"
    if "\x00" in text:
        raise PydanticCustomError("not_allowed", "a text without NUL and lone surrogates")
    return text


def _from_the_catalogue(text: str, what: str = "policy", plural: str = "policies", also: str = ", or auto") -> str:
    """Accept only what begreedy itself has: a text from the network never imports a module."""
    try:
        tree = syntax_tree(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise PydanticCustomError("not_allowed", f"Name(field=value, ...) of a {what} of begreedy{also}") from None
    if any(isinstance(node, ast.Attribute) for node in ast.walk(tree)):
        raise PydanticCustomError(
            "not_allowed", f"a {what} of begreedy; {plural} of other modules are for the Python object only"
        )
    return text


def _problem_of_the_catalogue(text: str) -> str:
    return _from_the_catalogue(text, "problem", "problems", "")


Label = Annotated[Text, AfterValidator(_plain_text)]
Spec = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_SPEC,
        examples=["auto", "Greedy()", "UCB(c=0.5)"],
        json_schema_extra={"pattern": SPEC},
    ),
    AfterValidator(_from_the_catalogue),
]
Problem = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_PROBLEM,
        examples=["Combinatorial(TopM(50, size=5), prior=Uniform())"],
        json_schema_extra={"pattern": SPEC},
    ),
    AfterValidator(_problem_of_the_catalogue),
]
Labels = Annotated[list[Label], Field(min_length=1, json_schema_extra={"uniqueItems": True})]

Listed = Annotated[list[Label], Field(min_length=1)]  # a repeated name counts once
Names = list[Label]  # may be empty, which the bandit refuses in its own words


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _whole_numbers(cls, body: Any) -> Any:
        """Accept 37.0 as an integer: JSON does not tell the two apart."""
        if not isinstance(body, dict):
            return body
        whole = {key: int(x) for key, x in body.items() if isinstance(x, float) and x.is_integer()}
        return {**body, **whole}


class Create(Body):
    """A bandit.  Creating it again with the same settings finds it; other settings conflict."""

    name: Name = "default"
    policy: Spec = "auto"
    arms: Annotated[int, Field(ge=1, le=LARGEST_CATALOGUE)] | Labels = Field(description="how many, or their names")
    horizon: Annotated[int, Field(ge=1, le=2**40)] | None = Field(None, description="number of decisions")
    seed: int = Field(0, ge=0, le=2**53)
    rewards: Pair | None = Field([0.0, 1.0], description="the range of rewards, low and high")
    costs: Pair | None = Field(None, description="the range of costs, where pulls cost")
    history: list[Pair] | None = Field(None, description="past successes and trials, a pair per arm")
    outcomes: Literal["told", "zero until told"] = Field("told", description="what counts before a reward is reported")
    window: Annotated[Real, Field(gt=0.0, le=LONGEST_WINDOW)] | None = Field(
        None, description="seconds in which a decision may get a reward; needed for zero until told"
    )
    default: Real | None = Field(
        None, description="what a decision without a reward counts as; none: as never made, or 0"
    )
    revise: bool = Field(False, description="whether a reward may be corrected by another")
    first_pulls: int = Field(
        0, ge=0, le=2**31, description="pulls of an arm that joins later, before the policy is asked"
    )
    explore: Annotated[Real, Field(ge=0.0, lt=1.0)] = Field(
        0.0, description="the share of decisions that are uniform over the eligible arms"
    )
    control: Label | None = Field(None, description="the arm of a control group, or random")
    share: Annotated[Real, Field(gt=0.0, lt=1.0)] | None = Field(
        None, description="share of decisions, or of users, in the control group; 0.05 unless given"
    )
    clicks: Literal["first", "each"] = Field(
        "first", description="what is reported for a list: the first place clicked, or every place"
    )
    slots: Annotated[int, Field(ge=1, le=MOST_SHOWN)] | None = Field(
        None, description="items of the lists that are to be shown, for auto"
    )
    features: Annotated[int, Field(ge=1, le=MOST_DIMENSIONS)] | list[Vector] | dict[Label, Vector] | None = Field(
        None, description="for linear policies: a vector for each arm, or their dimension if each decision has its own"
    )
    problem: Problem | None = Field(
        None, description="a Combinatorial problem, for decide-set: actions are sets of arms"
    )


class Circumstances(Body):
    arms: Names | None = Field(None, description="only these are eligible")
    exclude: Names | None = Field(None, description="all but these are eligible")
    segment: Label | None = Field(None, description="for the uplift of each segment")


class Decide(Circumstances):
    n: int = Field(1, ge=1, le=MOST_SHOWN, description="length of the list, for a policy that shows lists")
    context_id: Label | None = Field(None, description="the same id gives the same decision: for retries")
    user: Label | None = Field(None, description="gets the same arm at every decision, while it is played and eligible")
    features: dict[Label, Vector] | None = Field(
        None, description="vectors of arms for this decision, instead of their own"
    )


class DecideMany(Circumstances):
    count: int = Field(ge=1)
    context_ids: Labels | None = Field(None, description="one for each decision")
    users: list[Label | None] | None = Field(None, description="one for each decision")
    features: list[dict[Label, Vector] | None] | None = Field(None, description="one for each decision")
    n: int = Field(1, ge=1, le=MOST_SHOWN, description="length of every list, for a policy that shows lists")


class DecideSet(Body):
    context_id: Label | None = Field(None, description="the same id gives the same set: for retries")


class Reward(Body):
    decision_id: Label
    value: Real | list[Real] | None = Field(
        description="the reward; for a list, the place that was clicked, from 0, or what each place paid; null for none"
    )
    cost: Real | None = None


class RewardMany(Body):
    rewards: list[Reward] = Field(min_length=1)


class Advise(Body):
    effort: Annotated[Real, Field(gt=0.0)] | None = Field(
        None, description=f"about how many seconds of one core to simulate; {EFFORT:g}, or all that is allowed if less"
    )


class Expire(Body):
    before: Real = Field(description="seconds since 1970: decisions made before this can no longer get a reward")
    default: Real | None = Field(None, description="the reward they count with; none: as if never made")


class Archive(Body):
    before: Real = Field(description="seconds since 1970: events before this are archived")


class Erase(Body):
    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {"required": [name], "properties": {name: {"type": "array"}}}  # null counts as absent
                for name in ("users", "context_ids")
            ]
        }
    )

    users: Listed | None = Field(None, description="users to erase from the log")
    context_ids: Listed | None = Field(None, description="context ids to erase from the log")
    key: Annotated[str, Field(min_length=SHORTEST_KEY, max_length=LONGEST_TEXT)] | None = Field(
        None, description="with it, a keyed hash takes the place of each of them; without, nothing"
    )


class AddArms(Body):
    names: Labels | Annotated[int, Field(ge=1, le=2**20)] = Field(description="names, or how many")
    features: list[Vector] | dict[Label, Vector] | None = Field(
        None, description="vectors of these arms, where all arms have their own"
    )


class OneArm(Body):
    arm: Label


_BODIES: tuple[type[Body], ...] = (
    Create,
    Decide,
    DecideMany,
    DecideSet,
    Reward,
    RewardMany,
    Advise,
    Expire,
    Archive,
    Erase,
    AddArms,
    OneArm,
)
FIELDS = frozenset(name for body in _BODIES for name in body.model_fields)


def fields_at(endpoint: Callable[..., Any], place: Sequence[str | int]) -> frozenset[str]:
    """The fields that a request may have at a place in its body, such as ("rewards", 0) for those of the first."""
    body = _body_in(get_type_hints(endpoint).get("body"))
    for part in place:
        if body is not None and part in body.model_fields:
            body = _body_in(body.model_fields[str(part)].annotation)
    return frozenset(() if body is None else body.model_fields)


def _body_in(annotation: Any) -> type[Body] | None:
    """The body that a type consists of: itself, or what a list or an alternative is made of."""
    if isinstance(annotation, type) and issubclass(annotation, Body):
        return annotation
    return next(filter(None, map(_body_in, get_args(annotation))), None)
