"""The conformance kit with the modules, and invariants that notice what is wrong."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.scoring import scored
from omnibus.rules.nextstation.state import NextStationState
from omnibus.testing import check, check_coverage, survey
from omnibus.testing.nextstation import LANDMARKS_OF_OBJECTIVES, LANDMARKS_OF_POWERS
from tests.nextstation.positions import pass_round, position, started


@pytest.mark.slow
@pytest.mark.parametrize(
    ("objectives", "powers", "games"),
    [(True, False, (1, 1, 1, 1)), (False, True, (1, 1)), (True, True, (1, 1, 1, 1))],
)
def test_the_kit_passes_with_the_modules(objectives: bool, powers: bool, games: tuple[int, ...]) -> None:
    for seats, wanted in enumerate(games, start=1):
        options = {"objectives": objectives, "powers": powers}
        report = check(NextStation, seats=[seats], games=wanted, options=options, weigh_guesses=1)
        assert report.games == wanted


@pytest.mark.slow
def test_random_players_reach_every_landmark_of_the_modules() -> None:
    box = partial(NextStation, objectives=True, powers=True)
    report = survey(box, seats=NextStation.seat_counts, games=200)
    check_coverage(box, report)
    assert set(report.landmarks) >= LANDMARKS_OF_POWERS | LANDMARKS_OF_OBJECTIVES


def _lose_a_card(state: NextStationState) -> None:
    state.pile.pop()


def _cross_a_section(state: NextStationState) -> None:
    state.sections[0] |= 1 << state.board.section_between[3, 18]
    state.stations[0] |= 1 << 18
    state.ends[0] = 1 << 13 | 1 << 18


def _draw_apart(state: NextStationState) -> None:
    state.sections[0] |= 1 << state.board.section_between[51, 52]
    state.stations[0] |= 1 << 51 | 1 << 52


def _close_a_circle(state: NextStationState) -> None:
    state.sections[0] |= 1 << state.board.section_between[3, 8] | 1 << state.board.section_between[8, 13]
    state.stations[0] |= 1 << 8


def _forget_an_end(state: NextStationState) -> None:
    state.ends[0] = 1 << 13


def _draw_twice(state: NextStationState) -> None:
    state.sheets[0].append(scored(state.board, 0, state.sections[0], state.stations[0]))


def _use_no_power(state: NextStationState) -> None:
    state.used[0] = True


def _ask_for_nothing(state: NextStationState) -> None:
    state.turn = ()
    state.second[0] = 0


def _go_on(state: NextStationState) -> None:
    state.last_turn = True


@pytest.mark.parametrize(
    ("spoil", "law"),
    [
        (_lose_a_card, "a card was lost or made"),
        (_cross_a_section, "two sections cross"),
        (_draw_apart, "a line is in pieces"),
        (_close_a_circle, "a line returns to one of its stations"),
        (_forget_an_end, "the ends of a line are wrong"),
        (_draw_twice, "a section was drawn twice"),
        (_use_no_power, "a power was used that there is not"),
        (_ask_for_nothing, "a second section is asked of someone who may not draw it"),
        (_go_on, "a round goes on past its last underground card"),
    ],
)
def test_a_broken_law_is_noticed(spoil: Callable[[NextStationState], None], law: str) -> None:
    state = position("13-4 3-4", cards="Ct")
    spoil(state)
    assert law in list(NextStation.broken_laws(state))


def test_the_final_score_is_counted_again() -> None:
    state = started(2)
    while state.turn:
        pass_round(state)
    assert list(NextStation.broken_laws(state)) == []
    state.sheets[1][0] = state.sheets[1][0]._replace(doubled=13)
    assert list(NextStation.broken_laws(state)) == ["a final score does not add up"]


def test_a_leak_of_the_next_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    look = NextStationState.view

    def leaking(self: NextStationState, seat: int | None) -> Any:
        view = look(self, seat)
        view["left"] = [self.board.deck[card].name for card in self.pile]
        return view

    monkeypatch.setattr(NextStationState, "view", leaking)
    with pytest.raises(Exception, match=r"shows what it cannot know|looks different"):
        check(NextStation, seats=[1], games=2)
