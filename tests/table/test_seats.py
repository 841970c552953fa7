"""Who sits at a table, who may do what there, and when a bot may stand in."""

import pytest

from omnibus.table.seats import Seated, TableSeats
from omnibus.table.trouble import TableTrouble

SEATS = TableSeats(
    [
        Seated(0, "Ann", "ann"),
        Seated(1, "Bob", "bob", "normal"),
        Seated(2, "Bob", "bob"),
        Seated(3, "Cy", "cy", "hard", resigned_at=7),
        Seated(4, "Bot", bot="easy"),
        Seated(5),
    ]
)


def code(person: str, seat: int) -> str:
    """Why the person may not play in that seat."""
    with pytest.raises(TableTrouble) as refused:
        SEATS.to_play(person, seat)
    return refused.value.code


def test_a_person_plays_in_seats_of_its_own_where_no_bot_stands_in() -> None:
    assert SEATS.to_play("ann", 0).name == "Ann"
    assert SEATS.to_play("bob", 2).seat == 2
    assert code("bob", 1) == "bot-plays-for-you"
    assert code("cy", 3) == "resigned"
    for person, seat in (("ann", 2), ("ann", 4), ("ann", 5), ("ann", 6), ("ann", -6), ("", 5)):
        assert code(person, seat) == "not-your-seat"


def test_people_are_those_who_play_themselves() -> None:
    assert SEATS.people() == {"ann", "bob"}
    assert [SEATS.of(person) for person in ("ann", "bob", "cy", "eve")] == [[0], [1, 2], [3], []]
    assert [seated.seat for seated in SEATS if seated.free] == [5]
    SEATS.expect_player("ann")
    with pytest.raises(TableTrouble, match="do not play"):
        SEATS.expect_player("cy")
    assert SEATS.awaits("bob", (1, 2))
    assert not SEATS.awaits("bob", (1,))
    assert not SEATS.awaits("cy", (3,))


def test_a_bot_may_stand_in_for_a_person_who_kept_the_others_waiting() -> None:
    assert SEATS.abandoned(0, (0, 1), waited=61, patience=60)
    assert not SEATS.abandoned(0, (0, 1), waited=60, patience=60)
    assert not SEATS.abandoned(0, (1, 2), waited=61, patience=60)
    assert not any(SEATS.abandoned(seat, range(6), waited=61, patience=60) for seat in (1, 3, 4, 5))
    assert SEATS.to_take_back("bob", 1).bot == "normal"
    for person, seat, why in (("cy", 3, "resigned"), ("ann", 1, "not yours")):
        with pytest.raises(TableTrouble, match=why):
            SEATS.to_take_back(person, seat)
    with pytest.raises(TableTrouble, match="no seat 6; the last is 5"):
        SEATS.at(6)


def seats(*people: tuple[str | None, str | None, int | None]) -> TableSeats:
    return TableSeats(Seated(seat, "x", person, bot, at) for seat, (person, bot, at) in enumerate(people))


ANN, BOB, BOT = ("ann", None, None), ("bob", None, None), (None, "hard", None)
AWAY, RESIGNED = ("bob", "hard", None), ("bob", "hard", 7)


@pytest.mark.parametrize(
    ("at_the_table", "remaining", "alone", "forsaken"),
    [
        (seats(ANN, BOB, BOT), {"ann", "bob"}, False, False),
        (seats(ANN, RESIGNED, BOT), {"ann"}, True, False),
        (seats(ANN, ANN, RESIGNED), {"ann"}, True, False),
        # Who is away may come back, and has not given up.
        (seats(ANN, AWAY), {"ann", "bob"}, False, False),
        # Nobody was there before.
        (seats(ANN, BOT), {"ann"}, False, False),
        (seats(("ann", "hard", 3), BOT), set(), False, False),
        (seats(("ann", "hard", 3), RESIGNED), set(), False, False),
        # The bots do not play on where only somebody who is away is left.
        (seats(("ann", "hard", 3), AWAY, BOT), {"bob"}, False, True),
        (seats(BOT, BOT), set(), False, False),
    ],
)
def test_who_is_left_and_whether_alone(
    at_the_table: TableSeats, remaining: set[str], alone: bool, forsaken: bool
) -> None:
    assert at_the_table.remaining() == remaining
    assert at_the_table.alone("ann") == alone
    assert at_the_table.forsaken() == forsaken
    if alone:
        at_the_table.expect_alone("ann")
    else:
        with pytest.raises(TableTrouble, match="others still play here"):
            at_the_table.expect_alone("ann")


@pytest.mark.parametrize(
    ("at_the_table", "end"),
    [
        (seats(ANN, RESIGNED, BOT), "alone 0 > 1"),
        (seats(("cy", "hard", 9), ANN, BOT, RESIGNED), "alone 1 > 0 > 3"),
        (seats(("cy", "hard", 7), ANN, RESIGNED), "alone 1 > 0=2"),
        (seats(ANN, RESIGNED, ANN), "alone 0=2 > 1"),
    ],
)
def test_the_one_who_stayed_has_won_and_the_first_to_resign_is_last(at_the_table: TableSeats, end: str) -> None:
    assert at_the_table.early_end("alone").written() == end
    assert at_the_table.early_end("deserted").written() == "deserted"


@pytest.mark.parametrize(
    ("ranks", "resigned_at", "counted"),
    [
        ([2, 1], [None, None], [2, 1]),
        ([2, 1], [None, 5], [1, 2]),
        ([1, 1, 3], [None, None, None], [1, 1, 3]),
        ([1, 2, 3], [40, 7, None], [2, 3, 1]),
        ([1, 2, 2, 4], [7, None, None, 7], [3, 1, 1, 3]),
    ],
)
def test_whoever_resigned_counts_as_last_and_the_first_to_do_so_as_the_very_last(
    ranks: list[int], resigned_at: list[int | None], counted: list[int]
) -> None:
    seats = TableSeats(Seated(seat, resigned_at=ply) for seat, ply in enumerate(resigned_at))
    assert seats.counted_ranks(ranks) == counted
