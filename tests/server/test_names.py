"""Names: what may be shown, and when two names are the same."""

import asyncio

import pytest

from omnibus.server.names import canonical_name, clean_name, former_canonical_name
from omnibus.server.trouble import ServerTrouble
from tests.server.player import Player, run
from tests.server.running import RunningServer

REFUSED = {
    "\U0001d160" * 24: "name-too-long",  # three characters each once it is normalised
    "\ufdfa" * 10: "name-too-long",  # 18 characters each once it is compared
    "\u2800": "name-blank",
    "\u3164 \uffa0\u115f": "name-blank",
    "\u0301\u0302": "name-blank",
    "\u200b\u00ad": "name-blank",
    "\ufe0f": "name-blank",
    "(Bot hard)": "name-marked",
    "Ada (BOT": "name-marked",
    "Ada（ｂｏｔ hard）": "name-marked",
    "Ada ( bot hard)": "name-marked",
    "Ada (b\u200bot hard)": "name-marked",
    "Ada (Guest)": "name-marked",
    "Ada (invite\u0301)": "name-marked",
    "Ada \u202egeorg": "name-turns",
    "\u2066Ada\u2069": "name-turns",
    "Ada\x1b[2J": "name-unprintable",
    "Ada\ue000": "name-unprintable",
}


@pytest.mark.parametrize(("name", "code"), REFUSED.items(), ids=lambda value: ascii(value)[:20])
def test_names_that_cannot_be_used(name: str, code: str) -> None:
    with pytest.raises(ServerTrouble) as refused:
        clean_name(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (" Zoé \t du\nBac ", "Zoé du Bac"),
        ("Ann\u3164", "Ann"),
        ("A\u200bnn\ufeff", "Ann"),
        ("王芳", "王芳"),
        ("محمد", "محمد"),
        ("😀", "😀"),
        ("R2-D2 (the robot)", "R2-D2 (the robot)"),
    ],
)
def test_names_as_they_are_shown(name: str, shown: str) -> None:
    assert clean_name(name) == shown == clean_name(shown)


def test_variants_are_one_name() -> None:
    variants = (
        "Ann Lee",
        "ANN LEE",
        " ann  lee",
        "AnnLee",
        "Ａｎｎ Ｌｅｅ",
        "Ann\u00a0Lee",
        "A\u200bnn Lee",
        "Ann\u3164Lee",
    )
    assert {canonical_name(name) for name in variants} == {"annlee"}
    assert canonical_name("Straße") == canonical_name("STRASSE")
    assert canonical_name("Ann") != canonical_name("Anne")
    assert former_canonical_name("A\u200bnn  Lee") == "a�nn lee"


def test_odd_names_are_refused_in_words(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, None) as stranger, Player(server.url, "Host") as host:
            for name, code in REFUSED.items():
                assert await stranger.refused("POST", "/people", json={"name": name}) == code
                assert await host.refused("PATCH", "/me", json={"name": name, "language": "fr"}) == code
                seats = [{"who": "me", "name": name}, {"who": "bot"}]
                assert await host.refused("POST", "/tables", json={"game": "terminus", "seats": seats}) == code

    run(visit())


def test_a_guest_cannot_go_by_the_name_of_an_account(server: RunningServer) -> None:
    async def visit() -> None:
        async with Player(server.url, "Guest") as owner, Player(server.url, "Guest") as guest:
            await owner.post("/account", name="The Owner", password="12345678")
            for name in ("The Owner", "ＴＨＥ OWNER", "theowner", "The\u200b Owner"):
                assert await guest.refused("POST", "/people", json={"name": name}) == "name-taken"
                assert await guest.refused("PATCH", "/me", json={"name": name}) == "name-taken"
                seats = [{"who": "me"}, {"who": "me", "name": name}]
                assert await guest.refused("POST", "/tables", json={"game": "terminus", "seats": seats}) == "name-taken"
            seats = [{"who": "me", "name": "The Owner"}, {"who": "me", "name": "Somebody beside"}]
            await owner.post("/tables", game="terminus", seats=seats)

    run(visit())


def test_guests_are_told_apart_once_somebody_registers_their_name(server: RunningServer) -> None:
    async def visit() -> None:
        async with (
            Player(server.url, "Marguerite") as owner,
            Player(server.url, "MARGUERITE", "fr") as french,
            Player(server.url, "Margue rite") as english,
        ):
            await owner.post("/account", name="Marguerite", password="12345678")
            await asyncio.sleep(5.1)  # what is known of a person is believed for so long
            assert (await owner.get("/me"))["name"] == "Marguerite"
            assert (await french.get("/me"))["name"] == "MARGUERITE (invité)"
            assert (await english.get("/me"))["name"] == "Margue rite (guest)"
            spoken = await french.ask("PATCH", "/me", json={"name": "MARGUERITE (invité)", "language": "en"})
            assert (spoken.json()["name"], spoken.json()["language"]) == ("MARGUERITE (invité)", "en")

    run(visit())
