"""The report of a conformance check: findings and notes, in words for the author of the code."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from begreedy.compile.explain import find_unsafe
from begreedy.compile.mirror import methods_of
from begreedy.values.source import library

T = TypeVar("T")


class ConformanceError(AssertionError):
    """Something breaks the contract; the message lists every finding."""


def _silent(text: str) -> None:
    pass


@dataclass
class Report:
    """The outcome of a conformance check: findings (what must be fixed) and notes."""

    subject: str
    kind: str
    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    say: Callable[[str], None] = field(default=_silent, repr=False, compare=False)  # called with what takes seconds

    def find(self, text: str) -> None:
        """Add something that must be fixed."""
        if text not in self.findings:
            self.findings.append(text)

    def note(self, text: str) -> None:
        """Add something that is good to know."""
        if text not in self.notes:
            self.notes.append(text)

    def attempt(self, what: str, call: Callable[[], T]) -> T | None:
        """The result of a call, or None with a finding if it raises."""
        try:
            return call()
        except Exception as error:
            self.find(f"{what} raised {described(error)}")
            return None

    def refuse_unsafe(self, value: object) -> None:
        """Raise if a method does what compiled code must not, such as print: then none of its methods is called."""
        if (unsafe := find_unsafe(methods_of(type(value)).values())) is not None:
            self.find(unsafe)
            self.conclude()

    def conclude(self) -> Report:
        """Raise if there are findings."""
        if self.findings:
            listed = "\n".join(f"  - {finding}" for finding in self.findings)
            raise ConformanceError(f"{self.subject} does not keep the contract:\n{listed}")
        return self

    def __str__(self) -> str:
        lines = [f"{self.subject}: {self.kind}, all checks passed"]
        return "\n".join(lines + [f"  note: {note}" for note in self.notes])


def described(error: Exception) -> str:
    """An error with its kind and, unless its message has them, file and line of the author's code it comes from."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_written(frame.filename)]
    last = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{text} ({last})" if last and last not in text else text


def _is_written(file: str) -> bool:
    """Whether a file is the author's, and not a library's or text that was generated (by a dataclass)."""
    return not library(file) and file != "<string>"


def report_for(value: object, kind: str, say: Callable[[str], None] | None = None) -> Report:
    """An empty report.  Without ``say``, what takes seconds is printed to standard error, if that is a terminal."""
    subject = repr(value)
    if say is None and sys.stderr.isatty():

        def say(text: str) -> None:
            print(f"{subject}: {text}", file=sys.stderr, flush=True)

    return Report(subject, kind, say=say or _silent)
