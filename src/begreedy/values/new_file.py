"""Files that are written as a whole: under a name that nobody can guess, then in the place of their own."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".tmp"  # what the names of files end with that are not whole, or were left behind by a killed process


def unguessed(path: Path) -> Path:
    """A name beside ``path`` for what is not whole yet: nobody can put a file or a link there in advance."""
    return path.with_name(f".{secrets.token_hex(8)}{path.suffix}{UNFINISHED}")


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A new file to write to, which takes the place of ``path`` at the end; after an error nothing is left of it."""
    half = unguessed(path)
    try:
        with half.open("xb") as file:  # exclusive: follows no link
            yield file
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
