"""Undo is free while nobody learnt anything; otherwise all who play, and all whose moves it takes back, must agree."""

import re
from collections.abc import Iterator
from random import Random
from typing import cast

import pytest

from omnibus import game_box
from omnibus.rules.game import State
from omnibus.rules.london.view import LondonView
from omnibus.rules.nextstation.view import NextStationView
from omnibus.table.log import Ply, Table
from omnibus.table.seats import Seated, TableSeats
from omnibus.table.trouble import TableTrouble
from omnibus.table.undo import MOST_UNDOS, nobody_learnt, request_undo, undo_is_free
from tests.table.moving import moved


def random_game(name: str, seats: int, moves: int) -> Iterator[tuple[State, Ply, bool, list[str]]]:
    """Of a random game: the state before each move, the move, whether it may be taken back freely, what happened."""
    table, luck = Table(game_box(name)(seats), f"{name} seed"), Random(name)
    while table.state.turn and table.n < moves:
        before = table.state.copy()
        ply = moved(table, luck)
        (outcome,) = table.outcomes_since(ply.n - 1)
        yield before, ply, nobody_learnt(table, ply.seat), [event.kind for event in outcome.events]


def test_in_bus_nothing_is_hidden_so_the_last_move_is_free() -> None:
    assert all(free for _, _, free, _ in random_game("bus", 3, 80))
    table = Table(game_box("bus")(3), "seed")
    moved(table, Random(1))
    seat = table.standing[-1].seat
    assert not nobody_learnt(table, (seat + 1) % 3)


def test_in_next_station_a_section_is_free_until_a_card_is_turned_that_nobody_could_foresee() -> None:
    seen = set()
    for before, _, free, kinds in random_game("nextstation", 2, 60):
        left = cast(NextStationView, before.view(None))["left"]
        foreseen = "card" not in kinds or ("round" not in kinds and len(left) == 1)
        assert free == foreseen
        seen.add(free)
    assert seen == {True, False}


def test_in_london_what_is_drawn_is_not_free_and_a_secret_choice_is() -> None:
    choices = []
    for before, ply, free, kinds in random_game("london", 2, 60):
        if kinds == ["choose"]:
            choices.append(free)
        elif ply.move.startswith(("draw deck", "tickets")):
            assert not free, ply
        elif ply.move.startswith("claim") and free:
            # Everyone had seen these cards come into the hand.
            known = cast(LondonView, before.view(None))["table"][ply.seat]["known"]
            for cards, kind in re.findall(r"(\d+)([a-z]+)", ply.move.split()[2]):
                assert known[kind] >= int(cards), ply
    assert choices == [True]


def test_in_terminus_cards_played_from_a_hand_are_mostly_news() -> None:
    free = [free for _, _, free, kinds in random_game("terminus", 2, 24) if {"play", "draw"} & set(kinds)]
    assert free.count(False) > len(free) / 2


# ---- Who must agree


def test_a_wish_needs_all_who_play_and_is_void_after_another_ply() -> None:
    table, luck = Table(game_box("london")(3), "seed"), Random(2)
    seats = TableSeats([Seated(0, person="ann"), Seated(1, person="bob"), Seated(2, person="cy", bot="normal")])
    with pytest.raises(TableTrouble, match="no move to take back"):
        request_undo(table, seats, "ann", 0)
    table.add(Ply(1, 0, table.state.legal(0)[0].text))
    with pytest.raises(TableTrouble, match="not yours"):
        request_undo(table, seats, "bob", 0)
    wish = request_undo(table, seats, "ann", 0)
    assert (wish.n, wish.back_to) == (1, 0)
    assert not wish._replace(people=frozenset({"ann"})).agreed
    assert wish._replace(people=frozenset({"ann", "bob"})).agreed, "a bot plays for the third"
    start = table.position(0).dump()
    assert wish.carried_out(table, "bob", "key") == Ply(2, 0, "undo 0", "bob", "key")
    moved(table, luck)
    with pytest.raises(TableTrouble, match="moved on"):
        wish.carried_out(table, "bob", "key")
    table.add(request_undo(table, seats, "ann", 0).carried_out(table, "ann", "another key"))
    assert table.state.dump() == start


def played(table: Table, seat: int, person: str | None) -> None:
    """The seat's first legal move, decided by that person or a bot."""
    table.add(Ply(table.n + 1, seat, table.state.legal(seat)[0].text, person))


def chosen(game: Table, *people: str | None) -> None:
    """In London all choose tickets at the same time: each of those people, or a bot, does."""
    for seat, person in enumerate(people):
        played(game, seat, person)


ANN, BOB, BOT = Seated(0, "Ann", "ann"), Seated(1, "Bob", "bob"), Seated(1, "Botty", bot="normal")
STOOD_IN, RESIGNED = BOB._replace(bot="normal"), BOB._replace(bot="hard", resigned_at=1)


def london() -> Table:
    return Table(game_box("london")(2), "seed")


def test_what_somebody_decided_who_is_away_is_never_taken_back() -> None:
    """Not even by whoever has waited until a bot stood in, and is the only person left."""
    table = london()
    chosen(table, "ann", "bob")
    with pytest.raises(TableTrouble, match="Bob is away") as refused:
        request_undo(table, TableSeats([ANN, STOOD_IN]), "ann", 0)
    assert refused.value.code == "undo-needs-who-is-away"


def test_what_bots_did_for_somebody_is_theirs_to_lose() -> None:
    """The stand-in chose, not the person: whoever else plays alone may take it back; not once the person is back."""
    table = london()
    chosen(table, "ann", None)
    request = request_undo(table, TableSeats([ANN, STOOD_IN]), "ann", 0)
    assert request.must_agree == {"ann"}
    assert undo_is_free(table, request, "ann")
    back = request_undo(table, TableSeats([ANN, BOB]), "ann", 0)
    assert back.must_agree == {"ann", "bob"}
    assert not undo_is_free(table, back, "ann")


def test_whoever_resigned_is_asked_about_moves_of_their_own() -> None:
    table = london()
    chosen(table, "ann", "bob")
    seats = TableSeats([ANN, RESIGNED])
    request = request_undo(table, seats, "ann", 0)
    assert request.must_agree == {"ann", "bob"}
    assert not undo_is_free(table, request, "ann")
    # What came after that person's last move may be taken back without them.
    seat = table.state.turn[0]
    own = TableSeats([Seated(0, "Bob", "bob", "hard", 1), Seated(1, "Ann", "ann")]) if seat else seats
    played(table, seat, "ann")
    later = request_undo(table, own, "ann", seat)
    assert later.back_to == 2
    assert later.must_agree == {"ann"}
    assert undo_is_free(table, later, "ann")


def test_alone_against_bots_and_on_one_device_one_asks_oneself() -> None:
    for other, person in ((BOT, None), (Seated(1, "Ann's friend", "ann"), "ann")):
        table = london()
        chosen(table, "ann", person)
        request = request_undo(table, TableSeats([ANN, other]), "ann", 0)
        assert request.back_to == 0
        assert request.must_agree == {"ann"}
        assert undo_is_free(table, request, "ann")


def test_in_simultaneous_play_a_choice_of_somebody_else_since_is_not_taken_back_unasked() -> None:
    table, seats = london(), TableSeats([ANN, BOB])
    chosen(table, "ann")
    assert undo_is_free(table, request_undo(table, seats, "ann", 0), "ann"), "a secret choice, and the last"
    played(table, 1, "bob")
    assert not undo_is_free(table, request_undo(table, seats, "ann", 0), "ann")


def test_a_person_takes_back_only_so_often_in_a_game_whatever_seats_it_has() -> None:
    table = Table(game_box("bus")(3), "seed")
    seats = TableSeats([Seated(0, "Ann", "ann"), Seated(1, "Ann 2", "ann"), Seated(2, "Bob", "bob")])
    (seat,) = table.state.turn
    person = seats[seat].person or ""
    for _ in range(MOST_UNDOS):
        played(table, seat, person)
        table.add(request_undo(table, seats, person, seat).carried_out(table, person, f"{table.n}"))
    played(table, seat, person)
    with pytest.raises(TableTrouble, match="taken back 200 moves") as refused:
        request_undo(table, seats, person, seat)
    assert refused.value.code == "too-many-undos"
    other = next(seated for seated in seats if seated.person != person)
    while other.seat not in table.state.turn:
        played(table, table.state.turn[0], None)
    played(table, other.seat, other.person)
    assert request_undo(table, seats, other.person or "", other.seat)
