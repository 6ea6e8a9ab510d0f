"""A game's slash commands: each makes the moves that its options name; what is legal now is offered while typing."""

from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from discord import app_commands

from engine import GAMES

from .controls import Interaction, answering
from .table import WHICH_GAME, TableCog, Typed, games_of

if TYPE_CHECKING:
    from bot import Hall


@dataclass(frozen=True)
class Option:
    """What a command asks for, and the kinds of move that can answer it."""

    description: str
    kinds: tuple[str, ...]


def asks(description: str, *kinds: str) -> Option:
    return Option(description, kinds)


class Turns:
    """The commands of the game `key`, together in `group`."""

    def __init__(self, key: str, name: str) -> None:
        self.key = key
        self.group = app_commands.Group(
            name=name,
            description=f"Your turn in {GAMES[key].title}",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    def add(self, name: str, description: str, move: str | None = None, **options: Option) -> None:
        """A command that makes a move for each option, all or none; without options the one of the kind `move`, by
        default its own name.
        """
        alone = move or name

        async def make(interaction: Interaction, game: str | None = None, **chosen: str) -> None:
            typed = [(option.kinds, chosen[asked]) for asked, option in options.items()] or [((alone,), alone)]
            async with answering(interaction):
                await _at_table(interaction.client).move(interaction, self.key, game, *typed)

        # The library reads an option from each parameter
        named = [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            *(Parameter(asked, Parameter.POSITIONAL_OR_KEYWORD, annotation=str) for asked in options),
            Parameter("game", Parameter.POSITIONAL_OR_KEYWORD, annotation=str | None, default=None),
        ]
        make.__signature__ = Signature(named)  # type: ignore[attr-defined]
        described = {asked: option.description for asked, option in options.items()}
        app_commands.describe(**described, game=WHICH_GAME)(make)
        app_commands.autocomplete(**{asked: self._offers(asked, options) for asked in options}, game=self._games)(make)
        callback: Any = make
        self.group.add_command(app_commands.Command(name=name, description=description, callback=callback))

    def _offers(self, asked: str, options: dict[str, Option]) -> Any:
        """Autocomplete of one option, after those before it."""
        before = [*options][: [*options].index(asked)]

        async def offers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            filled = interaction.namespace
            earlier: list[Typed] = [(options[one].kinds, getattr(filled, one, None) or "") for one in before]
            table = _at_table(interaction.client)
            return await table.offers(interaction, self.key, filled.game, current, options[asked].kinds, *earlier)

        return offers

    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Autocomplete of `game:`."""
        return await games_of(interaction.client, interaction, self.key)


def _at_table(bot: "Hall") -> TableCog:
    cog = bot.get_cog("table")
    assert isinstance(cog, TableCog)
    return cog
