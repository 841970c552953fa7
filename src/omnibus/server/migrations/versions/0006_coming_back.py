"""What people come back for: the puzzles that they have tried."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A row for each puzzle that somebody has tried: how often, and whether the answer was right in the end."""
    op.create_table(
        "puzzles_tried",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    # What was explained to somebody in their first games.
    op.create_table(
        "explained",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("explanation", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
