"""What is asked in London: what the last turn brings, and a little before it how many points two turns bring."""

from omnibus.rules.game import Move
from omnibus.rules.london import GAME
from omnibus.rules.london.board import BUS, LONDON, NO_ROUTE
from omnibus.rules.london.moves import Claim
from omnibus.rules.london.view import LondonView
from omnibus.study.london.last_turns import LastTurns, points_of, standing_of
from omnibus.study.london.victory import share_of
from omnibus.study.proof import Leaves, Proof, Question

LATE = 5  # buses that somebody has left, at most, when two turns may be the last
CARDS_ENOUGH = 6  # in the deck besides those that the others draw, so that it is not renewed
TICKETS_ENOUGH = 4  # in their deck, so that none that was put back comes again
BUSES_BEFORE_A_FLUSH = 2
MOST_ENDS = 100_000  # so that they can be checked by playing all of them out
SEEN_CARDS = "seen-cards"


def question(view: LondonView) -> Question | None:
    """Nothing is asked where a pile may run out, or a flush may come between two cards."""
    if view["choosing_first_tickets"] or not _piles_suffice(view):
        return None
    if view["last_turns"] is not None:
        return _last_question(view)
    late = min(seat["buses"] for seat in view["table"]) <= LATE
    return Question("round", "points", SEEN_CARDS) if late else None


def _last_question(view: LondonView) -> Question | None:
    """Of two players who wins; of more it would take too long to check."""
    if view["seats"] > 2:
        return Question("game", "points")
    if any(entry["hands"] for entry in view["put_back"]):
        return None
    return Question("game", "share", SEEN_CARDS if view["last_turns"] == 2 else None)


def _piles_suffice(view: LondonView) -> bool:
    row, tickets = view["row"], view["ticket_deck"]
    cards = view["deck"]["size"] >= CARDS_ENOUGH + 2 * (view["seats"] - 1) and None not in row
    calm = view["asks"] == "tickets" or row.count(BUS) < BUSES_BEFORE_A_FLUSH
    remembered = [place for entry in view["put_back"] for place in entry["deck"]]
    enough = tickets >= TICKETS_ENOUGH and all(place >= TICKETS_ENOUGH for place in remembered)
    return cards and calm and (enough or (not tickets and view["asks"] != "tickets"))


def solve(view: LondonView, asked: Question) -> Proof | None:
    """What every move comes to on average; None if there are two answers, or the row just has nothing to offer."""
    leaves = Leaves(MOST_ENDS)
    seat = view["seat"] or 0
    worth = points_of(seat) if asked.counts == "points" else share_of(view, leaves)
    turns = LastTurns(view, worth, leaves)
    standing = standing_of(view)
    game = GAME.of(view)
    legal = [game.move(move["text"]) for move in view["legal"]]
    values = {move: turns.value(standing, move) for move in legal}
    best = [move for move in legal if values[move] == max(values.values())]
    if not _is_one_answer(best) or (view["took_one"] and best == [game.book.draw_deck]):
        return None
    kind = f"{best[0].data['do']}, {view['asks']}, {asked.end}, {asked.counts}"
    by_text = {move.text: value for move, value in values.items()}
    return Proof(by_text, turns.worlds, leaves.count, kind, _obvious(legal))


def _is_one_answer(best: list[Move]) -> bool:
    """One move, or one route however it is paid for."""
    routes = {move.route if isinstance(move, Claim) else NO_ROUTE for move in best}
    return len(best) == 1 or (len(routes) == 1 and NO_ROUTE not in routes)


def _obvious(legal: list[Move]) -> list[str]:
    """To claim a route that brings the most at once."""
    claims = {move.text: LONDON.routes[move.route].points for move in legal if isinstance(move, Claim)}
    return [text for text, points in claims.items() if points == max(claims.values())]
