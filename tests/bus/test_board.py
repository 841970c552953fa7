"""The city is the printed one, and a board with a flaw is not played on."""

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from omnibus.rules.bus.board import CITY, BusBoard
from omnibus.rules.game import BadBoard
from tests.bus.miniature import CITY as SMALL


def test_the_city_has_all_its_parts() -> None:
    assert (len(CITY.junctions), len(CITY.streets), len(CITY.lots)) == (36, 70, 47)
    assert [len(lots) for lots in CITY.zone_lots] == [12, 11, 9, 15]
    assert [CITY.junctions[station] for station in CITY.stations] == ["G2", "G1"]
    assert sorted(CITY.junctions[junction] for junction in CITY.centre) == ["C1", "C2", "C3", "C4"]
    assert len(set(CITY.junctions)) == 36
    assert len({lot.name for lot in CITY.lots}) == 47


def test_lots_belong_to_their_junctions_as_the_labels_say() -> None:
    zones: dict[str, str] = dict.fromkeys(CITY.junctions, "")
    for lot in CITY.lots:
        zones[CITY.junctions[lot.junction]] += "ABCD"[lot.zone]
    by_letter = {letter: {zones[name] for name in zones if name[0] == letter} for letter in "CIMEG"}
    assert by_letter == {"C": {"AA"}, "I": {"AC"}, "M": {"B", "BC"}, "E": {"D"}, "G": {""}}


def test_tables_of_streets_agree() -> None:
    for number, street in enumerate(CITY.streets):
        assert CITY.street_between[street.one, street.other] == number
        assert CITY.street_between[street.other, street.one] == number
        assert [bool(at >> number & 1) for at in CITY.streets_at] == [
            junction in (street.one, street.other) for junction in range(36)
        ]
    degrees = Counter(mask.bit_count() for mask in CITY.streets_at)
    assert sum(degree * times for degree, times in degrees.items()) == 140


def _same_name(data: dict[str, Any]) -> None:
    data["junctions"].append({"id": "N1", "kind": "plain", "at": [1, 1], "lots": []})


def _same_spot(data: dict[str, Any]) -> None:
    data["junctions"][2]["at"] = data["junctions"][1]["at"]


def _street_twice(data: dict[str, Any]) -> None:
    data["streets"].append("N1-G1")


def _street_to_nowhere(data: dict[str, Any]) -> None:
    data["streets"].append("N1-X9")


def _street_to_itself(data: dict[str, Any]) -> None:
    data["streets"].append("N1-N1")


def _lots_on_one_spot(data: dict[str, Any]) -> None:
    data["junctions"][1]["lots"][1]["at"] = data["junctions"][1]["lots"][0]["at"]


def _lot_at_station(data: dict[str, Any]) -> None:
    data["junctions"][0]["lots"].append({"zone": "D", "at": [1, 1]})


def _unreachable(data: dict[str, Any]) -> None:
    data["streets"] = [street for street in data["streets"] if "S1" not in street]


def _crossing(data: dict[str, Any]) -> None:
    data["streets"].append("G1-C2")


def _overlapping(data: dict[str, Any]) -> None:
    data["streets"].append("G1-N2")


def _lot_missing(data: dict[str, Any]) -> None:
    data["junctions"][5]["lots"].clear()


@pytest.mark.parametrize(
    ("spoil", "flaw"),
    [
        (_same_name, "same name"),
        (_same_spot, "same spot"),
        (_street_twice, "join the same junctions"),
        (_street_to_nowhere, "leads to X9"),
        (_street_to_itself, "back to its own junction"),
        (_lots_on_one_spot, "two lots lie"),
        (_lot_at_station, "station has a building lot"),
        (_unreachable, "cannot be reached"),
        (_crossing, "cross"),
        (_overlapping, "cross"),
        (_lot_missing, "should have"),
    ],
)
def test_a_flaw_is_found(spoil: Callable[[dict[str, Any]], None], flaw: str) -> None:
    data = deepcopy(SMALL)
    BusBoard(data)
    spoil(data)
    with pytest.raises(BadBoard, match=flaw):
        BusBoard(data)


def test_the_file_itself_is_checked_against_its_counts() -> None:
    data = json.loads(files("omnibus.rules.bus").joinpath("board.json").read_text(encoding="utf-8"))
    data["streets"].pop()
    with pytest.raises(BadBoard, match="should have"):
        BusBoard(data)
