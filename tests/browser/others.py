"""People who play without a page, and games that are quickly played as far as a test needs them."""

from collections.abc import Sequence
from random import Random
from typing import Any

import httpx

from tests.browser.visitor import Answer, Visitor
from tests.server.player import CERTIFICATES
from tests.starting import PATIENCE


class Other:
    """Somebody who plays over HTTP."""

    def __init__(self, url: str, name: str):
        headers = {"x-omnibus": "1"}
        self._http = httpx.Client(base_url=f"{url}/api", headers=headers, timeout=PATIENCE, verify=CERTIFICATES)
        self.ask("POST", "/people", name=name, language="en")

    def ask(self, method: str, path: str, **data: Any) -> Answer:
        answer = self._http.request(method, path, json=None if method == "GET" else data)
        assert answer.is_success, f"{answer.status_code} {answer.text}"
        told: Answer = answer.json() if answer.content else {}
        return told

    def close(self) -> None:
        self._http.close()


Person = Visitor | Other


def lay(host: Visitor, game: str, seats: Sequence[str], people: Sequence[Person] = (), **more: Any) -> str:
    """A table of the host's, at which the others take the open seats; it begins."""
    table = host.open_table(game, seats, **more)
    for person in people:
        person.ask("POST", f"/tables/{table}/join")
    host.ask("POST", f"/tables/{table}/start")
    return table


def play_by_hand(table: str, seated: dict[int, Person], luck: Random, moves: int | None = None) -> int:
    """Play at random without looking at a page, until the end or so many moves; how many there are then."""
    n = 0
    while moves is None or n < moves:
        for seat, person in seated.items():
            sight = person.ask("GET", f"/tables/{table}/view?seat={seat}")
            n = int(sight["n"])
            if sight["view"]["result"] is not None:
                return n
            if sight["view"]["legal"]:
                move = luck.choice(sight["view"]["legal"])["text"]
                key = f"{luck.random()}"
                person.ask("POST", f"/tables/{table}/plies", seat=seat, n=n, key=key, move=move)
                n += 1
                break
    return n
