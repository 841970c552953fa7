"""A site with somebody in charge, on one server process or on two that share everything."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import uuid4

import httpx

from tests.server.player import Player
from tests.server.running import RunningServer, command

PASSWORD = "correct horse"


@dataclass
class Site:
    """A server, or two that share everything."""

    office: RunningServer  # where the administrator is
    hall: RunningServer  # where the players are
    cookies: httpx.Cookies = field(default_factory=httpx.Cookies)  # the administrator's


@asynccontextmanager
async def administrator(site: Site) -> AsyncIterator[Player]:
    async with Player(site.office.url, None) as boss:
        boss.name = "Boss"
        if not site.cookies:
            await boss.post("/account", name=boss.name, password=PASSWORD)
            done = await asyncio.to_thread(command, site.office.environment, "admin", boss.name)
            assert done.returncode == 0, done.stderr
            site.cookies = boss.http.cookies
        boss.http.cookies = site.cookies
        yield boss


def unique(name: str) -> str:
    return f"{name} {uuid4().hex[:6]}"
