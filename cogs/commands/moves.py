"""The games' slash commands: each makes the moves that its options name; what is legal now is offered while typing."""

from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from engine import GAMES, Data
from tables import EMPTY_SEAT, Refused, Seen

from ..controls import Interaction, acknowledge, answering
from ..delivery.replies import answer
from ..games import WORDS
from ..games.turns import Command, Turns
from ..games.words import AnyWords, all_risks, spell
from ..screens import picker, stakes
from ..screens.names import plain_names, safe
from ..screens.panel import situation
from ..services import Services
from .turn import not_shown
from .which_game import WHICH_GAME, find_table, games_of

Typed = tuple[Sequence[str], str]  # the kinds of move that an option may mean, and what was typed


class GameCommands:
    """The commands of one game, together in `group`."""

    def __init__(self, services: Services, turns: Turns) -> None:
        self.services = services
        self.tables = services.store.tables
        self.presenter = services.presenter
        self.loader = services.loader
        self.key = turns.key
        self.group = app_commands.Group(
            name=turns.name,
            description=f"Your turn in {GAMES[turns.key].title}",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        for command in turns.commands:
            self.group.add_command(self._command(command))

    def _command(self, command: Command) -> app_commands.Command[Any, ..., None]:
        async def make(interaction: Interaction, game: str | None = None, **chosen: str) -> None:
            typed = [(option.kinds, chosen[asked]) for asked, option in command.options.items()]
            async with answering(interaction):
                await self._move(interaction, game, *(typed or [((command.move,), command.move)]))

        # The library reads an option from each parameter
        named = [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            *(Parameter(asked, Parameter.POSITIONAL_OR_KEYWORD, annotation=str) for asked in command.options),
            Parameter("game", Parameter.POSITIONAL_OR_KEYWORD, annotation=str | None, default=None),
        ]
        make.__signature__ = Signature(named)  # type: ignore[attr-defined]
        described = {asked: option.description for asked, option in command.options.items()}
        offers = {asked: self._offers(asked, command) for asked in command.options}
        app_commands.describe(**described, game=WHICH_GAME)(make)
        app_commands.autocomplete(**offers, game=self._games)(make)
        callback: Any = make
        return app_commands.Command(name=command.name, description=command.description, callback=callback)

    async def _move(self, interaction: Interaction, named: str | None, *typed: Typed) -> None:
        """Make the moves that a command's options spell, all or none, and answer with the panel.

        What may cost much is asked about once more, as in the panel.
        """
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table = await find_table(self.services, interaction, self.key, named)
        moves: list[Data] = []
        risks: list[str | None] = []
        for tags, text in typed:
            seen = await self.tables.look(table.id, interaction.user.id, after=moves)
            if not seen.legal:
                if stakes.is_empty(seen):
                    raise Refused(EMPTY_SEAT)
                raise Refused("The game is over." if seen.table.phase == "over" else "It isn't your turn.")
            words = WORDS[table.game]
            understood = picker.understood(seen.legal, tags, text, words, seen.view, plain_names(table))
            if understood is None:
                raise Refused(_not_now(seen, tags, text, words))
            chosen = picker.narrow(situation(seen), spell(understood))
            risks.append(chosen.risk if isinstance(chosen, picker.Moves) else None)
            moves.append(understood)
        if risk := all_risks(risks):
            seen = await self.tables.look(table.id, interaction.user.id)
            risky = picker.Moves(tuple(moves), risk, picker.spell_all(moves))
            panel = await self.loader.panel(seen)
            await answer(interaction, panel.confirming(risky), panel.wish.form)
            return
        seen = await self.tables.play(table.id, interaction.user.id, moves, interaction.id)
        with self.presenter.answers.before(interaction, table.id):
            await self.presenter.show_move(table.id)
            panel = await self.loader.panel(seen)
            await answer(interaction, panel.shown(not_shown(interaction, seen)), panel.wish.form)

    def _offers(self, asked: str, command: Command) -> Any:
        """Autocomplete of one option: what could be chosen now, after the options before it."""
        before = [*command.options][: [*command.options].index(asked)]

        async def offers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
            filled = interaction.namespace
            earlier: list[Typed] = [(command.options[one].kinds, getattr(filled, one, None) or "") for one in before]
            try:
                table = await find_table(self.services, interaction, self.key, filled.game)
                words, names = WORDS[table.game], plain_names(table)
                moves: list[Data] = []
                seen = await self.tables.look(table.id, interaction.user.id)
                for kinds, text in earlier:
                    if move := picker.understood(seen.legal, kinds, text, words, seen.view, names):
                        moves.append(move)
                        seen = await self.tables.look(table.id, interaction.user.id, after=moves)
            except Refused:
                return []
            found = picker.suggestions(seen.legal, command.options[asked].kinds, current, words, seen.view, names)
            return [app_commands.Choice(name=text, value=value) for text, value in found]

        return offers

    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Autocomplete of `game:`."""
        return await games_of(self.services, interaction, self.key)


def _not_now(seen: Seen, tags: Sequence[str], text: str, words: AnyWords) -> str:
    """Why nothing was understood: these kinds of move aren't open now, or what was typed isn't among them."""
    open_kinds = dict.fromkeys(spell(move)[0] for move in seen.legal)
    if not any(tag in open_kinds for tag in tags):
        what = ", ".join(words.kinds[tag].text for tag in open_kinds)
        return f"That isn't open to you now. What is: {what}."
    return f"“{safe(text[:50])}” isn't among what you can choose now: pick one of the choices offered."
