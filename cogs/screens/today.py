"""Today's deals and how a player stands in each: a picture, and a button for each deal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from engine import GAMES
from engine.sentences import amount, sentence
from players.solo_game import Par
from render import today as pictured
from render.today import Banner, State, Today
from tables.daily.attempts import AttemptStatus, Deal
from tables.daily.calendar import closes_at, monday, now
from tables.daily.recaps import Friends
from tables.daily.riddles import Riddle, game_of
from tables.people.profile import Streak

from ..games import WORDS
from .daily import or_ember, result_text, riddle_button, score_text, whose
from .days import play_press, written
from .frame import framed
from .names import safe
from .press import Press
from .screen import Button, Drawing, Picture, Screen, Style, Text, at_hand

HOUR = 3600
COUNTS = "-# First attempts count, unfinished ones as given up."


@dataclass(frozen=True)
class OwnDeal:
    """A deal, and how far the player has come in it."""

    deal: Deal
    status: AttemptStatus
    par: Par | None  # the hall's own result, once this player may know it
    signs: str = ""  # how it went


@dataclass(frozen=True, kw_only=True)
class Day:
    """Everything that a player is shown of a day."""

    day: date
    deals: Sequence[OwnDeal]
    late: Sequence[OwnDeal]  # attempts at yesterday's deals that can still count
    riddle: Riddle | None  # None: it was made for older rules
    streak: Streak
    friends: Mapping[str, Friends]  # by game
    nights: int = 0  # that the server's lantern has burned


def today(day: Day) -> Screen:
    page = _page(day, lambda name: name)
    picture = Picture(pictured.alt(_page(day, safe)), Drawing(pictured.today, (page,)), "today.png")
    lines = [_stake(day.streak, day.day), *map(_late, day.late), COUNTS]
    return framed("", [Text("\n".join(filter(None, lines))), *at_hand(_ways(day))], picture=picture)


def _page(day: Day, spelled: Callable[[str], str]) -> Today:
    tomorrow, hours = day.day + timedelta(days=1), (closes_at(day.day) - now()) // HOUR
    week = ", a deal of the week" if tomorrow == monday(tomorrow) else ""
    return Today(
        title=written(day.day),
        streak=_streak(day.streak),
        lantern=f"Lantern: {amount(day.nights, 'night')}" if day.nights else "",
        banners=tuple([_banner(own_deal, day.friends.get(own_deal.deal.key.game), spelled) for own_deal in day.deals]),
        riddle=_riddle(day.riddle),
        answered=day.riddle is not None and day.riddle.solution is not None,
        left=f"{amount(hours, 'hour')} left" if hours else "Less than an hour left",
        tomorrow=f"Tomorrow: new deals{week}, a riddle of {WORDS[game_of(tomorrow)].short}",
    )


def _banner(own_deal: OwnDeal, friends: Friends | None, spelled: Callable[[str], str]) -> Banner:
    game, names = own_deal.deal.key.game, friends.names if friends else ()
    state: State = "won" if own_deal.status.result and own_deal.status.result.won else own_deal.status.state
    return Banner(
        game,
        GAMES[game].title,
        state,
        _stands(own_deal),
        own_deal.signs,
        sentence(WORDS[game].in_short),
        tuple(map(spelled, names)),
        friends.total - len(names) if friends else 0,
    )


def _stands(own_deal: OwnDeal) -> str:
    match own_deal.status:
        case AttemptStatus(state="new"):
            return "Not begun yet"
        case AttemptStatus(state="playing"):
            return "In progress"
        case AttemptStatus(result=None):
            return "Played"
        case AttemptStatus(result=result):
            assert result
            hall = f" · the hall: {score_text(own_deal.deal.key.game, own_deal.par)}" if own_deal.par else ""
            return f"{sentence(result_text(result))}{hall}"


def _riddle(riddle: Riddle | None) -> str:
    if riddle is None:
        return "No riddle today"
    about = f"Riddle, {WORDS[riddle.game].short}"
    if riddle.solution is None:
        return f"{about}: not answered yet"
    is_best = riddle.solution.own == riddle.solution.best
    return f"{about}: {'is_best' if is_best else 'answered'}"


def _streak(streak: Streak) -> str:
    if not streak.current:
        longest = f" (longest: {amount(streak.longest, 'day')})" if streak.longest else ""
        return f"Finish a deal to begin a streak{longest}"
    kept = f", {amount(streak.embers, 'ember')}" if streak.embers else ""
    return f"Streak: {amount(streak.current, 'day')}{kept}"


def _stake(streak: Streak, day: date) -> str:
    if not streak.current or not streak.at_stake:
        return ""
    return f"🔥 Finish one of {whose(streak.at_stake, day)} to keep your streak{or_ember(streak)}."


def _late(own_deal: OwnDeal) -> str:
    day = own_deal.deal.key.date
    return f"**{GAMES[own_deal.deal.key.game].title}** of {written(day)} counts until <t:{closes_at(day)}:t>."


def _ways(day: Day) -> list[Button]:
    """A button for each deal, those still to be played first."""
    order = ("playing", "new", "done")
    deals = sorted((*day.late, *day.deals), key=lambda own_deal: order.index(own_deal.status.state))
    riddle = replace(riddle_button(day.day), stays=True)
    fair = Button("Fair deals?", Press("fair", 0, args=(day.day.isoformat(),)), emoji="🎲")
    return [*[_way(own_deal, day.day) for own_deal in deals], riddle, fair]


def _way(own_deal: OwnDeal, day: date) -> Button:
    does, style = {
        "new": ("Play", Style.SUCCESS),
        "playing": ("Resume", Style.PRIMARY),
        "done": ("Show", Style.SECONDARY),
    }[own_deal.status.state]
    game, deal_day = own_deal.deal.key.game, own_deal.deal.key.date
    when = f", {deal_day.day} {deal_day:%B}" if deal_day != day else ""
    return Button(f"{does} {GAMES[game].title}{when}", play_press(game, deal_day), style)
