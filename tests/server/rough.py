"""A bad line between a window and the server: frames are lost, late, doubled, out of order; now and then it breaks."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

LOST, LATE, DOUBLED, BROKEN = 0.08, 0.2, 0.08, 0.01
LONGEST_DELAY = 0.03
KEPT_HEADERS = ("Cookie",)


class RoughLine:
    """A proxy on a free port of this machine. When it is calm, it passes everything on."""

    def __init__(self, port: int, luck: Random):
        self._far = port
        self._luck = luck
        self._server: Server | None = None
        self.calm = False
        self.mishaps = {"lost": 0, "late": 0, "doubled": 0, "broken": 0}

    async def __aenter__(self) -> "RoughLine":
        self._server = await serve(self._connected, "127.0.0.1", 0, compression=None)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    async def _connected(self, near: ServerConnection) -> None:
        assert near.request is not None
        headers = {name: near.request.headers[name] for name in KEPT_HEADERS if name in near.request.headers}
        address = f"ws://127.0.0.1:{self._far}{near.request.path}"
        async with connect(address, additional_headers=headers, compression=None) as far:
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._pass_on(near, far, group))
                    group.create_task(self._pass_on(far, near, group))
            except* ConnectionClosed:
                pass  # either side has gone; the client will come back

    async def _pass_on(self, source: Any, sink: ServerConnection | ClientConnection, group: asyncio.TaskGroup) -> None:
        async for frame in source:
            for copy in self._copies(frame):
                if self._happens("late", LATE):
                    # Whatever comes next may overtake it.
                    group.create_task(_send_later(sink, copy, self._luck.uniform(0, LONGEST_DELAY)))
                else:
                    await sink.send(copy)
            if self._happens("broken", BROKEN):
                source.transport.abort()
                sink.transport.abort()
        raise ConnectionClosed(None, None)

    def _copies(self, frame: str | bytes) -> list[str | bytes]:
        if self._happens("lost", LOST):
            return []
        return [frame, frame] if self._happens("doubled", DOUBLED) else [frame]

    def _happens(self, mishap: str, chance: float) -> bool:
        happens = not self.calm and self._luck.random() < chance
        self.mishaps[mishap] += happens
        return happens


async def _send_later(sink: ServerConnection | ClientConnection, frame: str | bytes, seconds: float) -> None:
    await asyncio.sleep(seconds)
    with suppress(ConnectionClosed):
        await sink.send(frame)
