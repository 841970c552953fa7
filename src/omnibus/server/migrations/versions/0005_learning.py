"""The lessons that people have taken."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A row for each lesson that somebody has been through."""
    op.create_table(
        "lessons_taken",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("lesson", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
