"""Lessons: played to their ends, with every wrong press, interrupted, in a channel and in direct messages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.results import ResponseMessage

from cogs.games import WORDS
from cogs.games.words import move_path
from cogs.lessons import LESSONS, Lesson
from cogs.lessons.lesson import NOT_NOW, Onward, Stand, Way, press, stand
from cogs.screens import lesson as lesson_messages
from cogs.screens.picker import Question, next_question, path_of, spell_all
from cogs.screens.press import Press
from cogs.screens.screen import AT_HAND, Button, Screen, Style
from cogs.screens.screen import MOST_WORDS as PANEL_WORDS
from engine import GAMES, Chance
from render import PICTURES
from tables.people.learners import Deal as LessonDeal
from tables.people.learners import Learner, is_won
from tables.play.model import Player

from ..screens import phone, told
from ..spoken import sentences, words
from ..toys import cups
from ..toys.hall import registered
from .hall import Actor, World, answer, controls, labels, text, world

MOST_STEPS, MOST_SENTENCES, MOST_WORDS = 15, 3, 40
SUCCESS, BUTTON, SELECT = 3, 2, 3
ANN = Player(7, "Ann", 0)
QUICK = "advent-of-the-wyrms"

every_lesson = pytest.mark.parametrize("key", LESSONS)


# -- The data


def walked(lesson: Lesson, pick: int = 0) -> Iterator[tuple[Stand, Way]]:
    """Each step of a lesson, with all moves made by then; of several ways on, the one of this number."""
    moves: Way = ()
    for number, step in enumerate(lesson.steps):
        at = stand(lesson, number, moves, ANN)
        yield at, moves
        if number < lesson.last:
            onward = press(lesson, at, step.ways[pick % len(step.ways)] if step.ways else ())
            assert onward.number == number + 1
            assert onward.moves is not None
            assert onward.learned == (onward.number == lesson.last)
            moves = onward.moves


@every_lesson
def test_each_move_of_a_lesson_is_legal_whichever_way_is_taken(key: str) -> None:
    """A change of the rules that a lesson doesn't survive fails here."""
    lesson = LESSONS[key]
    for pick in range(max(len(step.ways) for step in lesson.steps)):
        *steps, (last, _) = walked(lesson, pick)
        for at, _ in steps:
            assert at.followed.seen.legal, f"step {at.number + 1}: it is the learner's turn"
            assert not at.strayed
        assert not last.step.ways


@every_lesson
def test_a_lesson_is_short_and_so_is_all_that_it_says(key: str) -> None:
    lesson = LESSONS[key]
    assert len(lesson.steps) <= MOST_STEPS
    assert 3 <= lesson.minutes <= 5
    for step in lesson.steps:
        said = [*sentences(step.says)]
        assert 1 <= len(said) <= MOST_SENTENCES, step.says
        assert len(words(step.says)) <= MOST_WORDS, step.says
    for other in (*lesson.first.values(), *(step.wrong for step in lesson.steps)):
        assert len([*sentences(other)]) <= MOST_SENTENCES, other


@every_lesson
def test_all_that_is_marked_is_in_the_picture_and_in_its_words(key: str) -> None:
    for at, _ in walked(LESSONS[key]):
        seen = at.followed.seen
        places = PICTURES[key].places(seen.view, seen.table.names())
        for mark in at.step.marks:
            assert mark in places, f"step {at.number + 1}: {mark} is none of {[*places]}"
            left, top, right, bottom = places[mark]
            assert 0 <= left < right <= 1200, mark
            assert 0 <= top < bottom, mark


@every_lesson
def test_what_a_step_waits_for_can_be_pressed_and_is_green(key: str) -> None:
    lesson = LESSONS[key]
    for at, _ in walked(lesson):
        for way in at.step.ways:
            now = lesson_messages.situation(at, lesson)
            assert way[0] in now.legal
            assert len(now.legal) > 1, f"step {at.number + 1} leaves no choice"
            assert isinstance(next_question(now, ()), Question)


@every_lesson
def test_every_third_step_asks_and_answers_what_is_wrong(key: str) -> None:
    """Nothing shows what to press until somebody was wrong; then it does."""
    lesson = LESSONS[key]
    asking = [number for number, step in enumerate(lesson.steps) if step.asks]
    assert all(any(first <= number < first + 3 for number in asking) for first in range(lesson.last - 2))
    for at, _ in walked(lesson):
        if at.step.asks:
            assert at.step.wrong != NOT_NOW
            wrong = {*lesson_messages.situation(at, lesson).legal} - {way[0] for way in at.step.ways}
            assert wrong, f"step {at.number + 1} can only be right"
        if at.step.ways:
            progress = Learner(1, 7, key, 0, at.number, (), learned=False)
            for note in ("", at.step.wrong):
                screen = lesson_messages.step(at, lesson, progress, note=note, in_server=True)
                assert marked(screen) == (bool(note) or not at.step.asks), f"step {at.number + 1}"


@every_lesson
def test_every_step_fits_a_phones_screen(key: str) -> None:
    """Also after each other move that can be made and is taken back."""
    lesson = LESSONS[key]
    for at, moves in walked(lesson):
        progress = Learner(1, 7, key, 0, at.number, (), learned=False)
        others = [move for move in lesson_messages.situation(at, lesson).legal if (move,) not in at.ways]
        onward = [press(lesson, at, (move,)).moves or moves for move in others[::5]] if at.step.ways else []
        strayed = [stand(lesson, at.number, made, ANN) for made in onward]
        for here in (at, *strayed):
            screen = lesson_messages.step(here, lesson, progress, in_server=True)
            assert phone.counted(screen) <= AT_HAND
            assert phone.words(screen) <= PANEL_WORDS, told.text(screen)
            assert phone.height(screen, screen) <= phone.HIGH, told.text(screen)


def marked(screen: Screen) -> bool:
    """Whether something shows that it is to be pressed."""
    green = any(isinstance(control, Button) and control.style is Style.SUCCESS for control in told.controls(screen))
    return green or any(option.emoji == lesson_messages.MARK for option in told.options(screen))


def test_one_acts_at_the_second_step_of_hexaract() -> None:
    assert LESSONS["hexaract"].steps[1].ways


@every_lesson
def test_another_move_changes_nothing_at_first_and_is_taken_back_later(key: str) -> None:
    lesson = LESSONS[key]
    for at, moves in walked(lesson):
        wanted = {way[0] for way in at.step.ways}
        for move in lesson_messages.situation(at, lesson).legal if wanted else ():
            onward = press(lesson, at, (move,))
            if move in wanted:
                assert onward.moves is not None
            elif not lesson.is_free(at.number):
                assert onward == Onward(at.number, None)
            else:
                assert onward.moves
                assert onward.moves[: len(moves) + 1] == (*moves, move)
                strayed = stand(lesson, at.number, onward.moves, ANN)
                assert strayed.strayed
                assert strayed.made == moves


@every_lesson
def test_the_lines_of_a_first_game_are_about_kinds_of_move_of_that_game(key: str) -> None:
    assert {*LESSONS[key].first} <= {*WORDS[key].kinds}


def test_every_game_has_a_lesson() -> None:
    assert {*LESSONS} == {*GAMES}


def test_who_learns_a_game_against_others_wins_it_by_winning() -> None:
    """Cups for two: the learner at seat 0 wins with the higher total, and a tie is a win too."""
    moves = (cups.Stand(), cups.Stand())
    with registered():
        for number in range(20):
            deal = LessonDeal("cups", cups.Options(), f"cups {number}", computers=(1,))
            mine, other = map(sum, cups.new(2, cups.Options(), Chance(deal.seed)).cups)
            assert is_won(deal, moves) == (mine >= other)
            assert not is_won(deal, moves[:1])


# -- On Discord


def green(message: ResponseMessage) -> list[tuple[str, str | None]]:
    """What is marked to be pressed: custom ids, and the option of a select."""
    found: list[tuple[str, str | None]] = []
    for custom_id, part in controls(message).items():
        if part["type"] == BUTTON and part.get("style") == SUCCESS and "lesson" in custom_id:
            found.append((custom_id, None))
        elif part["type"] == SELECT:
            marked = [one["value"] for one in part["options"] if (one.get("emoji") or {}).get("name") == "👉"]
            found += [(custom_id, value) for value in marked]
    return found


def onward(message: ResponseMessage) -> list[tuple[str, str | None]]:
    """What leads on: what is green or, where the step is a question, the answer that makes most of it."""
    if shown := green(message):
        return shown
    title = re.search(r"Learn (.+?)\*\*", text(message))
    assert title
    lesson = next(lesson for lesson in LESSONS.values() if GAMES[lesson.game].title == title[1])
    ways = lesson.steps[step_of(message) - 1].ways
    wanted = [spell_all(way[made:]) for way in ways for made in range(len(way))]  # some of it may be made already
    found = list[tuple[int, str, str | None]]()
    for custom_id, part in controls(message).items():
        for value in [option["value"] for option in part["options"]] if part["type"] == SELECT else [None]:
            press = Press.read(custom_id, () if value is None else (value,))
            if press.verb == "lesson" and press.args[1:2] == ("pick",):
                path = path_of(replace(press, args=press.args[2:]))
                if path and any(way[: len(path)] == path or path[: len(way)] == way for way in wanted):
                    found.append((len(path), custom_id, value))
    return [answer[1:] for answer in sorted(found, key=lambda answer: -answer[0])]


async def follow(here: World, actor: Actor, message: ResponseMessage, custom_id: str, value: str | None) -> None:
    if value is None:
        await here.press(actor, message, custom_id=custom_id)
    else:
        await here.choose(actor, message, value, custom_id=custom_id)


def step_of(message: ResponseMessage) -> int:
    found = re.search(r"· (\d+) of \d+", text(message))
    assert found, text(message)
    return int(found[1])


def learner(here: World, key: str) -> Mapping[str, Any]:
    (row,) = here.rows("SELECT * FROM learners WHERE game = ?", key)
    return row


async def learn(here: World, actor: Actor, key: str) -> ResponseMessage:
    result = await here.slash(actor, "learn", game=key)
    assert result.response
    return result.response


async def to_the_end(here: World, actor: Actor, message: ResponseMessage, key: str) -> None:
    """By pressing what is green, and nothing else."""
    lesson = LESSONS[key]
    for _ in range(4 * len(lesson.steps)):
        if step_of(message) == len(lesson.steps):
            return
        found = onward(message)
        assert found, labels(message)
        await follow(here, actor, message, *found[0])
    raise AssertionError(f"the lesson stays at {text(message)}")


def untouched(here: World) -> None:
    """Nothing that counts knows of a lesson."""
    for table in ("tables", "log", "results", "standings", "win_standings", "group_standings", "attempts", "posts"):
        assert here.rows(f"SELECT COUNT(*) AS rows FROM {table}") == [{"rows": 0}], table


# One of them on every push, the others with the slow tests
@pytest.mark.parametrize("key", [key if key == QUICK else pytest.param(key, marks=pytest.mark.slow) for key in LESSONS])
async def test_a_lesson_is_learned_in_a_channel_seen_by_nobody_else(tmp_path: Path, key: str) -> None:
    """Interrupted in the middle by a restart it goes on where it was, and at the end it counts for nothing."""
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        message = await learn(here, ann, key)
        assert message.ephemeral
        half = len(LESSONS[key].steps) // 2
        while step_of(message) <= half:
            await follow(here, ann, message, *onward(message)[0])
        at = step_of(message)
        await here.restart()
        again = await learn(here, ann, key)
        assert f"You are at step {at} of {len(LESSONS[key].steps)}" in text(again)
        assert labels(again) == ["Go on", "Begin anew"]
        await here.press(ann, again, "Go on")
        assert step_of(again) == at
        await to_the_end(here, ann, again, key)
        together = max(GAMES[key].seats) > 1
        assert ("Play now with two computers" if together else "Play now") in labels(again)
        assert ("Open a table here" in labels(again)) == together
        assert learner(here, key)["learned"]
        assert not here.messages(), "nothing is said in the channel"
        untouched(here)
        shown = await here.slash(ann, "profile", text=True)
        assert f"Has learned: {GAMES[key].title}." in answer(shown)
        assert "Has learned" not in answer(await here.slash(bob, "profile", text=True))
        again = await learn(here, ann, key)
        assert "You have been through the lesson" in text(again)
        await here.press(ann, again, "Begin anew")
        assert step_of(again) == 1
        assert learner(here, key)["learned"], "it stays learned"


@pytest.mark.slow
@every_lesson
async def test_in_direct_messages_it_is_a_message_like_others(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, "Ann") as here:
        user = here.members[0].user
        message = await learn(here, user, key)
        assert not message.ephemeral
        await to_the_end(here, user, message, key)
        alone = GAMES[key].alone is not None
        assert ("Play now" in labels(message)) == alone, "a table takes a server"
        assert (lesson_messages.AT_A_TABLE in text(message)) != alone, "and this says so"
        assert learner(here, key)["learned"]


async def test_a_lesson_is_offered_where_a_game_is_and_to_whoever_opens_their_first(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        opened = await here.slash(ann, "play", game=QUICK)
        assert "New to **Advent of the Wyrms**?" in answer(opened)
        invited = opened.followups[-1]
        assert invited.ephemeral
        began = await here.press(ann, invited, "Learn by playing")
        assert began.response
        assert step_of(began.response) == 1
        assert "New to" not in answer(await here.slash(ann, "play", game=QUICK)), "it is begun"
        shown = await here.slash(bob, "rules", game=QUICK)
        assert shown.response
        assert f"wyrm:learn:0:0:{QUICK}" in controls(shown.response)
        await here.slash(bob, "play", game="wyverns-knot")
        assert "wyrm:learn:0:0:wyverns-knot" in controls(here.board)
        menu = await here.slash(bob, "learn")
        assert menu.response
        assert [custom_id.split(":")[-1] for custom_id in controls(menu.response)] == [*LESSONS]


@pytest.mark.parametrize("key", ["wyverns-knot", "advyria", QUICK])
async def test_a_lesson_ends_two_presses_before_the_first_move_of_a_game(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, key)
        await to_the_end(here, ann, message, key)
        together = max(GAMES[key].seats) > 1
        begun = await here.press(ann, message, "Play now with two computers" if together else "Play now")
        assert here.table()["phase"] == "playing"
        assert len(here.rows("SELECT 1 FROM computers")) == (2 if together else 0)
        assert begun.response
        before = here.table()["version"]
        await here.make(ann, begun.response, GAMES[key].legal_moves(here.state())[0])
        assert here.table()["version"] > before
        if together:  # the channel has a table now
            again = await here.press(ann, message, "Play now with two computers")
            assert "This channel already has" in answer(again)


async def test_who_has_won_with_computers_is_given_a_harder_game(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, "wyverns-knot")
        await to_the_end(here, ann, message, "wyverns-knot")
        for target in (12, 12, 14):
            await here.press(ann, message, "Play now with two computers")
            assert here.state().table.options.target == target
            asked = (await here.slash(ann, "concede")).response
            assert asked
            await here.press(ann, asked, "Give up")
            assert here.table()["phase"] == "over"
            here.rows("UPDATE results SET won = 1 WHERE table_id = 2")


# -- In a first real game


async def test_a_panel_says_a_line_about_a_kind_of_move_until_it_has_been_made_once(tmp_path: Path) -> None:
    lines = LESSONS[QUICK].first
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        game = (await here.slash(ann, "play", game=QUICK)).response
        assert game
        assert f"💡 {lines['begin']}" in text(game)
        for _ in range(12):
            begins = [move for move in GAMES[QUICK].legal_moves(here.state()) if move_path(move)[0] == "begin"]
            if not begins:
                break
            await here.make(ann, game, begins[0])
            assert lines["begin"] not in text(game)
            if "💡" in text(game):
                break
        assert any(line in text(game) for kind, line in lines.items() if kind != "begin")
        await here.restart()
        again = (await here.slash(ann, "board")).response
        assert again
        assert lines["begin"] not in text(again), "a restart forgets nothing"
        assert learner(here, QUICK)["made"].split()[0] == "begin"
        assert learner(here, QUICK)["first_table"] == 1
        await here.press(ann, again, "Give up")
        await here.press(ann, again, "Give up")
        await here.press(ann, again, "Play again")
        assert "💡" not in text(here.board), "the first game is over"


async def test_a_wrong_press_is_answered_kindly_and_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, "wyverns-knot")
        for _ in range(2):
            await here.press(ann, message, "Next")
        before = learner(here, "wyverns-knot")
        await here.choose(ann, message, "0")  # egg A1
        assert "🙂 Rows go by letter, columns by number" in text(message)
        assert step_of(message) == 3
        assert learner(here, "wyverns-knot") == before
        assert [value for _, value in green(message)] == ["5"], "now it shows"


async def test_from_the_middle_on_another_move_is_made_and_taken_back(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, "wyverns-knot")
        while step_of(message) < 11:
            await follow(here, ann, message, *onward(message)[0])
        before = learner(here, "wyverns-knot")
        await here.press(ann, message, "Move A's dragon · takes egg A4!")
        assert "Egg A4 is lost" in text(message)
        assert step_of(message) == 11
        assert learner(here, "wyverns-knot")["moves"] != before["moves"]
        assert green(message)
        await here.press(ann, message, "Take it back")
        assert "Egg A4 is lost" not in text(message)
        assert learner(here, "wyverns-knot")["moves"] == before["moves"]
        await to_the_end(here, ann, message, "wyverns-knot")


async def test_hostile_presses_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        message = await learn(here, ann, "wyverns-knot")
        first = next(iter(controls(message)))
        await here.press(ann, message, "Next")
        row = learner(here, "wyverns-knot")
        version, number = row["version"], str(row["id"])
        for old in (first, Press("lesson", 0, 99, (number, "next")).custom_id()):
            await forged(here, ann, message, old)
            assert "This lesson has moved on since" in text(message)
        strange: tuple[tuple[str, ...], ...] = (
            ("nobody", "next"),
            ("9" * 20, "next"),
            ("77", "next"),
            (),
            ("²", "next"),
        )
        for args in strange:
            refused = await forged(here, ann, message, Press("lesson", 0, version, args).custom_id())
            assert refused, args
        for args in (
            ("pick", "scout", "5"),
            ("pick", "point", "1"),
            ("back",),
            ("page", "x"),
            ("flee",),
            ("page", "1"),
        ):
            await forged(here, ann, message, Press("lesson", 0, version, (number, *args)).custom_id())
        helped = (await here.slash(bob, "help")).response
        assert helped
        others = await forged(here, bob, helped, Press("lesson", 0, version, (number, "next")).custom_id())
        assert "This is somebody else's lesson" in others
        assert await forged(here, ann, message, Press("learn", 0, args=("chess",)).custom_id())
        assert learner(here, "wyverns-knot") == row


async def forged(here: World, actor: Actor, message: ResponseMessage, custom_id: str) -> str:
    """Press a button that no message of the hall has. Returns what only the presser reads."""
    stored = here.env.backend.messages[here.channel.id][message.id]
    row: dict[str, Any] = {
        "type": 1,
        "components": [{"type": 2, "style": 2, "label": "forged", "custom_id": custom_id}],
    }
    stored.components.append(row)
    return answer(await here.press(actor, message, custom_id=custom_id))
