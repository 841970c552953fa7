"""Sessions, somebody in charge, and snapshots of long games."""

import time
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _person(name: str, nullable: bool = True, ondelete: str | None = None, primary_key: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("people.id", ondelete=ondelete)
    return sa.Column(name, sa.String(32), reference, nullable=nullable and not primary_key, primary_key=primary_key)


def _of_table() -> sa.Column[str]:
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(32), reference, primary_key=True)


def _at(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def upgrade() -> None:
    """Everything a server among strangers needs."""
    _people()
    _people_in_charge()
    _tables()


def _people() -> None:
    op.add_column("people", sa.Column("seen_at", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE people SET seen_at = came_at")
    op.add_column("people", sa.Column("administrator", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("email", sa.String(254)))
    op.add_column("people", sa.Column("address", sa.String(64)))
    op.add_column("people", _at("deleted_at", nullable=True))
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        _person("person", nullable=False, ondelete="CASCADE"),
        sa.Column("device", sa.String(200), nullable=False),
        _at("begun_at"),
        _at("seen_at"),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    _keep_old_cookies()
    _compare_names()
    op.create_table(
        "password_resets",
        sa.Column("token", sa.String(64), primary_key=True),
        _person("person", nullable=False, ondelete="CASCADE"),
        _at("expires_at"),
    )
    op.create_table(
        "signup_invitations",
        sa.Column("token", sa.String(64), primary_key=True),
        _person("made_by", nullable=False),
        _at("made_at"),
        _at("expires_at"),
        _person("used_by"),
    )
    op.create_table(
        "blocks",
        _person("person", ondelete="CASCADE", primary_key=True),
        _person("other", ondelete="CASCADE", primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        _at("at"),
    )
    op.create_index("blocks_by_other", "blocks", ["other"])


def _keep_old_cookies() -> None:
    """A cookie was a person and how often that person had logged out everywhere: that becomes the name of a session."""
    op.execute(
        sa.text(
            "INSERT INTO sessions (id, person, device, begun_at, seen_at) "
            "SELECT id || '.' || epoch, id, '', came_at, CAST(:now AS BIGINT) FROM people"
        ).bindparams(now=time.time_ns() // 1_000_000)
    )
    op.drop_column("people", "epoch")


def _compare_names() -> None:
    """Variants of a name are one name. Of two accounts with variants of one, the second keeps its own."""
    op.add_column("people", sa.Column("canonical", sa.String(128), nullable=False, server_default=""))
    op.create_index("ix_people_canonical", "people", ["canonical"])
    people = sa.table("people", *map(sa.column, ("id", "name", "language", "account", "canonical", "came_at")))
    connection = op.get_bind()
    rows = connection.execute(sa.select(people).order_by(people.c.came_at, people.c.id)).all()
    accounts = {row.account for row in rows if row.account is not None}
    for row in rows:
        values = {"canonical": _canonical(row.name)}
        if row.account is not None and values["canonical"] not in accounts:
            values["account"] = values["canonical"]
            accounts.add(values["canonical"])
        connection.execute(sa.update(people).where(people.c.id == row.id).values(**values))
    for row in rows:
        if row.account is None and _canonical(row.name) in accounts:
            mark = "(invité)" if row.language == "fr" else "(guest)"
            values = {"name": f"{row.name} {mark}", "canonical": _canonical(row.name) + mark}
            connection.execute(sa.update(people).where(people.c.id == row.id).values(**values))


def _canonical(name: str) -> str:
    """As names were compared when this was written, at most as long as there is room for."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    unseen = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x2800, 0x3164, 0xFFA0}
    unseen |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
    seen = (each for each in folded if each.isprintable() and not each.isspace() and ord(each) not in unseen)
    return "".join(seen)[:120]


def _people_in_charge() -> None:
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _person("person", ondelete="CASCADE"),
        sa.Column("address", sa.String(64)),
        sa.Column("reason", sa.Text, nullable=False),
        _person("made_by", nullable=False),
        _at("at"),
        _at("until", nullable=True),
    )
    op.create_index("bans_by_person", "bans", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _person("reporter", ondelete="SET NULL"),
        _person("person", ondelete="SET NULL"),
        sa.Column("table_id", sa.String(32)),
        sa.Column("message", sa.Integer),
        sa.Column("said", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        _at("at"),
        _at("closed_at", nullable=True),
        _person("closed_by"),
        sa.Column("note", sa.Text),
    )
    op.create_index("reports_by_state", "reports", ["closed_at", "at"])
    op.create_table(
        "admin_log",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _at("at"),
        sa.Column("administrator", sa.String(64), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_table(
        "site_settings",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "health_checks",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        _at("at"),
    )


def _tables() -> None:
    op.add_column("tables", sa.Column("spectators_chat", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("tables_by_host", "tables", ["host", "status"])
    with op.batch_alter_table("chat") as chat:  # SQLite adds a reference only to a table made anew
        chat.add_column(sa.Column("person", sa.String(32), nullable=True))
        chat.create_foreign_key("chat_person", "people", ["person"], ["id"], ondelete="CASCADE")
        chat.create_index("chat_by_person", ["person"])
    op.create_table(
        "removed",
        _of_table(),
        _person("person", ondelete="CASCADE", primary_key=True),
    )
    op.create_table(
        "snapshots",
        _of_table(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
