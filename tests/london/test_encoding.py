"""The numbers that a view becomes hold all of it that can matter, and nothing else."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from omnibus.rules.london import London
from omnibus.rules.london.encoding import DECISIONS, FEWEST_SEATS, MOST_SEATS, LondonEncoding, encode
from omnibus.rules.london.state import LondonState
from omnibus.rules.london.view import LondonView
from omnibus.testing.london import HABITS, twin
from tests.london.miniature import Miniature
from tests.london.positions import play, position


def positions(game: London, games: int) -> Iterator[LondonState]:
    """Every position of some games played by habits that reach the corners."""
    rng = Random(f"{game.id}/{game.seats}")
    for number in range(games):
        state = game.start(str(number))
        players = [rng.choice(list(HABITS.values())) for _ in range(game.seats)]
        yield state
        while state.turn:
            seat = rng.choice(state.turn)
            state.play(seat, players[seat](state, seat, state.legal(seat), rng))
            yield state


def test_the_largest_and_the_smallest_table_are_those_of_the_game() -> None:
    assert list(London.seat_counts) == list(range(FEWEST_SEATS, MOST_SEATS + 1))


def test_a_spectator_has_no_numbers() -> None:
    with pytest.raises(ValueError, match="spectator"):
        encode(London(2).start("7").view(None))


def test_every_game_on_a_board_shares_its_encoding() -> None:
    assert London(2).encoding is London(4).encoding
    assert Miniature(2).encoding is not London(2).encoding


# ---- What they say of one position


def test_the_numbers_by_name() -> None:
    state = position("2blue 1bus", "3pink", "green", tickets=["T01", "T05", "T20"], routes=["R10", "", "R11"])
    play(state, "draw pink")
    mine = London(3).encoding.named(encode(state.view(0)))
    assert mine["number of seats"] == [0, 1, 0]
    assert mine["decision asked"] == [0, 0, 1, 0]
    assert mine["took one card"] == [1]
    assert mine["hand"] == [2, 0, 0, 1, 0, 0, 1]
    assert mine["hand sizes"] == [4, 3, 1, 0]
    assert sum(mine["face up"]) == 5
    assert [ticket for ticket, complete in enumerate(mine["tickets complete"]) if complete] == [0]
    theirs = London(3).encoding.named(encode(state.view(1)))
    assert theirs["decision asked"] == [0, 0, 0, 0]
    assert theirs["active"] == theirs["to move"] == [0, 0, 1, 0]
    assert theirs["hand sizes"] == [3, 1, 4, 0]
    # The pink card that seat 0 took is known to be there; it sits last from where seat 1 looks.
    assert theirs["known in hands"][14:21] == [0, 0, 0, 1, 0, 0, 0]
    assert theirs["spaces missing"][4] == 4


def test_a_ticket_put_back_is_followed() -> None:
    state = position("blue", "green", "pink", ticket_deck="T01 T02 T03")
    play(state, "tickets", "keep T02")
    assert put_back(state, 0) == {"T01": ([1], [], [])}
    play(state, "tickets", "keep T03")
    assert put_back(state, 0) == {"T01": ([0], [], [[1, 1]])}
    assert put_back(state, 1) == {"T01": ([0], [], [])}


def put_back(state: LondonState, seat: int) -> dict[str, Any]:
    view = state.view(seat)
    found = rebuilt(London(state.game.seats).encoding, view, encode(view))["put back"]
    assert isinstance(found, dict)
    return found


# ---- What they say of all


@pytest.mark.parametrize(("game", "games"), [(London(2), 3), (London(3), 3), (London(4), 3), (Miniature(2), 20)])
def test_what_matters_in_a_view_can_be_rebuilt_from_its_numbers(game: London, games: int) -> None:
    encoding = game.encoding
    for state in positions(game, games):
        for seat in range(game.seats):
            view = state.view(seat)
            numbers = encoding.encode(view)
            assert len(numbers) == encoding.length
            for part, values in zip(encoding.parts, encoding.named(numbers).values(), strict=True):
                assert part.lowest <= min(values) <= max(values) <= part.highest, part.name
            assert rebuilt(encoding, view, numbers) == what_matters(view)
            assert encoding.named(numbers)["unseen"] == unseen(state, seat)


def test_what_a_seat_cannot_know_changes_no_number() -> None:
    rng, others = Random("twins"), 0
    for state in positions(London(3), 2):
        for seat in range(3):
            other = twin(state, seat, rng, thorough=True)
            others += other.hands != state.hands or other.tickets != state.tickets
            assert encode(other.view(seat)) == encode(state.view(seat))
    assert others > 250


def unseen(state: LondonState, seat: int) -> list[int]:
    """The cards by kind that are hidden from a seat, counted where they lie."""
    hidden = [state.deck.count(card) for card in range(len(state.board.kinds))]
    for other in range(state.game.seats):
        if other != seat:
            for card, held in enumerate(state.hands[other]):
                hidden[card] += held - state.known[other][card]
    return hidden


def what_matters(view: LondonView) -> dict[str, Any]:
    """What the numbers must tell."""
    me = view["table"][view["seat"] or 0]
    in_sight = [*(me["tickets"] or []), *(me["offer"] or [])]
    return {
        **{key: view[key] for key in ("seats", "asks", "turn", "active", "starter", "took_one", "last_turns")},
        "hand": me["hand"],
        "row": Counter(card for card in view["row"] if card is not None),
        **{key: view[key] for key in ("discards", "deck", "closed", "ticket_deck")},
        "table": [
            {key: each[key] for key in PUBLIC}  # type: ignore[literal-required]
            for each in view["table"]
        ],
        "held": {each["ticket"] for each in me["tickets"] or []},
        "offer": {each["ticket"] for each in me["offer"] or []},
        "choice": set(me["choice"] or []),
        "complete": {each["ticket"] for each in in_sight if each["complete"]},
        "missing": {each["ticket"]: each["missing"] for each in in_sight},
        "put back": {each["ticket"]: (each["deck"], each["offer"], each["hands"]) for each in view["put_back"]},
    }


PUBLIC = ("hand_size", "known", "buses", "points", "routes", "districts", "ticket_count", "offer_size")


def rebuilt(encoding: LondonEncoding, view: LondonView, numbers: Sequence[int]) -> dict[str, Any]:
    """The same from the numbers alone; of the view only which seat looks."""
    board, part = encoding.board, encoding.named(numbers)
    seats = part["number of seats"].index(1) + FEWEST_SEATS
    seat = view["seat"] or 0
    round_table = [(seat + further) % seats for further in range(seats)]

    def by_kind(name: str, first: int = 0) -> dict[str, int]:
        return dict(zip(board.kinds, part[name][first : first + len(board.kinds)], strict=True))

    def marked(name: str, things: Sequence[Any], first: int = 0) -> list[Any]:
        return [thing for number, thing in enumerate(things) if part[name][first + number]]

    def of_seat(further: int) -> dict[str, Any]:
        return {
            "hand_size": part["hand sizes"][further],
            "known": by_kind("known in hands", further * len(board.kinds)),
            "buses": part["buses"][further],
            "points": part["route points"][further],
            "routes": marked("routes", board.route_ids, further * len(board.routes)),
            "districts": marked("districts", [each.value for each in board.districts], further * len(board.districts)),
            "ticket_count": part["ticket counts"][further],
            "offer_size": part["offer sizes"][further],
        }

    tickets = board.ticket_ids
    held, offer = marked("tickets", tickets), marked("tickets offered", tickets)
    out_of_reach = marked("tickets out of reach", tickets)
    missing = dict(zip(tickets, part["spaces missing"], strict=True))
    asked = marked("decision asked", DECISIONS)
    return {
        "seats": seats,
        "asks": asked[0] if asked else None,
        "turn": sorted(marked("to move", round_table)),
        "active": marked("active", round_table)[0],
        "starter": marked("starter", round_table)[0],
        "took_one": part["took one card"] == [1],
        "last_turns": part["turns left"][0] if part["last round"] == [1] else None,
        "hand": by_kind("hand"),
        "row": Counter({kind: number for kind, number in by_kind("face up").items() if number}),
        "discards": by_kind("discards"),
        "deck": {
            "size": part["deck size"][0],
            "made_of": by_kind("deck was made of"),
            "drawn": by_kind("drawn from the deck"),
            "may_hold": by_kind("deck may hold"),
        },
        "closed": marked("closed routes", board.route_ids),
        "ticket_deck": part["ticket deck"][0],
        "table": [of_seat((other - seat) % seats) for other in range(seats)],
        "held": set(held),
        "offer": set(offer),
        "choice": set(marked("tickets chosen", tickets)),
        "complete": set(marked("tickets complete", tickets)),
        "missing": {ticket: None if ticket in out_of_reach else missing[ticket] for ticket in (*held, *offer)},
        "put back": _rebuilt_put_back(tickets, part, round_table),
    }


def _rebuilt_put_back(
    tickets: Sequence[str], part: Mapping[str, list[int]], round_table: list[int]
) -> dict[str, tuple[list[int], list[int], list[list[int]]]]:
    places = [
        [other, place]
        for further, other in enumerate(round_table)
        if further
        for place in range(part["ticket counts"][further])
    ]
    found = {}
    for number, ticket in enumerate(tickets):
        depth = part["put back, place in the deck"][number]
        in_offer = part["put back, place in an offer"][number * 2 :][:2]
        in_hands = part["put back, place in the hands of others"][number * (len(tickets) - 1) :][: len(tickets) - 1]
        deck = [depth - 1] if depth else []
        offer = [place for place, mark in enumerate(in_offer) if mark]
        hands = sorted(place for place, mark in zip(places, in_hands, strict=False) if mark)
        holders = part["put back, seat that may hold it"][number * (MOST_SEATS - 1) :][: MOST_SEATS - 1]
        assert {other for other, _ in hands} == {round_table[at + 1] for at, mark in enumerate(holders) if mark}
        if deck or offer or hands:
            found[ticket] = (deck, offer, hands)
    return found
