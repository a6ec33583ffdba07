"""Fixtures for tests that need another process or a compilation cache of their own.

Unless a test asks for ``fresh_cache``, compiled code is kept in the user's cache folder (or in
``BEGREEDY_CACHE_DIR``), so that a second run of the tests compiles little.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import selectors
import subprocess
import sys
import textwrap

import pytest

from begreedy.compile import cache
from begreedy.compile import compiler as compile
from begreedy.engine import simulation
from support.browser import browser  # noqa: F401  a fixture
from support.postgres import postgres  # noqa: F401  # a fixture
from support.tiers import divide


def pytest_collection_modifyitems(config, items):
    """Divide the cases of tests into those of every run and the long ones."""
    divide(items, whole=not any("[" in argument for argument in config.args))


PRELUDE = """
import json, sys
from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
import begreedy as bg
from begreedy.compile import cache
from begreedy.compile import compiler as compile
"""


@pytest.fixture
def fresh_cache(tmp_path, monkeypatch):
    """An empty cache folder, for this process and those it starts; nothing counts as loaded."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("BEGREEDY_CACHE_DIR", str(folder))
    monkeypatch.setattr(compile, "_loaded", {})
    monkeypatch.setattr(compile, "compiled", [])
    return folder


@pytest.fixture
def compiled_traces(monkeypatch):
    """Traces are played by compiled code, also short ones."""
    monkeypatch.setattr(simulation, "_MOST_IN_PYTHON", 0)


@pytest.fixture
def uncovered(monkeypatch):
    """Processes that this test starts are not measured by ``make coverage``, which imports modules of its own."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


# Experiments of the paper whose kernels other tests need, too; the whole report, of all, is among the long tests.
SOME = ("heatmap", "failure", "functions", "bounds-known", "bounds-unknown")


def _report_of(experiments, name, tmp_path_factory):
    """The folder of ``begreedy paper --scale smoke``, made once by whoever asks first."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            command = [sys.executable, "-m", "begreedy", "paper", *experiments, "--scale", "smoke"]
            done = subprocess.run(
                [*command, "--out", str(folder), "--json", str(folder / "rows.json")],
                capture_output=True,
                text=True,
                timeout=1500,
            )
            assert done.returncode == 0, done.stderr
            (folder / "done").write_text(done.stdout)
    return folder


@pytest.fixture(scope="session")
def smoke_report(tmp_path_factory):
    """The folder of ``begreedy paper --scale smoke`` for some experiments."""
    return _report_of(SOME, "smoke-report", tmp_path_factory)


@pytest.fixture(scope="session")
def whole_report(tmp_path_factory):
    """The folder of ``begreedy paper --scale smoke`` for all experiments; for long tests."""
    return _report_of((), "whole-report", tmp_path_factory)


@pytest.fixture
def kernels(monkeypatch):
    """The cache entries that this test's kernels come from, by digest; they were there or are compiled now."""
    found = {}
    read, write = cache.read, cache.write

    def reading(digest):
        entry = read(digest)
        if entry is not None:
            found[digest] = entry
        return entry

    def writing(digest, entry):
        found[digest] = entry
        write(digest, entry)

    monkeypatch.setattr(compile, "_loaded", {})
    monkeypatch.setattr(cache, "read", reading)
    monkeypatch.setattr(cache, "write", writing)
    return found


def environment() -> dict[str, str]:
    """The variables of a process that did not inherit what a compilation in this one may have set."""
    return {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")} | {"PYTHONDONTWRITEBYTECODE": "1"}


class Fresh:
    """Runs snippets in fresh interpreters, in one folder that they can import modules from."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, **modules):
        """Write modules to import, each from its name and its source."""
        for name, source in modules.items():
            (self.folder / f"{name}.py").write_text(PRELUDE + textwrap.dedent(source))

    def start(self, snippet, **options):
        """A process that runs a snippet, to be waited for."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
        code = PRELUDE + textwrap.dedent(snippet)
        return subprocess.Popen([sys.executable, "-c", code], cwd=self.folder, env=environment(), **options)

    def finish(self, process, timeout=120):
        """What the process printed as JSON (its last line); fails if it did not end well."""
        try:
            out, error = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            pytest.fail(f"still running after {timeout} s")
        assert process.returncode == 0, f"exit code {process.returncode}\n{error}"
        return json.loads(out.splitlines()[-1])

    def run(self, snippet, timeout=120):
        """Run a snippet to its end; returns what it printed as JSON (its last line)."""
        return self.finish(self.start(snippet), timeout)


@pytest.fixture
def fresh(tmp_path):
    """Runs snippets in fresh interpreters; see ``Fresh``."""
    folder = tmp_path / "modules"
    folder.mkdir()
    return Fresh(folder)


WORKER = """
import traceback
namespace = {**{name: getattr(bg, name) for name in dir(bg)}, "bg": bg, "np": np, "inf": np.inf, "nan": np.nan}
exec(sys.argv[1], namespace)
for line in sys.stdin:
    try:
        answer = {"value": eval(json.loads(line), namespace)}
    except Exception as error:
        answer = {"error": type(error).__name__, "kinds": [c.__name__ for c in type(error).__mro__]}
        answer["message"] = str(error)
    print(json.dumps(answer), flush=True)
"""


class Guarded:
    """Evaluates expressions in another process: a hang or a crash is an answer like any other, and is survived."""

    def __init__(self, setup):
        self.setup = textwrap.dedent(setup)
        self.process = None

    def __call__(self, expression, timeout=60):
        """The value of an expression, or what became of it: ``{"value"}`` or ``{"error", "kinds", "message"}``."""
        if self.process is None:
            command = [sys.executable, "-c", PRELUDE + WORKER, self.setup]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.process = subprocess.Popen(command, env=environment(), text=True, **pipes)
        with contextlib.suppress(BrokenPipeError):
            print(json.dumps(expression), file=self.process.stdin, flush=True)
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(timeout) else None
        if line:
            return json.loads(line)
        self.close()
        what = "Hang" if line is None else "Crash"
        return {"error": what, "kinds": [what], "message": f"{what.lower()}: {expression}"}

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@pytest.fixture(scope="module")
def guarded(request):
    """Evaluates expressions in another process, after the module's ``SETUP``; see ``Guarded``."""
    worker = Guarded(getattr(request.module, "SETUP", ""))
    yield worker
    worker.close()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    """The address of a new, empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "bandit.db")
    return request.getfixturevalue("postgres").database()
