"""A type checker accepts what the documentation shows."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import begreedy

ROOT = Path(__file__).parents[2]
OF_CALLS = ("reportArgumentType", "reportCallIssue", "reportAssignmentType")
PYTHONS = ('"round"', '"sorted"')  # functions that examples call with what may be None, but is not


def shown(text: str) -> str:
    """The examples of a text, but those that end with an error."""
    examples = doctest.DocTestParser().get_examples(text)
    return "".join(example.source for example in examples if example.exc_msg is None)


def docstrings(module: object) -> str:
    """The examples of a module's classes, functions and methods, each docstring's in a scope of its own."""
    tests = doctest.DocTestFinder(exclude_empty=True).find(module)
    scopes = []
    for number, test in enumerate(tests):
        body = "".join(example.source for example in test.examples if example.exc_msg is None)
        if body.strip():
            scopes.append(f"def example_{number}():\n" + "".join(f"    {line}\n" for line in body.splitlines()))
    return "\n".join(scopes)


def examples(folder: Path) -> None:
    """Write the examples of all pages and of all modules of the package, a file for each."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if source := shown(page.read_text(encoding="utf-8")):
            (folder / f"page_{page.stem.replace('-', '_')}.py").write_text(source, encoding="utf-8")
    for entry in pkgutil.walk_packages(begreedy.__path__, "begreedy."):
        if entry.name.endswith("__main__"):
            continue
        module = importlib.import_module(entry.name)
        if source := docstrings(module):
            names = ", ".join(sorted(name for name, value in vars(module).items() if importable(name, value)))
            head = f"from {entry.name} import {names}\n\n" if names else ""
            (folder / f"{entry.name.replace('.', '_')}.py").write_text(head + source, encoding="utf-8")


def importable(name: str, value: object) -> bool:
    return not name.startswith("__") and name != "annotations" and (inspect.isclass(value) or callable(value))


@pytest.mark.long
def test_pyright_accepts_the_calls_of_the_documentation(tmp_path):
    """Of every page and every docstring: no argument that works is of a type that is refused."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    if shutil.which("node") is None:
        pytest.skip("pyright needs Node.js, which is not installed")
    examples(tmp_path)
    settings = {"include": ["."], "extraPaths": [str(ROOT / "src")], "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    answer = json.loads(done.stdout)
    assert answer["summary"]["filesAnalyzed"] > 60
    refused = [
        f"{Path(found['file']).stem}: {found['message'].splitlines()[0]}"
        for found in answer["generalDiagnostics"]
        if found.get("rule") in OF_CALLS and not any(name in found["message"] for name in PYTHONS)
    ]
    assert refused == []
