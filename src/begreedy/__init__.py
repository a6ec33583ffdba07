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

from begreedy.values.names import provide
from begreedy.version import __version__ as __version__

if TYPE_CHECKING:
    from begreedy import online as online
    from begreedy.api import *  # noqa: F403


def _public_names() -> dict[str, Any]:
    """All public names, which are imported when the first of them is used: help should not wait for NumPy."""
    import begreedy.api as api

    return {name: getattr(api, name) for name in api.__all__}


provide(_public_names)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return list(_public_names())
    if name.startswith("__"):
        raise AttributeError(name)
    if find_spec(f"{__name__}.{name}") is not None:  # a room of the package, not one of its public names
        return import_module(f"{__name__}.{name}")
    try:
        value = _public_names()[name]
    except KeyError:
        raise AttributeError(f"module 'begreedy' has no attribute {name!r}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*_public_names(), "__version__", "online"]
