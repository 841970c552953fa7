"""Plies at a table, made by whoever may."""

from random import Random

from omnibus.table.log import Ply, Table


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
    ply = Ply.undo(table.n + 1, seat, last.n - 1)
    table.add(ply)
    return ply
