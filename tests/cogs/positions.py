"""Tables in the midst of their games, written where the bot finds them."""

from dataclasses import dataclass
from typing import Any

from engine import GAMES, encode
from render import PICTURES
from tables.play.computers import strengths
from tables.play.model import Request

from .hall import World

SEED = "5a" * 32
Log = tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Position:
    """A table in the midst of its game. Those who sit there are the first members, in their order."""

    key: str
    seats: int
    options: Any
    state: Any
    log: Log = ()
    turn: int = 1


async def write(here: World, position: Position, people: int | None = None) -> None:
    """The bot finds it when it starts again, and has seconds to show it: what takes long to draw first is drawn now.

    Only the first `people` seats are members', the others are computer players'; None: all are.
    """
    game = GAMES[position.key]
    PICTURES[game.key].board(game.view(position.state, None), ["?"] * position.seats)
    host, *others = here.members[: position.seats if people is None else people]
    where: dict[str, Any] = {"guild_id": host.guild.id, "channel_id": here.channel.id}
    me: dict[str, Any] = {
        "user_id": host.id,
        "name": host.user.global_name,
        "interaction_id": 1,
        "language": here.language,
    }
    if max(game.seats) == 1:
        table = await here.bot.store.solitaires.start(position.key, Request(**where, **me))
    else:
        lobbies = here.bot.store.lobbies
        table = await lobbies.open(position.key, Request(**where, **me))
        options = position.options.__struct_fields__
        values = {field: encode(getattr(position.options, field)).decode() for field in options}
        await lobbies.set_options(table.id, host.id, values, 3)
        for number, member in enumerate(others):
            await lobbies.join(table.id, member.id, str(member.user.global_name), 10 + number)
        for number in range(1 + len(others), position.seats):
            await lobbies.add_computer(table.id, host.id, strengths(table)[0], 20 + number)
        await lobbies.go_first(table.id, host.id, 2)
        await lobbies.start(table.id, host.id, 4)
    here.rows(
        "UPDATE tables SET seed = ?, snapshot = ?, version = ?, turn = ?",
        *(SEED, encode(position.state).decode(), 100 + len(position.log), position.turn),
    )
    here.rows("DELETE FROM log")  # what was forced in the deal that this one replaces
    seats = [member.id for member in here.seats()]
    seats += [-row["number"] for row in here.rows("SELECT number FROM computers ORDER BY seat")]
    if (game.to_act(position.state) or 0) >= len(here.seats()):
        here.rows("INSERT INTO timers (table_id, kind, due_at) VALUES (?, 'think', 0)", table.id)
    for version, row in enumerate(position.log, 101):
        here.rows(
            "INSERT INTO log VALUES (?, ?, ?, ?, ?, 'move', ?, ?, ?, 0)",
            *(table.id, version, row["turn"], row["seat"], seats[row["seat"]]),
            *(encode(row["move"]).decode(), encode(row["events"]).decode(), row["reveals"]),
        )
