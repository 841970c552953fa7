"""The search of Next Station: what it sketches is what the rules would draw, and what it thinks of later lines."""

from random import Random

import pytest

from omnibus.bots import bot_named
from omnibus.bots.bot import Budget
from omnibus.bots.nextstation.hard import Choice, Decision, carries_out
from omnibus.bots.nextstation.prospects import HABITS, PER, mark_worth, objective_worth, section_cost, station_worth
from omnibus.bots.nextstation.sheet import MARK_POINTS, SeatSheet
from omnibus.bots.nextstation.sketch import Paper, Sketch, cards_named, turn_now, turns_to_come
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.state import NO_POWER, NextStationState
from tests.nextstation.positions import legal, position, started


def chosen(bot: str, state: NextStationState, iterations: int = 1, luck: int = 1) -> str:
    """What a bot does in that position."""
    return bot_named(bot, state.game.id).seated(Budget(iterations=iterations))(state.view(0), Random(luck))


def turns_of_random_games(games: int) -> list[NextStationState]:
    """Positions with all modules in which a section may be drawn, of every round."""
    found = []
    rng = Random(5)
    for seed in range(games):
        state = started(1, str(seed), objectives=True, powers=True)
        while state.turn:
            if not state.doubling:
                found.append(state.copy())
            state.play(0, rng.choice(state.legal(0)))
    return found


def choices(state: NextStationState) -> dict[str, Sketch]:
    """What the search would choose from, and the line after it, by notation."""
    view = state.view(0)
    paper = Paper(view, 0)
    decision = Decision(paper.begin, turn_now(view), state.second[0])
    found = {}
    for candidate in decision.candidates(paper):
        (move,) = [move for move in state.legal(0) if carries_out(move, candidate)]
        found[move.text] = Choice(paper.begin, candidate).after
    return found


def test_the_search_chooses_from_what_is_legal() -> None:
    texts = set()
    for state in turns_of_random_games(8):
        found = choices(state)
        assert sorted(found) == sorted(legal(state))
        texts |= {text.partition(" ")[2] for text in found}
    assert texts >= {"joker", "switch", "second"}


def test_a_sketch_is_what_the_rules_draw() -> None:
    for state in turns_of_random_games(8)[::11]:
        for text, after in choices(state).items():
            then = state.copy()
            then.play(0, text)
            if then.turn and then.round == state.round and not then.doubling:
                begin = Paper(then.view(0), 0).begin
                assert begin._replace(worth=0) == after._replace(worth=0)


def test_the_last_line_is_worth_its_points() -> None:
    for state in turns_of_random_games(8):
        if state.round == 3:
            view = state.view(0)
            paper = Paper(view, 0)
            mine = view["table"][0]
            stations = [station for line in mine["lines"] for station in line["stations"]]
            fixed = sum((0, 0, 2, 5, 9)[stations.count(station)] for station in set(stations))
            earlier = sum(line["points"] for line in mine["lines"])
            doubled = mine["line"]["districts"] if mine["line"] and paper.doubled else 0
            expected = sum(mine["points"].values()) - mine["points"]["modules"] - earlier - fixed + doubled
            assert paper.points(paper.begin) == pytest.approx(expected)


def test_turns_to_come_are_those_of_the_rules() -> None:
    for state in turns_of_random_games(12):
        expected = []
        then = state.copy()
        while then.turn and then.round == state.round and not then.doubling:
            then.play(0, "done" if then.second[0] >= 0 else "pass")
            if then.turn and then.round == state.round and not then.doubling and then.turns > state.turns:
                expected.append((then.symbol, then.switching, then.turns >= 3))
        pile = [LONDON.deck[card] for card in reversed(state.pile)]
        found = turns_to_come(turn_now(state.view(0)), pile)
        assert [(turn.symbol, turn.opened, turn.late) for turn in found] == expected


def test_turns_to_expect() -> None:
    assert turn_now(position("13-8", cards="CTSPJ").view(0)).left == 0
    # Each of two street cards comes before the only underground card in half of the piles; the switch is no turn.
    view = position("13-8", cards="CTSPctj").view(0)
    assert view["left"] == ["square", "pentagon", "underground joker", "switch"]
    assert turn_now(view).left == 2
    square, pentagon, joker, switch = cards_named(view["left"])
    assert [turn.left for turn in turns_to_come(turn_now(view), [square, switch, pentagon, joker])] == [1.5, 1, 0]


# ---- Lines still to come


def test_habits_are_shares_of_lines() -> None:
    for colour, departure in zip(LONDON.colours, LONDON.departures, strict=True):
        assert HABITS[colour]["stations"][departure] == 1
        assert len(HABITS[colour]["sections"]) == len(LONDON.sections)
        assert sum(HABITS[colour]["sites"]) == pytest.approx(1, abs=3 / PER)


def test_in_the_last_round_nothing_is_left_to_hope_for() -> None:
    assert mark_worth([]) == list(MARK_POINTS)
    assert not any(section_cost(0, []))
    assert station_worth([0, 1, 2, 3], []) == [0, 2, 3, 4]


def test_a_station_on_the_way_of_later_lines_is_worth_more() -> None:
    nobody = [0] * len(LONDON.stations)
    worth = station_worth(nobody, ["green", "blue"])
    corner = 6
    assert worth[LONDON.central] > 0.5 > worth[corner]


def test_a_section_in_the_way_of_later_lines_costs() -> None:
    busy = max(range(len(LONDON.sections)), key=HABITS["green"]["sections"].__getitem__)
    assert section_cost(0, ["green"])[busy] > 1
    # What is barred already cannot be lost again.
    assert section_cost((1 << len(LONDON.sections)) - 1, ["green"])[busy] == 0


def test_objectives_are_hoped_for_while_lines_are_to_come() -> None:
    view = position("13-18", cards="c", objectives="sites thames").view(0)
    sheet = SeatSheet(view, view["table"][0])
    sites = LONDON.sites
    assert objective_worth(sheet, sites, 6, 0) == 20
    assert objective_worth(sheet, sites, 5, 0) == 10
    assert 10 < objective_worth(sheet, sites, 5, 1) < objective_worth(sheet, sites, 5, 3) < 20


# ---- The player


def test_hard_takes_the_pencils_in_its_order() -> None:
    state = NextStation(1).start("pencils")
    for colour in ("purple", "blue", "pink"):
        move = chosen("hard", state, 1, 1)
        assert move == f"pencil {colour}"
        state.play(0, move)


def test_hard_counts_exactly_on_the_last_turn_of_all() -> None:
    for state in turns_of_random_games(6):
        if state.round == 3 and state.last_turn and len(legal(state)) > 1 and state.power(0) == NO_POWER:
            assert points_after(state, chosen("hard", state, 200, 1)) == max(
                points_after(state, text) for text in legal(state)
            )


def points_after(state: NextStationState, text: str) -> int:
    then = state.copy()
    then.play(0, text)
    assert then.result is not None
    return then.result.scores[0]


def test_hard_rather_passes_than_runs_into_a_corner() -> None:
    # 50 lies in the south, with nothing behind it; the other end of the line may still go north.
    state = position("32-33 33-40", cards="Tpt", earlier=["13-32", "21-27", "29-28"])
    assert legal(state) == ["40>50", "pass"]
    assert chosen("hard", state, 200, 1) == "pass"


def test_hard_uses_the_switch_to_have_a_third_end() -> None:
    # Two cards ahead the bridge from an end to 31 looks best; in the long run a branch from 13 keeps both ends free.
    state = position("13-18 18-19 13-8", cards="tSjxC")
    assert legal(state) == ["13>4", "13>12", "19>4", "19>20", "19>31", "pass"]
    assert chosen("normal", state) == "19>31"
    for luck in range(3):
        assert chosen("hard", state, 300, luck) in ("13>4", "13>12")
