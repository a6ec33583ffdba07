"""How the sources are written: names that say a role, games that say only what is theirs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "begreedy"
VAGUE = {"given", "found", "told", "made", "kept", "one"}
BRIEF = 3  # lines for which a vague name may live
LONGEST_FILE, LONGEST_GAME = 400, 150


def _modules() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield str(path.relative_to(SOURCE)), path.read_text("utf-8")


def _vague(source: str) -> Iterator[str]:
    """Functions in which a vague name lives longer than a few lines; functions, fields, attributes with such names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in VAGUE:
            yield f".{node.attr}"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in VAGUE:
                yield node.name
            lines: dict[str, list[int]] = {}
            for part in ast.walk(node):
                name = part.id if isinstance(part, ast.Name) else part.arg if isinstance(part, ast.arg) else None
                if name in VAGUE:
                    lines.setdefault(name, []).append(part.lineno)
            yield from (f"{node.name}: {name}" for name, at in lines.items() if max(at) - min(at) >= BRIEF)
        elif isinstance(node, ast.ClassDef):
            fields = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
            yield from (f"{node.name}: {field.id}" for field in fields if field.id in VAGUE)


def test_names_say_the_role():
    assert [f"{module}: {name}" for module, source in _modules() for name in _vague(source)] == []


def test_the_search_finds_vague_names():
    """Four lines are too long, three are not; a field, a function or an attribute always is."""
    long = "def f(a):\n    found = a\n    b = 1\n    c = 2\n    return found\n"
    assert list(_vague(long)) == ["f: found"]
    assert list(_vague(long.replace("    c = 2\n", ""))) == []
    assert list(_vague("class A:\n    kept: int\n")) == ["A: kept"]
    assert list(_vague("def told(a):\n    return a.found\n")) == ["told", ".found"]


def test_files_are_short_and_games_say_only_what_is_theirs():
    length = {module: source.count("\n") for module, source in _modules()}
    assert {module: lines for module, lines in length.items() if lines > LONGEST_FILE} == {}
    games = {module: lines for module, lines in length.items() if module.startswith("engine/games/")}
    del games["engine/games/game.py"]  # what a game is
    assert len(games) > 10
    assert {module: lines for module, lines in games.items() if lines > LONGEST_GAME} == {}
