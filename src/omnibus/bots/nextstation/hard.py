"""Searches the rest of the round: a tree of cards and sections, its leaves played out by what looks best."""

from math import inf, isqrt, log, sqrt
from operator import itemgetter
from random import Random
from typing import NamedTuple, cast

from omnibus.bots.bot import Budget
from omnibus.bots.nextstation.sheet import best_double
from omnibus.bots.nextstation.sketch import (
    Paper,
    Sketch,
    Turn,
    Way,
    cards_named,
    symbol_of_second,
    turn_now,
    turns_to_come,
)
from omnibus.rules.game import View
from omnibus.rules.nextstation.board import ANY, SYMBOL_NAMES
from omnibus.rules.nextstation.moves import JOKER, POWERS, SECOND, SWITCHING
from omnibus.rules.nextstation.state import NO_POWER, NO_SYMBOL
from omnibus.rules.nextstation.view import NextStationView

# Of all 24 orders of pencils the one that did best in 80 games each, 152.8 points where the worst had 147.0. Each is
# uncertain by 3 points, so that much of the difference may be luck.
PENCILS = ("purple", "blue", "pink", "green")
# In points. An early form of this search had 154.0 with 6, 152.5 with 12 and 148.5 with 3 (100 games each, ± 3).
EXPLORATION = 8.0
SECOND_SECTION = -1  # the key of a decision in the same turn
EVERY = 1000  # more choices than there can be: at the root all of them are tried


class Option(NamedTuple):
    """Something to draw, or nothing, and how good it looks."""

    gain: float
    start: int
    way: Way | None  # none: nothing is drawn
    spends: bool  # the power


NOTHING = Option(0.0, 0, None, False)


class Choice:
    """An option, as far as it was tried."""

    __slots__ = ("after", "option", "then", "total", "visits")

    def __init__(self, before: Sketch, option: Option):
        _, start, way, spends = self.option = option
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
        self.untried: list[Option] | None = None  # the most appealing last
        self.visits = 0

    def options(self, paper: Paper) -> list[Option]:
        """All that is legal."""
        before, now = self.before, self.now
        starts = before.stations if now.opened else before.ends
        if self.second != NO_SYMBOL:
            return [NOTHING, *_options(paper, before, starts, self.second, now.left, True)]
        found = [NOTHING, *_options(paper, before, starts, now.symbol, now.left, False)]
        if before.power == JOKER and now.symbol != ANY:
            # N25: only for a section that is not allowed without it.
            as_joker = _options(paper, before, starts, ANY, now.left, True)
            found += [each for each in as_joker if each.way and each.way.symbol not in (now.symbol, ANY)]
        elif before.power == SWITCHING and now.late and not now.opened:
            found += _options(paper, before, before.stations & ~before.ends, now.symbol, now.left, True)
        return found

    def next_choice(self, paper: Paper, width: int) -> Choice:
        """The choice to try next: a new one while there are fewer than that, or the one that promises most."""
        if self.untried is None:
            self.untried = sorted(self.options(paper), key=itemgetter(0))
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
        way = choice.option.way
        if choice.after.power != SECOND or self.second != NO_SYMBOL or way is None:
            return None
        known = choice.then.get(SECOND_SECTION)
        if known is None:
            known = choice.then[SECOND_SECTION] = Decision(
                choice.after, self.now, symbol_of_second(self.now.symbol, way)
            )
        return known


def _options(paper: Paper, before: Sketch, starts: int, symbol: int, turns_left: float, spends: bool) -> list[Option]:
    found = paper.sections(before, starts, symbol, turns_left)
    return [Option(gain, start, way, spends) for gain, start, way in found]


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


def hard(view: View, rng: Random, budget: Budget) -> str:
    """The choice that most of the search went to."""
    view = cast(NextStationView, view)
    seat, legal = view["seat"], view["legal"]
    if seat is None or len(legal) == 1:
        return legal[0]
    if view["round"] == 0:
        return next(text for colour in PENCILS for text in legal if text == f"pencil {colour}")
    paper = Paper(view, seat)
    if view["doubling"]:
        return best_double(paper.sheet, legal)
    symbol = view["table"][seat]["second"]
    second = NO_SYMBOL if symbol is None else SYMBOL_NAMES.index(symbol)
    now = turn_now(view)
    root = Decision(paper.begin, now, second)
    pile = cards_named(view["left"])
    for _ in budget.spent():
        rng.shuffle(pile)
        search_once(paper, root, turns_to_come(now, pile))
    return notation(max(root.choices, key=lambda choice: (choice.visits, choice.total)).option, root)


def notation(option: Option, decision: Decision) -> str:
    """The text of a move."""
    if option.way is None:
        return "pass" if decision.second == NO_SYMBOL else "done"
    section = f"{option.start}>{option.way.station}"
    return f"{section} {POWERS[decision.before.power]}" if option.spends else section
