"""A setting as Python code and as a command line that give exactly the same numbers."""

from __future__ import annotations

import ast
import shlex

from begreedy.online.explore.setting import Setting


def python_of(setting: Setting) -> str:
    """A script; ``comparison`` has the results."""
    problem, *texts = (expression(text) for text in setting.texts)
    policies = "".join(f"    {text},\n" for text in texts)
    horizon = "None" if setting.horizon is None else f"{setting.horizon:_}"
    return (
        "import begreedy as bg\n\n"
        f"problem = {problem}\n"
        f"policies = [\n{policies}]\n"
        f"comparison = bg.compare(policies, problem, horizon={horizon}, runs={setting.runs:_}, seed={setting.seed})\n"
        "print(comparison)\n"
    )


def command_of(setting: Setting) -> str:
    """A line for a shell."""
    problem, *policies = setting.texts
    words = ["begreedy", "compare", "--problem", problem]
    for policy in policies:
        words += ["--policy", policy]
    if setting.horizon is not None:
        words += ["--horizon", str(setting.horizon)]
    words += ["--runs", str(setting.runs), "--seed", str(setting.seed)]
    return " ".join(shlex.quote(word) for word in words)


class _Qualified(ast.NodeTransformer):
    """Puts ``bg.`` before every name."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Attribute(ast.Name("bg", ast.Load()), node.id, ast.Load())


def expression(text: str) -> str:
    """Python that makes the value of a text; a bare name stands for its default value."""
    tree = ast.parse(text.strip(), mode="eval").body
    called = ast.Call(tree, [], []) if isinstance(tree, ast.Name) else tree
    return ast.unparse(_Qualified().visit(called))
