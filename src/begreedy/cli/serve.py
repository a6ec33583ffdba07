"""What ``begreedy serve`` does, and what it says if the libraries for it are missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def serve_store(store: str, token_file: Path | None, options: dict[str, Any], *, check: bool) -> int:
    """Serve a store, or check it; the exit code."""
    try:
        from begreedy.service import run
        from begreedy.service.options import Options, read_token
    except ImportError as error:
        raise RuntimeError(f"serving needs {error.name}: pip install 'begreedy[serve]'") from None
    if check:
        return run.check(store)
    run.serve(Options(store, token=read_token(token_file), **options))
    return 0
