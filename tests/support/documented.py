"""The policies that the documentation shows as examples."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import begreedy.types as contract

ROOT = Path(__file__).parents[2]


def documented_policies() -> dict[str, Any]:
    """A policy of each class that pages or the file of examples define, by name, but those played as plain Python."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    modules = [_module(path, _definitions(path)) for path in pages]
    plain = {name for page in pages for name in re.findall(r"\((\w+)\(\).*plain=True", page.read_text())}
    file = ROOT / "docs" / "examples" / "my_policies.py"
    modules.append(_module(file, file.read_text()))
    own = [value for module in modules for value in vars(module).values() if _is_class_of(value, module)]
    own = [cls for cls in own if not hasattr(cls, "model") and cls.__name__ not in plain]  # no problems
    made = {f"{cls.__name__} of {cls.__module__}": cls() for cls in own}
    return {name: value for name, value in made.items() if contract.form_of(value).name != contract.NONE}


def _definitions(page: Path) -> str:
    """What a page's examples import, and the classes that they define."""
    examples = [example.source for example in doctest.DocTestParser().get_examples(page.read_text())]
    return "\n".join(source for source in examples if source.startswith(("import ", "from ", "@dataclass")))


def _module(path: Path, source: str) -> ModuleType:
    module = ModuleType(f"documented_{path.stem}".lower())
    sys.modules[module.__name__] = module  # where dataclasses look
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def _is_class_of(value: Any, module: ModuleType) -> bool:
    return isinstance(value, type) and value.__module__ == module.__name__
