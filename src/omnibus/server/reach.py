"""How far the server can be reached, for links that are sent to friends."""

import ipaddress
import socket

from omnibus.server.settings import Settings

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 (compared with, not listened on)
# For documentation, and so nobody's: a way there is looked up, nothing is sent.
FAR_AWAY = "203.0.113.1"


def only_here(settings: Settings) -> bool:
    """Whether only this machine can reach us: we listen to nobody else, and no proxy stands before us."""
    return settings.origin is None and _is_loopback(settings.host)


def address_for_others(settings: Settings) -> str | None:
    """Where people on other machines find us, as far as we know."""
    if settings.origin is not None:
        return settings.origin
    host = _own_address() if settings.host in ANYWHERE else settings.host
    if host is None or _is_loopback(host):
        return None
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _own_address() -> str | None:
    """This machine's address on the network by which it would reach others."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((FAR_AWAY, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
