"""The application: handlers, errors in one line, and what describes the API."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from html import escape
from typing import Any, Self

from litestar import Litestar, MediaType, Response, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import OpenAPIMediaType
from litestar.exceptions import HTTPException, InternalServerException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Schema
from litestar.response.base import ASGIResponse
from litestar.serialization import encode_json
from litestar.types import ASGIApp

from omnibus.rules.rulebook import Refusal
from omnibus.server import api, metrics, static_files, websocket
from omnibus.server.api.dependencies import AnyRequest, answered_in, code_of, status_of
from omnibus.server.api.metrics import show_metrics
from omnibus.server.kept_answer import KeptAnswer
from omnibus.server.logs import report_fault
from omnibus.server.messages import all_messages
from omnibus.server.messages.common import Problem
from omnibus.server.middleware import HeadersAndRequestLog, RequestChecks
from omnibus.server.security import LARGEST_BODY, SAFE_METHODS, expect_text
from omnibus.server.services import Services
from omnibus.server.trouble import TEXTS, ServerTrouble

SCHEMA_PATH = "/api/schema/openapi.json"
_CODES = {404: "no-such-page", 405: "wrong-method", 413: "too-large"}


def build(services: Services, pages: Mapping[str, KeptAnswer]) -> Litestar:
    """The application around its services, with the pages of the client."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = Litestar(
        [api.router(), websocket.router(), describe_api, show_metrics, static_files.handler(pages)],
        state=State({"services": services}),
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[lifespan],
        before_request=_check_body,
        exception_handlers={Refusal: _refused, HTTPException: _not_understood, Exception: _fault},
        openapi_config=OpenAPIConfig(
            title="Omnibus",
            version="1",
            openapi_router=Router(
                "/api/schema", route_handlers=[], include_in_schema=False, before_request=_answer_schema
            ),
            render_plugins=[],
        ),
        request_max_body_size=LARGEST_BODY,
        signature_types=[Services],
        websocket_class=websocket.Socket,
        logging_config=None,
    )
    app.state["descriptions"] = Descriptions(app)
    return app


async def _check_body(request: AnyRequest) -> None:
    if request.method in SAFE_METHODS:
        return
    try:
        body = await request.body()
    except InternalServerException:  # Litestar's word for whoever hangs up in mid-sentence
        raise ServerTrouble("malformed") from None
    expect_text(body)


def _close_requests(app: Litestar) -> None:
    """Let the schema say what msgspec does: a request has no entries but those described."""
    messages = all_messages()
    for name, described in app.openapi_schema.components.schemas.items():
        message = messages.get(name)
        if message is not None and message.__struct_config__.forbid_unknown_fields and isinstance(described, Schema):
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


# ---- What describes the API


@get("/api", include_in_schema=False)
async def describe_api(request: AnyRequest) -> ASGIResponse:
    """Every request there is, in a page that needs no script."""
    descriptions: Descriptions = request.app.state["descriptions"]
    return (await descriptions.made()).page.answer(request)


async def _answer_schema(request: AnyRequest) -> Response[bytes]:
    """The schema as it was written once; Litestar's other pages about it are not there."""
    if request.scope["path"] != SCHEMA_PATH:
        raise NotFoundException
    descriptions: Descriptions = request.app.state["descriptions"]
    return Response((await descriptions.made()).schema, media_type=OpenAPIMediaType.OPENAPI_JSON)


class Descriptions:
    """What describes the API, for machines and in a page: made when somebody first asks, and kept."""

    def __init__(self, app: Litestar):
        self._app = app
        self._making = asyncio.Lock()
        self.schema = b""
        self.page = KeptAnswer(b"", "text/html; charset=utf-8")

    async def made(self) -> Self:
        """Both, as they are kept."""
        async with self._making:
            if not self.schema:
                await asyncio.to_thread(self._make)
        return self

    def _make(self) -> None:
        _close_requests(self._app)
        schema = self._app.openapi_schema.to_schema()
        self.page = KeptAnswer(_api_page(schema["paths"]).encode(), "text/html; charset=utf-8")
        self.schema = encode_json(schema)


def _api_page(paths: Mapping[str, Mapping[str, Any]]) -> str:
    rows = [
        f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code></td>"
        f"<td>{escape(operation.get('summary', ''))}</td></tr>"
        for path, item in paths.items()
        for method, operation in item.items()
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Omnibus: API</title><h1>Omnibus: API</h1>'
        f'<p><a href="{SCHEMA_PATH}">OpenAPI schema</a></p><table>' + "".join(rows) + "</table></html>"
    )


def application(services: Services) -> ASGIApp:
    """Everything, ready to be served."""
    pages = static_files.read_pages()
    checked = RequestChecks(build(services, pages), services, pages)
    return HeadersAndRequestLog(checked, services)
