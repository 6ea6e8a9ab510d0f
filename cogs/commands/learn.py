"""Lessons: `/learn`, and the presses of a lesson. `cogs/lessons/` has the lessons themselves, as data.

A lesson uses the game's own engine and panel. A row in the database says which step a learner has reached and which
moves were made. It is written before anything is shown, so an interrupted lesson goes on where it was.
"""

from dataclasses import replace

from discord import app_commands

from engine import Data, IllegalMove
from languages import later, say
from tables.people.learners import MOVED_ON as MOVED_ON_LESSON
from tables.people.learners import Learner
from tables.play.model import Player, Refused, Stale

from ..delivery.replies import answer, edit, form_of
from ..discord.controls import Interaction, acknowledge, acknowledge_out_of_sight, name_of
from ..discord.needs import Needs
from ..games.words import Path, move_path
from ..lessons import LESSONS, Lesson
from ..lessons.lesson import LessonState, LostError, Onward, advance, lesson_state
from ..screens import lesson as screens
from ..screens import picker
from ..screens.press import Press, is_number
from .cog import Cog, command, pressed
from .guide import GAME_CHOICES
from .which_game import UNKNOWN_GAME

OLD = later("This button is from another time of that lesson. `/learn` goes on with it.")


class LearnCog(Cog):
    @command(
        "learn",
        later("Learn a game by playing it, for you alone"),
        always=True,
        game=later("Which game; else choose from all"),
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        await self._begin(interaction, game)

    @pressed("learn", Needs.NOTHING, always=True)
    async def begin(self, interaction: Interaction, press: Press) -> None:
        """Begin a lesson: pressed below rules, a lobby or a menu."""
        await self._begin(interaction, (*press.args, None)[0])

    async def _begin(self, interaction: Interaction, game: str | None) -> None:
        """Show the first step; of a lesson that was begun, ask whether to go on; without a game, list all lessons."""
        if game is not None and game not in LESSONS:
            raise Refused(say(UNKNOWN_GAME))
        await acknowledge_out_of_sight(interaction)
        user_id = interaction.user.id
        if game is None:
            await edit(interaction, screens.menu(await self.store.lessons.of_all(user_id)))
            return
        progress = await self.store.lessons.of(user_id, game)
        if progress and progress.step:
            await edit(interaction, screens.offer(LESSONS[game], progress))
            return
        await self._show(interaction, await self.store.lessons.begin(user_id, game, interaction.id))

    @pressed("lesson", Needs.NOTHING, acknowledge, always=True)
    async def on_press(self, interaction: Interaction, press: Press) -> None:
        """Handle a button or a menu of a lesson."""
        number, verb, *args = (*press.args, "", "")[: max(2, len(press.args))]
        if not is_number(number):
            raise Refused(say(OLD))
        progress = await self.store.lessons.get(int(number), interaction.user.id)
        if progress.game not in LESSONS:
            raise Refused(say(UNKNOWN_GAME))
        if press.version != progress.version:
            await self._show(interaction, progress, note=MOVED_ON_LESSON)
            return
        try:
            match verb:
                case "anew":
                    begun = await self.store.lessons.begin(interaction.user.id, progress.game, interaction.id)
                    await self._show(interaction, begun)
                case "go-on":
                    await self._show(interaction, progress)
                case "next" | "back" | "pick" | "page":
                    await self._go(interaction, progress, replace(press, args=(verb, *args)))
                case _:
                    raise Refused(say(OLD))
        except Stale as stale:
            await self._show(
                interaction, await self.store.lessons.get(progress.id, interaction.user.id), note=str(stale)
            )

    async def _go(self, interaction: Interaction, progress: Learner, press: Press) -> None:
        """Go on in the lesson, ask the next question of the same step, or say that the step waits for another move."""
        lesson, state = LESSONS[progress.game], self._state(progress, interaction)
        if state is None or state.number == lesson.last:
            await self._show(interaction, progress)
            return
        verb, *args = press.args
        match verb:
            case "next" if not state.step.ways:
                onward = advance(lesson, state, ())
            case "back" if state.tail:
                onward = Onward(state.number, state.made)
            case "page":
                place = picker.turned_to(replace(press, args=tuple(args)))
                if self._chosen(lesson, state, place.path) is not None:
                    raise Stale(say(MOVED_ON_LESSON))
                await self._show(interaction, progress, place)
                return
            case "pick":
                place = picker.Place(picker.path_of(replace(press, args=tuple(args))))
                chosen = self._chosen(lesson, state, place.path)
                if chosen is None:
                    await self._show(interaction, progress, place)
                    return
                backed = state.tail and move_path(chosen[-1]) == picker.STEP_BACK
                onward = Onward(state.number, state.made) if backed else advance(lesson, state, chosen)
            case _:
                raise Stale(say(MOVED_ON_LESSON))
        if onward.moves is None:
            await self._show(interaction, progress, note=say(state.step.wrong))
            return
        moves, learned = onward.moves, onward.learned
        saved = await self.store.lessons.go_on(progress, onward.number, moves, interaction.id, learned=learned)
        await self._show(interaction, saved)

    def _chosen(self, lesson: Lesson, state: LessonState, path: Path) -> tuple[Data, ...] | None:
        """The moves that `path` spells; None if it leads to another question. Raises Stale."""
        if not state.step.ways:
            raise Stale(say(MOVED_ON_LESSON))
        chosen = picker.next_question(screens.situation(state, lesson), path)
        return chosen.moves if isinstance(chosen, picker.ChosenMoves) else None

    def _state(self, progress: Learner, interaction: Interaction) -> LessonState | None:
        """The learner's state; None: the stored moves don't fit the lesson any more, because it has changed."""
        learner = Player(interaction.user.id, name_of(interaction.user), 0)
        if progress.step is None:
            return None
        try:
            return lesson_state(LESSONS[progress.game], progress.step, progress.moves, learner)
        except (LostError, IllegalMove):
            return None

    async def _show(
        self, interaction: Interaction, progress: Learner, place: picker.Place = picker.START, note: str = ""
    ) -> None:
        lesson, state = LESSONS[progress.game], self._state(progress, interaction)
        if state is None:
            await edit(interaction, screens.offer(lesson, replace(progress, step=None)))
            return
        in_server = interaction.client.get_guild(interaction.guild_id or 0) is not None
        form = await form_of(interaction)
        step = screens.step(state, lesson, progress, place, note, in_server=in_server, worded=form != "pictures")
        await answer(interaction, step, form)
