"""Source is read by many threads at once: Python 3.11 before 3.11.8 would now and then raise a SystemError."""

from __future__ import annotations

import ast
import gc
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import begreedy as bg
from begreedy.values.spec import parse
from begreedy.values.syntax import syntax_tree

TEXT = "Cascade(Discounted(Greedy(), halflife=10))"
MISMATCH = SystemError("AST constructor recursion depth mismatch (before=126, after=45)")


@pytest.fixture
def interruptions():
    """Each collection of garbage, also one amid a tree, lets another thread run."""

    def interrupt(phase, info):
        time.sleep(0)

    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.callbacks.append(interrupt)
    gc.set_threshold(30)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(interrupt)
    gc.unfreeze()


def test_threads_read_beside_each_other(interruptions):
    """Without the lock and the second try, several of these fail in Python 3.11.7; later ones cannot fail."""
    with ThreadPoolExecutor(4) as threads:
        trees = list(threads.map(lambda _: ast.dump(syntax_tree(TEXT, mode="eval")), range(12_000)))
    assert set(trees) == {ast.dump(ast.parse(TEXT, mode="eval"))}


def test_one_that_others_interrupt_is_read_again(monkeypatch):
    faults = [MISMATCH] * 9
    real = ast.parse

    def interrupted(*arguments, **options):
        if faults:
            raise faults.pop()
        return real(*arguments, **options)

    monkeypatch.setattr(ast, "parse", interrupted)
    assert parse(TEXT) == bg.Cascade(bg.Discounted(bg.Greedy(), halflife=10.0))
    faults[:] = [MISMATCH] * 10
    with pytest.raises(SystemError, match="mismatch"):
        syntax_tree(TEXT)
    monkeypatch.undo()  # pytest itself reads source to show a failure
