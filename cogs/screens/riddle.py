"""The riddle of the day in messages: the question, and the solution for whoever has answered."""

from collections.abc import Sequence
from datetime import date

from engine import GAMES
from languages import labelled, later, number, say, say_many, whole_date
from render import PICTURES
from tables.daily.calendar import closes_at
from tables.daily.riddles import Riddle, RiddleStreak, Solution
from tables.play.computer_names import called
from tables.play.model import Refused

from ..games import WORDS
from . import picker
from .daily import days
from .days import day_in, play_press
from .frame import framed
from .hints import odds
from .names import plain, safe
from .over import share
from .press import Press
from .screen import Block, Button, Control, Drawing, Picture, Screen, Text, row

PLAYER = called(1)  # whose game it was
NO_RIDDLE = later("There is no such riddle.")
SIGNS = ("🇦", "🇧", "🇨", "🇩")


def answer_of(press: Press) -> tuple[date, int]:
    """The day and the choice of a press. Raises Refused."""
    match press.args:
        case (day, ("0" | "1" | "2" | "3") as choice):
            return day_in(day, NO_RIDDLE), int(choice)
    raise Refused(say(NO_RIDDLE))


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
    return tuple([picker.label_of(move, now).text for move in riddle.moves])


def _heading(riddle: Riddle) -> str:
    words = WORDS[riddle.game]
    title = say("Riddle of {day}", day=whole_date(riddle.day))
    about = f"**{GAMES[riddle.game].title}.** {words.aim(riddle.view)}"
    return f"## {title}\n{about}\n**{_question(riddle)}**"


def _question(riddle: Riddle) -> str:
    """The question, on one line."""
    first, *_ = WORDS[riddle.game].ask(riddle.view, (safe(PLAYER),)).split("\n")
    return first if first.endswith("?") else f"{first} {say('What is best?')}"


def question(riddle: Riddle) -> Screen:
    """The choices in buttons."""
    below: list[Block] = [
        row(Button(label, Press("answer", 0, args=(riddle.day.isoformat(), str(choice))), emoji=sign))
        for choice, (label, sign) in enumerate(zip(labels(riddle), SIGNS, strict=False))
    ]
    counts = say("Press once: only your first answer counts. Open until <t:{time}:f>.", time=closes_at(riddle.day))
    return framed(_heading(riddle), [*below, Text(f"-# {counts}"), row(_fair(riddle))], picture=position(riddle))


def solved(riddle: Riddle, streak: RiddleStreak, *, counts: bool, today: date) -> Screen:
    """What was best, why, and what others chose. `counts`: the user has just answered."""
    solution = riddle.solution
    assert solution
    texts = labels(riddle)
    lines = [_verdict(riddle, solution, texts, counts=counts)]
    ranked = sorted(range(len(texts)), key=lambda choice: -solution.weighed[choice].expected)
    lines += [_line(riddle, solution, choice, texts[choice]) for choice in ranked]
    lines.append(f"-# {_others(solution)}{_kept(streak)}")
    deal = Button(say("Today's deal: {game}", game=GAMES[riddle.game].title), play_press(riddle.game, today))
    shares = [share(Press("share-riddle", 0, args=(riddle.day.isoformat(),)))] if solution.own is not None else []
    below = row(*shares, deal, _fair(riddle))
    return framed("\n".join([_heading(riddle), *lines]), [below], picture=position(riddle))


def _verdict(riddle: Riddle, solution: Solution, texts: Sequence[str], *, counts: bool) -> str:
    best = texts[solution.best]
    if solution.own is None:
        if counts:
            return say("🧩 the best move is **{move}**.", move=best)
        return say("🧩 This riddle is closed for you: the best move is **{move}**.", move=best)
    already = say("You've answered already.")
    again = "" if counts else f"{already} "
    if solution.own == solution.best:
        return f"### ✅ {again}{say('You found it: the best move is **{move}**.', move=best)}"
    other = say("You chose **{chosen}**, the best move is **{move}**.", chosen=texts[solution.own], move=best)
    return f"### ❌ {again}{other}"


def _line(riddle: Riddle, solution: Solution, choice: int, text: str) -> str:
    weighed, all_ = solution.weighed[choice], sum(solution.answers)
    chosen = number(solution.answers[choice])
    chose = f" · {say('chosen by {number} of {all}', number=chosen, all=number(all_))}" if all_ else ""
    mark = "🏆" if choice == solution.best else "▫️"
    own = f" · {say('**you**')}" if choice == solution.own else ""
    told = labelled(f"{mark} **{text}**", odds(weighed.expected, riddle.points))
    return f"{told}\n-# {weighed.reason}{chose}{own}"


def _others(solution: Solution) -> str:
    answers, right = sum(solution.answers), solution.answers[solution.best]
    if not answers:
        return say("Nobody has answered yet.")
    if not right:
        return say_many(
            "{count} person answered, nobody found it.", "{count} people answered, nobody found it.", answers
        )
    return say_many(
        "{count} person answered, {right} found it.",
        "{count} people answered, {right} found it.",
        answers,
        right=number(right),
    )


def _kept(streak: RiddleStreak) -> str:
    if not streak.answered:
        return ""
    found = say("Found so far: {found} of {answered}.", found=streak.solved, answered=streak.answered)
    if not streak.current:
        return f" {found}"
    return f" {say('🧩 Your riddle streak: {days}.', days=days(streak.current))} {found}"


def _fair(riddle: Riddle) -> Control:
    return Button(say("Fair riddle?"), Press("fair", 0, args=(riddle.day.isoformat(),)), emoji="🎲")
