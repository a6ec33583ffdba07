"""A Numba that does not fit is blamed by name, with the versions that do; a policy for its own faults only."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import pytest

import begreedy as bg
from begreedy.compile import self_test
from begreedy.compile.compiler import CompileError, _object_code
from begreedy.compile.self_test import REQUIREMENT, UnfitNumba, check_numba

PAIR = bg.Finite(means=[0.9, 0.1])


MOVED = {
    "the lock": ("numba.core.compiler_lock", "global_compiler_lock"),
    "models of tuples": ("numba.core.datamodel.models", "UniTupleModel"),
    "a step": ("numba.core.typed_passes", "NopythonRewrites"),
    "object code": ("numba.core.codegen", "CodeLibrary._get_compiled_object"),
}
SCRIPT = """if True:
    import sys
    from functools import reduce
    from importlib import import_module
    import begreedy as bg
    from begreedy.compile.self_test import UnfitNumba
    module, path = sys.argv[1:]
    *owners, name = path.split(".")
    import_module("numba")
    delattr(reduce(getattr, owners, import_module(module)), name)
    problem = bg.Finite(means=[0.9, 0.1])
    try:
        bg.simulate(bg.Greedy(), problem, 10, runs=1)
    except UnfitNumba as error:
        print(error)
    print(bg.simulate(bg.Greedy(), problem, 10, runs=1, plain=True, threads=1).runs)
"""


@pytest.mark.every_time("the lock", "a step")
@pytest.mark.parametrize("part", MOVED.values(), ids=MOVED)
def test_a_numba_whose_parts_moved(fresh_cache, part):
    """One error that names the version that is installed, those that work, and two ways out, of which one is tried."""
    done = subprocess.run([sys.executable, "-c", SCRIPT, *part], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    message, runs = done.stdout.splitlines()
    assert f"cannot compile with Numba {version('numba')} (" in message
    assert f'Versions that are known to work: >=0.61,<0.69; install one with: pip install "{REQUIREMENT}"' in message
    assert "Greedy" not in message
    assert runs == "1"


def test_a_numba_that_computes_something_else(monkeypatch):
    """Code that is called in another way than it was compiled for is no code."""
    monkeypatch.setattr(self_test, "load", lambda *_: lambda probe: 3)
    with pytest.raises(UnfitNumba, match="wrong numbers"):
        check_numba(lambda kernel, values: _object_code(kernel, values, "", set(), False)[0])


def test_a_policy_is_blamed_for_its_own_faults(fresh_cache):
    """Where a kernel of ours compiles, it is not Numba."""

    @dataclass(frozen=True)
    class Wrong:
        def index(self, total, pulls):
            return [total, pulls][0] + {}

    with pytest.raises(CompileError, match=r"Wrong\(\) on .* cannot be compiled"):
        bg.simulate(Wrong(), PAIR, 10, runs=1)


def test_the_package_asks_for_the_versions_that_it_names():
    """The bound is in one more place, for installers."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert REQUIREMENT in project["dependencies"]
