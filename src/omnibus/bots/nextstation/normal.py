"""Thinks two cards ahead, over all cards that may come."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from omnibus.bots.bot import Answer, weighed
from omnibus.bots.nextstation.greedy import play_greedily
from omnibus.bots.nextstation.sheet import Drawing, SeatSheet, legal_moves
from omnibus.rules.game import Move
from omnibus.rules.nextstation.board import ANY, LONDON, SWITCH
from omnibus.rules.nextstation.moves import Draw
from omnibus.rules.nextstation.state import FIRST_TURN_TO_SWITCH
from omnibus.rules.nextstation.view import NextStationView

# What keeping a power for later is worth, in points: the best of 0, 3, 6 and 9 in 120 solo games each.
POWER_WORTH = 3.0


class Cards(NamedTuple):
    """The cards left: how many of each symbol, street and underground, and whether the switch is among them."""

    street: tuple[int, ...]
    underground: tuple[int, ...]
    switch: bool
    turns: int  # begun this round


def _cards_left(view: NextStationView) -> Cards:
    left = [LONDON.deck[LONDON.card_named[name]] for name in view["left"]]
    symbols = range(ANY + 1)
    return Cards(
        tuple(sum(card.symbol == symbol and not card.underground for card in left) for symbol in symbols),
        tuple(sum(card.symbol == symbol and card.underground for card in left) for symbol in symbols),
        any(card.symbol == SWITCH for card in left),
        view["turn_of_round"],
    )


def _mean(best: list[int], opened: list[int] | None, counts: list[int], switch: bool) -> float:
    """The points to expect after one more card; `opened` is for a card that comes with the switch."""
    cards = sum(counts)
    expected = sum(count * points for count, points in zip(counts, best, strict=True)) / cards
    if not switch:
        return expected
    with_switch = sum(count * points for count, points in zip(counts, opened or best, strict=True)) / cards
    return (cards * expected + with_switch) / (cards + 1)


class Outlook:
    """What a sheet may become with the next two cards."""

    def __init__(self, sheet: SeatSheet, cards: Cards):
        self.sheet = sheet
        self.counts = [street + below for street, below in zip(cards.street, cards.underground, strict=True)]
        self.underground = cards.underground
        self.ending = sum(cards.underground) == 1  # the next underground card is the last
        self.switch = cards.switch
        # N14: whether a switch has an effect if it comes with the next card, or with the one after it
        self.opens_next = cards.turns + 1 >= FIRST_TURN_TO_SWITCH
        self.opens_later = cards.turns + 2 >= FIRST_TURN_TO_SWITCH
        self._one_card: dict[Drawing, tuple[list[int], list[int] | None]] = {}

    def one_card(self, drawing: Drawing, gone: int, switch: bool) -> float:
        """The points to expect of one more card, when one of symbol `gone` is out of the pile."""
        known = self._one_card.get(drawing)
        if known is None:
            best = self.sheet.best_by_symbol(drawing, drawing.ends)
            opened = None
            if self.switch and self.opens_later:
                opened = self.sheet.best_by_symbol(drawing, drawing.stations)
            known = self._one_card[drawing] = best, opened
        counts = self.counts[:]
        counts[gone] -= 1
        return _mean(*known, counts, switch) if any(counts) else float(self.sheet.points(drawing))

    def two_cards(self, drawing: Drawing) -> float:
        """The points to expect of the next two cards."""
        cards = sum(self.counts)
        expected = sum(self._after_next(drawing, drawing.ends, self.switch)) / cards
        if not self.switch:
            return expected
        starts = drawing.stations if self.opens_next else drawing.ends
        with_switch = sum(self._after_next(drawing, starts, False)) / cards
        return (cards * expected + with_switch) / (cards + 1)

    def _after_next(self, drawing: Drawing, starts: int, switch: bool) -> Iterator[float]:
        """For each card that may come next the points to expect after it and one more."""
        sheet = self.sheet
        present = [symbol for symbol in range(ANY + 1) if self.counts[symbol]]
        best = {symbol: self.one_card(drawing, symbol, switch) for symbol in present}
        last = sheet.best_by_symbol(drawing, starts) if self.ending else None
        for start, way in sheet.ways(drawing, starts):
            after = sheet.drawn(drawing, start, way)
            for symbol in present:
                if symbol in (ANY, way.symbol) or way.symbol == ANY:
                    best[symbol] = max(best[symbol], self.one_card(after, symbol, switch))
        for symbol in present:
            for number in range(self.counts[symbol]):
                if last is not None and number < self.underground[symbol]:
                    yield float(last[symbol])
                else:
                    yield best[symbol]


def play_normally(view: NextStationView, rng: Random) -> str | Answer:
    """The move after which the next two cards promise most, over all cards left."""
    seat, legal = view["seat"], legal_moves(view)
    if seat is None or view["asks"] == "pencil" or view["last_turn"] or len(legal) == 1:
        return play_greedily(view, rng)
    sheet = SeatSheet(view, view["table"][seat])
    outlook = Outlook(sheet, _cards_left(view))
    merits = [_merit(move, sheet, outlook) for move in legal]
    best = rng.choice([move for move, merit in zip(legal, merits, strict=True) if merit == max(merits)])
    worths = [(move.text, merit) for move, merit in zip(legal, merits, strict=True)]
    return Answer(best.text, weighed=weighed("points", worths))


def _merit(move: Move, sheet: SeatSheet, outlook: Outlook) -> float:
    """What a move promises."""
    drawing = sheet.drawing
    if not isinstance(move, Draw):
        return outlook.two_cards(drawing)
    return outlook.two_cards(sheet.after(drawing, move)) - (0 if type(move) is Draw else POWER_WORTH)
