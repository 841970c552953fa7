"""Showing a private game to others: whoever has the link may look back at it once all who played there have agreed."""

from sqlalchemy import Connection, delete, insert

from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable, TableSummary
from omnibus.server.messages.tables import ShareInfo
from omnibus.server.schema import COUNT_CHANGE, SHARE_CONSENTS
from omnibus.server.store import Store
from omnibus.server.table_cache import TableCache
from omnibus.server.trouble import ServerTrouble
from omnibus.table.trouble import TableTrouble


class Sharing:
    """Takes the word of those who played."""

    def __init__(self, store: Store, cache: TableCache):
        self._store = store
        self._cache = cache

    async def answer(self, live: LiveTable, person: Person, agreed: bool) -> LiveTable:
        """Say whether a game of one's own may be seen by whoever has the link; one may think better of it later."""
        if live.status == "open":
            raise ServerTrouble("not-running")
        if not live.seats.of(person.id):
            raise TableTrouble("not-at-the-table")
        live.expect_day_over()

        def write(connection: Connection) -> None:
            own = SHARE_CONSENTS.c.table_id == live.id, SHARE_CONSENTS.c.person == person.id
            connection.execute(delete(SHARE_CONSENTS).where(*own))
            connection.execute(insert(SHARE_CONSENTS).values(table_id=live.id, person=person.id, agreed=agreed))
            connection.execute(COUNT_CHANGE, {"table": live.id})

        await self._store.write(write)
        return await self._cache.reload(live.id)


def is_shared(summary: TableSummary) -> bool:
    """Whether everybody has agreed that whoever has the link may look back at the game."""
    asked = _asked(summary)
    return bool(asked) and all(summary.consents.get(person) for person in asked)


def share_info(summary: TableSummary, person: str | None) -> ShareInfo | None:
    """How far a private game may be shown, for somebody who plays there."""
    asked = _asked(summary)
    if summary.row.public or summary.status == "open" or person not in asked:
        return None

    def those(word: bool | None) -> list[str]:
        return [name for other, name in asked.items() if summary.consents.get(other) is word]

    agreed, missing, declined = those(True), those(None), those(False)
    yours = summary.consents.get(person)
    asks_you = yours is None and bool(agreed) and not declined
    return ShareInfo(is_shared(summary), yours, asks_you, agreed, missing, declined)


def _asked(summary: TableSummary) -> dict[str, str]:
    """Those whose game it is, by name; whoever has deleted the account has left no name, and cannot be asked."""
    return {seat.person: seat.name for seat in reversed(summary.seats) if seat.person and seat.name}
