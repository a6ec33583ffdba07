"""Files of settings: text that is read as a whole, so that one without end must be refused."""

from __future__ import annotations

from pathlib import Path

from begreedy.values.errors import BadValue

_MOST = 10_000_000  # bytes


def settings_text(path: Path) -> str:
    """The text of a file in UTF-8; refused if it is larger than any file of settings, such as a device."""
    with path.open("rb") as file:
        data = file.read(_MOST + 1)
    if len(data) > _MOST:
        raise BadValue.of("file", str(path), f"of at most {_MOST} bytes")
    return data.decode("utf-8")
