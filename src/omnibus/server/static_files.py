"""The browser client as `npm run build` leaves it, read and gzipped once when the server starts."""

from hashlib import sha256
from pathlib import Path

from litestar import HttpMethod, get, route
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

from omnibus.server.api.dependencies import AnyRequest, answered_in
from omnibus.server.compression import accepts_gzip, gzipped
from omnibus.server.security import OriginPolicy
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


class Page:
    """One file of the client, ready to be sent."""

    def __init__(self, address: str, file: Path):
        self._plain = file.read_bytes()
        self._packed = self._plain if file.suffix in SMALL_ALREADY else gzipped(self._plain, effort=9)
        self._tag = f'W/"{sha256(self._plain).hexdigest()[:24]}"'
        self._told = {
            "content-type": KINDS.get(file.suffix, NO_KIND),
            "cache-control": "public, max-age=31536000, immutable" if address.startswith(HASHED) else "no-cache",
            "etag": self._tag,
            "vary": "accept-encoding",
        }

    def answer(self, request: AnyRequest) -> ASGIResponse:
        """The file, gzipped if that helps; nothing for who has it already."""
        if self._tag in request.headers.get("if-none-match", ""):
            return ASGIResponse(headers=self._told, status_code=304)
        small = len(self._packed) < len(self._plain) and accepts_gzip(request)
        body = self._packed if small else self._plain
        told = {**self._told, "content-length": str(len(body))}
        if small:
            told["content-encoding"] = "gzip"
        asked_for_headers = request.method == HttpMethod.HEAD
        return ASGIResponse(body=b"" if asked_for_headers else body, headers=told, is_head_response=asked_for_headers)


def pages(built: Path) -> dict[str, Page]:
    """Every file of the client by its address; none if it has not been built."""
    files = [file for file in sorted(built.rglob("*")) if file.is_file()]
    found = {address: Page(address, file) for file in files for address in [f"/{file.relative_to(built).as_posix()}"]}
    return {"/": found["/index.html"], **found} if "/index.html" in found else {}


def handler(origin_policy: OriginPolicy) -> HTTPRouteHandler:
    """Answers at the address of every file of the client; where there is none yet, says what to do."""
    built = pages(BUILT)

    async def check(request: AnyRequest) -> None:
        # These requests are not counted: they cost next to nothing, and a first visit is many at once.
        origin_policy.check_host(request.headers.get("host"))

    if not built:

        @get("/", include_in_schema=False, before_request=check)
        async def say_what_to_do(request: AnyRequest) -> ASGIResponse:
            text = TEXTS["not-built"].say(answered_in(request))
            return ASGIResponse(body=f"{text}\n", media_type="text/plain", status_code=503)

        return say_what_to_do

    @route(list(built), http_method=["GET", "HEAD"], include_in_schema=False, before_request=check)
    async def send_file(request: AnyRequest) -> ASGIResponse:
        return built[request.scope["path"]].answer(request)

    return send_file
