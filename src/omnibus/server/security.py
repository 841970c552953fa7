"""Who may ask what from where, how often, and what browsers are told about our pages."""

import ipaddress
import socket
import time
from collections import OrderedDict
from collections.abc import Mapping
from urllib.parse import urlsplit

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
        name = urlsplit(f"//{host}").hostname if host else None
        if name is None or not (name in self._names or _is_own_address(name, self._anywhere)):
            raise ServerTrouble("wrong-host")

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Refuse another site's page. Programs send no origin."""
        if origin is None or (self._origin is not None and origin == self._origin):
            return
        if urlsplit(origin).netloc != host or not host:
            raise ServerTrouble("wrong-origin")

    def check_unsafe(self, told: Mapping[str, str]) -> None:
        """Refuse a request that changes something unless one of our pages, or a program, sent it on purpose."""
        self.check_origin(told.get("origin"), told.get("host"))
        if told.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise ServerTrouble("wrong-origin")
        if told.get(HEADER) is None:
            raise ServerTrouble("header-missing", header=HEADER)


def _is_own_address(name: str, anywhere: bool) -> bool:
    """A number cannot be pointed at us like a name; loopback is always ours."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return anywhere or address.is_loopback


class Limit:
    """So many at once, and so many a second in the long run, for each of many askers."""

    REMEMBERED = 20_000

    def __init__(self, at_once: float, a_second: float):
        self._at_once = at_once
        self._a_second = a_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def spend(self, asker: str) -> None:
        """Count one more, or refuse it."""
        moment = time.monotonic()
        left, last = self._left.pop(asker, (self._at_once, moment))
        left = min(self._at_once, left + (moment - last) * self._a_second)
        enough = left >= 1
        self._left[asker] = (left - 1 if enough else left, moment)
        if len(self._left) > self.REMEMBERED:
            self._left.popitem(last=False)
        if not enough:
            raise ServerTrouble("too-often")


class Limits:
    """How often things may be asked."""

    def __init__(self, times: float):
        self.requests = Limit(200 * times, 50 * times)  # an address
        self.moves = Limit(100 * times, 20 * times)  # a person, or a connection
        self.newcomers = Limit(30 * times, 0.2 * times)  # an address
        self.passwords = Limit(10 * times, 0.1 * times)  # an address, or a device that is known
        self.passwords_of_account = Limit(10 * times, times / 300)  # an address or a device, and an account
        self.strangers_passwords = Limit(50 * times, times / 72)  # an account, from all devices that are not known
        self.first_passwords = Limit(1 * times, times / 3600)  # an address and an account that is being guessed at
        self.reset_mails = Limit(3 * times, times / 3600)  # an account
        self.data_exports = Limit(3 * times, times / 600)  # a person
        self.tables = Limit(20 * times, 0.2 * times)  # a person, and an address
        self.chat = Limit(10 * times, 0.5 * times)  # a person
        self.reports = Limit(5 * times, 0.02 * times)  # a person
        self.hints = Limit(10 * times, 0.2 * times)  # a person
        self.replays = Limit(20 * times, 0.5 * times)  # an address
        self.uploads = Limit(10 * times, 0.1 * times)  # a person, and an address
