"""The companion of somebody's first games over the wire, and what it has told whom."""

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite

from omnibus.learn import course
from omnibus.learn.companion import FIRST_GAMES, explanations
from omnibus.rules import game_box
from omnibus.server.accounts import Person
from omnibus.server.messages.learning import CompanionInfo, ExplanationInfo
from omnibus.server.schema import EXPLAINED, LESSONS_TAKEN, SEATS, TABLES
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

LESSONS = "lessons"  # that there are lessons is told once, too


class Companion:
    """Knows what is new to whom."""

    def __init__(self, store: Store):
        self._store = store
        self._insert = (sqlite if store.sqlite else postgresql).insert(EXPLAINED).on_conflict_do_nothing()

    async def of(self, game: str, person: Person) -> CompanionInfo:
        """What there is to explain in a game, and what the person knows of it."""
        found = explanations(game_box(game).id)
        own = EXPLAINED.c.person == person.id, EXPLAINED.c.game == game
        explained = {row.explanation for row in await self._store.rows(select(EXPLAINED.c.explanation).where(*own))}
        finished = await self._finished(game, person)
        lessons = select(LESSONS_TAKEN.c.lesson).where(
            LESSONS_TAKEN.c.person == person.id, LESSONS_TAKEN.c.game == game
        )
        never_learnt = not finished and await self._store.row(lessons.limit(1)) is None and course(game) is not None
        return CompanionInfo(
            explanations=[
                ExplanationInfo(each.id, list(each.asks), list(each.moves), list(each.events), each.at, each.say.texts)
                for each in found
                if finished < FIRST_GAMES and each.id not in explained
            ],
            offer_lessons=never_learnt and LESSONS not in explained,
        )

    async def tell(self, game: str, person: Person, explanation: str) -> None:
        """Remember that the person was told."""
        if explanation not in {LESSONS, *(each.id for each in explanations(game_box(game).id))}:
            raise ServerTrouble("no-such-explanation")
        row = {"person": person.id, "game": game, "explanation": explanation, "at": now()}
        await self._store.write(lambda connection: connection.execute(self._insert, row))

    async def _finished(self, game: str, person: Person) -> int:
        """How many games the person has finished, as far as it matters."""
        played = (
            select(TABLES.c.id)
            .join(SEATS, SEATS.c.table_id == TABLES.c.id)
            .where(SEATS.c.person == person.id, TABLES.c.game == game, TABLES.c.status == "finished")
            .distinct()
            .limit(FIRST_GAMES)
        )
        row = await self._store.row(select(func.count().label("games")).select_from(played.subquery()))
        return 0 if row is None else int(row.games)
