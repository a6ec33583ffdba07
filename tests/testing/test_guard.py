"""The suite finds what would harm the process before it is let loose as compiled code."""

from __future__ import annotations

import builtins
import pickle
from dataclasses import dataclass
from pathlib import Path

import pytest

import begreedy as bg
from begreedy.engine.simulation import prepare
from begreedy.testing import ConformanceError, check_policy
from support.refusals import assert_refused

ARMS = bg.Finite(prior=bg.Uniform(), arms=5)


@dataclass(frozen=True)
class TooFar:
    """Remembers more than it asked for."""

    def memory(self):
        return 2

    def select(self, memory, t):
        memory[5] = t
        return 0


@dataclass(frozen=True)
class Negative:
    """An index below 0, which compiled code and Python read from the end."""

    def select(self, memory, pulls, t):
        return 0 if pulls[t % 3 - 1] >= 0 else 1


@dataclass(frozen=True)
class Forger:
    """Writes to the statistics."""

    def select(self, total, arms):
        total[0] += 1.0
        return 0


@dataclass(frozen=True)
class SlyForger:
    """Writes to the statistics by another name."""

    def select(self, total):
        sums = total
        sums[0] += 1.0
        return 0


def bump(sums):
    sums[0] += 1.0


@dataclass(frozen=True)
class HelpedForger:
    """Has another function write to the statistics."""

    def select(self, total):
        bump(total)
        return 0


@dataclass(frozen=True)
class ForgingValues:
    """Writes to the statistics while it computes values."""

    def values(self, value, pulls, arms):
        for arm in range(arms):
            value[arm] = 0.0
            pulls[arm] += 1


@dataclass(frozen=True)
class Talkative:
    """Says what it does."""

    def select(self, t):
        print("round", t)
        return 0


@dataclass(frozen=True)
class TalkativeIndex:
    """Says what it computes."""

    def index(self, total, pulls):
        print(total)
        return total / pulls


@dataclass(frozen=True)
class Changing:
    """Remembers in itself."""

    n: int = 0

    def index(self, total, pulls):
        self.n += 1
        return total / pulls


@dataclass(frozen=True)
class Undefined:
    """Uses a name that nobody gave."""

    def index(self, total, pulls):
        return total / pulls + nothing  # noqa: F821


@dataclass(frozen=True)
class Nothing:
    """Computes, and forgets to return."""

    def index(self, total, pulls):
        total / pulls


@dataclass(frozen=True)
class TalkativeDraw:
    """A law, or a prior, that says what it does."""

    def draw(self, mean, rng):
        print(mean)
        return mean


def _line(policy, words):
    """The line of a method of this file that has these words."""
    lines = Path(__file__).read_text().splitlines()
    begin = lines.index(f"class {type(policy).__name__}:")
    return begin + 1 + next(i for i, line in enumerate(lines[begin:]) if words in line)


@pytest.mark.parametrize(
    ("policy", "finding", "words"),
    [
        (TooFar(), "IndexError: memory[5] is out of bounds: indices go from 0 to 1", "memory[5]"),
        (Negative(), "IndexError: pulls[-1] is out of bounds: indices go from 0 to 5", "pulls["),
        (Forger(), "Forger.select (", "total[0]"),
        (SlyForger(), "SlyForger.select (", "sums[0]"),
        (ForgingValues(), "ForgingValues.values (", "pulls[arm] +="),
        (Talkative(), "Talkative.select", "print("),
        (TalkativeIndex(), "TalkativeIndex.index", "print("),
        (Changing(), "FrozenInstanceError: cannot assign to field 'n'", "self.n +="),
        (Undefined(), "NameError: name 'nothing' is not defined", "nothing"),
        (Nothing(), "returned None, which is not a number", "def index"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_would_do_harm_is_found_with_its_line(policy, finding, words, capsys):
    """Bounds, writing and print: as a finding, and not as a process that hangs or breaks."""
    with pytest.raises(ConformanceError) as caught:
        check_policy(policy)
    message = str(caught.value)
    assert finding in message
    assert f"test_guard.py:{_line(policy, words)}" in message
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("play", [bg.simulate, bg.trace, lambda policy, *rest: bg.compare([policy], *rest)])
def test_print_is_refused_before_anything_is_compiled(play):
    """It would hang in compiled code; plain Python may print."""
    assert_refused(lambda: play(Talkative(), ARMS, 20), "calls print", "test_guard.py", "plain=True")


say = print


def _renamed():
    talk = print

    @dataclass(frozen=True)
    class Enclosed:
        def index(self, total, pulls):
            talk(total)
            return total / pulls

    return Enclosed()


@dataclass(frozen=True)
class Renamed:
    def index(self, total, pulls):
        say(total)
        return total / pulls


@dataclass(frozen=True)
class OfAModule:
    def index(self, total, pulls):
        builtins.print(total)
        return total / pulls


@pytest.mark.parametrize("policy", [Renamed(), OfAModule(), _renamed()], ids=lambda policy: type(policy).__name__)
def test_print_is_refused_by_whatever_name(policy):
    assert_refused(lambda: bg.simulate(policy, ARMS, 20), "calls print", "test_guard.py", "plain=True")


def test_a_function_of_ones_own_may_be_called_print():
    """What counts is the function, not its name."""
    space = {"dataclass": dataclass, "__name__": __name__}
    exec("def print(x):\n    return x\n", space)
    exec(
        "@dataclass(frozen=True)\nclass P:\n    def index(self, total, pulls):\n        return print(total) / pulls",
        space,
    )
    assert bg.simulate(space["P"](), ARMS, 20, runs=2).mean.shape


@pytest.mark.parametrize("play", [bg.simulate, bg.trace])
@pytest.mark.parametrize("policy", [Forger(), SlyForger(), ForgingValues()], ids=lambda policy: type(policy).__name__)
def test_writing_to_statistics_is_refused_before_anything_is_compiled(play, policy):
    """Nobody has to remember to check a policy first: the numbers would be wrong without a word."""
    assert_refused(lambda: play(policy, ARMS, 20), "for reading only", "test_guard.py")


def test_writing_to_statistics_in_another_function_is_found_by_the_suite():
    """Which function gets hold of an array cannot be read off the source: the suite's arrays are protected."""
    with pytest.raises(ConformanceError, match="total is for reading only"):
        check_policy(HelpedForger())


def test_a_measure_that_writes_to_statistics_is_refused():
    """It is told the sums that the policy goes on with."""

    @dataclass(frozen=True)
    class Forged:
        def value(self, pulls):
            pulls[0] = 0
            return 0.0

    assert_refused(lambda: bg.simulate(bg.Greedy(), ARMS, 20, measure=[Forged()]), "writes to pulls")


def test_an_oracle_that_writes_to_weights_is_refused():
    """They are what the policy goes by."""

    @dataclass(frozen=True)
    class Biased:
        arms: int = 3
        size: int = 1

        def solve(self, weights, chosen):
            weights[0] = 1.0
            chosen[0] = 0
            return 1

    problem = bg.Combinatorial(Biased(), prior=bg.Uniform())
    assert_refused(lambda: bg.simulate(bg.Greedy(), problem, 20), "writes to weights", "test_guard.py")


@pytest.mark.parametrize("check", [bg.testing.check_law, bg.testing.check_prior])
def test_laws_and_priors_that_print_are_not_called(check, capsys):
    """One finding, and no thousand lines."""
    with pytest.raises(ConformanceError, match="calls print") as caught:
        check(TalkativeDraw())
    assert str(caught.value).count("print") == 1
    assert capsys.readouterr().out == ""


def test_compiled_code_with_bounds_checks_raises():
    """What plain Python finds, compiled code with checks finds too, with run and round."""

    @dataclass(frozen=True)
    class Later:
        def select(self, memory, t):
            return int(memory[t // 10])

    with pytest.raises(RuntimeError, match=r"failed in run 3, round 10: IndexError: index is out of bounds") as caught:
        prepare(Later(), ARMS, 50, seed=0).play(3, 2, checked=True)
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):  # it may come from another process
        assert error.who.endswith("failed in run 3, round 10")
        assert str(error) == f"{error.who}: {error.args[0]}"
