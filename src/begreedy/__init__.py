"""begreedy: should I be greedy here, and with how many arms?

>>> import begreedy as bg
>>> problem = bg.Finite(prior=bg.Beta(1, 3), arms=1000, law=bg.Bernoulli())
>>> result = bg.simulate(bg.Greedy(), problem, horizon=10_000, runs=20, seed=0)
>>> result.mean.shape == result.times.shape == (200,)
True
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from begreedy import online as online
    from begreedy.api import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """Public names are imported when first used: the command line's help should not wait for NumPy."""
    if name.startswith("__") and name != "__all__":
        raise AttributeError(name)
    if find_spec(f"{__name__}.{name}") is not None:  # a room of the package, not one of its public names
        return import_module(f"{__name__}.{name}")
    try:
        value = getattr(import_module("begreedy.api"), name)
    except AttributeError:
        raise AttributeError(f"module 'begreedy' has no attribute {name!r}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*import_module("begreedy.api").__all__, "__version__", "online"]
