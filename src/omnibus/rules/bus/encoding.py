"""What a seat sees of a game of Bus as numbers, for programs that learn.

Left out is what no decision can depend on: in which order a line runs through its middle, and the order of cubes on
spaces that can never be worth anything (B12).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from omnibus.rules.bus.board import KINDS, ZONES, BusBoard
from omnibus.rules.bus.moves import ACTIONS, BUILDINGS, EXTENSION, PASSENGERS, PHASES, VRROOOMM
from omnibus.rules.bus.view import BusSeatView, BusView
from omnibus.rules.encoding import Encoding, Part

if TYPE_CHECKING:
    from omnibus.rules.bus import Bus

ANY_NUMBER = (EXTENSION, PASSENGERS, BUILDINGS, VRROOOMM)  # the actions that take any number of cubes (B8)
NO_PEOPLE = {"content": 0, "waiting": 0, "carried": 0}


class BusEncoding(Encoding):
    """The views of Bus as numbers, on the board and with the pieces of one box.

    Seats come in the order of play from the one that looks, junctions, streets and lots in the order of the board. What
    is asked is the phase, of the seat whose turn it is.
    """

    def __init__(self, box: "type[Bus]"):
        self.board = box.board
        self.seat_counts = box.seat_counts
        self.most_seats = box.seat_counts[-1]
        # B9, B31: two cubes a round at least, so the game ends before the rounds are more; B8: each brings one bus.
        self.most_rounds = box.cubes // 2
        self.most_buses = 1 + self.most_rounds
        # B12, B13: no later space is ever worth anything, but on vrrooomm.
        self.spaces_told = self.most_buses
        self.most_cubes = box.cubes - 1
        self.most_ways = max(map(len, box.board.across))
        self.ways = {name: _ways(box.board, junction) for name, junction in box.board.junction_named.items()}
        self.parts = self._parts(box)

    def _parts(self, box: "type[Bus]") -> tuple[Part, ...]:
        seats, board = self.most_seats, self.board
        junctions, streets, lots = len(board.junctions), len(board.streets), len(board.lots)
        most_rides = box.passengers * self.most_rounds  # B29: nobody is carried twice a round
        most_seated = max(sum(lot.junction == junction for lot in board.lots) for junction in range(junctions))
        return (
            Part("seats", len(self.seat_counts)),
            Part("phase", len(PHASES)),
            Part("turn", seats),
            Part("first", seats),
            Part("round", 1, self.most_rounds),
            Part("cubes", seats, self.most_cubes),
            Part("spent", seats, self.most_cubes),
            Part("buses", seats, self.most_buses),
            Part("sticks", seats, max(box.sticks.values())),
            Part("points", seats, most_rides),
            Part("reached", seats, most_rides),  # the ride of the game that brought a seat there (B33)
            Part("stones", seats, max(box.stones.values())),
            Part("passed", seats),
            Part("rides", seats * len(KINDS), self.most_buses),  # how many all buses would carry, by kind (B28)
            Part("streets", seats * streets),  # of each line
            Part("junctions", seats * junctions),  # of each line
            Part("ends", seats * 2 * junctions),  # the end laid last is the second
            Part("last streets", seats * 2 * self.most_ways),  # which of the streets at that junction
            Part("must turn off", seats * 2),
            Part("buildings", lots * len(KINDS)),
            Part("zone", len(ZONES)),  # where is built now
            Part("content", junctions, most_seated),
            Part("waiting", junctions, box.passengers),
            Part("carried", junctions, most_seated),
            Part("supply", 1, box.passengers),
            Part("clock", len(KINDS)),
            Part("hours", len(KINDS)),  # that the clock may show at the next rides
            Part("stones left", 1, max(box.stones.values())),
            Part("most buses", 1, self.most_buses),
            Part("next worth", len(ACTIONS), self.most_buses),  # of a cube placed now
            Part("placed", seats * len(ACTIONS), self.most_cubes),  # cubes of each seat on each action
            Part("spaces", len(ANY_NUMBER) * self.spaces_told * seats),  # whose cube lies on a, b, c …
            Part("later vrrooomm", seats * self.most_cubes - self.spaces_told, seats),  # the same, as a number from 1
            Part("space", 1, seats * self.most_cubes - 1),  # the one carried out
            Part("left", 1, self.most_buses),  # how much of it is left to do
        )

    def encode(self, view: BusView) -> list[int]:
        """All that the seat of the view knows."""
        if view["seat"] is None:
            raise ValueError("a spectator has no seat to look from")
        in_order = [(view["seat"] + step) % view["seats"] for step in range(view["seats"])]
        return [
            *_one_of(view["seats"], self.seat_counts),
            *_one_of(view["phase"], PHASES),
            *self._by_seat([int(seat in view["turn"])] for seat in in_order),
            *self._by_seat([int(seat == view["first"])] for seat in in_order),
            view["round"],
            *self._on_the_table([view["table"][seat] for seat in in_order]),
            *self._in_the_city(view),
            *self._on_the_action_board(view, in_order),
            view["space"],
            view["left"],
        ]

    def _by_seat(self, numbers: Iterable[Sequence[int]]) -> list[int]:
        """The numbers of the seats at the table, and nothing for the others."""
        there = list(numbers)
        return _padded([*chain(*there)], self.most_seats * len(there[0]))

    def _on_the_table(self, table: Sequence[BusSeatView]) -> list[int]:
        """What the players have, and their lines."""
        return [
            *self._by_seat([seat["cubes"]] for seat in table),
            *self._by_seat([seat["spent"]] for seat in table),
            *self._by_seat([seat["buses"]] for seat in table),
            *self._by_seat([seat["sticks"]] for seat in table),
            *self._by_seat([seat["points"]] for seat in table),
            *self._by_seat([seat["reached"]] for seat in table),
            *self._by_seat([seat["stones"]] for seat in table),
            *self._by_seat([int(seat["passed"])] for seat in table),
            *self._by_seat([seat["rides"][kind] for kind in KINDS] for seat in table),
            *self._by_seat(self._streets(seat) for seat in table),
            *self._by_seat(self._junctions(seat) for seat in table),
            *self._by_seat(self._ends(seat) for seat in table),
            *self._by_seat(self._last_streets(seat) for seat in table),
            *self._by_seat(_padded([int(end["must_turn_off"]) for end in seat["ends"]], 2) for seat in table),
        ]

    def _streets(self, seat: BusSeatView) -> list[int]:
        named, between = self.board.junction_named, self.board.street_between
        ways = pairwise([named[name] for name in seat["line"]])
        return _marked(len(self.board.streets), (between[way] for way in ways))

    def _junctions(self, seat: BusSeatView) -> list[int]:
        named = self.board.junction_named
        return _marked(len(named), (named[name] for name in seat["line"]))

    def _ends(self, seat: BusSeatView) -> list[int]:
        named = self.board.junction_named
        places = (which * len(named) + named[end["junction"]] for which, end in enumerate(seat["ends"]))
        return _marked(2 * len(named), places)

    def _last_streets(self, seat: BusSeatView) -> list[int]:
        """B17: by which of the streets at its junction each end came there."""
        came = (self.ways[end["junction"]].index(end["street"]) for end in seat["ends"])
        return _marked(2 * self.most_ways, (which * self.most_ways + way for which, way in enumerate(came)))

    def _in_the_city(self, view: BusView) -> list[int]:
        """Buildings, people and the clock."""
        building = {lot["lot"]: lot["building"] for lots in view["lots"].values() for lot in lots}
        kinds = [(number, building[lot.name]) for number, lot in enumerate(self.board.lots)]
        built = (lot * len(KINDS) + KINDS.index(kind) for lot, kind in kinds if kind is not None)
        people = [view["people"].get(name, NO_PEOPLE) for name in self.board.junctions]
        return [
            *_marked(len(self.board.lots) * len(KINDS), built),
            *_one_of(view["zone"], ZONES),
            *[there["content"] for there in people],
            *[there["waiting"] for there in people],
            *[there["carried"] for there in people],
            view["supply"],
            *_one_of(view["clock"], KINDS),
            *[int(kind in view["hours"]) for kind in KINDS],
            view["stones_left"],
        ]

    def _on_the_action_board(self, view: BusView, in_order: Sequence[int]) -> list[int]:
        """Whose cubes lie where, and what they are worth."""
        cubes = [[in_order.index(cube["seat"]) for cube in view["actions"][action]["cubes"]] for action in ACTIONS]
        told = (
            (which * self.spaces_told + space) * self.most_seats + seat
            for which, action in enumerate(ANY_NUMBER)
            for space, seat in enumerate(cubes[action][: self.spaces_told])
        )
        later = [1 + seat for seat in cubes[VRROOOMM][self.spaces_told :]]
        return [
            view["most_buses"],
            *[view["actions"][action]["next_worth"] for action in ACTIONS],
            *self._by_seat([there.count(seat) for there in cubes] for seat in range(len(in_order))),
            *_marked(len(ANY_NUMBER) * self.spaces_told * self.most_seats, told),
            *_padded(later, self.most_seats * self.most_cubes - self.spaces_told),
        ]


def _ways(board: BusBoard, junction: int) -> list[str]:
    """The streets at a junction, in the order of the board."""
    return [street.name for street in board.streets if junction in street[1:]]


def _one_of(chosen: object, possible: Iterable[object]) -> list[int]:
    return [int(chosen == each) for each in possible]


def _marked(size: int, places: Iterable[int]) -> list[int]:
    """A 1 at each of the places."""
    numbers = [0] * size
    for place in places:
        numbers[place] = 1
    return numbers


def _padded(numbers: Sequence[int], size: int) -> list[int]:
    return [*numbers, *[0] * (size - len(numbers))]


@cache
def encoding_of(box: "type[Bus]") -> BusEncoding:
    """The encoding for what lies in that box."""
    return BusEncoding(box)


def encode(view: BusView) -> list[int]:
    """The numbers of a view on the printed board."""
    from omnibus.rules.bus import Bus  # the box knows its encoding

    return encoding_of(Bus).encode(view)
