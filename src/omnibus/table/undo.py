"""Taking back a move: when it is free, and who must agree when it is not.

What a person decided is never taken back without that person, away or not. Bots are not asked.
"""

from random import Random
from typing import NamedTuple

from omnibus.rules.game import Move, State
from omnibus.table.log import Ply, Table
from omnibus.table.seats import TableSeats
from omnibus.table.trouble import TableTrouble

WORLDS = 16
MOST_UNDOS = 200  # that a person may make in a game


class UndoRequest(NamedTuple):
    """The wish to take back a seat's last move and what came after it, and who agrees to it."""

    n: int  # the last ply when it was wished; the wish is void once another is played
    seat: int
    back_to: int
    must_agree: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()

    @property
    def agreed(self) -> bool:
        """Whether all who must agree do."""
        return self.must_agree <= self.people

    def carried_out(self, table: Table, person: str, key: str) -> Ply:
        """The ply that the wish becomes."""
        table.expect_last(self.n)
        return Ply.undo(self.n + 1, self.seat, self.back_to, person, key)


def request_undo(table: Table, seats: TableSeats, person: str, seat: int) -> UndoRequest:
    """What it means now to take back a seat's last move, for the person who plays there."""
    seats.to_play(person, seat)
    last = table.last_move_of(seat)
    if last is None:
        raise TableTrouble("nothing-to-undo")
    if sum(table.undos[own] for own in seats.of(person)) >= MOST_UNDOS:
        raise TableTrouble("too-many-undos", most=MOST_UNDOS)
    must_agree = who_must_agree(table, seats, last.n - 1)
    for other in sorted(must_agree):
        if seats.away(other):
            raise TableTrouble("undo-needs-who-is-away", name=seats.name_of(other))
    return UndoRequest(table.n, seat, last.n - 1, must_agree)


def who_must_agree(table: Table, seats: TableSeats, back_to: int) -> frozenset[str]:
    """All who play, and all whose own moves would be taken back, whether they still play or not."""
    movers = {standing.person for standing in table.moves_since(back_to) if standing.person is not None}
    return frozenset(seats.people() | movers)


def undo_is_free(table: Table, request: UndoRequest, person: str) -> bool:
    """Whether the person need not ask: nobody else plays or decided any of it, or nobody learnt anything from it."""
    return request.must_agree == {person} or nobody_learnt(table, request.seat)


def nobody_learnt(table: Table, seat: int) -> bool:
    """Whether the seat's move is the last one, and nobody learnt anything from it.

    Nobody learnt anything if every viewer, the mover and the spectators included, would have seen the same in worlds
    that differ in what that viewer did not know before: hidden cards, the order of decks, the luck to come. So a card
    drawn, turned up or shown from a hand needs agreement; a section of line does not.
    """
    if not table.standing or table.standing[-1].seat != seat:
        return False
    if not table.game.hides:
        return True
    before, move = table.position(len(table.standing) - 1), table.standing[-1].move
    luck = Random(f"{table.n}")
    viewers = [seat, None, *(other for other in range(table.game.seats) if other != seat)]
    return all(_learnt_nothing(before, seat, move, viewer, luck) for viewer in viewers)


def _learnt_nothing(before: State, seat: int, move: Move, viewer: int | None, luck: Random) -> bool:
    after = before.copy()
    events = [event.seen_by(viewer) for event in after.play(seat, move)]
    known, view = before.view(viewer), after.view(viewer)

    def looks_the_same(world: State, tried: Move) -> bool:
        if world.why_not(seat, tried) is not None:
            return False
        world = world.copy()
        return [event.seen_by(viewer) for event in world.play(seat, tried)] == events and world.view(viewer) == view

    for _ in range(WORLDS):
        world = before.game.guess(known, luck)
        # Whoever does not see which move it was cannot tell it from others that look the same.
        others = [] if viewer == seat else world.legal(seat)
        if not any(looks_the_same(world, tried) for tried in (move, *others)):
            return False
    return True
