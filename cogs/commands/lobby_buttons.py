"""The buttons of a lobby, until the game starts: for its guests and for its host."""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from engine import GAMES, encode
from languages import say
from tables.play.model import Refused, Table

from ..delivery.dress import dress_sheet
from ..delivery.replies import edit
from ..discord.controls import (
    Interaction,
    acknowledge,
    acknowledge_alone,
    acknowledge_privately,
    name_of,
    register_user,
)
from ..discord.needs import Needs
from ..discord.permissions import require_here, require_thread
from ..games import WORDS
from ..screens import hall
from ..screens.frame import notice
from ..screens.lobby import HINTS, SIMPLER, confirm_closing, options_sheet, send_away
from ..screens.press import OLD_SHEET, Press, is_number
from .cog import pressed
from .panel import PanelCog
from .which_game import UNKNOWN_GAME

Change = Callable[..., Awaitable[Table]]  # a method of Lobbies


class LobbyButtonsCog(PanelCog):
    @pressed("join", Needs.SIGHT, acknowledge)
    async def join(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user
        joined = press.table_id, user.id, name_of(user), interaction.id
        table = await self.store.lobbies.join(*joined, terms="".join(press.args))
        if interaction.message and interaction.message.flags.ephemeral:  # pressed beside the lobby, not on it
            self.presenter.show(table.id)
            url = await self.presenter.url(table)
            await edit(interaction, hall.elsewhere(hall.not_started(table, user.id), url))
            return
        await self._show(interaction, table)

    @pressed("ready", Needs.SIGHT, acknowledge)
    async def agree(self, interaction: Interaction, press: Press) -> None:
        """Agree to what the table showed when this was pressed."""
        await self._change(interaction, press, self.store.lobbies.agree, "".join(press.args))

    @pressed("leave-lobby", Needs.SIGHT, acknowledge, always=True)
    async def leave(self, interaction: Interaction, press: Press) -> None:
        await self._change(interaction, press, self.store.lobbies.leave)

    @pressed("first", Needs.SIGHT, acknowledge)
    async def go_first(self, interaction: Interaction, press: Press) -> None:
        await self._change(interaction, press, partial(self.store.lobbies.go_first, wanted=press.args != ("no",)))

    @pressed("options", Needs.SIGHT, register_user)
    async def open_options(self, interaction: Interaction, press: Press) -> None:
        """Open the sheet of all options. It must be the first answer, so nothing is acknowledged before."""
        table = await self.store.lobbies.require_host(press.table_id, interaction.user.id)
        await interaction.response.send_modal(dress_sheet(options_sheet(table)))

    @pressed("optioned", Needs.SIGHT, acknowledge)
    async def choose_options(self, interaction: Interaction, press: Press) -> None:
        """The sheet was sent back: set all options that are chosen on it, or none."""
        game = (await self.tables.get(press.table_id)).game
        words, defaults = WORDS[game], GAMES[game].options()
        fields = {HINTS, *words.options, *([SIMPLER] if words.simplifications else [])}
        simpler = press.sheet.get(SIMPLER, ())
        hints = press.sheet.get(HINTS, ("off",))
        if {*press.sheet} != fields or not {*simpler} <= {*words.simplifications} or hints not in (("on",), ("off",)):
            raise Refused(say(OLD_SHEET))
        values = {field: "".join(press.sheet[field]) for field in words.options}
        values |= {
            field: encode((field in simpler) != getattr(defaults, field)).decode() for field in words.simplifications
        }
        set_options = partial(self.store.lobbies.set_options, hints=hints == ("on",))
        await self._change(interaction, press, set_options, values)

    @pressed("instead", Needs.SIGHT, acknowledge_alone)
    async def choose_game(self, interaction: Interaction, press: Press) -> None:
        """Play another game at the table that this user has opened."""
        game = "".join(press.args)
        if game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        table = await self.store.lobbies.choose_game(press.table_id, interaction.user.id, game, interaction.id)
        self.presenter.show(table.id)
        await edit(interaction, hall.opened(table))

    @pressed("weekly", Needs.SIGHT, acknowledge)
    async def choose_week(self, interaction: Interaction, press: Press) -> None:
        """Play the deal of the week, or a deal of the table's own."""
        await self._change(interaction, press, self.store.lobbies.choose_week, press.args == ("on",))

    @pressed("where", Needs.SIGHT, acknowledge)
    async def choose_place(self, interaction: Interaction, press: Press) -> None:
        wanted = press.args == ("thread",)
        if wanted:
            require_thread(interaction)
        await self._change(interaction, press, self.store.lobbies.set_own_thread, wanted)

    @pressed("computers", Needs.SIGHT, acknowledge)
    async def choose_computer(self, interaction: Interaction, press: Press) -> None:
        """A computer player joins."""
        match press.args:
            case ("add", *strength) if len(strength) < 2:
                await self._change(interaction, press, self.store.lobbies.add_computer, (*strength, None)[0])
            case _:
                raise Refused(say("Choose a computer player on the table's message."))

    @pressed("send", Needs.SIGHT, acknowledge_privately)
    async def ask_whom_to_send(self, interaction: Interaction, press: Press) -> None:
        """Ask the host who is to go."""
        table = await self.store.lobbies.require_may_send(press.table_id, interaction.user.id)
        await edit(interaction, send_away(table))

    @pressed("sent", Needs.SIGHT, acknowledge_alone)
    async def send_away(self, interaction: Interaction, press: Press) -> None:
        """Send away whom the host has chosen, and tell them if it is a person."""
        user_id, lobbies = interaction.user.id, self.store.lobbies
        match "".join(press.values).split():
            case ["person", number] if is_number(number, 20):
                table = await lobbies.send_away(press.table_id, user_id, int(number), interaction.id)
                self.presenter.show(table.id)
                await edit(interaction, notice(say("Sent away. They can join again in ten minutes."), table.game))
                await self.presenter.notices.tell_sent_away(table, int(number))
            case ["computer", number] if is_number(number, 3):
                table = await lobbies.remove_computer(press.table_id, user_id, int(number), interaction.id)
                self.presenter.show(table.id)
                await edit(interaction, notice(say("Sent away."), table.game))
            case _:
                raise Refused(say("Choose who is to go on the table's message."))

    @pressed("close", Needs.SIGHT, acknowledge_alone)
    async def close(self, interaction: Interaction, press: Press) -> None:
        """Close the table, after asking once more."""
        table, user_id = await self.tables.get(press.table_id), interaction.user.id
        if table.phase == "lobby" and user_id != table.host_id:
            await self._remove_departed(interaction, table, [table.host_id])
        if press.args != ("sure",):
            await edit(interaction, confirm_closing(await self.store.lobbies.require_may_close(table.id, user_id)))
            return
        table = await self.store.lobbies.close(table.id, user_id, interaction.id)
        self.presenter.show(table.id)
        await edit(interaction, notice(say("The table is closed."), table.game))

    async def _remove_departed(self, interaction: Interaction, table: Table, user_ids: Iterable[int]) -> None:
        """Take those of these guests from the lobby who have left the server. If the host has, the presser is the host.

        That costs a request for each, so only somebody at the table can cause it.
        """
        presser = interaction.user.id
        if table.player(presser) is None:
            return
        for user_id in await self.members.departed(table, user_ids):
            with suppress(Refused):  # they have left meanwhile
                await self.store.lobbies.leave(table.id, user_id, None, "gone", heir=presser)
            self.presenter.show(table.id)

    @pressed("start", Needs.SIGHT, acknowledge)
    async def start(self, interaction: Interaction, press: Press) -> None:
        """Start the game. If it begins with whoever pressed, their panel opens below the board."""
        table = await self.tables.get(press.table_id)
        if table.own_thread:
            require_thread(interaction)
        else:
            require_here(interaction)
        user_id = interaction.user.id
        if table.phase == "lobby":
            others = [player.user_id for player in table.players if player.user_id != user_id]
            await self._remove_departed(interaction, table, others)
        await self.store.lobbies.start(press.table_id, user_id, interaction.id, terms="".join(press.args))
        seen = await self.tables.look(press.table_id, user_id)
        self.presenter.tokens.remember(interaction)
        self.presenter.show(press.table_id)
        if seen.legal and not table.own_thread:
            await self.presenter.show_board(press.table_id)
            await self.post_panel(interaction, await self.loader.panel(seen))

    async def _change(self, interaction: Interaction, press: Press, change: Change, *chosen: Any) -> None:
        """Make the presser's change to the lobby, and show it."""
        await self._show(interaction, await change(press.table_id, interaction.user.id, *chosen, interaction.id))

    async def _show(self, interaction: Interaction, table: Table) -> None:
        """Show the changed lobby in the message that was pressed."""
        self.presenter.tokens.remember(interaction)
        await self.presenter.show_and_wait(table.id)
        if table.phase == "lobby":
            await self.presenter.refresh_old(table, interaction.message)
