"""`easy` plays like a friendly beginner, who sees what the own line lacks and has eyes for nothing else.

Its mistakes are a beginner's. It often forgets that the hand of the clock moves on before the buses run. It does not
think of those who run theirs first, nor of who else uses what it builds; it overlooks some of the lots and streets,
places a cube too many, and never wants the clock or to be first.
"""

from random import Random

from omnibus.bots.bus.obvious import obvious_ride, one_of_the_best, worth_of_junction
from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import KINDS
from omnibus.rules.bus.moves import (
    BUILDINGS,
    BUS,
    CHOOSING,
    EXTENSION,
    PASSENGERS,
    RIDING,
    TIMING,
    VRROOOMM,
    Arrive,
    Build,
    Extend,
    Lay,
)
from omnibus.rules.bus.state import LEAST_CUBES, BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move

FORGETFUL = 0.25  # how often a beginner forgets that the hand of the clock moves on
EAGER = 0.15  # how often one who sees more to do places a cube more than needed
NOTICED = 0.75  # how many of the lots and streets one notices


def play_easily(view: BusView, rng: Random) -> str:
    """What a beginner does who sees that view."""
    if len(view["legal"]) == 1:
        return view["legal"][0]["text"]
    state = Bus.of(view).guess(view, rng)
    seat = state.turn[0]
    if state.phase == RIDING:
        return obvious_ride(state, seat, rng).text
    if state.phase == TIMING:
        return state.game.book.tick.text
    kind = kind_in_mind(state, rng)
    if state.phase == CHOOSING:
        return _choice(state, seat, kind, rng).text
    noticed = _noticed(state.legal(seat), rng)
    return noticed[one_of_the_best([_appeal(state, seat, move, kind) for move in noticed], rng)].text


def kind_in_mind(state: BusState, rng: Random) -> int:
    """Where a beginner thinks the passengers will want to go."""
    return state.clock if rng.random() < FORGETFUL else (state.clock + 1) % len(KINDS)


def _noticed(legal: list[Move], rng: Random) -> list[Move]:
    """Of many moves only some catch the eye."""
    return rng.sample(legal, max(2, round(NOTICED * len(legal)))) if len(legal) > 2 else legal


def _appeal(state: BusState, seat: int, move: Move, kind: int) -> float:
    """What speaks for a move at first sight."""
    line = state.touched[seat]
    if isinstance(move, Build):
        on_our_line = line >> state.game.board.lots[move.lot].junction & 1
        return on_our_line + (0.5 if move.kind == kind else 0.0)
    if isinstance(move, Extend):
        return 0.0 if line >> move.end & 1 else 0.1 + worth_of_junction(state, move.end)
    if isinstance(move, Lay):
        return sum(worth_of_junction(state, junction) for junction in state.game.board.streets[move.street][1:])
    if isinstance(move, Arrive):
        return line >> move.station & 1
    return 0.0


def _choice(state: BusState, seat: int, kind: int, rng: Random) -> Move:
    """The first thing that comes to mind and is not chosen yet; then, mostly, pass."""
    table, spaces = state.game.book, state.spaces
    open_wishes = [action for action in _wishes(state, seat, kind) if seat not in spaces[action]]
    enough = state.placed(seat) >= LEAST_CUBES
    if enough and (not open_wishes or rng.random() >= EAGER):
        return table.stop_choosing
    return table.choose[open_wishes[0] if open_wishes else EXTENSION]


def _wishes(state: BusState, seat: int, kind: int) -> list[int]:
    """What a beginner would like to do, most of all first: run the buses, get what is missing, have a long line."""
    line, buses = state.touched[seat], state.buses[seat]
    waiting = free = 0
    for junction, people in enumerate(state.people):
        if line >> junction & 1:
            waiting += max(0, people - state.kinds_at[kind][junction])
            free += max(0, state.kinds_at[kind][junction] - people)
    wishes = [VRROOOMM] if waiting and free else []
    if not state.spaces[BUS] and buses < max(2, *state.buses, min(waiting, free)):
        wishes.append(BUS)
    if waiting < buses and state.supply and any(line >> station & 1 for station in state.game.board.stations):
        wishes.append(PASSENGERS)
    if free < buses:
        wishes.append(BUILDINGS)
    return [*wishes, EXTENSION]
