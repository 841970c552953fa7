"""The TypeScript types and the OpenAPI schema tell the truth about the server."""

import asyncio
import json
from itertools import count
from pathlib import Path

import httpx
import pytest
from docs.write_types import FOLDER, files, schema

from omnibus.rules import GAMES
from omnibus.server.app import Descriptions, build
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from tests.server.running import RunningServer


def test_the_types_are_up_to_date() -> None:
    for name, text in files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: make docs"


def test_every_request_is_described_and_every_refusal_has_a_shape() -> None:
    for path, item in schema()["paths"].items():
        for method, operation in item.items():
            assert operation["summary"], (method, path)
            assert "429" in operation["responses"], (method, path)


def test_the_page_and_the_schema_are_served(server: RunningServer) -> None:
    page = httpx.get(f"{server.url}/api")
    assert page.headers["content-type"].startswith("text/html")
    assert "<script" not in page.text
    assert "/api/tables/{table}/plies" in page.text
    served = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    assert served["paths"].keys() == schema()["paths"].keys()


def test_what_describes_the_api_is_made_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, make = count(), Descriptions._make

    def counted(self: Descriptions) -> None:
        next(made)
        make(self)

    monkeypatch.setattr(Descriptions, "_make", counted)
    descriptions = Descriptions(build(Services(Settings.read({"OMNIBUS_DATA": str(tmp_path)})), {}))

    async def story() -> None:
        await asyncio.gather(*(descriptions.made() for _ in range(5)))
        await descriptions.made()

    asyncio.run(story())
    assert next(made) == 1
    assert descriptions.schema


@pytest.mark.parametrize("game", list(GAMES))
def test_a_browser_gets_all_it_needs_to_show_a_game(server: RunningServer, game: str) -> None:
    games = {each["id"]: each for each in httpx.get(f"{server.url}/api/games").json()["games"]}
    details = httpx.get(f"{server.url}/api/games/{game}").json()
    box = GAMES[game]
    assert details["game"] == games[game]
    assert games[game]["seats"] == list(box.seat_counts)
    assert "random" in games[game]["bots"]
    assert [rule["id"] for rule in details["rules"]] == list(box.rulebook.rules)
    assert all(rule["text"].keys() == {"en", "fr"} for rule in details["rules"])
    assert details["board"] == json.loads(json.dumps(box.printed))
    assert httpx.get(f"{server.url}/api/games/chess").json()["code"] == "not-possible"
