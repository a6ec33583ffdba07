"""begreedy: should I be greedy here, and with how many arms?

>>> import begreedy as bg
>>> problem = bg.Finite(prior=bg.Beta(1, 3), arms=1000, law=bg.Bernoulli())
>>> result = bg.simulate(bg.Greedy(), problem, horizon=10_000, runs=20, seed=0)
>>> result.mean.shape == result.times.shape == (200,)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module

from begreedy.values.names import provide
from begreedy.version import __version__ as __version__

TYPE_CHECKING = False  # what is type-checked takes it for true; importing typing takes longer than all else here
if TYPE_CHECKING:
    from typing import Any

    from begreedy import online as online
    from begreedy.api import *  # noqa: F403


class _PublicNames(Mapping[str, "Any"]):
    """The public names, each imported when it is first used: help does not wait for NumPy, nor simulate for advice."""

    @cached_property
    def homes(self) -> dict[str, str]:
        """The module of each name, as the import statements of ``api`` say, which are read and not run."""
        import ast
        import pkgutil

        from begreedy.values.syntax import syntax_tree

        statements = syntax_tree(pkgutil.get_data(__name__, "api.py") or b"").body
        imports = [statement for statement in statements if isinstance(statement, ast.ImportFrom)]
        return {alias.name: str(statement.module) for statement in imports for alias in statement.names}

    def __getitem__(self, name: str) -> Any:
        home = self.homes[name]
        return import_module(f"{home}.{name}") if home == __name__ else getattr(import_module(home), name)

    def __iter__(self) -> Iterator[str]:
        from begreedy import api

        return iter(api.__all__)

    def __len__(self) -> int:
        return len(self.homes)


_names = _PublicNames()
provide(_names)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return list(_names)
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _names.homes:
        globals()[name] = _names[name]
        return globals()[name]
    try:
        return import_module(f"{__name__}.{name}")  # a room of the package, not one of its public names
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"module 'begreedy' has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return [*_names, "__version__", "online"]
