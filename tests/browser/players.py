"""People who play a game by what they see on the page, quickly rather than well."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from tests.browser.hands import Hand, Mouse
from tests.browser.visitor import EN, Visitor

Kinds = dict[str, str]
Offers = dict[str, list[str]]
Wish = tuple[str, int]  # a kind of thing that is offered, and which of them

COUNT = f'[aria-label="{EN["count.title"]}"]'
ANSWERS = ".notice:not(.refusal) .answers button:not(.cancel)"


class Sight:
    """What is on the page: the position it shows, whether it is my turn, and what is offered."""

    def __init__(self, seen: dict[str, Any]):
        self.n: int = seen["n"]
        self.mine: bool = seen["mine"]
        self.refusal: str | None = seen["refusal"]
        self.offers: Offers = seen["offers"]
        self.over = bool(self.offers["count"])


class Player:
    """Somebody at a table. Each game says what there is to look for, and what is done first."""

    game: ClassVar[str]
    kinds: ClassVar[Kinds]
    brings: ClassVar[Kinds] = {}  # what one has to do before a move is made, and what it brings to choose from

    def __init__(self, visitor: Visitor, hand: Hand | None = None):
        self.visitor = visitor
        self.hand = hand or Mouse()
        self._looked_for = {"answer": ANSWERS, "count": COUNT, **self.kinds}

    def wish(self, offers: Offers) -> Wish:
        """What to do next, of what is offered."""
        return next((kind, 0) for kind in self.kinds if offers[kind])

    def look(self) -> Sight:
        return Sight(self.visitor.page.evaluate("kinds => eyes.look(kinds)", self._looked_for))

    def act(self) -> tuple[Sight, bool]:
        """Do one thing if it is my turn; what I saw, and whether I did."""
        sight = self.look()
        assert sight.refusal is None, f"refused: {sight.refusal}"
        if not sight.mine or sight.over:
            return sight, False
        kind, number = ("answer", 0) if sight.offers["answer"] else self.wish(sight.offers)
        self.hand.use(self.visitor.page, self._looked_for[kind], number)
        brings = None if kind == "answer" else self.brings.get(kind, "answer")
        self.visitor.wait("([kinds, brings]) => eyes.changed(kinds, brings)", [self._looked_for, brings])
        return sight, True

    def wait_for_news(self, n: int) -> None:
        """Until the page shows a later position, or the end."""
        self.visitor.wait(
            "([kinds, n]) => eyes.moment() > n || eyes.look(kinds).offers.count.length > 0", [self._looked_for, n]
        )


class LondonPlayer(Player):
    """Claims the longest route there is, and takes cards from the deck until there is one."""

    game = "london"
    kinds: ClassVar[Kinds] = {
        "keep": ".offer .pill:not(:disabled)",
        "claim": ".route.can",
        "draw": ".slot.legal",
        "pass": ".row .pill",
    }

    def wish(self, offers: Offers) -> Wish:
        if offers["claim"]:
            return "claim", max(range(len(offers["claim"])), key=lambda number: _length(offers["claim"][number]))
        if offers["draw"]:
            deck = EN["london.drawDeck"].split(",")[0]
            decks = [number for number, words in enumerate(offers["draw"]) if words.startswith(deck)]
            return "draw", decks[0] if decks else 0
        return ("keep", 0) if offers["keep"] else ("pass", 0)


def _length(route: str) -> int:
    """The spaces of a route, from its name: `Soho – The Strand: 3 blue, 4 points`."""
    found = re.search(r": (\d+)", route)
    assert found is not None, route
    return int(found[1])


class BusPlayer(Player):
    """Stops time whenever possible, so that the game is soon over, and otherwise does the first thing."""

    game = "bus"
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
        if EN["bus.stop"] in offers["button"]:
            return "button", offers["button"].index(EN["bus.stop"])
        for number, words in enumerate(offers["action"]):
            if words.startswith(EN["bus.action.clock"]):
                return "action", number
        return super().wish(offers)


class NextStationPlayer(Player):
    """Draws the first section that glows."""

    game = "nextstation"
    kinds: ClassVar[Kinds] = {"station": ".station.can", "pencil": ".tray .pencil", "button": ".tray .pill"}


class TerminusPlayer(Player):
    """Lays the first card that can be laid where it can be laid."""

    game = "terminus"
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


PLAYERS: dict[str, type[Player]] = {
    player.game: player for player in (LondonPlayer, BusPlayer, NextStationPlayer, TerminusPlayer)
}


def play_on(players: Sequence[Player], moves: int | None = None) -> None:
    """Play until the game is over, or so many moves have been made."""
    while True:
        done = [player.act() for player in players]
        sights = [sight for sight, _ in done]
        latest = max(sight.n for sight in sights)
        if all(sight.over for sight in sights) or (moves is not None and latest >= moves):
            return
        if any(acted for _, acted in done):
            continue
        # A move is on its way to somebody, or a bot thinks.
        behind = [player for player, sight in zip(players, sights, strict=True) if sight.n < latest]
        for player in behind or players[:1]:
            player.wait_for_news(latest - 1 if behind else latest)
