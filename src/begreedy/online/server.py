"""A server that lets its streams end before it stops."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType

import uvicorn


class Server(uvicorn.Server):
    """Calls ``leave`` when it is told to stop: it waits for answers under way, and a stream would keep it waiting."""

    def __init__(self, config: uvicorn.Config, leave: Callable[[], None]) -> None:
        super().__init__(config)
        self._leave = leave

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._leave()
        super().handle_exit(sig, frame)
