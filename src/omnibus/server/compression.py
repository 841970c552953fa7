"""Answers made smaller for the way, where whoever asks can unpack them."""

import gzip
from typing import Any

from litestar.connection import ASGIConnection


def gzipped(content: bytes, effort: int) -> bytes:
    """The same content, smaller. The same bytes always become the same bytes."""
    return gzip.compress(content, effort, mtime=0)


def accepts_gzip(request: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether whoever asks takes answers in gzip."""
    for coding in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";")
        if name in ("gzip", "*"):
            return weight.rstrip("0.") != "q="
    return False
