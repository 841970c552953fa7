"""The first tables: people, tables, seats, plies, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _of_table(primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(
        "table_id",
        sa.String(32),
        sa.ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


def upgrade() -> None:
    """Everything there was at the beginning."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("account", sa.String(128), unique=True),
        sa.Column("password", sa.String(256)),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("came_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("ruleset", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(256), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("host", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("turn", sa.String(64), nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("patience", sa.Integer, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("forked_from", sa.String(32)),
        sa.Column("forked_at", sa.Integer),
        sa.Column("uploaded", sa.Boolean, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("moved_at", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "moved_at"])
    op.create_table(
        "seats",
        _of_table(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64)),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id")),
        sa.Column("bot", sa.String(32)),
        sa.Column("resigned_at", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "plies",
        _of_table(primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("key", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("table_id", "person", "key", name="plies_once"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _of_table(),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("chat_by_table", "chat", ["table_id", "id"])
    op.create_table(
        "admitted",
        _of_table(primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "undo_wishes",
        _of_table(primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("back_to", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
