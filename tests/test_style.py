"""How the sources are written: names that say a role, games that say only what is theirs."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "begreedy"
VAGUE = {"given", "found", "told", "made", "kept", "one", "thing", "things"}
METAPHORS = {"tend", "enlist", "settle"}  # verbs for which the field has a plain word
WORDS = {"bandit/settings/outcomes.py: TOLD"}  # names of words that users write
BRIEF = 3  # lines for which a vague name may live
LONGEST_FILE, LONGEST_GAME = 400, 150


def _modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield str(path.relative_to(SOURCE)), path.read_text("utf-8")


def _is_vague(name: str | None) -> bool:
    """Whether it is a vague word, however it is written: ``_found`` and ``_KEPT`` are."""
    return name is not None and name.strip("_").lower() in VAGUE


def _vague(source: str) -> Iterator[str]:
    """Functions in which a vague name lives longer than a few lines; all others of the module with such names.

    These are functions, classes, fields, attributes and variables of the module.
    """
    tree = ast.parse(source)
    yield from (target.id for node in tree.body for target in _targets(node) if _is_vague(target.id))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_vague(node.attr):
            yield f".{node.attr}"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if _is_vague(node.name):
                yield node.name
            lines: dict[str, list[int]] = {}
            for part in ast.walk(node):
                name = part.id if isinstance(part, ast.Name) else part.arg if isinstance(part, ast.arg) else None
                if _is_vague(name):
                    lines.setdefault(name, []).append(part.lineno)
            yield from (f"{node.name}: {name}" for name, at in lines.items() if max(at) - min(at) >= BRIEF)
        elif isinstance(node, ast.ClassDef):
            if _is_vague(node.name):
                yield node.name
            yield from (f"{node.name}: {t.id}" for part in node.body for t in _targets(part) if _is_vague(t.id))


def _targets(node: ast.stmt) -> list[ast.Name]:
    """What a statement gives values to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


def test_functions_are_named_by_plain_verbs():
    named = {
        (name, node.name)
        for name, source in _modules()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and METAPHORS & set(node.name.split("_"))
    }
    assert named == set()


def test_names_say_the_role():
    vague = [f"{module}: {name}" for module, source in _modules() for name in _vague(source)]
    assert set(vague) == WORDS


def test_the_search_finds_vague_names():
    """Four lines are too long, three are not; a field, a function or an attribute always is."""
    long = "def f(a):\n    found = a\n    b = 1\n    c = 2\n    return found\n"
    assert list(_vague(long)) == ["f: found"]
    assert list(_vague(long.replace("    c = 2\n", ""))) == []
    assert list(_vague("class A:\n    kept: int\n")) == ["A: kept"]
    assert list(_vague("def told(a):\n    return a.found\n")) == ["told", ".found"]
    assert list(_vague("_KEPT, x = 1, 2\ndef _made(a):\n    return a._told\n")) == ["_KEPT", "_made", "._told"]
    assert list(_vague("class Found:\n    _kept = 1\n")) == ["Found", "Found: _kept"]


def test_files_are_short_and_games_say_only_what_is_theirs():
    length = {module: source.count("\n") for module, source in _modules()}
    assert {module: lines for module, lines in length.items() if lines > LONGEST_FILE} == {}
    games = {module: lines for module, lines in length.items() if module.startswith("engine/games/")}
    del games["engine/games/game.py"]  # what a game is
    assert len(games) > 10
    assert {module: lines for module, lines in games.items() if lines > LONGEST_GAME} == {}


def test_the_layers_of_the_developers_guide_are_those_that_are_checked():
    """Line by line: what may import what below it, and what stands side by side."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = [set(layer.split(" | ")) for layer in settings["tool"]["importlinter"]["contracts"][0]["layers"]]
    page = (ROOT / "docs/developer/index.md").read_text("utf-8")
    lines = page.split("```")[1].strip().splitlines()
    assert [set(re.findall(r"(?:^|      )(\w+)   ?", line)) & set.union(*layers) for line in lines] == layers
