"""The HTTP side of the operator's page: its files, which are public, and the data it asks for."""

from __future__ import annotations

import json
import time
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from begreedy.bandit.watch.dashboard import pending_before
from begreedy.explore import routes as explore
from begreedy.service.faults import Fault, fault_of
from begreedy.service.page.overview import Overview
from begreedy.service.page.watch import Watch
from begreedy.service.registry import Registry
from begreedy.service.tokens import MANAGE, Access
from begreedy.service.upkeep import UpkeepRounds

FILES = "/page/"  # everything below is the same for everybody, and needs no token
_STATIC = Path(__file__).parent / "static"
_EXPLORE = '    <a href="/explore/">Explore</a>\n'  # left out where there is no such page
_SHARED = ("style.css", "theme.js", "icon.svg", "page.js", "palette.js")  # of the explore page, so that both look alike
_WATCHED = 200  # bandits whose views are kept

Sort = Literal["name", "status", "pulls", "mean", "share", "best"]
Status = Literal["", "played", "paused", "retired"]
Limit = Annotated[int, Query(ge=1, le=200)]
Skip = Annotated[int, Query(ge=0, le=2**31)]
Hours = Annotated[float, Query(ge=0.0, le=1e7, allow_inf_nan=False)]
Search = Annotated[str, Query(max_length=200)]


class WatchCache:
    """Views by bandit; those asked for longest ago are forgotten."""

    def __init__(self, registry: Registry, upkeep: UpkeepRounds) -> None:
        self.registry, self.overview = registry, Overview(registry, upkeep)
        self._watches: dict[str, Watch] = {}

    def of(self, name: str) -> Watch:
        watch = self._watches.pop(name, None) or Watch(self.registry, name)
        self._watches[name] = watch
        if len(self._watches) > _WATCHED:
            del self._watches[next(iter(self._watches))]
        return watch


def include(app: FastAPI, registry: Registry, upkeep: UpkeepRounds) -> None:
    """Add the page to the service."""
    app.include_router(router(WatchCache(registry, upkeep)))


def router(watches: WatchCache) -> APIRouter:
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    async def page() -> Response:
        if watches.registry.options.explore:
            return _file("index.html")
        path = _files()["index.html"]
        return HTMLResponse(path.read_text(encoding="utf-8").replace(_EXPLORE, ""), headers=_headers(path))

    @routes.get(FILES + "{file}")
    async def static(file: str) -> Response:
        return _file(file)

    @routes.get("/overview")
    async def overview(request: Request) -> Response:
        access: Access = request.scope["access"]
        try:
            overview = await watches.overview.answer()
        except Exception as error:
            raise fault_of(error) from error
        mine = [row for row in overview["bandits"] if access.sees(row["name"])]
        return _answer({**overview, "bandits": mine, "manages": MANAGE in access.roles})

    @routes.get("/bandits/{name}/overview")
    async def bandit(name: str, fresh: bool = False) -> Response:
        try:
            return _answer((await watches.of(name).view(fresh)).answer)
        except Exception as error:
            raise fault_of(error) from error

    @routes.get("/bandits/{name}/overview/arms")
    async def arms(
        name: str,
        sort: Sort = "share",
        down: bool = True,
        search: Search = "",
        status: Status = "",
        limit: Limit = 25,
        skip: Skip = 0,
    ) -> Response:
        try:
            return _answer(await watches.of(name).arms(sort, down, search, status, limit, skip))
        except Exception as error:
            raise fault_of(error) from error

    @routes.get("/bandits/{name}/overview/pending")
    async def pending(name: str, hours: Hours) -> Response:
        """How many decisions are pending that were made so many hours ago, by the clock of the server."""
        before = time.time() - 3600.0 * hours
        try:
            count = await watches.registry.do(name, partial(pending_before, moment=before), writes=False)
        except Exception as error:
            raise fault_of(error) from error
        return _answer({"before": before, "count": count})

    return routes


def _answer(content: Any) -> Response:
    return Response(json.dumps(content, allow_nan=False), media_type="application/json")


@cache
def _files() -> dict[str, Path]:
    """The files of the page by name: any other name is never looked for."""
    own = {path.name: path for path in _STATIC.iterdir() if path.suffix in explore.TYPES}
    return own | {name: explore.STATIC / name for name in _SHARED}


def _file(name: str) -> Response:
    path = _files().get(name)
    if path is None:
        raise Fault(404, "the page has no file of that name", field="name", value=name)
    return FileResponse(path, media_type=explore.TYPES[path.suffix], headers=_headers(path))


def _headers(path: Path) -> dict[str, str]:
    headers = {"Cache-Control": "no-cache", "Referrer-Policy": "no-referrer"}
    return headers | ({"Content-Security-Policy": explore.POLICY} if path.suffix == ".html" else {})
