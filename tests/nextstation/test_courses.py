"""The quick courses of a game alone, held against the rules: whatever is played, both see and allow the same."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from omnibus.bots.network import network_for
from omnibus.bots.nextstation.courses import CARDS, ROUNDS, SEEN, Courses, Follower, Ints, guessed_orders
from omnibus.bots.nextstation.hard import PENCILS
from omnibus.rules.nextstation import NextStation
from omnibus.rules.nextstation.board import LONDON
from omnibus.rules.nextstation.encoding import encode
from omnibus.rules.nextstation.moves import MOVES
from omnibus.rules.nextstation.state import NextStationState
from tests.networks import write_network

ALL = {"objectives": True, "powers": True}
NOTHING = ("pass", "done", "single")


def begun(seed: str, **options: bool) -> NextStationState:
    """A game alone, its pencils taken."""
    state = NextStation(1, **options).start(seed)
    for colour in PENCILS:
        state.play(0, next(move for move in state.legal(0) if move.text == f"pencil {colour}"))
    return state


def true_orders(state: NextStationState) -> Ints:
    """The cards of this round and of those to come, as they lie."""
    orders = np.zeros((1, ROUNDS, CARDS), np.int64)
    ahead = state.copy()
    while ahead.turn:
        orders[0, ahead.round] = [*ahead.revealed, *reversed(ahead.pile)]
        ahead.play(0, next(move for move in ahead.legal(0) if move.text in NOTHING))
    return orders


def double_well(state: NextStationState) -> None:
    """Count the station twice that brings most."""
    finals = []
    for move in state.legal(0):
        after = state.copy()
        after.play(0, move)
        finals.append((sum(line.points for line in after.sheets[0]), move.index, move))
    state.play(0, max(finals)[2])


@pytest.mark.parametrize("options", [{}, {"objectives": True}, {"powers": True}, ALL])
def test_a_course_is_what_the_rules_say(options: dict[str, bool]) -> None:
    rng = Random(f"courses {options}")
    only = np.array([0])
    for number in range(12):
        state = begun(f"courses {number}", **options)
        course = Courses(state.view(0), true_orders(state))
        while state.turn:
            if state.doubling:
                double_well(state)
                continue
            if rng.random() < 0.1:  # also from the middle of a round
                course = Courses(state.view(0), true_orders(state))
            numbers = encode(state.view(0))
            assert course.numbers(only)[0].tolist() == numbers[:SEEN]
            assert not any(numbers[SEEN:])
            legal = state.legal(0)
            assert np.flatnonzero(course.legal(only)[0]).tolist() == sorted(move.index for move in legal)
            move = rng.choice(legal[:-1] or legal) if rng.random() < 0.8 else rng.choice(legal)
            state.play(0, move)
            course.play(only, np.array([move.index]))
        assert course.going.size == 0
        assert state.result is not None
        assert course.points(only)[0] == state.result.scores[0]


def test_many_courses_do_not_disturb_each_other() -> None:
    """Each goes as it would alone, wherever the others are."""
    state = begun("many", **ALL)
    orders = guessed_orders(state.view(0), Random(1), 6)
    luck = [Random(f"{row}") for row in range(6)]
    together = Courses(state.view(0), orders)
    while (rows := together.going).size:
        legal = together.legal(rows)
        moves = [luck[row].choice(np.flatnonzero(legal[place])) for place, row in enumerate(rows)]
        together.play(rows, np.array(moves))
    for row in range(6):
        luck, only = [Random(f"{each}") for each in range(6)], np.array([0])
        alone = Courses(state.view(0), orders[row : row + 1])
        while alone.going.size:
            alone.play(only, np.array([luck[row].choice(np.flatnonzero(alone.legal(only)[0]))]))
        assert alone.points(only)[0] == together.points(np.array([row]))[0]


def test_a_guess_agrees_with_what_is_known() -> None:
    state = begun("guess")
    for _ in range(14):
        state.play(0, state.legal(0)[0])
    view = state.view(0)
    assert view["round"] == 2
    assert len(view["left"]) > 2
    orders = guessed_orders(view, Random(1), 50)
    shown = [LONDON.card_named[name] for name in view["revealed"]]
    for order in orders:
        assert order[1, : len(shown)].tolist() == shown
        assert all(sorted(cards) == list(range(CARDS)) for cards in order[1:].tolist())
    assert len({tuple(order[1]) for order in orders.tolist()}) > 10
    assert len({tuple(order[2]) for order in orders.tolist()}) > 10


@pytest.mark.parametrize("options", [{}, ALL])
def test_a_move_is_followed_as_the_network_would_play_on(tmp_path: Path, options: dict[str, bool]) -> None:
    """To the end of the game; and before that the points so far, and those that the network hopes for."""
    network = network_for(NextStation(1, **options), write_network(tmp_path / "any", NextStation(1, powers=True)))
    state = begun("followed", **options)
    for _ in range(9):
        state.play(0, state.legal(0)[0])
    orders, moves = true_orders(state), state.legal(0)
    for decisions in (1, 6, 1000):
        hopes = Follower(network).hopes(state.view(0), [move.index for move in moves], orders, decisions)
        for move, (hope,) in zip(moves, hopes, strict=True):
            after = state.copy()
            after.play(0, move)
            made = 1
            while after.turn and (after.doubling or made < decisions):
                if after.doubling:
                    double_well(after)
                    continue
                legal = after.legal(0)
                logits = network([encode(after.view(0))]).logits[0]
                after.play(0, max(legal, key=lambda each: logits[each.index]))
                made += 1
            view = after.view(0)
            expected = float(sum(view["table"][0]["points"].values()))
            if after.result is None:
                expected += network([encode(view)]).points[0]
            assert hope == pytest.approx(expected, abs=1e-2)


def test_the_moves_come_in_the_order_of_the_rules() -> None:
    assert [move.index for move in MOVES.all] == list(range(len(MOVES.all)))
