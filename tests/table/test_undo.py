"""Undo is free while nobody learnt anything; otherwise all people at the table must agree."""

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
from omnibus.table.undo import request_undo, undo_is_free
from tests.table.moving import moved


def random_game(name: str, seats: int, moves: int) -> Iterator[tuple[State, Ply, bool, list[str]]]:
    """Of a random game: the state before each move, the move, whether it may be taken back freely, what happened."""
    table, luck = Table(game_box(name)(seats), f"{name} seed"), Random(name)
    while table.state.turn and table.n < moves:
        before = table.state.copy()
        ply = moved(table, luck)
        yield before, ply, undo_is_free(table, ply.seat), [event.kind for event in table.recent[-1].events]


def test_in_bus_nothing_is_hidden_so_the_last_move_is_free() -> None:
    assert all(free for _, _, free, _ in random_game("bus", 3, 80))
    table = Table(game_box("bus")(3), "seed")
    moved(table, Random(1))
    seat = table.standing[-1].seat
    assert not undo_is_free(table, (seat + 1) % 3)


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
    assert not wish._replace(people=frozenset({"ann"})).agreed(seats)
    assert wish._replace(people=frozenset({"ann", "bob"})).agreed(seats), "a bot plays for the third"
    start = table.position(0).dump()
    assert wish.carried_out(table, "bob", "key") == Ply(2, 0, "undo 0", "bob", "key")
    moved(table, luck)
    with pytest.raises(TableTrouble, match="moved on"):
        wish.carried_out(table, "bob", "key")
    table.add(request_undo(table, seats, "ann", 0).carried_out(table, "ann", "another key"))
    assert table.state.dump() == start
    assert table.keys == {("ann", "another key"): 3}
