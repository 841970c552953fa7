"""How many tables a person may have at once, however they came about."""

from typing import Any

from sqlalchemy import Connection, exists, func, not_, select

from omnibus.server.live_table import LiveTable
from omnibus.server.schema import PEOPLE, SEATS, TABLES
from omnibus.server.trouble import ServerTrouble

MOST_OPEN = 10
MOST_RUNNING = 50
MOST_RUNNING_WITHOUT_PEOPLE = 2


class TableQuota:
    """Refuses a table too many. Call it in the transaction that writes the table."""

    def __init__(self, times: float):
        self._times = times  # the usual numbers

    def expect_room_to_open(self, connection: Connection, host: str) -> None:
        """Refuse another table that waits for its start."""
        self._expect_fewer(connection, host, MOST_OPEN, "too-many-tables", TABLES.c.status == "open")

    def expect_room_for_game(self, connection: Connection, host: str) -> None:
        """Refuse another game."""
        self._expect_fewer(connection, host, MOST_RUNNING, "too-many-games", TABLES.c.status == "running")

    def expect_room_to_start(self, connection: Connection, live: LiveTable) -> None:
        """Refuse another game, above all one that bots play among themselves."""
        host, running = live.row.host, TABLES.c.status == "running"
        self.expect_room_for_game(connection, host)
        if not live.seats.people():
            person = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.person.is_not(None), SEATS.c.bot.is_(None))
            most = MOST_RUNNING_WITHOUT_PEOPLE
            self._expect_fewer(connection, host, most, "too-many-bot-games", running, not_(person))

    def _expect_fewer(self, connection: Connection, host: str, most: int, code: str, *which: Any) -> None:
        # Several processes may count at once: whoever comes second waits for the first.
        connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == host).with_for_update())
        count = select(func.count()).select_from(TABLES).where(TABLES.c.host == host, *which)
        allowed = max(1, int(most * self._times))
        if (connection.execute(count)).scalar_one() >= allowed:
            raise ServerTrouble(code, most=allowed)
