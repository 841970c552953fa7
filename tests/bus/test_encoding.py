"""What a seat sees of Bus as numbers: all that matters, and nothing out of bounds."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest

from omnibus.rules.bus import Bus
from omnibus.rules.bus.board import KINDS, BusBoard
from omnibus.rules.bus.encoding import ANY_NUMBER, BusEncoding, encode, encoding_of
from omnibus.rules.bus.moves import ACTIONS, PHASES, VRROOOMM
from omnibus.rules.bus.state import BusState
from omnibus.testing.bus import HABITS
from tests.bus.miniature import Miniature
from tests.bus.positions import extending, position

Told = Mapping[str, list[int]]


def rows(numbers: Sequence[int], size: int) -> list[list[int]]:
    return [list(numbers[start : start + size]) for start in range(0, len(numbers), size)]


def positions_of_a_game(game: Bus, rng: Random) -> Iterator[tuple[BusState, list[str]]]:
    """Every position of a game among random players, and the moves that follow."""
    habits = [rng.choice(list(HABITS.values())) for _ in range(game.seats)]
    state = game.start(f"{rng.random()}")
    states, moves = [state.copy()], []
    while state.turn:
        seat = state.turn[0]
        move = habits[seat](state, seat, state.legal(seat), rng)
        state.play(seat, move)
        states.append(state.copy())
        moves.append(move.text)
    for at, each in enumerate(states):
        yield each, moves[at:]


BOXES = [Bus(3), Bus(4), Bus(5), Miniature(3)]


@pytest.mark.parametrize("game", BOXES, ids=lambda game: f"{game.id} {game.seats}")
def test_the_numbers_are_within_their_bounds(game: Bus) -> None:
    rng = Random(1)
    for _ in range(3):
        for at, (state, _) in enumerate(positions_of_a_game(game, rng)):
            if at % 7 and state.turn:
                continue
            numbers = game.encoding.encode(state.view(at % game.seats))
            assert len(numbers) == game.encoding.length
            told = game.encoding.named(numbers)
            for part in game.encoding.parts:
                assert part.lowest <= min(told[part.name]), part
                assert max(told[part.name]) <= part.highest, part


def test_all_tables_on_a_board_have_the_same_parts() -> None:
    assert Bus(3).encoding is Bus(5).encoding
    assert Miniature(3).encoding.length < Bus(3).encoding.length
    view = Bus(4).start("1").view(2)
    assert encode(view) == Bus(4).encoding.encode(view)


def test_a_spectator_looks_from_no_seat() -> None:
    with pytest.raises(ValueError, match="spectator"):
        encode(Bus(3).start("1").view(None))


def test_seats_come_in_the_order_of_play_from_the_one_that_looks() -> None:
    state = position("C1 C2", "C3 C2", "I4 C4", game=Bus(4), turn=3, first=1, cubes=[4, 5, 6, 7], buses=[1, 2, 3, 4])
    told = state.game.encoding.named(encode(state.view(2)))
    assert told["cubes"] == [6, 7, 4, 5, 0]
    assert told["buses"] == [3, 4, 1, 2, 0]
    assert told["turn"] == [0, 1, 0, 0, 0]
    assert told["first"] == [0, 0, 0, 1, 0]
    assert told["seats"] == [0, 1, 0]
    lines = rows(told["streets"], len(Bus.board.streets))
    assert [sum(line) for line in lines] == [1, 0, 1, 1, 0]


# ---- From the numbers the position can be set up again


def trail(board: BusBoard, left: frozenset[int], here: int, first: int | None, end: int, last: int) -> list[int] | None:
    """The junctions of a line through all those streets, given its ends and last streets."""
    if not left:
        return [here] if here == end else None
    for street in sorted(left):
        ends = board.streets[street][1:]
        too_early = street == last and len(left) > 1
        if here not in ends or too_early or first not in (None, street):
            continue
        further = trail(board, left - {street}, sum(ends) - here, None, end, last)
        if further:
            return [here, *further]
    return None


def line_again(encoding: BusEncoding, streets: list[int], ends: list[int], ways: list[int]) -> list[str]:
    board = encoding.board
    if not any(streets):
        return []
    front, back = (row.index(1) for row in rows(ends, len(board.junctions)))
    names = {street.name: number for number, street in enumerate(board.streets)}
    came = [row.index(1) for row in rows(ways, encoding.most_ways)]
    first, last = (
        names[encoding.ways[board.junctions[end]][way]] for end, way in zip((front, back), came, strict=True)
    )
    found = trail(board, frozenset(n for n, used in enumerate(streets) if used), front, first, back, last)
    assert found is not None
    return [board.junctions[junction] for junction in found]


def cubes_again(encoding: BusEncoding, told: Told, action: int) -> list[int]:
    placed = [row[action] for row in rows(told["placed"], len(ACTIONS))]
    cubes: list[int] = []
    if action in ANY_NUMBER:
        by_action = rows(told["spaces"], encoding.spaces_told * encoding.most_seats)
        spaces = rows(by_action[ANY_NUMBER.index(action)], encoding.most_seats)
        cubes = [space.index(1) for space in spaces if any(space)]
    if action == VRROOOMM:
        cubes += [seat - 1 for seat in told["later vrrooomm"] if seat]
    return cubes + [seat for seat, count in enumerate(placed) for _ in range(count - cubes.count(seat))]


def set_up_again(box: type[Bus], numbers: list[int]) -> BusState:
    """A position that has those numbers; the one that looks is seat 0."""
    encoding = encoding_of(box)
    told = encoding.named(numbers)
    seats = box.seat_counts[told["seats"].index(1)]

    def by_seat(name: str) -> list[list[int]]:
        return rows(told[name], len(told[name]) // encoding.most_seats)[:seats]

    lines = zip(by_seat("streets"), by_seat("ends"), by_seat("last streets"), strict=True)
    pieces = ("cubes", "spent", "buses", "sticks", "points", "reached", "stones")
    return box(seats).load(
        {
            "n": 0,
            "seed": "again",
            "turn": [seat for seat, asked in enumerate(told["turn"]) if asked],
            "phase": PHASES[told["phase"].index(1)],
            "round": told["round"][0],
            "first": told["first"].index(1),
            **{name: told[name][:seats] for name in pieces},
            "trails": [line_again(encoding, *line) for line in lines],
            "must_turn_off": [[bool(bound) for bound in row] for row in by_seat("must turn off")],
            "built": [KINDS[row.index(1)] if any(row) else None for row in rows(told["buildings"], len(KINDS))],
            "people": [sum(there) for there in zip(told["content"], told["waiting"], told["carried"], strict=True)],
            "carried": told["carried"],
            "supply": told["supply"][0],
            "clock": KINDS[told["clock"].index(1)],
            "stones_left": told["stones left"][0],
            "spaces": [cubes_again(encoding, told, action) for action in range(len(ACTIONS))],
            "passed": sum(passed << seat for seat, passed in enumerate(told["passed"])),
            "space": told["space"][0],
            "left": told["left"][0],
        }
    )


def plays_the_same(state: BusState, moves: list[str], seat: int) -> None:
    """The position set up again from what a seat sees goes on and ends as the game itself."""
    game = state.game
    again = set_up_again(type(game), game.encoding.encode(state.view(seat)))
    for move in [*moves, None]:
        assert again.turn == tuple((each - seat) % game.seats for each in state.turn)
        assert game.encoding.encode(again.view(0)) == game.encoding.encode(state.view(seat))
        if move is not None:
            now = state.turn[0]
            assert [str(each) for each in again.legal(again.turn[0])] == [str(each) for each in state.legal(now)]
            state.play(now, move)
            again.play(again.turn[0], move)
    assert state.result is not None
    assert again.result is not None
    assert [again.result.ranks[(each - seat) % game.seats] for each in range(game.seats)] == list(state.result.ranks)


@pytest.mark.parametrize("game", BOXES, ids=lambda game: f"{game.id} {game.seats}")
def test_a_position_set_up_again_from_its_numbers_plays_the_same(game: Bus) -> None:
    rng = Random(2)
    for _ in range(2):
        played = list(positions_of_a_game(game, rng))
        for state, moves in [*rng.sample(played, 3), played[-1]]:
            plays_the_same(state.copy(), moves, rng.randrange(game.seats))


# ---- Small things that make a difference


def vrrooomm(cubes: list[int]) -> BusState:
    return position("C1 C2", "C3 C2", "I4 C4", cubes=[2, 2, 2], spaces={"vrrooomm": cubes})


SMALL_DIFFERENCES = [
    # B20: which of two ends at one junction was laid last.
    (extending("I4 C4 M2 M1 I4", "E15 M1"), extending("I4 M1 M2 C4 I4", "E15 M1")),
    # B19
    (extending("C3 C2 C1", "I4 C4"), extending("C3 C2 C1!", "I4 C4")),
    (extending("!C3 C2 C1", "I4 C4"), extending("C3 C2 C1!", "I4 C4")),
    # B17: by which street a line came to its end; both lines have the same streets.
    (extending("C3 C2", "C1 C4 I4 M1 M2 C4"), extending("C3 C2", "C1 C4 M2 M1 I4 C4")),
    # B33: who was first.
    (
        position("C1 C2", "C3 C2", "I4 C4", points=[1, 1, 0], reached=[1, 2, 0]),
        position("C1 C2", "C3 C2", "I4 C4", points=[1, 1, 0], reached=[2, 1, 0]),
    ),
    # B10: who drives first, even if there are many.
    (vrrooomm([0, 1, 2]), vrrooomm([0, 2, 1])),
    (vrrooomm([0] * 13 + [1, 2]), vrrooomm([0] * 13 + [2, 1])),
]


@pytest.mark.parametrize(("one", "other"), SMALL_DIFFERENCES)
def test_small_differences_show(one: BusState, other: BusState) -> None:
    for seat in range(3):
        assert encode(one.view(seat)) != encode(other.view(seat))
