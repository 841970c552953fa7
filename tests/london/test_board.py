"""L1, L2, L16 and the board: what lies in the box, and that a faulty board is refused."""

import json
from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from omnibus.rules.game import BadBoard
from omnibus.rules.london.board import GREY, LONDON, LondonBoard
from tests.rule import rule

DATA: dict[str, Any] = json.loads(files("omnibus.rules.london").joinpath("board.json").read_text(encoding="utf-8"))


@rule("L2")
def test_44_cards_six_of_each_colour_and_eight_bus() -> None:
    copies = dict(zip(LONDON.kinds, LONDON.copies, strict=True))
    assert copies == {"blue": 6, "green": 6, "black": 6, "pink": 6, "yellow": 6, "orange": 6, "bus": 8}
    assert sum(LONDON.copies) == 44


@rule("L1")
def test_17_buses() -> None:
    assert LONDON.buses == 17


def test_the_board_has_what_its_file_counts() -> None:
    assert (len(LONDON.locations), len(LONDON.routes), len(LONDON.tickets)) == (17, 44, 20)
    assert [district.value for district in LONDON.districts] == [1, 2, 3, 4, 5]
    assert sum(route.colour == GREY for route in LONDON.routes) == 14
    assert sum(route.length for route in LONDON.routes) == 95


def test_doubles_are_two_routes_between_the_same_ends() -> None:
    doubles = {index: route.partner for index, route in enumerate(LONDON.routes) if route.partner >= 0}
    assert len(doubles) == 18
    for index, partner in doubles.items():
        one, other = LONDON.routes[index], LONDON.routes[partner]
        assert doubles[partner] == index != partner
        assert (one.ends, one.length) == (other.ends, other.length)


@rule("L16")
def test_longer_routes_are_worth_more_than_their_length() -> None:
    assert {(route.length, route.points) for route in LONDON.routes} == {(1, 1), (2, 2), (3, 4), (4, 7)}


def test_every_ticket_is_worth_the_shortest_path_between_its_ends() -> None:
    """Once more, by another way than the board's own: all pairs at once."""
    places = range(len(LONDON.locations))
    far = [[0 if here == there else 99 for there in places] for here in places]
    for route in LONDON.routes:
        far[route.a][route.b] = far[route.b][route.a] = min(route.length, far[route.a][route.b])
    for by in places:
        far = [[min(far[here][there], far[here][by] + far[by][there]) for there in places] for here in places]
    assert [ticket.points for ticket in LONDON.tickets] == [far[ticket.a][ticket.b] for ticket in LONDON.tickets]


def _lose_a_route(data: dict[str, Any]) -> None:
    del data["routes"][5]


def _cheapen_a_ticket(data: dict[str, Any]) -> None:
    data["tickets"][3]["points"] -= 1
    data["checks"]["ticket_points"] -= 1


def _break_a_double(data: dict[str, Any]) -> None:
    data["routes"][10]["ends"] = ["british_museum", "piccadilly_circus"]


def _paint_a_route(data: dict[str, Any]) -> None:
    data["routes"][0]["colour"] = "green"


def _forget_a_space(data: dict[str, Any]) -> None:
    data["routes"][0]["spaces"].pop()


def _put_a_location_in_two_districts(data: dict[str, Any]) -> None:
    data["districts"][0]["locations"].append("waterloo")


def _name_two_tickets_alike(data: dict[str, Any]) -> None:
    data["tickets"][1]["id"] = "T01"


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_lose_a_route, "routes 43, its file says 44"),
        (_cheapen_a_ticket, "ticket T04 is not worth the shortest path"),
        (_break_a_double, "R11 is no half of a double"),
        (_paint_a_route, "routes_per_colour"),
        (_forget_a_space, "R01 has another number of spaces"),
        (_put_a_location_in_two_districts, "Waterloo is not in exactly one district"),
        (_name_two_tickets_alike, "an id stands twice"),
    ],
)
def test_a_faulty_board_is_refused(spoil: Callable[[dict[str, Any]], None], complaint: str) -> None:
    data = deepcopy(DATA)
    spoil(data)
    with pytest.raises(BadBoard, match=complaint):
        LondonBoard(data)
