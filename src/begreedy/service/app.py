"""The application: routes behind the guard, and pages that come with them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

from begreedy import __version__
from begreedy.explore.limits import Limits
from begreedy.explore.routes import include
from begreedy.service import faults
from begreedy.service.advising import Advising
from begreedy.service.guard import Guard
from begreedy.service.manual import manual
from begreedy.service.metrics import Metrics
from begreedy.service.options import ServiceOptions
from begreedy.service.page import routes as page
from begreedy.service.registry import Registry
from begreedy.service.routes import router
from begreedy.service.tokens import Tokens
from begreedy.service.upkeep import UpkeepRounds


def create_app(options: ServiceOptions) -> FastAPI:
    """The service over one store; closing it finishes what waits and closes the store."""
    metrics, tokens = Metrics(), Tokens(options)  # unreadable tokens are refused before anything is opened
    registry = Registry(options, metrics)
    upkeep = UpkeepRounds(registry)
    limits = Limits(options.max_seconds, options.max_memory)
    advising = Advising(registry, limits)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        upkeep.start()
        yield
        await upkeep.stop()
        advising.close()
        await registry.close()
        if app.state.explorer is not None:
            app.state.explorer.close()

    app = FastAPI(
        title="begreedy",
        version=__version__,
        description="Durable bandits: ask for a decision, report its reward.",
        lifespan=lifespan,
        docs_url=None,  # FastAPI's own page loads its scripts from elsewhere
        redoc_url=None,
    )
    app.state.registry, app.state.metrics, app.state.advising = registry, metrics, advising
    app.include_router(router)
    faults.install(app)
    app.state.explorer = include(app, limits, options.threads or None) if options.explore else None
    app.state.leave = lambda: _leave(app)
    page.include(app, registry, upkeep)
    app.openapi = lambda: _schema(app)  # type: ignore[method-assign]

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(manual(app.openapi()))

    app.add_middleware(Guard, options=options, metrics=metrics, tokens=tokens)
    return app


def _leave(app: FastAPI) -> None:
    """End soon what takes long: a server waits for its answers before it closes anything.  A signal may call this."""
    app.state.advising.leaving = True
    if app.state.explorer is not None:
        app.state.explorer.leave()


def _schema(app: FastAPI) -> dict[str, Any]:
    """FastAPI's schema of the routes, with our errors instead of its own."""
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        parts = schema.setdefault("components", {}).setdefault("schemas", {})
        for name in ("HTTPValidationError", "ValidationError"):
            parts.pop(name, None)
        parts["Error"] = _ERROR
        _limit_requests(parts, app.state.registry.options)
        refused = {"description": "Refused", "content": {"application/json": {"schema": {"$ref": _ERROR_AT}}}}
        away = {**refused, "description": "The store does not answer; try again"}
        for methods in schema["paths"].values():
            for operation in methods.values():
                operation["responses"].pop("422", None)
                operation["responses"] |= {"4XX": refused, "503": away}
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"token": []}, {}]
        app.openapi_schema = schema
    return app.openapi_schema


def _limit_requests(parts: dict[str, Any], options: ServiceOptions) -> None:
    """Say how much one request may ask for, which is an option of the server."""
    most = options.max_batch
    parts["Advise"]["properties"]["effort"]["anyOf"][0]["maximum"] = options.max_seconds
    asked, told = parts["DecideMany"]["properties"], parts["RewardMany"]["properties"]
    asked["count"]["maximum"] = most
    told["rewards"]["maxItems"] = most
    for kind in asked["context_ids"]["anyOf"]:
        if kind.get("type") == "array":
            kind["maxItems"] = most


_ERROR_AT = "#/components/schemas/Error"
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message"],
            "properties": {
                "message": {"type": "string"},
                "kind": {"type": "string", "description": "the error's class, where a bandit raised one of its own"},
                "field": {"type": "string", "description": "what is wrong"},
                "value": {"description": "what it was, cut short"},
                "allowed": {"type": "string", "description": "what it may be"},
            },
        }
    },
}
