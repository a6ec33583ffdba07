"""Files of settings: text that is read as a whole, so that one without end must be refused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from begreedy.values.errors import BadValue

_MOST = 10_000_000  # bytes
_DEEPEST = 100  # parts of a dotted key: what they cost to read grows with the square
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_DOTTED = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}){{{_DEEPEST}}}")  # from where a word begins: linear in the text


def settings_text(path: Path) -> str:
    """The text of a file in UTF-8; refused if it is larger than any file of settings, such as a device."""
    with path.open("rb") as file:
        data = file.read(_MOST + 1)
    if len(data) > _MOST:
        raise BadValue.of("file", str(path), f"of at most {_MOST} bytes")
    return data.decode("utf-8")


def settings_table(path: Path) -> dict[str, Any]:
    """The content of a TOML file; a ValueError or RecursionError if it is none."""
    text = settings_text(path)
    if _DOTTED.search(text):
        raise BadValue.of("file", str(path), f"without keys of more than {_DEEPEST} parts")
    return tomllib.loads(text)
