"""Somebody who plays Ticket to Ride: London by its table in the browser, quickly rather than well."""

import re
from typing import ClassVar

from playwright.sync_api import Page

from omnibus.rules.game import Move, State
from tests.browser.players import Kinds, Offers, Player, Touch, Wish, answers
from tests.browser.visitor import EN


class LondonPlayer(Player):
    """Claims the longest route there is, and takes cards from the deck until there is one."""

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


def lies_in_one_row(page: Page) -> bool:
    """Whether the hand lies beside the market, as high as it, and leaves the map its room."""
    market, hand = (page.locator(part).bounding_box() for part in (".row", ".hand"))
    assert market is not None
    assert hand is not None
    return (round(market["y"]), round(market["height"])) == (round(hand["y"]), round(hand["height"]))


def _length(route: str) -> int:
    """The spaces of a route, from its name: `Soho – The Strand: 3 blue, 4 points`."""
    found = re.search(r": (\d+)", route)
    assert found is not None, route
    return int(found[1])


def touches(state: State, seat: int, move: Move) -> list[Touch]:
    """What one touches on the table to make a move."""
    told = move.data
    match told["do"]:
        case "claim":
            way = answers(state, seat, move, "route", asked_anyway=True)
            return [(f'.route[data-route="{told["route"]}"]', 0), *way]
        case "take":
            return [(f'.slot[data-slot="{state.view(seat)["row"].index(told["card"]) + 1}"]', 0)]
        case "draw":
            return [('.slot[data-slot="deck"]', 0)]
        case "tickets":
            return [('.slot[data-slot="tickets"]', 0)]
        case "keep":
            offer = [each["ticket"] for each in state.view(seat)["table"][seat]["offer"]]
            put_back = [number for number, ticket in enumerate(offer) if ticket not in told["tickets"]]
            return [*((".offer .ticket", number) for number in put_back), (".offer .pill", 0)]
        case _:
            return [(".row .pill", 0)]


PLAYER = LondonPlayer
