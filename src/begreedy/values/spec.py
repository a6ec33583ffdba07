"""Values written as text: ``UCB(c=2.0)``, ``Finite(prior=Beta(1, 3), arms=100)``, ``my_module:MyUCB(c=2.0)``.

The text is read with ``ast`` and never evaluated: it can name our policies, problems, laws, priors and functions,
values of a user's module, numbers, texts and lists of these, and nothing else.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
from collections.abc import Container, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from begreedy.values.canonical import hints_of
from begreedy.values.errors import BadType, BadValue, within
from begreedy.values.fields import restored
from begreedy.values.names import category_of, nearest, public_names
from begreedy.values.syntax import syntax_tree

# A text in quotes, which is left alone, or module:Name.  Only where a word begins, or long words would take for ever.
_TOKEN = re.compile(r"""("[^"]*"|'[^']*')|(?<![\w.])([A-Za-z_][\w.]*+)\s*+:\s*+([A-Za-z_]\w*+)""")
_LONGEST = 200  # characters of a text that errors quote
_LARGEST = 2**1024  # beyond all floats; Python could not even write what has thousands of digits


_KINDS = {
    "policy": "policy",
    "prior": "prior",
    "law": "law",
    "f": "function",
    "actions": "actions",
}  # of fields


def parse(
    text: str, *, kind: str = "", modules: bool | Container[str] = True, names: Mapping[str, Any] | None = None
) -> Any:
    """The value that a text stands for; without ``modules``, only names of ours: nothing is imported or opened.

    ``modules`` may also be those that it may name; then nothing is opened either.  ``kind`` is what it should be, such
    as "policy", for messages; ``names`` are further ones that it may use.

    >>> parse("Subsample(UCB(c=0.5), k=20)")
    Subsample(policy=UCB(c=0.5), k=20)
    >>> parse("Subsample(policy=UCB(c=0.5), k=0, beta=0.0, c1=0.0, gamma=-1.0, rule='', label='')")  # as stored
    Subsample(policy=UCB(c=0.5))
    >>> parse("Greedy")
    Greedy()
    >>> parse("UCB(d=1)")
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: UCB has no field 'd' in 'UCB(d=1)'; it has c
    >>> parse("Finite(prior=Unifrom(), arms=3)")
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: no prior 'Unifrom' in 'Finite(prior=Unifrom(), arms=3)'; did you mean Uniform...
    """
    if not isinstance(text, str):
        allowed = "a text such as 'UCB(c=1.0)'"
        raise BadType(f"expected {allowed}, got {text!r}", field=kind or "text", value=text, allowed=allowed)
    shown = _shown(text)
    source = _TOKEN.sub(lambda match: match[1] or f"{match[2]}.{match[3]}", text.strip())
    try:
        tree = syntax_tree(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        allowed = "Name(field=value, ...), or module:Name(...)"
        words = f"cannot read {shown!r}; expected {allowed}"
        raise BadValue(words, field=kind or "text", value=text, allowed=allowed) from None
    reader = _Reader(shown, modules, names or {})
    try:
        return reader.instance(reader.read(tree, kind))
    except RecursionError:
        words = f"cannot read {shown[:60]!r}...; it is nested too deeply"
        raise BadValue(words, field=kind or "text", value=text, allowed="a text that is not nested so deeply") from None


def _shown(text: str) -> str:
    """As much of a text as a message quotes."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def known(name: str) -> Any:
    """What a text means by a name without a module, one of our classes, recipes and functions; None if by nothing."""
    value = public_names().get(name)
    return value if category_of(value) else None


def _part(name: str, trusted: bool) -> Any:
    """A class that our recipes are made of but that is no public name: what ``canonical`` writes can be read again.

    Unless the text is ``trusted``, only one without fields: others hold what ``fit`` works out, and compiled code goes
    by it unchecked.
    """
    tuple(public_names().values())  # imports the modules of all policies
    for module in sorted(sys.modules):
        member = getattr(sys.modules[module], name, None) if module.startswith("begreedy.policies.") else None
        if dataclasses.is_dataclass(member) and member.__module__ == module:
            return member if trusted or not dataclasses.fields(member) else None
    return None


class _Reader:
    """Turns a syntax tree into a value."""

    def __init__(self, text: str, modules: bool | Container[str], names: Mapping[str, Any]) -> None:
        self.text = text
        self.modules: Container[str] = () if isinstance(modules, bool) else modules
        self.anything = modules is True
        self.names = names

    def read(self, node: ast.AST, kind: str = "") -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str, type(None))):
            if isinstance(node.value, int) and node.value >= _LARGEST:
                words = f"cannot read a number in {self.text!r}; it has hundreds of digits"
                raise BadValue(words, field="number", value=None, allowed="less than 2**1024")
            return node.value
        if isinstance(node, (ast.Tuple, ast.List)):
            return tuple(self.read(item) for item in node.elts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return self._signed(node)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._named(node, kind)
        if isinstance(node, ast.Call):
            return self._call(node, kind)
        raise self._unreadable(node, "a number, a text or Name(...)")

    def _unreadable(self, node: ast.AST, expected: str) -> BadValue:
        part = _shown(ast.unparse(node))
        words = f"cannot read {part!r} in {self.text!r}; expected {expected}"
        return BadValue(words, field="text", value=part, allowed=expected)

    def _signed(self, node: ast.UnaryOp) -> Any:
        number = self.read(node.operand)
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise self._unreadable(node, "a number")
        return -number if isinstance(node.op, ast.USub) else number

    def _named(self, node: ast.Name | ast.Attribute, kind: str) -> Any:
        if isinstance(node, ast.Attribute):
            if not re.fullmatch(r"[\w.]+", ast.unparse(node)):
                raise self._unreadable(node, "module:Name")
            return self._from_module(ast.unparse(node.value), node.attr)
        named = self.names.get(node.id) or known(node.id) or _part(node.id, self.anything)
        if named is not None:
            return named
        names = {**{name: value for name, value in public_names().items() if category_of(value)}, **self.names}
        alike = [name for name, value in names.items() if kind in ("", category_of(value))] or names
        own = f", and your own is module:{node.id}(...)" if self.anything else ""
        words = (
            f"no {f'{kind} ' if kind else ''}{_shown(node.id)!r} in {self.text!r}; "
            f"did you mean {nearest(node.id, alike)}? 'begreedy list' has all names{own}"
        )
        raise BadValue(words, field=kind or "name", value=node.id, allowed="a name of 'begreedy list'")

    def _from_module(self, module: str, name: str) -> Any:
        if not self.anything and module not in self.modules:
            words = (
                f"only names of begreedy may be given here, got {_shown(module)}:{_shown(name)} in {self.text!r}; "
                "a policy of your own can be run from Python or with begreedy compare"
            )
            raise BadValue(words, field="name", value=f"{module}:{name}", allowed="names of begreedy")
        try:
            imported = import_module(module)
        except ImportError as error:
            words = f"cannot import {_shown(module)!r} of {self.text!r}: {error}"
            if error.name == module and Path(f"{module}.py").is_file():
                words += f"; {module}.py is in the current folder, which is not in sys.path"
            allowed = "a module that can be imported"
            raise BadValue(words, field="module", value=module, allowed=allowed) from None
        if not hasattr(imported, name):
            names = [n for n, value in vars(imported).items() if inspect.isclass(value) and value.__module__ == module]
            listed = ", ".join(names) or "no classes"
            words = f"module {module} has no {name!r}; it has {listed}"
            raise BadValue(words, field="name", value=name, allowed=listed)
        return getattr(imported, name)

    def _call(self, node: ast.Call, kind: str) -> Any:
        maker = self.read(node.func, kind)
        name = ast.unparse(node.func)
        ours = isinstance(node.func, ast.Name) and callable(maker)
        if not ours and not (dataclasses.is_dataclass(maker) or hasattr(maker, "_fields")):
            with within(repr(self.text)):
                raise BadValue.of(name, maker, "a frozen dataclass or a NamedTuple")
        if any(item.arg is None for item in node.keywords):
            raise self._unreadable(node, "field=value")
        fields = [*inspect.signature(maker).parameters, *[""] * len(node.args)]
        positional = [self._field(item, field) for item, field in zip(node.args, fields)]
        named = {str(item.arg): self._field(item.value, str(item.arg)) for item in node.keywords}
        return self._make(maker, name, positional, named)

    def _field(self, node: ast.AST, name: str) -> Any:
        return self.instance(self.read(node, _KINDS.get(name, "")))

    def _make(self, maker: Any, name: str, positional: list[Any], named: dict[str, Any]) -> Any:
        signature = inspect.signature(maker)
        fields = list(signature.parameters)
        for field in named:
            if field not in fields:
                listed = ", ".join(fields) or "none"
                words = f"{name} has no field {field!r} in {self.text!r}; it has {listed}"
                raise BadValue(words, field=f"{name}.{field}", value=named[field], allowed=f"a field among {listed}")
        try:
            arguments = signature.bind(*positional, **named).arguments
        except TypeError as error:
            listed = ", ".join(fields) or "none"
            words = f"{name} in {self.text!r}: {error}; its fields are {listed}"
            raise BadValue(words, field=name, value=self.text, allowed=f"the fields {listed}") from None
        for field in () if self.anything else getattr(maker, "files", ()):
            if isinstance(arguments.get(field), str):  # whoever may import nothing may open nothing either
                words = f"{name}.{field} must not be a file here, got {arguments[field]!r}"
                raise BadValue(words, field=f"{name}.{field}", value=arguments[field], allowed="no file")
        # Canonical texts have stand-ins for what was not given; a recipe has fields of the class that it makes.
        owner = maker if inspect.isclass(maker) else hints_of(maker).get("return", type(None))
        return maker(**{field: restored(owner, field, argument) for field, argument in arguments.items()})

    def instance(self, value: Any) -> Any:
        """A class or a recipe named without parentheses stands for its default value."""
        recipe = inspect.isfunction(value) and value.__module__.startswith("begreedy.policies.")
        return self._make(value, value.__name__, [], {}) if recipe or inspect.isclass(value) else value
