"""A setting as Python code and as a command line that give exactly the same numbers."""

from __future__ import annotations

import ast
import inspect
import shlex
from collections.abc import Sequence

from begreedy.advice.models import problems
from begreedy.explore.setting import CompareArguments
from begreedy.values.spec import known
from begreedy.values.syntax import syntax_tree


def python_of(setting: CompareArguments) -> str:
    """A script; ``comparison`` has the results."""
    problem, *texts = (expression(text) for text in setting.texts)
    policies = "".join(f"    {text},\n" for text in texts)
    horizon = "None" if setting.horizon is None else f"{setting.horizon:_}"
    return (
        f"import begreedy as bg\n{_import_of(setting)}\n"
        f"problem = {problem}\n"
        f"policies = [\n{policies}]\n"
        f"comparison = bg.compare(policies, problem, horizon={horizon}, runs={setting.runs:_}, seed={setting.seed})\n"
        "print(comparison)\n"
    )


def command_of(setting: CompareArguments) -> str:
    """A line for a shell."""
    problem, *policies = setting.texts
    words = ["begreedy", "compare", "--problem", f"{_module_of(setting)}:{problem}" if _module_of(setting) else problem]
    for policy in policies:
        words += ["--policy", policy]
    if setting.horizon is not None:
        words += ["--horizon", str(setting.horizon)]
    words += ["--runs", str(setting.runs), "--seed", str(setting.seed)]
    return " ".join(shlex.quote(word) for word in words)


def python_of_map(settings: Sequence[CompareArguments]) -> str:
    """A script that plays the cells of a map; ``comparisons`` has their results, in the same order."""
    cells = []
    for setting in settings:
        problem, *policies = (expression(text) for text in setting.texts)
        horizon = "None" if setting.horizon is None else f"{setting.horizon:_}"
        cells.append(f"    ({problem}, [{', '.join(policies)}], {horizon}),\n")
    first = settings[0]
    return (
        f"import begreedy as bg\n{_import_of(first)}\n"
        f"cells = [\n{''.join(cells)}]\n"
        "comparisons = []\n"
        "for problem, policies, horizon in cells:\n"
        f"    comparison = bg.compare(policies, problem, horizon=horizon, runs={first.runs:_}, seed={first.seed})\n"
        "    comparisons.append(comparison)\n"
        "    print(comparison)\n"
    )


def _module_of(setting: CompareArguments) -> str:
    """The module of a problem that is not the package's own; empty for those that are."""
    module = type(setting.problem).__module__
    return "" if module.split(".")[0] == __package__.split(".")[0] else module


def _import_of(setting: CompareArguments) -> str:
    module = _module_of(setting)
    return f"from {module} import {type(setting.problem).__name__}\n" if module else ""


class _Qualified(ast.NodeTransformer):
    """Puts ``bg.`` before names of the package; a class or recipe without parentheses is called, as in the texts."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        named = _ours(node.id)
        made = known(node.id)
        recipe = inspect.isfunction(made) and made.__module__.startswith("begreedy.policies.")
        return ast.Call(named, [], []) if inspect.isclass(made) or recipe else named

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = ast.Call(node.func, [], [])
        if isinstance(node.func, ast.Name):
            called.func = _ours(node.func.id)
        called.args = [self.visit(item) for item in node.args]
        called.keywords = [ast.keyword(item.arg, self.visit(item.value)) for item in node.keywords]
        return called


def _ours(name: str) -> ast.expr:
    if name in problems() and known(name) is None:
        return ast.Name(name, ast.Load())
    return ast.Attribute(ast.Name("bg", ast.Load()), name, ast.Load())


def expression(text: str) -> str:
    """Python that makes the value of a text.

    >>> expression("Subsample(Greedy, k=20)")
    'bg.Subsample(bg.Greedy(), k=20)'
    """
    return ast.unparse(_Qualified().visit(syntax_tree(text.strip(), mode="eval").body))
