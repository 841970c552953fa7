"""What a seat knows, as numbers: within their bounds, nothing forgotten, and nothing that it may not know yet."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from omnibus.rules.encoding import Encoding
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import SYMBOL_NAMES, members
from omnibus.rules.nextstation.encoding import DECISIONS, MOST_SEATS, WHOSE, encode
from omnibus.rules.nextstation.moves import POWERS
from omnibus.rules.nextstation.scoring import OBJECTIVES
from omnibus.rules.nextstation.state import NextStationState
from omnibus.testing.nextstation import HABITS
from tests.nextstation.miniature import Miniature
from tests.rule import rule

Numbers = dict[str, list[int]]
TABLES = [
    NextStation(seats, objectives=objectives, powers=powers)
    for seats, objectives, powers in product(range(1, 5), (False, True), (False, True))
]


def _positions(game: NextStation, seed: str) -> Iterator[NextStationState]:
    """Every position of a game by players of several habits, the state being one and the same."""
    rng = Random(seed)
    players = [rng.choice(list(HABITS.values())) for _ in range(game.seats)]
    state = game.start(seed)
    while state.turn:
        yield state
        seat = rng.choice(state.turn)
        state.play(seat, players[seat](state, seat, state.legal(seat), rng))
    yield state


def _chosen(numbers: list[int]) -> list[int]:
    return [place for place, number in enumerate(numbers) if number]


def _rows(numbers: list[int], width: int) -> list[list[int]]:
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


@pytest.mark.parametrize("game", [*TABLES, Miniature(), Miniature(objectives=True, powers=True)])
def test_numbers_stay_within_their_bounds(game: NextStation) -> None:
    encoding: Encoding = game.encoding
    assert len({part.name for part in encoding.parts}) == len(encoding.parts)
    for state in _positions(game, "bounds"):
        for seat in range(game.seats):
            named = encoding.named(encoding.encode(state.view(seat)))
            for part in encoding.parts:
                assert len(named[part.name]) == part.size
                assert all(part.lowest <= number <= part.highest for number in named[part.name]), part.name


def test_all_tables_have_the_same_parts() -> None:
    assert len({game.encoding for game in TABLES}) == 1
    assert Miniature().encoding is not TABLES[0].encoding
    state = TABLES[0].start("printed")
    assert encode(state.view(0)) == TABLES[0].encoding.encode(state.view(0))


def test_nobody_looks_with_a_spectators_view() -> None:
    with pytest.raises(ValueError, match="spectator"):
        encode(NextStation(2).start("nobody").view(None))


# ---- Nothing is forgotten: the position can be told from the numbers


@pytest.mark.parametrize("game", TABLES)
def test_the_position_can_be_told_from_the_numbers(game: NextStation) -> None:
    for state in _positions(game, "told"):
        for seat in range(game.seats):
            numbers = game.encoding.named(game.encoding.encode(state.view(seat)))
            _tell_the_table(numbers, state, seat)
            _tell_the_line(numbers, state, seat)
            for place, who in enumerate(WHOSE):
                if place < game.seats:
                    _tell_the_sheet(numbers, state, seat, (seat + place) % game.seats, who)
                else:
                    assert not any(any(found) for name, found in numbers.items() if name.startswith(f"{who}:"))


def _tell_the_table(numbers: Numbers, state: NextStationState, seat: int) -> None:
    board, playing = state.board, bool(state.pencils and state.turn)
    assert _chosen(numbers["seats"]) == [state.game.seats - 1]
    assert numbers["modules"] == [state.game.options["objectives"], state.game.options["powers"]]
    asked = state.asks(seat)
    assert _chosen(numbers["asked of you"]) == ([] if asked is None else [DECISIONS.index(asked)])
    assert _chosen(numbers["round"]) == ([state.round] if playing else [])
    assert numbers["turn of the round"] == [state.turns if playing else 0]
    assert _chosen(numbers["symbol"]) == ([state.symbol] if playing else [])
    assert numbers["switch"] == [playing and state.switching]
    assert numbers["last turn"] == [playing and state.last_turn]
    assert numbers["a double station is chosen"] == [state.doubling]
    assert _chosen(numbers["cards left"]) == (sorted(state.pile) if playing else [])
    assert [OBJECTIVES[each] for each in _chosen(numbers["objectives"])] == sorted(
        state.objectives or (), key=OBJECTIVES.index
    )
    powers = [_chosen(row) for row in _rows(numbers["powers of the pencils"], len(POWERS))]
    assert powers == [[] if state.powers is None else [state.powers[n]] for n in range(len(board.colours))]


def _tell_the_line(numbers: Numbers, state: NextStationState, seat: int) -> None:
    playing = bool(state.pencils and state.turn)
    power = []
    if playing and state.powers is not None:
        power = [state.powers[state.pencils[seat][state.round]]]
    assert _chosen(numbers["your power"]) == power
    assert numbers["your power is used"] == [state.used[seat]]
    second = state.second[seat]
    assert [SYMBOL_NAMES[n] for n in _chosen(numbers["symbol of a second section"])] == (
        [SYMBOL_NAMES[second]] if second >= 0 else []
    )
    assert _chosen(numbers["stations of your line"]) == list(members(state.stations[seat]))
    assert _chosen(numbers["ends of your line"]) == list(members(state.ends[seat]))
    districts, most, crossings, points = numbers["districts, most in one, crossings, points of your line"]
    served = Counter(state.board.stations[station].district for station in members(state.stations[seat]))
    assert (districts, most) == (len(served), max(served.values(), default=0))
    assert crossings == sum(state.board.sections[section].thames for section in members(state.sections[seat]))
    assert points == districts * most + 2 * crossings


def _tell_the_sheet(numbers: Numbers, state: NextStationState, seat: int, whose: int, who: str) -> None:
    board, lines = state.board, state.sheets[whose]
    stations = [line.stations for line in lines]
    drawn = [line.sections for line in lines]
    marks = sum(line.sites for line in lines)
    if seat == whose:
        stations.append(state.stations[seat])
        drawn.append(state.sections[seat])
        marks += (state.stations[seat] & board.sites).bit_count()
    colours = _rows(numbers[f"{who}: pencils"], len(board.colours))
    assert [_chosen(row) for row in colours] == _pencils(state, whose)
    at_each = Counter(station for line in stations for station in members(line))
    assert numbers[f"{who}: lines at each station"] == [at_each[n] for n in range(len(board.stations))]
    closed = {other for line in drawn for section in members(line) for other in (section, *board.sections[section][3])}
    assert set(_chosen(numbers[f"{who}: sections closed"])) == closed
    assert numbers[f"{who}: site marks"] == [min(marks, 10)]
    of_line = numbers["districts, most in one, crossings, points of your line"][3] if seat == whose else 0
    points = [*(line.points for line in lines), of_line]
    assert numbers[f"{who}: points of all lines, best line"] == [sum(points), max(points)]
    if state.result is not None:
        assert numbers[f"{who}: points"] == [state.result.scores[whose]]
    elif seat == whose:
        assert numbers[f"{who}: points"] == [sum(state.view(seat)["table"][seat]["points"].values())]
        reached = {each["objective"]: each["reached"] for each in state.view(seat)["table"][seat]["objectives"]}
        assert numbers[f"{who}: reached of the objectives"] == [reached.get(each, 0) for each in OBJECTIVES]


def _pencils(state: NextStationState, seat: int) -> list[list[int]]:
    if state.pencils:
        return [[colour] for colour in state.pencils[seat]]
    known = state.taken if state.game.seats == 1 else state.taken[seat : seat + 1]
    return [known[n : n + 1] for n in range(len(state.board.colours))]


# ---- Nothing is told too soon


@rule("N4", "N32")
@pytest.mark.parametrize("game", [game for game in TABLES if game.seats > 1])
def test_nobody_knows_what_another_chooses_in_this_turn(game: NextStation) -> None:
    """Whatever a seat draws, the others know the same until all have chosen."""
    checked = 0
    for state in _positions(game, "choice"):
        if not state.pencils or len(state.turn) < 2:
            continue
        for choosing in state.turn:
            others = [seat for seat in range(game.seats) if seat != choosing]
            before = [game.encoding.encode(state.view(seat)) for seat in others]
            for move in state.legal(choosing):
                after = state.copy()
                after.play(choosing, move)
                assert [game.encoding.encode(after.view(seat)) for seat in others] == before
                checked += 1
        if checked > 400:
            break
    assert checked > 400


def test_once_all_have_chosen_their_finished_lines_are_known() -> None:
    game = NextStation(2)
    rounds = set()
    for state in _positions(game, "finished"):
        numbers = game.encoding.named(game.encoding.encode(state.view(0)))
        finished = sum(sum(numbers["next: lines at each station"]) > 0 for _ in state.sheets[1])
        assert bool(finished) == bool(state.sheets[1])
        rounds.add(len(state.sheets[1]))
    assert rounds == {0, 1, 2, 3, 4}


def test_seats_come_in_the_order_of_play() -> None:
    """A seat sees another as that one sees itself, once nothing is being drawn."""
    game = NextStation(MOST_SEATS)
    *_, state = _positions(game, "order")
    named = [game.encoding.named(game.encoding.encode(state.view(seat))) for seat in range(game.seats)]
    for seat, place in product(range(game.seats), range(game.seats)):
        for name, numbers in named[(seat + place) % game.seats].items():
            if name.startswith("you:"):
                assert named[seat][name.replace("you:", f"{WHOSE[place]}:")] == numbers
