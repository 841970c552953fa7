"""What players do about each other: report, mute, block."""

from random import Random
from typing import Any

import pytest

from tests.server.player import Player, run
from tests.server.running import RunningServer
from tests.server.sites import Site, administrator, unique


async def insulted(rude: Player, witness: Player) -> tuple[str, dict[str, Any]]:
    """A table where both sit, and what one has said there, as the other hears it."""
    table = await rude.open("terminus", ["me", "open"])
    await witness.post(f"/tables/{table}/join")
    await rude.post(f"/tables/{table}/chat", said="You fool")
    (said,) = (await witness.get(f"/tables/{table}/chat"))["chat"]
    return table, said


def test_a_report_reaches_the_administrators_who_say_what_they_did(site: Site) -> None:
    async def story() -> None:
        async with (
            administrator(site) as boss,
            Player(site.hall.url, unique("Rude")) as rude,
            Player(site.hall.url, unique("Witness")) as witness,
        ):
            table, said = await insulted(rude, witness)
            assert not said["yours"]
            await witness.post(f"/tables/{table}/reports", message=said["id"], reason="an insult")
            await witness.post(f"/tables/{table}/reports", seat=0, reason="stalls on purpose")
            about_seat, about_message = (await boss.get("/admin/reports"))["reports"][:2]
            assert (about_message["said"], about_message["message"]) == ("You fool", said["id"])
            for report in (about_seat, about_message):
                names = report["name"], report["reporter"], report["table"]
                assert names == (rude.name, witness.name, table)
            await boss.post(f"/admin/reports/{about_seat['id']}/close", note="talked to them")
            assert about_seat["id"] not in [each["id"] for each in (await boss.get("/admin/reports"))["reports"]]
            closed = (await boss.get("/admin/reports", closed=True))["reports"][0]
            assert (closed["id"], closed["note"], closed["closed_by"]) == (
                about_seat["id"],
                "talked to them",
                boss.name,
            )
            again = {"note": ""}
            path = f"/admin/reports/{about_seat['id']}/close"
            assert await boss.refused("POST", path, json=again) == "no-such-report"
            for wrong, code in (
                ({"reason": "?"}, "malformed"),
                ({"seat": 0, "message": said["id"], "reason": "?"}, "malformed"),
                ({"seat": 5, "reason": "?"}, "no-such-seat"),
                ({"message": 2**31 - 1, "reason": "?"}, "no-such-message"),
            ):
                assert await witness.refused("POST", f"/tables/{table}/reports", json=wrong) == code

    run(story())


@pytest.mark.parametrize("closed_first", [True, False])
def test_the_words_of_a_deleted_account_vanish_from_reports_that_are_decided(site: Site, closed_first: bool) -> None:
    """Nobody escapes by leaving: until then what was said is evidence, and so is what was said about it."""

    async def story() -> None:
        async with (
            administrator(site) as boss,
            Player(site.hall.url, unique("Rude")) as rude,
            Player(site.hall.url, unique("Witness")) as witness,
        ):
            table, said = await insulted(rude, witness)
            await witness.post(f"/tables/{table}/reports", message=said["id"], reason="an insult")
            report = (await boss.get("/admin/reports"))["reports"][0]

            async def shown(closed: bool) -> tuple[str | None, str]:
                reports = (await boss.get("/admin/reports", closed=closed))["reports"]
                return next((one["said"], one["reason"]) for one in reports if one["id"] == report["id"])

            if closed_first:
                await boss.post(f"/admin/reports/{report['id']}/close", note="talked to them")
                assert await shown(closed=True) == ("You fool", "an insult")
            await rude.post("/me/deletion")
            assert await shown(closed_first) == (None if closed_first else "You fool", "an insult")
            await witness.post("/me/deletion")
            assert await shown(closed_first) == ((None, "") if closed_first else ("You fool", "an insult"))
            if not closed_first:
                await boss.post(f"/admin/reports/{report['id']}/close", note="gone")
            assert await shown(closed=True) == (None, "")

    run(story())


def test_a_muted_person_is_not_heard_any_more_in_open_windows_either(site: Site) -> None:
    async def story() -> None:
        async with Player(site.hall.url, "Loud") as loud, Player(site.office.url, "Quiet") as quiet:
            table = await loud.open("terminus", ["me", "open"])
            await quiet.post(f"/tables/{table}/join")
            await loud.post(f"/tables/{table}/chat", said="La la la")
            await quiet.post(f"/tables/{table}/chat", said="Please")
            async with quiet.watch(table) as window, loud.watch(table) as other:
                while "Please" not in window.said:
                    await window.receive()
                await quiet.post(f"/tables/{table}/blocks", seat=0, kind="mute")
                frame = await window.until("chat")
                assert (frame["whole"], [said["said"] for said in frame["chat"]]) == (True, ["Please"])
                assert frame["chat"][0]["yours"]
                await loud.post(f"/tables/{table}/chat", said="Tra la")
                await quiet.post(f"/tables/{table}/chat", said="Peace")
                frame = await window.until("chat")
                while not frame["chat"]:
                    frame = await window.until("chat")
                assert [said["said"] for said in frame["chat"]] == ["Peace"]
                while other.said[-1:] != ["Peace"]:
                    await other.receive()
                assert other.said == ["La la la", "Please", "Tra la", "Peace"]
                chat = (await quiet.get(f"/tables/{table}/chat"))["chat"]
                assert [said["said"] for said in chat] == ["Please", "Peace"]
                (blocked,) = (await quiet.get("/me/blocks"))["blocks"]
                assert (blocked["name"], blocked["kind"]) == ("Loud", "mute")
                await quiet.delete(f"/me/blocks/{blocked['id']}")
                frame = await window.until("chat")
                assert (frame["whole"], len(frame["chat"])) == (True, 4)
            assert (await quiet.get("/me/blocks"))["blocks"] == []
            assert await quiet.refused("DELETE", f"/me/blocks/{blocked['id']}") == "not-blocked"
            assert await quiet.refused("POST", f"/tables/{table}/blocks", json={"seat": 1, "kind": "mute"}) == (
                "that-is-you"
            )

    run(story())


def test_those_who_block_each_other_do_not_sit_together(site: Site) -> None:
    async def story() -> None:
        async with (
            Player(site.hall.url, "Ann") as ann,
            Player(site.office.url, "Bob") as bob,
            Player(site.office.url, "Carl") as carl,
        ):
            first = await ann.open("terminus", ["me", "open", "open"])
            await ann.post(f"/tables/{first}/chat", said="Hi")
            (said,) = (await bob.get(f"/tables/{first}/chat"))["chat"]
            await bob.post(f"/tables/{first}/blocks", message=said["id"], kind="block")
            anns = await ann.open("terminus", ["me", "open", "open"])
            bobs = await bob.open("terminus", ["me", "open", "open"])
            carls = await carl.open("terminus", ["me", "open", "open"])
            await ann.post(f"/tables/{carls}/join")
            # Neither at a table of the other's, nor at a third person's.
            for who, table in ((bob, anns), (ann, bobs), (bob, carls)):
                assert await who.refused("POST", f"/tables/{table}/join", json={}) == "kept-apart"
            for who, hidden in ((bob, {first, anns}), (ann, {bobs})):
                listed = {each["id"] for each in (await who.get("/tables", status="open"))["tables"]}
                assert not listed & hidden
                assert carls in listed
            (blocked,) = (await bob.get("/me/blocks"))["blocks"]
            await bob.delete(f"/me/blocks/{blocked['id']}")
            await bob.post(f"/tables/{carls}/join")
            assert anns in {each["id"] for each in (await bob.get("/tables", status="open"))["tables"]}

    run(story())


def test_nobody_learns_who_somebody_is(server: RunningServer) -> None:
    """What players are shown of each other holds names, seats and numbers of messages, but nobody's id."""

    async def story() -> None:
        async with Player(server.url, "Host") as host, Player(server.url, "Other") as other:
            table = await host.open("terminus", ["me", "open"])
            await other.post(f"/tables/{table}/join")
            await host.post(f"/tables/{table}/chat", said="Hi")
            await host.post(f"/tables/{table}/start")
            await other.post(f"/tables/{table}/blocks", seat=0, kind="mute")
            (host_id,) = [each["id"] for each in (await other.get("/me/blocks"))["blocks"]]
            async with other.watch(table) as window:
                await window.play_on(Random(1), 1) if window.view else await window.until("sight")
                frames = str(window.frames)
            for text in (frames, str(await other.get(f"/tables/{table}/chat")), str(await other.get("/tables"))):
                assert host_id not in text
            # Nor does an id let anybody in.
            async with Player(server.url, None) as thief:
                for cookie in (host_id, f"{host_id}.0.", f"{host_id}.0.{'0' * 64}"):
                    thief.http.cookies.set("omnibus", cookie)
                    assert await thief.get("/me") is None

    run(story())


@pytest.mark.parametrize("kind", ["mute", "block"])
def test_a_stranger_cannot_report_or_block(server: RunningServer, kind: str) -> None:
    async def story() -> None:
        async with Player(server.url) as host, Player(server.url, None) as stranger:
            table = await host.open("terminus", ["me", "open"])
            assert await stranger.refused("POST", f"/tables/{table}/blocks", json={"seat": 0, "kind": kind}) == (
                "not-signed-in"
            )
            report = {"seat": 0, "reason": "?"}
            assert await stranger.refused("POST", f"/tables/{table}/reports", json=report) == "not-signed-in"

    run(story())
