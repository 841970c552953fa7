"""Somebody with a browser of their own."""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.packages import SRC

WEB = SRC.parent / "web"
EYES = Path(__file__).with_name("eyes.js")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
CALM: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}  # what Firefox cannot be told for a single page
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ABORTED = ("net::ERR_ABORTED", "NS_BINDING_ABORTED")  # in Chromium, in Firefox
PATIENCE = 90_000  # milliseconds; only for what has gone wrong

Answer = dict[str, Any]


expect.set_options(timeout=PATIENCE)  # a busy machine draws late


def texts(language: str) -> dict[str, str]:
    """What the client says in that language, at the tables of all games too."""
    catalogue: dict[str, str] = {}
    for path in (WEB / "src" / "texts" / f"{language}.json", *WEB.glob(f"src/tables/*/{language}.json")):
        catalogue |= json.loads(path.read_text(encoding="utf-8"))
    return catalogue


EN, FR = texts("en"), texts("fr")


def chromium() -> str | None:
    """Where the system's Chromium is, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def firefox() -> str | None:
    """Where Debian's Firefox is, if there is one."""
    return shutil.which("firefox-esr")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """The system's Chromium, closed whatever happens."""
    with sync_playwright() as playwright, open_chromium(playwright) as browser:
        yield browser


@contextmanager
def open_chromium(playwright: Playwright) -> Iterator[Browser]:
    """The system's Chromium, closed whatever happens."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def open_firefox(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Firefox, driven by WebDriver BiDi, closed whatever happens."""
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / "firefox"
        bridge = f'cd "{SRC.parent}" && exec "{sys.executable}" -m tests.browser.firefox_bridge "$@"'
        start.write_text(f"#!/bin/sh\n{bridge}\n", encoding="utf-8")
        start.chmod(0o700)
        # The channel says that it is Debian's: without it Playwright means a Firefox of its own.
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=start, firefox_user_prefs=CALM)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """A person, a browser, a page; and everything that went wrong in it."""

    def __init__(self, browser: Browser, url: str, **device: Any):
        self.url = url
        device = {"viewport": LAPTOP, "locale": "en-GB", "reduced_motion": "reduce", **device}
        self.context: BrowserContext = browser.new_context(**device)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(path=EYES)
        self.troubles: list[str] = []
        self.frames: list[tuple[str, str]] = []  # what came over WebSockets, and which
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(f"an error in the page: {error}"))
        page.on("requestfailed", self._miss)
        page.on("response", self._read)
        page.on("websocket", self._listen)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"in the console: {message.text}")

    def _miss(self, request: Request) -> None:
        # What a page that is left was still asking for is not needed any more.
        if request.failure not in ABORTED:
            self.troubles.append(f"{request.method} {request.url}: {request.failure}")

    def _read(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.request.method} {response.url}: {response.status}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append((socket.url, str(frame))))
        socket.on("socketerror", lambda error: self.troubles.append(f"{socket.url}: {error}"))

    def forgive(self) -> None:
        """Forget what went wrong where it was meant to."""
        self.troubles.clear()

    # ---- Beside the page, with its cookie

    def ask(self, method: str, path: str, **data: Any) -> Answer:
        """A request with this person's cookie."""
        answer = self.context.request.fetch(
            f"{self.url}/api{path}", method=method, headers={"x-omnibus": "1"}, data=None if method == "GET" else data
        )
        assert answer.ok, f"{answer.status} {answer.text()}"
        told: Answer = answer.json() if answer.body() else {}
        return told

    def come_in(self, name: str, language: str = "en") -> None:
        self.ask("POST", "/people", name=name, language=language)

    def open_table(self, game: str, seats: Sequence[str], **more: Any) -> str:
        """Open a table. A seat is `me`, `open`, the name of a bot, or `me:` and the name of somebody beside me."""
        opened = self.ask("POST", "/tables", game=game, seats=[_wish(seat) for seat in seats], **more)
        return str(opened["table"]["id"])

    # ---- Before the page

    def go(self, page: str = "") -> None:
        """Go to a page of the client: `table/7f3a`."""
        self.page.goto(f"{self.url}/#/{page}")

    def sit_at(self, table: str) -> None:
        """Go to a table and wait until it is laid."""
        self.go(f"table/{table}")
        self.page.wait_for_selector("main.shell, .curtain")

    def wait(self, condition: str, argument: Any = None) -> None:
        """Until that holds in the page: a function, for a mere expression would be forbidden there by its policy."""
        self.page.wait_for_function(condition, arg=argument)

    def wait_for_moment(self, n: int) -> None:
        self.wait("n => eyes.moment() >= n", n)

    @property
    def moment(self) -> int:
        return int(self.page.evaluate("eyes.moment()"))


def _wish(seat: str) -> Answer:
    if seat in ("me", "open"):
        return {"who": seat}
    if seat.startswith("me:"):
        return {"who": "me", "name": seat.removeprefix("me:")}
    return {"who": "bot", "bot": seat}
