"""The browser client as `npm run build` leaves it, read and gzipped once when the server starts."""

from collections.abc import Mapping
from pathlib import Path

from litestar import get, route
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

from omnibus.server.api.dependencies import AnyRequest, answered_in
from omnibus.server.kept_answer import KeptAnswer
from omnibus.server.trouble import TEXTS

BUILT = Path(__file__).parent / "static"
HASHED = "/assets/"  # the name of such a file changes with what is in it
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
NO_KIND = "application/octet-stream"
SMALL_ALREADY = (".png", ".woff2")


def _kept(address: str, file: Path) -> KeptAnswer:
    return KeptAnswer(
        file.read_bytes(),
        KINDS.get(file.suffix, NO_KIND),
        "public, max-age=31536000, immutable" if address.startswith(HASHED) else "no-cache",
        packed=file.suffix in SMALL_ALREADY,
    )


def read_pages(built: Path = BUILT) -> dict[str, KeptAnswer]:
    """Every file of the client by its address; none if it has not been built."""
    files = [file for file in sorted(built.rglob("*")) if file.is_file()]
    found = {address: _kept(address, file) for file in files for address in [f"/{file.relative_to(built).as_posix()}"]}
    return {"/": found["/index.html"], **found} if "/index.html" in found else {}


def handler(pages: Mapping[str, KeptAnswer]) -> HTTPRouteHandler:
    """Answers at the address of every file of the client; where there is none yet, says what to do."""
    if not pages:

        @get("/", include_in_schema=False)
        async def say_what_to_do(request: AnyRequest) -> ASGIResponse:
            text = TEXTS["not-built"].say(answered_in(request))
            return ASGIResponse(body=f"{text}\n", media_type="text/plain", status_code=503)

        return say_what_to_do

    @route(list(pages), http_method=["GET", "HEAD"], include_in_schema=False)
    async def send_file(request: AnyRequest) -> ASGIResponse:
        return pages[request.scope["path"]].answer(request)

    return send_file
