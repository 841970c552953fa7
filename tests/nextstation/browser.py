"""Somebody who plays Next Station: London by its table in the browser, quickly rather than well."""

from typing import ClassVar

from tests.browser.players import Kinds, Player


class NextStationPlayer(Player):
    """Draws the first section that glows."""

    kinds: ClassVar[Kinds] = {"station": ".station.can", "pencil": ".tray .pencil", "button": ".tray .pill"}


PLAYER = NextStationPlayer
