"""Who is in charge: `omnibus admin`, also while the server runs."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError

from omnibus.server.accounts import Accounts, Person
from omnibus.server.administration import write_log
from omnibus.server.registration import Registration
from omnibus.server.reset_mails import reset_link
from omnibus.server.schema import PEOPLE
from omnibus.server.settings import Settings
from omnibus.server.site_settings import Site
from omnibus.server.store import Store
from omnibus.server.trouble import ServerTrouble

Answer = TypeVar("Answer")

COMMAND_LINE = "omnibus admin"  # whoever may write to the database stands above all administrators


def listed() -> list[str]:
    """The names of those in charge."""
    return asyncio.run(_with_store(_list))


def appoint(name: str) -> str:
    """Put somebody with an account in charge; the name as they write it."""
    return asyncio.run(_with_store(lambda store: _set(store, name, True)))


def revoke(name: str) -> str:
    """Take somebody out of charge; the name as they write it."""
    return asyncio.run(_with_store(lambda store: _set(store, name, False)))


def make_reset_link(name: str) -> str:
    """A link by which the owner of an account chooses a new password."""
    return asyncio.run(_with_store(lambda store: _reset(store, name)))


async def _with_store(work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    settings = Settings.read(os.environ)
    store = Store(settings.database)
    try:
        await store.open()
        return await work(store)
    except (OSError, SQLAlchemyError):
        raise ServerTrouble("database-away") from None
    finally:
        await store.close()


async def _list(store: Store) -> list[str]:
    wanted = select(PEOPLE.c.name).where(PEOPLE.c.administrator).order_by(PEOPLE.c.name)
    return [row.name for row in await store.rows(wanted)]


async def _set(store: Store, name: str, in_charge: bool) -> str:
    person = await _find(_accounts(store), name)
    async with store.writing() as connection:
        await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(administrator=in_charge))
        await write_log(connection, COMMAND_LINE, "appoint" if in_charge else "revoke", person.name, "")
    return person.name


async def _reset(store: Store, name: str) -> str:
    accounts = _accounts(store)
    person = await _find(accounts, name)
    token = await accounts.make_reset_link(person.id)
    async with store.writing() as connection:
        await write_log(connection, COMMAND_LINE, "reset-password", person.name, "")
    return reset_link(Settings.read(os.environ), token)


def _accounts(store: Store) -> Accounts:
    return Accounts(store, Registration(store, Site(store)))


async def _find(accounts: Accounts, name: str) -> Person:
    person = await accounts.find(name)
    if person is None:
        raise ServerTrouble("no-such-account", name=name)
    return person
