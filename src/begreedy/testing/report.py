"""What a conformance check found, in words for the author of the code."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from begreedy.values.source import library

T = TypeVar("T")


class ConformanceError(AssertionError):
    """Something does not keep the contract; the message lists every finding."""


def _silent(text: str) -> None:
    pass


@dataclass
class Report:
    """Findings (what must be mended) and notes (what is good to know)."""

    subject: str
    kind: str
    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    say: Callable[[str], None] = field(default=_silent, repr=False, compare=False)  # is told what takes seconds

    def find(self, text: str) -> None:
        """Something must be mended."""
        if text not in self.findings:
            self.findings.append(text)

    def note(self, text: str) -> None:
        """Something is good to know."""
        if text not in self.notes:
            self.notes.append(text)

    def attempt(self, what: str, call: Callable[[], T]) -> T | None:
        """The result of a call, or None with a finding if it raises."""
        try:
            return call()
        except Exception as error:
            self.find(f"{what} raised {type(error).__name__}: {error}{_place(error)}")
            return None

    def conclude(self) -> Report:
        """Raise if there are findings."""
        if self.findings:
            listed = "\n".join(f"  - {finding}" for finding in self.findings)
            raise ConformanceError(f"{self.subject} does not keep the contract:\n{listed}")
        return self

    def __str__(self) -> str:
        lines = [f"{self.subject}: {self.kind}, all checks passed"]
        return "\n".join(lines + [f"  note: {note}" for note in self.notes])


def _place(error: Exception) -> str:
    """File and line of the author's code that an error comes from, unless its message has them."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not library(frame.filename)]
    last = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f" ({last})" if last and last not in str(error) else ""


def report_for(value: Any, kind: str, say: Callable[[str], None] | None = None) -> Report:
    """An empty report.  Without ``say``, people at a terminal are told on standard error what takes seconds."""
    subject = repr(value)
    if say is None and sys.stderr.isatty():

        def say(text: str) -> None:
            print(f"{subject}: {text}", file=sys.stderr, flush=True)

    return Report(subject, kind, say=say or _silent)
