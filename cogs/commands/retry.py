"""What if? A finished game that somebody plays on in private, from any of its positions. See `tables/history/retries`.

`screens.retry.play_on` makes the button that begins it. Step 0 is the deal: whoever wants can play the same one.
"""

import asyncio

from languages import later, say
from tables.history.retries import MOVED_ON, Ended, Retry, RetryState
from tables.play.model import Refused, Stale

from ..delivery.replies import answer, form_of
from ..discord.controls import Interaction, acknowledge, acknowledge_out_of_sight, name_of, request
from ..discord.needs import Needs
from ..discord.rate_limit import RateLimit
from ..screens import picker
from ..screens import retry as screens
from ..screens.press import Press, is_number
from ..services import Services
from .cog import Cog, pressed

OLD = later("This button is from an older time of the hall and does nothing any more.")
BEGUN = 20, 600.0  # games that one user may begin to play on, in so many seconds
SOON = 1.0  # seconds to wait for the result of the bot's own game before the rest is shown without it


class RetryCog(Cog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._begun = RateLimit(*BEGUN)

    @pressed("play-on", Needs.PAST, acknowledge_out_of_sight, always=True)
    async def begin(self, interaction: Interaction, press: Press) -> None:
        """Play on from a position of a game's replay, for this user alone."""
        (step,) = press.args if len(press.args) == 1 else ("",)
        if not is_number(step, 4):
            raise Refused(say(OLD))
        await self._begin(interaction, press.table_id, int(step))

    @pressed("try", Needs.SHARED, acknowledge_out_of_sight, always=True)
    async def try_deal(self, interaction: Interaction, press: Press) -> None:
        """Play the deal of a game that a player has shared, whether or not the presser could watch it."""
        await self._begin(interaction, press.table_id, 0)

    async def _begin(self, interaction: Interaction, table_id: int, step: int) -> None:
        self._begun.take(interaction)
        await self._show(interaction, await self.store.retries.begin(table_id, step, request(interaction)))

    @pressed("retry", Needs.NOTHING, acknowledge, always=True)
    async def on_press(self, interaction: Interaction, press: Press) -> None:
        """Handle a button or a menu of a game that is played on."""
        retry = await self.store.retries.of(interaction.user.id)
        verb, *args = (*press.args, "")[: max(1, len(press.args))]
        press = Press(verb, 0, press.version, tuple(args), press.values)
        try:
            if press.version != retry.version:
                raise Stale(say(MOVED_ON))
            match verb:
                case "pick" | "page":
                    await self._choose(interaction, retry, press)
                case "back":
                    await self._show(interaction, await self.store.retries.back(retry, interaction.id))
                case "anew":
                    await self._begin(interaction, retry.table_id, retry.step)
                case "on":
                    await self._show(interaction, retry)
                case "stop":
                    await self._show_end(interaction, await self._state(interaction, retry))
                case _:
                    raise Refused(say(OLD))
        except Stale as stale:
            await self._show(interaction, await self.store.retries.of(interaction.user.id), note=str(stale))

    async def _choose(self, interaction: Interaction, retry: Retry, press: Press) -> None:
        """Make a move, or ask the next question about it. Raises Stale."""
        place = picker.turned_to(press) if press.verb == "page" else picker.Place(picker.path_of(press))
        now = screens.situation(await self._state(interaction, retry))
        if not now.legal:
            raise Stale(say(MOVED_ON))
        chosen = picker.next_question(now, place.path)
        if isinstance(chosen, picker.ChosenMoves):
            retry, place = await self.store.retries.move(retry, chosen.moves, interaction.id), picker.START
        await self._show(interaction, retry, place)

    async def _state(self, interaction: Interaction, retry: Retry) -> RetryState:
        return await self.store.retries.state(retry, name_of(interaction.user))

    async def _show(
        self, interaction: Interaction, retry: Retry, place: picker.Place = picker.START, note: str = ""
    ) -> None:
        """Let the computers move, then show the next choice or the end."""
        retries, thinking = self.store.retries, self.store.thinking
        state = await self._state(interaction, retry)
        if state.waits:
            state = await self._state(interaction, await retries.go_on(retry, thinking.aside))
        if state.chosen:  # the bot's own game begins now, so that its result is ready at the end
            retries.played_by_computers(retry, thinking.aside)
        if state.followed.seen.outcome:
            await self._show_end(interaction, state)
            return
        opinion = await thinking.opinion(state.chosen.thought) if state.chosen and not place.path else None
        form = await form_of(interaction)
        screen = screens.asking(state, opinion, place, note, worded=form != "pictures")
        await answer(interaction, screen, form)

    async def _show_end(self, interaction: Interaction, state: RetryState) -> None:
        """Show how the game ended, and the result of the bot's own game as soon as it is known."""
        now = await self.store.thinking.opinion(state.opened) if state.opened else None
        of_computers = self.store.retries.played_by_computers(state.retry, self.store.thinking.aside)
        form = await form_of(interaction)

        async def show(ended: Ended | None, note: str = "") -> None:
            await answer(interaction, screens.ending(state, now, ended, note, worded=form != "pictures"), form)

        done, _ = await asyncio.wait({of_computers}, timeout=SOON)
        if not done:
            await show(None)
        try:
            await show(await asyncio.shield(of_computers))
        except Refused as refused:
            await show(None, str(refused))
