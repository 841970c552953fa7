"""The bots of Next Station: how much they score, in few games; benchmarks/nextstation.py measures with many."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

from omnibus.arena.match import play_match
from omnibus.bots import bot_named
from omnibus.bots.bot import Budget, Kind
from omnibus.bots.nextstation.easy import _charm, play_easily
from omnibus.bots.nextstation.greedy import play_greedily
from omnibus.bots.nextstation.normal import Outlook, _cards_left, play_normally
from omnibus.bots.nextstation.sheet import SeatSheet
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import ANY
from omnibus.rules.nextstation.state import NextStationState
from omnibus.rules.nextstation.view import LineView
from tests.nextstation.positions import legal, position, started

# Hard needs far less than its own budget to show what it does.
FEW = Budget(iterations=60)


def quick(bot: str) -> Kind:
    return Kind(bot_named(bot, "nextstation").sit, FEW)


def average(bot: str, games: int, **options: bool) -> float:
    outcomes = play_match(NextStation(1, **options), [quick(bot)], games, "bots")
    return mean(outcome.scores[0] for outcome in outcomes)


@pytest.mark.slow
def test_mean_scores_are_near_those_of_many_games() -> None:
    # Measured: random 67.4, greedy 126.6, easy 108; a game varies by 12 to 15 points.
    assert average("random", 400) == pytest.approx(67.4, abs=3)
    assert average("greedy", 400) == pytest.approx(126.6, abs=3)
    assert average("easy", 200) == pytest.approx(108, abs=4)


@pytest.mark.slow
def test_normal_and_hard_score_more() -> None:
    # Measured over many games: normal 146. The bounds are well below what these games bring.
    assert average("normal", 30) > 138
    assert average("hard", 30) > 143


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["normal", "hard"])
def test_modules_are_put_to_use(bot: str) -> None:
    # More than the base rules bring, the deduction added back.
    assert average(bot, 15, objectives=True, powers=True) + 20 > 160


def test_greedy_counts_sites() -> None:
    # Both 13>4 and 18>19 make the line 2 × 2; 19 is a site.
    state = position("13-18", cards="Tc")
    assert legal(state) == ["13>4", "13>12", "18>19", "pass"]
    assert play_greedily(state.view(0), Random(1)) == "18>19"


def test_greedy_counts_interchanges() -> None:
    # Both draws bring one point for the line; at 14 there is another line.
    state = position(cards="s", earlier=["13-14"])
    assert legal(state) == ["21>14", "21>22", "pass"]
    assert play_greedily(state.view(0), Random(1)) == "21>14"


def test_greedy_passes_only_when_nothing_can_be_drawn() -> None:
    # A third station in a district of a line with most elsewhere brings nothing, and is drawn all the same.
    state = position("13-8 3-8 13-12", cards="StCs", then="c")
    assert play_greedily(state.view(0), Random(1)) != "pass"
    assert play_greedily(position("1-13 12-13", cards="TcC").view(0), Random(1)) == "pass"


# ---- A beginner


def beginners(state: NextStationState) -> Counter[str]:
    """What a hundred beginners do."""
    return Counter(play_easily(state.view(0), Random(luck)) for luck in range(100))


def test_easy_forgets_that_lines_meet_and_likes_long_sections() -> None:
    # As above: at 14 there is another line, but 22 is farther away.
    assert beginners(position(cards="s", earlier=["13-14"])) == {"21>22": 100}


def test_easy_thinks_nothing_of_sites_and_often_looks_at_one_end_only() -> None:
    # 13>4 is as good for the line as 18>19, a site, and longer; only who looks at 18 alone goes to 19.
    moves = beginners(position("13-18", cards="Tc"))
    assert set(moves) == {"13>4", "18>19"}
    assert 10 < moves["18>19"] < 40


def test_easy_seldom_remembers_the_switch() -> None:
    # 8 is no end any more, but the switch is there; 8>19 would be a district and a site.
    state = position("13-8 8-2", cards="sStxC")
    assert legal(state) == ["8>19", "13>4", "13>12", "pass"]
    assert play_greedily(state.view(0), Random(1)) == "8>19"
    moves = beginners(state)
    assert set(moves) == {"13>4", "8>19"}
    assert 0 < moves["8>19"] < 30


def test_easy_counts_a_bridge_twice() -> None:
    state = position("13-17", cards="PT")
    view = state.view(0)
    sheet = SeatSheet(view, view["table"][0])
    # 3 stations in 2 districts either way: D has 17 and 23, B has 13 and 1 would bring a third district.
    bridge, third_district = _charm(state.game.move("17>23"), sheet), _charm(state.game.move("13>1"), sheet)
    assert bridge[0] == 2 * 2 + 4
    assert third_district[0] == 3 * 1


def test_easy_draws_when_it_can_and_uses_a_power_when_nothing_else_can_be_drawn() -> None:
    state = position("1-13 12-13", cards="TcC", powers="joker second switch double")
    assert not [text for text in legal(state) if ">" in text and " " not in text]
    assert all(text.endswith(" joker") for text in beginners(state))
    assert "pass" not in beginners(position("13-8 3-8 13-12", cards="StCs", then="c"))


# ---- Two cards ahead


def test_a_sheet_read_off_the_view_counts_like_the_rules() -> None:
    rng = Random(3)
    for seed in range(4):
        state = started(1, str(seed), objectives=True)
        while state.turn:
            view = state.view(0)
            sheet = SeatSheet(view, view["table"][0])
            earlier = sum(line["points"] for line in view["table"][0]["lines"])
            points = view["table"][0]["points"]
            fixed = sum((0, 0, 2, 5, 9)[count] for count in _served(view["table"][0]["lines"]))
            assert sheet.points(sheet.drawing) + earlier + fixed + points["modules"] == sum(points.values())
            state.play(0, rng.choice(view["legal"][:-1] or view["legal"])["text"])


def _served(lines: list[LineView]) -> list[int]:
    stations = [station for line in lines for station in line["stations"]]
    return [stations.count(station) for station in set(stations)]


def test_looking_ahead_means_all_cards_left() -> None:
    # One underground card, the joker, and the pentagon are left: the joker ends the round, the pentagon does not.
    state = position("13-8", cards="SCTPjctxs", then="Jp")
    view = state.view(0)
    sheet = SeatSheet(view, view["table"][0])
    now = sheet.drawing
    outlook = Outlook(sheet, _cards_left(view))
    joker_first = sheet.best_by_symbol(now, now.ends)[ANY]
    pentagon_first = [now, *(sheet.drawn(now, *draw) for draw in sheet.ways(now, now.ends) if draw[1].symbol == 3)]
    joker_next = max(sheet.best_by_symbol(drawing, drawing.ends)[ANY] for drawing in pentagon_first)
    assert outlook.two_cards(now) == (joker_first + joker_next) / 2


def test_normal_is_greedy_on_the_last_turn() -> None:
    state = position("13-18", cards="CTSPJ")
    assert state.last_turn
    for seed in range(5):
        assert play_normally(state.view(0), Random(seed)) == play_greedily(state.view(0), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["greedy", "easy", "normal", "hard"])
def test_bots_play_with_all_modules_at_every_number_of_seats(bot: str) -> None:
    for seats in NextStation.seat_counts:
        game = NextStation(seats, objectives=True, powers=True)
        (outcome,) = play_match(game, [quick(bot)] * seats, 1, "modules")
        assert min(outcome.scores) > 40
