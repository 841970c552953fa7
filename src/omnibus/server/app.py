"""The application: handlers, headers, errors in one line, and the page that describes the API."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Schema
from litestar.types import ASGIApp, Receive, Scope, Send

from omnibus.rules.rulebook import Refusal
from omnibus.server import api, messages, metrics, static_files, websocket
from omnibus.server.api.dependencies import AnyRequest, answered_in, code_of, status_of
from omnibus.server.api.metrics import show_metrics
from omnibus.server.logs import report_fault, tell
from omnibus.server.messages import Problem
from omnibus.server.security import LARGEST_BODY, SAFE_METHODS, headers
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.server.trouble import TEXTS

_CODES = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}


def build(services: Services) -> Litestar:
    """The application around its services."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    async def check(request: AnyRequest) -> None:
        services.origin_policy.check_host(request.headers.get("host"))
        address = services.address(request)
        await services.limits.requests.spend(address)
        if request.url.path.startswith("/api/"):  # the pages say why nothing else is answered
            services.bans.check_address(address)
        if request.method not in SAFE_METHODS:
            services.origin_policy.check_unsafe(request.headers)

    app = Litestar(
        [api.router(), websocket.router(), describe_api, show_metrics, static_files.handler(services.origin_policy)],
        state=State({"services": services}),
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[lifespan],
        before_request=check,
        exception_handlers={Refusal: _refused, HTTPException: _not_understood, Exception: _fault},
        openapi_config=OpenAPIConfig(title="Omnibus", version="1", path="/api/schema", render_plugins=[]),
        request_max_body_size=LARGEST_BODY,
        signature_types=[Services],
        logging_config=None,
    )
    _close_requests(app)
    return app


def _close_requests(app: Litestar) -> None:
    """Let the schema say what msgspec does: a request has no entries but those described."""
    for name, described in app.openapi_schema.components.schemas.items():
        config = getattr(getattr(messages, name, None), "__struct_config__", None)
        if config is not None and config.forbid_unknown_fields and isinstance(described, Schema):
            described.additional_properties = False


# ---- Errors, in one line and in the person's language


def _refused(request: AnyRequest, refusal: Refusal) -> Response[Problem]:
    language = answered_in(request)
    problem = Problem(code_of(refusal), refusal.text(language))
    metrics.REQUESTS_REFUSED.labels(problem.code).inc()
    return Response(problem, status_code=status_of(refusal), media_type=MediaType.JSON)


def _not_understood(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    code = _CODES.get(error.status_code, "malformed")
    language = answered_in(request)
    problem = Problem(code, TEXTS[code].say(language))
    metrics.REQUESTS_REFUSED.labels(code).inc()
    return Response(problem, status_code=error.status_code, media_type=MediaType.JSON, headers=error.headers)


def _fault(request: AnyRequest, fault: Exception) -> Response[Problem]:
    report_fault("a request failed", fault, method=request.method, path=request.url.path)
    language = answered_in(request)
    problem = Problem("fault", TEXTS["fault"].say(language))
    return Response(problem, status_code=500, media_type=MediaType.JSON)


# ---- The page that describes the API


@get("/api", include_in_schema=False, media_type=MediaType.HTML)
async def describe_api(request: AnyRequest) -> str:
    """Every request there is, in a page that needs no script."""
    rows = []
    for path, item in (request.app.openapi_schema.to_schema()["paths"]).items():
        for method, operation in item.items():
            rows.append(
                f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code></td>"
                f"<td>{escape(operation.get('summary', ''))}</td></tr>"
            )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Omnibus: API</title><h1>Omnibus: API</h1>'
        '<p><a href="/api/schema/openapi.json">OpenAPI schema</a></p><table>' + "".join(rows) + "</table></html>"
    )


# ---- Around it all


class HeadersAndRequestLog:
    """Middleware around everything: our headers on every answer, and a line in the log."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers(settings.https).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one WebSocket."""
        if scope["type"] == ScopeType.WEBSOCKET or "method" not in scope:  # a WebSocket, or the start of the server
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def send_with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *self._headers]
                if not any(name == b"cache-control" for name, _ in message["headers"]):
                    # What one person may know is kept for nobody else, neither on the way nor in a shared browser.
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self._app(scope, receive, send_with_headers)
        seconds = time.perf_counter() - begun
        metrics.observe_request(scope, status, seconds)
        tell("request", method=scope["method"], path=scope["path"], status=status, ms=round(seconds * 1000, 1))


def application(services: Services) -> HeadersAndRequestLog:
    """Everything, ready to be served."""
    return HeadersAndRequestLog(build(services), services.settings)
