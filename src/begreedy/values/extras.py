"""Errors about optional packages that are not installed."""

from __future__ import annotations


class MissingExtra(ImportError, RuntimeError):
    """A package is not installed; the message names the extra that has it."""

    @classmethod
    def of(cls, what: str, extra: str, error: ImportError) -> MissingExtra:
        """What cannot be done without the package that was not found, and how to get it."""
        return cls(f"install {error.name} for {what}: pip install '.[{extra}]' in begreedy's folder", name=error.name)
