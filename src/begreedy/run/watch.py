"""Progress in a terminal or a notebook: a bar for what takes longer than a moment."""

from __future__ import annotations

import html
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, Protocol

from begreedy.compile.compiler import compiling
from begreedy.run.ahead import compiled_so_far

Update = Callable[[int, int], None]  # called with what is done and all there is to do

_MOMENT = 0.7  # seconds: what is over sooner is not worth a bar
_REFRESH = 0.15  # seconds
_LONGEST = 50  # characters of what is being compiled


class Display(Protocol):
    """Where progress is shown."""

    def show(self, name: str, done: int, total: int) -> None:
        """Show what is being done under a name, and how far it is; ``total`` is 0 as long as it is not known."""

    def close(self) -> None:
        """Leave nothing behind."""


@contextmanager
def watching(progress: Update | bool | None, name: str) -> Iterator[Update | None]:
    """What to report progress to: a function, or a bar; by default (None) a bar if there is a place to show it."""
    if callable(progress):
        yield progress
        return
    display = None if progress is False else _display(asked=progress is True)
    if display is None:
        yield None
        return
    watch = _ProgressThread(display, name)
    try:
        yield watch.update
    finally:
        watch.end()


def doing(name: str) -> str:
    """What is being done: the kernel that is being compiled, else ``name``."""
    labels = list(compiling)
    if not labels:
        return name
    done, wanted = compiled_so_far()
    count = f"{done + 1} of {wanted}: " if done < wanted else ""
    return f"compiling {count}{labels[0][:_LONGEST]} ..."


class _ProgressThread:
    """Shows, from a thread of its own, how far something is, once it has taken longer than a moment."""

    def __init__(self, display: Callable[[], Display], name: str) -> None:
        self._display, self._name = display, name
        self._done, self._total = 0, 0
        self._ended = threading.Event()
        # In the caller's context, which tells a notebook the cell.
        self._thread = threading.Thread(target=copy_context().run, args=(self._show,), daemon=True)
        self._thread.start()

    def update(self, done: int, total: int) -> None:
        self._done, self._total = done, total

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _show(self) -> None:
        if self._ended.wait(_MOMENT):
            return
        display = self._display()
        try:
            while True:
                display.show(self._name, self._done, self._total)
                if self._ended.wait(_REFRESH):
                    break
        finally:
            display.close()


def _display(*, asked: bool) -> Callable[[], Display] | None:
    """The display that a caller would see; None if there is none."""
    if _in_notebook():
        return _Notebook
    return _Terminal if asked or (sys.stderr is not None and sys.stderr.isatty()) else None


def _in_notebook() -> bool:
    """Whether this process is the kernel of a notebook; asks IPython only where it is imported already."""
    module: Any = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return getattr(shell, "kernel", None) is not None


def bar(file: Any) -> Any:
    """A bar by Rich for a terminal: what is being done, how far it is, its ``rate`` and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Doing(TextColumn):
        def render(self, task: Any) -> Text:
            return Text(f"{doing(task.description):<22}")

    return Progress(
        Doing(""),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(file=file),
        transient=True,
    )


class _Terminal:
    """A line of standard error that is gone at the end."""

    def __init__(self) -> None:
        self._bar = bar(sys.stderr)
        self._bar.start()
        self._task = self._bar.add_task("", total=None, rate="")

    def show(self, name: str, done: int, total: int) -> None:
        self._bar.update(self._task, description=name, completed=done, total=total or None)

    def close(self) -> None:
        self._bar.stop()


class _Notebook:
    """A line below the cell that is gone at the end."""

    def __init__(self) -> None:
        from IPython.display import HTML, display

        self._html: Any = HTML
        self._began = time.monotonic()
        self._handle: Any = display(HTML(""), display_id=True)

    def show(self, name: str, done: int, total: int) -> None:
        share = f' value="{done / total:.4f}"' if done else ""
        left = (time.monotonic() - self._began) * (total - done) / done if done else 0.0
        after = f" {100 * done / total:.0f} %, {left:.0f} s left" if done else ""
        self._handle.update(self._html(f"<progress{share}></progress> {html.escape(doing(name))}{after}"))

    def close(self) -> None:
        self._handle.update(self._html(""))
