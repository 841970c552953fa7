"""Lessons, what is explained in first games, and puzzles."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from omnibus.rules.game import MoveData, View
from omnibus.server.messages.common import IllegalMoveData, MoveText, PartialMove

# ---- Lessons


class ExplanationInfo(Struct):
    """A line about something new: what makes it appear (what is asked, a kind of move that is legal, something that
    happened), the place on the table that it is about, and the text."""

    id: str
    asks: list[str]
    moves: list[str]
    events: list[str]
    at: str
    text: dict[str, str]


class CompanionInfo(Struct):
    """What is new to somebody in their first games, as far as it was not explained yet; and whether to tell them that
    the game has lessons."""

    explanations: list[ExplanationInfo]
    offer_lessons: bool


class LessonInfo(Struct):
    """A lesson: what it is called, the rules it teaches, and whether one has taken it."""

    id: str
    title: dict[str, str]
    rules: list[str]
    steps: int
    taken: bool


class LessonList(Struct):
    """The lessons of a game, in their order; none if it has no lessons."""

    lessons: list[LessonInfo]


StepsDone = Annotated[list[MoveText | None], Meta(max_length=50)]
"""What was done in a lesson so far: for each step the move, or null where there was only something to read."""


class LessonAttempt(Struct, forbid_unknown_fields=True):
    """What was done so far, and a move to be tried; without one, what comes next is told."""

    done: StepsDone
    move: MoveText | None = None


class LessonQuestion(Struct, forbid_unknown_fields=True):
    """What was done so far, and what nothing can be done about now."""

    done: StepsDone
    about: PartialMove


class RefusalReason(Struct):
    """Why something cannot be done: the rule, and the reason in the reader's language and as data; none if it can."""

    rule: str | None = None
    reason: str | None = None
    refusal: IllegalMoveData | None = None


class LessonSight(Struct):
    """Where a lesson stands: what to read, whether there is something to do, and what was said to the move tried."""

    step: int
    say: dict[str, str] | None  # none when the lesson is over
    to_do: bool
    right: bool | None  # whether the move tried was the one; none if there was none, or it was illegal
    answer: dict[str, str] | None
    refused: RefusalReason | None
    events: list[dict[str, Any]]  # what the move brought about
    view: View[MoveData, str]


# ---- Puzzles: what moves are worth is told to whoever has answered, and to nobody before


class PuzzleInfo(Struct):
    """A puzzle, and how one has fared with it."""

    id: str
    solved: bool
    tries: int  # until it was solved


class PuzzleGrade(Struct):
    """The puzzles that are about as hard as each other."""

    grade: int
    name: dict[str, str]
    puzzles: list[PuzzleInfo]


class PuzzleList(Struct):
    """The puzzles of a game, the easiest first; none if it has no puzzles."""

    grades: list[PuzzleGrade]


class PuzzlePosition(Struct):
    """A position to find the best move in, and the sentences that say what is asked."""

    task: list[dict[str, str]]
    log: list[list[dict[str, Any]]]  # what the seat has seen happen, move by move
    view: View[MoveData, str]


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """The move that somebody thinks is best."""

    move: MoveText


class PuzzleQuestion(Struct, forbid_unknown_fields=True):
    """What nothing can be done about in a puzzle."""

    about: PartialMove


class MoveWorth(Struct):
    """What a move is worth, as the task counts: the more the better."""

    move: str
    worth: float


class PuzzleVerdict(Struct):
    """What is said to an answer: whether it was right, and what every move is worth, the best first."""

    right: bool | None  # none if it was illegal, which is no answer
    refused: RefusalReason | None
    counts: str  # what the worths are of: points, or share of the victory
    worths: list[MoveWorth]
