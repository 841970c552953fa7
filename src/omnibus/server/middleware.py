"""Around the application: what is refused before it is asked, our headers on every answer, and a line in the log."""

import time
from collections.abc import Collection
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Receive, Scope, Send

from omnibus.server import metrics
from omnibus.server.api.dependencies import AnyRequest, language_of
from omnibus.server.logs import tell
from omnibus.server.messages.common import Problem
from omnibus.server.security import SAFE_METHODS, headers
from omnibus.server.services import Services
from omnibus.server.trouble import ServerTrouble

NOT_ALLOWED = 4403


class RequestChecks:
    """Refuses what is no request, comes for somebody else, or comes too often, also where there is nothing."""

    def __init__(self, app: ASGIApp, services: Services, uncounted: Collection[str]):
        self._app = app
        self._services = services
        self._uncounted = uncounted  # paths that cost next to nothing, many of which are asked for at a first visit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one WebSocket, which is welcomed by its handler."""
        if scope["type"] == ScopeType.HTTP:
            request: AnyRequest = Request(scope)
            try:
                _check_path(scope)
                await self._check(request)
            except ServerTrouble as trouble:
                await _problem(request, trouble)(scope, receive, send)
                return
        elif scope["type"] == ScopeType.WEBSOCKET:
            try:
                _check_path(scope)
            except ServerTrouble:
                await send({"type": "websocket.close", "code": NOT_ALLOWED, "reason": ""})
                return
        await self._app(scope, receive, send)

    async def _check(self, request: AnyRequest) -> None:
        services, path = self._services, request.scope["path"]
        services.origin_policy.check_host(request.headers.get("host"))
        if path in self._uncounted:
            return
        address = services.address(request)
        await services.limits.requests.spend(address)
        if path.startswith("/api/"):  # the pages say why nothing else is answered
            services.bans.check_address(address)
        if request.method not in SAFE_METHODS:
            services.origin_policy.check_unsafe(request.headers)


def _check_path(scope: Any) -> None:
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise ServerTrouble("malformed")


def _problem(request: AnyRequest, trouble: ServerTrouble) -> ASGIResponse:
    metrics.REQUESTS_REFUSED.labels(trouble.code).inc()
    language = language_of(None, request.headers.get("accept-language"))
    problem = Problem(trouble.code, trouble.text(language))
    return ASGIResponse(body=msgspec.json.encode(problem), media_type="application/json", status_code=trouble.status)


class HeadersAndRequestLog:
    """Our headers on every answer, and a line in the log."""

    def __init__(self, app: ASGIApp, services: Services):
        self._app = app
        self._services = services
        told = headers(services.settings.https)
        self._headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; anything else is let through."""
        if scope["type"] != ScopeType.HTTP:
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
        asker = self._asker(scope) if self._services.settings.log_people else {}
        tell("request", method=scope["method"], path=scope["path"], status=status, ms=round(seconds * 1000, 1), **asker)

    def _asker(self, scope: Any) -> dict[str, str | None]:
        return {
            "address": self._services.address(ASGIConnection(scope)),
            "person": scope.get("state", {}).get("person"),
        }
