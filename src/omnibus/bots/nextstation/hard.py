"""Searches the rest of the round: a tree of cards and sections, its leaves played out by what looks best."""

from math import inf, isqrt, log, sqrt
from operator import itemgetter
from random import Random
from typing import NamedTuple

from omnibus.bots.bot import Answer, Budget, weighed
from omnibus.bots.nextstation.sheet import best_double, legal_moves
from omnibus.bots.nextstation.sketch import (
    Extension,
    Paper,
    Sketch,
    Turn,
    cards_named,
    symbol_of_second,
    turn_now,
    turns_to_come,
)
from omnibus.rules.game import Move
from omnibus.rules.nextstation.board import ANY, SYMBOL_NAMES
from omnibus.rules.nextstation.moves import JOKER, SECOND, SWITCHING, Draw
from omnibus.rules.nextstation.state import NO_POWER, NO_SYMBOL
from omnibus.rules.nextstation.view import NextStationView

# Of all 24 orders of pencils the one that did best in 80 games each, 152.8 points where the worst had 147.0. Each is
# uncertain by 3 points, so that much of the difference may be luck.
PENCILS = ("purple", "blue", "pink", "green")
# In points. An early form of this search had 154.0 with 6, 152.5 with 12 and 148.5 with 3 (100 games each, ± 3).
EXPLORATION = 8.0
SECOND_SECTION = -1  # the key of a decision in the same turn
OFTEN = 8  # of a choice that was tried less often than one in so many tries of the best, little can be said
EVERY = 1000  # more choices than there can be: at the root all of them are tried


class Candidate(NamedTuple):
    """Something to draw, or nothing, and how good it looks."""

    gain: float
    start: int
    way: Extension | None  # none: nothing is drawn
    spends: bool  # the power


NOTHING = Candidate(0.0, 0, None, False)


class Choice:
    """A candidate, as far as it was tried."""

    __slots__ = ("after", "candidate", "then", "total", "visits")

    def __init__(self, before: Sketch, candidate: Candidate):
        _, start, way, spends = self.candidate = candidate
        self.after = before if way is None else Paper.drawn(before, start, way, NO_POWER if spends else before.power)
        self.visits = 0
        self.total = 0.0
        self.then: dict[int, Decision] = {}  # by key of the turn


class Decision:
    """What to draw in a turn; what is known of it grows with each visit."""

    __slots__ = ("before", "choices", "now", "second", "untried", "visits")

    def __init__(self, before: Sketch, now: Turn, second: int = NO_SYMBOL):
        self.before = before
        self.now = now
        self.second = second  # the symbol of a second section, if that is what is asked for
        self.choices: list[Choice] = []
        self.untried: list[Candidate] | None = None  # the most appealing last
        self.visits = 0

    def candidates(self, paper: Paper) -> list[Candidate]:
        """All that is legal."""
        before, now = self.before, self.now
        starts = before.stations if now.opened else before.ends
        if self.second != NO_SYMBOL:
            return [NOTHING, *_candidates(paper, before, starts, self.second, now.left, True)]
        found = [NOTHING, *_candidates(paper, before, starts, now.symbol, now.left, False)]
        if before.power == JOKER and now.symbol != ANY:
            # N25: only for a section that is not allowed without it.
            as_joker = _candidates(paper, before, starts, ANY, now.left, True)
            found += [each for each in as_joker if each.way and each.way.symbol not in (now.symbol, ANY)]
        elif before.power == SWITCHING and now.late and not now.opened:
            found += _candidates(paper, before, before.stations & ~before.ends, now.symbol, now.left, True)
        return found

    def next_choice(self, paper: Paper, width: int) -> Choice:
        """The choice to try next: a new one while there are fewer than that, or the one that promises most."""
        if self.untried is None:
            self.untried = sorted(self.candidates(paper), key=itemgetter(0))
        if self.untried and len(self.choices) < width:
            self.choices.append(Choice(self.before, self.untried.pop()))
            return self.choices[-1]
        seen = log(self.visits)
        best, best_bound = self.choices[0], -inf
        for choice in self.choices:
            bound = choice.total / choice.visits + EXPLORATION * sqrt(seen / choice.visits)
            if bound > best_bound:
                best, best_bound = choice, bound
        return best

    def next_decision(self, choice: Choice) -> "Decision | None":
        """The decision about a second section in the same turn, if there is one (N24)."""
        way = choice.candidate.way
        if choice.after.power != SECOND or self.second != NO_SYMBOL or way is None:
            return None
        known = choice.then.get(SECOND_SECTION)
        if known is None:
            known = choice.then[SECOND_SECTION] = Decision(
                choice.after, self.now, symbol_of_second(self.now.symbol, way)
            )
        return known


def _candidates(
    paper: Paper, before: Sketch, starts: int, symbol: int, turns_left: float, spends: bool
) -> list[Candidate]:
    found = paper.sections(before, starts, symbol, turns_left)
    return [Candidate(gain, start, way, spends) for gain, start, way in found]


def search_once(paper: Paper, root: Decision, to_come: list[Turn]) -> None:
    """Go down the tree as the cards come, play out the rest, and remember what came of it."""
    path: list[tuple[Decision, Choice]] = []
    decision, width, shown = root, EVERY, 0
    while True:
        choice = decision.next_choice(paper, width)
        path.append((decision, choice))
        following = decision.next_decision(choice)
        if following is None:
            if shown == len(to_come):
                break
            now = to_come[shown]
            following = choice.then.get(now.key)
            if following is None:
                choice.then[now.key] = Decision(choice.after, now)
                break
            shown += 1
        decision = following
        width = isqrt(decision.visits + 1)
    worth = paper.play_out(choice.after, to_come, shown)
    for decision, choice in path:
        decision.visits += 1
        choice.visits += 1
        choice.total += worth


def play_hard(view: NextStationView, rng: Random, budget: Budget) -> str | Answer:
    """The choice that most of the search went to."""
    seat, legal = view["seat"], legal_moves(view)
    if seat is None or len(legal) == 1:
        return legal[0].text
    if view["asks"] == "pencil":
        return Answer(favourite_pencil(view), weighed={"plan": {"pencils": list(PENCILS)}})
    paper = Paper(view, seat)
    if view["asks"] == "double-station":
        return best_double(paper.sheet, legal).text
    symbol = view["table"][seat]["second"]
    second = NO_SYMBOL if symbol is None else SYMBOL_NAMES.index(symbol)
    now = turn_now(view)
    root = Decision(paper.begin, now, second)
    pile = cards_named(view["left"])
    for _ in budget.spent():
        rng.shuffle(pile)
        search_once(paper, root, turns_to_come(now, pile))
    best = max(root.choices, key=lambda choice: (choice.visits, choice.total))
    often = [choice for choice in root.choices if choice.visits * OFTEN >= best.visits]
    worths = [(_move_for(choice.candidate, legal), choice.total / choice.visits) for choice in often]
    return Answer(_move_for(best.candidate, legal), weighed=weighed("points", worths))


def _move_for(candidate: Candidate, legal: list[Move]) -> str:
    return next(move for move in legal if carries_out(move, candidate)).text


def favourite_pencil(view: NextStationView) -> str:
    """The move that takes the best of the pencils left."""
    takes = {move["colour"]: move["text"] for move in view["legal"] if move["do"] == "pencil"}
    return next(takes[colour] for colour in PENCILS if colour in takes)


def carries_out(move: Move, candidate: Candidate) -> bool:
    """Whether a move does what the candidate stands for: draws that section in that way, or nothing."""
    if candidate.way is None or not isinstance(move, Draw):
        return candidate.way is None and not isinstance(move, Draw)
    draws_it = move.start == candidate.start and move.to == candidate.way.station
    return draws_it and candidate.spends == (type(move) is not Draw)
