"""Somebody who plays Terminus by its table in the browser, quickly rather than well."""

from typing import ClassVar

from omnibus.rules.game import Move, State
from tests.browser.players import Kinds, Offers, Player, Touch, Wish
from tests.browser.visitor import EN


class TerminusPlayer(Player):
    """Lays the first card that can be laid where it can be laid."""

    kinds: ClassVar[Kinds] = {"line": ".line.mine", "way": ".ways .pill", "card": ".held.legal:not(.chosen)"}
    brings: ClassVar[Kinds] = {"card": "way"}

    def wish(self, offers: Offers) -> Wish:
        if offers["line"]:
            return "line", 0
        stop = EN["terminus.end"]
        ways = [number for number, words in enumerate(offers["way"]) if words != stop]
        if ways:
            return "way", ways[0]
        return ("card", 0) if offers["card"] else ("way", 0)


def touches(state: State, seat: int, move: Move) -> list[Touch]:
    """What one touches on the table to make a move: the card, then where it goes."""
    told = move.data
    if told["do"] == "end":
        return [(".ways .pill", EN["terminus.end"])]
    hand = list(dict.fromkeys(state.view(seat)["table"][seat]["hand"]))
    ways = [each for each in state.legal(seat) if each.data.get("card") == told["card"]]
    ways.sort(key=lambda each: "line" not in each.data)
    return [(".hand .held", hand.index(told["card"])), (".ways .pill", ways.index(move))]


PLAYER = TerminusPlayer
