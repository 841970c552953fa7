"""Somebody who plays Next Station: London by its table in the browser, quickly rather than well."""

from typing import ClassVar

from omnibus.rules.game import Move, State
from tests.browser.players import Kinds, Player, Touch, answers


class NextStationPlayer(Player):
    """Draws the first section that glows."""

    kinds: ClassVar[Kinds] = {"station": ".station.can", "pencil": ".tray .pencil", "button": ".tray .pill"}


def touches(state: State, seat: int, move: Move) -> list[Touch]:
    """What one touches on the sheet to make a move."""
    told = move.data
    if "end" in told:
        costs = told["do"] in ("draw-joker", "draw-switch")
        return [(".station", told["end"]), *answers(state, seat, move, "end", asked_anyway=costs)]
    match told["do"]:
        case "double":
            return [(".station", told["station"])]
        case "pencil":
            return [(".tray .pencil", state.game.rulebook.words[told["colour"]].say("en"))]
        case _:
            return [(".tray .pill", 0)]


PLAYER = NextStationPlayer
