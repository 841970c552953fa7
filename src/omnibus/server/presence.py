"""Who is at which table now, in any process, and when somebody was last seen."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import select

from omnibus.server.broadcast import Broadcast, Message
from omnibus.server.live_table import LiveTable, Watcher
from omnibus.server.messages.frames import PresenceFrame, SeatPresence
from omnibus.server.schema import PEOPLE
from omnibus.server.store import Store, now

TELL_SECONDS = 0.25  # of many who come at once the others are told at once
GRACE_SECONDS = 5.0  # whoever is back by then has not gone: a page is loaded again, a line was lost
BEAT_SECONDS = 10.0
SILENT_SECONDS = 35.0  # a process that was not heard of for so long is no more
MINUTE = 60_000
MOST_NAMED = 20
REMEMBERED = 10_000


class Present(NamedTuple):
    """Those who have a table open: names by person, and how many strangers."""

    people: Mapping[str, str]
    strangers: int


NOBODY = Present({}, 0)


class Presence:
    """Tells those at a table who comes and goes, and other processes who is here."""

    def __init__(self, store: Store, broadcast: Broadcast):
        self._store = store
        self._broadcast = broadcast
        self._tables: dict[str, LiveTable] = {}  # those that somebody has open here
        self._told: dict[str, Present] = {}  # who has, as others were told
        self._soon: set[str] = set()  # the tables of which they will be told in a moment
        self._leaving: dict[str, Counter[tuple[str, str]]] = {}  # who may be back in a moment, by table
        self._elsewhere: dict[str, dict[str, Present]] = {}  # by table and process
        self._beats: dict[str, float] = {}  # when other processes were last heard of
        self._left: OrderedDict[str, int] = OrderedDict()  # when people closed a window, the latest last

    # ---- Coming and going

    def came(self, live: LiveTable) -> None:
        """Somebody has opened the table."""
        if live.id not in self._soon:
            self._soon.add(live.id)
            asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell, live)

    def went(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody no longer has the table open, perhaps only for a moment."""
        who = watcher.person, watcher.name
        self._leaving.setdefault(live.id, Counter())[who] += 1
        self._remember_leaving(watcher.person)
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._gone, live, who)

    def _remember_leaving(self, person: str) -> None:
        self._left[person] = now()
        self._left.move_to_end(person)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    def _gone(self, live: LiveTable, who: tuple[str, str]) -> None:
        leaving = self._leaving[live.id]
        leaving[who] -= 1
        if not leaving[who]:
            del leaving[who]
        if not leaving:
            del self._leaving[live.id]
        self._tell(live)

    def _tell(self, live: LiveTable) -> None:
        self._soon.discard(live.id)
        here, before = self._here(live), self._told.get(live.id)
        if here == before:
            return
        if here.people or here.strangers:
            self._tables[live.id], self._told[live.id] = live, here
        else:
            for known in (self._tables, self._told, self._elsewhere):
                known.pop(live.id, None)
        self._publish(live.id, here, asks=before is None)
        _changed(live)

    def _here(self, live: LiveTable) -> Present:
        """Who has the table open in this process."""
        people = {watcher.person: watcher.name for watcher in live.watchers}
        strangers = sum(not watcher.person for watcher in live.watchers)
        people.update(self._leaving.get(live.id, Counter()).keys())
        people.pop("", None)
        return Present(people, strangers)

    # ---- What people see of it

    async def seen_by(self, live: LiveTable, person: str) -> PresenceFrame:
        """Who is at the table, as somebody sees it; "" is a stranger."""
        return self._seen_by(live, person, await self._last_seen(self._missed(live, person)))

    def seen_at_once(self, live: LiveTable, person: str) -> PresenceFrame | None:
        """The same, if the database need not be asked."""
        return None if self._missed(live, person) else self._seen_by(live, person, {})

    def _missed(self, live: LiveTable, person: str) -> set[str]:
        """Of whom is told when they were last seen: those who sit there but are not here, and only to others who do."""
        players = _players(live)
        return players - self._everywhere(live).people.keys() if person in players else set()

    def _seen_by(self, live: LiveTable, person: str, seen_at: Mapping[str | None, int]) -> PresenceFrame:
        present, players = self._everywhere(live), _players(live)
        seats = [SeatPresence(seated.person in present.people, seen_at.get(seated.person)) for seated in live.seats]
        watching = [name for other, name in present.people.items() if other not in players and other != person]
        unnamed = max(0, len(watching) - MOST_NAMED) + present.strangers - (not person)
        return PresenceFrame(seats, sorted(watching)[:MOST_NAMED], max(0, unnamed))

    def _everywhere(self, live: LiveTable) -> Present:
        here = self._here(live)
        others = self._elsewhere.get(live.id, {}).values()
        people = dict(here.people)
        for other in others:
            people |= other.people
        return Present(people, here.strangers + sum(other.strangers for other in others))

    async def _last_seen(self, people: set[str]) -> dict[str | None, int]:
        """When each was last seen, to the minute."""
        if not people:
            return {}
        rows = await self._store.rows(select(PEOPLE.c.id, PEOPLE.c.seen_at).where(PEOPLE.c.id.in_(people)))
        return {row.id: max(row.seen_at, self._left.get(row.id, 0)) // MINUTE * MINUTE for row in rows}

    # ---- Other processes

    def _publish(self, table_id: str, here: Present, asks: bool) -> None:
        told = {"people": dict(here.people), "strangers": here.strangers, "asks": asks}
        self._broadcast.publish({"presence": table_id, **told})

    def on_message(self, message: Message) -> None:
        """Another process is alive, and may say who has a table open there and ask who has here."""
        sender = message["from"]
        self._beats[sender] = time.monotonic()
        live = self._tables.get(message.get("presence", ""))
        if live is None:
            return
        there = Present(message["people"], message["strangers"])
        processes = self._elsewhere.setdefault(live.id, {})
        before = processes.get(sender, NOBODY)
        processes[sender] = there
        for person in before.people.keys() - there.people.keys():
            self._remember_leaving(person)
        if message["asks"]:
            self._publish(live.id, self._told[live.id], asks=False)
        _changed(live)

    def announce(self) -> None:
        """Tell the other processes everything anew, and ask them to."""
        for table_id, here in self._told.items():
            self._publish(table_id, here, asks=True)

    async def beat(self) -> None:
        """Tell the other processes that this one is alive, and forget those that are not."""
        self._broadcast.publish({"beat": True})
        silent = {name for name, at in self._beats.items() if at < time.monotonic() - SILENT_SECONDS}
        for name in silent:
            del self._beats[name]
        for table_id, processes in self._elsewhere.items() if silent else ():
            for name in silent & processes.keys():
                del processes[name]
                _changed(self._tables[table_id])


def _players(live: LiveTable) -> set[str]:
    return {seated.person for seated in live.seats if seated.person is not None}


def _changed(live: LiveTable) -> None:
    live.presence_changes += 1
    live.notify()
