"""A table from its log alone: the same log gives the same table."""

from random import Random

import pytest

from omnibus import GAMES, game_box
from omnibus.rules.game import Game
from omnibus.table.log import Ply, Table, replayed
from omnibus.table.trouble import TableTrouble
from tests.table.moving import moved, undone


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
    again = [outcome.seen_by(0) for outcome, _ in history]
    assert rebuilt.state == table.state
    assert rebuilt.standing == table.standing
    recent = table.outcomes_since(table.n - 20)
    assert recent is not None
    assert [outcome.seen_by(0) for outcome in recent] == again[-20:]
    assert table.outcomes_since(table.n) == []
    if table.n > 64:
        assert table.outcomes_since(0) is None


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
