"""Answers to interactions: a screen in the message that was pressed, or as the answer to a command."""

import discord

from tables.people.people import Form

from ..discord.controls import Interaction
from ..discord.refusals import INVALID_FORM
from ..screens.screen import Screen
from .pictures import pictured
from .reading import read


async def edit(
    interaction: Interaction, screen: Screen, *, browsing: bool = False, moving: bool = False
) -> discord.InteractionMessage:
    """Show the screen unchanged to everybody who sees the answer. `browsing` and `moving`: see `pictured`."""
    message = await pictured(screen, browsing=browsing, moving=moving)
    return await interaction.edit_original_response(**message.edit())


async def answer(
    interaction: Interaction,
    screen: Screen,
    form: Form | None = None,
    *,
    browsing: bool = False,
    moving: bool = False,
) -> discord.InteractionMessage:
    """Show the screen to the one user who sees the answer, in the `form` that they prefer (None: look it up)."""
    form = form or await form_of(interaction)
    attached = has_pictures(interaction)
    try:
        as_read = read(screen, form, attached=attached)
        return await edit(interaction, as_read, browsing=browsing, moving=moving and form == "pictures")
    except discord.HTTPException as error:
        if not attached or error.code != INVALID_FORM:
            raise
    # Another press of the same message has removed its picture meanwhile
    return await edit(interaction, read(screen, form, attached=False), browsing=browsing)


async def form_of(interaction: Interaction) -> Form:
    return (await interaction.client.store.people.preferences(interaction.user.id)).form


def has_pictures(interaction: Interaction) -> bool:
    """Whether the message that was pressed has its picture. It may not: users switch between words and pictures."""
    return interaction.message is not None and bool(interaction.message.attachments)
