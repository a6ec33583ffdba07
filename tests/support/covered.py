"""Which lines of the package the tests run: ``make coverage``.

A function that is part of a kernel runs as machine code, which no tool can follow line by line.  The rule: while tests
run, this plugin notes every function of every kernel that was loaded as machine code, as the compiler itself lists
them.  The bodies of these functions are left out of the report; independent oracles and plain runs test them.  All
other lines count, also those of functions that could have been compiled, but were not.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path

FOLDER = Path(os.environ.get("BEGREEDY_COVERAGE", "build/coverage"))  # of coverage's data and of these notes
SOURCE = Path(__file__).parents[2] / "src" / "begreedy"

_functions: dict[str, set[tuple[str, int]]] = {}  # of each kernel that was read, by its digest
_compiled: set[tuple[str, int]] = set()  # of those that were loaded: file and first line


def pytest_configure():
    """Listen to the compiler from now on."""
    from begreedy.compile import compiler

    digest, loaded_as = compiler._digest, compiler._loaded_as

    def read(reading, *rest):
        name = digest(reading, *rest)
        codes = (function.__code__ for function in reading.functions)
        _functions[name] = {(code.co_filename, code.co_firstlineno) for code in codes}
        return name

    def load(name, *rest):
        _compiled.update(_functions.get(name, ()))
        return loaded_as(name, *rest)

    compiler._digest, compiler._loaded_as = read, load


def pytest_sessionfinish():
    """Note them in a file of this process."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"compiled-{os.getpid()}.json").write_text(json.dumps(sorted(_compiled)))


def bodies(path: Path, starts: set[int]) -> set[int]:
    """The lines inside the functions of a file that begin at these lines, decorators included."""
    inside: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorators = [one.lineno for one in getattr(node, "decorator_list", [])]
            if min([node.lineno, *decorators]) in starts:
                body = node.body if isinstance(node.body, list) else [node.body]
                inside.update(range(body[0].lineno, body[-1].end_lineno + 1))
    return inside


def report(least: float) -> int:
    """Print a row per file, worst first, and the total; 1 if that is below ``least`` per cent."""
    import coverage

    measured = coverage.Coverage()
    measured.load()
    starts: dict[str, set[int]] = {}
    for note in FOLDER.glob("compiled-*.json"):
        for file, line in json.loads(note.read_text()):
            starts.setdefault(file, set()).add(line)
    rows = []
    for path in sorted(SOURCE.rglob("*.py")):
        _, statements, _, missing, _ = measured.analysis2(str(path))
        left = set(statements) - bodies(path, starts.get(str(path), set()))
        rows.append((len(left), len(left & set(missing)), len(statements) - len(left), path.relative_to(SOURCE)))
    print("  lines  missed  compiled     %")
    lines, missed, compiled = (sum(row[column] for row in rows) for column in range(3))
    for row in [*sorted(rows, key=lambda row: -row[1]), (lines, missed, compiled, "all")]:
        share = 100.0 * (1.0 - row[1] / max(1, row[0]))
        print(f"{row[0]:7d} {row[1]:7d} {row[2]:9d} {share:5.1f}  {row[3]}")
    return int(share < least)


if __name__ == "__main__":
    sys.exit(report(float(sys.argv[1])))
