"""The policies that the documentation shows as examples."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from typing import Any

import begreedy.types as contract

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))]


def documented_policies() -> dict[str, Any]:
    """By name: a policy of each class that a page, or the example's file, defines."""
    classes = [cls for page in PAGES for cls in _classes_of(ROOT / page)]
    path = ROOT / "docs" / "examples" / "my_policies.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    classes += [value for value in vars(module).values() if getattr(value, "__module__", "") == path.stem]
    made = {cls.__name__: cls() for cls in classes if isinstance(cls, type)}
    return {name: value for name, value in made.items() if contract.form_of(value).name != contract.NONE}


def _classes_of(page: Path) -> list[type]:
    """The classes of a page's examples, defined with what the page imports."""
    names: dict[str, Any] = {"__name__": page.stem}
    found = []
    for example in doctest.DocTestParser().get_examples(page.read_text()):
        if example.source.startswith(("import ", "from ")):
            exec(example.source, names)
        elif example.source.startswith("@dataclass"):
            before = set(names)
            exec(compile(example.source, f"<{page.name}>", "exec"), names)
            found += [names[name] for name in set(names) - before]
    return found
