"""Somebody who plays Bus by its table in the browser, quickly rather than well."""

from typing import ClassVar

from tests.browser.players import Kinds, Offers, Player, Wish
from tests.browser.visitor import EN


class BusPlayer(Player):
    """Stops time whenever possible, so that the game is soon over, and otherwise does the first thing."""

    kinds: ClassVar[Kinds] = {
        "button": ".tray .pill",
        "action": "ol button.legal",
        "street": ".street.can",
        "goal": ".lot.goal",
        "junction": ".junction.can",
        "lot": ".lot.can",
    }
    brings: ClassVar[Kinds] = {"junction": "goal"}

    def wish(self, offers: Offers) -> Wish:
        for kind, wish in (("button", EN["bus.stop"]), ("action", EN["bus.action.clock"])):
            for number, words in enumerate(offers[kind]):
                if words.startswith(wish):
                    return kind, number
        return super().wish(offers)


PLAYER = BusPlayer
