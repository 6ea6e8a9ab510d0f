"""Buttons and selects: what their custom ids mean, who handles them, and what an error says.

Every press is read from its custom id alone, so that it always meets this error handler, also after a restart and also
when nothing knows the id any more. A message's view is made afresh for every send, and discord.py remembers none.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord
from discord import app_commands, ui
from discord.ext import commands
from sqlalchemy.exc import DBAPIError

from engine import IllegalMove
from host import metrics
from languages import ENGLISH, of_discord, say, speak, spoken
from tables.play.computer_names import unsigned
from tables.play.model import AlreadyApplied, Refused, Request
from tables.services import Store
from tables.store.database import Busy
from tables.store.shards import Shards

from ..screens.press import OLD_SHEET, Press
from . import refusals, signs
from .permissions import lacking_here

log = logging.getLogger(__name__)

T = TypeVar("T")

SOON = 1.0  # seconds that an interaction may go unacknowledged, of Discord's three

ALREADY_ACKNOWLEDGED = 40060
GONE = (10003, 10008)  # the channel or the message
EXPIRED = (10015, 10062, 50027)  # of an interaction that is too late to answer, or whose token has died

# Failures of Discord and of the network. They pass
TROUBLES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


class Superseded(Exception):
    """A newer press of the same person is answered instead of this one, so this one gets no answer."""


class Client(commands.AutoShardedBot):
    """The connection to Discord, with everything needed to answer interactions."""

    store: Store
    cluster: Shards  # the servers of this process
    handlers: dict[str, "Handler"]  # by the verb of a custom id
    underway: set[asyncio.Task[Any]]  # interactions being answered
    admit: "Callable[[Interaction, int], Awaitable[None]]"  # raises Refused if the user may not act at that table

    async def on_interaction(self, interaction: "Interaction") -> None:
        """Handle a press, or a sheet that was sent back. discord.py itself hands on all other interactions."""
        data: Any = interaction.data
        match interaction.type:
            case discord.InteractionType.component:
                async with reporting_errors(interaction):
                    await _handle(interaction, Press.read(data["custom_id"], data.get("values", ())))
            case discord.InteractionType.modal_submit:
                async with reporting_errors(interaction):
                    await _handle(interaction, Press.read(data["custom_id"], sheet=_filled(data["components"])))


if TYPE_CHECKING:
    Interaction = discord.Interaction[Client]
else:  # discord.py reads the annotations of commands at run time
    Interaction = discord.Interaction

Handler = Callable[[Interaction, Press], Awaitable[None]]


async def _handle(interaction: Any, press: Press) -> None:
    handler = interaction.client.handlers.get(press.verb)
    if handler is None:
        raise Refused(say("This button is from an older time of the hall and does nothing any more."))
    interaction.extras["table"] = press.table_id
    await handler(interaction, press)


def _filled(components: Any) -> dict[str, tuple[str, ...]]:
    """What was chosen on a sheet, by control. Raises Refused for anything that our sheets don't send."""
    chosen: dict[str, tuple[str, ...]] = {}
    for component in components:
        match component:
            case {"component": {"custom_id": str(name), "values": [*values]}}:
                pass
            case {"component": {"custom_id": str(name), "value": value}}:
                values = [value]
            case _:
                raise Refused(say(OLD_SHEET))
        if name in chosen or not all(isinstance(value, str) for value in values):
            raise Refused(say(OLD_SHEET))
        chosen[name] = tuple(values)
    return chosen


class CommandTree(app_commands.CommandTree[Any]):
    """Commands work everywhere unless they say otherwise. Errors before their own code are reported like others."""

    def __init__(self, client: "Client") -> None:
        everywhere = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
        installed = app_commands.AppInstallationType(guild=True, user=True)
        super().__init__(client, allowed_contexts=everywhere, allowed_installs=installed)

    async def interaction_check(self, interaction: Any, /) -> bool:
        """Speak the user's language, also in autocomplete."""
        speak(locale_of(interaction))
        if interaction.type is discord.InteractionType.autocomplete:
            speak((await interaction.client.store.people.preferences(interaction.user.id)).language)
        return True

    async def on_error(self, interaction: Any, error: app_commands.AppCommandError, /) -> None:
        async with reporting_errors(interaction):
            raise error


@asynccontextmanager
async def reporting_errors(interaction: Interaction) -> AsyncIterator[None]:
    """Tell the user in a sentence, ephemerally, whatever goes wrong in the block. So nothing stays unanswered.

    Within it, the language of the user's Discord is spoken, until `register_user` knows a better one.
    """
    speak(locale_of(interaction))
    task = asyncio.current_task()
    assert task
    interaction.client.underway.add(task)
    began = time.perf_counter()
    try:
        with interaction.client.store.database.visit(interaction.user.id):
            yield
    except AlreadyApplied:
        log.info("Interaction %s was delivered twice", interaction.id)
    except Superseded:
        pass
    except Exception as error:
        if isinstance(error, discord.HTTPException) and error.code in (ALREADY_ACKNOWLEDGED, *EXPIRED):
            log.info("Interaction %s can't be answered any more: %s", interaction.id, error)
            return
        try:
            await tell(interaction, sentence(error, interaction))
        except TROUBLES as failure:
            log.warning("Interaction %s could not be answered: %s", interaction.id, failure)
    finally:
        interaction.client.underway.discard(task)
        metrics.ANSWERS.observe(time.perf_counter() - began)


async def acknowledge(interaction: Interaction, **how: bool) -> None:
    """Acknowledge an interaction, before anything that takes time. `how`: the arguments of discord.py's `defer`.

    An interaction may be acknowledged already: it was delivered twice, or Discord's answer was lost. It goes on all the
    same, because its changes are applied only once. Raises Refused for a press at a table of a server that the user has
    left.
    """
    try:
        await interaction.response.defer(**how)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        interaction.extras["acknowledged"] = True
    await register_user(interaction)


async def acknowledge_privately(interaction: Interaction) -> None:
    """Acknowledge: the answer will be a new message, for this user alone."""
    await acknowledge(interaction, ephemeral=True, thinking=True)


async def acknowledge_out_of_sight(interaction: Interaction) -> None:
    """Acknowledge: the answer will be a new message, which only this user can see; in the bot's direct messages it
    stays.
    """
    await acknowledge(interaction, ephemeral=not at_home(interaction), thinking=True)


def at_home(interaction: Interaction) -> bool:
    """Whether this happens in the bot's direct messages with this user, where nobody else sees an answer."""
    return interaction.context.dm_channel is True


async def acknowledge_alone(interaction: Interaction) -> None:
    """Acknowledge: the answer will replace an ephemeral message.

    A forged press on another message gets an ephemeral answer.
    """
    if interaction.message and interaction.message.flags.ephemeral:
        await acknowledge(interaction)
    else:
        await acknowledge_privately(interaction)


async def read_soon(interaction: Interaction, query: Awaitable[T]) -> T:
    """Await what decides how to acknowledge. If that takes long, acknowledge for this user alone meanwhile.

    The caller then checks `interaction.response.is_done()`. Raises what `query` does, and Refused.
    """
    reading = asyncio.ensure_future(query)
    try:
        await asyncio.wait([reading], timeout=SOON)
        if not reading.done():
            await acknowledge_privately(interaction)
        return await reading
    finally:
        reading.cancel()


async def register_user(interaction: Interaction) -> None:
    """Remember the user's name, and check that they may act at the table. Call this first. Raises Refused.

    From here on they are spoken to in the language that they have chosen.
    """
    user, store = interaction.user, interaction.client.store
    name = name_of(user, everywhere=True)  # for leaderboards; a nickname is shown in its own server only
    store.people.met(user.id, name, interaction.guild_id, name_of(user), locale_of(interaction))
    table_id = interaction.extras.get("table")
    if table_id:  # one query reads it and the preferences of who is there
        with suppress(Refused):
            await store.tables.get(table_id)
    speak((await store.people.preferences(user.id)).language)
    if table_id:
        await interaction.client.admit(interaction, table_id)


def name_of(user: discord.User | discord.Member, *, everywhere: bool = False) -> str:
    """A person's name: for members their nickname in the server, unless `everywhere`.

    All names of people come from here, so none can look like a computer player's. They are still hostile input.
    """
    return unsigned((user.global_name or user.name) if everywhere else user.display_name)


def request(interaction: Interaction) -> Request:
    """Who acts, and where."""
    return Request(
        user_id=interaction.user.id,
        name=name_of(interaction.user),
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        interaction_id=interaction.id,
        language=(of_discord(str(interaction.guild_locale)) or ENGLISH) if interaction.guild_locale else spoken(),
    )


async def language_of(client: Client, guild: discord.Guild | None) -> str | None:
    """The language of a server: what its managers have chosen, else what Discord says. None if nobody knows it."""
    if guild is None:
        return None
    return await client.store.servers.language(guild.id) or of_discord(str(guild.preferred_locale))


def locale_of(interaction: Interaction) -> str | None:
    """The language of the user's Discord; None if it isn't spoken here."""
    return of_discord(str(interaction.locale))


async def tell(interaction: Interaction, text: str) -> None:
    """Send an ephemeral answer, whether or not the interaction has been acknowledged."""
    if interaction.response.is_done() or "acknowledged" in interaction.extras:
        await interaction.followup.send(view=plain_text(text), ephemeral=True)
    else:
        await interaction.response.send_message(view=plain_text(text), ephemeral=True)


def plain_text(text: str) -> ui.LayoutView:
    """A message of nothing but text, as a layout like all other answers.

    Discord can't edit a plain message into a layout or back, and an interaction that is delivered twice edits its own
    first answer.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(signs.in_text(text)))
    view.stop()  # see `dress`
    return view


def sentence(error: Exception, interaction: Interaction) -> str:
    """The sentence that the user reads. Errors that they can't mend are logged, too."""
    match error:
        case Refused() | IllegalMove():
            return str(error)
        case app_commands.TransformerError():
            typed = discord.utils.escape_markdown(str(error.value)[:50])
            return say("“{typed}” is nothing I can use there.", typed=typed)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return say("This command is from an older time of the hall. Discord shows the new ones within a minute.")
        case refusals.NotTaken(refusal=refused):
            log.info("A table isn't shown: %s", error)
            return say(
                "I can't show the table here: {reason}.", reason=refusals.reason(refused, lacking_here(interaction))
            )
        case discord.Forbidden() | discord.HTTPException(code=refusals.ARCHIVED | refusals.LOCKED):
            log.info("Forbidden: %s", refusals.described(error))
            refused = refusals.Refusal(error.code, isinstance(error, discord.Forbidden), "")
            return say("I can't do that here: {reason}.", reason=refusals.reason(refused, lacking_here(interaction)))
        case Busy():
            log.warning("The database is busy: %s", error)
            return say("The hall is very busy just now, so nothing has changed. Try again in a moment.")
        case discord.HTTPException(text=text) if signs.INVALID in text:
            return say("Discord refused one of my signs. Try again: I use plain ones now.")
        case discord.NotFound(code=code) if code in GONE:
            log.info("Gone: %s", error)
            return say("That message was deleted. `/board` shows the table as it stands.")
        case discord.DiscordServerError() | discord.RateLimited() | aiohttp.ClientError() | OSError():
            log.warning("Discord didn't take an answer: %s", error)
            return say("Discord has troubles of its own just now. Press Play, or try again in a minute.")
        case DBAPIError():
            log.error("The database failed: %s", error)
            return say("I can't write anything down just now, so nothing has changed. Try again in a minute.")
        case _:
            reference = secrets.token_hex(3)
            log.error("Unexpected (%s)", reference, exc_info=error)
            return say(
                "Something went wrong on my side. The host of this bot finds it in the log as {reference}.",
                reference=reference,
            )
