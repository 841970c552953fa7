"""Who says what a move is worth: one judge for each game, behind one small interface.

A judge opens a case for a decision, from the view of the seat that decides: what can be worked out once is worked out
there. Then it is shown worlds, full states that look like that view, and plays every move on in each of them, quickly,
with the same luck: to the end of the game, or to a horizon and then by a fitted chance of winning.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, NamedTuple, Protocol

from omnibus.rules.game import Move, State
from omnibus.rules.shelf import part
from omnibus.study.trouble import StudyTrouble

Unit = Literal["share", "points"]
Worlds = Callable[[Random], State]
"""Where full states that look like a view come from."""


class Worth(NamedTuple):
    """What something is worth to a seat: its share of the victory, and its points when the game is over."""

    share: float
    points: float


class Doubt(NamedTuple):
    """By how much a judge is usually wrong itself about the difference between two moves, however many worlds it sees.

    In shares it is wrong by less where they are near 0 or 1: so it is told in odds, as their logarithm. Ours are the
    least ones with which `hard` players lose next to nothing in games among themselves: what a judge has against a
    move of theirs is taken for its own mistake. docs/review.md tells how they were found.
    """

    odds: float
    points: float


class World(Protocol):
    """One way in which what is hidden may lie and what is drawn may come."""

    def worths(self, move: Move) -> Sequence[Worth]:
        """How the game ends for every seat, if the one that decides makes that move. The shares add up to 1."""
        ...


class Case(Protocol):
    """One decision of one seat."""

    seat: int

    def world(self, state: Any, luck: str) -> World:
        """The state as a world to try moves in; it stays as it is. All other luck comes from that text."""
        ...


class Judge(ABC):
    """Who knows how games go on."""

    name: str  # with a number that grows when it judges otherwise: a review remembers it
    doubt: Doubt
    few_points_win = False
    clear_win = 0.0  # points that make a victory clear, where games are played to their end and narrow ones tell little
    budget: int  # tries of moves for a decision, unless somebody says otherwise: a game of four takes a minute or two

    @abstractmethod
    def case(self, view: Any) -> Case:
        """What can be told from the view alone, before any world is looked at."""

    def case_with_hindsight(self, view: Any) -> Case:
        """The same where all worlds are the truth: where nothing else differs, how people play on must."""
        return self.case(view)

    def confirms(self, _case: Any, _worlds: Worlds, _better: Move, _played: Move, _luck: str) -> bool:
        """Whether somebody who plays on better, and takes longer, finds that move better, too: asked before a loss is
        told. The luck is as for a world."""
        return True


def judge_of(game: str) -> Judge:
    """The judge of a game: `JUDGE` of its part in this room."""
    judge: Judge | None = getattr(part(game, "study"), "JUDGE", None)
    if judge is None:
        raise StudyTrouble("no-judge", game=game)
    return judge


def has_judge(game: str) -> bool:
    """Whether games of it can be reviewed."""
    return hasattr(part(game, "study"), "JUDGE")


def unit_of(seats: int) -> Unit:
    """What counts: the share of the victory; alone, points."""
    return "points" if seats == 1 else "share"


def share_of(winners: Sequence[int], seat: int) -> float:
    """A seat's share of the victory: a shared one counts in parts."""
    return (seat in winners) / len(winners)


def worths_at_end(state: State) -> list[Worth]:
    """What a finished game was worth to every seat."""
    if state.result is None:
        raise ValueError("the game goes on")
    winners = state.result.winners
    return [Worth(share_of(winners, seat), float(score)) for seat, score in enumerate(state.result.scores)]
