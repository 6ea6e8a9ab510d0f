"""The database's tables. A change here needs a migration beside it, in migrations/versions."""

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    MetaData,
    Table,
    TextClause,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.schema import SchemaItem

from .types import Blob, Day, DiscordId, Flag, Hex, Json, Long, Number, OneOf, Time, Words, checked

metadata = MetaData()

# What a cell of each type may hold: see types.py

# Each of these conditions has an index of its own. A query uses that index only if it says the same, word for word.
GROUPS_LIVING = text("phase IN ('lobby', 'playing') AND NOT solo")
GROUPS_OVER = text("phase = 'over' AND NOT solo")
SOLITAIRES_PLAYING = text("phase = 'playing' AND solo AND date IS NULL")
DAILIES_PLAYING = text("phase = 'playing' AND date IS NOT NULL")
PLAYING = text("phase = 'playing'")
GROUPS_PLAYING = text("phase = 'playing' AND NOT solo")
UNSHOWN = text("shown < version")
TO_PACK = text("phase IN ('over', 'closed') AND snapshot IS NOT NULL")
IN_REMATCH = text("phase IN ('lobby', 'playing') AND rematch_of IS NOT NULL")
LOST = text("lost")
BY_SOMEBODY = text("first_id IS NOT NULL")
LIVING = text("living")
TO_THINK = text("kind = 'think'")
AWAY = text("kind = 'absent'")
DOWN = text("seconds > 79200")  # it ran for less than two hours
TO_COUNT = text("NOT counted")
OF_A_DEAL = text("date IS NOT NULL")
TO_JUDGE = text("NOT done")
UNCOUNTED = text("share IS NULL")
FIRST_OF_A_GROUP = text("seat = 0 AND points IS NOT NULL")  # one row for each game by which groups are ranked
OF_A_GROUP = text("points IS NOT NULL")
GONE = text("gone")
SET_BY_SOMEBODY = text("set_by IS NOT NULL")


def _table(name: str, *parts: SchemaItem, sqlite_autoincrement: bool = False, sqlite_with_rowid: bool = True) -> Table:
    """A table of which both databases refuse what doesn't fit its columns' types."""
    made = Table(name, metadata, *parts, sqlite_autoincrement=sqlite_autoincrement, sqlite_with_rowid=sqlite_with_rowid)
    checked(made)
    return made


def _partial(name: str, *columns: str, where: TextClause, unique: bool = False) -> Index:
    """An index of the rows that fit this condition."""
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _by_rank(name: str, of: Table, *columns: str, where: TextClause | None = None) -> None:
    """An index in which the best come first."""
    ordered = [of.c[column].desc() if column in ("points", "tiebreak", "wins") else of.c[column] for column in columns]
    Index(name, *ordered, sqlite_where=where, postgresql_where=where)


tables = _table(
    "tables",
    Column("id", Number, primary_key=True),
    Column("game", Words(32), nullable=False),
    Column("rules", Number, nullable=False),  # Game.version when it began
    Column("options", Json, nullable=False),
    Column("phase", OneOf(8, "lobby", "playing", "over", "closed"), nullable=False),
    Column("solo", Flag, nullable=False),  # a solitaire: it belongs to its host, not to its channel
    Column("version", Number, nullable=False),  # raised by every change
    Column("shown", Number, nullable=False),  # the version that everybody who is to see it has been shown
    Column("turn", Number, nullable=False),  # raised when another seat is to act
    Column("seats", Number, nullable=False),  # 0 in a lobby
    Column("host_id", DiscordId, nullable=False),
    Column("first_id", DiscordId),  # who asked to go first
    Column("guild_id", DiscordId),
    Column("channel_id", DiscordId, nullable=False),
    Column("own_thread", Flag, nullable=False),  # it is to move to a thread of its own when it starts
    Column("conceded", Flag, nullable=False),  # the players gave up
    Column("seed", Hex, nullable=False),
    Column("snapshot", Json),  # the newest state, for speed: the log can rebuild it; null once packed
    # The form in which the snapshot and the log's events are written: Game.shape. If it isn't today's, they are worked
    # out again from the moves; null: they are older than this column
    Column("shape", Hex),
    # The result that was told at the end: see Told in results.py. Null if the players gave up together, and for some
    # games that ended before this column
    Column("told", Json),
    Column("created_at", Time, nullable=False),
    Column("changed_at", Time, nullable=False),
    Column("date", Day),  # it plays this day's deal
    Column("week", Day),  # it plays a deal of the week that begins on this Monday; in a lobby: it is to
    Column("ranked", Flag, nullable=False, server_default=false()),  # the first attempt at that deal; practice isn't
    Column("hints", Number),  # taken so far; null: computer players give none here
    Column("hinted", Number),  # the version of the table that the last hint was about
    # A group has agreed on a computer player for an empty seat, or to play for it: its game counts on no board
    Column("unranked", Flag, nullable=False, server_default=false()),
    Column("language", Words(8)),  # of its board and its lobby; null: English
    Column("lost", Flag, nullable=False, server_default=false()),  # it was closed because its channel was away
    # Whom moderators have sent away, who may not come back to this table: keyed hashes, as JSON
    Column("sent_away", Json, nullable=False, server_default="[]"),
    Column("idle", Flag, nullable=False, server_default=false()),  # it was closed because nobody played
    # Whether its people play tonight, with moves within minutes, or over days
    Column("pace", OneOf(8, "tonight", "days"), nullable=False, server_default="days"),
    Column("moved_at", Time),  # when the last move was made or taken back; null: before this column, or no game yet
    Column("nudged", Number),  # the turn in which somebody last nudged the player to act
    Column("won_by", Number),  # the seat that has won because all others left or resigned; null: none
    # Of a lobby: raised when something else is to be played, so that everybody must press Ready again (see terms.py)
    Column("asked", Number, nullable=False, server_default="0"),
    Column("host_at", Time, nullable=False, server_default="0"),  # of a lobby: when its host last did something there
    Column("rematch_of", Number),  # the game that is over, whose group plays again here
    # Its players have chosen to play for a better result, though it can't be won any more
    Column("plays_on", Flag, nullable=False, server_default=false()),
    _partial("one_table_a_channel", "channel_id", unique=True, where=GROUPS_LIVING),
    _partial("one_rematch_of_a_game", "rematch_of", unique=True, where=IN_REMATCH),
    _partial("one_solitaire_a_player", "host_id", "game", unique=True, where=SOLITAIRES_PLAYING),
    _partial("one_daily_a_player", "host_id", "game", "date", unique=True, where=DAILIES_PLAYING),
    _partial("games_over_in_a_channel", "channel_id", "id", where=GROUPS_OVER),
    _partial("groups_of_a_server", "guild_id", where=GROUPS_LIVING),
    _partial("tables_lost", "guild_id", where=LOST),
    _partial("tables_in_play", "game", "rules", where=PLAYING),
    _partial("groups_in_play", "changed_at", "id", where=GROUPS_PLAYING),
    _partial("tables_unshown", "id", where=UNSHOWN),
    _partial("tables_to_pack", "changed_at", where=TO_PACK),
    Index("tables_of_a_host", "host_id"),
    _partial("tables_of_a_first", "first_id", where=BY_SOMEBODY),
    sqlite_autoincrement=True,  # the custom ids of a deleted table must never name a new one
)

players = _table(
    "players",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("name", Words(100), nullable=False),  # as last shown there; hostile until escaped
    Column("seat", Number),  # none in a lobby
    Column("place", Number, nullable=False),  # order of joining
    Column("living", Flag, nullable=False, server_default=true()),  # the table is a lobby or in play
    Column("ready", Words(10)),  # in a lobby: what they have themselves agreed to play there, see terms.py
    Column("whole", Flag, nullable=False, server_default=true()),  # sits there from the lobby on, see Player.whole
    UniqueConstraint("table_id", "seat"),
    Index("tables_of_a_user", "user_id"),
    _partial("living_tables_of_a_user", "user_id", where=LIVING),
)

computers = _table(
    "computers",  # the computer players at a table
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Number, primary_key=True),  # which computer player: see computer_names.py
    Column("strength", OneOf(8, "easy", "middle", "strong"), nullable=False),
    Column("seat", Number),  # none in a lobby
    Column("place", Number, nullable=False),  # order of joining
    Column("stands_in", Flag, nullable=False),  # for somebody who left: they get their seat back
    UniqueConstraint("table_id", "seat"),
)

NOTES = "left", "back", "gone", "sent", "late", "freed", "removed", "unseated", "closed", "started", "unvoted"
notes = _table(
    "notes",  # who came or went at a table, or moderated it, as those at the table read it: the newest of each person
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("name", Words(100), nullable=False),  # as last shown there; hostile until escaped
    Column("kind", OneOf(8, *NOTES), nullable=False),
    Column("by_id", DiscordId),  # who has done that to them; null: they themselves, or nobody
    Column("by_name", Words(100)),  # likewise hostile
    Column("version", Number, nullable=False),  # of the table after it
    Column("turn", Number, nullable=False),  # in which it was
    Column("at", Time, nullable=False),
    Index("notes_of_a_user", "user_id"),
    Index("notes_by_a_user", "by_id"),
)

departures = _table(
    "departures",  # people who left a game in progress, and may take no other seat there
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", Hex, primary_key=True),  # keyed, of the user and the table
    Column("seat", Number, nullable=False),
    Column("user_id", DiscordId),  # who has left; null if their data was deleted
    Column("name", Words(100)),  # what they were called there; likewise
    Column("begun", Flag, nullable=False, server_default=false()),  # they sat there when the game began
    Column("at", Time, nullable=False, server_default="0"),  # when they left; 0: they can't have sat through it
    Column("left_at", Time, nullable=False, server_default="0"),  # when they left
    Column("kept_until", Time, nullable=False, server_default="0"),  # until then nobody else gets their seat
    Column("for_good", Flag, nullable=False, server_default=false()),  # they have resigned, or gave the seat up
    Column("due", Flag, nullable=False, server_default=false()),  # those who stay are still to be told
    Column("loses", Flag, nullable=False, server_default=true()),  # where people compete, it counts as a loss
    Column("meanwhile", Flag, nullable=False, server_default=false()),  # a computer plays until they are back
    Index("departures_of_a_user", "user_id"),
)

log = _table(
    "log",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Number, primary_key=True),  # of the table after this move
    Column("turn", Number, nullable=False),  # to which it belongs
    Column("seat", Number, nullable=False),
    # Who did it; null for a move that nobody chose. Below 0 it is a computer player: see computer_names.py
    Column("user_id", DiscordId),
    Column("kind", OneOf(8, "move", "forced", "undo"), nullable=False),  # forced: taken back with the one before
    Column("move", Json, nullable=False),  # for an undo, the version it went back to
    Column("events", Json, nullable=False),
    Column("reveals", Flag, nullable=False),
    Column("at", Time, nullable=False),
    Index("log_of_a_user", "user_id"),
)

# The log of a finished game that nobody looks at any more, see archive.py

archive = _table(
    "archive",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("log", Blob, nullable=False),  # compressed; users are the numbers of `archived_players`
)

archived_players = _table(
    "archived_players",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Number, primary_key=True),
    Column("user_id", DiscordId),  # null: their data was deleted
    Index("archived_players_of_a_user", "user_id"),
    sqlite_with_rowid=False,
)

interactions = _table(
    "interactions",
    Column("id", DiscordId, primary_key=True, autoincrement=False),  # each interaction is applied once
    Column("at", Time, nullable=False),
    Index("interactions_by_time", "at"),
)

posts = _table(
    "posts",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("slot", Words(32), primary_key=True),  # what the message is: see Slot
    Column("user_id", DiscordId, primary_key=True),  # whose private message it is; else 0
    Column("channel_id", DiscordId, nullable=False),
    Column("message_id", DiscordId, nullable=False),
    Column("turn", Number, nullable=False),
    Column("digest", Words(64), nullable=False),  # of what is shown, to skip an edit that changes nothing
    Index("posts_of_a_user", "user_id"),
)

outbox = _table(
    "outbox",  # new messages that are being sent, or may have been: nobody has confirmed them yet
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("slot", Words(32), primary_key=True),  # which of the table's posts it becomes
    Column("user_id", DiscordId, primary_key=True),  # whose private message it is; else 0
    Column("nonce", Words(25), nullable=False),  # by which Discord knows that it has it already
    Column("at", Time, nullable=False),
    Index("outbox_of_a_user", "user_id"),
)

TIMERS = (
    *("nudge", "last", "vacate", "closing", "close", "vote", "think", "absent", "confirm"),
    *("relieved", "closed", "reopened"),  # those who sit there are to be told of it
)

timers = _table(
    "timers",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", OneOf(8, *TIMERS), primary_key=True),
    Column("due_at", Time, nullable=False),
    Column("claimed_at", Time),  # when a process began to act on it
    Column("owner", Words(64)),  # the process that acts on it, or did
    Index("timers_due", "due_at"),
    _partial("tables_away", "table_id", where=AWAY),
    _partial("tables_to_think", "due_at", "table_id", where=TO_THINK),
)

clock = _table(
    "clock",
    Column("beat_at", Time, primary_key=True, autoincrement=False),  # of the last beat; there is one row
)

outages = _table(
    "outages",  # for how long the bot was stopped on a day, see daily/outages.py
    Column("day", Day, primary_key=True),
    Column("seconds", Number, nullable=False),
    _partial("days_down", "day", where=DOWN),
)

# seat: a computer player for an empty one
# away: a computer player for somebody who is away, until they are back
VOTED_ON = "give-up", "seat", "play", "away"

votes = _table(
    "votes",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("opened_by", DiscordId, nullable=False),
    Column("closes_at", Time, nullable=False),
    Column("about", OneOf(8, *VOTED_ON), nullable=False, server_default="give-up"),
    Column("seat", Number),  # of whoever is away
    Column("moved_at", Time),  # the table's then: a move ends a vote on whoever is away
    Index("votes_of_a_user", "opened_by"),
)

ballots = _table(
    "ballots",
    Column("table_id", ForeignKey("votes.table_id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("agrees", Flag, nullable=False),
    Index("ballots_of_a_user", "user_id"),
)

refused_votes = _table(
    "refused_votes",  # what a table has voted down; it may be asked again after an hour
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("about", OneOf(8, *VOTED_ON), primary_key=True),
    Column("at", Time, nullable=False),
)

followers = _table(
    "followers",  # who gets a message when a game ends
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Index("followed_by_a_user", "user_id"),
)

company = _table(
    "company",  # who waits in a lobby, and is told of this table of the same game; forgotten after an hour
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("at", Time, nullable=False),
    Column("due", Flag, nullable=False),  # still to be told
    Index("company_of_a_user", "user_id", "at"),
    Index("company_by_time", "at"),
)

alerts = _table(
    "alerts",  # what somebody is told of a table once: of a free seat or the next game; its host, that it is ready
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("kind", OneOf(8, "seat", "ready"), primary_key=True),
    Column("due", Flag, nullable=False),  # to be told now
    Index("alerts_of_a_user", "user_id"),
)

closed_dms = _table(
    "closed_dms",
    Column("user_id", DiscordId, primary_key=True, autoincrement=False),
    Column("at", Time, nullable=False),
)

# -- Deals of the day and of the week

secrets = _table(
    "secrets",
    Column("name", Words(16), primary_key=True),  # there is one, "deals"
    Column("value", Hex, nullable=False),  # 32 bytes in hex, never shown to anybody
)

deals = _table(
    "deals",  # those of the day, and those of the week for each number of players
    Column("scope", OneOf(8, "day", "week"), primary_key=True),
    Column("game", Words(32), primary_key=True),
    Column("date", Day, primary_key=True),  # of a week: its Monday, as everywhere
    Column("seats", Number, primary_key=True),  # of the day: 1
    Column("rules", Number, nullable=False),  # Game.version when it was made
    Column("options", Json, nullable=False),
    Column("seed", Hex, nullable=False),
    Column("commitment", Hex, nullable=False),
    # It is closed. Of the day: what wasn't finished is given up; of the week: its groups are ranked
    Column("counted", Flag, nullable=False, server_default=false()),
    Column("owner", Words(64)),  # the process that counts a week
    _partial("deals_to_count", "scope", "date", "game", "seats", where=TO_COUNT),
)

pars = _table(
    "pars",  # what our computer player reaches; due once somebody has begun the deal
    Column("date", Day, primary_key=True),
    Column("game", Words(32), primary_key=True),
    Column("won", Flag),  # null if the game has only a score
    Column("score", Number),  # null until it is played
    Column("owner", Words(64)),  # the process that plays it
)

analyses = _table(
    "analyses",  # finished games that somebody wants to look back at
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("asked_at", Time, nullable=False),
    Column("choices", Number),  # how many there were in it; null until it is begun
    Column("judged", Json, nullable=False),  # what is said of each choice so far
    Column("done", Flag, nullable=False),  # all are judged
    Column("luck", Number),  # everybody's, in millionths of a game; null until it is done, and if they compete
    Column("skill", Number),
    Column("game", Words(32)),  # it counts towards the average of this game's deal
    Column("date", Day),  # of this day; both null until it is done, and if it was no ranked deal of a day
    Column("owner", Words(64)),  # the process that makes it
    _partial("analyses_of_a_deal", "game", "date", where=OF_A_DEAL),
    _partial("analyses_to_make", "asked_at", "table_id", where=TO_JUDGE),
)

riddles = _table(
    "riddles",  # those that somebody asked for, and the next day's
    Column("date", Day, primary_key=True),
    Column("seed", Hex, nullable=False),
    Column("commitment", Hex, nullable=False),
    Column("made", Json),  # the position and its moves; null until it is made
    Column("owner", Words(64)),  # the process that is making it
)

riddle_answers = _table(
    "riddle_answers",
    Column("user_id", DiscordId, primary_key=True),
    Column("date", Day, primary_key=True),
    Column("choice", Number, nullable=False),
    Column("found", Flag, nullable=False),  # it was the best move
)

riddle_tallies = _table(
    "riddle_tallies",  # how many people chose each move
    Column("date", Day, primary_key=True),
    Column("choice", Number, primary_key=True),
    Column("answers", Number, nullable=False),
)

attempts = _table(
    "attempts",  # who has begun a deal of the day, or sat down to one of the week
    Column("user_id", DiscordId, primary_key=True),
    Column("scope", OneOf(8, "day", "week"), primary_key=True),
    Column("game", Words(32), primary_key=True),
    Column("date", Day, primary_key=True),
    Column("seats", Number, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    # Of the day: where the player last asked for it, so that the result can be shared there
    Column("guild_id", DiscordId),
    Column("channel_id", DiscordId),
    Column("at", Time, nullable=False),
    Index("attempts_at_a_table", "table_id"),
    Index("attempts_at_a_deal", "scope", "game", "date", "table_id"),
)

week_groups = _table(
    "week_groups",  # the groups that have finished in time, without computer players
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("week", Day, nullable=False),
    Column("seats", Number, nullable=False),
    Column("guild_id", DiscordId),
    Column("points", Number, nullable=False),  # by which they are ranked
    Column("share", Number),  # of the other groups that they have beaten, in ten-thousandths; null until it is counted
    _partial("week_groups_to_count", "week", "seats", "table_id", where=UNCOUNTED),
)
_by_rank("week_groups_by_rank", week_groups, "week", "seats", "points", "table_id")
_by_rank("week_groups_of_a_server", week_groups, "guild_id", "week", "seats", "points", "table_id")

season_standings = _table(
    "season_standings",
    Column("season", Day, primary_key=True),  # the Monday of its first week
    Column("user_id", DiscordId, primary_key=True),
    Column("points", Number, nullable=False),  # the sum of the best share of each week
    Column("weeks", Number, nullable=False),  # that count
    Column("listed", Flag, nullable=False),  # not hidden from the board of all servers together
    Index("seasons_of_a_user", "user_id"),
)
_by_rank("season_standings_by_rank", season_standings, "season", "listed", "points", "user_id")

used_attempts = _table(
    "used_attempts",
    Column("hash", Hex, primary_key=True),  # keyed: it doesn't say whose attempt it was
    Column("until", Time, nullable=False),
    Index("used_attempts_by_time", "until"),
)

# -- Results

results = _table(
    "results",
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Number, primary_key=True),
    Column("user_id", DiscordId),  # null: the seat was vacant or a computer's, or the user's data was deleted
    Column("game", Words(32), nullable=False),
    Column("guild_id", DiscordId),
    Column("date", Day),  # of the deal in which this is ranked
    Column("won", Flag),  # null if the game has only a score
    Column("score", Number, nullable=False),
    Column("tiebreak", Words(100), nullable=False),  # larger is better, as text
    Column("party", Words(200), nullable=False),  # user ids of all at the table, ascending; 0 for an unknown one
    Column("points", Number),  # by which a group's game is ranked
    Column("computers", Flag, nullable=False, server_default=false()),  # computer players have played in it
    Column("hints", Number, nullable=False, server_default="0"),  # taken in it, by anybody at the table
    Column("unfinished", Flag, nullable=False, server_default=false()),  # given up by not finishing it in time
    Column("finished_at", Time, nullable=False),
    Index("results_of_a_user", "user_id", "date"),
)
_by_rank(
    "results_of_a_party",
    results,
    "game",
    "party",
    "points",
    "table_id",
    "finished_at",
    "guild_id",
    where=FIRST_OF_A_GROUP,
)
_by_rank("group_results_of_a_user", results, "user_id", "game", "points", "table_id", "finished_at", where=OF_A_GROUP)

standings = _table(
    "standings",
    Column("game", Words(32), primary_key=True),
    Column("period", Words(10), primary_key=True),  # 2026-11-21, 2026-W47, 2026-11 or all
    Column("user_id", DiscordId, primary_key=True),
    Column("points", Number, nullable=False),
    Column("tiebreak", Words(100), nullable=False),
    Column("deals", Number, nullable=False),  # played in it
    Column("wins", Number, nullable=False),
    Column("listed", Flag, nullable=False),  # on the board of all servers together: enough deals, and not hidden
    Index("standings_of_a_user", "user_id"),
)
_by_rank("standings_by_rank", standings, "game", "period", "listed", "points", "tiebreak", "user_id")

# By games against others and by games of groups: for a server, or for all together (0)

win_standings = _table(
    "win_standings",
    Column("game", Words(32), primary_key=True),
    Column("period", Words(10), primary_key=True),
    Column("guild_id", DiscordId, primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("wins", Number, nullable=False),
    Column("games", Number, nullable=False),
    Column("listed", Flag, nullable=False),  # not hidden from the board of all servers together
    Index("win_standings_of_a_user", "user_id"),
    sqlite_with_rowid=False,
)
_by_rank("win_standings_by_rank", win_standings, "game", "period", "guild_id", "listed", "wins", "user_id")

group_standings = _table(
    "group_standings",
    Column("game", Words(32), primary_key=True),
    Column("period", Words(10), primary_key=True),
    Column("guild_id", DiscordId, primary_key=True),
    Column("party", Words(200), primary_key=True),  # as in results
    Column("points", Number, nullable=False),  # of its best game
    Column("table_id", Number, nullable=False),  # the first of equal ones
    Index("group_standings_of_a_party", "party"),
    sqlite_with_rowid=False,
)
_by_rank("group_standings_by_rank", group_standings, "game", "period", "guild_id", "points", "party")

# -- People and servers

people = _table(
    "people",
    Column("user_id", DiscordId, primary_key=True, autoincrement=False),
    Column("name", Words(100), nullable=False),  # as last seen; hostile until escaped
    Column("hidden", Flag, nullable=False),  # from the boards of all servers together
    Column("remind_hour", Number(0, 23)),  # UTC; when to remind them of their streak
    Column("reminded_on", Day),
    Column("direct", OneOf(8, "turns", "hands", "edits", "none")),  # which direct messages of games they want
    Column("form", OneOf(16, "pictures", "words-first", "words-only")),  # how they want to be shown games
    Column("whys", Flag),  # whether they want to be able to ask why
    Column("moving", Flag),  # whether great moments of their games are moving pictures
    Column("language", Words(8)),  # chosen
    Column("locale", Words(8)),  # the language of their Discord, as last seen
    Column("at", Time, nullable=False),
    Index("people_by_reminder", "remind_hour"),
)

aways = _table(
    "aways",  # when people are away: see daily/aways.py
    Column("user_id", DiscordId, primary_key=True, autoincrement=False),
    Column("since", Time, primary_key=True, autoincrement=False),
    Column("until", Time, nullable=False),
)

members = _table(
    "members",
    Column("guild_id", DiscordId, primary_key=True),
    Column("user_id", DiscordId, primary_key=True),
    Column("name", Words(100), nullable=False),  # in that server; hostile until escaped
    Column("at", Time, nullable=False),  # when they were first seen there
    Column("known_at", Time),  # when they last were known to be there
    Column("gone", Flag, nullable=False, server_default=false()),  # they have left the server
    _partial("members_gone", "guild_id", "user_id", where=GONE),
    Index("servers_of_a_user", "user_id"),
)

forgotten = _table(
    "forgotten",
    Column("user_id", DiscordId, primary_key=True, autoincrement=False),  # whose data is being deleted
    Column("at", Time, nullable=False),
    Column("owner", Words(64)),  # the process that does it
)

learners = _table(
    "learners",
    Column("id", Number, primary_key=True),  # named by the buttons of a lesson
    Column("user_id", DiscordId, nullable=False),
    Column("game", Words(32), nullable=False),
    Column("version", Number, nullable=False),  # of the lesson
    Column("step", Number),  # null: no lesson was begun
    Column("moves", Json, nullable=False, server_default="[]"),  # since the deal of that step: JSON
    Column("learned", Flag, nullable=False, server_default=false()),  # been through the lesson
    Column("first_table", Number),  # their first game of this kind; 0: before this was noted
    Column("made", Long, nullable=False, server_default=text("''")),  # kinds of move made in it, and feats in any game
    UniqueConstraint("user_id", "game"),
)

retries = _table(
    "retries",  # finished games that somebody plays on in private, one for each person
    Column("user_id", DiscordId, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("step", Number, nullable=False),  # of the game's replay: they play on from this position
    Column("seat", Number, nullable=False),
    Column("version", Number, nullable=False),  # raised by each change
    Column("moves", Json, nullable=False),  # of this person and of the computers, since then: JSON
    Index("retries_of_a_table", "table_id"),
)

servers = _table(
    "servers",  # what their managers have chosen, see people/servers.py
    Column("guild_id", DiscordId, primary_key=True, autoincrement=False),
    Column("language", Words(8), nullable=False),  # "": that of its Discord
    Column("places", OneOf(8, "all", "only", "except"), nullable=False, server_default="all"),
    Column("channels", Json, nullable=False, server_default="[]"),  # that `places` is about: their ids, as JSON
    Column("threads", Flag, nullable=False, server_default=false()),  # tables open in threads of their own
    Column("role_id", DiscordId),  # who may open tables; null: everybody
    Column("most_tables", Number),  # of groups, at once; null: any number
    Column("most_each", Number),  # likewise, opened by one person
    Column("old_boards", OneOf(8, "kept", "folded", "deleted"), nullable=False, server_default="folded"),
    Column("pings", Flag, nullable=False, server_default=true()),  # whoever is to act is mentioned
    Column("log_id", DiscordId),  # the channel that is told what moderators and the bot did
)

restrictions = _table(
    "restrictions",  # people whom a server's moderators have blocked, or taken off its boards
    Column("guild_id", DiscordId, primary_key=True, autoincrement=False),
    Column("hash", Hex, primary_key=True),  # keyed, of the user and the server: a block outlasts `user_id`
    Column("user_id", DiscordId),  # null: their data was deleted
    Column("blocked", Flag, nullable=False, server_default=false()),
    Column("unlisted", Flag, nullable=False, server_default=false()),  # their name is left off its boards and posts
    Index("restrictions_of_a_user", "user_id"),
)

server_log = _table(
    "server_log",  # what moderators and the bot did, until a server's log channel has it
    Column("id", Number, primary_key=True),
    Column("guild_id", DiscordId, nullable=False),
    Column("kind", Words(16), nullable=False),
    Column("by_id", DiscordId),  # who did it; null: the bot, or their data was deleted
    Column("user_id", DiscordId),  # to whom
    Column("table_id", Number),  # at which table; it may be deleted
    Column("detail", Words(200), nullable=False, server_default=text("''")),
    Column("at", Time, nullable=False),
    Index("server_log_of_a_server", "guild_id", "id"),
    Index("server_log_by_a_user", "by_id"),
    Index("server_log_about_a_user", "user_id"),
    sqlite_autoincrement=True,  # its numbers keep a line from being posted twice
)

announcements = _table(
    "announcements",
    Column("guild_id", DiscordId, primary_key=True, autoincrement=False),
    Column("channel_id", DiscordId, nullable=False),
    Column("hour", Number(0, 23), nullable=False),  # of the day, UTC, of the next post
    Column("announced_on", Day),
    Column("skipped_on", Day),  # the day on which its hour had passed when it was chosen
    Column("nights", Number, nullable=False, server_default="0"),  # that the server's lantern has burned in a row
    Column("lit_on", Day),  # the last of those nights
    Column("empty", Number, nullable=False, server_default="0"),  # posts in a row about days on which nobody played
    Column("set_by", DiscordId),  # who is told if Discord refuses the posts for long; null: nobody
    Column("failing_since", Day),  # each post since that day was refused
    Column("told", Flag, nullable=False, server_default=false()),  # that it was
    Column("claimed_at", Time),  # when a process began to act on it
    Column("owner", Words(64)),  # the process that acts on it, or did
    Column("zone", Words(64), nullable=False, server_default="UTC"),  # the time zone that was chosen, by its name
    Column("local_hour", Number(0, 23)),  # the hour that was chosen, there; null: `hour`
    Column("parts", Words(64), nullable=False, server_default="deals,results,riddle,week"),  # what a post has
    _partial("announcements_of_a_user", "set_by", where=SET_BY_SOMEBODY),
)

# -- Processes (see leases.py)

processes = _table(
    "processes",  # those that have this database open
    Column("id", Words(64), primary_key=True),
    Column("until", Time, nullable=False),  # counts as dead from then on; while it lives it puts this off
    Column("forgettings", Number, nullable=False, server_default="0"),  # how often it was asked to empty its caches
)

leases = _table(
    "leases",  # what one process alone does, as long as it lives
    Column("kind", Words(16), primary_key=True),
    Column("key", DiscordId, primary_key=True, autoincrement=False),
    Column("owner", Words(64), nullable=False),
    Index("leases_of_a_process", "owner"),
)
