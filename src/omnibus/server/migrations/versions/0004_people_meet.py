"""Playing again, what happens at the seats, games that end early, hints, consent, tables put away."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What people at a table do besides playing."""
    op.add_column("seats", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("rematch_of", sa.String(32)))
    op.add_column("tables", sa.Column("turned", sa.Boolean))
    op.add_column("tables", sa.Column("ended", sa.String(16)))
    op.add_column("seats", sa.Column("kept_for", sa.String(32)))
    op.add_column("seats", sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_by_rematch", "tables", ["rematch_of"], unique=True)
    op.create_table(
        "seat_events",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("seat_events_by_table", "seat_events", ["table_id", "id"])
    more = {"put_away": [], "share_consents": [sa.Column("agreed", sa.Boolean, nullable=False)]}
    for name, columns in more.items():
        op.create_table(
            name,
            sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
            sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
            *columns,
        )
