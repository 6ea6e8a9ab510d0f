"""Says what Discord shows of slash commands in every language: descriptions, and the choices of options.

Names of commands and options stay English: so people of several languages can tell each other what to type. Discord has
32 locales, and discord.py asks for each text in each of them at every start; most aren't spoken here.
"""

from collections.abc import Callable

import discord
from discord import app_commands

from languages import ENGLISH, of_discord, say, speaking

LIMIT = 100  # characters of a description, and of a choice: Discord would refuse all commands for a longer one


class Translator(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """None: Discord shows the English text."""
        language = of_discord(locale.value)
        if language in (None, ENGLISH):
            return None
        with speaking(language):
            return (string.extras["said"]() if string.extras else say(string.message))[:LIMIT]


def with_values(said: Callable[[], str]) -> app_commands.locale_str:
    """What Discord shows of a command that isn't one text of the catalogues: `said` says it in each language."""
    return app_commands.locale_str(said(), said=said)
