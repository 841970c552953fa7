"""What players do about each other: report, mute, block."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update

from omnibus.server.accounts import Person
from omnibus.server.live_table import LiveTable
from omnibus.server.messages.common import BlockKind
from omnibus.server.messages.moderation import BlockedPerson, NewReport, Target
from omnibus.server.messages.tables import ChatMessage
from omnibus.server.schema import BLOCKS, CHAT, PEOPLE, REPORTS
from omnibus.server.store import Store, now
from omnibus.server.trouble import ServerTrouble

MOST_BLOCKS = 500
REMEMBERED = 10_000
FORGOTTEN_AFTER = 60_000  # milliseconds, should word from another process have been lost

_BLOCKS_OF = select(BLOCKS).where(
    or_(BLOCKS.c.person == bindparam("somebody"), BLOCKS.c.other == bindparam("somebody"))
)


# What is decided needs no evidence any more: the words of whoever is gone vanish from the reports that are closed.
_CLOSED = REPORTS.c.closed_at.is_not(None)
_GONE = select(PEOPLE.c.id).where(PEOPLE.c.deleted_at.is_not(None))
FORGET_WORDS = (
    update(REPORTS).where(_CLOSED, or_(REPORTS.c.person.is_(None), REPORTS.c.person.in_(_GONE))).values(said=None),
    update(REPORTS).where(_CLOSED, REPORTS.c.reporter.is_(None)).values(reason=""),
)


class Blocks(NamedTuple):
    """Whom a person does not want to hear, and with whom it is not to sit together."""

    unheard: frozenset[str]
    apart: frozenset[str]
    read_at: int


NOBODY: frozenset[str] = frozenset()  # one for all: an empty one takes as much room as one with a few
NO_BLOCKS = Blocks(NOBODY, NOBODY, 0)


class Moderation:
    """Reports, and who has muted or blocked whom."""

    def __init__(self, store: Store, announce: Callable[[list[str]], None]):
        self._store = store
        self._announce = announce  # tells every process whose blocks have changed
        self._blocks: OrderedDict[str, Blocks] = OrderedDict()
        self.changes = 0  # goes up whenever somebody's blocks change

    # ---- Reports

    async def report(self, person: Person, live: LiveTable, wanted: NewReport) -> None:
        """Tell the administrators about somebody at a table."""
        other, said = await self._target(live, wanted)
        if other is None and said is None:
            raise ServerTrouble("nobody-there")
        values = {
            "reporter": person.id,
            "person": other,
            "table_id": live.id,
            "message": wanted.message,
            "said": said,
            "reason": wanted.reason,
            "at": now(),
        }
        async with self._store.writing() as connection:
            await connection.execute(insert(REPORTS).values(**values))

    async def _target(self, live: LiveTable, target: Target) -> tuple[str | None, str | None]:
        """The person who is meant, and what it said if that is meant."""
        if (target.seat is None) == (target.message is None):
            raise ServerTrouble("malformed")
        if target.seat is not None:
            return live.seats.at(target.seat).person, None
        here = and_(CHAT.c.table_id == live.id, CHAT.c.id == target.message)
        row = await self._store.row(select(CHAT.c.person, CHAT.c.said).where(here))
        if row is None:
            raise ServerTrouble("no-such-message")
        return row.person, row.said

    # ---- Mute and block

    async def block(self, person: Person, live: LiveTable, target: Target, kind: BlockKind) -> None:
        """Do not hear somebody at a table any more, or never sit with them again."""
        other, _ = await self._target(live, target)
        if other is None:
            raise ServerTrouble("nobody-there")
        if other == person.id:
            raise ServerTrouble("that-is-you")
        async with self._store.writing() as connection:
            await connection.execute(delete(BLOCKS).where(BLOCKS.c.person == person.id, BLOCKS.c.other == other))
            count = select(func.count()).select_from(BLOCKS).where(BLOCKS.c.person == person.id)
            if (await connection.execute(count)).scalar_one() >= MOST_BLOCKS:
                raise ServerTrouble("too-many-blocks", most=MOST_BLOCKS)
            await connection.execute(insert(BLOCKS).values(person=person.id, other=other, kind=kind, at=now()))
        self._announce([person.id, other])

    async def unblock(self, person: Person, other: str) -> None:
        """Hear somebody again, and sit with them."""
        gone = delete(BLOCKS).where(BLOCKS.c.person == person.id, BLOCKS.c.other == other)
        async with self._store.writing() as connection:
            if not (await connection.execute(gone)).rowcount:
                raise ServerTrouble("not-blocked")
        self._announce([person.id, other])

    async def blocked_by(self, person: Person) -> list[BlockedPerson]:
        """Those whom a person has muted or blocked, the latest first."""
        columns = BLOCKS.c.other.label("id"), PEOPLE.c.name, BLOCKS.c.kind, BLOCKS.c.at
        wanted = select(*columns).join(PEOPLE, PEOPLE.c.id == BLOCKS.c.other).where(BLOCKS.c.person == person.id)
        rows = await self._store.rows(wanted.order_by(BLOCKS.c.at.desc(), BLOCKS.c.other))
        return [BlockedPerson(**row._mapping) for row in rows]

    async def blocks_of(self, person: str) -> Blocks:
        """Whom a person does not hear, and from whom it is kept apart; nobody for somebody unknown."""
        known = self.known_blocks_of(person)
        if known is not None:
            return known
        before = self.changes
        blocks = await self._read(person)
        if self.changes == before:
            self._blocks[person] = blocks
            if len(self._blocks) > REMEMBERED:
                self._blocks.popitem(last=False)
        return blocks

    def known_blocks_of(self, person: str) -> Blocks | None:
        """The same, if the database need not be asked."""
        if not person:
            return NO_BLOCKS
        known = self._blocks.get(person)
        if known is None or now() - known.read_at >= FORGOTTEN_AFTER:
            return None
        self._blocks.move_to_end(person)
        return known

    async def heard(self, live: LiveTable, person: str) -> list[ChatMessage]:
        """What was said at a table lately, without those whom a person does not hear."""
        return live.heard_by(person, (await self.blocks_of(person)).unheard)

    async def _read(self, person: str) -> Blocks:
        at = now()
        rows = await self._store.rows(_BLOCKS_OF, {"somebody": person})
        own = [row for row in rows if row.person == person]
        apart = {row.other for row in own if row.kind == "block"}
        apart |= {row.person for row in rows if row.person != person and row.kind == "block"}
        return Blocks(frozenset(row.other for row in own) or NOBODY, frozenset(apart) or NOBODY, at)

    async def expect_welcome(self, live: LiveTable, person: Person) -> None:
        """Refuse somebody who is to be kept apart from the host or from somebody who sits there."""
        apart = (await self.blocks_of(person.id)).apart
        if apart & {live.row.host, *live.seats.people()}:
            raise ServerTrouble("kept-apart")

    def forget(self, people: list[str]) -> None:
        """The blocks of those people have changed."""
        for person in people:
            self._blocks.pop(person, None)
        self.changes += 1
