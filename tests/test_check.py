"""The conformance kit catches what it is there to catch: faults planted in Terminus, one by one."""

import random
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Self, cast

import pytest

from omnibus import Event, IllegalMove, Move, State
from omnibus.rules.chance import Seeded
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.moves import Decision, PlayJoker, Swap, TerminusMoveData, TerminusMoves
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView
from omnibus.testing import Fault, check, check_coverage, kit, survey
from omnibus.testing import terminus as insider


def box_with(state_type: type[TerminusState]) -> type[Terminus]:
    """Terminus played with another kind of state."""

    class Planted(Terminus):
        position = state_type

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
    class Leaky(TerminusState):
        def view(self, seat: int | None) -> TerminusView:
            view = super().view(seat)
            view["truth"] = self.dump()  # type: ignore[typeddict-unknown-key]
            return view

    class Blind(Terminus):
        """Its guess copies the truth from the leak, so that guesses always look right."""

        position = Leaky

        def guess(self, view: TerminusView, rng: Random) -> TerminusState:
            del rng
            return self.load(view["truth"])  # type: ignore[typeddict-item]

    caught(Blind, "shows what it cannot know")


def test_leaking_events_are_caught() -> None:
    caught(box_with(LeaksInEvents), "events tell")


def test_hands_dealt_in_public_are_caught() -> None:
    caught(box_with(DealsInPublic), "the event “hand” shows .* what its view hides")


def test_leaking_refusals_are_caught() -> None:
    caught(box_with(LeaksInRefusals), "tells what it cannot know")
    caught(box_with(LeaksInNonsense), "tells what it cannot know")


def test_twins_that_are_no_others_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def lazy(state: TerminusState, _seat: int | None, _rng: Random, _thorough: bool) -> TerminusState:
        return state.copy()

    monkeypatch.setattr(insider, "twin", lazy)
    caught(Terminus, "twins are other states: nothing is compared", games=1)


def test_a_view_that_shares_the_states_lists_is_caught() -> None:
    caught(box_with(SharesItsListsWithTheView), "looking at a view, or writing on it, changed")


# ---- Copies and dumps


class CopiesShallowly(TerminusState):
    def copy(self) -> Self:
        twin = super().copy()
        twin.stacks = self.stacks
        return twin


class CopiesShallowlyTheOtherWay(TerminusState):
    """The copy shares what only a finished round changes."""

    def copy(self) -> Self:
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
    def _work_out(self) -> None:
        super()._work_out()
        self.result = None


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
    caught(box_with(ForgetsTheResult), "looks different to|a law is broken in a guess")


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


# ---- Data of moves, decisions, questions


class Unplain(Terminus):
    moves = (*Terminus.moves, Move(len(Terminus.moves), "wait", "wait", seconds=(1, 2)))


class Unpaired(Terminus):
    moves = (*Terminus.moves, Move(len(Terminus.moves), "stop", "end"))


class Misshapen(Terminus):
    moves = (*Terminus.moves, Move(len(Terminus.moves), "end now", "end", when="now"))


class Misnamed(Terminus):
    moves = (*Terminus.moves, Move(len(Terminus.moves), "wait", "wait"))
    moves[-1].data["text"] = "linger"


def test_data_of_moves_that_is_not_plain_is_caught() -> None:
    caught(Unplain, "the data of “wait” is not plain")


def test_two_moves_with_the_same_data_are_caught() -> None:
    caught(Unpaired, "“stop” and “end” have the same data")


def test_moves_that_do_the_same_with_other_parts_are_caught() -> None:
    caught(Misshapen, "moves that end have other parts than “end now”")


def test_data_that_says_something_else_than_the_text_is_caught() -> None:
    caught(Misnamed, "the data of “wait” lacks its text")


class AsksAlways(TerminusState):
    def asks(self, seat: int) -> Decision | None:
        return super().asks(seat) or "turn"


class AsksNothing(TerminusState):
    def asks(self, seat: int) -> Decision | None:
        asked = super().asks(seat)
        return None if asked == "more" else asked


class AsksForSomethingElse(TerminusState):
    def asks(self, seat: int) -> Decision | None:
        return "your turn" if super().asks(seat) == "turn" else super().asks(seat)  # type: ignore[return-value]


class AsksNeverForMore(TerminusState):
    def asks(self, seat: int) -> Decision | None:
        return "turn" if super().asks(seat) == "more" else super().asks(seat)


def test_a_seat_asked_though_it_may_not_move_is_caught() -> None:
    caught(box_with(AsksAlways), "is asked for turn and has 0 legal moves")


def test_a_seat_that_may_move_and_is_asked_nothing_is_caught() -> None:
    caught(box_with(AsksNothing), "is asked for None and has")


def test_a_decision_without_a_declared_name_is_caught() -> None:
    caught(box_with(AsksForSomethingElse), "is asked for your turn, which is not one of")


def test_a_decision_that_is_never_asked_for_is_caught() -> None:
    box = box_with(AsksNeverForMore)
    with pytest.raises(Fault, match="never asked in 60 games: more"):
        check_coverage(box, survey(box, seats=[3], games=60))


class AnswersGenerously(TerminusState):
    def why_not_any(self, seat: int, about: Mapping[str, object]) -> IllegalMove | None:
        return None if about.get("do") == "end" else super().why_not_any(seat, about)


class AnswersVaguely(TerminusState):
    def why_not_any(self, seat: int, about: Mapping[str, object]) -> IllegalMove | None:
        refusal = super().why_not_any(seat, about)
        return refusal and self.game.rulebook.refuse("no-such-move", text="something")


class AnswersWithASecret(TerminusState):
    def why_not_any(self, seat: int, about: Mapping[str, object]) -> IllegalMove | None:
        refusal = super().why_not_any(seat, about)
        if refusal is not None and len(about) == 1 and self.pile:
            return self.game.rulebook.refuse("no-such-move", text=f"{self.pile[-1]}")
        return refusal


class ChangesWhenAsked(TerminusState):
    def why_not_any(self, seat: int, about: Mapping[str, object]) -> IllegalMove | None:
        self.pile.reverse()
        return super().why_not_any(seat, about)


def test_a_question_answered_wrongly_is_caught() -> None:
    caught(box_with(AnswersGenerously), "asked about .* seat . is told: None; legal are")


def test_a_question_answered_with_another_reason_is_caught() -> None:
    caught(box_with(AnswersVaguely), "asked about .* seat . is told: .*; and asked about “")


def test_a_question_whose_answer_is_a_secret_is_caught() -> None:
    caught(box_with(AnswersWithASecret), "which it cannot know")


def test_a_question_that_changes_the_state_is_caught() -> None:
    caught(box_with(ChangesWhenAsked), "asking why not changed the state")


class LendsItsMoves(TerminusState):
    def view(self, seat: int | None) -> TerminusView:
        view = super().view(seat)
        view["legal"] = [] if seat is None else [cast(TerminusMoveData, move.data) for move in self.legal(seat)]
        return view


def test_a_view_that_lends_the_moves_themselves_is_caught() -> None:
    # The moves of this game are spoilt by the check: they must be nobody else's.
    class Lending(Terminus):
        position = LendsItsMoves
        book = TerminusMoves()
        moves = book.all

    caught(Lending, "writing on the view of seat . changed a move")


# ---- Luck


class LooksBeforeItDraws(TerminusState):
    """With a seed the card that lies on top is the one that comes."""

    def _draw(self, seat: int) -> list[Event]:
        hand = self.hands[seat][:]
        top = self.pile[-1] if self.pile else None
        events = super()._draw(seat)
        if top is not None:
            hand[top] += 1
            self.hands[seat] = hand
        return events


class HasItsOwnLuck(TerminusState):
    """Draws past the door."""

    def _draw(self, seat: int) -> list[Event]:
        luck, self.luck = self.luck, Seeded("")
        events = super()._draw(seat)
        self.luck = luck
        return events


def test_a_state_that_knows_what_will_come_is_caught() -> None:
    caught(box_with(LooksBeforeItDraws), "luck decided from outside: a law is broken: a card was lost or made", games=1)


def test_luck_that_does_not_come_through_the_door_is_caught() -> None:
    caught(box_with(HasItsOwnLuck), "luck decided from outside: the same outcomes lead to something else", games=1)


# ---- Guesses, seeds, order, endings


class GuessesWithBias(Terminus):
    """Likes to think that the others have no jokers."""

    def guess(self, view: TerminusView, rng: Random) -> TerminusState:
        guesses = [super(GuessesWithBias, self).guess(view, rng) for _ in range(8)]
        return min(guesses, key=lambda state: sum(sum(hand[15:]) for hand in state.hands))


class GuessesAgainstMemory(Terminus):
    """Forgets what is known of the pile."""

    def guess(self, view: TerminusView, rng: Random) -> TerminusState:
        guess = super().guess(view, rng)
        guess.pile_source = [3] * 24
        return guess


class GuessesByAccident(Terminus):
    def guess(self, view: TerminusView, rng: Random) -> TerminusState:
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


def test_a_lost_card_is_caught() -> None:
    caught(box_with(LosesACard), "a card was lost or made")


def test_a_game_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "LONGEST_GAME", 20)
    caught(Terminus, "not over after 20 moves")


def test_an_unreached_landmark_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    report = survey(Terminus, seats=[2], games=2)
    monkeypatch.setattr(insider, "LANDMARKS", frozenset({"a card flies away"}))
    with pytest.raises(Fault, match="never passed in 2 games: a card flies away"):
        check_coverage(Terminus, report)


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
