"""What is kept: people, tables, seats, and above all the plies, the only truth about a game.

Plies are appended and never changed. `tables.n`, `turn` and `moved_at` repeat what the plies say, written with them
in one transaction, so that the lobby can list tables without replaying them.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    cast,
    update,
)

METADATA = MetaData()

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("canonical", String(128), nullable=False, index=True),  # the name as it is compared with others
    Column("account", String(128), unique=True),  # the name as it is compared at sign-in; none for guests
    Column("password", String(256)),
    Column("language", String(2), nullable=False),
    Column("came_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),  # when somebody was last here, to within some minutes
    Column("administrator", Boolean, nullable=False),
    Column("email", String(254)),  # to send a link for a new password to
    Column("address", String(64)),  # where somebody was last seen, for administrators; forgotten after a month
    Column("deleted_at", BigInteger),  # what is left of an account that was deleted: games stay
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", String(64), primary_key=True),  # a hash of the cookie's: who reads the database cannot use it
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(200), nullable=False),  # what the browser calls itself, for the list of sessions
    Column("begun_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Index("sessions_by_person", "person"),
)

PASSWORD_RESETS = Table(
    "password_resets",
    METADATA,
    Column("token", String(64), primary_key=True),  # a hash
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

SIGNUP_INVITATIONS = Table(
    "signup_invitations",
    METADATA,
    Column("token", String(64), primary_key=True),  # a hash
    Column("made_by", String(32), ForeignKey("people.id"), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("used_by", String(32), ForeignKey("people.id")),
)

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), nullable=False),  # mute: their messages are not shown; block: nor do they sit together
    Column("at", BigInteger, nullable=False),
    Index("blocks_by_other", "other"),
)

BANS = Table(
    "bans",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE")),
    Column("address", String(64)),  # or a network: 203.0.113.0/24
    Column("reason", Text, nullable=False),
    Column("made_by", String(32), ForeignKey("people.id"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),  # for ever unless said
    Index("bans_by_person", "person"),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("reporter", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("person", String(32), ForeignKey("people.id", ondelete="SET NULL")),  # who is complained about
    Column("table_id", String(32)),  # not a reference: the report outlives the table
    Column("message", Integer),  # what was said, not a reference for the same reason ...
    Column("said", Text),  # ... and as it was
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("closed_by", String(32), ForeignKey("people.id")),
    Column("note", Text),  # what the administrator did about it
    Index("reports_by_state", "closed_at", "at"),
)

ADMIN_LOG = Table(
    "admin_log",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("administrator", String(64), nullable=False),  # the name: the entry outlives the account
    Column("action", String(32), nullable=False),
    Column("subject", Text, nullable=False),
    Column("detail", Text, nullable=False),
)

SITE_SETTINGS = Table(
    "site_settings",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),  # as JSON
)

# One row, written again and again to see whether writing works.
HEALTH_CHECKS = Table(
    "health_checks",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(256), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("host", String(32), ForeignKey("people.id"), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invitation", String(64), nullable=False),
    Column("status", String(16), nullable=False),  # open, running, finished; closed: ended by an administrator
    Column("n", Integer, nullable=False),  # the last ply
    Column("turn", String(64), nullable=False),  # the seats that may move, as JSON
    Column("changes", Integer, nullable=False),  # goes up whenever seats or status change
    Column("patience", Integer, nullable=False),  # seconds after which a seat that does not move counts as abandoned
    Column("result", Text),
    Column("forked_from", String(32)),
    Column("forked_at", Integer),
    Column("uploaded", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),  # no fork, no upload, and not forked before its end
    Column("spectators_chat", Boolean, nullable=False),  # whether those who only watch may speak
    Column("hints", Boolean, nullable=False),  # whether bots give advice at this table
    Column("rematch_of", String(32)),  # the table after which the same people play again: one such table, no more
    Column("turned", Boolean),  # of such a table: whether everyone has moved one seat on
    Column("ended", String(16)),  # why a game ended early: `alone`, `deserted`
    Column("opened_at", BigInteger, nullable=False),
    Column("moved_at", BigInteger, nullable=False),
    Column("day", String(10)),  # of a game with the deal of that day
    Column("challenge", String(64)),  # of a game with the deal of another: the link by which the person came
    Index("tables_by_rematch", "rematch_of", unique=True),
    Index("tables_by_status", "status", "moved_at"),
    Index("tables_by_host", "host", "status"),
    Index("tables_by_day", "day", "game", "host"),
    Index("tables_by_challenge", "challenge"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(64)),
    Column("person", String(32), ForeignKey("people.id")),
    Column("bot", String(32)),  # with a person: the bot that plays in the person's place
    Column("resigned_at", Integer),  # the ply after which the person resigned
    Column("hints", Integer, nullable=False, server_default="0"),  # for how many decisions the person took advice
    Column("note", Text, nullable=False),
    Column("kept_for", String(32)),  # before the start: who played here before and may sit down, by the seat's name
    Column("declined", Boolean, nullable=False),  # whether that person does not want to
    Index("seats_by_person", "person"),
)

# What happened at the seats besides moves: see `SeatEventKind` in the messages.
SEAT_EVENTS = Table(
    "seat_events",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),  # the ply after which it happened
    Column("seat", Integer, nullable=False),
    Column("event", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("seat_events_by_table", "table_id", "id"),
)

# Those who do not want to see an unfinished table of theirs on their lists any more.
PUT_AWAY = Table(
    "put_away",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

# The lessons that somebody has been through.
LESSONS_TAKEN = Table(
    "lessons_taken",
    METADATA,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("lesson", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# What was explained to somebody in their first games.
EXPLAINED = Table(
    "explained",
    METADATA,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("explanation", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

PUZZLES_TRIED = Table(
    "puzzles_tried",
    METADATA,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("solved", Boolean, nullable=False),  # whether one of the answers was right
    Column("tries", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# The deals of the days as they were when the day began, whatever key and version of the rules come later.
DAILY_DEALS = Table(
    "daily_deals",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("ruleset", Integer, nullable=False),
    Column("options", Text, nullable=False),  # as JSON
    Column("bots", Text, nullable=False),  # by seat, as JSON; null in the person's
    Column("seat", Integer, nullable=False),  # the person's
    Column("seed", String(64), nullable=False),
    Column("over", Boolean, nullable=False),  # once a day is over it stays so, wherever the clock is set
)

# The one try of each person at each deal of the day that counts, if it is finished in time.
DAILY_TRIES = Table(
    "daily_tries",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="SET NULL")),  # the result outlives the table
    Column("guest", Boolean, nullable=False),  # whether the person had no account when it began
    Column("counted", Boolean, nullable=False),
    Column("finished_at", BigInteger),
    Column("place", Integer),  # none for whoever resigned
    Column("points", Integer),
    Index("daily_tries_by_result", "day", "game", "guest", "place", "points"),
    Index("daily_tries_by_person", "person", "day"),
    Index("daily_tries_by_table", "table_id"),
)

# Links to the deal of a finished game, for somebody else to play it.
CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", String(64), primary_key=True),  # a hash of the link's secret
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("made_by", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)

# Those who have said whether a private game of theirs may be seen by whoever has the link.
SHARE_CONSENTS = Table(
    "share_consents",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("agreed", Boolean, nullable=False),
)

# Lets every process see that seats or status of a table have changed.
COUNT_CHANGE = update(TABLES).where(TABLES.c.id == bindparam("table")).values(changes=TABLES.c.changes + 1)

# Seats have one digit: where that stands in `turn`, the seat may move.
SEAT_IS_TO_MOVE = TABLES.c.turn.contains(cast(SEATS.c.seat, String))

PLIES = Table(
    "plies",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("person", String(32)),  # who sent it; none for a bot
    Column("key", String(64)),  # the key it was sent with: the same key counts once
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "person", "key", name="plies_once"),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE")),  # none for what was said long ago
    Column("said", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("chat_by_table", "table_id", "id"),
    Index("chat_by_person", "person"),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # the ply after which the table was so
    Column("data", LargeBinary, nullable=False),  # a cache of what the log says: it may be deleted at any time
)

ADMITTED = Table(
    "admitted",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
)

# Those whom the host sent away before the start.
REMOVED = Table(
    "removed",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True
    ),  # sent away by the host
)

UNDO_WISHES = Table(
    "undo_wishes",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # the last ply when it was wished; a wish is void once another is played
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("back_to", Integer, nullable=False),
    Column("seat", Integer, nullable=False),  # whose last move would be taken back
)

BOT_MEMORIES = Table(
    "bot_memories",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("n", Integer, nullable=False),  # the ply it came with; it is void unless that is the seat's last that stands
    Column("bot", String(32), nullable=False),
    Column("memory", Text, nullable=False),  # as JSON
)

# Reviews of finished games, done or to be done: what every move was worth from what each seat knew, or with hindsight.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("hindsight", Boolean, primary_key=True),
    Column("judge", String(64), nullable=False),
    Column("budget", Integer, nullable=False),  # tries of moves for each decision
    Column("asked_by", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("asked_at", BigInteger, nullable=False),
    Column("course", Text),  # how the game went, as JSON; none until somebody has looked
    Column("done", Integer, nullable=False),  # decisions weighed
    Column("of", Integer, nullable=False),  # decisions in all, once they are counted
    Column("failures", Integer, nullable=False),  # one after the other, without anything found out
    Column("held_by", String(32)),  # the process that does it …
    Column("held_until", BigInteger, nullable=False),  # … or did, if it has not said for so long that it still does
    Column("finished_at", BigInteger),
    Index("reviews_to_do", "finished_at", "asked_at"),
    Index("reviews_by_person", "asked_by"),
)

REVIEWED_DECISIONS = Table(
    "reviewed_decisions",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("hindsight", Boolean, primary_key=True),
    Column("n", Integer, primary_key=True),  # of the moves that stand
    Column("weighed", Text, nullable=False),  # as JSON, but for …
    Column("candidates", Text, nullable=False),  # … what every move was worth
    ForeignKeyConstraint(["table_id", "hindsight"], ["reviews.table_id", "reviews.hindsight"], ondelete="CASCADE"),
)

# What people have lost in games of their own that were reviewed.
STUDY_FIGURES = Table(
    "study_figures",
    METADATA,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("figures", Text, nullable=False),  # a `StudyGame` as JSON
    Index("study_figures_by_table", "table_id"),
)
