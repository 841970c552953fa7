"""A beginner at Terminus, who is glad of every card laid and remembers the secret when it is nearly too late."""

from random import Random

from omnibus.bots.terminus.turns import WayToPlay, ways_to_play
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.cards import PLACES, POINTS
from omnibus.rules.terminus.moves import PlayJoker, PlayNumber, Secret, Swap
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView


def play_easily(view: TerminusView, rng: Random) -> str:
    """Lay as many cards as go on one line; without any, or in sudden fear, put down another secret."""
    seat, legal = view["seat"], view["legal"]
    if seat is None or len(legal) == 1:
        return legal[0]["text"]
    state = Terminus.of(view).guess(view, rng)
    secrets = [move for move in state.legal(seat) if isinstance(move, Secret)]
    plays = [] if state.choosing_secrets else [way for way in ways_to_play(state, seat) if noticed(way)]
    calm = [move for move in secrets if not in_danger(state, move.card)]
    if plays and not (calm and in_danger(state, state.stacks[seat][-1])):
        return max(plays, key=cards_laid).moves[0].text
    # The least points if they count in the end: forgotten is that the smallest number pays for a line.
    return min(calm or secrets, key=lambda move: POINTS[move.card]).text


def noticed(way: WayToPlay) -> bool:
    """Whether a beginner sees that a turn can be played so: that a joker can be taken back is overlooked."""
    return not any(isinstance(move, Secret | Swap) for move in way.moves)


def cards_laid(way: WayToPlay) -> tuple[int, int]:
    """How many cards a turn lays, and their points."""
    numbers = [move for move in way.moves if isinstance(move, PlayNumber)]
    jokers = [move for move in way.moves if isinstance(move, PlayJoker)]
    return (
        sum(move.copies for move in numbers) + len(jokers),
        sum(move.copies * POINTS[move.card] for move in numbers) + sum(POINTS[move.card] for move in jokers),
    )


def in_danger(state: TerminusState, secret: int) -> bool:
    """Whether the secret's own line lacks only the last place; that jokers ride on all lines is forgotten."""
    line = secret // PLACES
    return line < len(state.length) and state.length[line] == PLACES - 1
