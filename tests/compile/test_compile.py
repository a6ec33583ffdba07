"""Compiled code: made once, found again by other processes, and never older than its source."""

from __future__ import annotations

import json

import numpy as np
import pytest

import begreedy as bg
from begreedy.compile import compiler as compile
from support.certain import LIKES, ROUNDS, SHUNS, SURE, regret

# ---------------------------------------------------------------- compiled once

TWO_POLICIES = """
two, pair = (bg.UniformRandom(), bg.UCB()), bg.Finite(means=[0.9, 0.1])
final = [bg.simulate(policy, pair, 50, runs=4).final.tolist() for policy in two]
print(json.dumps([final, len(compile.compiled), "numba" in sys.modules]))
"""


def test_second_process_compiles_nothing(fresh, fresh_cache):
    """The first process on an empty cache compiles; the next one does not even import Numba."""
    first, compiled, _ = fresh.run(TWO_POLICIES)
    assert compiled == 2
    second, compiled, imported = fresh.run(TWO_POLICIES)
    assert (compiled, imported) == (0, False)
    assert first == second


@pytest.mark.long
def test_child_of_a_compiling_process_compiles_nothing(fresh, fresh_cache):
    """A process started by one that compiled finds what its parent compiled."""
    play = "bg.simulate(bg.UniformRandom(), bg.Finite(means=[0.9, 0.1]), 50, runs=4)"
    fresh.write(child=f"{play}\nprint(len(compile.compiled))")
    parent = f"""
    import subprocess
    {play}
    child = subprocess.run([sys.executable, "child.py"], capture_output=True, text=True, check=True)
    print(json.dumps([len(compile.compiled), int(child.stdout)]))
    """
    assert fresh.run(parent) == [1, 0]


def test_equal_values_compile_once(fresh_cache):
    """UCB(1) is UCB(1.0), and neither its parameter nor the size of the problem is compiled in."""
    for policy, arms, rounds in ((bg.UCB(1), 2, 10), (bg.UCB(1.0), 30, 50), (bg.UCB(2.5), 3, 20)):
        bg.simulate(policy, bg.Finite(prior=bg.Uniform(), arms=arms), rounds, runs=2)
    assert compile.compiled == ["UCB(c=1.0) on Bernoulli()"]


def power(x, n, out):
    out[0] = x**n  # a function of Numba's own, linked into the kernel
    return 0


def test_other_code_of_the_process_compiles_as_ever(fresh_cache):
    """What is only linked into kernels has no machine code of its own; Numba's functions serve others all the same."""
    import numba

    out = np.zeros(1)
    compile.native(power, 1.5, 3, out)(1.5, 3, out)
    assert numba.njit(lambda x, n: x**n)(1.5, 3) == out[0] == 3.375


OTHERS = [  # with parameters that are not the default ones
    *(bg.Greedy(), bg.UniformRandom(), bg.UCB(2), bg.KLUCB(0), bg.MOSS(4), bg.AnytimeMOSS(1), bg.UCBV(0.5)),
    *(bg.EpsilonGreedy(gap=0.2), bg.ExploreThenCommit(3), bg.ThompsonBeta(2, 3), bg.ThompsonGaussian(2)),
]


@pytest.mark.every_time("Greedy", "ThompsonBeta")
@pytest.mark.parametrize("other", OTHERS, ids=lambda policy: type(policy).__name__)
def test_one_kernel_serves_all_parameters_and_sizes(other, kernels):
    """Other parameters, arms, rounds, runs, checkpoints, seeds and threads need no other code (leaps do); it is kept
    for other processes, and counts no references."""
    policy = type(other)()
    bg.simulate(policy, bg.Finite(prior=bg.Beta(1, 3), arms=2), 10, runs=2)
    bg.simulate(policy, bg.Finite(prior=bg.Beta(2, 2.5), arms=9), 40, runs=3, seed=5, checkpoints=[7], leaps=False)
    bg.simulate(other, bg.Finite(prior=bg.Beta(1, 3), arms=70), 100, runs=1, threads=1, checkpoints="log")
    (entry,) = kernels.values()
    assert len(entry.code) > 1000
    assert b"NRT_" not in entry.code


def test_import_is_light(fresh):
    """Importing begreedy, and using what is compiled already, imports no heavy library."""
    bg.simulate(bg.UniformRandom(), SURE, ROUNDS, runs=1)
    snippet = f"""
    heavy = lambda: [x for x in ("scipy", "matplotlib", "pyarrow", "pandas", "numba") if x in sys.modules]
    imported = heavy()
    bg.simulate(bg.UniformRandom(), bg.Finite(means=[1.0, 0.0]), {ROUNDS}, runs=1)
    print(json.dumps([imported, heavy()]))
    """
    assert fresh.run(snippet) == [[], []]


# ---------------------------------------------------------------- edited code

POLICY = """
@dataclass(frozen=True)
class {}:
    {}
    def index(self, total, pulls, t): return {}
"""

# Every policy plays the larger mean if SIGN is 1 and the smaller if it is -1: by an edit in one place each.
EDITED_CODE = """
import numba, other
from other import imported
CONSTANT, PAIR, TABLE = SIGN, (0.0, SIGN), np.array([0.0, SIGN])
def helper(x): return SIGN * x
def default(x, sign=SIGN): return sign * x
@numba.njit
def jitted(x): return SIGN * x
class OwnMethod(NamedTuple):
    c: float = 1.0
    def signed(self, x): return SIGN * self.c * x
    def index(self, total, pulls, t): return self.signed(total / pulls)
"""
EDITED = {
    "Formula": ("", "SIGN * total / pulls"),
    "Helper": ("", "helper(total / pulls)"),
    "Default": ("", "default(total / pulls)"),
    "Jitted": ("", "jitted(total / pulls)"),
    "Constant": ("", "CONSTANT * total / pulls"),
    "Pair": ("", "PAIR[1] * total / pulls"),
    "Array": ("", "TABLE[1] * total / pulls"),
    "Imported": ("", "imported(total / pulls)"),
    "ThroughModule": ("", "other.indirect(total / pulls)"),
    "Attribute": ("sign = SIGN", "self.sign * total / pulls"),
}
OTHER = """
FACTOR = SIGN
def scaled(x): return FACTOR * x
def indirect(x): return -scaled(-x)
def imported(x): return SIGN * x
"""

# The same, in places that are easy to overlook.
OVERLOOKED_CODE = """
import enum, numba
from collections import namedtuple
@numba.vectorize
def vectorized(x): return SIGN * x
c, sign = {}, SIGN
pair = namedtuple("Signs", "a b" if SIGN > 0 else "b a")(1.0, -1.0)
class Mode(enum.IntEnum):
    A = int(SIGN)
"""
OVERLOOKED = {
    "Vectorized": ("", "vectorized(total / pulls)"),
    "Shadowed": ("c: float = 1.0\n    def signed(self, x): return sign * self.c * x", "self.signed(total / pulls)"),
    "OrderOfFields": ("", "pair.a * total / pulls"),
    "Enumeration": ("", "Mode.A.value * total / pulls"),
}

# The index of each policy for one arm, in a kernel that is quick to compile; and one policy played in earnest.
VALUES = f"""
from begreedy.compile.mirror import mirror
import mine
def value(policy):
    index = type(policy).index
    def kernel(policy, out):
        out[0] = index(policy, 3.0, 2, 5)
        return 0
    arguments = mirror(policy), np.zeros(1)
    compile.native(kernel, *arguments, label=type(policy).__name__)(*arguments)
    return arguments[1][0]

found = {{}}
for name, cls in vars(mine).items():
    if isinstance(cls, type) and hasattr(cls, "index") and cls.__module__ == "mine" and name in (ONLY or name):
        try:
            found[name] = value(cls())
            assert abs(found[name] - cls().index(3.0, 2, 5)) < 1e-12
        except TypeError as error:
            found[name] = str(error)
        if name == "ThroughModule":
            found["played"] = bg.simulate(cls(), bg.Finite(means=[1.0, 0.0]), {ROUNDS}, runs=1).final[0]
print(json.dumps([found, len(compile.compiled)]))
"""


def module(code, policies):
    return code + "".join(POLICY.format(name, *parts) for name, parts in policies.items())


def editing(fresh, code, policies):
    """A function that writes the modules with a sign, and finds the values of all indices in a new process."""

    def values(sign, layout="{}"):
        for name, text in (("mine", module(code, policies)), ("other", OTHER)):
            lines = text.replace("SIGN", sign).splitlines()
            fresh.write(**{name: "\n".join(layout.format(line) for line in lines)})
        return fresh.run(VALUES.replace("ONLY", "''"))

    return values


def test_edited_code_is_never_stale(fresh, fresh_cache):
    """What a policy is made of is edited: the next process has the new one.  Moved lines compile nothing, nor does
    the edit undone."""
    values = editing(fresh, EDITED_CODE, EDITED)
    names = [*EDITED, "OwnMethod"]
    before = dict.fromkeys(names, 1.5) | {"played": LIKES}
    after = dict.fromkeys(names, -1.5) | {"played": SHUNS}
    assert values("1.0") == [before, len(before)]
    assert values("-1.0") == [after, len(after) - 1]  # a class attribute is an argument, not compiled in
    assert values("-1.0", layout="# moved\n\n{}") == [after, 0]
    assert values("1.0") == [before, 0]


def test_overlooked_code_is_never_stale(fresh, fresh_cache):
    """An edit where a digest may overlook it counts too, unless such a policy was refused in the first place."""
    values = editing(fresh, OVERLOOKED_CODE, OVERLOOKED)
    before, after = values("1.0")[0], values("-1.0")[0]
    refused = {name for name in OVERLOOKED if name in str(before[name]) and name in str(after[name])}
    assert before == dict.fromkeys(OVERLOOKED, 1.5) | {name: before[name] for name in refused}
    assert after == dict.fromkeys(OVERLOOKED, -1.5) | {name: after[name] for name in refused}


NOTEBOOK = """
from dataclasses import dataclass
@dataclass(frozen=True)
class Typed:
    def signed(self, x): return SIGN * x
    def index(self, total, pulls, t): return METHOD(total / pulls)
"""


@pytest.mark.long
@pytest.mark.parametrize("method", ["SIGN * ", "self.signed"])
def test_redefinition_at_a_prompt(method, fresh_cache):
    """A class typed again, a global assigned again, a method replaced: the newest counts, in one process, and a
    policy with no file at all is compiled."""
    cell = NOTEBOOK.replace("METHOD", method)
    prompt = {"__name__": "__main__", "SIGN": 1.0}
    exec(cell, prompt)
    assert regret(prompt["Typed"]()) == LIKES
    prompt["SIGN"] = -1.0
    assert regret(prompt["Typed"]()) == SHUNS
    exec(cell.replace("SIGN", "2.0"), prompt)
    assert regret(prompt["Typed"]()) == LIKES
    prompt["Typed"].signed = lambda self, x: -3.0 * x
    assert regret(prompt["Typed"]()) == (SHUNS if "signed" in method else LIKES)


ADDRESSES_CODE = """
import ctypes, ctypes.util, math
cbrt = ctypes.CDLL(ctypes.util.find_library("m")).cbrt
cbrt.restype, cbrt.argtypes = ctypes.c_double, [ctypes.c_double]
STRIDED, LARGE = np.arange(100.0)[::2], np.arange(500_000.0)
"""
ADDRESSES = {
    "Gamma": ("", "math.gamma(2.0 + total / pulls)"),
    "Foreign": ("", "cbrt(total / pulls)"),
    "Strided": ("", "STRIDED[int(total / pulls)]"),
    "Large": ("", "LARGE[int(total / pulls)]"),
}


def test_no_address_outlives_its_process(fresh, fresh_cache):
    """Code that refers to something of its process (a large array, a C function) works in the next one as well,
    or is refused in both."""
    fresh.write(mine=module(ADDRESSES_CODE, ADDRESSES))
    first, _ = fresh.run(VALUES.replace("ONLY", "''"))
    assert all(isinstance(first[name], float) or name in first[name] for name in ADDRESSES)
    processes = {name: fresh.start(VALUES.replace("ONLY", repr(name))) for name in ADDRESSES}
    ends = {name: process.communicate(timeout=60)[0] for name, process in processes.items()}
    assert {name: process.returncode for name, process in processes.items()} == dict.fromkeys(ADDRESSES, 0)
    assert {name: json.loads(out)[0][name] for name, out in ends.items()} == first
