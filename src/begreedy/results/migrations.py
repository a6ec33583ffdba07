"""Versions of the files of a simulation store, and the steps from each to the next.

Every file carries its version, and is brought to the present one when it is read; on disk it stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from begreedy.values.errors import BadValue

Columns = dict[str, np.ndarray]
Metadata = dict[str, Any]


class Step(NamedTuple):
    """The changes of a version: functions from the metadata and columns before it to its own."""

    metadata: Callable[[Metadata], Metadata] = lambda metadata: metadata
    columns: Callable[[Columns], Columns] = lambda columns: columns


STEPS: list[Step] = []  # STEPS[n - 1] leads from version n to n + 1; version 1 is that of begreedy 0.1


class NewerVersion(RuntimeError):
    """A file of a version that only a later begreedy knows."""


def present() -> int:
    """The version that is written."""
    return 1 + len(STEPS)


def check_version(version: Any) -> int:
    """The version of a file, if there are steps from it; raises NewerVersion, or ValueError if it is none."""
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadValue.of("version", version, "a whole number, at least 1")
    if version > present():
        raise NewerVersion(
            f"written by a newer version of begreedy (schema {version}, this version reads up to {present()}) and left "
            "as it is; upgrade begreedy, or use another store"
        )
    return version


def migrated_metadata(metadata: Metadata, version: int) -> Metadata:
    for step in STEPS[version - 1 :]:
        metadata = step.metadata(metadata)
    return metadata


def migrated_columns(columns: Columns, version: int) -> Columns:
    for step in STEPS[version - 1 :]:
        columns = step.columns(columns)
    return columns
