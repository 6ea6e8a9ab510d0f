"""Deals of the day in messages: what results say, how others did, and reminders.

What others read here is made of results alone, so it can't spoil a deal.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from engine import GAMES
from engine.sentences import amount
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
from .days import day_in, written
from .frame import framed
from .press import Press
from .screen import Button, Screen, Style, row

DAILY = tuple(key for key in GAMES_OF_THE_DAY if key in WORDS)
NO_DEAL = "There is no such deal of the day."
GIVEN_UP = Par(won=False, score=0)


def today_press(day: date) -> Press:
    """The press that shows today's deals. Its day identifies the announcement that has its button."""
    return Press("today", 0, args=(day.isoformat(),))


def riddle_button(day: date, style: Style = Style.PRIMARY) -> Button:
    return Button("Riddle of the day", Press("riddle", 0, args=(day.isoformat(),)), emoji="🧩", style=style)


def deal_of(press: Press) -> tuple[str, date]:
    """The game and the day of a play or practice press. Raises Refused."""
    match press.args:
        case (game, day) if game in DAILY:
            return game, day_in(day, NO_DEAL)
    raise Refused(NO_DEAL)


def result_text(result: Result) -> str:
    """ "won with 154 points"."""
    ended = {True: "won", False: "lost", None: "finished"}[result.won]
    return f"{ended} with {amount(result.score, 'point')}" if result.score or result.won is not False else ended


def hall(game: str, par: Par) -> str:
    """ "The hall: 21, lost"."""
    return f"The hall: {score_text(game, par)}"


def beside_hall(seen: PlayerView, par: Par) -> str:
    """How a deal ended for the bot and for its player."""
    outcome = seen.outcome
    own = Par(outcome.won, outcome.scores[0]) if outcome else GIVEN_UP
    return f"{SIGN} {hall(seen.table.game, par)}; you: {score_text(seen.table.game, own)}."


def score_text(game: str, result: Par) -> str:
    """A result in the words of the leaderboards."""
    return f"{result.score}, {WORDS[game].verdict(GAMES[game].options(), result.score, bool(result.won))}"


def check_hour(hour: int) -> None:
    """Raises Refused for an hour that was typed by hand and doesn't exist."""
    if hour not in range(24):
        raise Refused("The hours of a day are 0 to 23.")


def clock(hour: int) -> str:
    """An hour of the day, in UTC and on the reader's own clock."""
    at = datetime.fromtimestamp(now(), UTC).replace(hour=hour, minute=0)
    return f"{hour:02}:00 UTC (<t:{int(at.timestamp())}:t> on your clock)"


def embers(streak: Streak) -> str:
    """ ", with 2 embers"; empty without any."""
    return f", with {amount(streak.embers, 'ember')}" if streak.embers else ""


def or_ember(streak: Streak) -> str:
    return ", or an ember burns for that day" if streak.embers else ""


def whose(stake: date, day: date) -> str:
    """The deals that would keep the streak. After midnight yesterday's may still be finished."""
    return "today's deals" if stake == day else f"the deals of {written(stake)}"


# -- How others did


def spread(game: str, day: date, charts: Mapping[str, Spread]) -> pictured.Spread:
    """`charts`: by whose results they show."""
    return pictured.Spread(
        title=GAMES[game].title,
        when=f"Deal of {written(day)} · {'final' if now() >= closes_at(day) else 'so far'}",
        charts=tuple(
            pictured.Chart(
                who=who,
                place=f"{pictured.ordinal(spread_of.place)} of {spread_of.total:,}",
                bars=pictured.bars(spread_of.scores, spread_of.own),
            )
            for who, spread_of in charts.items()
        ),
    )


# -- For others


def reminder(day: date, streak: Streak) -> Screen:
    """Remind a player that their streak is at stake."""
    assert streak.at_stake
    text = (
        f"🔥 Your streak of **{amount(streak.current, 'day')}** is at stake: you have finished none of "
        f"{whose(streak.at_stake, day)} yet. They count until "
        f"<t:{closes_at(streak.at_stake)}:t>{or_ember(streak)}.\n"
        "-# You asked for this."
    )
    return framed(text, [row(Button("My deals", today_press(day), Style.PRIMARY), _no_reminders())])


def reminders(hour: int | None) -> Screen:
    """When a player is reminded of their streak; None: never."""
    if hour is None:
        return framed("You get no reminders of your streak. `/daily show:Reminders hour:` turns them on.")
    text = f"On days when your streak is at stake, I write to you at {clock(hour)}."
    return framed(text, [row(_no_reminders())])


def _no_reminders() -> Button:
    return Button("Stop reminders", Press("no-reminders", 0))
