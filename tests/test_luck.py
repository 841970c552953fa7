"""Luck has one door: from the seed, from a deal given beforehand, or asked for outcome by outcome."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from omnibus import GAMES, Game, IllegalMove, State
from omnibus.rules.chance import Given, Impossible, Luck, Outcome, Seeded, Thing, Undecided
from omnibus.rules.unfolding import Unfolding

BOXES = [pytest.param(game, seats, id=f"{game}-{seats}") for game in GAMES for seats in GAMES[game].seat_counts[::2]]


def with_everything(game: str, seats: int) -> Game:
    """The game with all its modules."""
    box = GAMES[game]
    return box(seats, **{option.name: True for option in box.options_offered if isinstance(option.default, bool)})


class Remembering(Seeded):
    """Luck from the seed that notes every outcome."""

    __slots__ = ("outcomes",)

    def __init__(self, seed: str):
        super().__init__(seed)
        self.outcomes: list[Any] = []

    def pick(self, occasion: int, choices: int) -> int:
        self.outcomes.append(super().pick(occasion, choices))
        return int(self.outcomes[-1])

    def shuffled(self, occasion: int, things: Sequence[Thing], at_once: int = 0) -> list[Thing]:
        order = super().shuffled(occasion, things)
        self.outcomes += order[:at_once]
        return order

    def top(self, pile: list[Thing]) -> Thing:
        self.outcomes.append(super().top(pile))
        return self.outcomes[-1]  # type: ignore[no-any-return]

    def first(self, pile: list[Thing], unseen: int) -> Thing:
        thing = super().first(pile, unseen)
        if unseen > 0:
            self.outcomes.append(thing)
        return thing


def played_through(state: State, rng: Random) -> list[tuple[int, str]]:
    plies = []
    while state.turn:
        seat = rng.choice(state.turn)
        move = rng.choice(state.legal(seat))
        state.play(seat, move)
        plies.append((seat, move.text))
    return plies


@pytest.mark.parametrize(("name", "seats"), BOXES)
def test_a_game_from_a_seed_is_the_same_from_its_outcomes_given_beforehand(name: str, seats: int) -> None:
    game = with_everything(name, seats)
    luck = Remembering("7")
    state = game.start_with(luck)
    looks = [state.view(0)]
    plies = played_through(state, Random(name))
    for luck_given in (Given(luck.outcomes), Given(luck.outcomes, "another seed")):
        again = game.start_with(luck_given)
        assert again.view(0) == looks[0]
        for seat, move in plies:
            # Whatever is kept of it in between goes on in the same way.
            again = game.load(again.copy().dump())
            again.play(seat, move)
        assert again.result is not None
        assert state.result is not None
        assert again.result.plain() == state.result.plain()
        assert again.dump()["deal"] == []


@pytest.mark.parametrize(("name", "seats"), BOXES)
def test_a_game_can_be_asked_for_outcome_by_outcome(name: str, seats: int) -> None:
    rng = Random(f"{name} {seats}")
    unfolding = Unfolding(with_everything(name, seats))
    asked = 0
    while unfolding.outcomes or unfolding.state.turn:
        if unfolding.outcomes:
            with pytest.raises(Undecided):
                _ = unfolding.state
            with pytest.raises(ValueError, match="not one of the outcomes"):
                unfolding.decide("no such outcome")
            outcomes = [outcome for outcome, _ in unfolding.outcomes]
            chances = [chance for _, chance in unfolding.outcomes]
            asked += 1
            assert sum(chances) == 1
            assert len(set(outcomes)) == len(outcomes)
            unfolding.decide(rng.choices(outcomes, [float(chance) for chance in chances])[0])
        else:
            state = unfolding.state
            before = state.dump()
            seat = rng.choice(state.turn)
            other = unfolding.copy()
            unfolding.play(seat, rng.choice(state.legal(seat)))
            assert other.state.dump() == before, "a copy stays where it was"
            if not unfolding.outcomes:
                assert list(state.game.broken_laws(unfolding.state)) == []
    assert unfolding.state.result is not None
    assert asked >= 1


def test_an_illegal_move_changes_nothing_where_luck_is_asked_for() -> None:
    unfolding = Unfolding(GAMES["terminus"](2))
    while unfolding.outcomes:
        unfolding.decide(unfolding.outcomes[0][0])
    before = unfolding.state.dump()
    with pytest.raises(IllegalMove):
        unfolding.play(0, "end")
    assert unfolding.state.dump() == before


def test_outcomes_are_as_likely_as_they_are_in_the_box() -> None:
    starter = Unfolding(GAMES["bus"](4))
    assert starter.outcomes == [(seat, Fraction(1, 4)) for seat in range(4)]
    dealing = Unfolding(GAMES["terminus"](2))
    dealing.decide(1)
    chances = dict(dealing.outcomes)
    assert len(chances) == 24
    assert sorted(set(chances.values())) == [Fraction(1, 59), Fraction(2, 59), Fraction(3, 59)]
    dealing.decide(0)
    assert dict(dealing.outcomes)[0] == Fraction(2, 58), "one M1 is gone"


def test_what_was_put_under_the_ticket_deck_is_no_longer_luck() -> None:
    game = GAMES["london"](2)
    luck = Remembering("1")
    state = game.start_with(luck)
    for seat in (0, 1):
        state.play(seat, state.legal(seat)[0])  # keeps one ticket and puts the other back
    shuffled = state.view(None)["ticket_deck"] - 2
    unfolding = Unfolding(game)
    for outcome in luck.outcomes:
        unfolding.decide(outcome)
    for seat in (0, 1):
        unfolding.play(seat, unfolding.state.legal(seat)[0])
    asked = 0
    while unfolding.state.view(None)["ticket_deck"]:
        unfolding.play(unfolding.state.turn[0], "tickets")
        while unfolding.outcomes:
            asked += 1
            unfolding.decide(unfolding.outcomes[0][0])
        seat = unfolding.state.turn[0]
        unfolding.play(seat, unfolding.state.legal(seat)[-1])  # keeps all
    assert asked == shuffled


def test_a_deal_that_ends_goes_on_by_the_seed() -> None:
    game = GAMES["terminus"](2)
    state = game.start("7", deal=[1, 14, 14, 14])
    assert state.view(None)["starter"] == 1
    assert state.view(0)["table"][0]["hand"].count("B5") == 3
    assert state.dump()["deal"] == []
    assert game.start("7", deal=[1, 14, 14, 14]) == state
    assert game.start("8", deal=[1, 14, 14, 14]) != state


@pytest.mark.parametrize("deal", [[2], [-1], ["x"], [0, 14, 14, 14, 14], [0, 99]])
def test_a_deal_that_cannot_be_is_refused(deal: list[Outcome]) -> None:
    with pytest.raises(Impossible, match=r"outcome \d of the deal"):
        GAMES["terminus"](2).start("7", deal=deal)


def test_the_seed_gives_what_it_always_gave() -> None:
    luck: Luck = Seeded("7")
    assert luck.copy() is luck
    assert luck.deal is None
    assert [luck.pick(occasion, 6) for occasion in range(6)] == [3, 3, 5, 0, 5, 2]
