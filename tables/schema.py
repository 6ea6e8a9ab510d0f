"""The database's tables. A change here needs a migration beside it, in migrations/versions."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()

# Times are whole seconds since 1970, UTC. Discord's ids are BigInteger. Data of the games is JSON, as engine.encode
# writes it.

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # Game.version when it began
    Column("options", Text, nullable=False),
    Column("phase", String(8), nullable=False),  # lobby, playing, over, closed
    Column("solo", Boolean, nullable=False),  # a solitaire: it belongs to its host, not to its channel
    Column("version", Integer, nullable=False),  # raised by every change
    Column("shown", Integer, nullable=False),  # the version that everybody who is to see it has been shown
    Column("turn", Integer, nullable=False),  # raised when another seat is to act
    Column("seats", Integer, nullable=False),  # 0 in a lobby
    Column("host_id", BigInteger, nullable=False),
    Column("first_id", BigInteger),  # who goes first, if anybody has said so
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("own_thread", Boolean, nullable=False),  # it is to move to a thread of its own when it starts
    Column("conceded", Boolean, nullable=False),  # it is over because the players gave up
    Column("seed", String(64), nullable=False),
    Column("snapshot", Text),  # the newest state, for speed: the log can rebuild it
    Column("created_at", Integer, nullable=False),
    Column("changed_at", Integer, nullable=False),
    sqlite_autoincrement=True,  # a custom id of a deleted table must never name a new one
)
Index(
    "one_table_a_channel",
    tables.c.channel_id,
    unique=True,
    sqlite_where=text("phase IN ('lobby', 'playing') AND NOT solo"),
    postgresql_where=text("phase IN ('lobby', 'playing') AND NOT solo"),
)
Index(
    "one_solitaire_a_player",
    tables.c.host_id,
    tables.c.game,
    unique=True,
    sqlite_where=text("phase = 'playing' AND solo"),
    postgresql_where=text("phase = 'playing' AND solo"),
)
Index("tables_of_a_channel", tables.c.channel_id)

players = Table(
    "players",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("name", String(100), nullable=False),  # as shown when they joined; hostile until escaped
    Column("seat", Integer),  # none in a lobby
    Column("place", Integer, nullable=False),  # order of joining
    UniqueConstraint("table_id", "seat"),
)
Index("tables_of_a_user", players.c.user_id)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),  # of the table, after it
    Column("turn", Integer, nullable=False),  # it was part of
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),  # who did it; none for a forced move
    Column("kind", String(8), nullable=False),  # move, forced, undo
    Column("move", Text, nullable=False),  # an undo's is the version it went back to
    Column("events", Text, nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("at", Integer, nullable=False),
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # each is applied once
    Column("at", Integer, nullable=False),
)

posts = Table(
    "posts",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),  # 0: the board; 1: the vote; else that user's direct message
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("digest", String(64), nullable=False),  # of what is shown: an equal one needs no edit
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # nudge, vacate, close, vote
    Column("due_at", Integer, nullable=False),
    Column("claimed_at", Integer),  # somebody is at it
)
Index("deadlines_due", deadlines.c.due_at)

votes = Table(
    "votes",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("opened_by", BigInteger, nullable=False),
    Column("closes_at", Integer, nullable=False),
)

ballots = Table(
    "ballots",
    metadata,
    Column("table_id", ForeignKey("votes.table_id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    Column("agrees", Boolean, nullable=False),
)

closed_dms = Table(
    "closed_dms",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Integer, nullable=False),
)
