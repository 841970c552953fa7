"""Connections are bounded where they arrive: in number, in time, and in the size of what they send."""

import asyncio
import gc
import struct
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_network
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from omnibus.server import transport
from omnibus.server.app import application
from omnibus.server.security import LARGEST_FRAME
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.server.transport import ConnectionCaps, HttpProtocol, WebSocketProtocol, line_of
from omnibus.server.websocket import Socket
from tests.server.player import run
from tests.server.running import free_port
from tests.starting import PATIENCE

SHORT = 1.0
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HELLO = (
    HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers everything, and says over WebSockets what it hears."""
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (heard := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": heard["text"]})
    else:
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})


@asynccontextmanager
async def serving(caps: ConnectionCaps | None = None, app: Any = echo) -> AsyncIterator[int]:
    port = free_port()
    server = transport.server(app, "127.0.0.1", port, caps or ConnectionCaps(10, ()))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        server.stop()
        await task


async def told(port: int, *parts: bytes, pause: float = 0.0, address: str = "127.0.0.1", drip: bytes = b"") -> bytes:
    """All that comes back for parts sent one after the other, and then drops without end, until the connection is
    closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    heard = b""
    with suppress(ConnectionError):
        for part in chain(parts, repeat(drip) if drip else ()):
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
        heard = await reader.read()
    writer.transport.abort()
    return heard


@pytest.fixture
def _short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "HEAD_SECONDS", SHORT)
    monkeypatch.setattr(transport, "BODY_SECONDS", SHORT)


@pytest.mark.usefixtures("_short_times")
@pytest.mark.parametrize(
    ("parts", "drip"),
    [
        ([], b""),
        ([HEAD], b""),
        ([HEAD], b"x"),  # dripping does not help
        ([b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"], b"x"),
    ],
    ids=["nothing", "half a head", "a head that drips", "a body that drips"],
)
def test_a_request_that_does_not_come_in_time_is_cut(parts: list[bytes], drip: bytes) -> None:
    async def story() -> None:
        async with serving() as port:
            assert await told(port, *parts, pause=0.05, drip=drip) == b""

    run(story(), PATIENCE)


@pytest.mark.usefixtures("_short_times")
def test_a_request_that_comes_in_time_is_answered_also_after_another() -> None:
    async def story() -> None:
        async with serving() as port:
            slow = HEAD + b"Connection: close\r\n\r\n"
            heard = await told(port, HEAD + b"\r\n", b"", slow[:20], slow[20:], pause=SHORT / 3)
            assert heard.count(b"HTTP/1.1 200") == 2

    run(story())


def test_a_head_without_end_is_cut() -> None:
    async def story() -> None:
        async with serving() as port:
            assert await told(port, HEAD, *([b"X-Long: " + b"x" * 8000 + b"\r\n"] * 8)) == b""

    run(story())


def test_a_frame_is_refused_as_soon_as_it_says_how_long_it_is() -> None:
    async def story() -> None:
        async with serving() as port:
            frame = b"\x81\xff" + struct.pack(">Q", 12 << 20) + b"\x00" * 4
            heard = await told(port, HELLO, frame, pause=0.1)
            assert struct.pack(">H", 1009) in heard
            async with connect(f"ws://127.0.0.1:{port}") as socket:
                await socket.send("x" * LARGEST_FRAME)
                assert len(await socket.recv()) == LARGEST_FRAME
                # Small on the way, and in pieces: what counts is the whole of it.
                await socket.send(["x" * LARGEST_FRAME, "x"])
                with pytest.raises(ConnectionClosedError, match="1009"):
                    await socket.recv()

    run(story())


def test_one_address_has_so_many_connections_and_others_have_theirs() -> None:
    async def story() -> None:
        async with serving(ConnectionCaps(3, ())) as port:
            opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            async with connect(f"ws://127.0.0.1:{port}"):
                assert await told(port) == b""
                close = HEAD + b"Connection: close\r\n\r\n"
                assert b"200" in await told(port, close, address="127.0.0.7")
            # A place is free again once a connection is closed, a WebSocket too.
            while b"200" not in await told(port, close):
                await asyncio.sleep(0.01)
            for _, writer in opened:
                writer.transport.abort()

    run(story())


def test_an_address_is_a_customer_of_a_provider_and_a_proxy_is_many() -> None:
    caps = ConnectionCaps(1, [ip_network("10.0.0.0/8")])
    one, same, other = "2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1"
    taken = caps.take(one)
    assert taken is not None
    assert caps.take(same) is None
    assert caps.take(other) is not None
    caps.give_back(taken)
    assert caps.take(same) is not None
    assert all(caps.take("10.1.2.3") for _ in range(5))


async def three_texts(scope: Any, receive: Any, send: Any) -> None:
    """Says something short, and something long twice, to whoever comes."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        line = line_of(scope)
        assert line is not None
        line.send_texts([b"short", b"long " * 200, b"long " * 200])
        await receive()
    else:
        await echo(scope, receive, send)


@pytest.mark.parametrize("extensions", [b"", b"Sec-WebSocket-Extensions: permessage-deflate\r\n"])
def test_several_texts_go_out_at_once_and_only_long_ones_are_deflated_each_by_itself(extensions: bytes) -> None:
    async def story() -> None:
        async with serving(app=three_texts) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HELLO.replace(b"\r\n\r\n", b"\r\n" + extensions + b"\r\n"))
            await reader.readuntil(b"\r\n\r\n")
            heard = await reader.read(4096)
            assert heard.startswith(b"\x81\x05short")
            frames = heard[7:]
            if extensions:
                first, marker, size = struct.unpack(">BBH", frames[:4])
                assert (first, marker) == (0xC1, 126)
                deflated = frames[4 : 4 + size]
                # Each by itself: whoever reads it remembers nothing of the one before.
                assert frames == frames[: 4 + size] * 2
                text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(deflated + b"\x00\x00\xff\xff")
            else:
                text = frames[: len(frames) // 2].removeprefix(b"\x81\x7e" + struct.pack(">H", 1000))
            assert text == b"long " * 200
            writer.transport.abort()

    run(story())


def test_a_closed_window_is_freed_at_once(tmp_path: Path) -> None:
    """The garbage collector looks seldom while the server is busy."""

    def kept() -> int:
        return sum(type(each) in (HttpProtocol, WebSocketProtocol, Socket) for each in gc.get_objects())

    async def story() -> None:
        services = Services(Settings.read({"OMNIBUS_DATA": str(tmp_path)}))
        await services.store.open()
        async with serving(app=application(services)) as port:
            gc.collect()
            gc.disable()
            try:
                for politely in (True, False):
                    async with connect(f"ws://127.0.0.1:{port}/api/lobby/live") as socket:
                        while kept() != 2:  # else it would not be counted while it is open
                            await asyncio.sleep(0.01)
                        if not politely:
                            socket.transport.abort()
                    while kept():
                        await asyncio.sleep(0.01)
            finally:
                gc.enable()

    run(story())
