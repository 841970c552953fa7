"""Everything that a server on the open Internet must bear, at once, from few addresses.

`python -m tests.server.attacks URL SECONDS` attacks until the time is up, then prints as JSON what each attack got: how
often which answer, and whether any was a fault of the server (5xx).
"""

import asyncio
import json
import struct
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from omnibus.learn import puzzles
from tests.server.player import CERTIFICATES
from tests.server.test_attack import GAMES_THERE, a_record, nasty_frame, today

Told = Counter[str]
HALF_A_REQUEST = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
ODD_REQUESTS = (
    b"GET /api/me HTTP/1.1\r\nHost: [\r\n\r\n",
    b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\nX-Omnibus: 1\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Omnibus: 1\r\nContent-Length: 6\r\n\r\n[\"\xff\xfe\"]",
    b"GET /api/tables/%00%ff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /api/tables?game=%00&status=%f0%28 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\x1b[31m\xe2\x80\xae HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Omnibus: 1\r\nContent-Length: 50000\r\n\r\n" + b"[" * 50_000,
    b"NONSENSE\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody speaks TLS
)  # fmt: skip


class Attacker:
    """Somebody at one address who means harm."""

    def __init__(self, url: str, address: str):
        self.url = url
        self.address = address
        self.port = urlsplit(url).port or 80
        self.told = Told()
        self.luck = Random(address)
        self._keys = count()
        self.http = self._client()

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=CERTIFICATES)
        return httpx.AsyncClient(base_url=self.url, headers={"x-omnibus": "1"}, transport=transport, timeout=30)

    async def ask(self, method: str, path: str, **request: Any) -> httpx.Response | None:
        """Send a request and note the answer; None if there was none."""
        try:
            answer = await self.http.request(method, path, **request)
        except httpx.HTTPError as error:
            self.told[type(error).__name__] += 1
            return None
        self.told[str(answer.status_code)] += 1
        return answer

    async def become_guest(self) -> bool:
        """Come in as somebody new."""
        self.http.cookies.clear()
        answer = await self.ask("POST", "/api/people", json={"name": f"M{next(self._keys)}", "language": "en"})
        return answer is not None and answer.is_success

    async def open_table(self, game: str, seats: list[dict[str, str]], start: bool = True) -> str | None:
        """A table of one's own."""
        answer = await self.ask("POST", "/api/tables", json={"game": game, "seats": seats})
        if answer is None or not answer.is_success:
            return None
        table = str(answer.json()["table"]["id"])
        if start:
            await self.ask("POST", f"/api/tables/{table}/start")
        return table

    def socket(self, path: str) -> Any:
        """A WebSocket from this address."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            self.url.replace("http", "ws") + path,
            additional_headers={"Cookie": cookies},
            local_addr=(self.address, 0),
            open_timeout=10,
            close_timeout=0.2,
        )

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection from this address."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))


# ---- Attacks; each is called again as soon as it ends


async def costly_requests(attacker: Attacker) -> None:
    """Sixty a second of what costs most."""
    paths = ("/api", "/api/schema/openapi.json", "/api/health/ready", "/api/games/bus", "/api/tables", "/none", "/")
    await asyncio.gather(*(attacker.ask("GET", attacker.luck.choice(paths)) for _ in range(15)))
    await asyncio.sleep(0.25)


async def table_flood(attacker: Attacker) -> None:
    """As many tables as one gets, by as many guests as one gets."""
    if attacker.luck.random() < 0.1 or not attacker.http.cookies:
        await attacker.become_guest()
    await attacker.open_table("terminus", [{"who": "me"}, {"who": "open"}], start=False)
    await asyncio.sleep(0.05)


async def bot_hog(attacker: Attacker) -> None:
    """Twenty tables of five bots that think long."""
    await attacker.become_guest()
    for _ in range(20):
        await attacker.open_table("bus", [{"who": "bot", "bot": "hard"}] * 5)
        await attacker.open_table("london", [{"who": "me"}] + [{"who": "bot", "bot": "hard"}] * 3)
    await asyncio.sleep(20)


async def hint_flood(attacker: Attacker) -> None:
    """Advice, again and again."""
    await attacker.become_guest()
    table = await attacker.open_table("london", [{"who": "me"}, {"who": "me"}])
    for _ in range(40):
        await attacker.ask("POST", f"/api/tables/{table}/hint", json={"seat": attacker.luck.randrange(2)})
        await asyncio.sleep(0.2)


async def undo_flood(attacker: Attacker) -> None:
    """A log that grows by a move and its undo, and strangers who want to hear all of it."""
    await attacker.become_guest()
    table = await attacker.open_table("terminus", [{"who": "me"}, {"who": "me"}])
    for _ in range(300):
        sight = await attacker.ask("GET", f"/api/tables/{table}/view", params={"seat": 0, "after": 0})
        if sight is None or not sight.is_success:
            break
        now = sight.json()
        seat = 0 if now["view"]["legal"] else 1
        legal = now["view"]["legal"] or [{"text": "nonsense"}]
        key = f"k{next(attacker._keys)}"
        await attacker.ask(
            "POST",
            f"/api/tables/{table}/plies",
            json={"seat": seat, "n": now["n"], "key": key, "move": legal[0]["text"]},
        )
        await attacker.ask(
            "POST", f"/api/tables/{table}/undo", json={"seat": seat, "n": now["n"] + 1, "key": f"{key}u"}
        )
        await attacker.ask("GET", f"/api/tables/{table}/replay")
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)


async def half_open_requests(attacker: Attacker) -> None:
    """Requests that never end: of some the head, of some the body drips."""
    await _dripping(attacker, HALF_A_REQUEST, b"x")


async def half_open_bodies(attacker: Attacker) -> None:
    """The body of a request drips."""
    head = b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Omnibus: 1\r\nContent-Length: 60000\r\n\r\n"
    await _dripping(attacker, head, b" ")


async def unfinished_frames(attacker: Attacker) -> None:
    """Windows with frames of twelve megabytes that never end."""
    hello = (
        f"GET /api/lobby/live HTTP/1.1\r\nHost: 127.0.0.1:{attacker.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    frame = b"\x81\xff" + struct.pack(">Q", 12 << 20) + b"\x00" * 4
    await _dripping(attacker, hello.encode() + frame, b"x" * 65_536)


async def _dripping(attacker: Attacker, beginning: bytes, drop: bytes) -> None:
    writers = []
    for _ in range(60):
        try:
            _, writer = await attacker.connection()
        except OSError:
            attacker.told["refused"] += 1
            continue
        writer.write(beginning)
        writers.append(writer)
        attacker.told["opened"] += 1
    for _ in range(20):
        for writer in writers:
            with suppress(OSError):
                if not writer.is_closing():
                    writer.write(drop)
        await asyncio.sleep(0.5)
    for writer in writers:
        attacker.told["cut" if writer.is_closing() else "left open"] += 1
        writer.transport.abort()


async def window_flood(attacker: Attacker) -> None:
    """As many windows as one gets."""
    opened = []
    for _ in range(150):
        try:
            opened.append(await attacker.socket("/api/lobby/live"))
            attacker.told["opened"] += 1
        except (OSError, WebSocketException, TimeoutError):
            attacker.told["refused"] += 1
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    for socket in opened:
        with suppress(OSError, WebSocketException):
            await socket.close()


async def nasty_frames(attacker: Attacker) -> None:
    """Nonsense at a table of one's own."""
    await attacker.become_guest()
    table = await attacker.open_table("london", [{"who": "me"}, {"who": "me"}])
    with suppress(OSError, WebSocketException, TimeoutError):
        async with attacker.socket(f"/api/tables/{table}/live") as socket:
            for number in range(400):
                await socket.send(nasty_frame(attacker.luck, {}, f"nasty-{number}"))
                attacker.told["sent"] += 1
                await asyncio.sleep(0.02)
    await asyncio.sleep(1)


async def odd_requests(attacker: Attacker) -> None:
    """What no browser sends."""
    for request in ODD_REQUESTS:
        with suppress(OSError, TimeoutError):
            reader, writer = await attacker.connection()
            writer.write(request)
            async with asyncio.timeout(5):
                line = (await reader.readline()).split()
            attacker.told[line[1].decode() if len(line) > 1 else "cut"] += 1
            writer.transport.abort()
        await asyncio.sleep(0.1)


async def password_guesses(attacker: Attacker) -> None:
    """Guessing somebody's password under many spellings of the name."""
    names = ("Honest 1", "honest 1", "HONEST  1", "Ｈonest 1", "Honest1", "nobody")
    guess = {"name": attacker.luck.choice(names), "password": f"guess {next(attacker._keys)}"}
    await attacker.ask("POST", "/api/session", json=guess)
    await asyncio.sleep(0.1)


async def uploads(attacker: Attacker) -> None:
    """Records, true and false, and large ones."""
    await attacker.become_guest()
    record = a_record()
    for text in (record, record.replace("seed", "sead"), record + "x" * 300_000, "\x00" * 1000):
        await attacker.ask("POST", "/api/records", json={"record": text})
        await asyncio.sleep(0.5)


async def chat_flood(attacker: Attacker) -> None:
    """Shouting at a public table of somebody else."""
    await attacker.become_guest()
    listed = await attacker.ask("GET", "/api/tables", params={"status": "running"})
    tables = listed.json()["tables"] if listed is not None and listed.is_success else []
    for table in tables[:5]:
        for _ in range(10):
            await attacker.ask("POST", f"/api/tables/{table['id']}/chat", json={"said": "buy \x1b[31m\u0000 now"})
    await asyncio.sleep(2)


async def learning_flood(attacker: Attacker) -> None:
    """Sixty a second of lessons, puzzles and deals, with all that is written down of them."""
    if not attacker.http.cookies:
        await attacker.become_guest()
    there = {name: attacker.luck.choice(names) for name, names in attacker.luck.choice(GAMES_THERE).items()}
    of_game = f"/api/games/{there['game']}"
    (puzzle,) = [each for each in puzzles(there["game"]) if each.id == there["puzzle"]]
    requests: tuple[tuple[str, str, Any], ...] = (
        ("GET", "/api/daily", None),
        ("GET", f"/api/daily/calendar?month={today()[:7]}", None),
        ("GET", f"{of_game}/puzzles/{there['puzzle']}", None),
        ("POST", f"{of_game}/puzzles/{there['puzzle']}", {"move": attacker.luck.choice([*puzzle.values])}),
        ("POST", f"{of_game}/puzzles/{there['puzzle']}/why", {"about": {}}),
        ("POST", f"{of_game}/lessons/{there['lesson']}", {"done": []}),
        ("GET", f"{of_game}/companion", None),
        ("PUT", f"{of_game}/companion/{there['explanation']}", None),
        ("PATCH", "/api/me", {"name": f"M{next(attacker._keys)}", "language": "en"}),
    )
    wanted = attacker.luck.choices(requests, k=15)
    await asyncio.gather(*(attacker.ask(method, path, json=body) for method, path, body in wanted))
    await asyncio.sleep(0.25)


async def deal_flood(attacker: Attacker) -> None:
    """The deals of the day begun and given up by one guest after the other, and links to deals made of nothing."""
    await attacker.become_guest()
    for names in GAMES_THERE:
        begun = await attacker.ask("POST", f"/api/daily/{names['game'][0]}/{today()}", json={"counted": True})
        if begun is not None and begun.is_success:
            (seat,) = [seat["seat"] for seat in begun.json()["seats"] if seat["yours"]]
            table = f"/api/tables/{begun.json()['id']}"
            for path in (f"/seats/{seat}/resign", "/challenge", "/hint", "/rematch"):
                await attacker.ask("POST", table + path, json={})
        await attacker.ask("POST", "/api/challenges/play", json={"token": f"{next(attacker._keys)}" * 4})
    await asyncio.sleep(0.5)


ATTACKS: tuple[Callable[[Attacker], Awaitable[None]], ...] = (
    costly_requests, table_flood, bot_hog, hint_flood, undo_flood, half_open_requests, half_open_bodies,
    unfinished_frames, window_flood, nasty_frames, odd_requests, password_guesses, uploads, chat_flood, learning_flood,
    deal_flood,
)  # fmt: skip


async def attack(url: str, seconds: float) -> dict[str, Told]:
    """Attack in every way until the time is up; what each attack was answered."""
    attackers = {each.__name__: Attacker(url, f"127.0.66.{n}") for n, each in enumerate(ATTACKS, start=1)}

    async def again_and_again(each: Callable[[Attacker], Awaitable[None]]) -> None:
        attacker = attackers[each.__name__]
        while True:
            await each(attacker)

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*map(again_and_again, ATTACKS))
    return {name: attacker.told for name, attacker in attackers.items()}


def main() -> None:
    """Attack the server at an address for so many seconds."""
    told = asyncio.run(attack(sys.argv[1], float(sys.argv[2])))
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
