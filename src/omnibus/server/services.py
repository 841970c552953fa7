"""All services of the server together, and what goes on in the background."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.connection import ASGIConnection

from omnibus.server import metrics
from omnibus.server.accounts import Accounts
from omnibus.server.addresses import Addresses
from omnibus.server.admin_lists import AdminLists
from omnibus.server.administration import Administration
from omnibus.server.bans import Bans
from omnibus.server.bot_scheduler import BotScheduler
from omnibus.server.bot_turns import BotTurns
from omnibus.server.bot_workers import BotRunner, BotWorkers
from omnibus.server.broadcast import Broadcast, LobbyWatcher, Message
from omnibus.server.challenges import Challenges
from omnibus.server.commands import Commands
from omnibus.server.companion import Companion
from omnibus.server.daily import Daily
from omnibus.server.daily_results import DailyResultLists
from omnibus.server.health import Health
from omnibus.server.hints import Hints
from omnibus.server.lessons import Lessons
from omnibus.server.limits import Limits
from omnibus.server.live_table import BANNED, EndedSessions, Watcher
from omnibus.server.lobby import Lobby
from omnibus.server.logs import report_fault
from omnibus.server.moderation import Moderation
from omnibus.server.password_limits import PasswordLimits
from omnibus.server.personal_data import PersonalData
from omnibus.server.ply_writer import PlyWriter
from omnibus.server.presence import BEAT_SECONDS, Presence
from omnibus.server.puzzles import Puzzles
from omnibus.server.registration import Registration
from omnibus.server.rematch import Rematches
from omnibus.server.replay import Archive, WholeReplays
from omnibus.server.reset_mails import ResetMails
from omnibus.server.retention import Retention
from omnibus.server.review_work import ReviewWork
from omnibus.server.reviews import Reviews
from omnibus.server.security import OriginPolicy
from omnibus.server.sessions import Sessions
from omnibus.server.settings import Settings
from omnibus.server.sharing import Sharing
from omnibus.server.site_settings import Site
from omnibus.server.snapshots import Snapshots
from omnibus.server.store import Store, now
from omnibus.server.study_board import StudyBoard
from omnibus.server.table_cache import TableCache
from omnibus.server.table_lists import TableLists
from omnibus.server.table_quota import TableQuota
from omnibus.server.undo_requests import UndoRequests

if TYPE_CHECKING:
    from omnibus.server.redis_channel import RedisChannel

REFRESH_SECONDS = 1.0
RESUME_BOTS_SECONDS = 5.0
COUNT_TABLES_SECONDS = 15.0
WRITE_SEEN_SECONDS = 300.0
DELETE_EXPIRED_SECONDS = 3600.0
DECISIONS_SECONDS = 10.0
RETENTION_SECONDS = 60.0
DAILY_SECONDS = 60.0


class Services:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings):
        key = settings.key()
        self.settings = settings
        self.store = Store(settings.database)
        self.bots = BotScheduler(_bot_runner(settings))
        self.broadcast = Broadcast(settings.shared)
        self._snapshots = Snapshots(self.store)
        self.cache = TableCache(self.store, self.broadcast, self._snapshots)
        self.ply_writer = PlyWriter(self.store)
        self.commands = Commands(self.store, self.cache, self.broadcast, self.ply_writer, self._snapshots)
        self.undo_requests = UndoRequests(self.store, self.cache, self.broadcast, self.commands)
        self.bot_turns = BotTurns(self.store, self.cache, self.commands, self.bots, key, _orphaned_after(settings))
        self.health = Health(self.store)
        self.hints = Hints(self.bots, key, self.commands.take_hint)
        self.presence = Presence(self.store, self.broadcast)
        quota = TableQuota(settings.limits)
        self.moderation = Moderation(self.store, self._announce_blocks)
        self.lobby = Lobby(self.store, self.cache, quota, self.moderation)
        self.table_lists = TableLists(self.store, self.cache, self.moderation)
        self.rematches = Rematches(self.store, self.cache, quota, self.moderation, self.lobby)
        self.sharing = Sharing(self.store, self.cache)
        self.lessons = Lessons(self.store)
        self.companion = Companion(self.store)
        self.puzzles = Puzzles(self.store)
        self.daily = Daily(self.store, self.cache, quota, key)
        self.daily_results = DailyResultLists(self.store, self.daily)
        self.challenges = Challenges(self.store, self.cache, quota, key)
        self.site = Site(self.store)
        self.bans = Bans(self.store)
        self.accounts = Accounts(self.store, Registration(self.store, self.site))
        self.sessions = Sessions(self.store, key)
        self.personal_data = PersonalData(self.store, self.cache, self.lobby)
        self.administration = Administration(
            self.store, self.cache, self.accounts, self.sessions, self._announce_decisions
        )
        self.admin_lists = AdminLists(self.store)
        self._retention = Retention(self.store, self.cache, self.site)
        self.archive = Archive(self.store, self.cache, quota)
        self.whole_replays = WholeReplays()
        self.origin_policy = OriginPolicy(settings)
        self.limits = Limits(settings.limits, settings.redis)
        self._review_work = ReviewWork(self.store, self.cache, self.bots, settings.shared)
        self.reviews = Reviews(self.store, self._review_work, self.limits, settings.limits, settings.review_tries)
        self.study_board = StudyBoard(self.bots, key, settings.review_tries)
        self._addresses = Addresses(settings.proxies)
        self.password_limits = PasswordLimits(self.limits)
        self.reset_mails = ResetMails(settings, self.accounts, self.limits)
        self._channel = self._redis_channel()
        self._name = secrets.token_hex(8)  # of this process among others
        self.connections: Counter[str] = Counter()  # how many each person, or each address of strangers, has open
        self._tasks: list[asyncio.Task[None]] = []
        metrics.TABLES_IN_MEMORY.set_function(lambda: len(self.cache))
        metrics.BOT_QUEUE.set_function(lambda: self.bots.waiting)
        metrics.STUDY_QUEUE.set_function(lambda: self.bots.studies_waiting)

    async def open(self) -> None:
        """Begin: writing plies, the bots that were to move, and word from other processes."""
        await self.bots.open()
        self.ply_writer.start()
        if self._channel is not None:
            self.broadcast.publish = self._publish
            self._channel.open()
        self.broadcast.subscribe(self.bot_turns.start_due)
        await self._apply_decisions()
        await self._review_work.open()
        self._tasks = [
            asyncio.create_task(_log_failure(self.bot_turns.resume_waiting(now()))),
            asyncio.create_task(_repeat(REFRESH_SECONDS, self.cache.refresh_watched)),
            asyncio.create_task(_repeat(RESUME_BOTS_SECONDS, self.bot_turns.resume_orphaned)),
            asyncio.create_task(_repeat(WRITE_SEEN_SECONDS, self._write_seen)),
            asyncio.create_task(_repeat(DELETE_EXPIRED_SECONDS, self.sessions.delete_expired)),
            asyncio.create_task(_repeat(DECISIONS_SECONDS, self._apply_decisions)),
            asyncio.create_task(_repeat(RETENTION_SECONDS, self._retention.clear_some)),
            asyncio.create_task(_repeat(COUNT_TABLES_SECONDS, self._count_tables)),
            asyncio.create_task(_repeat(BEAT_SECONDS, self.presence.beat)),
            asyncio.create_task(_repeat(DAILY_SECONDS, self.daily.turn_page)),
        ]

    async def close(self) -> None:
        """End: nothing that was acknowledged is lost."""
        for task in self._tasks:
            task.cancel()
        self.bot_turns.stop()
        await _log_failure(self._review_work.close())
        await self.ply_writer.stop()
        await _log_failure(self.sessions.write_seen())
        self._snapshots.stop()
        await self.bots.close()
        if self._channel is not None:
            await self._channel.close()
        await self.limits.close()
        await self.store.close()

    def address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Where a request comes from: an address, or the whole of an IPv6 /64."""
        return self._addresses.subscriber(connection)

    def disconnect(self, person: str, only: str | None = None, but: str | None = None) -> None:
        """Close all connections of a person, or of only one session, or of all but one, in every process."""
        ended = EndedSessions(person, only, but)
        self._disconnect_here(ended)
        self.broadcast.publish({"ended": msgspec.to_builtins(ended)})

    def _disconnect_here(self, ended: EndedSessions) -> None:
        self.sessions.forget(ended.person)
        self.cache.disconnect(ended)
        self.broadcast.close_lobby(ended)

    async def _apply_decisions(self) -> None:
        """Take over what administrators have decided; whoever is kept out sees the windows close."""
        await self.site.load()
        await self.bans.load()
        for watcher in self._watchers():
            if self.bans.of(watcher.person, watcher.address) is not None:
                watcher.close(BANNED)

    async def _announce_decisions(self) -> None:
        await self._apply_decisions()
        self.broadcast.publish({"decisions": True})

    def _apply_blocks(self, people: list[str]) -> None:
        """Take over that somebody's blocks have changed; open windows show what is still to be heard."""
        self.moderation.forget(people)
        for watcher in self.cache.watchers():
            if watcher.person in people:
                watcher.notify()

    def _announce_blocks(self, people: list[str]) -> None:
        self._apply_blocks(people)
        self.broadcast.publish({"blocks": people})

    async def _write_seen(self) -> None:
        """Write down who is here; whoever has a window open need not ask for anything."""
        for watcher in self._watchers():
            if watcher.person:
                self.sessions.see(watcher.session, watcher.person)
        await self.sessions.write_seen()

    def _watchers(self) -> list[Watcher | LobbyWatcher]:
        return [*self.cache.watchers(), *self.broadcast.all_lobby_watchers()]

    # ---- Other processes

    def _redis_channel(self) -> "RedisChannel | None":
        if self.settings.redis is None:
            return None
        # Whoever plays alone need not wait for it to load.
        from omnibus.server.redis_channel import RedisChannel

        return RedisChannel(self.settings.redis, self._on_message, self._on_redis_return)

    def _publish(self, message: Message) -> None:
        if self._channel is not None:
            self._channel.publish({"from": self._name, **message})

    async def _on_message(self, message: Message) -> None:
        if message["from"] != self._name:
            await _log_failure(self._take_in(message))

    async def _take_in(self, message: Message) -> None:
        if "ended" in message:
            self._disconnect_here(msgspec.convert(message["ended"], EndedSessions))
        elif "decisions" in message:
            await self._apply_decisions()
        elif "blocks" in message:
            self._apply_blocks(message["blocks"])
        elif "presence" in message or "beat" in message:
            self.presence.on_message(message)
        else:
            await self.cache.on_message(message)

    async def _on_redis_return(self) -> None:
        # A message that Redis took with it is not sent again.
        await _log_failure(self._apply_decisions())
        await _log_failure(self.cache.refresh_watched())
        self.presence.announce()

    async def _count_tables(self) -> None:
        if self.settings.metrics_token is not None or self.settings.metrics_port is not None:
            await metrics.count_tables(self.store)


def _orphaned_after(settings: Settings) -> int:
    """How long a bot may take, in milliseconds, before another process asks it: alone we know whom we have asked."""
    # Twice, in case the process that was to move has asked one that died.
    return int(2 * settings.bot_seconds * 1000) if settings.shared else 0


def _bot_runner(settings: Settings) -> BotRunner:
    """Where the bots think: here, or wherever somebody takes questions from the queue."""
    workers = BotWorkers(settings.bot_workers, settings.bot_seconds)
    if settings.redis is None:
        return workers
    from omnibus.server.bot_queue import BotQueue

    return BotQueue(settings.redis, workers)


async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await _log_failure(work())


async def _log_failure(work: Awaitable[None]) -> None:
    """Background work goes on after a fault, such as a database that is away for a moment."""
    try:
        await work
    except Exception as fault:
        report_fault("background work failed", fault)
