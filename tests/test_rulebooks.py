"""Every rule is told in both languages, cited in the code and covered by a test; the page says where."""

import json
import re
from pathlib import Path

import pytest
from docs.write_rules import PAGE, citations, covering_tests, page

from omnibus import GAMES
from omnibus.rules.rulebook import LANGUAGES, Phrase, Rulebook, catalogue

SRC = Path(__file__).parent.parent / "src" / "omnibus"


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_numbered_without_a_gap_and_told_in_both_languages(game: str) -> None:
    rules = GAMES[game].rulebook.rules
    prefix = next(iter(rules))[0]
    assert list(rules) == [f"{prefix}{number}" for number in range(1, len(rules) + 1)]
    for rule in rules.values():
        texts = [rule.text.say(language) for language in LANGUAGES]
        assert all(len(text) > 20 for text in texts)
        assert len(set(texts)) == len(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_cited_in_the_code_and_covered_by_a_test(game: str) -> None:
    rules = set(GAMES[game].rulebook.rules)
    assert set(citations(game)) == rules
    assert set(covering_tests(game)) == rules


def test_the_page_of_rules_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_the_catalogue_is_used_and_every_used_one_is_there(game: str) -> None:
    folder = SRC / "rules" / game
    source = "\n".join(path.read_text(encoding="utf-8") for path in [*folder.glob("*.py"), SRC / "rules" / "game.py"])
    refusals = set(catalogue(f"omnibus.rules.{game}", "rulebook.toml")["refusals"])
    used = set(re.findall(r"\"([a-z]+(?:-[a-z]+)*)\"", source))
    assert refusals <= used
    assert set(re.findall(r"refuse\(\s*\"([a-z-]+)\"", source)) <= refusals


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_words(game: str) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (SRC / "rules" / game).glob("*.py"))
    events = GAMES[game].rulebook.events
    emitted = set(re.findall(r"Event\(\s*\"([a-z-]+)\"", source))
    assert emitted == {name.removesuffix("-seen") for name in events}


def test_plural_forms_follow_the_language() -> None:
    phrase = Phrase("points", {"en": "{n} {n:point|points}", "fr": "{n} {n:point|points}"})
    assert [phrase.say("en", n=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [phrase.say("fr", n=n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Alice", "D’Alice à Alice ; lorsqu’Alice, grande Alice"),
        ("Bo", "De Bo à Bo ; lorsque Bo, grande Bo"),
        ("Hélène", "D’Hélène à Hélène ; lorsqu’Hélène, grande Hélène"),
        ("Hassan", "De Hassan à Hassan ; lorsque Hassan, grande Hassan"),
        ("Yann", "De Yann à Yann ; lorsque Yann, grande Yann"),
        ("le carré", "Du carré au carré ; lorsque le carré, grande le carré"),
        ("les Halles", "Des Halles aux Halles ; lorsque les Halles, grande les Halles"),
        (11, "De 11 à 11 ; lorsque 11, grande 11"),
    ],
)
def test_french_elides_and_contracts(name: object, told: str) -> None:
    phrase = Phrase("way", {"en": "From {a} to {a}", "fr": "De {a} à {a} ; lorsque {a}, grande {a}"})
    assert phrase.say("fr", a=name) == told
    assert phrase.say("en", a=name) == f"From {name} to {name}"


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_can_be_told_from_its_data(game: str) -> None:
    """Whoever has the catalogue and the data says what the rules say, or names things in another way."""
    box = GAMES[game]
    state = box(box.seat_counts[0]).start("7")
    seat = state.turn[0]
    refusals = [refusal for move in box().moves if (refusal := state.why_not(seat, move)) is not None]
    refusals.append(box.rulebook.refuse("no-such-move", text="x" * 1000))
    assert len(refusals) > 1
    for refusal in refusals:
        data = json.loads(json.dumps(refusal.plain()))
        words = {name: box.rulebook.words.get(str(value)) for name, value in data.items()}
        fillings = {name: word.say() if word else value for name, value in data.items() for word in [words[name]]}
        told = box.rulebook.refusals[data["refusal"]].say("en", **fillings)
        assert refusal.text() == f"{refusal.rule}: {told}"
        assert all(len(str(part)) < 200 for part in data.values())


def test_a_text_must_be_there_in_every_language_with_the_same_gaps() -> None:
    with pytest.raises(ValueError, match="has no text in fr"):
        Phrase("lonely", {"en": "alone"})
    with pytest.raises(ValueError, match="different gaps"):
        Phrase("uneven", {"en": "{card}", "fr": "{carte}"})


def test_what_only_one_seat_saw_is_told_only_to_that_seat() -> None:
    rulebook: Rulebook = GAMES["terminus"].rulebook
    assert rulebook.tell({"event": "secret", "seat": 0}, ["Ann"]) == "Ann puts down a secret."
    assert rulebook.tell({"event": "secret", "seat": 0, "card": "M3"}, ["Ann"]) == "Ann puts down M3 as a secret."
    assert rulebook.tell({"event": "draw", "seat": 0}, ["Ann"]) is None
    assert rulebook.tell({"event": "draw", "seat": 0, "card": "M3"}, ["Ann"], "fr") == "Ann pioche M3."
