"""Which game a command is about: this channel's, or one of the user's own."""

from contextlib import suppress
from typing import Annotated, Any

from discord import app_commands

from engine import GAMES
from languages import later, say
from tables.play.model import Refused, Table
from tables.store.errors import Unreadable

from ..discord.controls import Interaction
from ..discord.needs import Needs
from ..screens.hall import not_started
from ..services import Services
from .cog import named

AFTER = later("The last game here is over. Press **Play again** on its last board, or use `/play`.")
UNKNOWN_GAME = later("This hall doesn't know that game. `/help` shows those it has.")
WHICH_GAME = later("Which of your games, where it isn't the one here")


async def channels_table(services: Services, interaction: Interaction) -> Table | None:
    """The group's table of the channel that the user is in; none if Discord doesn't say which channel that is."""
    place = interaction.channel_id
    return None if place is None else await services.store.tables.in_channel(place)


async def require_own_table(
    services: Services, interaction: Interaction, named: str | None, game_key: str | None = None
) -> Table:
    """The game that a command is about: see `find_own_table`. Refuses a user who has left its server."""
    table = await find_own_table(services, interaction, named, game_key)
    await services.members.require(interaction, table, Needs.SEAT)
    return table


async def find_own_table(
    services: Services, interaction: Interaction, named: str | None, game_key: str | None = None
) -> Table:
    """The user's game that a command is about: the one `named`, else this channel's, else their only one.

    `game_key` None: any game. Raises Refused.
    """
    here = await channels_table(services, interaction) if named is None else None
    if here and here.phase == "playing" and game_key in (None, here.game) and here.player(interaction.user.id):
        return here
    own_tables = await services.store.tables.of_user(interaction.user.id)
    if here and not own_tables:
        if here.phase == "lobby":
            url = await services.presenter.url(here)
            raise Refused(f"{not_started(here, interaction.user.id)} {url or ''}".strip())
        if here.phase == "over" and here.player(interaction.user.id):
            raise Refused(say(AFTER))
    theirs = [table for table in own_tables if game_key in (None, table.game) and named in (None, str(table.id))]
    if not theirs:
        await services.store.tables.require_readable(interaction.user.id)
        if game_key is None:
            raise Refused(say("You aren't in a game here. `/play` starts one."))
        raise Refused(say("You aren't in a game of {game} here. `/play` starts one.", game=GAMES[game_key].title))
    here_too = [table for table in theirs if table.channel_id == interaction.channel_id]
    if len(theirs) > 1 and len(here_too) == 1:
        return here_too[0]
    if len(theirs) > 1:
        raise Refused(say("You're in several games: choose one with `game:`. `/games` lists them."))
    return theirs[0]


async def find_table_here(services: Services, interaction: Interaction) -> Table | None:
    """The user's game in this channel; None if they have none here, or several of which none is the channel's own."""
    here = await channels_table(services, interaction)
    if here is None or here.phase != "playing" or not here.player(interaction.user.id):
        theirs = await services.store.tables.of_user(interaction.user.id)
        here_too = [table for table in theirs if table.channel_id == interaction.channel_id]
        here = here_too[0] if len(here_too) == 1 else None
    if here is not None:
        await services.members.require(interaction, here, Needs.SEAT)
    return here


async def default_game(services: Services, interaction: Interaction) -> str | None:
    """The key of the game that a command is about if none is named: this channel's, else the user's newest."""
    here: Table | None = None
    with suppress(Unreadable):
        here = await channels_table(services, interaction)
    theirs = (here,) if here else await services.store.tables.of_user(interaction.user.id)
    return theirs[0].game if theirs else None


class OwnGamesTransformer(app_commands.Transformer):
    """An option that chooses one of the user's games, by its number. `game_key`: only games of this kind."""

    def __init__(self, game_key: str | None = None) -> None:
        self.game_key = game_key

    async def transform(self, interaction: Any, value: str, /) -> str:
        return value

    async def autocomplete(self, interaction: Any, current: Any, /) -> list[app_commands.Choice[Any]]:
        theirs = await interaction.client.store.tables.of_user(interaction.user.id)
        theirs = await interaction.client.services.members.admitted(interaction, theirs)
        texts = {
            str(table.id): _listed(interaction, table)[:100] for table in theirs if self.game_key in (None, table.game)
        }
        return named(texts)[:25]


OwnGameOption = Annotated[str, OwnGamesTransformer()]


def _listed(interaction: Interaction, table: Table) -> str:
    """A game in the list of autocomplete. Only the process that serves a channel's server knows the channel's name."""
    if table.day is not None:
        dealt = {"game": GAMES[table.game].title, "day": table.day}
        return (
            say("{game}, deal of {day}", **dealt)
            if table.ranked
            else say("{game}, deal of {day}, for practice", **dealt)
        )
    channel = interaction.client.get_channel(table.channel_id)
    others = ", ".join(map(table.name_of, table.everybody))
    known = {"game": GAMES[table.game].title, "turn": table.turn, "people": others}
    if channel is None:
        return say("{game}, turn {turn}: {people}", **known)
    return say("{game} in {channel}, turn {turn}: {people}", channel=f"#{channel}", **known)
