"""Lessons without Discord: legal, short, marked, green where they lead on, and on a phone's screen."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from simcord.results import ResponseMessage

from cogs.games import WORDS
from cogs.lessons import LESSONS, Lesson
from cogs.lessons.lesson import NOT_NOW, LessonState, Onward, Way, advance, lesson_state
from cogs.screens import lesson as lesson_messages
from cogs.screens.picker import Question, next_question, path_of, spell_all
from cogs.screens.press import Press
from cogs.screens.screen import AT_HAND, Button, Screen, Style
from cogs.screens.screen import MOST_WORDS as PANEL_WORDS
from engine import GAMES, Chance
from languages import ENGLISH, offered, say, speaking
from render import PICTURES
from tables.people.learners import Learner, LessonDeal, is_won
from tables.play.model import Player

from ..cogs.hall import controls, text
from ..spoken import sentences, words
from ..toys import cups
from ..toys.hall import registered
from . import phone, told

MOST_STEPS, MOST_SENTENCES, MOST_WORDS = 15, 3, 40
SUCCESS, BUTTON, SELECT = 3, 2, 3
ANN = Player(7, "Ann", 0)

every_lesson = pytest.mark.parametrize("key", LESSONS)


# -- The data


def walked(lesson: Lesson, pick: int = 0) -> Iterator[tuple[LessonState, Way]]:
    """Each step of a lesson, with all moves made by then; of several ways on, the one of this number."""
    moves: Way = ()
    for number, step in enumerate(lesson.steps):
        state = lesson_state(lesson, number, moves, ANN)
        yield state, moves
        if number < lesson.last:
            onward = advance(lesson, state, step.ways[pick % len(step.ways)] if step.ways else ())
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
        for state, _ in steps:
            assert state.followed.seen.legal, f"step {state.number + 1}: it is the learner's turn"
            assert not state.strayed
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
    for state, _ in walked(LESSONS[key]):
        seen = state.followed.seen
        places = PICTURES[key].places(seen.view, seen.table.names())
        for mark in state.step.marks:
            assert mark in places, f"step {state.number + 1}: {mark} is none of {[*places]}"
            left, top, right, bottom = places[mark]
            assert 0 <= left < right <= 1200, mark
            assert 0 <= top < bottom, mark


@every_lesson
def test_what_a_step_waits_for_can_be_pressed_and_is_green(key: str) -> None:
    lesson = LESSONS[key]
    for state, _ in walked(lesson):
        for way in state.step.ways:
            now = lesson_messages.situation(state, lesson)
            assert way[0] in now.legal
            assert len(now.legal) > 1, f"step {state.number + 1} leaves no choice"
            assert isinstance(next_question(now, ()), Question)


@every_lesson
def test_a_lesson_calls_buttons_as_they_are_called_in_each_language(key: str) -> None:
    """A button that a step names in English is there in every language, and is named as it says."""
    lesson = LESSONS[key]
    for state, _ in walked(lesson):
        buttons = pressable(state, lesson)
        for said in (state.step.says, state.step.wrong):
            named = [press for press, label in buttons.items() if label in BOLD.findall(said)]
            for language in {*offered()} - {ENGLISH} if named else ():
                with speaking(language):
                    there, quoted = pressable(state, lesson), BOLD.findall(say(said))
                for press in named:
                    label = there.get(press, f"no button for {buttons[press]!r}")
                    assert any(quote in label for quote in quoted), f"{language}, step {state.number + 1}: {label}"


BOLD = re.compile(r"\*\*(.+?)\*\*")


def pressable(state: LessonState, lesson: Lesson) -> dict[tuple[str, ...], str]:
    """The labels of a step's own buttons, by what is pressed."""
    progress = Learner(1, 7, lesson.game, 0, state.number, (), learned=False)
    screen = lesson_messages.step(state, lesson, progress, in_server=True)
    return {one.press.args: one.label for one in told.controls(screen) if isinstance(one, Button)}


@every_lesson
def test_every_third_step_asks_and_answers_what_is_wrong(key: str) -> None:
    """Nothing shows what to press until somebody was wrong; then it does."""
    lesson = LESSONS[key]
    asking = [number for number, step in enumerate(lesson.steps) if step.asks]
    assert all(any(first <= number < first + 3 for number in asking) for first in range(lesson.last - 2))
    for state, _ in walked(lesson):
        if state.step.asks:
            assert state.step.wrong != NOT_NOW
        if state.step.ways:
            progress = Learner(1, 7, key, 0, state.number, (), learned=False)
            for note in ("", state.step.wrong):
                screen = lesson_messages.step(state, lesson, progress, note=note, in_server=True)
                assert marked(screen) == (bool(note) or not state.step.asks), f"step {state.number + 1}"


@every_lesson
def test_every_step_fits_a_phones_screen(key: str) -> None:
    """In every language; in English also after each other move that can be made and is taken back."""
    lesson = LESSONS[key]
    for state, moves in walked(lesson):
        progress = Learner(1, 7, key, 0, state.number, (), learned=False)
        others = [move for move in lesson_messages.situation(state, lesson).legal if (move,) not in state.ways]
        onward = [advance(lesson, state, (move,)).moves or moves for move in others[::5]] if state.step.ways else []
        strayed = [lesson_state(lesson, state.number, made, ANN) for made in onward]
        for here, languages in ((state, offered()), *((here, (ENGLISH,)) for here in strayed)):
            for language in languages:
                with speaking(language):
                    screen = lesson_messages.step(here, lesson, progress, in_server=True)
                    assert phone.counted(screen) <= AT_HAND
                    assert phone.words(screen) <= PANEL_WORDS, told.text(screen)
                    assert phone.height(screen, screen) <= phone.HIGH, told.text(screen)


def test_the_last_step_of_the_forest_tells_what_the_last_cards_led_to() -> None:
    *_, (state, _) = walked(lesson := LESSONS["forest-of-wyr"])
    progress = Learner(1, 7, lesson.game, 0, state.number, (), learned=True)
    said = told.text(lesson_messages.step(state, lesson, progress, in_server=True))
    assert "The raven is free!" in said
    assert "played: defence" not in said


def marked(screen: Screen) -> bool:
    """Whether something shows that it is to be pressed."""
    green = any(isinstance(control, Button) and control.style is Style.SUCCESS for control in told.controls(screen))
    return green or any(option.emoji == lesson_messages.MARK for option in told.options(screen))


def test_one_acts_at_the_second_step_of_hexaract() -> None:
    assert LESSONS["hexaract"].steps[1].ways


@every_lesson
def test_another_move_changes_nothing_at_first_and_is_taken_back_later(key: str) -> None:
    lesson = LESSONS[key]
    for state, moves in walked(lesson):
        wanted = {way[0] for way in state.step.ways}
        for move in lesson_messages.situation(state, lesson).legal if wanted else ():
            onward = advance(lesson, state, (move,))
            if move in wanted:
                assert onward.moves is not None
            elif not lesson.is_free(state.number):
                assert onward == Onward(state.number, None)
            else:
                assert onward.moves
                assert onward.moves[: len(moves) + 1] == (*moves, move)
                strayed = lesson_state(lesson, state.number, onward.moves, ANN)
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
            advance = Press.read(custom_id, () if value is None else (value,))
            if advance.verb == "lesson" and advance.args[1:2] == ("pick",):
                path = path_of(replace(advance, args=advance.args[2:]))
                alike = [min(len(way), len(path)) for way in wanted if path and way[: len(path)] == path[: len(way)]]
                if alike:
                    found.append((max(alike), custom_id, value))
    return [answer[1:] for answer in sorted(found, key=lambda answer: -answer[0])]


def step_of(message: ResponseMessage) -> int:
    found = re.search(r"· (\d+) of \d+", text(message))
    assert found, text(message)
    return int(found[1])
