"""The numbers that programs learn from: they are within their bounds, and tell all of the view that matters."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import CARDS, COPIES, LINE_LETTERS, SECRETS, counted, named
from omnibus.rules.terminus.encoding import (
    DECISIONS,
    ENCODING,
    JOKERS,
    MOST_SEATS,
    SEAT_COUNTS,
    TARGETS,
    encode,
)
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TakenBack, TerminusSeatView, TerminusView
from omnibus.testing.terminus import HABITS, twin
from tests.rule import rule
from tests.terminus.positions import play, position

BY_SEAT = (
    "turn",
    "active",
    "starter",
    "scores",
    "taken for lines",
    "hand sizes",
    "hidden secrets",
    "shown secrets",
    "top secrets",
    "top is shown",
    "taken back",
    "perhaps secret",
)


def games(seed: int, target: int = 60) -> Iterator[TerminusState]:
    """Every position of a game for each number of seats, with all habits at the table."""
    rng = Random(seed)
    for seats in Terminus.seat_counts:
        state = Terminus(seats, target=target).start(f"{seed}/{seats}")
        players = [rng.choice(list(HABITS.values())) for _ in range(seats)]
        while state.turn:
            yield state
            seat = rng.choice(state.turn)
            state.play(seat, players[seat](state, seat, state.legal(seat), rng))
        yield state


def seen(state: TerminusState, seat: int) -> dict[str, list[int]]:
    return ENCODING.named(encode(state.view(seat)))


def row(numbers: list[int], seat: int) -> list[int]:
    """What a part says of one seat, counted from the one that looks."""
    width = len(numbers) // MOST_SEATS
    return numbers[seat * width : (seat + 1) * width]


def rebuilt(numbers: dict[str, list[int]], seat: int) -> dict[str, Any]:
    """What matters in a view, read back from the numbers."""
    seats = SEAT_COUNTS[numbers["seats"].index(1)]
    places = [(seat + step) % seats for step in range(seats)]
    by_seat = {name: {places[at]: row(numbers[name], at) for at in range(seats)} for name in BY_SEAT}
    return {
        "seats": seats,
        "target": numbers["target"][0],
        "asks": next((each for each, asked in zip(DECISIONS, numbers["asks"], strict=True) if asked), None),
        "over": bool(numbers["over"][0]),
        "turn": [other for other in range(seats) if by_seat["turn"][other] == [1]],
        "active": [other for other in range(seats) if by_seat["active"][other] == [1]],
        "starter": [other for other in range(seats) if by_seat["starter"][other] == [1]],
        "line": next((each for each, on in zip(LINE_LETTERS, numbers["line"], strict=True) if on), None),
        "joker_laid": bool(numbers["joker laid"][0]),
        "lines": [lying_on(numbers, place) for place in range(15)],
        "worth": [*numbers["worth of lines"], *numbers["worth of aside"]],
        "aside": named(numbers["aside"]),
        "discards": named(numbers["discards"]),
        "hand": named(numbers["hand"]),
        "own hidden": secrets(numbers["own hidden secrets"]),
        "table": [{name: told[other] for name, told in by_seat.items() if name in PLAIN} for other in range(seats)],
        "shown": [secrets(by_seat["shown secrets"][other]) for other in range(seats)],
        "top": [secrets(by_seat["top secrets"][other]) for other in range(seats)],
        "taken back": [
            taken_back(by_seat["taken back"][other], by_seat["perhaps secret"][other]) for other in range(seats)
        ],
        "pile": numbers["pile size"][0],
        "may hold": named(numbers["pile may hold"]),
    }


PLAIN = ("scores", "taken for lines", "hand sizes", "hidden secrets", "top is shown")


def lying_on(numbers: dict[str, list[int]], place: int) -> list[str]:
    number, colour, super_joker = numbers["jokers"][3 * place : 3 * place + 3]
    jokers = [f"{place % 5 + 1}*"] * number + [f"{LINE_LETTERS[place // 5]}*"] * colour + ["**"] * super_joker
    return jokers + [CARDS[place]] * numbers["laid"][place]


def secrets(counts: list[int]) -> list[str]:
    return named([*counts, *[0] * (len(CARDS) - len(SECRETS))])


def taken_back(counts: list[int], perhaps: list[int]) -> list[tuple[str, int]]:
    """The jokers, each with the number of hidden secrets that may be it."""
    found = []
    for kind, count in enumerate(counts):
        for at in range(count):
            found.append((CARDS[JOKERS[kind]], perhaps[2 * kind + at] if JOKERS[kind] in SECRETS else 0))
    return sorted(found)


def told(view: TerminusView) -> dict[str, Any]:
    """The same, from the view."""
    own = view["seat"]
    assert own is not None
    table = view["table"]
    return {
        "seats": view["seats"],
        "target": view["options"]["target"],
        "asks": view["asks"],
        "over": view["result"] is not None,
        "turn": view["turn"],
        "active": [view["active"]],
        "starter": [view["starter"]],
        "line": view["line"],
        "joker_laid": view["joker_laid"],
        "lines": [place for letter in LINE_LETTERS for place in view["lines"][letter]],
        "worth": [*view["worth"].values(), view["aside_worth"]],
        "aside": view["aside"],
        "discards": view["discards"],
        "hand": table[own]["hand"],
        "own hidden": in_order(table[own], of=False),
        "table": [
            {
                "scores": [seat["score"]],
                "taken for lines": [seat["taken"]],
                "hand sizes": [seat["hand_size"]],
                "hidden secrets": [seat["shown"].count(False)],
                "top is shown": [int(bool(seat["shown"]) and seat["shown"][-1])],
            }
            for seat in table
        ],
        "shown": [in_order(seat, of=True) for seat in table],
        "top": [
            [top] if top is not None else []
            for number, seat in enumerate(table)
            for top in [seat["stack"][-1] if seat["stack"] and (number == own or seat["shown"][-1]) else None]
        ],
        "taken back": [
            sorted((entry["joker"], may_be(seat, entry["since"], entry["sure"])) for entry in seat["taken_back"])
            for seat in table
        ],
        "pile": view["pile"]["size"],
        "may hold": view["pile"]["may_hold"],
    }


def in_order(seat: TerminusSeatView, of: bool) -> list[str]:
    """The shown secrets of a seat, or the others."""
    names = [name for name, shown in zip(seat["stack"], seat["shown"], strict=True) if shown is of]
    return named(counted([name for name in names if name is not None]))


def may_be(seat: TerminusSeatView, since: int, sure: bool) -> int:
    return 0 if sure else seat["shown"][since:].count(False)


def test_the_parts_are_those_of_the_game() -> None:
    assert ENCODING is Terminus(3).encoding is Terminus(6, target=10).encoding
    assert Terminus.seat_counts == SEAT_COUNTS
    (target,) = Terminus.options_offered
    assert (TARGETS[0], TARGETS[-1]) == (target.lowest, target.highest)
    assert len({part.name for part in ENCODING.parts}) == len(ENCODING.parts)


def test_all_numbers_are_within_their_bounds() -> None:
    highest: dict[str, int] = {}
    for state in games(1, target=150):
        for seat in range(state.game.seats):
            numbers = encode(state.view(seat))
            assert len(numbers) == ENCODING.length
            for part, values in zip(ENCODING.parts, ENCODING.named(numbers).values(), strict=True):
                assert part.lowest <= min(values), part.name
                assert max(values) <= part.highest, part.name
                highest[part.name] = max(highest.get(part.name, 0), *values)
    assert all(highest.values()), "every part says something now and then"


def test_all_that_matters_in_a_view_can_be_read_from_its_numbers() -> None:
    for state in games(2):
        for seat in range(state.game.seats):
            view = state.view(seat)
            expected = told(view)
            if state.result is not None:
                expected["may hold"] = named(counted_closed(state, seat))
            assert rebuilt(seen(state, seat), seat) == expected


def counted_closed(state: TerminusState, seat: int) -> list[int]:
    """What the pile might hold had the end not opened all cards."""
    going_on = state.copy()
    going_on.result = None
    return counted(going_on.view(seat)["pile"]["may_hold"])


def test_cards_that_differ_only_where_the_seat_cannot_look_have_the_same_numbers() -> None:
    rng = Random(3)
    for number, state in enumerate(games(3, target=30)):
        if number % 5 == 0 and state.turn:
            for seat in range(state.game.seats):
                assert encode(twin(state, seat, rng, thorough=False).view(seat)) == encode(state.view(seat))


def test_whoever_is_not_at_the_table_is_all_zeros() -> None:
    state = Terminus(2).start("7")
    numbers = seen(state, 1)
    for name in BY_SEAT:
        assert not any(any(row(numbers[name], seat)) for seat in range(2, MOST_SEATS))


def test_seats_come_in_the_order_of_play_from_the_one_that_looks() -> None:
    state = position("M1", "T1 T2", "B1 B2 B3", secrets=["M2", "T3", "B4"], active=1)
    assert [seen(state, seat)["hand sizes"][:3] for seat in range(3)] == [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
    assert [seen(state, seat)["turn"] for seat in range(3)] == [
        [0, 1, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
    ]


@rule("T21", "T25")
def test_a_secret_is_remembered_once_it_was_shown() -> None:
    state = position("M5 B5", "T4 T5 B1", secrets=["B2", "3*"], lines="M1 M2 M3 M4", draw="B4 M2 T3")
    assert not any(row(seen(state, 0)["top secrets"], 1))
    play(state, "play M5")
    assert secrets(row(seen(state, 0)["top secrets"], 1)) == ["3*"]
    assert seen(state, 1)["top is shown"][:2] == [1, 0]
    play(state, "secret T4")
    assert not any(row(seen(state, 0)["top secrets"], 1))
    assert secrets(row(seen(state, 0)["shown secrets"], 1)) == ["3*"]
    assert secrets(seen(state, 1)["own hidden secrets"]) == ["T4"]
    assert seen(state, 0)["hidden secrets"][:2] == [1, 1]


@rule("T25")
def test_a_joker_taken_back_may_have_become_a_secret() -> None:
    state = position("M3 T5 B5", "T4 T5 T1", secrets=["B2", "T2"], lines="M1 M2 3*", draw="B4 T3 B1 M2")
    play(state, "swap M3", "end")
    told_of_0 = [row(seen(state, 1)[name], 1) for name in ("taken back", "perhaps secret")]
    assert taken_back(*told_of_0) == [("3*", 0)]
    play(state, "secret T4", "secret T5")
    told_of_0 = [row(seen(state, 1)[name], 1) for name in ("taken back", "perhaps secret")]
    assert taken_back(*told_of_0) == [("3*", 1)]
    assert seen(state, 1)["unseen"][CARDS.index("3*")] == 1


@rule("T25")
def test_of_two_equal_jokers_the_one_known_more_narrowly_comes_first() -> None:
    state = position("3* 3* M1", "T4 T5", secrets=["B2 B3 B4", "T2"])
    state.taken_back[0] = [TakenBack(CARDS.index("3*"), 1), TakenBack(CARDS.index("3*"), 3)]
    assert row(seen(state, 1)["perhaps secret"], 1)[4:6] == [0, 2]
    state.taken_back[0].reverse()
    assert row(seen(state, 1)["perhaps secret"], 1)[4:6] == [0, 2]


@rule("T15")
def test_only_the_top_of_a_stack_has_a_place() -> None:
    one, same, other = (
        position("M1", "T4 T5", secrets=[stack, "T2"]) for stack in ("B2 B3 B4", "B3 B2 B4", "B4 B3 B2")
    )
    assert encode(one.view(0)) == encode(same.view(0)) != encode(other.view(0))


@rule("T8", "T25")
def test_a_new_pile_can_hold_only_what_was_discarded() -> None:
    state = position("M5 B5 B4", "T4 T5", secrets=["M2", "T2"], rest="discards")
    left = state.discards[:]
    play(state, "secret B5")
    numbers = seen(state, 0)
    assert numbers["pile may hold"] == left
    assert numbers["pile size"] == [sum(left) - 1]
    assert named(numbers["unseen"]) == named(counted([*named(left), "T4", "T5", "T2"]))
    assert not any(numbers["discards"])


def test_what_is_unseen_is_all_the_rest() -> None:
    state = position("M1 B5", "T4 T5", secrets=["M2", "T2"], lines="M1 M2+M2", aside="T1", draw="B4")
    known = counted(["M1", "B5", "M2", "M1", "M2", "M2", "T1"])
    assert seen(state, 0)["unseen"] == [copies - here for copies, here in zip(COPIES, known, strict=True)]


def test_a_spectator_has_no_numbers() -> None:
    with pytest.raises(ValueError, match="no seat"):
        encode(Terminus(2).start("7").view(None))
