"""Where requests come from, also behind proxies: a proxy's word is believed if the settings name that proxy."""

from collections.abc import Collection
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

from omnibus.server.logs import warn

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
UNKNOWN = "?"
IPV6_PREFIX = 64  # what one customer of a provider has to choose from


class Addresses:
    """Tells those who ask apart."""

    def __init__(self, proxies: Collection[Network]):
        self._proxies = proxies
        self._has_warned = False

    def subscriber(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Who asks, as far as limits and bans are concerned."""
        asker = parse_address("" if connection.client is None else connection.client.host)
        # Each proxy adds at the end whom it heard. What stands before the word of a stranger may be invented.
        hops = ",".join(connection.headers.getall("x-forwarded-for", [])).split(",")
        for hop in reversed(hops if hops != [""] else []):
            if asker is None or not is_within(asker, self._proxies):
                self._warn_of_stranger(asker)
                break
            asker = parse_address(hop.strip()) or asker
        return UNKNOWN if asker is None else subscriber_of(asker)

    def _warn_of_stranger(self, address: Address | None) -> None:
        if self._proxies and not self._has_warned:
            self._has_warned = True
            warn("an address that OMNIBUS_PROXIES does not name sends X-Forwarded-For", address=str(address))


def is_within(address: Address, networks: Collection[Network]) -> bool:
    """Whether an address is in one of the networks."""
    return any(address in network for network in networks)


@lru_cache(10_000)
def parse_address(text: str) -> Address | None:
    """An address as it is written, to which some proxies add a port; None if it is none."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(10_000)
def subscriber_of(address: Address) -> str:
    """Who stands behind an address: all of an IPv6 /64 are one."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, IPV6_PREFIX), strict=False))
