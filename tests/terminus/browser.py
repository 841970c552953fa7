"""Somebody who plays Terminus by its table in the browser, quickly rather than well."""

from typing import ClassVar

from tests.browser.players import Kinds, Offers, Player, Wish
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


PLAYER = TerminusPlayer
