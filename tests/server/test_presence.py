"""Who is at a table: told to everyone there, in every process, and no more of anybody than is anyone's business."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from omnibus.server import presence as presence_module
from omnibus.server.broadcast import Message
from omnibus.server.live_table import LOGGED_OUT
from omnibus.server.presence import MOST_NAMED, SILENT_SECONDS, Presence
from omnibus.table.seats import Seated, TableSeats
from tests.server.player import Player, Window, run
from tests.server.running import RunningServer
from tests.server.test_games import seated

DAY = 24 * 3600 * 1000
SEEN_AT = 20 * DAY + 61_000


async def until(window: Window, here: list[bool]) -> None:
    """Until those seats are told to be here."""
    while [seat["here"] for seat in window.presence.get("seats", [])] != here:
        await window.receive()


def test_who_comes_to_a_table_and_who_watches_is_told(server: RunningServer) -> None:
    async def meet() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 2)
            first = await stack.enter_async_context(players[0].watch(table))
            await until(first, [True, False])
            assert first.presence["seats"][1]["seen_at"] is not None
            second = await stack.enter_async_context(players[1].watch(table))
            for window in (first, second):
                await until(window, [True, True])
            assert [seat["seen_at"] for seat in first.presence["seats"]] == [None, None]
            visitor = await stack.enter_async_context(Player(server.url, "Vi"))
            watching = await stack.enter_async_context(visitor.watch(table))
            stranger = await stack.enter_async_context(Player(server.url, None))
            looking = await stack.enter_async_context(stranger.watch(table))
            for window, watchers, strangers in ((first, ["Vi"], 1), (watching, [], 1), (looking, ["Vi"], 0)):
                while (window.presence.get("watching"), window.presence.get("strangers")) != (watchers, strangers):
                    await window.receive()

    run(meet())


def test_who_is_absent_is_told_when_they_were_seen_only_to_those_who_sit_there(server: RunningServer) -> None:
    async def meet() -> None:
        async with AsyncExitStack() as stack:
            table, players = await seated(stack, server.url, "terminus", 2)
            visitor = await stack.enter_async_context(Player(server.url, "Vi"))
            watching = await stack.enter_async_context(visitor.watch(table))
            await until(watching, [False, False])
            assert [seat["seen_at"] for seat in watching.presence["seats"]] == [None, None]
            first = await stack.enter_async_context(players[0].watch(table))
            await until(first, [True, False])
            seen_at = first.presence["seats"][1]["seen_at"]
            assert seen_at % 60_000 == 0, "to the minute"

    run(meet())


# ---- In one process, and between two, without a server


class _Table:
    """A table as far as presence looks at it."""

    id = "table"

    def __init__(self) -> None:
        self.watchers: set[_Watcher] = set()
        self.presence_changes = 0
        self.seats = TableSeats([Seated(0, "Ann", "ann"), Seated(1, "Bob", "bob"), Seated(2, "Bot", bot="hard")])

    def notify(self) -> None: ...


class _Watcher:
    session, address = "", ""

    def __init__(self, person: str, name: str):
        self.person, self.name = person, name

    def notify(self) -> None: ...

    def viewers(self) -> tuple[int | None, ...]:
        return ()

    def close(self, code: int = LOGGED_OUT) -> None: ...


class _Store:
    """Everybody was last seen a while ago."""

    async def rows(self, _wanted: Any) -> list[Any]:
        return [SimpleNamespace(id=person, seen_at=SEEN_AT) for person in ("ann", "bob")]


class _Wire:
    """Says nothing to anybody by itself."""

    publish: Callable[[Message], None] = staticmethod(lambda _message: None)


class _Process:
    """A table in a process."""

    def __init__(self, name: str):
        self.name = name
        self.wire = _Wire()
        self.presence = Presence(_Store(), self.wire)  # type: ignore[arg-type]
        self.live: Any = _Table()

    def open(self, person: str, name: str = "") -> _Watcher:
        watcher = _Watcher(person, name or person.title())
        self.live.watchers.add(watcher)
        self.presence.came(self.live)
        return watcher

    def close(self, watcher: _Watcher) -> None:
        self.live.watchers.remove(watcher)
        self.presence.went(self.live, watcher)

    async def here(self, viewer: str = "ann") -> list[bool]:
        return [seat.here for seat in (await self.presence.seen_by(self.live, viewer)).seats]


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence_module, "TELL_SECONDS", 0.0)
    monkeypatch.setattr(presence_module, "GRACE_SECONDS", 0.05)


def connected(*processes: _Process) -> None:
    """Let each hear what the others say."""
    for process in processes:
        others = [other for other in processes if other is not process]

        def publish(message: Message, sender: str = process.name, others: list[_Process] = others) -> None:
            for other in others:
                other.presence.on_message({"from": sender, **message})

        process.wire.publish = publish


@pytest.mark.usefixtures("_hurried")
def test_a_page_that_is_loaded_again_has_not_gone() -> None:
    async def story() -> None:
        house = _Process("one")
        house.open("ann")
        window = house.open("bob")
        await asyncio.sleep(0.01)
        changes = house.live.presence_changes
        house.close(window)
        house.open("bob")
        await asyncio.sleep(0.1)
        assert await house.here() == [True, True, False]
        assert house.live.presence_changes == changes, "somebody was told that nothing has changed"

    asyncio.run(story())


@pytest.mark.usefixtures("_hurried")
def test_who_goes_is_gone_after_a_moment_and_was_last_seen_then() -> None:
    async def story() -> None:
        house = _Process("one")
        house.open("ann")
        window = house.open("bob")
        house.close(window)
        assert await house.here() == [True, True, False]
        await asyncio.sleep(0.1)
        frame = await house.presence.seen_by(house.live, "ann")
        assert [seat.here for seat in frame.seats] == [True, False, False]
        assert (frame.seats[1].seen_at or 0) > SEEN_AT
        assert (frame.seats[1].seen_at or 1) % 60_000 == 0
        # To strangers it is nobody's business.
        assert [seat.seen_at for seat in (await house.presence.seen_by(house.live, "")).seats] == [None, None, None]

    asyncio.run(story())


@pytest.mark.usefixtures("_hurried")
def test_of_many_who_watch_some_are_named_and_all_are_counted() -> None:
    async def story() -> None:
        house = _Process("one")
        for number in range(MOST_NAMED + 5):
            house.open(f"p{number}", f"P{number:02}")
        house.open("")
        frame = await house.presence.seen_by(house.live, "ann")
        assert len(frame.watching) == MOST_NAMED
        assert frame.strangers == 6

    asyncio.run(story())


@pytest.mark.usefixtures("_hurried")
def test_two_processes_tell_each_other_who_is_here() -> None:
    async def story() -> None:
        one, two = _Process("one"), _Process("two")
        connected(one, two)
        one.open("ann")
        await asyncio.sleep(0.01)
        assert await one.here() == [True, False, False]
        # Whoever opens the table elsewhere is told who was there before.
        window, stranger = two.open("bob"), two.open("")
        await asyncio.sleep(0.01)
        assert await one.here() == await two.here("bob") == [True, True, False]
        assert (await one.presence.seen_by(one.live, "ann")).strangers == 1
        two.close(window)
        two.close(stranger)
        await asyncio.sleep(0.1)
        assert await one.here() == [True, False, False]
        assert (await one.presence.seen_by(one.live, "ann")).strangers == 0

    asyncio.run(story())


@pytest.mark.usefixtures("_hurried")
def test_a_process_that_is_no_more_has_nobody_at_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        one, two = _Process("one"), _Process("two")
        connected(one, two)
        one.open("ann")
        two.open("bob")
        await asyncio.sleep(0.01)
        await two.presence.beat()
        await one.presence.beat()
        assert await one.here() == [True, True, False]
        changes = one.live.presence_changes
        later = time.monotonic() + SILENT_SECONDS + 1
        monkeypatch.setattr(presence_module, "time", SimpleNamespace(monotonic=lambda: later))
        await one.presence.beat()
        assert await one.here() == [True, False, False]
        assert one.live.presence_changes == changes + 1
        # It was only slow: with its next word, asked for or not, its people are here again.
        one.presence.announce()
        two.presence.announce()
        assert await one.here() == [True, True, False]

    asyncio.run(story())
