"""Stands between Playwright and Debian's Firefox: `python -m tests.browser.firefox_bridge ARGUMENTS-OF-FIREFOX`.

Both speak WebDriver BiDi, but Playwright sends a command that the Firefox of Debian does not know yet. It is answered
here; all else goes through. When Firefox knows it, Playwright can start Firefox itself, and this file is not needed.
"""

import asyncio
import json
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

NOT_KNOWN_YET = "emulation.setMediaFeaturesOverride"
READY = "WebDriver BiDi listening on "


async def bridge(arguments: list[str]) -> None:
    """Start Firefox and pass on what is said, until Firefox ends."""
    firefox = await asyncio.create_subprocess_exec("firefox-esr", *arguments, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    while READY not in (line := (await firefox.stderr.readline()).decode()):
        sys.stderr.write(line)
    address = line.split(READY)[1].strip()

    async def talk(playwright: ServerConnection) -> None:
        assert playwright.request is not None
        async with connect(address + playwright.request.path, max_size=None, compression=None) as browser:
            both = (_ask(playwright, browser), _answer(browser, playwright))
            await asyncio.wait([asyncio.ensure_future(way) for way in both], return_when=asyncio.FIRST_COMPLETED)

    async with serve(talk, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sys.stderr.write(f"{READY}ws://127.0.0.1:{port}\n")
        sys.stderr.flush()
        while line := (await firefox.stderr.readline()).decode():
            sys.stderr.write(line)
    await firefox.wait()


async def _ask(playwright: ServerConnection, browser: ClientConnection) -> None:
    async for message in playwright:
        command = json.loads(message)
        if command["method"] == NOT_KNOWN_YET:
            await playwright.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await browser.send(message)


async def _answer(browser: ClientConnection, playwright: ServerConnection) -> None:
    async for message in browser:
        await playwright.send(message)


if __name__ == "__main__":
    asyncio.run(bridge(sys.argv[1:]))
