"""Searches the rest of the round: a tree of cards and sections, its leaves played out by what looks best."""

from math import log, sqrt
from random import Random
from typing import cast

from omnibus.bots.bot import Budget
from omnibus.bots.nextstation.sheet import best_double
from omnibus.bots.nextstation.sketch import Paper, Sketch, Turn, Way, symbol_of_second, turn_of, turns_to_come
from omnibus.rules.game import View
from omnibus.rules.nextstation.board import ANY, LONDON, SYMBOL_NAMES
from omnibus.rules.nextstation.moves import JOKER, POWERS, SECOND, SWITCHING
from omnibus.rules.nextstation.state import NO_POWER, NO_SYMBOL
from omnibus.rules.nextstation.view import NextStationView

# The pencils in the order in which they are best drawn.
PENCILS = ("purple", "blue", "pink", "green")
EXPLORATION = 8.0  # in points
SECOND_SECTION = -1  # the key of a decision in the same turn


class Choice:
    """Something to draw, or nothing, as far as it was tried."""

    __slots__ = ("after", "appeal", "second", "spends", "start", "then", "total", "visits", "way")

    def __init__(self, appeal: float, before: Sketch, start: int, way: Way | None, spends: bool, second: int):
        self.appeal = appeal
        self.start = start
        self.way = way  # none: nothing is drawn
        self.spends = spends  # the power
        self.second = second  # the symbol of a second section, if that is the next decision
        self.after = before if way is None else Paper.drawn(before, start, way, NO_POWER if spends else before.power)
        self.visits = 0
        self.total = 0.0
        self.then: dict[int, Decision] = {}  # by key of the turn


class Decision:
    """What can be chosen, the most appealing first."""

    __slots__ = ("choices", "visits")

    def __init__(self, choices: list[Choice]):
        self.choices = sorted(choices, key=lambda choice: -choice.appeal)
        self.visits = 0

    def next_choice(self, width: int) -> Choice:
        """The choice to try next, among the first so many: a new one, or the one that promises most."""
        best, best_bound = self.choices[0], -1.0
        seen = log(self.visits + 1)
        for choice in self.choices[:width]:
            if not choice.visits:
                return choice
            bound = choice.total / choice.visits + EXPLORATION * sqrt(seen / choice.visits)
            if bound > best_bound:
                best, best_bound = choice, bound
        return best


class Search:
    """The rest of a round, seen from one turn."""

    def __init__(self, paper: Paper):
        self.paper = paper

    def decision(self, sketch: Sketch, now: Turn) -> Decision:
        """What can be done in a turn."""
        starts = sketch.stations if now.opened else sketch.ends
        choices = [Choice(0.0, sketch, 0, None, False, NO_SYMBOL)]
        for gain, start, way in self.paper.sections(sketch, starts, now.symbol, now.left):
            second = symbol_of_second(now.symbol, way) if sketch.power == SECOND else NO_SYMBOL
            choices.append(Choice(gain, sketch, start, way, False, second))
        if sketch.power == JOKER and now.symbol != ANY:
            for gain, start, way in self.paper.sections(sketch, starts, ANY, now.left):
                if way.symbol not in (now.symbol, ANY):
                    choices.append(Choice(gain, sketch, start, way, True, NO_SYMBOL))
        elif sketch.power == SWITCHING and now.late and not now.opened:
            inner = sketch.stations & ~sketch.ends
            for gain, start, way in self.paper.sections(sketch, inner, now.symbol, now.left):
                choices.append(Choice(gain, sketch, start, way, True, NO_SYMBOL))
        return Decision(choices)

    def second_decision(self, sketch: Sketch, symbol: int, now: Turn) -> Decision:
        """Whether and how to draw a second section in the same turn."""
        starts = sketch.stations if now.opened else sketch.ends
        choices = [Choice(0.0, sketch, 0, None, False, NO_SYMBOL)]
        for gain, start, way in self.paper.sections(sketch, starts, symbol, now.left):
            choices.append(Choice(gain, sketch, start, way, True, NO_SYMBOL))
        return Decision(choices)

    def iterate(self, root: Decision, now: Turn, to_come: list[Turn]) -> None:
        """Go down the tree as the cards come, play out the rest, and remember what came of it."""
        decision = root
        decisions, path = [], []
        width, shown = len(root.choices), 0
        while True:
            choice = decision.next_choice(width)
            decisions.append(decision)
            path.append(choice)
            if not choice.visits:
                worth = self.paper.play_out(choice.after, to_come, shown)
                break
            if choice.second != NO_SYMBOL:
                key = SECOND_SECTION
            elif shown < len(to_come):
                now = to_come[shown]
                key = now.key
                shown += 1
            else:
                worth = self.paper.points(choice.after)
                break
            known = choice.then.get(key)
            if known is None:
                if key == SECOND_SECTION:
                    known = self.second_decision(choice.after, choice.second, now)
                else:
                    known = self.decision(choice.after, now)
                choice.then[key] = known
            decision = known
            width = int(sqrt(decision.visits + 1))
        for each in decisions:
            each.visits += 1
        for choice in path:
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
    search = Search(paper)
    pile = [LONDON.card_named[name] for name in view["left"]]
    now = turn_of(LONDON.card_named[view["card"] or ""], view["switch"], view["turn_of_round"], pile)
    symbol = view["table"][seat]["second"]
    if symbol is None:
        root = search.decision(paper.begin, now)
    else:
        root = search.second_decision(paper.begin, SYMBOL_NAMES.index(symbol), now)
    for _ in budget.spent():
        rng.shuffle(pile)
        search.iterate(root, now, turns_to_come(pile, view["turn_of_round"]))
    best = max(root.choices, key=lambda choice: (choice.visits, choice.total))
    return _text(best, symbol is not None, paper.begin.power)


def _text(choice: Choice, second: bool, power: int) -> str:
    """The notation of a choice."""
    if choice.way is None:
        return "done" if second else "pass"
    section = f"{choice.start}>{choice.way.station}"
    return f"{section} {POWERS[power]}" if choice.spends else section
