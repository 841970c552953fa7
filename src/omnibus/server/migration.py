"""The shapes that the database has had, and how one becomes the next."""

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, revision: str) -> None:
    """Bring a database to a shape, from an earlier one or from nothing."""
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def known_revisions() -> set[str]:
    """Every shape that the database has ever had."""
    return {script.revision for script in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("omnibus.server") / "migrations"))
    return config
