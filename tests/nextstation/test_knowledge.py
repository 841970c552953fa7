"""N32 and N33: what is open and what is hidden; the score sheet in the view."""

from collections import Counter
from random import Random

from omnibus.rules.nextstation import NextStation
from tests.nextstation.positions import legal, pass_round, play, position, started
from tests.rule import rule


@rule("N32")
def test_which_cards_are_left_is_known_but_not_their_order() -> None:
    state = position(cards="cT", then="sxP")
    other = position(cards="cT", then="PxS")
    assert state.pile != other.pile
    assert state.view(0) == other.view(0)
    view = state.view(0)
    assert view["revealed"] == ["circle", "underground triangle"]
    assert sorted(view["revealed"] + view["left"]) == sorted(card.name for card in state.board.deck)
    assert view["pile"] is None


@rule("N32")
def test_every_order_of_the_pile_may_be_guessed() -> None:
    state = position(cards="cTsPpJSj", then="t")
    rng = Random(1)
    orders = Counter(tuple(NextStation(1).guess(state.view(0), rng).pile) for _ in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60


@rule("N32")
def test_looking_back_the_pile_is_open() -> None:
    state = position(cards="cT", then="sxP")
    pile = state.open_view()["pile"]
    assert pile is not None
    assert pile[::-1][:3] == ["square", "switch", "underground pentagon"]


@rule("N33")
def test_all_sheets_are_open_to_all() -> None:
    state = started(3)
    for _ in range(12):
        state.play(state.turn[-1], legal(state, state.turn[-1])[0])
    assert any(sheet["line"] and sheet["line"]["sections"] for sheet in state.view(None)["table"])
    tables = [state.view(viewer)["table"] for viewer in (None, 0, 1, 2)]
    assert tables[0] == tables[1] == tables[2] == tables[3]


@rule("N33")
def test_what_another_has_drawn_on_this_card_is_seen_at_once() -> None:
    state = started(2)
    move = legal(state)[0]
    state.play(0, move)
    line = state.view(1)["table"][0]["line"]
    assert line is not None
    assert line["sections"] == [sorted(int(station) for station in move.split(">"))]


def test_the_score_sheet_is_filled_round_by_round() -> None:
    state = position("13-17 16-17", cards="PSTCJ", powers="second joker switch double", objectives="sites thames")
    assert state.view(0)["table"][0]["lines"] == []
    play(state, "pass")
    view = state.view(0)
    (row,) = view["table"][0]["lines"]
    assert row == {
        "colour": "green",
        "sections": [[13, 17], [16, 17]],
        "stations": [13, 16, 17],
        "doubled": None,
        "by_district": {"B": 1, "D": 2},
        "districts": 2,
        "most": 2,
        "crossings": 0,
        "sites": 1,
        "points": 4,
    }
    sheet = view["table"][0]
    # The pink line is its departure station so far, and two modules cost twenty points.
    assert sheet["points"] == {"lines": 5, "sites": 1, "interchanges": 0, "objectives": 0, "modules": -20}
    assert (view["round"], sheet["power"], sheet["power_used"]) == (2, "joker", False)
    assert [entry["reached"] for entry in sheet["objectives"]] == [1, 0]


def test_a_position_loaded_from_its_dump_is_the_same_at_every_moment() -> None:
    state = started(2, powers=True, objectives=True)
    while state.turn:
        again = state.game.load(state.dump())
        assert again == state
        assert again.view(0) == state.view(0)
        pass_round(state)
        if state.doubling:
            assert state.game.load(state.dump()).legal(state.turn[0]) == state.legal(state.turn[0])
            play(state, "single")
