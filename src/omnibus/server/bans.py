"""Who is kept out: persons, addresses and networks, held in memory so that every request can be checked."""

from datetime import UTC, datetime
from ipaddress import IPv6Network, ip_network
from typing import NamedTuple

from sqlalchemy import or_, select

from omnibus.server.addresses import IPV6_PREFIX, Network, parse_address
from omnibus.server.schema import BANS
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble


class ActiveBan(NamedTuple):
    """Why somebody is kept out, and until when: for ever unless said."""

    reason: str
    until: int | None

    @property
    def over(self) -> bool:
        """Whether it was until a moment that has passed."""
        return self.until is not None and self.until <= now()

    def outlasts(self, other: "ActiveBan | None") -> bool:
        """Whether it ends after another one."""
        return other is None or (other.until is not None and (self.until is None or self.until > other.until))

    def refusal(self) -> ServerTrouble:
        """What those are told who are kept out."""
        if self.until is None:
            return ServerTrouble("banned", reason=self.reason)
        until = datetime.fromtimestamp(self.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        return ServerTrouble("banned-until", reason=self.reason, until=until)


class Bans:
    """All bans in force."""

    def __init__(self, store: Store):
        self._store = store
        self._people: dict[str, ActiveBan] = {}
        self._networks: dict[int, dict[Network, ActiveBan]] = {}  # by the length of their prefix

    async def load(self) -> None:
        """Take over what is in the database."""
        columns = BANS.c.person, BANS.c.address, BANS.c.reason, BANS.c.until
        rows = await self._store.rows(select(*columns).where(or_(BANS.c.until.is_(None), BANS.c.until > now())))
        people: dict[str, ActiveBan] = {}
        networks: dict[int, dict[Network, ActiveBan]] = {}
        for row in rows:
            ban = ActiveBan(row.reason, row.until)
            if row.person is not None and ban.outlasts(people.get(row.person)):
                people[row.person] = ban
            if row.address is not None:
                network = ip_network(row.address)
                alike = networks.setdefault(network.prefixlen, {})
                if ban.outlasts(alike.get(network)):
                    alike[network] = ban
        self._people, self._networks = people, networks

    def of_person(self, person: str) -> ActiveBan | None:
        """The ban of a person, if there is one."""
        ban = self._people.get(person)
        return None if ban is None or ban.over else ban

    def check_person(self, person: str) -> None:
        """Refuse somebody who is kept out."""
        ban = self.of_person(person)
        if ban is not None:
            raise ban.refusal()

    def check_address(self, address: str) -> None:
        """Refuse whoever comes from an address that is kept out."""
        ban = self.of_address(address)
        if ban is not None:
            raise ban.refusal()

    def of_address(self, address: str) -> ActiveBan | None:
        """The ban of an address or of a network that it is in, if there is one."""
        if not self._networks:
            return None
        home = _home(address)
        if home is None:
            return None
        for length, alike in self._networks.items():
            ban = alike.get(_widened(home, length))
            if ban is not None and not ban.over:
                return ban
        return None

    def of(self, person: str, address: str) -> ActiveBan | None:
        """The ban that keeps out a person at an address, if there is one."""
        return self.of_person(person) or self.of_address(address)


def bannable_network(text: str) -> Network:
    """The network that is meant by an address or a network; an address of IPv6 stands for all of its home."""
    network = _home(text)
    if network is None:
        raise ServerTrouble("bad-address")
    return network


def is_within(address: str, network: Network) -> bool:
    """Whether an address is in a network."""
    home = _home(address)
    return home is not None and _widened(home, network.prefixlen) == network


def _widened(network: Network, prefix: int) -> Network:
    return network.supernet(new_prefix=prefix) if prefix < network.prefixlen else network


def _home(text: str) -> Network | None:
    """The network of an address as it is compared with bans."""
    try:
        if "/" in text:
            network: Network = ip_network(text, strict=False)
        else:
            address = parse_address(text)
            if address is None:
                return None
            network = ip_network(address)
    except ValueError:
        return None
    if isinstance(network, IPv6Network) and network.prefixlen > IPV6_PREFIX:
        return network.supernet(new_prefix=IPV6_PREFIX)
    return network
