"""A setting: what a visitor wants simulated, read from texts and checked by the library's own values.

Problems and policies travel as the texts of the command line, ``Name(field=value, ...)``: in requests, in the address
bar and in the command that gives the same numbers.  Only names of the library are accepted; nothing is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from begreedy.advice.models import card_named, names, problems
from begreedy.advice.models.card import Card
from begreedy.compile.compiler import CompileError
from begreedy.engine.simulation import Simulation, prepare
from begreedy.results.comparison import distinct_labels
from begreedy.types import Policy, Problem, part_of
from begreedy.values.canonical import concise
from begreedy.values.errors import BadInput, BadType, BadValue
from begreedy.values.spec import parse
from begreedy.values.value import whole

LONGEST = 2_000_000  # characters of a problem: some 100 000 means
MOST_POLICIES = 20
MOST_ROUNDS, MOST_RUNS = 2**40, 2**40
_LONGEST_VALUE = 100  # characters of a value that are repeated
_WRONG = (ValueError, TypeError, CompileError, OverflowError)


class FieldFault(NamedTuple):
    """What is wrong with a part of a setting ("problem", "policies.0", "horizon", ...), and in which field of it.

    ``value`` is what the field has, as a text, and ``allowed`` what it may have, where that is known.
    """

    part: str
    field: str
    message: str
    value: str | None = None
    allowed: str = ""


class Refused(Exception):
    """A request that cannot be served; ``faults`` say why."""

    def __init__(self, *faults: FieldFault, status: int = 422) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults, self.status = faults, status

    def as_message(self) -> dict[str, Any]:
        """For the page."""
        return {"type": "refused", "faults": [fault._asdict() for fault in self.faults]}


def fault_of(part: str, error: Exception) -> FieldFault:
    """An error of the library, at the field that it names, unless that is the part itself."""
    if not isinstance(error, BadInput):
        return FieldFault(part, "", str(error))
    value = error.value if error.value is None or isinstance(error.value, str) else repr(error.value)
    field = "" if error.field == part else error.field
    return FieldFault(part, field, str(error), value and value[:_LONGEST_VALUE], error.allowed)


@dataclass(frozen=True, eq=False)
class CompareArguments:
    """Policies on one problem: the arguments of ``bg.compare``; and the texts that they were read from."""

    problem: Problem
    policies: tuple[Policy, ...]
    texts: tuple[str, ...]  # of the problem, then of the policies
    horizon: int | None
    runs: int
    seed: int

    @property
    def labels(self) -> list[str]:
        """What the policies are called: all different."""
        return distinct_labels(self.policies)

    def simulations(self) -> list[Simulation]:
        """One per policy, checked; what is wrong is told of all policies at once."""
        ready, faults = [], []
        for i, policy in enumerate(self.policies):
            try:
                ready.append(prepare(policy, self.problem, self.horizon, self.seed))
            except _WRONG as error:
                faults.append(fault_of(f"policies.{i}", error))
        if faults:
            raise Refused(*faults)
        return ready

    def as_texts(self) -> dict[str, Any]:
        """As texts that read the same setting."""
        return {
            "problem": self.texts[0],
            "policies": list(self.texts[1:]),
            "horizon": self.horizon,
            "runs": self.runs,
            "seed": self.seed,
        }


def read_setting(body: Any) -> CompareArguments:
    """From what a page sent; raises Refused with all that is wrong with it."""
    if not isinstance(body, dict):
        raise Refused(
            FieldFault("problem", "", f"expected a setting with problem and policies, got {str(body)[:60]!r}")
        )
    faults: list[FieldFault] = []
    problem, card = read_problem(body.get("problem"), faults)
    texts = body.get("policies")
    if not isinstance(texts, list) or not 1 <= len(texts) <= MOST_POLICIES:
        count = len(texts) if isinstance(texts, list) else 0
        faults.append(fault_of("policies", BadValue.of("policies", count, f"1 to {MOST_POLICIES} policies")))
        texts = []
    policies = tuple(read_value(text, f"policies.{i}", faults) for i, text in enumerate(texts))
    horizon = None
    if card is None or card.timed:
        horizon = read_count(body.get("horizon"), "horizon", MOST_ROUNDS, faults)
    runs = read_count(body.get("runs"), "runs", MOST_RUNS, faults)
    seed = read_count(body.get("seed", 0), "seed", 2**53, faults, low=0)
    if faults:
        raise Refused(*faults)
    return CompareArguments(problem, policies, (body["problem"], *texts), horizon, runs, seed)


def read_problem(text: Any, faults: list[FieldFault]) -> tuple[Any, Card[Any] | None]:
    """A problem from its text, and its model's card; what is None is told in ``faults``."""
    problem = read_value(text, "problem", faults)
    card = card_named(part_of(problem, "model", ""))
    if problem is not None and card is None:
        allowed = f"of one of the models {', '.join(names())}"
        faults.append(fault_of("problem", BadValue.of("problem", problem, allowed, got=concise(problem))))
    return problem, card


def read_value(text: Any, part: str, faults: list[FieldFault]) -> Any:
    """A problem or a policy from its text; None if it cannot be read, which ``faults`` then say."""
    if not isinstance(text, str) or not text.strip():
        wrong = BadType.of(part, text, "a text such as 'Greedy()'", got=repr(str(text)[:60]))
        faults.append(fault_of(part, wrong))
        return None
    if len(text) > LONGEST:
        faults.append(fault_of(part, BadValue.of(part, len(text), f"at most {LONGEST} characters long")))
        return None
    try:
        return parse(text, modules=False, names=problems())
    except _WRONG as error:
        faults.append(fault_of(part, error))
        return None


def read_count(number: Any, part: str, high: int, faults: list[FieldFault], low: int = 1) -> int:
    """A whole number of a range."""
    try:
        return whole(number, part, low=low, high=high)
    except (TypeError, ValueError) as error:
        faults.append(fault_of(part, error))
        return low
