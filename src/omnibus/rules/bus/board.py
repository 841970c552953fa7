"""The city: junctions, streets and building lots, loaded and validated once."""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any, NamedTuple

from omnibus.rules.game import BadBoard

KINDS = ("house", "office", "pub")  # in the order in which the clock shows them (B25)
HOUSE, OFFICE = 0, 1
ZONES = ("A", "B", "C", "D")


class Street(NamedTuple):
    """A street and the junctions at its two ends."""

    name: str
    one: int
    other: int


class Lot(NamedTuple):
    """A place for one building, beside a junction."""

    name: str
    junction: int
    zone: int
    at: tuple[int, int]


class BusBoard:
    """A city. Junctions, streets and lots are numbers; sets of streets or lots are bit masks."""

    __slots__ = (
        "across",
        "all_streets",
        "at",
        "centre",
        "junction_named",
        "junctions",
        "lots",
        "size",
        "stations",
        "street_between",
        "streets",
        "streets_at",
        "zone_lots",
        "zone_masks",
    )

    def __init__(self, data: Mapping[str, Any]):
        rows = data["junctions"]
        self.size: tuple[int, int] = (data["size"][0], data["size"][1])
        self.junctions = tuple(str(row["id"]) for row in rows)
        self.at = tuple((int(row["at"][0]), int(row["at"][1])) for row in rows)
        self.junction_named = {name: number for number, name in enumerate(self.junctions)}
        self.stations = tuple(number for number, row in enumerate(rows) if row["kind"] == "station")
        self.centre = tuple(number for number, row in enumerate(rows) if row["kind"] == "centre")
        self.streets = tuple(self._street(name) for name in data["streets"])
        self.lots = tuple(
            Lot(f"{row['id']}.{place}", number, ZONES.index(lot["zone"]), (lot["at"][0], lot["at"][1]))
            for number, row in enumerate(rows)
            for place, lot in enumerate(row["lots"], start=1)
        )
        self.street_between: dict[tuple[int, int], int] = {}
        for number, street in enumerate(self.streets):
            self.street_between[street.one, street.other] = number
            self.street_between[street.other, street.one] = number
        self.streets_at = tuple(
            sum(1 << number for number, street in enumerate(self.streets) if junction in street[1:])
            for junction in range(len(self.junctions))
        )
        self.all_streets = (1 << len(self.streets)) - 1
        # From each junction: the street, as a bit, and the junction at its other end.
        self.across = tuple(
            {1 << self.street_between[here, there]: there for one, there in self.street_between if one == here}
            for here in range(len(self.junctions))
        )
        self.zone_lots = tuple(
            tuple(number for number, lot in enumerate(self.lots) if lot.zone == zone) for zone in range(len(ZONES))
        )
        self.zone_masks = tuple(sum(1 << lot for lot in lots) for lots in self.zone_lots)
        for fault in chain(self._faults(), self._crossings(), self._miscounts(data["counts"])):
            raise BadBoard(fault)

    def _street(self, name: str) -> Street:
        one, _, other = name.partition("-")
        for junction in (one, other):
            if junction not in self.junction_named:
                raise BadBoard(f"street {name} leads to {junction or 'nowhere'}, which is no junction")
        return Street(name, self.junction_named[one], self.junction_named[other])

    def street_mask(self, trail: Sequence[int]) -> int:
        """The streets of a trail, given by its junctions, as bits."""
        return sum({1 << self.street_between[one, other] for one, other in pairwise(trail)})

    # ---- Validation

    def _faults(self) -> Iterator[str]:
        """Every junction, street and lot is there once, and all can be reached."""
        if len(self.junction_named) != len(self.junctions):
            yield "two junctions have the same name"
        if len(set(self.at)) != len(self.at):
            yield "two junctions lie on the same spot"
        if any(street.one == street.other for street in self.streets):
            yield "a street leads back to its own junction"
        if len({frozenset(street[1:]) for street in self.streets}) != len(self.streets):
            yield "two streets join the same junctions"
        if len({lot.at for lot in self.lots} | set(self.at)) != len(self.lots) + len(self.at):
            yield "two lots lie on the same spot"
        if any(lot.junction in self.stations for lot in self.lots):
            yield "a station has a building lot"
        if not self._all_connected():
            yield "a part of the city cannot be reached"

    def _crossings(self) -> Iterator[str]:
        """The city is planar: streets, drawn straight, meet only at junctions."""
        for number, street in enumerate(self.streets):
            for other in self.streets[:number]:
                if self._cross(street, other):
                    yield f"streets {street.name} and {other.name} cross"

    def _miscounts(self, counts: Mapping[str, int]) -> Iterator[str]:
        found = {
            "junctions": len(self.junctions),
            "streets": len(self.streets),
            "stations": len(self.stations),
            "centre": len(self.centre),
            **{zone: len(lots) for zone, lots in zip(ZONES, self.zone_lots, strict=True)},
        }
        if found != dict(counts):
            yield f"the board has {found}, and should have {dict(counts)}"

    def _all_connected(self) -> bool:
        reached, edge = {0}, [0]
        while edge:
            here = edge.pop()
            beyond = {there for one, there in self.street_between if one == here} - reached
            reached |= beyond
            edge += beyond
        return len(reached) == len(self.junctions)

    def _cross(self, street: Street, other: Street) -> bool:
        """Whether two streets, drawn straight, meet anywhere but at a junction of both."""
        a, b, c, d = (self.at[junction] for junction in (*street[1:], *other[1:]))
        shared = {a, b} & {c, d}
        if shared:
            return len(shared) == 1 and (_between(a, b, *({c, d} - shared)) or _between(c, d, *({a, b} - shared)))
        apart = _side(a, b, c) * _side(a, b, d) > 0 or _side(c, d, a) * _side(c, d, b) > 0
        on_one_straight = _side(a, b, c) == _side(a, b, d) == 0
        if on_one_straight:
            return any(_between(a, b, point) for point in (c, d)) or _between(c, d, a)
        return not apart


def _side(a: tuple[int, int], b: tuple[int, int], point: tuple[int, int]) -> int:
    """On which side of the straight from a to b a point lies: its sign."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _between(a: tuple[int, int], b: tuple[int, int], point: tuple[int, int]) -> bool:
    """Whether a point lies on the straight between a and b."""
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    return _side(a, b, point) == 0 and 0 <= along <= (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


PRINTED: dict[str, Any] = json.loads(files("omnibus.rules.bus").joinpath("board.json").read_text(encoding="utf-8"))
CITY = BusBoard(PRINTED)
