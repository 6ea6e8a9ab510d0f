"""Evenings of games for one, and of lessons."""

from cogs.lessons import LESSONS

from ..cogs.hall import World, controls, leads
from ..cogs.test_lessons import follow, learn, to_the_end
from ..engine.players import lasting, sensible, uniform
from ..screens.test_lessons import onward, step_of
from .driver import BY_THE_TURN, FORMS, forms, look, press_if, shown, solitaire
from .hall import evening

MOST = 80  # moves
SOLITAIRES = ("hexaract", "advent-of-the-wyrms", "forest-of-wyr")


def _played_alone(key: str) -> None:
    @evening(f"{key}-alone", emojis=key == "hexaract")
    async def _(here: World) -> None:
        """Whole games: by the panel, by commands, in direct messages; each in another form."""
        await forms(here, *FORMS)
        ann, bob, cat = here.members
        await here.slash(ann, "play", game=key)
        message = shown(await here.slash(ann, "play", game=key))
        await here.follow(bob, message, next(leads(message)))
        await look(here, ann, message, most=5)
        await solitaire(here, ann, message, "panel", 3, player=lasting if key in BY_THE_TURN else sensible)
        await press_if(here, ann, message, "Undo")
        await here.restart()
        message = shown(await here.slash(ann, "board"))
        await look(here, ann, message, most=4)
        await solitaire(here, ann, message, "panel", MOST, player=lasting if key in BY_THE_TURN else sensible)
        if here.table()["phase"] == "playing":
            await here.press(ann, message, "Give up")
            await here.press(ann, message, "Give up")
        await look(here, ann, message, most=8)
        await here.slash(ann, "replay")
        await here.press(ann, message, "Play again")
        await here.slash(ann, "concede")

        message = shown(await here.slash(bob, "play", game=key))
        await solitaire(here, bob, message, "command", 14, player=lasting)
        for name, options in (("hand", {}), ("board", {"text": True}), ("undo", {}), ("log", {}), ("verify", {})):
            await here.slash(bob, name, **options)
        asked = shown(await here.slash(bob, "leave"))
        await here.press(bob, asked, "Keep playing")
        await here.slash(bob, "board")
        await here.press(bob, asked, "Give up")
        await here.press(bob, asked, "Give up")
        await look(here, bob, asked, here.board, most=6)

        message = shown(await here.slash(cat.user, "play", game=key))
        await look(here, cat.user, message, most=4)
        await solitaire(here, cat.user, message, "panel", MOST, player=uniform)
        await look(here, cat.user, message, most=6)


for _key in SOLITAIRES:
    _played_alone(_key)


def _lesson(key: str) -> None:
    @evening(f"lesson-of-{key}", "Ann", "Bob", "Cat", emojis=key == "advyria")
    async def _(here: World) -> None:
        """From the first step to the last, in each form; with wrong presses, a restart and a second time."""
        await forms(here, *FORMS)
        ann, bob, cat = here.members
        message = await learn(here, ann, key)
        half = len(LESSONS[key].steps) // 2
        for _ in range(4 * half):
            if step_of(message) > half:
                break
            wanted = dict(onward(message))
            wrong = [one for one in controls(message) if ":pick:" in one and one not in wanted]
            if wrong:
                part = controls(message)[wrong[-1]]
                value = part["options"][-1]["value"] if "options" in part else None
                await follow(here, ann, message, wrong[-1], value)
            if onward(message):
                await follow(here, ann, message, *onward(message)[0])
        await here.restart()
        message = await learn(here, ann, key)
        await here.press(ann, message, "Go on")
        await to_the_end(here, ann, message, key)
        message = await learn(here, ann, key)
        await here.press(ann, message, "Begin anew")
        for actor in (bob.user, cat):
            await to_the_end(here, actor, await learn(here, actor, key), key)
        await here.slash(ann, "learn")


for _key in LESSONS:
    _lesson(_key)
