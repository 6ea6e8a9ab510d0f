"""The riddle of the day in messages: the question, and the solution for whoever has answered."""

from collections.abc import Sequence
from datetime import date

from engine import GAMES
from engine.sentences import amount
from render import PICTURES
from tables.daily.calendar import closes_at
from tables.daily.riddles import Riddle, RiddleStreak, Solution
from tables.play.computer_names import called
from tables.play.model import Refused

from ..games import WORDS
from . import picker
from .days import day_in, play_press, written
from .frame import framed
from .hints import odds
from .names import plain, safe
from .over import share
from .press import Press
from .screen import Block, Button, Control, Drawing, Picture, Screen, Text, row

PLAYER = called(1)  # whose game it was
NO_RIDDLE = "There is no such riddle."
SIGNS = ("🇦", "🇧", "🇨", "🇩")


def answer_of(press: Press) -> tuple[date, int]:
    """The day and the choice of a press. Raises Refused."""
    match press.args:
        case (day, ("0" | "1" | "2" | "3") as choice):
            return day_in(day, NO_RIDDLE), int(choice)
    raise Refused(NO_RIDDLE)


def position(riddle: Riddle) -> Picture:
    pictures = PICTURES[riddle.game]
    return Picture(
        pictures.alt(riddle.view, (plain(PLAYER),)),
        Drawing(pictures.board, (riddle.view, (PLAYER,))),
        words=pictures.describe(riddle.view, (safe(PLAYER),)),
    )


def labels(riddle: Riddle) -> tuple[str, ...]:
    """What the buttons of the choices say."""
    now = picker.Situation(riddle.legal, WORDS[riddle.game], riddle.view, (plain(PLAYER),))
    return tuple([picker.say(move, now).text for move in riddle.moves])


def _heading(riddle: Riddle) -> str:
    words = WORDS[riddle.game]
    return (
        f"## Riddle of {written(riddle.day)}\n**{GAMES[riddle.game].title}.** {words.aim(riddle.view)}\n"
        f"**{_question(riddle)}**"
    )


def _question(riddle: Riddle) -> str:
    """The question, on one line."""
    first, *_ = WORDS[riddle.game].ask(riddle.view, (safe(PLAYER),)).split("\n")
    return first if first.endswith("?") else f"{first} What is best?"


def question(riddle: Riddle) -> Screen:
    """The choices in buttons."""
    below: list[Block] = [
        row(Button(label, Press("answer", 0, args=(riddle.day.isoformat(), str(number))), emoji=sign))
        for number, (label, sign) in enumerate(zip(labels(riddle), SIGNS, strict=False))
    ]
    counts = f"-# Press once: only your first answer counts. Open until <t:{closes_at(riddle.day)}:f>."
    return framed(_heading(riddle), [*below, Text(counts), row(_fair(riddle))], picture=position(riddle))


def solved(riddle: Riddle, streak: RiddleStreak, *, counts: bool, today: date) -> Screen:
    """What was best, why, and what others chose. `counts`: the user has just answered."""
    solution = riddle.solution
    assert solution
    texts = labels(riddle)
    lines = [_verdict(riddle, solution, texts, counts=counts)]
    ranked = sorted(range(len(texts)), key=lambda number: -solution.weighed[number].expected)
    lines += [_line(riddle, solution, number, texts[number]) for number in ranked]
    lines.append(f"-# {_others(solution)}{_kept(streak)}")
    deal = Button(f"Today's deal: {GAMES[riddle.game].title}", play_press(riddle.game, today))
    shares = [share(Press("share-riddle", 0, args=(riddle.day.isoformat(),)))] if solution.own is not None else []
    below = row(*shares, deal, _fair(riddle))
    return framed("\n".join([_heading(riddle), *lines]), [below], picture=position(riddle))


def _verdict(riddle: Riddle, solution: Solution, texts: Sequence[str], *, counts: bool) -> str:
    best = f"the best move is **{texts[solution.best]}**"
    if solution.own is None:
        return f"🧩 This riddle is closed for you: {best}." if not counts else f"🧩 {best}."
    again = "" if counts else "You've answered already. "
    if solution.own == solution.best:
        return f"### ✅ {again}You found it: {best}."
    return f"### ❌ {again}You chose **{texts[solution.own]}**, {best}."


def _line(riddle: Riddle, solution: Solution, number: int, text: str) -> str:
    weighed, all_ = solution.weighed[number], sum(solution.answers)
    chose = f" · chosen by {solution.answers[number]:,} of {all_:,}" if all_ else ""
    mark = "🏆" if number == solution.best else "▫️"
    own = " · **you**" if number == solution.own else ""
    return f"{mark} **{text}**: {odds(weighed.expected, riddle.points)}\n-# {weighed.reason}{chose}{own}"


def _others(solution: Solution) -> str:
    answers, right = sum(solution.answers), solution.answers[solution.best]
    if not answers:
        return "Nobody has answered yet."
    return f"{amount(answers, 'person', 'people')} answered, {f'{right:,}' if right else 'nobody'} found it."


def _kept(streak: RiddleStreak) -> str:
    if not streak.answered:
        return ""
    running = f" 🧩 Your riddle streak: {amount(streak.current, 'day')}." if streak.current else ""
    return f"{running} Found so far: {streak.solved} of {streak.answered}."


def _fair(riddle: Riddle) -> Control:
    return Button("Fair riddle?", Press("fair", 0, args=(riddle.day.isoformat(),)), emoji="🎲")
