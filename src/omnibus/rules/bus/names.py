"""What places are called: junctions by names of our own, streets and lots after the junctions they lie at."""

from collections.abc import Iterator

from omnibus.rules.bus.board import BusBoard, Lot
from omnibus.rules.rulebook import LANGUAGES, Phrase, Rulebook, catalogue, phrases


def book_of_the_city(board: BusBoard) -> Rulebook:
    """The rulebook, with words for the streets and lots of the board as well."""
    package = "omnibus.rules.bus"
    book = Rulebook(package)
    places = phrases(catalogue(package, "rulebook.toml")["places"])
    book.words |= dict(_streets(board, book, places["street"]))
    book.words |= dict(_lots(board, book, places))
    return book


def _streets(board: BusBoard, book: Rulebook, between: Phrase) -> Iterator[tuple[str, Phrase]]:
    for street in board.streets:
        one, other = (book.words[board.junctions[end]] for end in street[1:])
        texts = {each: between.say(each, one=one.say(each), other=other.say(each)) for each in LANGUAGES}
        yield street.name, Phrase(street.name, texts)


def _lots(board: BusBoard, book: Rulebook, sides: dict[str, Phrase]) -> Iterator[tuple[str, Phrase]]:
    """A lot goes by the name of its junction; where there are two, one also says on which side."""
    for lot in board.lots:
        name = book.words[board.junctions[lot.junction]]
        others = [other for other in board.lots if other.junction == lot.junction and other != lot]
        texts = {each: name.say(each) for each in LANGUAGES}
        if others:
            side = sides[_side(lot, others[0])]
            texts = {each: side.say(each, junction=text) for each, text in texts.items()}
        yield lot.name, Phrase(lot.name, texts)


def _side(lot: Lot, other: Lot) -> str:
    """Where a lot lies, seen from the other one at its junction."""
    right, down = lot.at[0] - other.at[0], lot.at[1] - other.at[1]
    if abs(right) > abs(down):
        return "east" if right > 0 else "west"
    return "south" if down > 0 else "north"
