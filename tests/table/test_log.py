"""A table from its log alone: the same log gives the same table."""

import json
import tracemalloc
from collections import Counter
from random import Random
from sys import getsizeof

import pytest

from omnibus import GAMES, game_box
from omnibus.rules.game import Event, Game, Move, State
from omnibus.table.log import MOVES_BETWEEN_POSITIONS, PLIES_TOLD, Ply, Table
from omnibus.table.trouble import TableTrouble
from tests.table.moving import moved, undone

ALL_GAMES = pytest.mark.parametrize("game", [box(box.seat_counts[-1]) for box in GAMES.values()], ids=list(GAMES))


def any_ply(table: Table, luck: Random) -> Ply:
    """A move or, now and then, an undo, made at random."""
    if table.standing and luck.random() < 0.1:
        return undone(table, luck.choice(table.standing).seat)
    return moved(table, luck)


@ALL_GAMES
def test_the_same_log_gives_the_same_table(game: Game) -> None:
    luck = Random(3)
    table, again = Table(game, "seed"), Table(game, "seed")
    states, told = {0: table.state.dump()}, []
    while table.state.turn and table.n < 400:
        ply = any_ply(table, luck)
        told.append(again.add(ply).seen_by(0))
        standing = max((move.n for move in table.standing), default=0)
        assert ply.back_to is None or standing <= ply.back_to
        assert table.state.dump() == states.setdefault(standing, table.state.dump())
    assert len(table.standing) > MOVES_BETWEEN_POSITIONS, "no position was kept"
    assert again.snapshot() == table.snapshot()
    for moves in range(len(table.standing) + 1):
        n = table.standing[moves - 1].n if moves else 0
        assert table.position(moves).dump() == states[n]
    for missed in (0, 1, 2, 20, PLIES_TOLD, PLIES_TOLD + 1, table.n):
        recent = table.outcomes_since(table.n - missed)
        assert [outcome.seen_by(0) for outcome in recent] == told[-min(missed, PLIES_TOLD) :][:missed]


@ALL_GAMES
def test_a_snapshot_goes_on_as_the_table_it_was_made_of(game: Game) -> None:
    """At every ply, undos among them."""
    luck, table = Random(5), Table(game, "seed")
    while table.state.turn and table.n < 300:
        kept = json.dumps(table.snapshot())
        restored = Table.restored(game, "seed", json.loads(kept))
        assert json.dumps(restored.snapshot()) == kept
        copied = table.copy()
        ply = any_ply(table, luck)
        assert restored.add(ply).opened() == table.outcomes_since(table.n - 1)[0].opened()
        assert restored.snapshot() == table.snapshot()
        assert json.dumps(copied.snapshot()) == kept


@ALL_GAMES
def test_a_table_that_slept_knows_all_it_knew(game: Game) -> None:
    """Asleep for the first time before anything has happened, later at any ply."""
    luck, table, sleeper = Random(6), Table(game, "seed"), Table(game, "seed")
    while table.state.turn and table.n < PLIES_TOLD + 20:
        sleeper.sleep()
        sleeper.add(any_ply(table, luck))
        if luck.random() < 0.2:
            sleeper.sleep()
            assert sleeper.turn == table.state.turn
        missed = luck.choice((0, 1, 2, table.n))
        told, known = sleeper.outcomes_since(table.n - missed), table.outcomes_since(table.n - missed)
        assert [outcome.opened() for outcome in told] == [outcome.opened() for outcome in known]
        assert sleeper.snapshot() == table.snapshot()


def test_a_sleeping_table_takes_little_room() -> None:
    tracemalloc.start()
    try:
        table, luck = Table(game_box("terminus")(2, target=500), "seed"), Random(4)
        while table.n < PLIES_TOLD:
            moved(table, luck)
        told = sum(map(getsizeof, table.snapshot()["outcomes"]))
        awake, _ = tracemalloc.get_traced_memory()
        table.sleep()
        asleep, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert awake - asleep > told * 3 / 4


def test_the_state_sleeps_too() -> None:
    game = game_box("terminus")(2)
    Table(game, "seed").sleep()  # what the first needs is needed once
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        table = Table(game, "seed")
        awake, _ = tracemalloc.get_traced_memory()
        table.sleep()
        asleep, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert asleep - before < (awake - before) * 2 / 3


def test_what_a_table_does_costs_the_same_however_long_its_log_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table, luck = Table(game_box("terminus")(2), "seed"), Random(2)
    made = Counter[str]()
    play = State.play

    def counted(self: State, seat: int, move: Move | str) -> list[Event]:
        made["moves"] += 1
        return play(self, seat, move)

    monkeypatch.setattr(State, "play", counted)
    while len(table.standing) < 2 * MOVES_BETWEEN_POSITIONS - 1:
        moved(table, luck)
    most = 0
    while table.n < 5000:
        seat = moved(table, luck).seat
        made.clear()
        undone(table, seat)
        if table.n % 100 == 0:
            table.outcomes_since(0)
            table.position(len(table.standing) // 2)
        most = max(most, made["moves"])
    assert 0 < most <= 2 * MOVES_BETWEEN_POSITIONS
    assert len(table.outcomes_since(0)) == PLIES_TOLD


def test_a_log_with_a_gap_is_refused() -> None:
    table = Table(game_box("bus")(3), "seed")
    with pytest.raises(AssertionError):
        table.add(Ply(2, 0, "pass"))


def test_a_step_tried_leaves_the_table_as_it_was() -> None:
    table, luck = Table(game_box("london")(3), "seed"), Random(5)
    for _ in range(30):
        before = table.state.dump()
        seat = table.state.turn[0]
        table.step(Ply(table.n + 1, seat, luck.choice(table.state.legal(seat)).text))
        assert table.state.dump() == before
        moved(table, luck)


def test_a_move_is_stale_when_its_seat_is_asked_for_something_else_since() -> None:
    table = Table(game_box("london")(2), "seed")
    keep = [table.state.legal(seat)[0].text for seat in (0, 1)]
    table.add(Ply(1, 0, keep[0]))
    table.check(1, 0, keep[1])
    with pytest.raises(TableTrouble, match="moved on"):
        table.check(0, 0, keep[0])
    with pytest.raises(TableTrouble):
        table.check(1, 2, keep[1])
    table.add(Ply.undo(2, 0, 0))
    with pytest.raises(TableTrouble):
        table.check(1, 0, keep[1])
    table.check(1, 2, keep[1])
