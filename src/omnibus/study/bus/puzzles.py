"""What is asked in Bus: what one can be sure of by the end of the round; in the last round, of the victory."""

from fractions import Fraction
from random import Random

from omnibus.bots.bus.obvious import obvious_choice
from omnibus.rules.bus import GAME
from omnibus.rules.bus.moves import CHOOSING, RIDING
from omnibus.rules.bus.state import LEAST_CUBES, BusState
from omnibus.rules.bus.view import BusView
from omnibus.rules.game import Move
from omnibus.study.bus.round import Round, score, share_of_victory
from omnibus.study.proof import Leaves, Proof, Question

MOST_LEFT_TO_CHOOSE = 1  # cubes that others have yet to place: each of them may go anywhere
MOST_POSITIONS = 5_000  # so that they can be checked by playing all of them out


def question(view: BusView) -> Question | None:
    """Points if the seat's buses may run in this round; the victory once all is chosen and no cubes are left."""
    if not view["round"]:
        return None
    if view["phase"] == "choosing":
        return Question("round", "points", "worst-choosing") if _last_to_choose(view) else None
    if sum(bool(seat["cubes"]) for seat in view["table"]) <= 1:
        return Question("game", "share", "worst")
    return Question("round", "points", "worst") if _runs(view) else None


def _last_to_choose(view: BusView) -> bool:
    """Whether hardly anybody else has to choose any more, and the seat must still place cubes."""
    placed = [cube["seat"] for action in view["actions"].values() for cube in action["cubes"]]
    missing = [max(0, min(its["cubes"], LEAST_CUBES - placed.count(seat))) for seat, its in enumerate(view["table"])]
    own = missing.pop(view["seat"] or 0)
    return own > 0 and sum(missing) <= MOST_LEFT_TO_CHOOSE


def _runs(view: BusView) -> bool:
    """Whether the seat's buses still run in this round."""
    runs = view["actions"]["vrrooomm"]["cubes"]
    return any(cube["seat"] == view["seat"] for cube in (runs[view["space"] :] if view["phase"] == "riding" else runs))


def solve(view: BusView, asked: Question) -> Proof | None:
    """What every move makes sure of; None if there are two answers, or nothing to find but that buses must run."""
    state = GAME.of(view).guess(view, Random(0))  # nothing is hidden
    seat = state.turn[0]
    leaves = Leaves(MOST_POSITIONS)
    rest = Round(state, seat, score if asked.counts == "points" else share_of_victory, leaves)
    values = rest.values()
    first, *others = [move for move, value in values.items() if value == max(values.values())]
    if _only_to_run(first, {*values.values()} - {score(state, seat)}):
        return None
    if not all(rest.come_to_the_same(first, other) for other in others):
        return None
    kind = f"{first.data.get('action', first.data['do'])}, {asked.counts}"
    by_text = {move.text: value for move, value in values.items()}
    return Proof(by_text, 1, leaves.count, kind, _obvious(state, [first, *others]))


def _only_to_run(best: Move, values: set[Fraction]) -> bool:
    return best.data.get("action") == "vrrooomm" and len(values) == 1


def _obvious(state: BusState, best: list[Move]) -> list[str]:
    """The first thing to choose; or what lets the most ride at once, if it is enough to count them."""
    seat = state.turn[0]
    if state.phase == CHOOSING:
        return [obvious_choice(state, seat).text]
    hour = state.clock if state.phase == RIDING else state.hour_after()
    at_once = {move: _rides_after(state, seat, move, hour) for move in state.legal(seat)}
    promising = [move for move in at_once if at_once[move] == max(at_once.values())]
    return [move.text for move in promising] if all(move in best for move in promising) else []


def _rides_after(state: BusState, seat: int, move: Move, hour: int) -> int:
    after = state.copy()
    after.play(seat, move)
    return after.points[seat] + after.could_carry(seat, hour)
