"""The HTTP side of the explore page: a router that any FastAPI application can include.

All paths are under /explore.  The event loop only passes messages on: what computes runs on other threads.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response, StreamingResponse

from begreedy.explore.advice import EFFORT, PageAdvisers
from begreedy.explore.curves import Curves, line
from begreedy.explore.heatmap import StreamedMap, read_map
from begreedy.explore.limits import Limits
from begreedy.explore.presets import presets
from begreedy.explore.schema import schema
from begreedy.explore.setting import FieldFault, Refused, read_setting, read_value
from begreedy.explore.tables import TableColumn, read_table
from begreedy.run.scheduler import SharedScheduler
from begreedy.types import part_of
from begreedy.web.plotly_file import plotly_file

PREFIX = "/explore"
LARGEST_BODY = 4_000_000
STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# Plotly writes styles into its figures and makes pictures out of them; nothing may come from elsewhere.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ]
)


class Explorer:
    """What the requests share: threads, limits, advisers."""

    def __init__(self, limits: Limits | None = None, threads: int | None = None) -> None:
        self.limits = limits or Limits()
        self.scheduler = SharedScheduler(threads)
        self.advisers = PageAdvisers(min(EFFORT, self.limits.seconds))

    def leave(self) -> None:
        """End all streams soon: a server waits for them before it closes anything.  May be called by a signal."""
        self.scheduler.leaving = True

    def close(self) -> None:
        self.leave()
        self.scheduler.close()
        self.advisers.close()


def include(app: FastAPI, limits: Limits | None = None, threads: int | None = None, **options: Any) -> Explorer:
    """Add the page to an application; ``options`` are those of ``include_router``, such as dependencies."""
    explorer = Explorer(limits, threads)
    app.include_router(router(explorer), **options)
    return explorer


def router(explorer: Explorer) -> APIRouter:
    """The paths of the page."""
    routes = APIRouter(prefix=PREFIX, include_in_schema=False)

    @routes.get("")
    async def without_slash() -> Response:
        return RedirectResponse(f"{PREFIX}/")

    @routes.get("/")
    async def page() -> Response:
        return _static("index.html")

    @routes.get("/static/{name}")
    async def static(name: str) -> Response:
        return _static(name)

    @routes.get("/plotly.min.js")
    async def plotly() -> Response:
        return FileResponse(plotly_file(), media_type="text/javascript", headers={"Cache-Control": "max-age=86400"})

    @routes.get("/schema")
    async def forms() -> Response:
        return JSONResponse(await asyncio.to_thread(everything))

    @routes.post("/run")
    async def run(request: Request) -> Response:
        async def make(body: Any) -> Curves:
            return await asyncio.to_thread(lambda: Curves(read_setting(body), explorer.scheduler, explorer.limits))

        return await _streamed(request, make)

    @routes.post("/map")
    async def heat_map(request: Request) -> Response:
        async def make(body: Any) -> StreamedMap:
            return await asyncio.to_thread(lambda: StreamedMap(read_map(body), explorer.scheduler, explorer.limits))

        return await _streamed(request, make)

    @routes.post("/advice")
    async def advice(request: Request) -> Response:
        try:
            setting = await asyncio.to_thread(read_setting, await _body(request))
            asking = asyncio.ensure_future(explorer.advisers.advise(setting))
            try:
                while not asking.done():
                    await asyncio.wait([asking], timeout=0.5)
                    if explorer.scheduler.leaving or await request.is_disconnected():
                        return Response(status_code=503)
                return JSONResponse(asking.result())
            finally:
                asking.cancel()
        except Refused as refused:
            return _refusal(refused)

    @routes.post("/table")
    async def table(request: Request) -> Response:
        try:
            return JSONResponse({"columns": await asyncio.to_thread(_table, await _body(request))})
        except Refused as refused:
            return _refusal(refused)

    return routes


def everything() -> dict[str, Any]:
    """What the page is made of."""
    return {**schema(), "presets": presets()}


def _table(body: Any) -> list[list[float]]:
    """The columns of a table: one for the means of arms, two for rewards and costs."""
    if not isinstance(body, dict) or not isinstance(body.get("columns"), list) or not body["columns"]:
        raise Refused(FieldFault("table", "", "expected a text and the names of its columns"))
    low, high = 0.0, 1.0
    if body.get("law"):
        faults: list[FieldFault] = []
        law = read_value(body["law"], "problem", faults)
        if faults:
            raise Refused(*faults)
        low, high = part_of(law, "mean_range", (0.0, 1.0))
        low, high = (low, high) if low > -1e99 else (-float("inf"), float("inf"))
    if body.get("any"):
        low, high = -float("inf"), float("inf")
    return read_table(body.get("text"), [TableColumn(str(name)[:100], low, high) for name in body["columns"][:100]])


async def _streamed(request: Request, make: Any) -> Response:
    try:
        work = await make(await _body(request))
    except Refused as refused:
        return _refusal(refused)

    async def lines() -> AsyncIterator[bytes]:
        async with aclosing(work.messages()) as messages:
            async for message in messages:
                yield line(message)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(lines(), media_type="application/x-ndjson", headers=headers)


async def _body(request: Request) -> Any:
    """The JSON of a request; another site's form cannot send this type without being asked first."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(FieldFault("", "", f"expected application/json, got {kind or 'nothing'}"), status=415)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise Refused(FieldFault("", "", f"a request must have at most {LARGEST_BODY} bytes"), status=413)
    try:
        return json.loads(bytes(body))
    except (ValueError, RecursionError) as error:
        raise Refused(FieldFault("", "", f"cannot read the request: {error}"), status=400) from None


def _refusal(refused: Refused) -> Response:
    return JSONResponse(refused.as_message(), status_code=refused.status)


@cache
def _files() -> frozenset[str]:
    """The names of the files of the page: any other name is never looked for."""
    return frozenset(path.name for path in STATIC.iterdir() if path.suffix in TYPES)


def _static(name: str) -> Response:
    if name not in _files():
        return JSONResponse({"detail": f"no file {name[:100]!r}"}, status_code=404)
    path = STATIC / name
    headers = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
    if path.suffix == ".html":
        headers["Content-Security-Policy"] = POLICY
    return FileResponse(path, media_type=TYPES[path.suffix], headers=headers)
