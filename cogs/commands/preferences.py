"""`/preferences`: how somebody wants games shown, and which direct messages they want."""

from collections.abc import Mapping
from typing import TypeVar

from discord import app_commands
from discord.utils import escape_markdown

from languages import later, name_of, say, speak
from languages import offered as languages
from tables.people.people import Direct, Form
from tables.play.model import Refused

from ..discord.controls import Interaction, acknowledge_privately, locale_of, tell
from .cog import Cog, command, named, offered

FORMS: dict[Form, str] = {
    "pictures": later("Pictures"),
    "words-first": later("Words first, pictures after them"),
    "words-only": later("Words only, for screen readers"),
}
SWITCH = {"on": later("On"), "off": later("Off")}
MESSAGES: dict[Direct, str] = {
    "turns": later("A new one at each of my turns, in every game"),
    "hands": later("A new one at my turns, in games where I hold something secret"),
    "edits": later("One a game, kept up to date without a sound"),
    "none": later("None: I press My hand"),
}
AS_DISCORD = "discord"
FROM_DISCORD = {AS_DISCORD: later("As in Discord")}
LANGUAGES = {**FROM_DISCORD, **languages()}
LANGUAGE_CHOICES = [*offered(FROM_DISCORD), *named(languages())]
Value = TypeVar("Value", bound=str)


class PreferencesCog(Cog):
    @command(
        "preferences",
        later("Games in pictures or words, “Why?”, direct messages, language"),
        acknowledge_privately,
        always=True,
        form=later("How you are shown games"),
        why=later("Whether you can ask what each of your moves risks"),
        messages=later("When I write to you about your games"),
        moving=later("Whether great moments of your games are moving pictures"),
        language=later("In which language I speak to you"),
    )
    @app_commands.choices(form=offered(FORMS), why=offered(SWITCH), messages=offered(MESSAGES), moving=offered(SWITCH))
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def preferences(
        self,
        interaction: Interaction,
        form: str | None = None,
        why: str | None = None,
        messages: str | None = None,
        moving: str | None = None,
        language: str | None = None,
    ) -> None:
        """Change preferences; without options, tell what is chosen."""
        user_id = interaction.user.id
        chosen = await self.store.people.preferences(user_id)
        wanted = _known(FORMS, form) or chosen.form
        whys = _known(SWITCH, why) or _switched(chosen.whys)
        moves = _known(SWITCH, moving) or _switched(chosen.moving)
        direct = _known(MESSAGES, messages) or chosen.direct
        if messages is not None:
            await self.store.posts.set_dm_closed(user_id, False)  # they may have been opened for this
        speaks = _known(LANGUAGES, language) or chosen.language or AS_DISCORD
        if form or why or messages or moving or language:
            named = "" if speaks == AS_DISCORD else speaks
            await self.store.people.prefer(
                user_id, form=wanted, direct=direct, whys=whys == "on", moving=moves == "on", language=named
            )
            speak(named or locale_of(interaction))
            for table in await self.store.tables.of_user(user_id):
                self.presenter.show(table.id)
        await tell(
            interaction,
            say(
                "Games: **{form}**. Why?: **{why}**. Moving pictures: **{moving}**. Direct messages: **{messages}**. "
                "Language: **{language}**.\nTo change one, type `/preferences` and pick it.",
                form=say(FORMS[wanted]),
                why=say(SWITCH[whys]),
                moving=say(SWITCH[moves]),
                messages=say(MESSAGES[direct]),
                language=language_name(speaks),
            ),
        )


def language_name(chosen: str) -> str:
    """What is said of a language that was chosen; it may have been withdrawn since."""
    if chosen == AS_DISCORD:
        return say(LANGUAGES[chosen])
    if chosen in LANGUAGES:
        return LANGUAGES[chosen]
    return say("{language} (I don't speak it at present, so it is English)", language=escape_markdown(name_of(chosen)))


def _switched(on: bool) -> str:
    return "on" if on else "off"


def _known(choices: Mapping[Value, str], chosen: str | None) -> Value | None:
    """The choice, if there is one. Raises Refused for anything else that was typed by hand."""
    known = next((value for value in choices if value == chosen), None)
    if chosen is not None and known is None:
        raise Refused(say("Pick one of the choices offered."))
    return known
