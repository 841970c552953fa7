"""What administrators decide for everybody: who may come in, and how long games are kept."""

import msgspec
from sqlalchemy import delete, insert, select

from omnibus.server.messages.administration import SiteSettings
from omnibus.server.schema import SITE_SETTINGS
from omnibus.server.store import Store, Transaction
from omnibus.server.trouble import ServerTrouble


class Site:
    """The settings in force, as this process knows them."""

    def __init__(self, store: Store):
        self._store = store
        self.settings = SiteSettings()

    async def load(self) -> None:
        """Take over what is in the database."""
        rows = await self._store.rows(select(SITE_SETTINGS))
        kept = {row.name: msgspec.json.decode(row.value) for row in rows if row.name in SiteSettings.__struct_fields__}
        self.settings = msgspec.convert(kept, SiteSettings)

    def expect_guests(self) -> None:
        """Refuse what needs an account where guests are not welcome."""
        if not self.settings.guests:
            raise ServerTrouble("no-guests")


async def save(connection: Transaction, settings: SiteSettings) -> None:
    """Write all settings."""
    values = [
        {"name": name, "value": msgspec.json.encode(getattr(settings, name)).decode()}
        for name in settings.__struct_fields__
    ]
    await connection.execute(delete(SITE_SETTINGS))
    await connection.execute(insert(SITE_SETTINGS), values)
