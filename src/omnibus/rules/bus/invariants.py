"""What must always hold in a game of Bus."""

from collections.abc import Iterator
from itertools import pairwise

from omnibus.rules.bus.state import NO_BUILDING, BusState


def broken_laws(state: BusState) -> Iterator[str]:
    """Cubes, sticks, passengers and stones are all there (B1, B3), and points are rides (B28)."""
    game = state.game
    for seat in range(game.seats):
        on_the_board = sum(cubes.count(seat) for cubes in state.spaces)
        parts = (state.cubes[seat], state.spent[seat], state.buses[seat], on_the_board)
        if sum(parts) != game.cubes or min(parts) < 0 or not state.buses[seat]:
            yield "a cube was lost or made"
        yield from _broken_line(state, seat)
    if sum(state.people) + state.supply != game.passengers or min(*state.people, state.supply) < 0:
        yield "a passenger was lost or made"
    if sum(state.stones) + state.stones_left != game.stones[game.seats] or state.stones_left < 0:
        yield "a time stone was lost or made"
    if max(state.reached) != sum(state.points):
        yield "points are not rides"
    if any((points > 0) != (reached > 0) for points, reached in zip(state.points, state.reached, strict=True)):
        yield "points were reached without a ride, or a ride without a point"
    yield from _broken_city(state)


def _broken_line(state: BusState, seat: int) -> Iterator[str]:
    """A line is one trail that uses each street once (B14)."""
    trail, board = state.trails[seat], state.game.board
    streets = [board.street_between.get(pair) for pair in pairwise(trail)]
    if None in streets:
        yield "a line jumps"
    if len(set(streets)) != len(streets):
        yield "a line uses a street twice"
    if sum(1 << street for street in streets if street is not None) != state.streets[seat]:
        yield "a line and its streets differ"
    if sum(1 << junction for junction in set(trail)) != state.touched[seat]:
        yield "a line and its junctions differ"
    if state.sticks[seat] + len(streets) != state.game.sticks[state.game.seats] or state.sticks[seat] < 0:
        yield "a stick was lost or made"


def _broken_city(state: BusState) -> Iterator[str]:
    """Zones are filled one after the other (B24), and who was carried sits in a building (B29)."""
    board = state.game.board
    taken = [[state.built[lot] != NO_BUILDING for lot in lots] for lots in board.zone_lots]
    if any(any(later) and not all(zone) for zone, later in pairwise(taken)):
        yield "a zone was opened too early"
    buildings = [0] * len(board.junctions)
    for lot, kind in zip(board.lots, state.built, strict=True):
        buildings[lot.junction] += kind == state.clock
    if any(carried > min(pair) for carried, *pair in zip(state.carried, state.people, buildings, strict=True)):
        yield "a carried passenger has no building"
