"""Why a move of Terminus is good: what the turn that it begins does for the hand, the lines and the own secret.

What the others hold is a guess, so nothing is said of it.
"""

from random import Random

from omnibus.bots.bot import Weighed
from omnibus.bots.reasons import Reason
from omnibus.bots.terminus.judgement import judgement_among
from omnibus.bots.terminus.turns import played
from omnibus.rules.game import IllegalMove, Move
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import LINE_LETTERS, LINES, NUMBERS, PLACES, POINTS, fits_line, points
from omnibus.rules.terminus.moves import MOVES, End, PlayJoker, PlayNumber, Secret
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView

DANGEROUS = 3  # filled places of a line on which nobody likes to ride


def say_why(view: TerminusView, text: str, weighed: Weighed, rng: Random) -> list[Reason]:
    """What the turn brings."""
    seat = view["seat"]
    if seat is None:
        return []
    game = Terminus.of(view)
    state, first = game.guess(view, rng), game.move(text)
    if isinstance(first, Secret):
        return _of_first_secret(state, seat, first.card) if state.choosing_secrets else _of_secret(state, seat, first)
    if isinstance(first, End):
        return [{"reason": "enough"}]
    turn = [game.move(move) for move in _turn_of(weighed, text)]
    try:
        played(state, seat, turn)
    except IllegalMove:  # a plan that is not one
        turn = [first]
    more = _cards_laid(turn) - _cards_laid([first])
    return [*_of_cards(state, seat, turn), *([{"reason": "then", "cards": more}] if more else [])]


def _turn_of(weighed: Weighed, text: str) -> list[str]:
    """The moves that the bot has in mind for the turn, this one first."""
    turn = weighed.get("plan", {}).get("turn")
    known = {move.text for move in MOVES.all}
    if not isinstance(turn, list) or turn[:1] != [text] or not all(move in known for move in turn):
        return [text]
    return turn


def _of_first_secret(state: TerminusState, seat: int, card: int) -> list[Reason]:
    hand = state.hands[seat]
    if hand[card] > 1:
        return [{"reason": "copies", "copies": hand[card]}]
    line = card // PLACES * PLACES
    beside = sum(hand[line : line + PLACES]) - 1 if card in NUMBERS else 0
    many_are_good = judgement_among(len(state.hands)).first_line > 0
    if card in NUMBERS and many_are_good and beside:
        return [{"reason": "own-line", "cards": beside}]
    if card in NUMBERS and not many_are_good and beside <= 1:
        return [{"reason": "few-of-line"}]
    return [{"reason": "spare"}]


def _of_secret(state: TerminusState, seat: int, secret: Secret) -> list[Reason]:
    now = state.stacks[seat][-1]
    left = [line for line in LINES if fits_line(now, line) and not fits_line(secret.card, line)]
    feared = [line for line in left if state.length[line] >= DANGEROUS]
    if feared:
        filled = max(state.length[line] for line in feared)
        return [{"reason": "leaves", "lines": [_called(line) for line in feared], "filled": filled}]
    return [{"reason": "hides", "points": POINTS[secret.card]}]


def _of_cards(state: TerminusState, seat: int, turn: list[Move]) -> list[Reason]:
    """What laying those cards does."""
    laid = [move for move in turn if isinstance(move, PlayNumber | PlayJoker)]
    if not laid:
        return [{"reason": "takes-joker"}]
    line = laid[0].line
    shed = sum(POINTS[move.card] * _cards_laid([move]) for move in laid)
    swaps = len(laid) < sum(move is not MOVES.end for move in turn)
    reach = state.length[line] + len({_place(move, at) for at, move in enumerate(laid)} - _filled(state, line))
    if _cards_laid(turn) == sum(state.hands[seat]) and not swaps:
        return [{"reason": "out"}]
    if reach >= PLACES:
        worth = points(state.on_line(line)) + points(state.aside) + shed
        return [{"reason": "completes", "line": _called(line), "points": worth}]
    reasons: list[Reason] = [{"reason": "sheds", "points": shed}]
    if reach >= DANGEROUS and not fits_line(state.stacks[seat][-1], line):
        reasons.append({"reason": "threatens", "line": _called(line), "filled": reach})
    return reasons


def _cards_laid(turn: list[Move]) -> int:
    numbers = sum(move.copies for move in turn if isinstance(move, PlayNumber))
    return numbers + sum(isinstance(move, PlayJoker) for move in turn)


def _place(move: PlayNumber | PlayJoker, at: int) -> int:
    """The place that a card is laid on; that of a joker is always a new one."""
    return move.place if isinstance(move, PlayNumber) else -1 - at


def _filled(state: TerminusState, line: int) -> set[int]:
    return set(range(state.length[line]))


def _called(line: int) -> str:
    return f"line-{LINE_LETTERS[line]}"
