"""Answers that are the same for everybody: made and gzipped once, kept as bytes."""

from hashlib import sha256

from litestar import HttpMethod
from litestar.response.base import ASGIResponse

from omnibus.server.api.dependencies import AnyRequest
from omnibus.server.compression import accepts_gzip, gzipped


class KeptAnswer:
    """One answer, ready to be sent."""

    def __init__(self, content: bytes, content_type: str, cache_control: str = "no-cache", *, packed: bool = False):
        self._plain = content
        self._packed = content if packed else gzipped(content, effort=9)
        self._tag = f'W/"{sha256(content).hexdigest()[:24]}"'
        self._told = {
            "content-type": content_type,
            "cache-control": cache_control,
            "etag": self._tag,
            "vary": "accept-encoding",
        }

    def answer(self, request: AnyRequest) -> ASGIResponse:
        """The answer, gzipped if that helps; nothing for who has it already."""
        if self._tag in request.headers.get("if-none-match", ""):
            return ASGIResponse(headers=self._told, status_code=304)
        small = len(self._packed) < len(self._plain) and accepts_gzip(request)
        body = self._packed if small else self._plain
        told = {**self._told, "content-length": str(len(body))}
        if small:
            told["content-encoding"] = "gzip"
        asked_for_headers = request.method == HttpMethod.HEAD
        return ASGIResponse(body=b"" if asked_for_headers else body, headers=told, is_head_response=asked_for_headers)
