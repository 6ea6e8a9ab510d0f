"""Moves made by a game's slash command, as a member types it."""

from typing import Any

from cogs.games import WORDS
from cogs.games.words import move_path
from cogs.screens.screen import MENU_LIMIT

from .hall import Actor, World, leads


async def command(here: World, actor: Actor, key: str, move: Any, *, typing: bool) -> None:
    """Make a move with what autocomplete offers: as it is picked there or, where it is `typing`, in its words."""
    name, value = WORDS[key].command, "/".join(move_path(move))
    offered = await here.offers(actor, name, "move", "")
    steps = [step for step in offered if f"{value}/".startswith(f"{step}/")]
    assert steps or len(offered) == MENU_LIMIT, (value, offered)
    if typing and value in offered:
        words = offered[value].lower()
        assert value in await here.offers(actor, name, "move", words)
        value = words
    result = await here.slash(actor, name, move=value)
    assert result.ephemeral
    assert result.response
    for sure in [lead for lead in leads(result.response) if lead.verb == "dare"]:  # it asks once more
        await here.press(actor, result.response, custom_id=sure.custom_id)
