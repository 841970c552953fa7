"""Places go by names of our own in what is told, and by their short names in moves and records."""

from omnibus.rules.bus import Bus
from omnibus.rules.rulebook import LANGUAGES
from tests.bus.positions import play, position

WORDS = Bus.rulebook.words


def test_every_place_has_a_name_that_no_other_has() -> None:
    board = Bus.board
    places = [*board.junctions, *(street.name for street in board.streets), *(f"zone {zone}" for zone in "ABCD")]
    for language in LANGUAGES:
        assert len({WORDS[place].say(language) for place in places}) == len(places)
        assert len({WORDS[lot.name].say(language) for lot in board.lots}) == len(board.lots)


def test_names_are_short_enough_for_a_map() -> None:
    for place in Bus.board.junctions:
        assert all(len(word) <= 9 for text in WORDS[place].texts.values() for word in text.split())


def test_a_lot_goes_by_its_junction_and_its_side_if_there_are_two() -> None:
    assert WORDS["E1.1"].texts == {"en": "Windmill", "fr": "Moulin"}
    assert WORDS["C1.1"].texts == {"en": "Market (west side)", "fr": "Marché (côté ouest)"}
    assert WORDS["C1.2"].texts == {"en": "Market (east side)", "fr": "Marché (côté est)"}


def test_what_happens_is_told_by_names() -> None:
    state = position("C2 C1", phase="extending", spaces={"extension": [0]}, left=1)
    events = state.play(0, "extend C1>M2")
    assert Bus.rulebook.tell(events[0].opened(), ["Ann"]) == "Ann extends the line from Market to Bridge."
    assert Bus.rulebook.tell(events[0].opened(), ["Ann"], "fr") == "Ann prolonge sa ligne de Marché à Pont."


def test_refusals_name_places_and_actions() -> None:
    extending = position("C2 C1", phase="extending", spaces={"extension": [0]}, left=1)
    refusal = extending.why_not(0, "extend C3>C4")
    assert refusal is not None
    assert refusal.text() == "B15: your line has no end at Belfry"
    choosing = position("C2 C1", "C3 C4", "I2 I1")
    play(choosing, "choose clock")
    taken = choosing.why_not(1, "choose clock")
    assert taken is not None
    assert taken.text("fr") == "B8 : « horloge » ne prend qu’un cube par tour, et l’a déjà"
