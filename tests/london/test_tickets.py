"""L17 and L18: taking tickets, and what is open and secret."""

from omnibus.rules.london import London
from tests.london.positions import forbidden_by, held_tickets, legal, play, position, ticket_deck
from tests.rule import rule


@rule("L17")
def test_draw_two_keep_one_the_other_goes_under_the_deck() -> None:
    state = position("blue", "green", next_tickets="T09 T03")
    deck = ticket_deck(state)
    assert play(state, "tickets") == ["tickets"]
    assert state.turn == (0,)
    assert legal(state) == ["keep T03", "keep T09", "keep T03 T09"]
    assert play(state, "keep T03") == ["keep"]
    assert held_tickets(state, 0) == ["T17", "T03"]
    assert ticket_deck(state) == [*deck[2:], "T09"]
    assert state.turn == (1,)


@rule("L17")
def test_draw_two_keep_both() -> None:
    state = position("blue", "green", next_tickets="T09 T03")
    deck = ticket_deck(state)
    play(state, "tickets", "keep T03 T09")
    assert sorted(held_tickets(state, 0)) == ["T03", "T09", "T17"]
    assert ticket_deck(state) == deck[2:]


@rule("L17")
def test_who_has_drawn_tickets_must_choose_among_them() -> None:
    state = position("blue", "green", next_tickets="T09 T03")
    assert forbidden_by(state, "keep T03") == "L17"
    play(state, "tickets")
    for text in ("draw deck", "claim R15 1blue", "tickets", "pass", "keep T04", "keep T03 T04"):
        assert forbidden_by(state, text) == "L17"


@rule("L17")
def test_the_last_ticket_must_be_kept() -> None:
    state = position("blue", "green", ticket_deck="T09")
    play(state, "tickets")
    assert legal(state) == ["keep T09"]
    play(state, "keep T09")
    assert held_tickets(state, 0) == ["T17", "T09"]
    assert ticket_deck(state) == []


@rule("L17")
def test_without_tickets_none_can_be_taken() -> None:
    state = position("blue", "green", ticket_deck="")
    assert "tickets" not in legal(state)
    assert forbidden_by(state, "tickets") == "L17"


@rule("L18")
def test_tickets_are_secret_until_the_end() -> None:
    state = position("blue", "green", tickets=["T17 T01", "T18"], next_tickets="T09 T03")
    for viewer in (None, 1):
        assert state.view(viewer)["table"][0]["tickets"] is None
        assert state.view(viewer)["table"][0]["ticket_count"] == 2
    drawn = state.play(0, "tickets")
    for viewer in (None, 1):
        assert drawn[0].seen_by(viewer) == {"event": "tickets", "seat": 0, "count": 2}
        assert state.view(viewer)["table"][0]["offer"] is None
        assert state.view(viewer)["table"][0]["offer_size"] == 2
    kept = state.play(0, "keep T09")
    assert kept[0].seen_by(1) == {"event": "keep", "seat": 0, "count": 1}
    assert kept[0].seen_by(0) == {"event": "keep", "seat": 0, "count": 1, "tickets": ["T09"]}


@rule("L18")
def test_what_is_open_to_all() -> None:
    state = position("3blue", "2green", routes=["R01", "R06"], draw="pink", rest="discards")
    for viewer in (None, 0, 1):
        view = state.view(viewer)
        assert [seat["hand_size"] for seat in view["table"]] == [3, 2]
        assert [seat["ticket_count"] for seat in view["table"]] == [1, 1]
        assert [seat["buses"] for seat in view["table"]] == [15, 13]
        assert [seat["points"] for seat in view["table"]] == [2, 7]
        assert (view["deck"]["size"], view["ticket_deck"]) == (1, 18)
        assert sum(view["discards"].values()) == 44 - 5 - 5 - 1


@rule("L18")
def test_hands_and_blind_draws_are_hidden() -> None:
    state = position("3blue", "2green")
    assert state.view(0)["table"][0]["hand"] == dict.fromkeys(London.board.kinds, 0) | {"blue": 3}
    for viewer in (None, 1):
        assert state.view(viewer)["table"][0]["hand"] is None
    drawn = state.play(0, "draw deck")
    assert drawn[0].seen_by(1) == {"event": "draw", "seat": 0}


@rule("L18")
def test_there_is_no_limit_to_cards_and_tickets() -> None:
    state = position("5blue 5green 5pink", "black", tickets=["T01 T02 T03 T04 T05 T06", "T18"])
    assert "draw deck" in legal(state)
    assert "tickets" in legal(state)


def test_own_tickets_tell_how_far_they_are_from_complete() -> None:
    state = position("blue", "green", "pink", tickets=["T01 T05 T20", "T18", "T19"], routes=["R10 R11", "", ""])
    by_ticket = {ticket["ticket"]: ticket for ticket in state.view(0)["table"][0]["tickets"] or []}
    # British Museum – Piccadilly Circus is owned; from the British Museum it is three spaces on to St Paul's.
    assert by_ticket["T01"] == {"ticket": "T01", "points": 2, "complete": True, "missing": 0}
    assert by_ticket["T05"] == {"ticket": "T05", "points": 4, "complete": False, "missing": 3}
    assert by_ticket["T20"]["missing"] == 10


def test_a_ticket_that_can_no_longer_be_completed_says_so() -> None:
    # Seat 1 owns every way out of Brick Lane.
    state = position("blue", "green", tickets=["T04", "T18"], routes=["", "R38 R41 R42"])
    assert (state.view(0)["table"][0]["tickets"] or [])[0]["missing"] is None
