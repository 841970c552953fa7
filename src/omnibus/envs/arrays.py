"""What the environments share: observations, masks and rewards."""

from typing import Any

import numpy as np
import numpy.typing as npt

from omnibus.rules import game_box
from omnibus.rules.encoding import Encoding
from omnibus.rules.game import Game, State

LEAST_POINTS = -20.0  # alone, no sheet has fewer: two modules take 20 off an empty one


def set_up(game: str | Game[Any, Any], seats: int | None, options: dict[str, int | bool]) -> Game[Any, Any]:
    """The game of that name, set up so; a game that is set up already stays as it is."""
    if isinstance(game, str):
        return game_box(game)(seats, **options)
    if seats is not None or options:
        raise ValueError(f"{game.id} is set up already: seats and options belong to a game's name")
    return game


def encoding_of(game: Game[Any, Any]) -> Encoding:
    """How the game's views become numbers."""
    if game.encoding is None:
        raise ValueError(f"{game.id} has no encoding: nobody has said how its views become numbers")
    return game.encoding


def bounds(encoding: Encoding) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The lowest and the highest that each number of an observation can be."""
    sizes = [part.size for part in encoding.parts]
    lowest = np.repeat([part.lowest for part in encoding.parts], sizes)
    highest = np.repeat([part.highest for part in encoding.parts], sizes)
    return lowest.astype(np.int16), highest.astype(np.int16)


def observed(encoding: Encoding, state: State[Any], seat: int) -> npt.NDArray[np.int16]:
    """What the seat knows: the numbers of its view."""
    return np.array(encoding.encode(state.view(seat)), np.int16)


def mask(state: State[Any], seat: int) -> npt.NDArray[np.int8]:
    """Which moves the seat may make now, 1 for each, in the order of `game.moves`.

    Where several seats may move at once, the lowest goes first and the others wait.
    """
    legal = np.zeros(len(state.game.moves), np.int8)
    if state.turn and seat == min(state.turn):
        legal[[move.index for move in state.legal(seat)]] = 1
    return legal


def rewards(state: State[Any]) -> list[float]:
    """What each seat gets when the game is over: its share of victory less 1/seats; alone, the points."""
    result, seats = state.result, state.game.seats
    if result is None:
        return [0.0] * seats
    if seats == 1:
        return [float(result.scores[0])]
    winners = result.winners
    return [(seat in winners) / len(winners) - 1 / seats for seat in range(seats)]


def worst_reward(game: Game[Any, Any]) -> float:
    """What nobody gets less than: that of a lost game."""
    return LEAST_POINTS if game.seats == 1 else -1 / game.seats
