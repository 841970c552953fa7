"""What goes over the wire about what moves were worth: reviews, the study board, and a person's own figures."""

from typing import Literal

from msgspec import Struct

from omnibus.rules.game import MoveData
from omnibus.server.messages.common import PlyNumber, Problem, SeatNumber

Unit = Literal["share", "points"]  # of the victory; alone, points count
Mark = Literal["blunder", "mistake", "inaccuracy"]
LuckSource = Literal["cards", "others", "both"]
ReviewState = Literal["none", "waiting", "running", "done", "failed"]


class Worth(Struct):
    """A share of the victory from 0 to 1, and points in the end: what something is worth, or what was lost or won."""

    share: float
    points: float


class WorthEstimate(Struct):
    """What something is worth, with the standard errors."""

    share: float
    share_error: float
    points: float
    points_error: float


class CandidateWorth(Struct):
    """What a move is worth, with the standard errors."""

    move: str
    share: float
    share_error: float
    points: float
    points_error: float


# ---- Reviews


class ReviewWish(Struct, forbid_unknown_fields=True):
    """A review to be made: from what each seat knew, or with hindsight; again, where there is a better judge now."""

    hindsight: bool = False
    again: bool = False


class ReviewedDecision(Struct):
    """A moment at which a seat had a choice, and what it was worth. `n` is the number of the move: the position before
    it is that of the replay after `n - 1`."""

    n: int
    seat: int
    asks: str  # what kind of decision it was, as views say it
    move: str
    best: str  # the same, or another move; it was better beyond doubt only if `beyond_doubt`
    beyond_doubt: bool
    worth: WorthEstimate  # of the played move
    value: WorthEstimate  # of the decision: of the best move if that was better beyond doubt, else of the played one
    loss: Worth  # value − worth
    mark: Mark | None
    luck: Worth | None  # until the seat's next decision; none until that one is weighed
    luck_from: LuckSource
    everyone: list[Worth] | None  # what every seat could expect, where all is known: the shares add up to 1


class LuckParts(Struct):
    """Where luck came from; the three add up to all of it."""

    cards: float
    others: float
    both: float


class LuckSources(Struct):
    """Where luck came from, in both units."""

    share: LuckParts
    points: LuckParts


class ReviewedSeat(Struct):
    """A seat in all: result − expected = luck − loss. What is none is not known until all its decisions are weighed,
    and stays so for a seat that never had a choice."""

    result: Worth
    decisions: int  # weighed
    of: int
    expected: Worth | None
    loss: Worth | None
    luck: Worth | None
    luck_from: LuckSources | None


class ReviewMoment(Struct):
    """A decision that mattered: by what was lost there, or by what happened until the seat's next one."""

    n: int
    seat: int
    kind: Literal["loss", "luck"]
    by: float  # in the review's unit


class Thresholds(Struct):
    """From which loss on a move is called what, in the review's unit."""

    blunder: float
    mistake: float
    inaccuracy: float


class Review(Struct):
    """What every move of a game was worth, as far as its decisions are weighed."""

    judge: str
    budget: int  # tries of moves for each decision
    unit: Unit
    thresholds: Thresholds
    luck_name: Literal["luck", "cards", "others"]  # where nothing is drawn, luck is the others; alone, the cards
    complete: bool
    seats: list[ReviewedSeat]
    decisions: list[ReviewedDecision]  # those that are weighed, in the order of the game
    moments: list[ReviewMoment]
    moves: list[MoveData]  # those that were played and the best ones, as data, each once


class ReviewStatus(Struct):
    """How far a review has come."""

    state: ReviewState
    done: int  # decisions weighed
    of: int  # decisions in all; 0 until they are counted
    ahead: int  # how many reviews will be begun before this one, while it waits
    refusal: Problem | None  # why one may not ask for one; none if one may, or need not because it is there
    better_judge: bool  # whether it is done and asking again would bring another one
    review: Review | None  # as far as it goes; none before anything is weighed


class DecisionWorths(Struct):
    """All legal moves of a decision that was weighed, the best first."""

    n: int
    seat: int
    asks: str
    move: str
    best: str
    beyond_doubt: bool
    worlds: int
    candidates: list[CandidateWorth]
    legal: list[MoveData]  # the same moves as data


# ---- The study board


class WorthQuestion(Struct, forbid_unknown_fields=True):
    """What is every legal move of a seat worth, after ply `n`?"""

    seat: SeatNumber
    n: PlyNumber


class PositionWorths(Struct):
    """What the legal moves of a seat are worth after ply `n`, from what that seat knows, the best first."""

    n: int
    seat: int
    unit: Unit
    worlds: int
    candidates: list[CandidateWorth]


# ---- A person's own figures


class DecisionKindFigures(Struct):
    """Decisions of one kind, and what was lost at them."""

    asks: str  # what was asked and, after a dot, what the moves did: `action.claim`
    decisions: int
    loss: Worth


class StudyGame(Struct):
    """A reviewed game of one's own: one's decisions there, and what was lost at them. Alone, points count."""

    table: str
    at: int  # when it ended
    unit: Unit
    decisions: int
    loss: Worth
    kinds: list[DecisionKindFigures]


class GameFigures(Struct):
    """One's reviewed games of one kind, the earliest first."""

    game: str
    games: list[StudyGame]


class StudyFigures(Struct):
    """One's own losses: for each game that was reviewed, over time and by the kind of decision."""

    games: list[GameFigures]
