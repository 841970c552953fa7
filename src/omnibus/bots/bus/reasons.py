"""Why a move of Bus is good: where its round ends better than that of the next best move, by what the bot judges by."""

from random import Random

from omnibus.bots.bot import Answer, Weighed
from omnibus.bots.bus.plan import finish_round
from omnibus.bots.bus.prospects import merits
from omnibus.bots.reasons import Reason, next_best
from omnibus.rules.bus import Bus
from omnibus.rules.bus.state import BusState
from omnibus.rules.bus.view import BusView

ROUNDS = 6  # played in the mind with either move
MOST_TRIED = 6  # other moves, where the bot does not say what was next best
MOST_TOLD = 2
TELLING = 0.05  # in odds to win: below that it may be chance


def say_why(view: BusView, text: str, weighed: Weighed, rng: Random) -> list[Reason]:
    """What is better at the end of the round than with the next best move, most of all first."""
    state = Bus.of(view).guess(view, rng)
    seat = state.turn[0]
    rounds = _rounds_with(state, text, rng)
    others = [_merits(_rounds_with(state, other, rng), seat) for other in _others(view, text, weighed, rng)]
    if others:
        with_it, without = _merits(rounds, seat), max(others, key=lambda each: sum(each.values()))
        leads = {merit: with_it[merit] - without[merit] for merit in with_it}
        best = sorted((merit for merit in leads if leads[merit] > TELLING), key=lambda merit: -leads[merit])
        if best:
            return [{"reason": "better", "merits": best[:MOST_TOLD]}]
    carried = round(sum(ahead.points[seat] - state.points[seat] for ahead in rounds) / ROUNDS)
    return [{"reason": "carries", "passengers": carried} if carried else {"reason": "no-better"}]


def _others(view: BusView, text: str, weighed: Weighed, rng: Random) -> list[str]:
    """What the move is held against: the next best; some of the other moves if the bot tells of none."""
    other = next_best(view, Answer(text, weighed=weighed))
    if other is not None:
        return [other.move]
    legal = [move["text"] for move in view["legal"] if move["text"] != text]
    return legal if len(legal) <= MOST_TRIED else rng.sample(legal, MOST_TRIED)


def _rounds_with(state: BusState, move: str, rng: Random) -> list[BusState]:
    """How the round may end that goes on with that move."""
    rounds = [state.copy() for _ in range(ROUNDS)]
    for ahead in rounds:
        finish_round(ahead, rng, state.turn[0], [state.game.move(move)])
    return rounds


def _merits(rounds: list[BusState], seat: int) -> dict[str, float]:
    """What speaks for a seat after those rounds, on average."""
    found = [merits(ahead)[seat] for ahead in rounds]
    return {merit: sum(each[merit] for each in found) / len(found) for merit in found[0]}
