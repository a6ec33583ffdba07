"""What cannot be compiled, or raises when compiled, is said in one sentence, with file and line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import begreedy as bg
from begreedy.compile.compiler import CompileError

LINES = Path(__file__).read_text().splitlines()


def width(pulls, scale):
    return scale / pulls


class Table:
    """An object that no compiler knows."""

    def look_up(self, pulls):
        return 1.0 / pulls


TABLE = Table()


@dataclass(frozen=True)
class WrongArguments:
    def index(self, total, pulls):
        return total / pulls + width(pulls)  # here


@dataclass(frozen=True)
class WrongMethodArguments:
    def width(self, pulls):
        return 1.0 / pulls

    def index(self, total, pulls):
        return self.width(total, pulls)  # here


@dataclass(frozen=True)
class Appends:
    def index(self, total, pulls):
        seen = []  # here
        seen.append(total)
        return seen[0]


@dataclass(frozen=True)
class Counts:
    n: int = 0

    def index(self, total, pulls):
        self.n += 1  # here
        return total / pulls


@dataclass(frozen=True)
class ReturnsNothing:
    def index(self, total, pulls):
        total / pulls  # here


@dataclass(frozen=True)
class LocalDict:
    def index(self, total, pulls):
        seen = {1: total}  # here
        return seen[1]


@dataclass(frozen=True)
class Recursive:
    def factorial(self, n):
        return 1.0 if n <= 1 else n * self.factorial(n - 1)  # here

    def index(self, total, pulls):
        return self.factorial(pulls)


@dataclass(frozen=True)
class Undefined:
    def index(self, total, pulls):
        return total / pulls + bonus_of(pulls)  # noqa: F821  # here


@dataclass(frozen=True)
class Moody:
    mode: str = "mean"

    def index(self, total, pulls):
        return total / pulls if self.mode == "mean" else total  # here


@dataclass(frozen=True)
class Misspelt:
    scale: float = 1.0

    def index(self, total, pulls):
        return total / pulls * self.scales  # here


@dataclass(frozen=True)
class Allocates:
    def index(self, total, pulls):
        return np.zeros(3)[0] + total / pulls  # here


@dataclass(frozen=True)
class Looks:
    def index(self, total, pulls):
        return TABLE.look_up(pulls)  # here


@dataclass(frozen=True)
class Catches:
    def index(self, total, pulls):
        try:
            return total / pulls
        except ZeroDivisionError:  # here
            return 0.0


CASES = {
    WrongArguments: r"a function of \(pulls, scale\) is called with the wrong arguments: missing .* 'scale'",
    WrongMethodArguments: "width is called with the wrong arguments: too many positional arguments",
    Appends: "Appends.index .* makes a list, which compiled code cannot do: what a policy remembers are the floats",
    Counts: "Counts.index .* sets the attribute n: a policy never changes; what it remembers belongs in memory",
    ReturnsNothing: "ReturnsNothing.index .* returns None, where a number is needed",
    LocalDict: "LocalDict.index .* makes a dict, which compiled code cannot do",
    Recursive: "Recursive.factorial .* calls itself, which a compiled method cannot: write it as a loop",
    Undefined: "Undefined.index .* uses bonus_of, which is not defined",
    Moody: r"Moody.index .* uses self.mode, which is not a number: compiled code sees \(tuples of\) numbers only",
    Misspelt: "Misspelt.index .* uses self.scales, which Misspelt does not have",
    Allocates: "it calls zeros .*, which compiled code cannot do for these arguments",
    Looks: "Looks.index .* uses 'TABLE', a Table: compiled code can use numbers",
    Catches: "Catches.index .* catches exceptions of one kind; compiled code knows only except Exception",
}


def marked_line(cls):
    """The line of a class of this file that is marked."""
    begin = LINES.index(f"class {cls.__name__}:")
    return begin + 1 + next(i for i, line in enumerate(LINES[begin:]) if line.endswith("# here"))


@pytest.mark.every_time("WrongArguments", "Appends", "LocalDict", "Undefined", "Misspelt", "Looks", "Catches")
@pytest.mark.parametrize("cls", CASES, ids=lambda cls: cls.__name__)
def test_what_cannot_be_compiled_is_said_in_a_sentence(cls):
    """One line, in the author's words, with file and line."""
    with pytest.raises(CompileError) as caught:
        bg.trace(cls(), bg.Finite(means=[0.5, 0.4]), 20)
    message = str(caught.value)
    assert re.search(CASES[cls], message), message
    assert f"test_explain.py:{marked_line(cls)}" in message
    assert "\n" not in message
    assert not re.search("nopython|NRT|Function\\(|int64|float64", message)


@dataclass(frozen=True)
class Raises:
    def index(self, total, pulls):
        if pulls > 5:
            raise ValueError("pulled too often")  # here
        return total / pulls


@dataclass(frozen=True)
class SometimesNone:
    def select(self, t):
        if t < 7:
            return 0
        return None  # here


@pytest.mark.every_time("raises")
@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (Raises(), "round 7: ValueError: pulled too often"),
        (SometimesNone(), "round 7: SometimesNone.select"),
    ],
    ids=["raises", "returns None"],
)
def test_an_exception_has_its_name_run_and_round(policy, words):
    """Of the first run that fails, compiled, in whatever block it was played."""
    with pytest.raises(RuntimeError) as caught:
        bg.simulate(policy, bg.Finite(means=[1.0, 0.0]), 20, runs=40)
    message = str(caught.value)
    assert f"{type(policy).__name__}() on Finite(means=(1.0, 0.0)) failed in run 0, {words}" in message
    assert f"test_explain.py:{marked_line(type(policy))}" in message
    assert not re.search("int64|float64", message)
