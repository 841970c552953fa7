"""What programs are forked from (see forked.py): all that they load, loaded, and what takes its time, quick."""

import gc
from functools import partial
from importlib import import_module

from argon2 import PasswordHasher

from omnibus.bots import bots_for
from omnibus.rules import GAMES
from omnibus.server import accounts, services

for module in (
    "aiosmtplib",
    "httpx",
    "omnibus.cli",
    "omnibus.server.administrators",
    "omnibus.server.backup",
    "omnibus.server.bot_queue",
    "omnibus.server.migration",
    "omnibus.server.redis_channel",
    "omnibus.server.redis_counts",
    "omnibus.server.serve",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "sqlalchemy.ext.asyncio",
    "tests.forked",
    "uvloop",
):
    import_module(module)
for game in GAMES:
    bots_for(game)

# As hard to guess as they should be, passwords keep both processors busy for a tenth of a second each time one is
# tried; test_passwords.py looks at how hard they are in earnest.
setattr(accounts, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1))  # noqa: B010
services.COUNT_TABLES_SECONDS = 0.5

gc.freeze()  # it stays in memory that all share
