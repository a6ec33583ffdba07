"""Where Plotly's JavaScript is: pages use it without a network, and without importing the package."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from begreedy.values.extras import MissingExtra


@lru_cache(maxsize=1)
def plotly_file() -> Path:
    """The script in the installed wheel."""
    spec = find_spec("plotly")
    file = Path(str(spec.origin)).parent / "package_data" / "plotly.min.js" if spec and spec.origin else Path()
    if not file.is_file():
        raise MissingExtra(
            "install plotly, with its JavaScript, for pages: pip install '.[report]' in begreedy's folder",
            name="plotly",
        )
    return file
