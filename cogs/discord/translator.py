"""Says what Discord shows of slash commands in every language: descriptions, and the choices of options.

Names of commands and options stay English: so people of several languages can tell each other what to type.
"""

from collections.abc import Callable

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from languages import ENGLISH, of_discord, say, speaking

NAMES = (Where.command_name, Where.group_name, Where.parameter_name)
LIMIT = 100  # characters of a description, and of a choice


class Translator(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """None: Discord shows the English text."""
        language = of_discord(locale.value)
        if language in (None, ENGLISH) or context.location in NAMES:
            return None
        with speaking(language):
            return (string.extras["said"]() if string.extras else say(string.message))[:LIMIT]


def with_values(said: Callable[[], str]) -> app_commands.locale_str:
    """What Discord shows of a command that isn't one text of the catalogues: `said` says it in each language."""
    return app_commands.locale_str(said(), said=said)
