"""What every move was worth: reviews of finished games, decision by decision, and people's own figures."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A row for each review, for each decision that was weighed, and for each game of a person that was reviewed."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hindsight", sa.Boolean, primary_key=True),
        sa.Column("judge", sa.String(64), nullable=False),
        sa.Column("budget", sa.Integer, nullable=False),
        sa.Column("asked_by", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("course", sa.Text),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("held_by", sa.String(32)),
        sa.Column("held_until", sa.BigInteger, nullable=False),
        sa.Column("finished_at", sa.BigInteger),
    )
    op.create_index("reviews_to_do", "reviews", ["finished_at", "asked_at"])
    op.create_index("reviews_by_person", "reviews", ["asked_by"])
    op.create_table(
        "reviewed_decisions",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("hindsight", sa.Boolean, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("weighed", sa.Text, nullable=False),
        sa.Column("candidates", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "hindsight"], ["reviews.table_id", "reviews.hindsight"], ondelete="CASCADE"
        ),
    )
    op.create_table(
        "study_figures",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("figures", sa.Text, nullable=False),
    )
    op.create_index("study_figures_by_table", "study_figures", ["table_id"])
