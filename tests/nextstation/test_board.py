"""The board is validated when it is loaded: whatever the file says twice must agree."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from omnibus.rules.game import BadBoard
from omnibus.rules.nextstation.board import LONDON, NextStationBoard
from tests.rule import rule

FILE = files("omnibus.rules.nextstation").joinpath("board.json").read_text(encoding="utf-8")


@rule("N6")
def test_the_board_of_london() -> None:
    assert len(LONDON.stations) == 53
    assert len(LONDON.sections) == 155
    assert len(LONDON.ways) == 310
    assert len(LONDON.districts) == 13
    assert [LONDON.colours[n] for n in range(4)] == ["green", "pink", "purple", "blue"]
    assert LONDON.departures == (13, 21, 29, 40)
    assert LONDON.central == 19
    assert LONDON.thames.bit_count() == 24
    assert LONDON.sites.bit_count() == 5
    assert sorted(district.bit_count() for district in LONDON.in_district) == [1] * 4 + [4] * 4 + [6] * 4 + [9]


def _lose_a_section(data: dict[str, Any]) -> None:
    # 51-52 crosses nothing, so that only the grid can tell.
    data["sections"].pop()
    data["counts"]["sections"] -= 1


def _move_a_station(data: dict[str, Any]) -> None:
    data["stations"][7]["at"] = [1, 2]


def _other_bank(data: dict[str, Any]) -> None:
    data["stations"][24]["bank"] = "north"
    data["counts"]["north_bank"] += 1
    data["counts"]["south_bank"] -= 1


def _a_bridge_too_many(data: dict[str, Any]) -> None:
    data["sections"][0]["thames"] = True
    data["counts"]["over_the_thames"] += 1


def _a_crossing_too_few(data: dict[str, Any]) -> None:
    data["sections"][5]["crosses"].remove(7)
    data["sections"][7]["crosses"].remove(5)
    data["counts"]["crossings"] -= 1


def _a_crossing_on_one_side_only(data: dict[str, Any]) -> None:
    data["sections"][5]["crosses"][0] = 8


def _no_blue_departure(data: dict[str, Any]) -> None:
    del data["stations"][40]["departure"]


def _two_central_stations(data: dict[str, Any]) -> None:
    data["stations"][18]["symbol"] = "any"
    data["counts"]["of_each_symbol"] = 12


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_lose_a_section, "the sections are not those of the grid"),
        (_move_a_station, "the sections are not those of the grid"),
        (_other_bank, "station 24 is on the other bank"),
        (_a_bridge_too_many, "section 0 and the banks of its ends disagree"),
        (_a_crossing_too_few, "the crossings are not those of the geometry"),
        (_a_crossing_on_one_side_only, "the crossings are not those of the geometry"),
        (_no_blue_departure, "not every colour has one departure"),
        (_two_central_stations, "not exactly one central station"),
    ],
)
def test_a_spoilt_board_is_refused(spoil: Callable[[dict[str, Any]], None], complaint: str) -> None:
    data = json.loads(FILE)
    spoil(data)
    with pytest.raises(BadBoard, match=complaint):
        NextStationBoard(data)


@pytest.mark.parametrize(
    "count",
    [
        "stations",
        "of_each_symbol",
        "sections",
        "over_the_thames",
        "crossings",
        "districts",
        "sites",
        "north_bank",
        "south_bank",
    ],
)
def test_every_count_of_the_file_is_checked(count: str) -> None:
    data = json.loads(FILE)
    data["counts"][count] += 1
    with pytest.raises(BadBoard, match="the board has"):
        NextStationBoard(data)
