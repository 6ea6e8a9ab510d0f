"""What a lesson looks like: a step with its picture and the one thing to press, the menu of lessons, the ways on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from engine import GAMES
from engine.sentences import listed
from render import PICTURES
from render.marks import marked
from tables import Form, Learner, Seen

from ..controls import BUTTON_LIMIT, Control, Press, button
from ..games import WORDS
from ..games.words import AnyWords, Path, spell
from ..lessons import LESSONS, Lesson
from ..lessons.lesson import Stand, Way
from . import hall_messages, messages, picker, reading
from .messages import Message
from .pictures import described, draw

NEWS = 8  # lines of what happened
STOP = "-# You can stop at any time: `/learn` goes on where you were."
AT_A_TABLE = "Play it with others: `/play` in a server's channel opens a table, and computer players fill it."
MENU = """## Learn by playing
Choose a game. A few minutes, a few presses: nobody else sees it, and it counts for nothing."""
WANTED = " (press this)"  # where nobody sees the colour
MARK, GREEN, RED, GREY = "👉", discord.ButtonStyle.success, discord.ButtonStyle.danger, discord.ButtonStyle.secondary


def situation(at: Stand, lesson: Lesson) -> picker.Situation:
    """What the learner can press: in a guided step only what `Step.among` names."""
    seen, among = at.followed.seen, at.step.among
    legal = tuple(move for move in seen.legal if not among or spell(move)[0] in among)
    words: AnyWords = WORDS[lesson.game]
    offers = words.offers

    def offered(view: Any, names: Sequence[str], legal: Sequence[Any]) -> Sequence[Any]:
        return [offer for offer in offers(view, names, legal) if offer.moves[0] in legal]

    # Without sheets: on those nothing can be marked
    words = replace(words, offers=offered, sheet=lambda view, legal: None)
    return picker.Situation(legal, words, seen.view, messages.plain_names(seen.table))


async def step(
    at: Stand,
    lesson: Lesson,
    progress: Learner,
    *,
    path: Path = (),
    page: int = 0,
    note: str = "",
    in_server: bool,
    form: Form = "pictures",
) -> Message:
    """The step that a learner is at; `path` is what they have chosen of a move. `in_server`: tables can be opened."""
    seen = at.followed.seen
    marks = () if at.strayed else at.step.marks
    marked_ones = f"Marked: {listed(marks)}. " if marks else ""
    alt = marked_ones + PICTURES[lesson.game].alt(seen.view, messages.plain_names(seen.table))
    drawn = {messages.PICTURE: await draw(_picture, seen, marks)} if reading.drawn(form) else {}
    can_play, worded = in_server or GAMES[lesson.game].alone is not None, form != "pictures"
    text = _text(at, lesson, note, can_play=can_play)

    def view() -> ui.LayoutView:
        rows = _rows(at, lesson, progress, path, page, can_play, worded=worded)
        return messages.private(WORDS[lesson.game], text, rows, alt=alt)

    return reading.read(Message(view, drawn, {messages.PICTURE: marked_ones + described(seen)}), form)


def _picture(seen: Seen, marks: Sequence[str]) -> bytes:
    pictures, names = PICTURES[seen.table.game], seen.table.names()
    board = pictures.board(seen.view, names)
    if not marks:
        return board
    places = pictures.places(seen.view, names)
    return marked(board, [places[mark] for mark in marks])


def _text(at: Stand, lesson: Lesson, note: str, *, can_play: bool) -> str:
    told = [entry for entry in at.followed.told if entry.version >= at.news]
    lines = [f"**Learn {GAMES[lesson.game].title}** · {at.number + 1} of {len(lesson.steps)}"]
    lines += [f"🙂 {note}"] if note else []
    lines += [line for line in messages.lines(at.followed.seen.table, told, NEWS).split("\n") if line]
    lines.append(f"### {at.step.wrong if at.strayed else at.step.says}")
    lines += [STOP] if at.number == 0 else []
    lines += [AT_A_TABLE] if at.number == lesson.last and not can_play else []
    return "\n".join(lines)


def _rows(
    at: Stand, lesson: Lesson, progress: Learner, path: Path, page: int, can_play: bool, *, worded: bool
) -> list[ui.ActionRow[Any]]:
    def leads_to(*args: str) -> Press:
        return lesson_press(progress, *args)

    if at.number == lesson.last:
        again = button("Learn it again", leads_to("anew"), emoji="🔁")
        more = button("Other lessons", Press("learn", 0), emoji="🎓")
        return [
            ui.ActionRow(*hall_messages.ways_in(lesson.game, play=can_play)),
            ui.ActionRow(again, more),
        ]
    if not at.step.ways:
        return [ui.ActionRow(button("Next", leads_to("next"), style=GREEN, emoji="▶"))]
    rows = list[ui.ActionRow[Any]]()
    if at.followed.seen.legal:
        now = replace(situation(at, lesson), worded=worded)
        found = picker.narrow(now, path)
        assert isinstance(found, picker.Question), "there is something to choose between"
        press = Press("pick", 0, progress.version, path)
        green = _onward(now, path, at.left)
        rows = [_of_lesson(row, progress, green, worded=worded) for row in picker.controls(found, now, press, page)]
    if at.strayed:
        back = button("Take it back", leads_to("back"), style=GREEN, emoji="↩️")
        rows.insert(0, ui.ActionRow(back))
    return rows


def lesson_press(progress: Learner, *args: str) -> Press:
    return Press("lesson", 0, progress.version, (str(progress.id), *args))


def _onward(now: picker.Situation, path: Path, wanted: Sequence[Way]) -> Callable[[Path], bool]:
    """Whether a control that leads to a path is to be pressed. Where one makes all that is wanted, only that is."""
    offered = now.offered()
    fitting = {
        one: len(offer.moves)
        for one, offer in offered.items()
        if any(way[: len(offer.moves)] == offer.moves for way in wanted)
    }
    if fitting and not path:
        return lambda onward: fitting.get(onward) == max(fitting.values())
    spelled = [spell(way[0]) for way in wanted]
    return lambda onward: len(onward) > len(path) and any(one[: len(onward)] == onward for one in spelled)


def _of_lesson(
    row: ui.ActionRow[Any], progress: Learner, green: Callable[[Path], bool], *, worded: bool
) -> ui.ActionRow[Any]:
    """A row of the game's own panel, whose presses go to the lesson. What the step waits for is green, and alone so.

    `worded`: its label says so.
    """
    made = list[ui.Item[Any]]()
    for control in row.children:
        assert isinstance(control, Control)
        item = control.item
        assert isinstance(item, ui.Button | ui.Select)
        press = Press.read(str(item.custom_id))
        item.custom_id = lesson_press(progress, press.verb, *press.args).custom_id()
        if isinstance(item, ui.Select):
            for option in item.options:
                if green(picker.path_of(replace(press, values=(option.value,)))):
                    option.emoji = discord.PartialEmoji(name=MARK)
        elif press.verb == "pick" and green(press.args):
            item.style = GREEN
            if worded:
                item.label = f"{str(item.label)[: BUTTON_LIMIT - len(WANTED)]}{WANTED}"
        elif item.style is not RED:
            item.style = GREY
        made.append(control)
    return ui.ActionRow(*made)


# -- Beside the steps


def menu(known: Mapping[str, Learner]) -> ui.LayoutView:
    """All lessons, and how far this user has come."""
    lines = [MENU]
    for game, lesson in LESSONS.items():
        lines.append(f"{_sign(lesson, known.get(game))} **{GAMES[game].title}** · {lesson.minutes} min")
    rows = [ui.ActionRow[Any](*messages.learn(game, GAMES[game].title)) for game in LESSONS]
    return messages.framed("\n".join(lines), rows)


def _sign(lesson: Lesson, progress: Learner | None) -> str:
    if progress is None:
        return "▫️"
    if progress.learned:
        return "✅"
    return "▶️" if progress.step else "▫️"


def offer(lesson: Lesson, progress: Learner) -> ui.LayoutView:
    """A lesson that was begun: go on, or begin anew."""
    title = GAMES[lesson.game].title
    if progress.step is None:
        text = f"The lesson of {title} has changed since you were in it. It begins anew."
        return messages.framed(text, [ui.ActionRow(button("Begin anew", lesson_press(progress, "anew"), style=GREEN))])
    done = progress.step == lesson.last
    text = (
        f"You have been through the lesson of **{title}**. Once more?"
        if done
        else f"You are at step {progress.step + 1} of {len(lesson.steps)} of the lesson of **{title}**."
    )
    on = button("See its end" if done else "Go on", lesson_press(progress, "go-on"), style=GREY if done else GREEN)
    anew = button("Begin anew", lesson_press(progress, "anew"), style=GREEN if done else GREY)
    return messages.framed(text, [ui.ActionRow(on, anew)])


def first_time(game: str) -> ui.LayoutView:
    """For whoever opens a game of this kind for the first time."""
    minutes = LESSONS[game].minutes
    text = f"New to **{GAMES[game].title}**? Learn it by playing: {minutes} minutes, for you alone."
    return messages.framed(text, [ui.ActionRow(*messages.learn(game))])
