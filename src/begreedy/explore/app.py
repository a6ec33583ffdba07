"""The explore page by itself: an application, and a server on this machine."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from starlette.middleware.trustedhost import TrustedHostMiddleware

from begreedy.explore.limits import Limits
from begreedy.explore.routes import PREFIX, everything, include
from begreedy.values.errors import BadValue
from begreedy.values.value import whole
from begreedy.web.server import Connection, Server, is_loopback, listening

_NAMES = ["127.0.0.1", "localhost", "[::1]"]


def create_app(limits: Limits | None = None, threads: int | None = None) -> FastAPI:
    """The page alone, for this machine only: requests that name another host are refused."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        explorer.close()

    app = FastAPI(title="begreedy explore", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    explorer = app.state.explorer = include(app, limits, threads)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=_NAMES)  # names that another site cannot take over

    @app.get("/", include_in_schema=False)
    async def home() -> RedirectResponse:
        return RedirectResponse(f"{PREFIX}/")

    return app


def serve(host: str, port: int, limits: Limits, threads: int | None, open_browser: bool) -> None:
    """Serve the page until Ctrl-C."""
    if not is_loopback(host):
        hint = "begreedy serve offers the page to others, with tokens"
        raise BadValue.of("host", host, "an address of this machine only, such as 127.0.0.1", hint=hint)
    whole(port, "port", low=0, high=65535)
    app = create_app(limits, threads)
    with listening(host, port) as (opened, root):
        address = f"{root}{PREFIX}/"
        threading.Thread(target=everything, daemon=True).start()  # while the browser starts
        print(f"explore at {address}  (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if open_browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            app, http=Connection, log_level="warning", access_log=False, timeout_graceful_shutdown=5
        )
        Server(config, app.state.explorer.leave).run(sockets=[opened])
