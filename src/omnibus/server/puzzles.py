"""Puzzles over the wire. What moves are worth is told to whoever has answered, and to nobody before."""

from itertools import groupby

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from omnibus.learn import Puzzle, puzzle_named, puzzles
from omnibus.rules import game_box
from omnibus.rules.game import IllegalMove
from omnibus.server.accounts import Person
from omnibus.server.lessons import refusal_reason
from omnibus.server.messages.learning import (
    MoveWorth,
    PuzzleAnswer,
    PuzzleGrade,
    PuzzleInfo,
    PuzzleList,
    PuzzlePosition,
    PuzzleQuestion,
    PuzzleVerdict,
    RefusalReason,
)
from omnibus.server.schema import PUZZLES_TRIED
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

Tried = dict[str, tuple[bool, int]]  # which puzzles: whether they were solved, and at how many tries


class Puzzles:
    """The puzzles there are, given to whoever asks, and how everybody has fared with them."""

    def __init__(self, store: Store):
        self._store = store
        insert = (sqlite if store.sqlite else postgresql).insert(PUZZLES_TRIED)
        tried = PUZZLES_TRIED.c
        self._count = insert.on_conflict_do_update(
            index_elements=[tried.person, tried.game, tried.puzzle],
            set_={"tries": tried.tries + 1, "solved": insert.excluded.solved, "at": insert.excluded.at},
            where=tried.solved.is_(False),
        )

    async def of(self, game: str, visitor: Person | None) -> PuzzleList:
        """The puzzles of a game by their grades, and how the visitor has fared with them."""
        found = puzzles(game_box(game).id)
        tried = {} if visitor is None else await self._tried(game, visitor)
        by_grade = groupby(found, key=lambda puzzle: puzzle.grade)
        return PuzzleList([_graded(list(alike), tried) for _, alike in by_grade])

    def position(self, game: str, name: str) -> PuzzlePosition:
        """What somebody sees who is to solve it."""
        puzzle = _puzzle(game, name)
        state, log = puzzle.play_up()
        return PuzzlePosition(
            task=[sentence.texts for sentence in puzzle.task],
            log=[[event.seen_by(puzzle.seat) for event in events] for events in log],
            view=state.view(puzzle.seat),
        )

    async def answer(
        self, game: str, name: str, given: PuzzleAnswer, visitor: Person | None, language: str
    ) -> PuzzleVerdict:
        """What an answer is worth. It counts, unless it was illegal."""
        puzzle = _puzzle(game, name)
        try:
            verdict = puzzle.answer(given.move)
        except IllegalMove as refusal:
            return PuzzleVerdict(None, refusal_reason(refusal, language), puzzle.counts, [])
        if visitor is not None:
            await self._try(visitor, puzzle, verdict.right)
        worths = [MoveWorth(move, float(value)) for move, value in verdict.ranking]
        return PuzzleVerdict(verdict.right, None, puzzle.counts, worths)

    def why_not(self, game: str, name: str, asked: PuzzleQuestion, language: str) -> RefusalReason:
        """Why nothing like that can be done in the position."""
        puzzle = _puzzle(game, name)
        return refusal_reason(puzzle.begin().why_not_any(puzzle.seat, asked.about), language)

    async def _try(self, person: Person, puzzle: Puzzle, solved: bool) -> None:
        row = {"person": person.id, "game": puzzle.game.id, "puzzle": puzzle.id, "solved": solved, "tries": 1}
        await self._store.write(lambda connection: connection.execute(self._count, {**row, "at": now()}))

    async def _tried(self, game: str, person: Person) -> Tried:
        tried = PUZZLES_TRIED.c
        own = select(tried.puzzle, tried.solved, tried.tries).where(tried.person == person.id, tried.game == game)
        return {row.puzzle: (row.solved, row.tries) for row in await self._store.rows(own)}


def _puzzle(game: str, name: str) -> Puzzle:
    found = puzzle_named(game_box(game).id, name)
    if found is None:
        raise ServerTrouble("no-such-puzzle")
    return found


def _graded(alike: list[Puzzle], tried: Tried) -> PuzzleGrade:
    """Puzzles of one grade."""
    fared = [PuzzleInfo(each.id, *tried.get(each.id, (False, 0))) for each in alike]
    return PuzzleGrade(alike[0].grade, alike[0].grade_name.texts, fared)
