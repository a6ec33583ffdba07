"""Why a policy cannot be compiled, in its author's words: one sentence, with file and line.

What must never run inside compiled code is found before anything is compiled (``find_unsafe``).  If the compiler fails,
``explain`` reads the bytecode of the functions concerned for what it cannot do, and only then the compiler's message.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import re
import textwrap
import types
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from begreedy.compile.mirror import methods_of
from begreedy.values.source import instructions, library, place_of
from begreedy.values.syntax import syntax_tree

PLAIN = "trace and simulate play it as plain Python with plain=True"

# Compiled code would hang in them, wait for the keyboard, or not know them.
_OUTSIDE = (print, input, open, breakpoint, exec, eval, compile, globals, locals, vars)

# Arrays that these methods may read: writing to them would falsify the simulation.
_READERS = frozenset({"select", "values", "value", "solve"})
_FOR_READING = frozenset({"total", "pulls", "mean", "weights"})

_MAKES = {
    "BUILD_LIST": "a list",
    "BUILD_MAP": "a dict",
    "BUILD_CONST_KEY_MAP": "a dict",
    "MAP_ADD": "a dict",
    "BUILD_SET": "a set",
    "SET_ADD": "a set",
}
_NO_OBJECTS = (
    "which compiled code cannot do: what a policy remembers are the floats that its method memory asks for; " + PLAIN
)


def find_unsafe(functions: Iterable[types.FunctionType]) -> str | None:
    """The first thing that compiled code must not do, such as print or falsify the statistics, in a sentence."""
    for function in written_by_users(functions):
        for name, line in _written(function) if function.__name__ in _READERS else ():
            where = f"{function.__qualname__} ({place_of(function, line)})"
            return f"{where} writes to {name}, which is for reading only: it would falsify the simulation"
        for step, loaded in _loaded(function):
            if any(loaded is outside for outside in _OUTSIDE):
                return f"{_at(function, step)} calls {loaded.__name__}, which compiled code cannot do; {PLAIN}"
    return None


def explain(label: str, error: Exception, functions: list[types.FunctionType], mirrors: list[Any]) -> str:
    """What the compiler stumbled over."""
    text = str(error)
    reason = next(_findings(functions, mirrors), None) or _wrong_call(text) or _shortened(text)
    return f"{label} cannot be compiled: {reason}"


@lru_cache(maxsize=4096)
def raises(code: types.CodeType) -> bool:
    """Whether a function has a line that raises an exception; equal code has equal lines, so it is read once."""
    return any(step.opname == "RAISE_VARARGS" for step in instructions(code))


# ---------------------------------------------------------------- by reading bytecode


def written_by_users(functions: Iterable[types.FunctionType]) -> Iterator[types.FunctionType]:
    """Those functions that are neither ours nor generated."""
    for function in functions:
        generated = function.__code__.co_filename.startswith("<string>") and function.__name__ == "adapted"
        if not generated and not (function.__module__ or "").startswith("begreedy."):
            yield function


def _loaded(function: types.FunctionType) -> Iterator[tuple[dis.Instruction, Any]]:
    """What a function uses from outside by whatever name: globals, enclosing functions, attributes of modules."""
    enclosing = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # not yet assigned
            enclosing[name] = cell.cell_contents
    names = vars(builtins) | function.__globals__ | enclosing
    loaded: Any = None
    for step in instructions(function.__code__):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"):
            loaded = names.get(step.argval) if step.argval.isidentifier() else None  # not what pytest puts into asserts
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(loaded, types.ModuleType):
            loaded = getattr(loaded, step.argval, None)
        else:
            loaded = None
        yield step, loaded


def _written(function: types.FunctionType) -> Iterator[tuple[str, int]]:
    """The read-only arguments to whose elements a function writes, as far as its source shows, and the lines.

    Also by another name that it gives them; what other functions do with them is seen by ``check_policy`` alone.
    """
    code = function.__code__
    names = {name: name for name in _FOR_READING.intersection(code.co_varnames[: code.co_argcount])}
    try:
        tree = syntax_tree(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):  # not in a file
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in names:
            names |= {target.id: names[node.value.id] for target in node.targets if isinstance(target, ast.Name)}
    places = (node for node in ast.walk(tree) if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load))
    for place in places:
        if isinstance(place.value, ast.Name) and place.value.id in names:
            yield names[place.value.id], code.co_firstlineno + place.lineno - 1


def _at(function: types.FunctionType, step: dis.Instruction) -> str:
    return f"{function.__qualname__} ({place_of(function, step.positions.lineno if step.positions else None)})"


def _findings(functions: list[types.FunctionType], mirrors: list[Any]) -> Iterator[str]:
    """What the compiler cannot do, in the order in which functions were read."""
    owners = {method: found for found in mirrors for method in methods_of(type(found).owner).values()}
    for function in written_by_users(functions):
        itself = function.__code__.co_varnames[:1] if function in owners else ()
        before: Any = None
        for step in instructions(function.__code__):
            name, at = step.argval, _at(function, step)
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and not _defined(function, name):
                yield f"{at} uses {name}, which is not defined"
            elif step.opname in ("STORE_ATTR", "STORE_GLOBAL", "DELETE_ATTR"):
                what = f"the global {name}" if step.opname == "STORE_GLOBAL" else f"the attribute {name}"
                yield f"{at} sets {what}: a policy never changes; what it remembers belongs in memory"
            elif step.opname in _MAKES:
                yield f"{at} makes {_MAKES[step.opname]}, {_NO_OBJECTS}"
            elif step.opname == "IMPORT_NAME":
                yield f"{at} imports {name}: import it at the top of the file"
            elif step.opname == "CHECK_EXC_MATCH":
                yield f"{at} catches exceptions of one kind; compiled code knows only except Exception; {PLAIN}"
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and itself and _last(before) == itself[0]:
                yield from _unknown_attribute(at, name, owners[function])
                if methods_of(type(owners[function]).owner).get(name) is function:
                    yield f"{at} calls itself, which a compiled method cannot: write it as a loop; {PLAIN}"
            before = step
    yield from returning_none(functions)


_RETURN_NUMBERS = frozenset(
    {"index", "sample", "select", "score", "bonus", "explore", "observe", "draw", "log_density", "slope", "part"}
)


def returning_none(functions: Iterable[types.FunctionType]) -> Iterator[str]:
    """Where methods that should return a number return None or reach their end."""
    for function in written_by_users(functions):
        if function.__name__ in _RETURN_NUMBERS and (step := _returns_none(function)):
            yield f"{_at(function, step)} returns None, where a number is needed"


def _defined(function: types.FunctionType, name: str) -> bool:
    return name in function.__globals__ or hasattr(builtins, name)


def _last(step: dis.Instruction | None) -> Any:
    """The variable that an instruction loads last."""
    if step is None or not step.opname.startswith("LOAD_FAST"):
        return None
    return step.argval[-1] if isinstance(step.argval, tuple) else step.argval


def _unknown_attribute(at: str, name: str, mirror: Any) -> Iterator[str]:
    owner = type(mirror).owner
    if name in type(mirror)._fields or name in methods_of(owner):
        return
    fields = getattr(owner, "__dataclass_fields__", getattr(owner, "_fields", ()))
    if name in fields or hasattr(owner, name):
        yield f"{at} uses self.{name}, which is not a number: compiled code sees (tuples of) numbers only; {PLAIN}"
    else:
        yield f"{at} uses self.{name}, which {owner.__name__} does not have"


def _returns_none(function: types.FunctionType) -> dis.Instruction | None:
    """Where a function returns None or reaches its end, if it does."""
    before: dis.Instruction | None = None
    for step in dis.get_instructions(function.__code__):
        if step.opname == "RETURN_CONST" and step.argval is None:
            return step
        loaded_none = before is not None and before.opname == "LOAD_CONST" and before.argval is None
        if step.opname == "RETURN_VALUE" and loaded_none:
            return before
        before = step
    return None


# ---------------------------------------------------------------- by reading the compiler's message


def _wrong_call(text: str) -> str | None:
    """A call of a function or method with the wrong arguments."""
    bad = r"(missing a required argument: '\w+'|too many positional arguments|got an unexpected keyword argument '\w+')"
    if match := re.search(rf"Cannot bind .* to signature '\((.*?)\)' due to \"TypeError: {bad}", text):
        return f"a function of ({match[1]}) is called with the wrong arguments: {match[2]}{_place(text)}"
    if match := re.search(rf"TypingError: {bad}", text):
        name = re.search(r"Function\(<function (\w+) at", text)
        return f"{name[1] if name else 'a method'} is called with the wrong arguments: {match[1]}{_place(text)}"
    return None


def _place(text: str) -> str:
    """The file and line of a user's code that a message of the compiler names."""
    for file, line in re.findall(r'File "(.+?)", line (\d+):', text):
        path = str(Path(file).resolve())
        if file != "<string>" and not library(path):
            return f" ({path}:{line})"
    return ""


def _shortened(text: str) -> str:
    """The first line of the compiler's message, in other words if it is a common one."""
    place = _place(text)
    if match := re.search(r"No implementation of function Function\(<[\w -]*?(\w+)(?: at \w+)?>\)", text):
        return f"it calls {match[1]}{place}, which compiled code cannot do for these arguments; {PLAIN}"
    if match := re.search(r"Unknown attribute '(\w+)' of type (?:Module\(<module '([\w.]+)'.*?>\)|(\S+))", text):
        return f"it uses {match[2] or match[3]}.{match[1]}{place}, which compiled code does not know; {PLAIN}"
    if match := re.search(r"Cannot unify (\S+) and (\S+) for", text):
        return f"it gives {_kind(match[1])} or {_kind(match[2])}, where one kind of number is needed{place}"
    if "NRT required" in text:
        return f"it makes a list, an array or the like{place}, {_NO_OBJECTS}"
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in", "During:", "- ", ">>>"))]
    return (said[0] if said else "the compiler fails and does not say why") + f"{place}; {PLAIN}"


def _kind(text: str) -> str:
    """A type of the compiler, in a user's words."""
    literal = re.match(r"Literal\[(\w+)\]", text)
    return f"a {literal[1]}" if literal else text
