"""The explore page on a real server in a thread, for tests."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import contextmanager

import httpx
import uvicorn

from begreedy.explore.app import create_app


class Served:
    """A running page: its address, its application, and requests to it."""

    def __init__(self, app, origin):
        self.app, self.origin = app, origin
        self.address = f"{origin}/explore/"
        self.explorer = app.state.explorer
        self.client = httpx.Client(base_url=self.address, timeout=120)

    def messages(self, path, **body):
        """All messages of a stream, or the one that refuses it."""
        with self.client.stream("POST", path, json=body) as answer:
            return [json.loads(line) for line in answer.iter_lines()]

    def post(self, path, **body):
        return self.client.post(path, json=body)


@contextmanager
def served(limits=None, threads=2):
    """Serve the page on a free port until the end of the block."""
    app = create_app(limits, threads)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        origin = f"http://127.0.0.1:{listening.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        page = Served(app, origin)
        try:
            yield page
        finally:
            page.client.close()
            server.should_exit = True
            thread.join(10)
