"""A table from its log alone: the same log gives the same table, and undo knows what was revealed."""

import re
from collections.abc import Iterator
from random import Random
from typing import cast

import pytest

from omnibus import GAMES, game_box
from omnibus.rules.game import Game, State
from omnibus.rules.london.view import LondonView
from omnibus.rules.nextstation.view import NextStationView
from omnibus.server.table import Ply, Table, replayed
from omnibus.server.trouble import Trouble


def moved(table: Table, luck: Random) -> Ply:
    """Any legal move of anyone, made."""
    seat = luck.choice(table.state.turn)
    ply = Ply(table.n + 1, seat, luck.choice(table.state.legal(seat)).text)
    table.add(ply)
    return ply


def undone(table: Table, seat: int) -> Ply:
    """The seat's last move, taken back."""
    last = table.last_move_of(seat)
    assert last is not None
    ply = Ply(table.n + 1, seat, f"undo {last.n - 1}")
    table.add(ply)
    return ply


@pytest.mark.parametrize("game", [box() for box in GAMES.values()], ids=list(GAMES))
def test_the_same_log_gives_the_same_table(game: Game) -> None:
    luck = Random(3)
    table, log = Table(game, "seed"), []
    states = {0: table.state.dump()}
    while table.state.turn and table.n < 150:
        if table.standing and luck.random() < 0.2:
            ply = undone(table, luck.choice(table.standing).seat)
            back_to = ply.back_to
            assert back_to is not None
            standing = max((move.n for move in table.standing), default=0)
            assert standing <= back_to
            assert table.state.dump() == states[standing]
        else:
            ply = moved(table, luck)
        states[ply.n] = table.state.dump()
        log.append(ply)
    history = list(replayed(game, "seed", log))
    rebuilt = history[-1][1]
    again = [happening.seen_by(0) for happening, _ in history]
    assert rebuilt.state == table.state
    assert rebuilt.standing == table.standing
    recent = table.happenings_since(table.n - 20)
    assert recent is not None
    assert [happening.seen_by(0) for happening in recent] == again[-20:]
    assert table.happenings_since(table.n) == []
    if table.n > 64:
        assert table.happenings_since(0) is None


def test_a_log_with_a_gap_is_refused() -> None:
    table = Table(game_box("bus")(3), "seed")
    with pytest.raises(AssertionError):
        table.add(Ply(2, 0, "pass"))


def test_a_step_tried_leaves_the_table_as_it_was() -> None:
    table, luck = Table(game_box("london")(3), "seed"), Random(5)
    for _ in range(30):
        before, view = table.state.dump(), table.view_bytes(0)
        seat = table.state.turn[0]
        table.step(Ply(table.n + 1, seat, luck.choice(table.state.legal(seat)).text))
        assert (table.state.dump(), table.view_bytes(0)) == (before, view)
        moved(table, luck)


def test_a_move_is_stale_when_its_seat_is_asked_for_something_else_since() -> None:
    table = Table(game_box("london")(2), "seed")
    keep = [table.state.legal(seat)[0].text for seat in (0, 1)]
    table.add(Ply(1, 0, keep[0]))
    table.check(1, 0, keep[1])
    with pytest.raises(Trouble, match="moved on"):
        table.check(0, 0, keep[0])
    with pytest.raises(Trouble):
        table.check(1, 2, keep[1])
    table.add(Ply(2, 0, "undo 0"))
    with pytest.raises(Trouble):
        table.check(1, 0, keep[1])
    table.check(1, 2, keep[1])


# ---- What undo is free for


def random_game(name: str, seats: int, moves: int) -> Iterator[tuple[State, Ply, bool, list[str]]]:
    """Of a random game: the state before each move, the move, whether it may be taken back freely, what happened."""
    table, luck = Table(game_box(name)(seats), f"{name} seed"), Random(name)
    while table.state.turn and table.n < moves:
        before = table.state.copy()
        ply = moved(table, luck)
        yield before, ply, table.undo_is_free(ply.seat), [event.kind for event in table.recent[-1].events]


def test_in_bus_nothing_is_hidden_so_the_last_move_is_free() -> None:
    assert all(free for _, _, free, _ in random_game("bus", 3, 80))
    table = Table(game_box("bus")(3), "seed")
    moved(table, Random(1))
    seat = table.standing[-1].seat
    assert not table.undo_is_free((seat + 1) % 3)


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
