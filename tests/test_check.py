"""The conformance kit catches what it is there to catch: faults planted in Terminus, one by one."""

import random
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from omnibus import Event, IllegalMove, Move, State, View
from omnibus.rules import check as kit
from omnibus.rules.check import Fault, check, check_coverage, survey
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.moves import PlayJoker, Swap
from omnibus.rules.terminus.referee import TerminusReferee
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView


def box_with(state_type: type[TerminusState]) -> type[Terminus]:
    """Terminus played with another kind of state."""

    class Planted(Terminus):
        def _deal(self, seed: str) -> TerminusState:
            return state_type.dealt(self, seed)

        def load(self, data: Mapping[str, Any]) -> TerminusState:
            return state_type.loaded(self, data)

    return Planted


def caught(box: Callable[..., Terminus], message: str, games: int = 6, weigh: int = 0) -> None:
    with pytest.raises(Fault, match=message):
        check(box, seats=[3], games=games, weigh_guesses=weigh)


@pytest.mark.slow
def test_an_honest_game_passes() -> None:
    report = check(box_with(TerminusState), seats=[2, 3], games=2, weigh_guesses=1)
    assert report.games == 4
    assert "4 games" in str(report)


# ---- Views and events


class ShowsTheNextCard(TerminusState):
    def view(self, seat: int | None) -> TerminusView:
        view = super().view(seat)
        view["round"] = self.pile[-1] if self.pile else 0
        return view


class LeaksInEvents(TerminusState):
    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        events = super()._carry_out(seat, move)
        return [
            Event(event.kind, {**event.public, **(event.secret or {})}) if event.kind == "draw" else event
            for event in events
        ]


class DealsInPublic(TerminusState):
    def _deal_round(self) -> list[Event]:
        return [Event(event.kind, {**event.public, **(event.secret or {})}) for event in super()._deal_round()]


class LeaksInNonsense(TerminusState):
    def why_not(self, seat: int, move: Move | str) -> IllegalMove | None:
        refusal = super().why_not(seat, move)
        if refusal is not None and refusal.rule == "T7" and self.pile:
            refusal.params["next"] = self.pile[-1]
        return refusal

    def play(self, seat: int, move: Move | str) -> list[Event]:
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise refusal
        return super().play(seat, move)


class LeaksInRefusals(TerminusState):
    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        refusal = super()._forbid(seat, move)
        if refusal is not None and self.pile:
            refusal.params["next"] = self.pile[-1]
        return refusal


class SharesItsListsWithTheView(TerminusState):
    def view(self, seat: int | None) -> TerminusView:
        view = super().view(seat)
        view["sheet"] = [dict(row._asdict()) for row in self.sheet]  # type: ignore[misc]
        return view


def test_a_leaking_view_is_caught() -> None:
    caught(box_with(ShowsTheNextCard), "a guess looks different to")


def test_a_leak_that_guesses_play_along_with_is_caught() -> None:
    class Blind(Terminus):
        """Its guess copies the truth from the leak, so that guesses always look right."""

        def _deal(self, seed: str) -> TerminusState:
            return Leaky.dealt(self, seed)

        def load(self, data: Mapping[str, Any]) -> TerminusState:
            return Leaky.loaded(self, data)

        def guess(self, view: View, rng: Random) -> TerminusState:
            del rng
            return self.load(view["truth"])  # type: ignore[typeddict-item]

    class Leaky(TerminusState):
        def view(self, seat: int | None) -> TerminusView:
            view = super().view(seat)
            view["truth"] = self.dump()  # type: ignore[typeddict-unknown-key]
            return view

    caught(Blind, "shows what it cannot know")


def test_leaking_events_are_caught() -> None:
    caught(box_with(LeaksInEvents), "events tell")


def test_hands_dealt_in_public_are_caught() -> None:
    caught(box_with(DealsInPublic), "the event “hand” shows .* what its view hides")


def test_leaking_refusals_are_caught() -> None:
    caught(box_with(LeaksInRefusals), "tells what it cannot know")
    caught(box_with(LeaksInNonsense), "tells what it cannot know")


def test_a_referee_whose_twins_are_no_others_is_caught() -> None:
    class Lazy(TerminusReferee):
        def twin(self, state: State, seat: int | None, rng: Random, thorough: bool) -> TerminusState:
            del seat, rng, thorough
            return state.copy()  # type: ignore[return-value]

    class Unwatched(Terminus):
        referee = Lazy()

    caught(Unwatched, "twins are other states: nothing is compared", games=1)


def test_a_view_that_shares_the_states_lists_is_caught() -> None:
    caught(box_with(SharesItsListsWithTheView), "looking at a view, or writing on it, changed")


# ---- Copies and dumps


class CopiesShallowly(TerminusState):
    def copy(self) -> TerminusState:
        twin = super().copy()
        twin.stacks = self.stacks
        return twin


class CopiesShallowlyTheOtherWay(TerminusState):
    """The copy shares what only a finished round changes."""

    def copy(self) -> TerminusState:
        twin = super().copy()
        twin.scores = self.scores
        return twin


class ForgetsInDumps(TerminusState):
    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "joker_laid": False}


class SharesItsDump(TerminusState):
    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "scores": self.scores}


class ForgetsTheResult(TerminusState):
    @classmethod
    def loaded(cls, game: Any, data: Mapping[str, Any]) -> TerminusState:
        state = super().loaded(game, data)
        state.result = None
        return state


class TakesAnyMove(TerminusState):
    def why_not(self, seat: int, move: Move | str) -> IllegalMove | None:
        if isinstance(move, Move) and seat in self.turn:
            return self._forbid(seat, move)
        return super().why_not(seat, move)


class ChangesWhenRefusing(TerminusState):
    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        refusal = super()._forbid(seat, move)
        if refusal is not None and refusal.rule == "T9":
            self.discards, self.aside = self.aside, self.discards
        return refusal


def test_a_shallow_copy_is_caught() -> None:
    caught(box_with(CopiesShallowly), "a move played on a copy changed the state")


def test_a_copy_that_is_shallow_only_where_points_are_counted_is_caught() -> None:
    caught(box_with(CopiesShallowlyTheOtherWay), "a move .* changed")


def test_a_dump_that_forgets_is_caught() -> None:
    caught(box_with(ForgetsInDumps), "looks different to .* when it was dumped and loaded")


def test_a_dump_that_shares_the_states_lists_is_caught() -> None:
    caught(box_with(SharesItsDump), "writing on its dump changed the state")


def test_a_finished_state_that_does_not_come_back_is_caught() -> None:
    caught(box_with(ForgetsTheResult), "looks different to|the referee of a guess")


def test_a_move_made_by_hand_that_is_taken_is_caught() -> None:
    caught(box_with(TakesAnyMove), "could play “made by hand”")


def test_a_refusal_that_changes_the_state_is_caught() -> None:
    caught(box_with(ChangesWhenRefusing), "an illegal move changed the state")


# ---- Moves


class ListsUnsorted(TerminusState):
    def legal(self, seat: int) -> list[Move]:
        return super().legal(seat)[::-1]


class MissesSwaps(TerminusState):
    def legal(self, seat: int) -> list[Move]:
        return [move for move in super().legal(seat) if not isinstance(move, Swap)]


class MissesSwapsEverywhere(MissesSwaps):
    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        if isinstance(move, Swap):
            return self.game.rulebook.refuse("no-joker-there", place="M1")
        return super()._forbid(seat, move)


class OffersTooMuch(TerminusState):
    def legal(self, seat: int) -> list[Move]:
        moves = super().legal(seat)
        if moves and self.joker_laid:
            moves = sorted({*moves, *self._joker_plays(self.hands[seat], (self.line,))}, key=lambda move: move.index)
        return moves


class BuildsMovesAnew(TerminusState):
    def legal(self, seat: int) -> list[Move]:
        return [
            PlayJoker(move.index, move.card, move.line) if isinstance(move, PlayJoker) else move
            for move in super().legal(seat)
        ]


def test_an_unsorted_move_list_is_caught() -> None:
    caught(box_with(ListsUnsorted), "not in the order")


def test_a_missing_kind_of_move_is_caught() -> None:
    caught(box_with(MissesSwaps), "could play “swap")


def test_a_kind_of_move_that_never_comes_is_caught() -> None:
    box = box_with(MissesSwapsEverywhere)
    with pytest.raises(Fault, match="never legal in 60 games: Swap"):
        check_coverage(box, survey(box, seats=[3], games=60))


def test_an_illegal_move_among_the_legal_ones_is_caught() -> None:
    caught(box_with(OffersTooMuch), "is among the legal moves")


def test_a_move_that_is_built_and_not_picked_is_caught() -> None:
    caught(box_with(BuildsMovesAnew), "not one of game.moves")


def test_moves_out_of_place_are_caught() -> None:
    class Misnumbered(Terminus):
        moves = tuple(reversed(Terminus.moves))

    caught(Misnumbered, "stands at 0 and says 74")


# ---- Guesses, seeds, order, endings


class GuessesWithBias(Terminus):
    """Likes to think that the others have no jokers."""

    def guess(self, view: View, rng: Random) -> TerminusState:
        guesses = [super(GuessesWithBias, self).guess(view, rng) for _ in range(8)]
        return min(guesses, key=lambda state: sum(sum(hand[15:]) for hand in state.hands))


class GuessesAgainstMemory(Terminus):
    """Forgets what is known of the pile."""

    def guess(self, view: View, rng: Random) -> TerminusState:
        guess = super().guess(view, rng)
        guess.pile_source = [3] * 24
        return guess


class GuessesByAccident(Terminus):
    def guess(self, view: View, rng: Random) -> TerminusState:
        del rng
        return super().guess(view, Random())


class ShufflesByAccident(TerminusState):
    def _deal_round(self) -> list[Event]:
        events = super()._deal_round()
        random.shuffle(self.pile)
        return events


class FirstComesFirst(TerminusState):
    def _put_secret(self, seat: int, card: int) -> list[Event]:
        if not any(self.stacks):
            self.starter = seat
        return super()._put_secret(seat, card)


class LosesACard(TerminusState):
    def _complete_line(self, seat: int, line: int) -> list[Event]:
        events = super()._complete_line(seat, line)
        self.discards = [0] * 24
        return events


@pytest.mark.slow
def test_a_biased_guess_is_caught() -> None:
    caught(GuessesWithBias, "biased", games=3, weigh=3)


def test_a_guess_that_does_not_go_by_its_generator_is_caught() -> None:
    caught(GuessesByAccident, "the same generator gives another guess")


def test_a_guess_against_the_seats_memory_is_caught() -> None:
    caught(GuessesAgainstMemory, "looks different", games=30)


def test_a_non_deterministic_shuffle_is_caught() -> None:
    caught(box_with(ShufflesByAccident), "the same seed gives another game from the start")


def test_simultaneous_moves_whose_order_matters_are_caught() -> None:
    caught(box_with(FirstComesFirst), "moves first")


def test_a_lost_card_is_caught_by_the_referee() -> None:
    caught(box_with(LosesACard), "a card was lost or made")


def test_a_game_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "LONGEST_GAME", 20)
    caught(Terminus, "not over after 20 moves")


def test_an_unreached_landmark_is_caught() -> None:
    class Dreaming(TerminusReferee):
        landmarks = frozenset({"a card flies away"})

    class Dreamt(Terminus):
        referee = Dreaming()

    with pytest.raises(Fault, match="never passed in 2 games: a card flies away"):
        check_coverage(Dreamt, survey(Terminus, seats=[2], games=2))


def test_a_fault_names_the_game_and_its_moves() -> None:
    with pytest.raises(Fault, match=r"terminus, 3 seats, seed 'check-3-0': .*; after \["):
        check(box_with(ListsUnsorted), seats=[3], games=1)


def test_states_are_equal_when_their_dumps_are() -> None:
    one: State = Terminus(2).start("1")
    assert one == Terminus(2).start("1")
    assert one != Terminus(2).start("2")
    assert one != "1"
    assert one != Terminus(2, target=10).start("1")


@pytest.mark.parametrize("seat", [-1, 2, 99, "0"])
def test_only_seats_at_the_table_see_and_move(seat: int) -> None:
    state = Terminus(2).start("1")
    with pytest.raises(IllegalMove, match="there is no seat"):
        state.view(seat)
    with pytest.raises(IllegalMove, match="there is no seat"):
        state.play(seat, "end")
