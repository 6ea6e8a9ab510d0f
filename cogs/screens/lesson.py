"""What a lesson looks like: a step with its picture and the one thing to press, the menu of lessons, the ways on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import GAMES, AnyView
from languages import later, listed, say, say_many
from render import PICTURES
from render.marks import marked
from tables.people.learners import Learner

from ..games import WORDS
from ..games.words import AnyWords, Path, minutes, move_path
from ..lessons import LESSONS, Lesson
from ..lessons.lesson import LessonState, Way
from . import log, picker, screen
from .frame import described, framed, of_game
from .names import plain_names
from .over import share
from .press import Press
from .rules import learn
from .screen import Button, Control, Drawing, Menu, Picture, Row, Screen, Style, Text, at_hand, row

STOP = later("You can stop at any time: `/learn` goes on where you were.")
AT_A_TABLE = later("Play it with others: `/play` in a server's channel opens a table, and computer players fill it.")
MENU = later("""## Learn by playing
Choose a game. A few minutes, a few presses: nobody else sees it, and it counts for nothing.""")
WANTED = later("(press this)")  # for people who read and see no colour
MARK, GREEN, RED, GREY = "👉", Style.SUCCESS, Style.DANGER, Style.SECONDARY


def situation(state: LessonState, lesson: Lesson) -> picker.Situation:
    """What the learner can press: in a guided step only what `Step.among` names."""
    seen, among = state.followed.seen, state.step.among
    # After another move than the step waits for, there may be none of these
    legal = tuple(move for move in seen.legal if not among or move_path(move)[0] in among) or seen.legal
    words: AnyWords = WORDS[lesson.game]
    offers = words.offers

    def offered(view: Any, names: Sequence[str], legal: Sequence[Any]) -> Sequence[Any]:
        return [offer for offer in offers(view, names, legal) if offer.moves[0] in legal]

    now = picker.Situation(legal, replace(words, offers=offered), seen.view, plain_names(seen.table))
    return now.step_by_step()  # on sheets nothing can be marked


def step(
    state: LessonState,
    lesson: Lesson,
    progress: Learner,
    place: picker.Place = picker.START,
    note: str = "",
    *,
    in_server: bool,
    worded: bool = False,
) -> Screen:
    """The step that a learner has reached; `place`: how far in a move. `in_server`: tables can be opened."""
    seen, pictures = state.followed.seen, PICTURES[lesson.game]
    marks = () if state.strayed else state.step.marks
    marked_ones = f"{say('Marked: {places}.', places=listed(map(say, marks)))} " if marks else ""
    board = Picture(
        marked_ones + pictures.alt(seen.view, plain_names(seen.table)),
        Drawing(_board, (lesson.game, seen.view, seen.table.names(), tuple(marks))),
        words=marked_ones + described(seen.table, seen.view) if worded else None,
    )
    text = Text(_text(state, lesson, note, in_server=in_server)[: screen.TEXT_LIMIT - 200])
    rows = _rows(state, lesson, progress, place, note, in_server=in_server, worded=worded)
    return of_game(lesson.game, text, board, *rows)


def _board(game: str, view: AnyView, names: tuple[str, ...], marks: Sequence[str]) -> bytes:
    pictures = PICTURES[game]
    board = pictures.board(view, names)
    if not marks:
        return board
    places = pictures.places(view, names)
    return marked(board, [places[mark] for mark in marks if mark in places])  # another move may have taken it away


def _text(state: LessonState, lesson: Lesson, note: str, *, in_server: bool) -> str:
    fresh = [entry for entry in state.followed.heard if entry.version >= state.news and not note]
    title, number = GAMES[lesson.game].title, state.number + 1
    lines = [say("**Learn {game}** · {number} of {all}", game=title, number=number, all=len(lesson.steps))]
    lines += [f"🙂 {note}"] if note else []
    below = [f"### {say(state.step.wrong if state.strayed else state.step.says, title=title)}"]
    below += [f"-# {say(STOP)}"] if state.number == 0 else []
    below += (
        [say(AT_A_TABLE)] if state.number == lesson.last and not _ways_to_play(lesson.game, in_server=in_server) else []
    )
    room = screen.MOST_WORDS - len(" ".join([*lines, *below]).split())
    seen = state.followed.seen
    told = log.news(seen.table, log.worth_telling(seen.table, fresh), seen.own)
    news = log.fitting(told, room, screen.HIGH - len(lines))
    return "\n".join([*lines, *news, *below])


def _rows(
    state: LessonState,
    lesson: Lesson,
    progress: Learner,
    place: picker.Place,
    note: str,
    *,
    in_server: bool,
    worded: bool,
) -> list[Row]:
    def leads_to(*args: str) -> Press:
        return lesson_press(progress, *args)

    if state.number == lesson.last:
        again = Button(say("Learn it again"), leads_to("anew"), emoji="🔁")
        more = Button(say("Other lessons"), Press("learn", 0), emoji="🎓")
        shares = [share(Press("share-lesson", 0, args=(lesson.game,)))] if in_server else []
        return at_hand([*_ways_to_play(lesson.game, in_server=in_server), *shares, again, more])
    if not state.step.ways:
        return [row(Button(say("Next"), leads_to("next"), style=GREEN, emoji="▶"))]
    controls = list[Control]()
    if state.strayed:
        controls.append(Button(say("Take it back"), leads_to("back"), style=GREEN, emoji="↩️"))
    if state.followed.seen.legal:
        now = replace(situation(state, lesson), worded=worded)
        question = picker.next_question(now, place.path)
        assert isinstance(question, picker.Question), "there is something to choose between"
        press = Press("pick", 0, progress.version, place.path)
        green = _onward(now, place.path, () if state.step.asks and not note else state.left)
        asks = picker.controls(question, now, press, place.page)
        controls += [_of_lesson(control, progress, green, worded=worded) for control in asks]
    return at_hand(sorted(controls, key=_is_grey))


def _ways_to_play(game: str, *, in_server: bool) -> list[Button]:
    """The buttons that lead from a lesson to a game; none if the game needs a server's channel and this isn't one."""
    at_once = Press("play-now", 0, args=(game,))
    if in_server and max(GAMES[game].seats) > 1:
        friends = Button(say("Open a table here"), Press("open", 0, args=(game,)), emoji="👥")
        return [Button(say("Play now with two computers"), at_once, GREEN, "▶"), friends]
    return [Button(say("Play now"), at_once, GREEN, "▶")] if GAMES[game].alone is not None else []


def lesson_press(progress: Learner, *args: str) -> Press:
    return Press("lesson", 0, progress.version, (str(progress.id), *args))


def _onward(now: picker.Situation, path: Path, wanted: Sequence[Way]) -> Callable[[Path], bool]:
    """A test whether the lesson wants a control pressed that leads to a path.

    If one control makes all the moves that are wanted, it is the only one.
    """
    offered = now.offered
    fitting = {
        way_on: len(offer.moves)
        for way_on, offer in offered.items()
        if any(way[: len(offer.moves)] == offer.moves for way in wanted)
    }
    if fitting and not path:
        return lambda onward: fitting.get(onward) == max(fitting.values())
    spelled = [move_path(way[0]) for way in wanted]
    return lambda onward: len(onward) > len(path) and any(way_on[: len(onward)] == onward for way_on in spelled)


def _of_lesson(control: Control, progress: Learner, green: Callable[[Path], bool], *, worded: bool) -> Control:
    """A control of the game's own panel whose press goes to the lesson. It is green if the step waits for it.

    `worded`: its label says so, too.
    """
    assert isinstance(control, Button | Menu)
    press = control.press
    control = replace(control, press=lesson_press(progress, press.verb, *press.args))
    if isinstance(control, Menu):
        options = [
            replace(option, emoji=MARK) if green(picker.path_of(replace(press, values=(option.value,)))) else option
            for option in control.options
        ]
        return replace(control, options=tuple(options))
    if press.verb == "pick" and green(press.args):
        wanted = f" {say(WANTED)}" if worded else ""
        label = f"{control.label[: screen.BUTTON_LIMIT - len(wanted)]}{wanted}"
        return replace(control, style=GREEN, label=label)
    return control if control.style is RED else replace(control, style=GREY)


def _is_grey(control: Control) -> bool:
    """Whether the lesson doesn't ask for this button: such buttons come last."""
    return isinstance(control, Button) and control.style is not GREEN


# -- Beside the steps


def menu(known: Mapping[str, Learner]) -> Screen:
    """All lessons, and how far this user has come."""
    lines = [say(MENU)]
    for game, lesson in LESSONS.items():
        lines.append(f"{_sign(lesson, known.get(game))} **{GAMES[game].title}** · {minutes(lesson.minutes)}")
    ways = [row(learn(game, GAMES[game].title)) for game in LESSONS]
    return framed("\n".join(lines), ways)


def _sign(lesson: Lesson, progress: Learner | None) -> str:
    if progress is None:
        return "▫️"
    if progress.learned:
        return "✅"
    return "▶️" if progress.step else "▫️"


def offer(lesson: Lesson, progress: Learner) -> Screen:
    """A lesson that was begun: go on, or begin again."""
    title = GAMES[lesson.game].title
    if progress.step is None:
        text = say("The lesson of {game} has changed since you were in it. It begins anew.", game=title)
        return framed(text, [row(Button(say("Begin anew"), lesson_press(progress, "anew"), style=GREEN))])
    done = progress.step == lesson.last
    text = (
        say("You have been through the lesson of **{game}**. Once more?", game=title)
        if done
        else say(
            "You are at step {number} of {all} of the lesson of **{game}**.",
            number=progress.step + 1,
            all=len(lesson.steps),
            game=title,
        )
    )
    on = Button(
        say("See its end") if done else say("Go on"), lesson_press(progress, "go-on"), style=GREY if done else GREEN
    )
    anew = Button(say("Begin anew"), lesson_press(progress, "anew"), style=GREEN if done else GREY)
    return framed(text, [row(on, anew)])


def first_time(game: str) -> Screen:
    """Offer the lesson to somebody who opens a game of this kind for the first time."""
    text = say_many(
        "New to **{game}**? Learn it by playing: {count} minute, for you alone.",
        "New to **{game}**? Learn it by playing: {count} minutes, for you alone.",
        LESSONS[game].minutes,
        game=GAMES[game].title,
    )
    return framed(text, [row(learn(game))])
