"""Games in words: the order in which they come, what is chosen and when it holds, and what is looked up."""

from pathlib import Path

from simcord.results import InteractionResult, ResponseMessage

from .hall import BUTTON, GALLERY, TEXT, alts, answer, labels, parts, text, world
from .solitaires import start
from .test_daily_on_discord import hall
from .test_hints_on_discord import at_a_table, turn_of
from .test_hostile_input import COMMAND, interact
from .test_leaks import position

HEXARACT, KNOT = "hexaract", "wyverns-knot"
STRING = 3  # an option
POSITION = "### The position"


def order(message: ResponseMessage) -> list[str]:
    """What is read, in the order of reading."""
    kinds = {TEXT: "text", BUTTON: "button", GALLERY: "picture"}
    found = [kinds[part["type"]] for part in parts(message.components) if part["type"] in kinds]
    return [kind for number, kind in enumerate(found) if number == 0 or found[number - 1] != kind]


async def test_words_come_in_the_order_in_which_one_needs_them(tmp_path: Path) -> None:
    """What has happened and what is asked, the moves, the position; the picture last or not at all."""
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await start(here, ann, HEXARACT)
        assert order(message) == ["text", "picture", "button"]
        assert POSITION not in text(message)
        await here.slash(ann, "preferences", form="words-first")
        assert order(message) == ["text", "button", "text", "picture"], "at once, in the game that is open"
        await here.slash(ann, "preferences", form="words-only")
        assert order(message) == ["text", "button", "text"]
        assert not message.attachments
        assert text(message).partition(POSITION)[2].strip().startswith("Hexaract, round 1")
        await here.press(ann, message, "Give up")
        assert order(message) == ["text", "button", "text"], "it is asked with no picture either"
        await here.press(ann, message, "Keep playing")
        await here.slash(ann, "preferences", form="pictures")
        assert order(message) == ["text", "picture", "button"]
        assert message.attachments


async def test_what_stands_open_in_one_form_goes_on_in_another(tmp_path: Path) -> None:
    """Only its own presses can change a panel: no view may ask for a picture that it doesn't have."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position(KNOT, 3, 0))
        who = turn_of(here, seats)
        await here.slash(who, "preferences", form="words-only")
        panel = await here.play(who)
        assert not panel.attachments
        await here.slash(who, "preferences", form="pictures")
        await here.press(who, panel, "Scout an egg")
        assert not alts(panel), "there is none yet"
        await here.press(who, panel, "Back")
        assert alts(panel)
        await here.slash(who, "preferences", form="words-first")
        await here.press(who, panel, next(label for label in labels(panel) if label.startswith("Scout")))
        assert order(panel)[-1] == "picture"
        await here.slash(who, "preferences", form="words-only")
        await here.press(who, panel, "Back")
        assert not panel.attachments
        assert POSITION in text(panel)


async def test_the_board_is_everybodys_and_tells_who_asks_alone(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", "Zoe") as here:
        await at_a_table(here, position(KNOT, 3, 9))
        zoe, sent = here.members[-1], len(here.messages())
        assert "/board text:True" in alts(here.board)[0], "whoever can't see the picture learns where the words are"
        await here.slash(zoe, "preferences", form="words-only")
        assert "Strike dragons:" in answer(await here.slash(zoe, "board"))
        assert len(here.messages()) == sent
        assert alts(here.board), "others see it as before"


async def test_what_is_looked_up_comes_in_words_too(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await here.slash(ann, "preferences", form="words-only")
        for command, options in (
            *(("profile", {}), ("leaderboard", {}), ("rules", {"game": HEXARACT})),
            *(("help", {}), ("daily", {})),
        ):
            name, *sub = command.split()
            response = (await here.slash(ann, " ".join([name, *sub]), **options)).response
            assert response, command
            assert response.ephemeral, command
            assert not response.attachments, command
            assert not alts(response), command
            assert len({*labels(response)}) == len(labels(response)), f"{command}: every label by itself"
        seen = (await here.slash(ann, "profile", text=False)).response
        assert seen
        assert alts(seen), "for once"


async def test_a_finished_game_is_read_step_by_step(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await here.slash(ann, "preferences", form="words-only")
        message = await start(here, ann, HEXARACT)
        for label in ("Give up", "Give up"):
            await here.press(ann, message, label)
        assert "Given up" in text(message)
        steps = (await here.press(ann, message, "Replay")).response
        assert steps
        assert steps.ephemeral
        assert order(steps) == ["text", "button", "text"]
        assert "Hexaract, round " in text(steps)
        told = {part["label"] for part in parts(steps.components) if part["type"] == BUTTON}
        assert {"First", "Back", "Next", "Last"} <= told, "not by a sign alone"


async def test_preferences_are_told_and_what_isnt_offered_is_refused(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        assert answer(await here.slash(ann, "preferences")).startswith("Games: **Pictures**. Why?: **On**. ")
        assert "Words only" in answer(await here.slash(ann, "preferences", form="words-only"))
        assert "Why?: **Off**" in answer(await here.slash(ann, "preferences", why="off"))
        assert "Moving pictures: **Off**" in answer(await here.slash(ann, "preferences", moving="off"))
        assert answer(await here.slash(ann, "preferences")).startswith("Games: **Words only")
        rows = here.rows("SELECT form, whys, moving FROM people WHERE user_id = ?", ann.id)
        assert rows == [{"form": "words-only", "whys": 0, "moving": 0}]
        for wrong in ({"form": "braille"}, {"why": "maybe"}, {"moving": "a little"}, {"form": "pictures", "why": ""}):
            options = [{"name": name, "type": STRING, "value": value} for name, value in wrong.items()]
            typed = {"id": "1", "name": "preferences", "type": 1, "options": options}
            record = interact(here, ann, COMMAND, typed, None)  # Discord itself offers no such choice
            await here.env.settle()
            assert "Pick one" in answer(here._checked(InteractionResult(here.env, record)))
        assert here.rows("SELECT form, whys, moving FROM people WHERE user_id = ?", ann.id) == rows


async def test_a_lesson_says_what_to_press(tmp_path: Path) -> None:
    """To others it is green."""
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await here.slash(ann, "preferences", form="words-only")
        message = (await here.slash(ann.user, "learn", game=HEXARACT)).response
        assert message
        while "Next" in labels(message):
            assert not alts(message)
            await here.press(ann.user, message, "Next")
        assert POSITION in text(message)
        wanted = [label for label in labels(message) if label.endswith("(press this)")]
        assert wanted
        await here.press(ann.user, message, wanted[0])
        assert not message.attachments
