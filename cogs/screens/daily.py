"""Deals of the day in messages: results in words, how others did, and reminders.

What others read here is made of results alone, so it can't spoil a deal.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Literal

from engine import GAMES
from languages import later, number, say, say_many, whole_date
from players.solo_game import Par
from render import spread as pictured
from tables.boards.rankings import Spread
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.daily.calendar import closes_at, now
from tables.people.profile import Streak
from tables.play.computer_names import SIGN
from tables.play.model import PlayerView, Refused
from tables.play.results import Result

from ..games import WORDS
from .days import day_in
from .frame import framed
from .press import Press
from .screen import Button, Screen, Style, row

DAILY = tuple(key for key in GAMES_OF_THE_DAY if key in WORDS)
NO_DEAL = later("There is no such deal of the day.")
Ended = Literal["won", "lost", "finished", "nothing"]
Results = Mapping[Ended, str]
BARE: Results = {
    "won": later("Won with {points}"),
    "lost": later("Lost with {points}"),
    "finished": later("Finished with {points}"),
    "nothing": later("Lost"),
}
NAMED: Results = {
    "won": later("{name} won with {points}."),
    "lost": later("{name} lost with {points}."),
    "finished": later("{name} finished with {points}."),
    "nothing": later("{name} lost."),
}
YOURS: Results = {
    "won": later("you won with {points}."),
    "lost": later("you lost with {points}."),
    "finished": later("you finished with {points}."),
    "nothing": later("you lost."),
}
GIVEN_UP = Par(won=False, score=0)


def today_press(day: date) -> Press:
    """The press that shows today's deals. Its day identifies the announcement that has its button."""
    return Press("today", 0, args=(day.isoformat(),))


def riddle_button(day: date, style: Style = Style.PRIMARY) -> Button:
    return Button(say("Riddle of the day"), Press("riddle", 0, args=(day.isoformat(),)), emoji="🧩", style=style)


def deal_of(press: Press) -> tuple[str, date]:
    """The game and the day of a play or practice press. Raises Refused."""
    match press.args:
        case (game, day) if game in DAILY:
            return game, day_in(day, NO_DEAL)
    raise Refused(say(NO_DEAL))


def result_text(result: Result, said: Results, name: str = "") -> str:
    """How a deal ended, as one of the three that are `said`."""
    ended: Ended = "nothing"
    points = say_many("{count} point", "{count} points", result.score)
    if result.reached and (came := WORDS[result.game].reached(result.reached)):
        ended, points = "lost", came
    elif result.score or result.won is not False:
        ended = "finished" if result.won is None else "won" if result.won else "lost"
    return say(said[ended], name=name, points=points)


def hall(game: str, par: Par) -> str:
    """ "The hall: 21, lost"."""
    # Translators: the hall is the bot itself, and what it reached in a deal
    return say("The hall: {result}", result=score_text(game, par))


def beside_hall(seen: PlayerView, par: Par) -> str:
    """How a deal ended for the bot and for its player."""
    outcome = seen.outcome
    own = Par(outcome.won, outcome.scores[0]) if outcome else GIVEN_UP
    game = seen.table.game
    came = WORDS[game].reached(outcome.tiebreak) if outcome and outcome.won is False and outcome.tiebreak else ""
    said = say("The hall: {hall}; you: {own}.", hall=score_text(game, par), own=came or score_text(game, own))
    return f"{SIGN} {said}"


def score_text(game: str, result: Par) -> str:
    """A result in the words of the leaderboards. A win with nothing is told without the 0, which a defeat has too."""
    verdict = WORDS[game].verdict(GAMES[game].options(), result.score, bool(result.won))
    return f"{result.score}, {verdict}" if result.score or not result.won else verdict


def hour_of(press: Press) -> int:
    """The hour of the day, in UTC, at which a press asks to be reminded; the present one if it names none."""
    match press.args:
        case ():
            return datetime.fromtimestamp(now(), UTC).hour
        case (hour,) if hour.isdecimal() and len(hour) <= 2 and int(hour) in range(24):
            return int(hour)
    raise Refused(say("The hours of a day are 0 to 23."))


def clock(hour: int) -> str:
    """An hour of the day in UTC, as Discord shows it on the reader's own clock."""
    at = datetime.fromtimestamp(now(), UTC).replace(hour=hour, minute=0)
    return f"<t:{int(at.timestamp())}:t>"


def days(count: int) -> str:
    return say_many("{count} day", "{count} days", count)


def embers(streak: Streak) -> str:
    # Translators: an ember keeps a streak alive for one day without a game, and is then used up
    return say_many("{count} ember", "{count} embers", streak.embers)


# -- How others did


def spread(game: str, day: date, charts: Mapping[str, Spread]) -> pictured.Spread:
    """How others did in a deal. `charts`: by the scope of the results."""
    return pictured.Spread(
        title=GAMES[game].title,
        when=(
            say("Deal of {day} · final", day=whole_date(day))
            if now() >= closes_at(day)
            else say("Deal of {day} · so far", day=whole_date(day))
        ),
        charts=tuple(
            pictured.Chart(
                who=who,
                place=say(
                    # Translators: {place} is "3rd"
                    "{place} of {total}",
                    place=pictured.ordinal(spread_of.place),
                    total=number(spread_of.total),
                ),
                bars=pictured.bars(spread_of.scores, spread_of.own),
            )
            for who, spread_of in charts.items()
        ),
    )


# -- For others


def reminder(day: date, streak: Streak) -> Screen:
    """Remind a player that their streak is at stake."""
    assert streak.at_stake
    if streak.at_stake == day:
        risk = say_many(
            "🔥 Your streak of **{count} day** is at stake: you have finished none of today's deals yet.",
            "🔥 Your streak of **{count} days** is at stake: you have finished none of today's deals yet.",
            streak.current,
        )
    else:
        risk = say_many(
            "🔥 Your streak of **{count} day** is at stake: you have finished none of the deals of {day} yet.",
            "🔥 Your streak of **{count} days** is at stake: you have finished none of the deals of {day} yet.",
            streak.current,
            day=whole_date(streak.at_stake),
        )
    until = closes_at(streak.at_stake)
    if streak.embers:
        counts = say("They count until <t:{time}:t>, or an ember burns for that day.", time=until)
    else:
        counts = say("They count until <t:{time}:t>.", time=until)
    text = f"{risk} {counts}\n-# {say('You asked for this.')}"
    return framed(text, [row(Button(say("My deals"), today_press(day), Style.PRIMARY), _no_reminders())])


def reminders(hour: int | None) -> Screen:
    """When a player is reminded of their streak; None: never."""
    if hour is None:
        return framed(say("You get no reminders of your streak."), [row(remind_button())])
    text = say("On days when your streak is at stake, I write to you at {time}.", time=clock(hour))
    shifted = [Press("remind", 0, args=(str((hour + by) % 24),)) for by in (-1, 1)]
    labels = (say("An hour earlier"), "◀️"), (say("An hour later"), "▶️")
    shifts = [Button(label, press, emoji=emoji) for (label, emoji), press in zip(labels, shifted, strict=True)]
    return framed(text, [row(*shifts, _no_reminders())])


def remind_button() -> Button:
    """The hour of the press is the hour of the reminder, so nobody has to name their time zone."""
    return Button(say("Remind me daily at this hour"), Press("remind", 0), emoji="⏰")


def reminders_button() -> Button:
    return Button(say("Reminders"), Press("remind", 0, args=("show",)), emoji="⏰")


def _no_reminders() -> Button:
    return Button(say("Stop reminders"), Press("no-reminders", 0))
