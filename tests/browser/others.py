"""People who play without a page, and games that are quickly played as far as a test needs them."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import httpx

from tests.browser.visitor import Answer, Visitor
from tests.server.player import CERTIFICATES
from tests.starting import PATIENCE


class Other:
    """Somebody who plays over HTTP: a newcomer of that name, or whoever has those cookies."""

    def __init__(self, url: str, name: str | None, cookies: Mapping[str, str] | None = None):
        headers = {"x-omnibus": "1"}
        self._http = httpx.Client(
            base_url=f"{url}/api", headers=headers, cookies=dict(cookies or {}), timeout=PATIENCE, verify=CERTIFICATES
        )
        if name is not None:
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
    hands = {seat: _hand(person) for seat, person in seated.items()}
    seat, n, sight = next(iter(hands)), 0, None
    while moves is None or n < moves:
        if sight is None:
            sight = hands[seat].ask("GET", f"/tables/{table}/view?seat={seat}")
        n = int(sight["n"])
        if sight["view"]["result"] is not None:
            break
        mover = next((each for each in hands if each in sight["view"]["turn"]), None)
        if mover is None:  # a bot thinks
            sight = hands[seat].ask("GET", f"/tables/{table}/view?seat={seat}&after={n}&wait=5")
        elif mover != seat:
            seat, sight = mover, None
        else:
            move, key = luck.choice(sight["view"]["legal"])["text"], f"{luck.random()}"
            sight = hands[seat].ask("POST", f"/tables/{table}/plies", seat=seat, n=n, key=key, move=move)
            n += 1
    for hand, person in zip(hands.values(), seated.values(), strict=True):
        if hand is not person:
            hand.close()
    return n


def _hand(person: Person) -> Other:
    """Whoever has a page plays beside it: that is quicker than through the browser."""
    if isinstance(person, Other):
        return person
    cookies = {cookie["name"]: cookie["value"] for cookie in person.context.cookies(person.url)}
    return Other(person.url, None, cookies)
