"""Moves made by a game's slash commands, as its register has them."""

from collections.abc import Sequence
from typing import Any

from cogs import games
from cogs.games.turns import Command, Turns
from cogs.games.words import spell

from .hall import Actor, World, leads


async def command(here: World, actor: Actor, key: str, ahead: Sequence[Any], *, typing: bool) -> int:
    """Make the next of the moves that lie ahead by a command, with what autocomplete offers; how many it made."""
    made_by = command_for(key, ahead)
    assert made_by, f"no command makes {ahead[0]}"
    name, filled = f"{turns_of(key).name} {made_by.name}", dict[str, str]()
    for option, move in zip(made_by.options, ahead, strict=False):
        value = "/".join(spell(move))
        offered = await here.offers(actor, name, option, "", **filled)
        assert value in offered or len(offered) == 25, (value, offered)
        if typing and value in offered:
            words = offered[value].lower()
            if [one for one in offered.values() if words in one.casefold()] == [offered[value]]:
                assert list(await here.offers(actor, name, option, words, **filled)) == [value]
                value = words
        filled[option] = value
    result = await here.slash(actor, name, **filled)
    assert result.ephemeral
    assert result.response
    for sure in [lead for lead in leads(result.response) if lead.verb == "dare"]:  # it asks once more
        await here.press(actor, result.response, custom_id=sure.custom_id)
    return max(1, len(filled))


def turns_of(key: str) -> Turns:
    return games.TURNS[key]


def command_for(key: str, ahead: Sequence[Any]) -> Command | None:
    """None in the midst of moves that one command makes together: they have no command each."""
    return next((one for one in turns_of(key).commands if makes(one, ahead)), None)


def makes(one: Command, ahead: Sequence[Any]) -> bool:
    """Whether this command makes the next of these moves."""
    kinds = [option.kinds for option in one.options.values()] or [(one.move,)]
    return len(kinds) <= len(ahead) and all(spell(move)[0] in may for may, move in zip(kinds, ahead, strict=False))
