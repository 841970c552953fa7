"""Who may ask what from where, and what browsers are told about our pages."""

import ipaddress
import re
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec

from omnibus.server.settings import Settings
from omnibus.server.trouble import ServerTrouble

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HEADER = "x-omnibus"  # a browser sends it only for our own pages
LARGEST_BODY = 64 * 1024
LARGEST_FRAME = 4096

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


def headers(https: bool) -> dict[str, str]:
    """What every answer carries."""
    told = {
        "Content-Security-Policy": CONTENT_SECURITY_POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }
    if https:
        told["Strict-Transport-Security"] = "max-age=31536000"
    return told


class OriginPolicy:
    """Lets in requests that come for us, from our own pages or from no page at all."""

    def __init__(self, settings: Settings):
        self._origin = settings.origin
        self._names = {"localhost", settings.host}
        self._anywhere = settings.host in ("0.0.0.0", "::")  # noqa: S104 (a comparison)
        if settings.origin is not None:
            self._names.add(urlsplit(settings.origin).hostname or "")
        if self._anywhere:
            self._names.add(socket.gethostname().lower())

    def check_host(self, host: str | None) -> None:
        """Refuse a name that is not ours: another site's name may have been pointed at us."""
        name = _host_name(host or "")
        if name is None or not (name in self._names or _is_own_address(name, self._anywhere)):
            raise ServerTrouble("wrong-host")

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Refuse another site's page. Programs send no origin."""
        if origin is None or (self._origin is not None and origin == self._origin):
            return
        scheme, _, site = origin.partition("://")
        if scheme not in ("http", "https") or site != host or not host:
            raise ServerTrouble("wrong-origin")

    def check_unsafe(self, told: Mapping[str, str]) -> None:
        """Refuse a request that changes something unless one of our pages, or a program, sent it on purpose."""
        self.check_origin(told.get("origin"), told.get("host"))
        if told.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise ServerTrouble("wrong-origin")
        if told.get(HEADER) is None:
            raise ServerTrouble("header-missing", header=HEADER)


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_own_address(name: str, anywhere: bool) -> bool:
    """A number cannot be pointed at us like a name; loopback is always ours."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return anywhere or address.is_loopback


MOST_BRACKETS = 200  # so few cannot be nested too deep
_ESCAPED_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def expect_text(body: bytes) -> None:
    """Refuse what is no text, holds NUL as JSON writes it, or is nested without end.

    NUL PostgreSQL does not keep, and nobody types it.
    """
    try:
        body.decode()
        if body.count(b"[") + body.count(b"{") > MOST_BRACKETS:
            msgspec.json.decode(body)
    except (UnicodeDecodeError, RecursionError, msgspec.DecodeError):
        raise ServerTrouble("malformed") from None
    if b"\\u0000" in body and _ESCAPED_NUL.search(body):
        raise ServerTrouble("malformed")
