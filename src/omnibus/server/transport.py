"""Connections as they arrive: how many from one address, how long a request may take to come, how large a frame is.

What can be refused here costs next to nothing, and never reaches the application.
"""

import asyncio
import weakref
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from isal import isal_zlib
from uvicorn import Config, Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

from omnibus.server import metrics
from omnibus.server.addresses import UNKNOWN, Network, is_within, parse_address, subscriber_of
from omnibus.server.security import LARGEST_FRAME

HEAD_SECONDS = 10.0  # for the head of a request, from the first moment of a connection
BODY_SECONDS = 20.0
IDLE_SECONDS = 60.0  # between two requests
LARGEST_HEAD = 32 * 1024
CONNECTIONS_PER_ADDRESS = 100
STOP_SECONDS = 5  # for requests that are being answered when the server stops
LINE = "omnibus.line"  # an extension of ASGI: a weak reference to the connection itself, to be written to at once
SMALLEST_DEFLATED = 256  # bytes; what is shorter hardly shrinks
TEXT_FRAME, DEFLATED_TEXT_FRAME = 0x81, 0xC1
DEFLATE_LEVEL, DEFLATE_MEMORY = 1, 5  # of what does not go past ASGI
END_OF_BLOCK = 4  # bytes that end what is deflated, and are left out


class ConnectionCaps:
    """How many connections each address has open."""

    def __init__(self, most: int, proxies: Collection[Network]):
        self._most = most
        self._proxies = proxies  # behind them are many people, whom the application counts
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> str | None:
        """Count one more, under what is returned; None if there are too many."""
        subscriber = _subscriber(address)
        if self._open[subscriber] >= self._most and not self._is_proxy(address):
            return None
        self._open[subscriber] += 1
        return subscriber

    def give_back(self, subscriber: str) -> None:
        """One is closed."""
        self._open[subscriber] -= 1
        if not self._open[subscriber]:
            del self._open[subscriber]

    def _is_proxy(self, address: str) -> bool:
        known = parse_address(address)
        return known is not None and is_within(known, self._proxies)


def _subscriber(address: str) -> str:
    known = parse_address(address)
    return UNKNOWN if known is None else subscriber_of(known)


class HttpProtocol(HttpToolsProtocol):
    """Requests, each of which must arrive in time."""

    def __init__(self, caps: ConnectionCaps, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        self._caps = caps
        self._subscriber: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._in_head = True
        self._head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._subscriber = self._caps.take(self.client[0] if self.client else "")
        if self._subscriber is None:
            metrics.CONNECTIONS_REFUSED.labels("too-many").inc()
            transport.abort()
        else:
            self._expect_within(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._expect_nothing()
        if self._subscriber is not None:
            self._caps.give_back(self._subscriber)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > LARGEST_HEAD:
                metrics.CONNECTIONS_REFUSED.labels("too-large").inc()
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head, self._head_bytes = True, 0
        self._expect_within(HEAD_SECONDS)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head of a request is there."""
        self._in_head = False
        self._expect_within(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A whole request is there."""
        self._expect_nothing()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a WebSocket, which gives its place back in the end."""
        self._expect_nothing()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # which refers to us: so both are freed at once

    def _expect_within(self, seconds: float) -> None:
        self._expect_nothing()
        self._deadline = self.loop.call_later(seconds, self._abort)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _abort(self) -> None:
        metrics.CONNECTIONS_REFUSED.labels("too-slow").inc()
        self.transport.abort()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets with small frames, each deflated by itself: what one remembers of the last takes too much memory."""

    def __init__(self, caps: ConnectionCaps, *arguments: Any, **more: Any):
        super().__init__(*arguments, **more)
        self._caps = caps
        deflate = ServerPerMessageDeflateFactory(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            server_max_window_bits=12,
            client_max_window_bits=12,
            compress_settings={"level": DEFLATE_LEVEL, "memLevel": DEFLATE_MEMORY},
        )
        self.conn = ServerProtocol(extensions=[deflate], max_size=LARGEST_FRAME, logger=self.logger)
        self._window_bits: int | None = None  # with which the other side inflates
        self.on_room: Callable[[], None] = do_nothing  # called when there is room again, or nobody to send to

    async def run_asgi(self) -> None:
        """Let the application answer, and speak past ASGI if it wants to: a move is shown by a call, not by tasks."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[LINE] = weakref.ref(self)
        for extension in self.conn.extensions:
            if isinstance(extension, PerMessageDeflate):
                self._window_bits = extension.local_max_window_bits
        await super().run_asgi()

    @property
    def has_room(self) -> bool:
        """Whether the other side has taken in what it was sent."""
        return self.writable.is_set()

    @property
    def is_open(self) -> bool:
        """Whether anything can still be sent."""
        return not (self.close_sent or self.disconnected or self.transport.is_closing())

    def send_texts(self, texts: Iterable[bytes]) -> None:
        """Send several texts in one piece, unless the connection has been closed."""
        if self.is_open:
            self.transport.write(b"".join(map(self._framed, texts)))

    def _framed(self, text: bytes) -> bytes:
        first = TEXT_FRAME
        if self._window_bits is not None and len(text) >= SMALLEST_DEFLATED:
            first, text = DEFLATED_TEXT_FRAME, _deflated(text, self._window_bits)
        size = len(text)
        if size < 126:
            return bytes((first, size)) + text
        if size < 1 << 16:
            return bytes((first, 126, size >> 8, size & 0xFF)) + text
        return bytes((first, 127)) + size.to_bytes(8, "big") + text

    def send_receive_event_to_app(self) -> None:
        """Hand over what has come. Uvicorn stops reading for each message; we do if another waits already: most people
        wait for an answer themselves."""
        if self.queue.empty() and not self.read_paused:
            self.read_paused = True
            super().send_receive_event_to_app()
            self.read_paused = False
        else:
            super().send_receive_event_to_app()

    def resume_writing(self) -> None:
        """The other side has taken in what it was sent."""
        super().resume_writing()
        self.on_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._caps.give_back(_subscriber(self.client[0] if self.client else ""))
        super().connection_lost(exc)
        self.on_room()
        self.on_room = do_nothing  # whoever listens refers to the connection: so both are freed at once
        self.conn.parser.close()  # as this does


def line_of(scope: Any) -> WebSocketProtocol | None:
    """The connection that a WebSocket's scope came with, unless it has been closed."""
    line: WebSocketProtocol | None = scope["extensions"][LINE]()
    return line


def do_nothing() -> None:
    """Nobody waits for room."""


def _deflated(text: bytes, window_bits: int) -> bytes:
    """A text by itself. A full flush lets the deflater forget what went before, so that one does for everybody."""
    deflater = _deflater(window_bits)
    return (deflater.compress(text) + deflater.flush(isal_zlib.Z_FULL_FLUSH))[:-END_OF_BLOCK]


@cache
def _deflater(window_bits: int) -> "isal_zlib.Compress":
    # At level 1 a frame is a quarter smaller and takes three times as long: a twentieth of the server's time.
    return isal_zlib.compressobj(0, wbits=-window_bits)


class HttpServer(Server):
    """Uvicorn, which is told when to stop instead of listening for signals itself."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: whoever runs the server does."""
        yield

    def stop(self) -> None:
        """Finish what is being answered, and stop."""
        self.should_exit = True


def server(app: Any, host: str, port: int, caps: ConnectionCaps) -> HttpServer:
    """A server for an application, ready to serve."""
    http: Any = partial(HttpProtocol, caps)
    websocket: Any = partial(WebSocketProtocol, caps)
    config = Config(
        app,
        host=host,
        port=port,
        http=http,
        ws=websocket,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=2048,
        timeout_keep_alive=int(IDLE_SECONDS),
        timeout_graceful_shutdown=STOP_SECONDS,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
    )
    return HttpServer(config)
