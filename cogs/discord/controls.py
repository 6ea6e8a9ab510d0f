"""Buttons and selects: what their custom ids mean, who handles them, and what an error says.

Every press is read from its custom id alone, so that it always meets this error handler, also after a restart and also
when nothing knows the id any more. A message's view is made afresh for every send, and discord.py remembers none.
"""

import asyncio
import logging
import secrets
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord
from discord import app_commands, ui

from engine import IllegalMove
from host import metrics
from languages import ENGLISH, later, of_discord, say, speak, spoken
from tables.play.computer_names import unsigned
from tables.play.model import AlreadyApplied, Refused, Request
from tables.services import Store
from tables.store.errors import Busy, DatabaseError
from tables.store.shards import Shards

from ..screens.names import quoted
from ..screens.press import OLD_SHEET, Press
from . import gateway, refusals, signs
from .needs import Verb
from .permissions import lacking_here

log = logging.getLogger(__name__)

T = TypeVar("T")

UNREADABLE = later("Discord sent that in a form that I can't read, so nothing has changed. Try again in a minute.")
NO_PLACE = later("Discord doesn't say in which channel you are, so nothing has changed. Try again in another one.")

SLASH = discord.AppCommandType.chat_input.value
JUDGED = "judged"  # among the extras of an interaction: what refuses its user, once it is acknowledged
SOON = 1.0  # seconds that an interaction may go unacknowledged, of Discord's three

TOO_MANY = 429  # an HTTP status; what follows are codes of Discord's own
ALREADY_ACKNOWLEDGED = 40060
GONE = (10003, 10008)  # the channel or the message
EXPIRED = (10015, 10062, 50027)  # of an interaction that is too late to answer, or whose token has died

# What it raises if Discord can't be reached. Any other OSError is ours: a full disk, a picture that can't be drawn
UNREACHED = (aiohttp.ClientError, ConnectionError, TimeoutError, socket.gaierror, ssl.SSLError)
# Failures of Discord and of the network. They pass
TROUBLES = (discord.HTTPException, discord.RateLimited, *UNREACHED)


class Superseded(Exception):
    """A newer press of the same person is answered instead of this one, so this one gets no answer."""


class Client(gateway.Bot):
    """The connection to Discord, with everything needed to answer interactions."""

    store: Store
    cluster: Shards  # the servers of this process
    handlers: dict[str, Verb]  # by the verb of a custom id
    underway: set[asyncio.Task[Any]]  # interactions being answered
    admit: "Callable[..., Awaitable[None]]"  # Members.admit: raises Refused if the user may not do that

    async def on_interaction(self, interaction: "Interaction") -> None:
        """Handle a press, or a sheet that was sent back. discord.py itself hands on all other interactions."""
        data: Any = interaction.data
        if interaction.channel is None:  # Discord doesn't say where: then the message has no place, either
            interaction.message = None
        match interaction.type:
            case discord.InteractionType.component:
                await answered(interaction, _handle(interaction, lambda: _pressed(data)))
            case discord.InteractionType.modal_submit:
                await answered(interaction, _handle(interaction, lambda: _sent_back(data)))


if TYPE_CHECKING:
    Interaction = discord.Interaction[Client]
else:  # discord.py reads the annotations of commands at run time
    Interaction = discord.Interaction


async def _handle(interaction: Any, read: Callable[[], Press]) -> None:
    """Acknowledge the press, judge whether its user may do that at the table it names, and only then do it."""
    press = read()
    verb = interaction.client.handlers.get(press.verb)
    if verb is None:
        raise Refused(say("This button is from an older time of the hall and does nothing any more."))
    interaction.extras["press"] = press
    admit = partial(interaction.client.admit, interaction, press.table_id, verb.needs, ruled=not verb.always)
    if verb.acknowledge:
        await verb.acknowledge(interaction)
        await admit()
    else:
        interaction.extras[JUDGED] = admit
    await verb.handle(interaction, press)


def _pressed(data: Any) -> Press:
    return Press.read(data["custom_id"], data.get("values", ()))


def _sent_back(data: Any) -> Press:
    return Press.read(data["custom_id"], sheet=_filled(data["components"]))


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
        """Speak the user's language, also in autocomplete. False if it can't be read: its user has been told so."""
        speak(locale_of(interaction))
        if interaction.type is discord.InteractionType.autocomplete:
            speak((await interaction.client.store.people.preferences(interaction.user.id)).language)
        try:
            read = vars(interaction.namespace)  # discord.py reads the options now
            _ = [read[option["name"]] for option in interaction.data.get("options", ()) if option.get("focused")]
            if interaction.data.get("type", SLASH) != SLASH:
                raise ValueError("the bot has no other commands")
        except Exception as error:
            log.warning("The options of interaction %s can't be read: %r", interaction.id, error)
            await self.on_error(interaction, NotUnderstood())  # discord.py would read them again before
            return False
        return True

    async def on_error(self, interaction: Any, error: app_commands.AppCommandError, /) -> None:
        """Tell the user. Autocomplete has no place for a sentence: it offers nothing then."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("Autocomplete of interaction %s offers nothing: %r", interaction.id, error)
            with suppress(*TROUBLES):
                await interaction.response.autocomplete([])
            return
        await answered(interaction, _raise(error))


class NotUnderstood(app_commands.AppCommandError):
    """Discord sent a command with options in a form that can't be read."""


async def _raise(error: Exception) -> None:
    raise error


async def answered(interaction: Interaction, work: Coroutine[Any, Any, None]) -> None:
    """Do what somebody has asked for. Tell them in a sentence, ephemerally, whatever goes wrong: nothing is unanswered.

    Whatever goes wrong is told once: nothing is raised here, so discord.py has no error to hand to `on_error`.
    Meanwhile the language of the user's Discord is spoken, until `register_user` knows a better one.
    """
    speak(locale_of(interaction))
    task = asyncio.current_task()
    assert task
    interaction.client.underway.add(task)
    began = time.perf_counter()
    try:
        with interaction.client.store.database.visit(interaction.user.id):
            await work
    except AlreadyApplied:
        log.info("Interaction %s was delivered twice", interaction.id)
    except Superseded:
        pass
    except Exception as error:
        await _tell_of(interaction, error)
    finally:
        work.close()  # if it hasn't begun
        interaction.client.underway.discard(task)
        metrics.ANSWERS.observe(time.perf_counter() - began)


async def _tell_of(interaction: Interaction, error: Exception) -> None:
    if isinstance(error, discord.HTTPException) and error.code in (ALREADY_ACKNOWLEDGED, *EXPIRED):
        log.info("Interaction %s can't be answered any more: %s", interaction.id, error)
        return
    try:
        await tell(interaction, sentence(error, interaction))
    except TROUBLES as failure:
        log.warning("Interaction %s could not be answered: %s", interaction.id, failure)


async def acknowledge(interaction: Interaction, **how: bool) -> None:
    """Acknowledge an interaction, before anything that takes time. `how`: the arguments of discord.py's `defer`.

    An interaction may be acknowledged already: it was delivered twice, or Discord's answer was lost. It goes on all the
    same, because its changes are applied only once. Whoever may not do what they want is refused here, if a handler
    acknowledges by itself. Raises Refused.
    """
    try:
        await interaction.response.defer(**how)
    except discord.HTTPException as error:
        if error.code != ALREADY_ACKNOWLEDGED:
            raise
        interaction.extras["acknowledged"] = True
    await register_user(interaction)
    if judge := interaction.extras.pop(JUDGED, None):
        await judge()


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


async def acknowledge_page(interaction: Interaction) -> None:
    """Acknowledge: a press that says which page turns that page, and any other gets a message of its own."""
    await (acknowledge if interaction.extras["press"].args else acknowledge_privately)(interaction)


async def acknowledge_part(interaction: Interaction) -> None:
    """Acknowledge: a press that says which part takes the place of the part that only this user sees; any other press
    gets an answer of its own.
    """
    alone = at_home(interaction) or (interaction.message is not None and interaction.message.flags.ephemeral)
    await (acknowledge if interaction.extras["press"].args and alone else acknowledge_out_of_sight)(interaction)


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
    """Remember the user's name. Call this first.

    From here on they are spoken to in the language that they have chosen.
    """
    user, store = interaction.user, interaction.client.store
    name = name_of(user, everywhere=True)  # for leaderboards; a nickname is shown in its own server only
    store.presence.note(user.id, interaction.channel_id)
    store.people.met(user.id, name, interaction.guild_id, name_of(user), locale_of(interaction))
    press = interaction.extras.get("press")
    if press and press.table_id:  # one query reads it and the preferences of who is there
        with suppress(Refused):
            await store.tables.get(press.table_id)
    speak((await store.people.preferences(user.id)).language)


def name_of(user: discord.User | discord.Member, *, everywhere: bool = False) -> str:
    """A person's name: for members their nickname in the server, unless `everywhere`.

    All names of people come from here, so none can look like a computer player's. They are still hostile input.
    """
    return unsigned((user.global_name or user.name) if everywhere else user.display_name)


def place_of(interaction: Interaction) -> int:
    """The channel. Raises Refused if Discord doesn't say which: it is of a kind that is new, perhaps."""
    if interaction.channel_id is None:
        raise Refused(say(NO_PLACE))
    return interaction.channel_id


def request(interaction: Interaction) -> Request:
    """Who acts, and where. Raises Refused if Discord doesn't say where."""
    return Request(
        user_id=interaction.user.id,
        name=name_of(interaction.user),
        guild_id=interaction.guild_id,
        channel_id=place_of(interaction),
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
        case NotUnderstood():
            return say(UNREADABLE)
        case app_commands.TransformerError():
            return say("“{typed}” is nothing I can use there.", typed=quoted(str(error.value)))
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return say("This command is from an older time of the hall. Discord shows the new ones within a minute.")
        case refusals.NotTaken(refusal=refused):
            log.info("A table isn't shown: %s", error)
            why = refusals.reason(refused, lacking_here(interaction))
            return say("I can't show the table here: {reason}.", reason=why)
        case Busy():
            log.warning("The database is busy: %s", error)
            return say("The hall is very busy just now, so nothing has changed. Try again in a moment.")
        case discord.HTTPException(text=text) if signs.INVALID in text:
            return say("Discord refused one of my signs. Try again: I use plain ones now.")
        case discord.NotFound(code=code) if code in GONE:
            log.info("Gone: %s", error)
            return say("That message was deleted. `/board` shows the table as it stands.")
        case _ if isinstance(error, (discord.DiscordServerError, discord.RateLimited, *UNREACHED)) or _passes(error):
            log.warning("Discord didn't take an answer: %s", error)
            return say("Discord has troubles of its own just now. Press Play, or try again in a minute.")
        case _ if known := refusals.refusal(error):
            forbidden = known.forbidden or known.code in (refusals.ARCHIVED, refusals.LOCKED)
            _log_refusal(known, forbidden=forbidden)
            why = refusals.reason(known, lacking_here(interaction) if forbidden else "")
            return say("I can't do that here: {reason}.", reason=why)
        case DatabaseError():
            log.error("The database failed: %s", error)
            return say("I can't write anything down just now, so nothing has changed. Try again in a minute.")
    reference = secrets.token_hex(3)
    log.error("Unexpected (%s)", reference, exc_info=error)
    return say(
        "Something went wrong on my side. The host of this bot finds it in the log as {reference}.",
        reference=reference,
    )


def _passes(error: Exception) -> bool:
    """Whether Discord refuses this only for now: it was asked too often, or is overloaded."""
    return isinstance(error, discord.HTTPException) and (error.status == TOO_MANY or error.code in refusals.PASSING)


def _log_refusal(refused: refusals.Refusal, *, forbidden: bool) -> None:
    """People of that server can mend what is forbidden there. Anything else is for the host to read."""
    if forbidden:
        log.info("An answer is forbidden: %s", refused.told)
    else:
        log.warning("Discord refuses an answer: %s", refused.told)
