"""The five moves of Shuttle: a group of one, two, three or four boards, or the shuttle is sent off."""

from typing import Literal, TypedDict

from omnibus.rules.game import Move

SIZES = (1, 2, 3, 4)
Decision = Literal["turn"]


class BoardData(TypedDict):
    """Let a group board."""

    text: str
    do: Literal["board"]
    people: int


class SendData(TypedDict):
    """Send the shuttle off."""

    text: str
    do: Literal["send"]


ShuttleMoveData = BoardData | SendData


class Board(Move):
    """Let a group of that many people board (S5)."""

    __slots__ = ("people",)

    def __init__(self, index: int, people: int):
        super().__init__(index, f"board {people}", "board", people=people)
        self.people = people


BOARD = {people: Board(index, people) for index, people in enumerate(SIZES)}
SEND = Move(len(BOARD), "send", "send")
MOVES: tuple[Move, ...] = (*BOARD.values(), SEND)
