"""The board of Ticket to Ride: London, and the cards that belong to it: loaded and validated once."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from importlib.resources import files
from typing import Any, NamedTuple

from omnibus.rules.game import BadBoard

GREY = -1  # the colour of a route that any one colour pays for (L11)
NO_CARD = -1  # a gap in the row of face-up cards (L9)
NO_ROUTE = -1
ROW = 5  # face-up cards (L2)
BUS = "bus"


class Route(NamedTuple):
    """A route between two neighbouring locations."""

    id: str
    a: int
    b: int
    length: int
    colour: int
    partner: int  # the other route of a double (L14)
    points: int  # L16

    @property
    def ends(self) -> int:
        """Both ends, as a set of locations."""
        return 1 << self.a | 1 << self.b


class Ticket(NamedTuple):
    """Two locations to link, and what that is worth."""

    id: str
    a: int
    b: int
    points: int

    @property
    def ends(self) -> int:
        """Both ends, as a set of locations."""
        return 1 << self.a | 1 << self.b


class District(NamedTuple):
    """Locations of one colour, which score together (L21)."""

    value: int
    colour: str
    locations: int  # a set


class LondonBoard:
    """Everything printed: locations, routes, districts, tickets, and which cards there are."""

    def __init__(self, data: Mapping[str, Any]):
        cards = data["cards"]
        self.colours: tuple[str, ...] = tuple(cards["colours"])
        self.kinds = (*self.colours, BUS)  # of transport cards; a hand counts them in this order
        self.bus = len(self.colours)
        # L2: how many there are of each kind
        self.copies = (*(cards["of_each"] for _ in self.colours), cards["bus"])
        self.buses: int = data["buses"]  # L1
        ids = [place["id"] for place in data["locations"]]
        number = {place: index for index, place in enumerate(ids)}
        self.locations: tuple[str, ...] = tuple(place["name"] for place in data["locations"])
        self.districts = tuple(
            District(entry["value"], entry["colour"], sum(1 << number[place] for place in entry["locations"]))
            for entry in data["districts"]
        )
        self.routes = tuple(self._routes(data, number))
        self.tickets = tuple(
            Ticket(entry["id"], number[entry["ends"][0]], number[entry["ends"][1]], entry["points"])
            for entry in data["tickets"]
        )
        self.route_ids = tuple(route.id for route in self.routes)
        self.ticket_ids = tuple(ticket.id for ticket in self.tickets)
        self.route_numbered = {route.id: index for index, route in enumerate(self.routes)}
        self.ticket_numbered = {ticket.id: index for index, ticket in enumerate(self.tickets)}
        # From each location: the routes, and where they lead.
        self.neighbours: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple(
                (index, route.b if route.a == here else route.a)
                for index, route in enumerate(self.routes)
                if here in (route.a, route.b)
            )
            for here in range(len(ids))
        )
        for fault in self._faults(data):
            raise BadBoard(fault)

    def _routes(self, data: Mapping[str, Any], number: Mapping[str, int]) -> Iterator[Route]:
        entries = data["routes"]
        for index, entry in enumerate(entries):
            partner = NO_ROUTE
            for other, candidate in enumerate(entries):
                if other != index and "double" in entry and candidate.get("double") == entry["double"]:
                    partner = other
            a, b = entry["ends"]
            length = entry["length"]
            colour = GREY if entry["colour"] == "grey" else self.colours.index(entry["colour"])
            yield Route(entry["id"], number[a], number[b], length, colour, partner, data["route_points"][str(length)])

    def spaces_between(self, start: int, goal: int, owned: int, open_routes: int) -> int | None:
        """The fewest spaces to claim among the open routes so that they and the owned ones link two locations."""
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spaces, here = heappop(queue)
            if here == goal:
                return spaces
            if spaces > best[here]:
                continue
            for index, there in self.neighbours[here]:
                if owned >> index & 1:
                    further = spaces
                elif open_routes >> index & 1:
                    further = spaces + self.routes[index].length
                else:
                    continue
                if further < best.get(there, further + 1):
                    best[there] = further
                    heappush(queue, (further, there))
        return None

    # ---- Validation

    def _faults(self, data: Mapping[str, Any]) -> Iterator[str]:
        """Where the board contradicts the counts in its own file, or itself."""
        ours = self._counts()
        for what, count in data["checks"].items():
            if ours.get(what) != count:
                yield f"the board has {what} {ours.get(what)}, its file says {count}"
        yield from self._faults_of_routes(data)
        everywhere = (1 << len(self.routes)) - 1
        for ticket in self.tickets:
            if self.spaces_between(ticket.a, ticket.b, 0, everywhere) != ticket.points:
                yield f"ticket {ticket.id} is not worth the shortest path between its ends"
        for place, name in enumerate(self.locations):
            if sum(district.locations >> place & 1 for district in self.districts) != 1:
                yield f"{name} is not in exactly one district"
        for names in ([entry["id"] for entry in data[what]] for what in ("locations", "routes", "tickets")):
            if len(set(names)) < len(names):
                yield "an id stands twice in the file"

    def _counts(self) -> dict[str, int | None]:
        of_colour = Counter(route.colour for route in self.routes)
        counts = {of_colour[colour] for colour in range(self.bus)}
        return {
            "locations": len(self.locations),
            "routes": len(self.routes),
            "double_pairs": sum(route.partner != NO_ROUTE for route in self.routes) // 2,
            "spaces": sum(route.length for route in self.routes),
            "routes_per_colour": counts.pop() if len(counts) == 1 else None,
            "grey_routes": of_colour[GREY],
            "tickets": len(self.tickets),
            "ticket_points": sum(ticket.points for ticket in self.tickets),
        }

    def _faults_of_routes(self, data: Mapping[str, Any]) -> Iterator[str]:
        for index, route in enumerate(self.routes):
            if len(data["routes"][index]["spaces"]) != route.length:
                yield f"{route.id} has another number of spaces than its length"
            if "double" in data["routes"][index]:
                twin = self.routes[route.partner]
                alike = route.partner != NO_ROUTE and twin.ends == route.ends and twin.length == route.length
                if not alike or twin.partner != index:
                    yield f"{route.id} is no half of a double"


PRINTED: dict[str, Any] = json.loads(files("omnibus.rules.london").joinpath("board.json").read_text(encoding="utf-8"))
LONDON = LondonBoard(PRINTED)
