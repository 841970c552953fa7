"""People of a database made before there were sessions, and before variants of a name were one."""

import asyncio
import hmac
from pathlib import Path

from argon2 import PasswordHasher
from sqlalchemy import Connection, select, text

from omnibus.server.accounts import Accounts
from omnibus.server.migration import known_revisions, upgrade
from omnibus.server.registration import Registration
from omnibus.server.schema import PEOPLE
from omnibus.server.sessions import Sessions
from omnibus.server.site_settings import Site
from omnibus.server.store import Store, newest_revision

KEY = b"k" * 32
PEOPLE_BEFORE = [  # the name, the account, how often logged out everywhere
    ("Ann Lee", "ann lee", 2),
    ("AnnLee", "annlee", 0),
    ("Zoë  Bac", "zoë bac", 0),
    ("ANN LEE", None, 0),
    ("Somebody", None, 0),
]


def _as_before(connection: Connection) -> None:
    upgrade(connection, "0002")
    for n, (name, account, epoch) in enumerate(PEOPLE_BEFORE):
        password = None if account is None else PasswordHasher().hash(f"password of {name}")
        values = {"id": f"p{n}", "name": name, "account": account, "password": password, "epoch": epoch, "at": n}
        connection.execute(
            text("INSERT INTO people VALUES (:id, :name, :account, :password, :epoch, 'fr', :at)"), values
        )


def _cookie(person: str, epoch: int) -> str:
    claim = f"{person}.{epoch}"
    return f"{claim}.{hmac.digest(KEY, f'session/{claim}'.encode(), 'sha256').hex()}"


def test_old_people_come_back_by_cookie_and_by_password(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'omnibus.db'}")
        try:
            async with store.writing() as connection:
                await connection.run_sync(_as_before)
            await store.open()
            rows = await store.rows(select(PEOPLE.c.name, PEOPLE.c.canonical, PEOPLE.c.account).order_by(PEOPLE.c.id))
            assert [tuple(row) for row in rows] == [
                ("Ann Lee", "annlee", "ann lee"),  # another account has its name as it is compared now
                ("AnnLee", "annlee", "annlee"),
                ("Zoë  Bac", "zoëbac", "zoëbac"),
                ("ANN LEE (invité)", "annlee(invité)", None),
                ("Somebody", "somebody", None),
            ]
            sessions = Sessions(store, KEY)
            for n, (_, _, epoch) in enumerate(PEOPLE_BEFORE):
                known = await sessions.authenticate(_cookie(f"p{n}", epoch))
                assert known is not None
                assert known.id == f"p{n}"
            assert await sessions.authenticate(_cookie("p0", 1)) is None  # from before a log-out everywhere
            accounts = Accounts(store, Registration(store, Site(store)))
            for n, (name, account, _) in enumerate(PEOPLE_BEFORE):
                if account is not None:
                    assert (await accounts.sign_in(name, f"password of {name}")).id == f"p{n}"
        finally:
            await store.close()

    asyncio.run(story())


def test_the_newest_shape_is_that_of_the_last_migration() -> None:
    assert max(known_revisions()) == newest_revision()
