"""Whatever is handed in where a seat, a move, an option, a record or a game's name belongs is refused in a line."""

from collections.abc import Callable
from typing import Any

import pytest

import omnibus
from omnibus import GAMES, Game, State, game_box, read_record
from omnibus.rules.record import Record
from omnibus.rules.rulebook import LANGUAGES, Refusal

LONGEST = 400
MEGABYTE = "x" * 1_000_000
HUGE = 10**5000
SURROGATE = "\ud800"
GARBAGE: dict[str, Any] = {
    "float": 1.0,
    "nan": float("nan"),
    "bool": True,
    "text": "1",
    "none": None,
    "negative": -1,
    "huge": HUGE,
    "very negative": -HUGE,
    "megabyte": MEGABYTE,
    "lines": "a\nb\r\x1b[31m",
    "surrogate": SURROGATE,
    "bytes": b"1",
    "list": [1],
    "long list": [MEGABYTE] * 3,
    "dict": {"seat": 1},
    "object": object(),
    "type": int,
}

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
ALL_GARBAGE = pytest.mark.parametrize("garbage", GARBAGE.values(), ids=list(GARBAGE))


def refused(act: Callable[[], object]) -> Refusal:
    """The refusal, which is a line of bounded length in either language."""
    with pytest.raises(Refusal) as caught:
        act()
    return short(caught.value)


def short(refusal: Refusal) -> Refusal:
    for language in LANGUAGES:
        text = refusal.text(language)
        assert 0 < len(text) < LONGEST, len(text)
        assert text.isprintable()
        assert text.encode()
    assert len(repr(refusal)) < LONGEST + 40
    return refusal


def played(game: Game, plies: int) -> State:
    state = game.start("odd")
    for _ in range(plies):
        state.play(state.turn[0], state.legal(state.turn[0])[0])
    return state


@EVERY_GAME
@ALL_GARBAGE
def test_a_seat_is_a_number_at_the_table(name: str, garbage: Any) -> None:
    state = played(GAMES[name](), 4)
    before = state.dump()
    move = state.legal(state.turn[0])[0]
    refused(lambda: state.play(garbage, move))
    refused(lambda: state.play(garbage, move.text))
    for refusal in (state.why_not(garbage, move), state.why_not_any(garbage, move.data)):
        assert refusal is not None
        short(refusal)
    if garbage is not None:  # nobody is a spectator
        refused(lambda: state.view(garbage))
    assert state.dump() == before


@EVERY_GAME
@ALL_GARBAGE
def test_a_move_is_one_of_the_moves_or_its_text(name: str, garbage: Any) -> None:
    state = played(GAMES[name](), 4)
    before = state.dump()
    refused(lambda: state.play(state.turn[0], garbage))
    refused(lambda: state.game.move(garbage))
    refusal = state.why_not(state.turn[0], garbage)
    assert refusal is not None
    short(refusal)
    assert state.dump() == before


@EVERY_GAME
@ALL_GARBAGE
def test_a_question_is_about_parts_of_moves(name: str, garbage: Any) -> None:
    state = played(GAMES[name](), 4)
    before = state.dump()
    for about in (
        {"do": garbage},
        {"do": "pass", "card": garbage},
        {"nonsense": garbage},
        {MEGABYTE: garbage},
        garbage,
    ):
        refusal = state.why_not_any(state.turn[0], about)
        assert refusal is not None
        short(refusal)
    assert state.dump() == before


@EVERY_GAME
@ALL_GARBAGE
def test_a_game_is_set_up_with_numbers(name: str, garbage: Any) -> None:
    box = GAMES[name]
    if garbage is not None:  # the fewest seats, the newest rules
        if type(garbage) is not int or garbage not in box.seat_counts:
            refused(lambda: box(garbage))
            refused(lambda: omnibus.new(name, seats=garbage))
        refused(lambda: box(box.seat_counts[0], garbage))
        if not isinstance(garbage, str) or not garbage.isprintable():
            refused(lambda: omnibus.new(name, seed=garbage))
    for option in box.options_offered:
        if type(garbage) is not type(option.default):
            refused(lambda option=option: box(**{option.name: garbage}))  # type: ignore[misc]
            refused(lambda option=option: option.checked(garbage))  # type: ignore[misc]
    for unknown in ("nonsense", MEGABYTE, SURROGATE):
        refused(lambda unknown=unknown: box(**{unknown: garbage}))  # type: ignore[misc]


@EVERY_GAME
@pytest.mark.parametrize("option", ["seats", "self", "ruleset", "name", "seed", "cls", "__class__", ""])
def test_no_name_of_an_option_is_taken_for_something_else(name: str, option: str) -> None:
    refusal = refused(lambda: GAMES[name](GAMES[name].seat_counts[-1], **{option: 1}))
    assert refusal.params["option"] == option


@ALL_GARBAGE
def test_a_deal_is_made_of_what_may_come(garbage: Any) -> None:
    game = GAMES["terminus"](3)
    refused(lambda: game.start("7", deal=[garbage]))
    refused(lambda: game.start("7", deal=[0, garbage]))


@ALL_GARBAGE
def test_a_game_has_a_name(garbage: Any) -> None:
    refused(lambda: game_box(garbage))
    refused(lambda: omnibus.new(garbage))


@ALL_GARBAGE
def test_a_record_is_a_text(garbage: Any) -> None:
    refused(lambda: read_record(garbage))


def finished_record() -> Record:
    game = GAMES["terminus"](2, target=10)
    record = Record(game, ["Ann", "Ben"], "7")
    state = record.opening()
    while state.turn:
        seat = state.turn[0]
        move = state.legal(seat)[0]
        state.play(seat, move)
        record.add(seat, move, state)
    return record


@pytest.mark.parametrize(
    "oddity", [SURROGATE, MEGABYTE, "\x00", "9" * 5000, "-", "é", ""], ids=lambda text: ascii(text)[:12]
)
def test_a_record_with_something_odd_in_a_line_is_refused(oddity: str) -> None:
    lines = finished_record().write().splitlines()
    for number in range(len(lines)):
        if lines[number] or oddity:
            key, colon, _ = lines[number].partition(": ")
            odd = [*lines]
            odd[number] = f"{key}{colon}{oddity}" if colon else oddity
            refused(lambda odd=odd: read_record("\n".join(odd)).verify())  # type: ignore[misc]
