"""The position in a game of Terminus: whose turn, what is legal, playing a move."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from omnibus.rules.game import Event, IllegalMove, Move, State
from omnibus.rules.keeping import AS_IT_IS, LIST, Keeping, each, named_by, plainly
from omnibus.rules.terminus.cards import (
    CARD_NAMED,
    CARDS,
    COLOUR_JOKERS,
    COPIES,
    DECK,
    LINE_LETTERS,
    LINES,
    NO_CARD,
    NO_LINE,
    NUMBER_JOKERS,
    NUMBERS,
    PLACES,
    SECRETS,
    SUPER_JOKER,
    counted,
    named,
    points,
)
from omnibus.rules.terminus.moves import Decision, PlayJoker, PlayNumber, Secret, Swap
from omnibus.rules.terminus.scoring import FinishedRound, final_result, takers
from omnibus.rules.terminus.view import TakenBack, TerminusView, fill, look, look_from_all

if TYPE_CHECKING:
    from omnibus.rules.terminus import Terminus

FIRST_HAND = 6


# How they are written in a dump.
CARD = named_by(lambda _game: CARDS)
HEAP = plainly(named, counted)
TAKEN_BACK = plainly(
    lambda entry: [CARDS[entry.joker], entry.since], lambda data: TakenBack(CARD_NAMED[data[0]], data[1])
)


def _written(row: FinishedRound) -> list[Any]:
    """A row of the score sheet as plain data of its own."""
    hands, stacks = [hand[:] for hand in row.hands], [stack[:] for stack in row.stacks]
    return [row.out, row.lines[:], row.cards[:], hands, stacks]


ROUND = plainly(_written, lambda data: FinishedRound(*_written(FinishedRound(*data))))


class TerminusState(State[TerminusView]):
    """The full truth of a game of Terminus."""

    kept: ClassVar[Mapping[str, Keeping]] = {
        "chances": AS_IT_IS,
        "starter": AS_IT_IS,
        "active": AS_IT_IS,
        "line": AS_IT_IS,
        "joker_laid": AS_IT_IS,
        "hands": each(HEAP),
        "taken_back": each(each(TAKEN_BACK)),
        "stacks": each(each(CARD)),
        "shown": LIST,
        "laid": LIST,
        "jokers": each(CARD),
        "pile": each(CARD),
        "pile_source": HEAP,
        "drawn": each(HEAP),
        "discards": HEAP,
        "aside": HEAP,
        "scores": LIST,
        "taken": LIST,
        "sheet": each(ROUND),
    }
    __slots__ = (*kept, "length")

    game: "Terminus"
    chances: int  # how often chance has spoken
    starter: int
    active: int  # whose turn it is once all secrets lie
    line: int  # the line played on this turn
    joker_laid: bool  # this turn
    hands: list[list[int]]  # cards by kind
    taken_back: list[list[TakenBack]]
    stacks: list[list[int]]  # the secrets of each seat, the top last
    shown: list[int]  # bit i is set when all know card i of the stack
    laid: list[int]  # number cards lying on each place of the lines
    jokers: list[int]  # the joker at the bottom of each place
    length: list[int]  # open places of each line
    pile: list[int]  # the next card last
    pile_source: list[int]  # the cards by kind that the pile was last made of
    drawn: list[list[int]]  # the cards by kind that each seat has drawn since then
    discards: list[int]
    aside: list[int]
    scores: list[int]
    taken: list[int]  # points taken for lines this round
    sheet: list[FinishedRound]  # finished rounds

    # ---- A round

    def _set_up(self) -> None:
        """The first round, dealt. A random player starts (T6)."""
        self.chances = 1
        self.starter = self.luck.pick(0, self.game.seats)
        self.scores = [0] * self.game.seats
        self.sheet = []
        self._deal_round()

    def _deal_round(self) -> list[Event]:
        """T4: shuffle all, six cards each; then everyone chooses a secret at the same time."""
        seats = self.game.seats
        deck = self.luck.shuffled(self.chances, DECK, at_once=seats * FIRST_HAND)
        self.chances += 1
        self.hands = []
        for seat in range(seats):
            hand = [0] * len(CARDS)
            for card in deck[seat * FIRST_HAND : (seat + 1) * FIRST_HAND]:
                hand[card] += 1
            self.hands.append(hand)
        self.pile = deck[: seats * FIRST_HAND - 1 : -1]
        self.pile_source = list(COPIES)
        self.drawn = [[0] * len(CARDS) for _ in range(seats)]
        self.taken_back = [[] for _ in range(seats)]
        self.stacks = [[] for _ in range(seats)]
        self.shown = [0] * seats
        self.laid = [0] * len(NUMBERS)
        self.jokers = [NO_CARD] * len(NUMBERS)
        self.length = [0] * len(LINES)
        self.discards = [0] * len(CARDS)
        self.aside = [0] * len(CARDS)
        self.taken = [0] * seats
        self.active = self.starter
        self.line = NO_LINE
        self.joker_laid = False
        self.turn = tuple(range(seats))
        events = [Event("deal", {"seat": self.starter, "round": len(self.sheet) + 1})]
        for seat, hand in enumerate(self.hands):
            events.append(Event("hand", {"seat": seat}, seat, {"hand": named(hand)}))
        return events

    def _begin_turn(self, seat: int) -> list[Event]:
        """T7: a turn begins with a card from the pile."""
        self.active = seat
        self.line = NO_LINE
        self.joker_laid = False
        self.turn = (seat,)
        return self._draw(seat)

    def _draw(self, seat: int) -> list[Event]:
        """T8: an empty pile is made anew from the discards; without any, no card is drawn."""
        events = []
        if not self.pile:
            if not any(self.discards):
                return [Event("no-draw", {"seat": seat})]
            heap = [card for card, copies in enumerate(self.discards) for _ in range(copies)]
            self.pile = self.luck.shuffled(self.chances, heap)
            self.chances += 1
            self.pile_source = self.discards
            self.drawn = [[0] * len(CARDS) for _ in self.hands]
            self.discards = [0] * len(CARDS)
            events.append(Event("reshuffle", {"cards": len(self.pile)}))
        card = self.luck.top(self.pile)
        self.hands[seat][card] += 1
        self.drawn[seat][card] += 1
        events.append(Event("draw", {"seat": seat}, seat, {"card": CARDS[card]}))
        return events

    # ---- What is legal

    @property
    def choosing_secrets(self) -> bool:
        """Whether the round's first secrets are still being put down (T4)."""
        return not self.stacks[self.turn[0]] if self.turn else False

    def legal(self, seat: int) -> list[Move]:
        """All that the seat may do now, in the order of `game.moves`."""
        if seat not in self.turn:
            return []
        hand = self.hands[seat]
        if self.line != NO_LINE:
            # T9: all cards of a turn go on one line. T14: the player may stop at any time.
            return [*self._plays(hand, (self.line,)), self.game.book.end]
        secrets = [self.game.book.secret[card] for card in SECRETS if hand[card]]
        return secrets + self._plays(hand, LINES) if self.stacks[seat] else secrets

    def asks(self, seat: int) -> Decision | None:
        """The decision that the seat is asked for now."""
        if seat not in self.turn:
            return None
        if not self.stacks[seat]:
            return "first-secret"
        return "turn" if self.line == NO_LINE else "more"

    def _plays(self, hand: list[int], lines: tuple[int, ...]) -> list[Move]:
        moves = self._number_plays(hand, lines)
        if not self.joker_laid:
            moves += self._joker_plays(hand, lines)
        return moves + self._swaps(hand, lines)

    def _number_plays(self, hand: list[int], lines: tuple[int, ...]) -> list[Move]:
        """T10: on the next empty place, or on top of a filled one."""
        play_number = self.game.book.play_number
        moves: list[Move] = []
        for line in lines:
            first = line * PLACES
            for card in range(first, first + self.length[line] + 1):
                if hand[card]:
                    moves += play_number[card][: hand[card]]
        return moves

    def _joker_plays(self, hand: list[int], lines: tuple[int, ...]) -> list[Move]:
        """T11: only on the next empty place."""
        play_joker = self.game.book.play_joker
        moves: list[Move] = []
        for place, joker in enumerate(NUMBER_JOKERS):
            if hand[joker]:
                moves += [play_joker[joker, line] for line in lines if self.length[line] == place]
        moves += [play_joker[COLOUR_JOKERS[line], line] for line in lines if hand[COLOUR_JOKERS[line]]]
        if hand[SUPER_JOKER]:
            moves += [play_joker[SUPER_JOKER, line] for line in lines]
        return moves

    def _swaps(self, hand: list[int], lines: tuple[int, ...]) -> list[Move]:
        """T13: a joker without a card on top, for the number it stands for."""
        return [
            self.game.book.swap[place]
            for line in lines
            for place in range(line * PLACES, line * PLACES + self.length[line])
            if self.jokers[place] != NO_CARD and hand[place] and not self.laid[place]
        ]

    def _forbid(self, seat: int, move: Move) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        hand = self.hands[seat]
        if isinstance(move, Secret):
            # T15: changing the secret is a whole turn.
            if self.line != NO_LINE:
                return refuse("secret-is-a-turn")
            return None if hand[move.card] else refuse("no-such-card", card=CARDS[move.card])
        if not self.stacks[seat]:
            return refuse("secret-first")
        if isinstance(move, PlayNumber):
            return self._forbid_number(hand, move)
        if isinstance(move, PlayJoker):
            return self._forbid_joker(hand, move)
        if isinstance(move, Swap):
            return self._forbid_swap(hand, move)
        # T14: only who has played a card may stop.
        return refuse("nothing-played") if self.line == NO_LINE else None

    def _forbid_other_line(self, line: int) -> IllegalMove | None:
        """T9: all cards of a turn go on one line."""
        if self.line in (NO_LINE, line):
            return None
        return self.game.rulebook.refuse("one-line", line=LINE_LETTERS[self.line])

    def _forbid_number(self, hand: list[int], move: PlayNumber) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        if hand[move.card] < move.copies:
            if hand[move.card]:
                return refuse("too-few-cards", card=CARDS[move.card], have=hand[move.card])
            return refuse("no-such-card", card=CARDS[move.card])
        # T9, T10: on the next empty place or on a filled one, without a gap.
        if move.place > self.length[move.line]:
            return refuse("gap", line=LINE_LETTERS[move.line], next=self.length[move.line] + 1)
        return self._forbid_other_line(move.line)

    def _forbid_joker(self, hand: list[int], move: PlayJoker) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        if not hand[move.card]:
            return refuse("no-such-card", card=CARDS[move.card])
        # T12
        if self.joker_laid:
            return refuse("one-joker")
        # T11: a joker only fills the next empty place.
        next_place = self.length[move.line]
        if move.card in NUMBER_JOKERS and move.card - NUMBER_JOKERS[0] != next_place:
            return refuse("joker-elsewhere", card=CARDS[move.card], line=LINE_LETTERS[move.line], next=next_place + 1)
        return self._forbid_other_line(move.line)

    def _forbid_swap(self, hand: list[int], move: Swap) -> IllegalMove | None:
        refuse = self.game.rulebook.refuse
        if not hand[move.card]:
            return refuse("no-such-card", card=CARDS[move.card])
        # T13: only a joker with no card on top of it.
        if self.jokers[move.card] == NO_CARD:
            return refuse("no-joker-there", place=CARDS[move.card])
        if self.laid[move.card]:
            return refuse("joker-covered", place=CARDS[move.card])
        return self._forbid_other_line(move.line)

    # ---- Playing a move

    def _carry_out(self, seat: int, move: Move) -> list[Event]:
        if isinstance(move, Secret):
            return self._put_secret(seat, move.card)
        if isinstance(move, PlayNumber):
            return self._play_number(seat, move)
        if isinstance(move, PlayJoker):
            return self._play_joker(seat, move)
        if isinstance(move, Swap):
            return self._swap(seat, move)
        return [Event("end", {"seat": seat}), *self._begin_turn(self._after(seat))]

    def _after(self, seat: int) -> int:
        """T6: play goes clockwise, by ascending seat number."""
        return (seat + 1) % self.game.seats

    def _put_secret(self, seat: int, card: int) -> list[Event]:
        """T4 and T15: a card goes face down on the stack of secrets."""
        was_choosing = not self.stacks[seat]
        self.hands[seat][card] -= 1
        self.stacks[seat].append(card)
        events = [Event("secret", {"seat": seat}, seat, {"card": CARDS[card]})]
        if was_choosing:
            self.turn = tuple(other for other in self.turn if other != seat)
            if not self.turn:
                events += self._begin_turn(self.starter)
            return events
        return events + self._after_last_card(seat)

    def _play_number(self, seat: int, move: PlayNumber) -> list[Event]:
        self.hands[seat][move.card] -= move.copies
        self.laid[move.card] += move.copies
        self.line = move.line
        if move.place == self.length[move.line]:
            self.length[move.line] += 1
        events = [Event("play", {"seat": seat, "cards": [CARDS[move.card]] * move.copies})]
        return events + self._after_laying(seat)

    def _play_joker(self, seat: int, move: PlayJoker) -> list[Event]:
        place = move.line * PLACES + self.length[move.line]
        self.hands[seat][move.card] -= 1
        self.jokers[place] = move.card
        self.line = move.line
        self.length[move.line] += 1
        self.joker_laid = True
        self._now_seen(seat, move.card, len(self.stacks[seat]))
        events = [Event("joker", {"seat": seat, "card": CARDS[move.card], "place": CARDS[place]})]
        return events + self._after_laying(seat)

    def _swap(self, seat: int, move: Swap) -> list[Event]:
        """T13: number and joker change places."""
        joker = self.jokers[move.card]
        self.jokers[move.card] = NO_CARD
        self.laid[move.card] = 1
        self.hands[seat][move.card] -= 1
        self.hands[seat][joker] += 1
        self.taken_back[seat].append(TakenBack(joker, len(self.stacks[seat])))
        self.line = move.line
        return [Event("swap", {"seat": seat, "card": CARDS[move.card], "joker": CARDS[joker]})]

    def _now_seen(self, seat: int, card: int, height: int) -> None:
        """T25: a joker that was known to be with a player came to light, at that height of the stack or above.

        Of two alike the one known more narrowly is taken for it: what stays known is then surely true.
        """
        known = self.taken_back[seat]
        for entry in sorted(known, key=lambda entry: -entry.since):
            if entry.joker == card and entry.since <= height:
                known.remove(entry)
                return

    def _after_laying(self, seat: int) -> list[Event]:
        """T14: completing the line or emptying the hand ends the turn."""
        if self.length[self.line] == PLACES:
            events = self._complete_line(seat, self.line)
            return events if self.result is not None else events + self._after_last_card(seat)
        if not any(self.hands[seat]):
            return self._end_round(seat)
        return []

    def _after_last_card(self, seat: int) -> list[Event]:
        """T22: an empty hand ends the round; otherwise the next player's turn begins."""
        if any(self.hands[seat]):
            return self._begin_turn(self._after(seat))
        return self._end_round(seat)

    # ---- Points

    def _complete_line(self, seat: int, line: int) -> list[Event]:
        """T16 to T21."""
        heap = self._take_up_line(line)
        aside = points(self.aside)
        value = points(heap) + aside  # T17
        told: dict[str, Any] = {"seat": seat, "line": LINE_LETTERS[line], "points": value}
        events = [Event("complete-with-aside", {**told, "aside": aside}) if aside else Event("complete", told)]
        # T19: who completed the line is protected.
        revealed = {other: self.stacks[other][-1] for other in range(self.game.seats) if other != seat}
        for other, card in revealed.items():
            events += self._reveal(other, card)
        paying = takers(line, revealed)
        for other in paying:
            self.scores[other] += value
            self.taken[other] += value
            events.append(Event("take", {"seat": other, "points": value, "score": self.scores[other]}))
        # T20: a line that nobody takes is set aside, for the next one that somebody takes.
        if paying:
            heap = [mine + others for mine, others in zip(heap, self.aside, strict=True)]
            self.aside = [0] * len(CARDS)
            self.discards = [old + more for old, more in zip(self.discards, heap, strict=True)]
        else:
            self.aside = [old + more for old, more in zip(self.aside, heap, strict=True)]
            events.append(Event("aside", {"line": LINE_LETTERS[line], "points": value}))
        # T23: a scored line can end the game; then hands and stacks are not counted.
        if self._target_reached():
            nothing: list[list[str]] = [[] for _ in self.hands]
            self.sheet.append(FinishedRound(None, self.taken, [0] * self.game.seats, nothing, nothing))
            events += self._end_game()
        return events

    def _reveal(self, seat: int, card: int) -> list[Event]:
        """T16, T21: the top secret is shown, and stays known when it is face down again."""
        top = len(self.stacks[seat]) - 1
        if not self.shown[seat] >> top & 1:
            self.shown[seat] |= 1 << top
            self._now_seen(seat, card, top)
        return [Event("reveal", {"seat": seat, "card": CARDS[card]})]

    def on_line(self, line: int) -> list[int]:
        """The cards of a line by kind."""
        heap = [0] * len(CARDS)
        for place in range(line * PLACES, (line + 1) * PLACES):
            heap[place] += self.laid[place]
            if self.jokers[place] != NO_CARD:
                heap[self.jokers[place]] += 1
        return heap

    def _take_up_line(self, line: int) -> list[int]:
        """Empty the line; its cards by kind (T21)."""
        heap = self.on_line(line)
        for place in range(line * PLACES, (line + 1) * PLACES):
            self.laid[place] = 0
            self.jokers[place] = NO_CARD
        self.length[line] = 0
        return heap

    def _end_round(self, out: int) -> list[Event]:
        """T22: nothing for the player with the empty hand; the others count hand and stack, shown to all."""
        seats = range(self.game.seats)
        hands = [[] if seat == out else named(self.hands[seat]) for seat in seats]
        stacks = [[] if seat == out else [CARDS[card] for card in self.stacks[seat]] for seat in seats]
        left = [points(counted(hands[seat] + stacks[seat])) for seat in seats]
        events = [Event("out", {"seat": out})]
        for seat in seats:
            self.scores[seat] += left[seat]
            if seat != out:
                count = {"points": left[seat], "score": self.scores[seat]}
                events.append(Event("count", {"seat": seat, "hand": hands[seat], "stack": stacks[seat], **count}))
        self.sheet.append(FinishedRound(out, self.taken, left, hands, stacks))
        if self._target_reached():
            return events + self._end_game()
        self.starter = self._after(self.starter)  # T6
        return events + self._deal_round()

    def _target_reached(self) -> bool:
        """T23: the game ends when a player reaches or passes 100 points, or the target agreed on."""
        return max(self.scores) >= self.game.options["target"]

    def _end_game(self) -> list[Event]:
        self.turn = ()
        self.result = final_result(self.sheet, self.scores)
        return [Event("over", {"winners": list(self.result.winners), "scores": list(self.scores)})]

    # ---- Looking at it, and keeping it

    def view(self, seat: int | None) -> TerminusView:
        """All that the seat may know; None is a spectator."""
        return look(self, seat)

    def views(self, seats: Iterable[int | None]) -> list[TerminusView]:
        """What each of them may know, for whoever only reads it."""
        return look_from_all(self, seats)

    def open_view(self) -> TerminusView:
        """A spectator's view with every card open."""
        return look(self, None, opened=True)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.game)
        twin.luck = self.luck.copy()
        twin.n = self.n
        twin.turn = self.turn
        twin.result = self.result
        twin.chances = self.chances
        twin.starter = self.starter
        twin.active = self.active
        twin.line = self.line
        twin.joker_laid = self.joker_laid
        twin.hands = [hand[:] for hand in self.hands]
        twin.taken_back = [known[:] for known in self.taken_back]
        twin.stacks = [stack[:] for stack in self.stacks]
        twin.shown = self.shown[:]
        twin.laid = self.laid[:]
        twin.jokers = self.jokers[:]
        twin.length = self.length[:]
        twin.pile = self.pile[:]
        twin.pile_source = self.pile_source[:]
        twin.drawn = [cards[:] for cards in self.drawn]
        twin.discards = self.discards[:]
        twin.aside = self.aside[:]
        twin.scores = self.scores[:]
        twin.taken = self.taken[:]
        twin.sheet = self.sheet[:]  # its rows are never changed
        return twin

    def _fill(self, view: TerminusView, rng: Random) -> None:
        fill(self, view, rng)

    def _work_out(self) -> None:
        self.length = [
            sum(
                1
                for place in range(line * PLACES, (line + 1) * PLACES)
                if self.laid[place] or self.jokers[place] != NO_CARD
            )
            for line in LINES
        ]
        self.result = final_result(self.sheet, self.scores) if not self.turn else None
