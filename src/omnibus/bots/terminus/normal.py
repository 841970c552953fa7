"""A player of Terminus who looks at every way to play the turn and takes the one that leaves them best off."""

from random import Random

from omnibus.bots.bot import Answer, weighed
from omnibus.bots.terminus.judgement import judgement_among, worth
from omnibus.bots.terminus.turns import WayToPlay, played, ways_to_play
from omnibus.rules.terminus import Terminus
from omnibus.rules.terminus.moves import End, Secret
from omnibus.rules.terminus.state import TerminusState
from omnibus.rules.terminus.view import TerminusView

GUESSES = 4


def play_normally(view: TerminusView, rng: Random) -> str | Answer:
    """The first move of the turn that leaves us best off, as far as can be seen from our seat."""
    seat, legal = view["seat"], view["legal"]
    if seat is None or len(legal) == 1:
        return legal[0]["text"]
    game = Terminus.of(view)
    guesses = [game.guess(view, rng) for _ in range(GUESSES)]
    ways = ways_to_play(guesses[0], seat)
    worths = [expected_worth(way, guesses, seat) for way in ways]
    best = worths.index(max(worths))
    by_first_move: dict[str, float] = {}
    for way, worth_of_way in zip(ways, worths, strict=True):
        move = way.moves[0].text
        by_first_move[move] = max(worth_of_way, by_first_move.get(move, worth_of_way))
    turn = [move.text for move in ways[best].moves]
    return Answer(turn[0], weighed=weighed("points", by_first_move.items(), {"turn": turn}))


def expected_worth(way: WayToPlay, guesses: list[TerminusState], seat: int) -> float:
    """What a way to play the turn is worth, on average over the guesses where the others' cards matter to it."""
    state, last = guesses[0], way.moves[-1]
    if state.choosing_secrets and isinstance(last, Secret):
        return judgement_among(len(state.hands)).of_first_secret(state.hands[seat], last.card)
    total = worth(state, way.after, seat)
    if isinstance(last, Secret | End) and len(way.after.sheet) == len(state.sheet):
        return total
    for guess in guesses[1:]:
        total += worth(guess, played(guess, seat, way.moves), seat)
    return total / len(guesses)
