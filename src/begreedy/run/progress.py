"""Progress: a bar with rate and time left on a terminal, plain lines elsewhere, nothing if quiet."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from begreedy.run.watch import bar
from begreedy.values.numbers import number

_SILENCE = 5.0  # seconds between two lines
_MANY = 10**9  # rounds, of which is told at once: they take seconds at least, and a single run may be all of them


class Messages:
    """Says things and shows how far a task is."""

    def __init__(self, *, quiet: bool = False, to_stderr: bool = False) -> None:
        self._quiet = quiet
        self._file = sys.stderr if to_stderr else sys.stdout
        self._bar: Any = None
        self._task: Any = None
        self._last = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finish()

    def say(self, text: str) -> None:
        """Print a line."""
        if not self._quiet:
            print(text, file=self._file, flush=True)

    def warn(self, text: str) -> None:
        """Print a line that should be read, even if quiet."""
        if self._bar is not None:
            self._bar.console.print(text, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def start(self, name: str) -> None:
        """Begin a task of rounds."""
        self.finish()
        self._name, self._began, self._last = name, time.monotonic(), time.monotonic()
        self._before: int | None = None  # rounds that were done already
        if not self._quiet and self._file.isatty():
            self._bar = bar(self._file)
            self._bar.start()
            self._task = self._bar.add_task(name, total=None, rate="")

    @contextmanager
    def task(self, name: str) -> Iterator[None]:
        """A task of rounds, from its beginning to its end."""
        self.start(name)
        try:
            yield
        finally:
            self.finish()

    def update(self, done: int, total: int) -> None:
        """Rounds done of all rounds of the task."""
        now = time.monotonic()
        first = self._before is None
        if self._before is None:
            self._before = done
        played = done - self._before
        speed = played / max(now - self._began, 1e-9)
        speed_words = f"{speed / 1e6:,.1f} M" if speed >= 1e5 else number(speed, 2)
        rate = f"of {number(total, 3)} rounds, {speed_words} rounds/s"
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, rate=rate)
        elif now - self._last > _SILENCE or (first and total - done >= _MANY):
            self._last = now
            left = f", {(now - self._began) * (total - done) / played:.0f} s left" if 100 * played >= total else ""
            self.say(f"{self._name}: {100 * done / total:.0f} % {rate}{left}")  # of less than 1 % nothing follows

    def finish(self) -> None:
        """End the task."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def from_the_first_round(messages: Messages, name: str) -> Callable[[int, int], None]:
    """Progress whose clock starts when play does, so that compiling does not count."""
    playing = False

    def update(done: int, total: int) -> None:
        nonlocal playing
        if not playing:
            playing = True
            messages.start(name)
        messages.update(done, total)

    return update
