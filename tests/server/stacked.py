"""The server with deals chosen by a test, and with neither clock nor luck of its own: the same requests get the same
bytes. `python -m tests.server.stacked serve --port …` takes the worlds of the tables to be opened from the file that
`STACKED_WORLDS` names.

A world may ask for a leak: then the server tells, in one way or another, what it must not tell.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from omnibus.cli import main
from omnibus.rules.game import IllegalMove, State
from omnibus.server import bot_workers, commands, hints, lobby, middleware, replay, services, store, websocket
from omnibus.server.api import replays
from omnibus.server.live_table import LiveTable, TableSummary
from omnibus.server.logs import tell
from omnibus.server.messages.play import Hint
from omnibus.server.messages.tables import ReplaySight, TableInfo
from omnibus.server.trouble import ServerTrouble
from omnibus.table import log
from tests.server.worlds import DEALS, World, stacked

MOMENT = 1_700_000_000_000_000_000
NEVER = 1e6  # seconds

_worlds: Iterator[World] = iter(())
_leak: str | None = None
_latest: State | None = None  # of the table moved last


class _StoppedClock:
    @staticmethod
    def time_ns() -> int:
        return MOMENT


def _next_seed() -> str:
    """The seed of the next table."""
    global _leak
    world = next(_worlds)
    DEALS[world.seed] = world.deal
    _leak = world.leak
    return world.seed


def _replace(place: object, **parts: object) -> None:
    for name, part in parts.items():
        setattr(place, name, part)


def _take_luck_away() -> None:
    numbers = count()

    def token(nbytes: int = 32) -> str:
        return sha256(f"{next(numbers)}".encode()).hexdigest()[: 2 * nbytes]

    _replace(secrets, token_hex=token, token_urlsafe=token)
    _replace(store, time=_StoppedClock)
    _replace(lobby, fresh_seed=_next_seed)
    # Whatever is done by the clock draws tokens too, between other requests on a busy machine than on a quiet one.
    _replace(services, DAILY_SECONDS=NEVER, RETENTION_SECONDS=NEVER)


def _let_bots_count_instead_of_watching_the_clock() -> None:
    ask = bot_workers._Worker.ask

    async def asked(self: bot_workers._Worker, question: bytes, seconds: float) -> str:
        return await ask(self, question.replace(b'"budget":null', b'"budget":{"iterations":4}'), seconds)

    _replace(bot_workers._Worker, ask=asked)


def _fingerprint() -> str:
    """A trace of the whole truth, such as any careless line of code could leave."""
    truth = b"" if _latest is None else msgspec.json.encode(_latest.dump())
    return sha256(truth).hexdigest()[:8]


# ---- Leaks


def _remember_the_truth() -> None:
    take = log.Table.take

    def taken(self: log.Table, ply: log.Ply, step: log.Step) -> None:
        global _latest
        take(self, ply, step)
        _latest = self.state

    _replace(log.Table, take=taken)


def _leak_by_event() -> None:
    seen_by = log.PlyOutcome.seen_by

    def seen_open(self: log.PlyOutcome, seat: int | None) -> log.PlyView:
        return self.opened() if _leak == "event" else seen_by(self, seat)

    _replace(log.PlyOutcome, seen_by=seen_open)


def _leak_by_refusal() -> None:
    check = log.Table.check

    def checked(self: log.Table, seat: int, n: int, move: str) -> None:
        try:
            check(self, seat, n, move)
        except Exception:
            if _leak == "refusal":
                raise ServerTrouble("no-such-moment", last=_fingerprint()) from None
            raise

    _replace(log.Table, check=checked)


def _leak_by_why() -> None:
    why_not_any = log.Table.why_not_any

    def told(self: log.Table, seat: int, n: int, about: Mapping[str, Any]) -> IllegalMove | None:
        if _leak == "why":
            return self.game.rulebook.refuse("no-such-move", text=_fingerprint())
        return why_not_any(self, seat, n, about)

    _replace(log.Table, why_not_any=told)


def _leak_by_lobby() -> None:
    table_info = lobby.table_info

    def described(summary: TableSummary, person: str | None) -> TableInfo:
        info = table_info(summary, person)
        if _leak == "lobby":
            info.seed = summary.row.seed
        return info

    _replace(websocket, table_info=described)


def _leak_by_replay() -> None:
    replay_at = replay.replay_at

    def looked_back(live: LiveTable, at: int, seat: int | None, person: str | None) -> ReplaySight:
        sight = replay_at(live, at, seat, person)
        if _leak == "replay":
            sight.view = live.table.position(at).open_view()
        return sight

    _replace(replays, replay_at=looked_back)


def _leak_by_whole_replay() -> None:
    whole_replay = replay.whole_replay

    def looked_through(live: LiveTable, seat: int | None, person: str | None, since: int) -> Callable[[], bytes]:
        if _leak == "whole replay":
            return lambda: msgspec.json.encode(_fingerprint())
        return whole_replay(live, seat, person, since)

    _replace(replay, whole_replay=looked_through)


def _leak_by_hint() -> None:
    advise = hints.Hints.hint

    async def advised(self: hints.Hints, live: LiveTable, person: str, seat: int, language: str) -> Hint:
        hint = await advise(self, live, person, seat, language)
        if _leak == "hint":
            hint.move = f"{hint.move} {_fingerprint()}"
        return hint

    _replace(hints.Hints, hint=advised)


def _leak_by_log() -> None:
    play = commands.Commands.play

    async def played(self: commands.Commands, live: LiveTable, *command: Any) -> int:
        if _leak == "log":
            tell("a move", command=list(command))
        return await play(self, live, *command)

    _replace(commands.Commands, play=played)


def _leak_by_header() -> None:
    answer = middleware.HeadersAndRequestLog.__call__

    async def answered(self: middleware.HeadersAndRequestLog, scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if _leak == "header" and message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"x-state", _fingerprint().encode())]
            await send(message)

        await answer(self, scope, receive, sent)

    _replace(middleware.HeadersAndRequestLog, __call__=answered)


if __name__ == "__main__":
    _worlds = iter(msgspec.json.decode(Path(os.environ["STACKED_WORLDS"]).read_bytes(), type=list[World]))
    _take_luck_away()
    _let_bots_count_instead_of_watching_the_clock()
    _remember_the_truth()
    for install in (
        _leak_by_event,
        _leak_by_refusal,
        _leak_by_why,
        _leak_by_lobby,
        _leak_by_replay,
        _leak_by_whole_replay,
        _leak_by_hint,
        _leak_by_log,
        _leak_by_header,
    ):
        install()
    with stacked():
        main()
