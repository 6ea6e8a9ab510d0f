"""Each game's slash command: it makes the move that is chosen from what autocomplete offers."""

from typing import Any

from discord import app_commands

from engine import GAMES
from languages import later, say
from tables.play.model import EMPTY_SEAT, Refused

from ..delivery.replies import answer
from ..discord.controls import Interaction, acknowledge_privately, answered
from ..discord.translator import with_values
from ..games import WORDS
from ..screens import picker, stakes
from ..screens.names import quoted
from ..screens.panel import situation
from ..screens.typed import suggestions, typed_path
from ..services import Services
from .cog import Cog
from .turn import not_shown
from .which_game import WHICH_GAME, OwnGamesTransformer, require_own_table

MOVE = later("What is open to you now; type to find it, such as a card or a place")


class GameCommand(Cog):
    """The `command` of one game. It offers the same choices and asks the same questions as the panel."""

    def __init__(self, services: Services, key: str) -> None:
        super().__init__(services)
        self.key = key

        @app_commands.command(
            name=WORDS[key].command,
            description=with_values(lambda: say("Your move in {game}", game=GAMES[key].title)),
            auto_locale_strings=False,  # see `cog.command`
        )
        @app_commands.describe(move=app_commands.locale_str(MOVE), game=app_commands.locale_str(WHICH_GAME))
        @app_commands.autocomplete(move=self._moves, game=OwnGamesTransformer(key).autocomplete)
        async def command(interaction: Interaction, move: str, game: str | None = None) -> None:
            await answered(interaction, self._move(interaction, move, game))

        self.command: app_commands.Command[Any, ..., None] = command

    async def _move(self, interaction: Interaction, typed: str, named: str | None) -> None:
        """Make the move, or ask for the rest of it. Ask once more before a costly move, as the panel does."""
        await acknowledge_privately(interaction)
        table = await require_own_table(self.services, interaction, named, self.key)
        seen = await self.tables.look(table.id, interaction.user.id)
        if not seen.legal:
            if stakes.is_empty(seen):
                raise Refused(say(EMPTY_SEAT))
            raise Refused(say("The game is over.") if seen.table.phase == "over" else say("It isn't your turn."))
        now = situation(seen)
        path = typed_path(now, typed)
        if path is None:
            raise Refused(
                say(
                    "“{typed}” isn't among what you can choose now: pick one of the choices offered.",
                    typed=quoted(typed),
                )
            )
        chosen, panel = picker.next_question(now, path), await self.loader.panel(seen)
        if isinstance(chosen, picker.Question):
            await answer(interaction, panel.asking(chosen, path), panel.preferences.form)
            return
        if chosen.risk:
            await answer(interaction, panel.confirming(chosen), panel.preferences.form)
            return
        early = await self.loader.early(seen.table, interaction.user.id, own_first=True)
        seen = await self.tables.play(
            table.id,
            interaction.user.id,
            chosen.moves,
            interaction.id,
            version=seen.table.version,
            then=chosen.then,
            foreseen=early,
        )
        panel = await self.loader.panel(seen)
        await self.presenter.show_move_first(table.id)
        screen = panel.opening(not_shown(interaction, seen, self.presenter.refusal(table.id)))
        await answer(interaction, screen, panel.preferences.form, moving=panel.preferences.moving)

    async def _moves(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Autocomplete of `move:`."""
        try:
            table = await require_own_table(self.services, interaction, interaction.namespace.game, self.key)
            seen = await self.tables.look(table.id, interaction.user.id)
        except Refused:
            return []
        offered = suggestions(situation(seen, worded=True), current)
        return [app_commands.Choice(name=text, value=value) for text, value in offered]
