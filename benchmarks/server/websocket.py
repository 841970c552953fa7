"""A WebSocket client that costs little, so that two processors are enough for it and a server, and counts the bytes
that come over the wire."""

import asyncio
import zlib
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, PING, PONG = 0x1, 0x9, 0xA
COMPRESSED = 0x40
NO_MASK = bytes(4)  # a mask of zeros changes nothing: the protocol wants one, our time is better spent
END_OF_BLOCK = b"\x00\x00\xff\xff"


class WebSocket(asyncio.Protocol):
    """An open window: calls back with every message, and counts."""

    def __init__(self, on_message: Callable[[bytes], None]):
        self.received = 0  # bytes, as they came
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._on_message = on_message
        self._unread = bytearray()
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        self._inflate_afresh = False
        self._transport: asyncio.Transport | None = None

    async def open(self, url: str, cookie: str = "") -> None:
        """Ask for a window, as a browser would."""
        place = urlsplit(url)
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, place.hostname or "", place.port or 80)
        asked = [
            f"GET {place.path}?{place.query} HTTP/1.1",
            f"Host: {place.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        transport.write("\r\n".join([*asked, "\r\n"]).encode())
        await self._opened

    def send(self, message: bytes) -> None:
        """Send a text, uncompressed: what a player sends is short."""
        self._send(TEXT, message)

    def close(self) -> None:
        """Let go of the window at once: leaving a thousand politely takes longer than measuring them."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The way is open."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """The server has gone, or we have."""
        if not self._opened.done():
            self._opened.set_exception(error or ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Take in what has come, as far as it is complete."""
        self._unread += data
        self.received += len(data)
        if not self._opened.done():
            self._read_answer()
        while self._opened.done() and self._read_frame():
            pass

    def _read_answer(self) -> None:
        answer, found, rest = bytes(self._unread).partition(b"\r\n\r\n")
        if not found:
            return
        if not answer.startswith(b"HTTP/1.1 101"):
            self._opened.set_exception(ConnectionError(answer.decode()))
            self._unread.clear()
            return
        self._inflate_afresh = b"server_no_context_takeover" in answer.lower()
        self._unread = bytearray(rest)
        self.received = len(rest)
        self._opened.set_result(None)

    def _read_frame(self) -> bool:
        unread = self._unread
        if len(unread) < 2:
            return False
        start, size = 2, unread[1]
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(unread[2:start], "big")
        if len(unread) < start + size:
            return False
        first, payload = unread[0], bytes(unread[start : start + size])
        del unread[: start + size]
        if first & 0xF == TEXT:
            self._on_message(self._inflated(payload) if first & COMPRESSED else payload)
        elif first & 0xF == PING:
            self._send(PONG, payload)
        return True

    def _inflated(self, payload: bytes) -> bytes:
        message = self._inflate.decompress(payload + END_OF_BLOCK)
        if self._inflate_afresh:
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        return message

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if self._transport is not None:
            self._transport.write(bytes([0x80 | kind]) + length + NO_MASK + payload)
