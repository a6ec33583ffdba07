"""Progress is shown where somebody sees it, and only for what takes longer than a moment."""

from __future__ import annotations

import io
import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest

import begreedy as bg
from begreedy.compile.compiler import compiling, native
from begreedy.run import watch

PROBLEM = bg.Finite(means=[0.9, 0.1])


class Terminal(io.StringIO):
    """A text that claims to be a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Standard error as a terminal, and no moment to wait for."""
    written = Terminal()
    # Not sys.stderr itself, which pytest sets between fixtures and tests.
    monkeypatch.setattr(watch, "sys", SimpleNamespace(stderr=written, modules=sys.modules))
    monkeypatch.setattr(watch, "_MOMENT", 0.0)
    monkeypatch.setattr(watch, "_REFRESH", 0.01)
    return written


def test_nobody_is_told_where_nobody_looks(monkeypatch):
    """In a file, a pipe or a test nothing is written, unless it is asked for."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with watch.watching(None, "Greedy") as update:
        assert update is None
    with watch.watching(True, "Greedy") as update:
        assert update is not None


def test_moments_are_not_worth_a_bar(terminal, monkeypatch):
    """What is over soon leaves a terminal as it was."""
    monkeypatch.setattr(watch, "_MOMENT", 60.0)
    bg.simulate(bg.Greedy(), PROBLEM, horizon=20, runs=3)
    assert terminal.getvalue() == ""


def test_a_terminal_shows_who_plays_how_far(terminal):
    """The name and the share of the rounds; False switches it off."""
    with watch.watching(None, "Greedy") as update:
        update(3, 10)
        time.sleep(0.3)
    assert "Greedy" in terminal.getvalue()
    assert "30 %" in terminal.getvalue()
    before = terminal.getvalue()
    with watch.watching(False, "Greedy") as update:
        assert update is None
    bg.simulate(bg.Greedy(), PROBLEM, horizon=20, runs=3, progress=False)
    assert terminal.getvalue() == before


def test_a_terminal_shows_what_is_compiled(terminal, fresh_cache):
    """While a kernel is compiled, its label; afterwards nothing is said to be compiled."""

    def multiplies(factor):
        def kernel(numbers):
            for i in range(len(numbers)):
                numbers[i] = factor * i
            return 0

        return kernel

    with watch.watching(None, "Greedy"):
        for factor in range(200):  # each may be compiled between two looks at it
            native(multiplies(float(factor)), np.zeros(3), label="a kernel of this test")
            if "compiling a kernel of this test ..." in terminal.getvalue():
                break
    assert "compiling a kernel of this test ..." in terminal.getvalue()
    assert compiling == []


def test_an_error_ends_the_bar(terminal):
    """What is raised comes through, and no thread stays behind."""
    with pytest.raises(RuntimeError, match="meanwhile"), watch.watching(None, "Greedy"):
        raise RuntimeError("meanwhile")


def test_a_notebook_has_a_line_that_is_gone_at_the_end(monkeypatch):
    """In the kernel of a notebook progress is a display that is updated, and empty in the end."""
    shown = []
    handle = SimpleNamespace(update=shown.append)
    display = SimpleNamespace(HTML=str, display=lambda first, display_id: (shown.append(first), handle)[1])
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell, display=display))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(watch, "_MOMENT", 0.0)
    with watch.watching(None, "<mine>") as update:
        update(1, 4)
        time.sleep(0.3)
    assert any('value="0.2500"' in line and "&lt;mine&gt; 25 %" in line for line in shown)
    assert shown[-1] == ""


def test_kernels_are_counted_while_they_are_compiled(monkeypatch):
    """Where it is known how many there are."""
    monkeypatch.setattr(watch, "compiling", ["UCB() on Gaussian()"])
    assert watch.doing("two policies") == "compiling UCB() on Gaussian() ..."
    monkeypatch.setattr(watch, "compiled_so_far", lambda: (11, 180))
    assert watch.doing("two policies") == "compiling 12 of 180: UCB() on Gaussian() ..."
    monkeypatch.setattr(watch, "compiling", [])
    assert watch.doing("two policies") == "two policies"
