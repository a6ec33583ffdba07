"""The API reference: every public name is on one of its pages."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

PAGES = Path(__file__).parents[2] / "docs" / "api"


def listed() -> list[str]:
    """The names on the pages, each with its module: "begreedy.types.Law"."""
    names = []
    for page in sorted(PAGES.glob("*.md")):
        for block in re.findall(r"```\{eval-rst\}\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            module = re.search(r"^\.\. currentmodule:: (\S+)$", block, re.MULTILINE)
            found = re.findall(r"^(?:   |\.\. data:: )([A-Za-z_][\w.]*)$", block, re.MULTILINE)
            names += [name if module is None else f"{module[1]}.{name}" for name in found]
    return names


def value_of(name: str) -> object:
    """What a name on a page stands for."""
    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)
