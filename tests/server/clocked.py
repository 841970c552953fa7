"""A server in this process whose clock can be set, and visitors who reach it without a network."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import httpx
import pytest

from omnibus.bots.bot import Answer as BotAnswer
from omnibus.bots.bot import Memory
from omnibus.bots.line import Listener
from omnibus.bots.program import PROTOCOL, answer_in
from omnibus.server import store
from omnibus.server.app import application
from omnibus.server.bot_workers import BotRunner, Study
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.study.line import answer as study_answer
from tests.server.player import Answer, Player, texts

URL = "http://127.0.0.1:8000"

_APPLICATIONS: WeakKeyDictionary[Services, Any] = WeakKeyDictionary()


class Clock:
    """The clock that the server looks at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, moment: str):
        self.set(moment)
        monkeypatch.setattr(store, "time", self)

    def set(self, moment: str) -> None:
        """Set it to a moment in UTC: `2026-11-16 23:59:30`."""
        self._ns = int(datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()) * 1_000_000_000

    def time_ns(self) -> int:
        """The time, a millisecond later whenever somebody looks."""
        self._ns += 1_000_000
        return self._ns


class ThinkingHere:
    """Bots that think in this process, as a worker would."""

    size = studies = 1

    async def open(self) -> None:
        """Nothing to do."""

    async def think(self, bot: str, view: Mapping[str, Any], luck: str, memory: Memory = None) -> BotAnswer:
        """The move of a bot, by the line that a worker would read."""
        question = {"protocol": PROTOCOL, "bot": bot, "view": view, "budget": None, "seed": luck, "memory": memory}
        await asyncio.sleep(0)
        return answer_in(Listener().answer(json.dumps(question)))

    async def study(self, question: Study) -> Study:
        """What moves are worth, as a worker would tell it."""
        await asyncio.sleep(0)
        told: Study = json.loads(json.dumps(study_answer(json.loads(json.dumps(question)))))
        return told

    async def close(self) -> None:
        """Nothing to do."""


class Visitor(Player):
    """Somebody who reaches the server in this process."""

    def __init__(self, services: Services, name: str | None = "Zoé"):
        super().__init__(URL, name)
        transport = httpx.ASGITransport(app=_APPLICATIONS[services])
        self.http = httpx.AsyncClient(base_url=f"{URL}/api", headers={"x-omnibus": "1"}, transport=transport)

    async def begin(self, game: str, day: str, counted: bool = True) -> Answer:
        """Sit down at the deal of a day."""
        return await self.post(f"/daily/{game}/{day}", counted=counted)

    async def give_up(self, table: str, seat: int) -> Answer:
        """Resign, the quickest way to finish; the table then."""
        return await self.post(f"/tables/{table}/seats/{seat}/resign")

    async def play_out(self, table: str, seat: int, luck: str = "") -> Answer:
        """Play at random to the end; the table then."""
        generator = Random(luck)
        await self.play_while(table, seat, lambda view: generator.choice(texts(view)))
        return await self.get(f"/tables/{table}")

    async def play_while(self, table: str, seat: int, choose: Any) -> None:
        """Play what is chosen, until the game is over or nothing is."""
        while True:
            sight = await self.see(table, seat)
            view = sight["view"]
            if view["result"] is not None:
                return
            if not view["legal"]:
                await asyncio.sleep(0.005)
                continue
            move = choose(view)
            if move is None:
                return
            answer = await self.play(table, seat, sight["n"], move)
            assert answer.status_code == 200, answer.text


@asynccontextmanager
async def serving(folder: Path, runner: BotRunner | None = None, **more: str) -> AsyncIterator[Services]:
    """A server with its data in that folder, and its bots in this process unless they are somewhere else."""
    settings = {"OMNIBUS_DATA": str(folder), "OMNIBUS_LIMITS": "1000", "OMNIBUS_BOT_WORKERS": "1", **more}
    services = Services(Settings.read(settings))
    services.bots._runner = runner or ThinkingHere()
    await services.store.open()
    await services.open()
    _APPLICATIONS[services] = application(services)
    try:
        yield services
    finally:
        thinking = list(services.bot_turns._tasks)
        services.bot_turns.stop()
        await asyncio.gather(*thinking, return_exceptions=True)
        await services.close()
