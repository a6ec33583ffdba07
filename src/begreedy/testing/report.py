"""What a conformance check found, in words for the author of the code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class ConformanceError(AssertionError):
    """Something does not keep the contract; the message lists every finding."""


@dataclass
class Report:
    """Findings (what must be mended) and notes (what is good to know)."""

    subject: str
    kind: str
    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def find(self, text: str) -> None:
        if text not in self.findings:
            self.findings.append(text)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def attempt(self, what: str, call: Callable[[], Any]) -> Any:
        """The result of a call, or None with a finding if it raises."""
        try:
            return call()
        except Exception as error:
            self.find(f"{what} raised {type(error).__name__}: {error}")
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


def report_for(value: Any, kind: str) -> Report:
    return Report(repr(value), kind)
