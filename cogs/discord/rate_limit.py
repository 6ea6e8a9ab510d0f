"""Rate limits for each user, for work that takes long."""

from discord.ext import commands

from languages import say
from tables.daily.calendar import now
from tables.play.model import Refused

from .controls import Interaction


class RateLimit:
    """At most `times` in `seconds` for each user."""

    def __init__(self, times: int, seconds: float) -> None:
        self._taken = commands.CooldownMapping[Interaction].from_cooldown(times, seconds, _user)

    def take(self, interaction: Interaction) -> None:
        """Count one use. Raises Refused if the user has none left."""
        wait = self._taken.update_rate_limit(interaction, interaction.created_at.timestamp())
        if wait is not None:
            raise Refused(say("You just did this. You can do it again <t:{value}:R>.", value=int(now() + wait) + 1))


def _user(interaction: Interaction) -> int:
    return interaction.user.id
