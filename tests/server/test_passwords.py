"""Passwords: tried, changed, forgotten and reset."""

import asyncio
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from omnibus.server.accounts import _nobodys_password
from omnibus.server.services import Services
from omnibus.server.settings import Settings
from omnibus.server.trouble import ServerTrouble
from tests.server.player import Player, run
from tests.server.running import RunningServer, command
from tests.starting import PATIENCE


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with the usual limits."""
    running = RunningServer(tmp_path / "data", OMNIBUS_LIMITS="1")
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()


WRONG = "not the password"
RIGHT = "correct horse"


async def _guesses(url: str, address: str, name: str, times: int) -> list[str]:
    async with Player(url, None, address=address) as stranger:
        guess = {"name": name, "password": WRONG}
        return [await stranger.refused("POST", "/session", json=guess) for _ in range(times)]


def test_a_stranger_cannot_lock_an_account_out(strict: RunningServer) -> None:
    """However many guess from however many addresses, the owner gets in: on a known device, and on a new one."""

    async def story() -> None:
        async with Player(strict.url, "Owner") as owner:
            await owner.post("/account", name="Owner", password=RIGHT)
            await owner.delete("/session")
            answers = await _guesses(strict.url, "127.0.0.2", "Owner", 12)
            assert answers[0] == "wrong-password"
            assert answers[-1] == "too-many-tries"
            # From many addresses, each soon gets a single try only ...
            many = [await _guesses(strict.url, f"127.0.1.{n}", "Owner", 8) for n in range(1, 12)]
            assert many[0] == ["wrong-password"] * 8
            assert many[-1] == ["wrong-password"] + ["too-many-tries"] * 7
            # ... which is enough for whoever knows the password.
            async with Player(strict.url, None, address="127.0.2.1") as new_device:
                assert (await new_device.post("/session", name="Owner", password=RIGHT))["name"] == "Owner"
            # And whoever guesses from the owner's own address does not shut out the owner's device.
            assert (await _guesses(strict.url, "127.0.0.1", "Owner", 12))[-1] == "too-many-tries"
            assert (await owner.post("/session", name="Owner", password=RIGHT))["name"] == "Owner"

    run(story())


def test_variants_of_a_name_are_counted_as_one(strict: RunningServer) -> None:
    async def story() -> None:
        answers = []
        for name in ("Nobody", "NOBODY", " nobody", "Ｎｏｂｏｄｙ", "no body", "no\u200bbody") * 2:
            answers += await _guesses(strict.url, "127.0.0.3", name, 1)
        assert answers[:10] == ["wrong-password"] * 10
        assert answers[10:] == ["too-many-tries"] * 2

    run(story())


def test_a_password_is_as_hard_to_guess_as_experts_advise(tmp_path: Path) -> None:
    """Of an account, and of nobody: both answers take as long. (The other tests have servers that hash quickly.)"""

    async def story() -> None:
        services = Services(Settings.read({"OMNIBUS_DATA": str(tmp_path)}))
        await services.store.open()
        try:
            hashed = await services.accounts._hash(RIGHT)
            assert await services.accounts._matches(hashed, RIGHT)
            assert not await services.accounts._matches(hashed, WRONG)
            assert not await services.accounts._matches(None, RIGHT)
        finally:
            await services.store.close()
        for each in (hashed, _nobodys_password()):
            assert extract_parameters(each) == RFC_9106_LOW_MEMORY

    run(story())


def test_one_signs_in_by_any_variant(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Any") as owner, Player(server.url, None) as device:
            await owner.post("/account", name="Any Variant", password=RIGHT)
            for name in ("any variant", "ＡＮＹ　ＶＡＲＩＡＮＴ", "AnyVariant", "Any\u200b Variant"):
                assert (await device.post("/session", name=name, password=RIGHT))["name"] == "Any Variant"

    run(story())


def test_a_changed_password_ends_all_other_sessions(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Changer") as here, Player(server.url, None) as there:
            change = {"old": RIGHT, "new": "battery staple"}
            assert await here.refused("PUT", "/account/password", json=change) == "no-account"
            await here.post("/account", name="Changer", password=RIGHT)
            await there.post("/session", name="Changer", password=RIGHT)
            wrong = {"old": WRONG, "new": "battery staple"}
            assert await here.refused("PUT", "/account/password", json=wrong) == "not-your-password"
            assert (await there.get("/me"))["account"]
            await here.put("/account/password", **change)
            assert (await here.get("/me"))["account"]
            assert await there.get("/me") is None
            assert (
                await there.refused("POST", "/session", json={"name": "Changer", "password": RIGHT}) == "wrong-password"
            )
            await there.post("/session", name="Changer", password="battery staple")

    run(story())


def test_the_address_for_mail_asks_for_the_password(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Mailed") as person:
            await person.post("/account", name="Mailed", password=RIGHT)
            wrong = {"password": WRONG, "email": "thief@example.org"}
            assert await person.refused("PUT", "/account/email", json=wrong) == "not-your-password"
            for bad in ("", "x", "a@", "a b@example.org", "a@example.org\nBcc: x@example.org", "é@example.org"):
                told = {"password": RIGHT, "email": bad}
                assert await person.refused("PUT", "/account/email", json=told) == "malformed"
            assert (await person.put("/account/email", password=RIGHT, email="m@example.org"))[
                "email"
            ] == "m@example.org"
            assert (await person.get("/me"))["email"] == "m@example.org"
            assert (await person.put("/account/email", password=RIGHT, email=None))["email"] is None

    run(story())


# ---- Forgotten passwords


def test_a_link_of_the_administrator_is_good_once(server: RunningServer) -> None:
    async def story() -> None:
        async with Player(server.url, "Forgetful") as owner, Player(server.url, None) as device:
            await owner.post("/account", name="Forgetful", password=RIGHT)
            told = command(server.environment, "admin", "forgetful", "--reset")
            assert told.returncode == 0, told.stderr
            link = told.stdout.strip()
            address, _, token = link.rpartition("/")
            assert address.endswith("/#/new-password")
            reset = {"token": token, "password": "battery staple"}
            forged = {**reset, "token": token[::-1]}
            assert await device.refused("POST", "/password/reset", json=forged) == "bad-reset-link"
            assert (await device.post("/password/reset", **reset))["name"] == "Forgetful"
            assert (await device.get("/me"))["name"] == "Forgetful"
            assert await owner.get("/me") is None
            assert await owner.refused("POST", "/password/reset", json=reset) == "bad-reset-link"
            await owner.post("/session", name="Forgetful", password="battery staple")
            unknown = command(server.environment, "admin", "nobody at all", "--reset")
            assert unknown.returncode != 0
            assert "nobody at all" in unknown.stderr

    run(story())


class SmallSmtpServer:
    """Takes mails, in as many words as SMTP needs."""

    def __init__(self) -> None:
        self.mails: asyncio.Queue[EmailMessage] = asyncio.Queue()

    async def __aenter__(self) -> "SmallSmtpServer":
        self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 small\r\n")
        while line := await reader.readline():
            if line.upper().startswith(b"DATA"):
                writer.write(b"354 go on\r\n")
                mail = await reader.readuntil(b"\r\n.\r\n")
                self.mails.put_nowait(message_from_bytes(mail[:-3], policy=policy.default))
            writer.write(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 good\r\n")
        writer.close()


def test_a_link_comes_by_mail_to_who_gave_an_address(tmp_path: Path) -> None:
    async def story() -> None:
        async with SmallSmtpServer() as smtp:
            mail = {"OMNIBUS_SMTP": f"smtp://127.0.0.1:{smtp.port}", "OMNIBUS_SMTP_FROM": "games@example.org"}
            server = await asyncio.to_thread(lambda: RunningServer(tmp_path / "data", **mail))
            try:
                await _forget(server, smtp)
            finally:
                await asyncio.to_thread(server.stop)
            log = server.log.read_text()
            assert '"level":"error"' not in log
            assert "zoe@example.org" not in log

    asyncio.run(story())


async def _forget(server: RunningServer, smtp: SmallSmtpServer) -> None:
    async with Player(server.url, "Zoé", "fr") as owner, Player(server.url, None) as device:
        await owner.post("/account", name="Zoé", password=RIGHT)
        await owner.put("/account/email", password=RIGHT, email="zoe@example.org")
        async with Player(server.url, "Silent") as silent:
            await silent.post("/account", name="Silent", password=RIGHT)
        answers = [
            await device.ask("POST", "/password/forgotten", json={"name": name}) for name in ("Nobody", "Silent", "ZOÉ")
        ]
        assert {(answer.status_code, answer.content) for answer in answers} == {(204, b"")}
        async with asyncio.timeout(PATIENCE):
            mail = await smtp.mails.get()
        assert (mail["To"], mail["From"]) == ("zoe@example.org", "games@example.org")
        assert mail["Subject"] == "Omnibus : un nouveau mot de passe"
        text = mail.get_content()
        assert text.startswith("Bonjour Zoé,")
        (token,) = re.findall(rf"{server.url}/#/new-password/(\S+)", text)
        assert (await device.post("/password/reset", token=token, password="battery staple"))["name"] == "Zoé"
        assert smtp.mails.empty()


def test_mail_needs_a_server_and_a_sender(tmp_path: Path) -> None:
    for smtp, sender, name in (
        ("http://mail.example", "a@example.org", "OMNIBUS_SMTP "),
        ("smtp://mail.example:x", "a@example.org", "OMNIBUS_SMTP "),
        ("smtp://mail.example", "", "OMNIBUS_SMTP_FROM "),
    ):
        with pytest.raises(ServerTrouble) as refused:
            Settings.read({"OMNIBUS_DATA": str(tmp_path), "OMNIBUS_SMTP": smtp, "OMNIBUS_SMTP_FROM": sender})
        assert refused.value.text().startswith(name)
