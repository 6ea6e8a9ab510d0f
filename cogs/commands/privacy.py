"""What is stored about a user: they can export, hide and delete it. docs/privacy.md lists it."""

import asyncio
import gzip
import io
import shutil
from tempfile import SpooledTemporaryFile
from typing import IO

import discord
from discord import app_commands, ui

from languages import later, say
from tables.daily.calendar import now
from tables.play.model import Refused

from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge, acknowledge_privately, plain_text, tell
from ..discord.needs import Needs
from ..discord.rate_limit import RateLimit
from ..screens.frame import framed
from ..screens.press import Press, is_number
from ..screens.screen import Button, Screen, Style, row
from ..services import Services
from .cog import Cog, command, offered, pressed

LARGE = 8 * 2**20  # bytes: nearly what Discord takes
CONFIRMING = 3600  # seconds for which the question can be answered
EXPORTS = (1, 600.0)  # how many a user may have, in how many seconds
CHANGES = (3, 60.0)
CHOICES = {
    "export": later("Give me all of it, as a file"),
    "delete": later("Delete all of it"),
    "hide": later("Hide me from leaderboards across servers"),
    "show": later("Show me on leaderboards across servers again"),
}
EXPORTED = later("Here is everything I store about you. The host's privacy page says what each part is for.")
WHETHER = later("""### Delete everything I store about you?
You leave your tables. Your solo games, results, rankings, streaks and settings are gone for good. Games you finished \
with others keep a seat without a name. Messages in channels stay there.""")
UNDER_WAY = later("""### Deleting everything I store about you
This can take a few minutes. You don't have to wait.""")
DELETED = later("Everything I stored about you is deleted. If you play again, you start fresh.")
HIDDEN = later("Leaderboards across servers no longer show you. Those of your servers do. `/privacy` undoes it.")
SHOWN = later("Leaderboards across servers show you again.")


class PrivacyCog(Cog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._exports, self._changes = RateLimit(*EXPORTS), RateLimit(*CHANGES)

    @command(
        "privacy",
        later("What I store about you: have it, delete it"),
        acknowledge_privately,
        always=True,
        what=later("What I am to do"),
    )
    @app_commands.choices(what=offered(CHOICES))
    async def privacy(self, interaction: Interaction, what: str) -> None:
        match what:
            case "export":
                await self._export(interaction)
            case "delete":
                await edit(interaction, _whether(interaction.user.id))
            case "hide" | "show":
                self._changes.take(interaction)
                await self.store.people.set_hidden(interaction.user.id, what == "hide")
                await tell(interaction, say(HIDDEN) if what == "hide" else say(SHOWN))
            case _:
                raise Refused(say("Pick one of the choices offered."))

    async def _export(self, interaction: Interaction) -> None:
        self._exports.take(interaction)
        with SpooledTemporaryFile[bytes](LARGE) as stored:
            await self.store.privacy.export(interaction.user.id, stored)
            name, content = await asyncio.to_thread(_file, stored)
        view = plain_text(say(EXPORTED))
        view.add_item(ui.File(f"attachment://{name}"))
        await interaction.edit_original_response(view=view, attachments=[discord.File(content, name)])

    @pressed("forget", Needs.NOTHING, always=True)
    async def forget(self, interaction: Interaction, press: Press) -> None:
        """Delete everything, now that the user is sure. A second press finds nothing to delete."""
        user, asked_at = press.args if len(press.args) == 2 else ("", "")
        if user != str(interaction.user.id) or not is_number(asked_at) or now() - int(asked_at) > CONFIRMING:
            raise Refused(say("This question is too old. Use `/privacy` again."))
        await acknowledge(interaction)
        self._changes.take(interaction)
        await edit(interaction, framed(say(UNDER_WAY)))
        for table_id in await self.store.privacy.delete(interaction.user.id):
            self.presenter.show(table_id)
        await edit(interaction, framed(say(DELETED)))

    @pressed("keep", Needs.NOTHING, acknowledge, always=True)
    async def keep(self, interaction: Interaction, press: Press) -> None:
        await edit(interaction, framed(say("Nothing was deleted.")))


def _whether(user_id: int) -> Screen:
    press = Press("forget", 0, args=(str(user_id), str(now())))
    yes = Button(say("Delete everything"), press, Style.DANGER)
    return framed(say(WHETHER), [row(yes, Button(say("Keep it"), Press("keep", 0)))])


def _file(stored: IO[bytes]) -> tuple[str, io.BytesIO]:
    """The file's name and content. It is compressed if it would be too large for a message."""
    large, content = stored.tell() >= LARGE, io.BytesIO()
    stored.seek(0)
    if large:
        with gzip.GzipFile(fileobj=content, mode="wb") as packed:
            shutil.copyfileobj(stored, packed)
    else:
        shutil.copyfileobj(stored, content)
    content.seek(0)
    return ("wyrmhall.json.gz" if large else "wyrmhall.json"), content
