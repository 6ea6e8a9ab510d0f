"""Today's deals and how a player stands in each: a picture, and a button for each deal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from engine import GAMES
from engine.sentences import sentence
from languages import day_and_month, labelled, later, number, say, say_many, whole_date
from players.solo_game import Par
from render import today as pictured
from render.spread import ordinal
from render.today import Banner, State, Today
from tables.daily.attempts import AttemptStatus, Deal
from tables.daily.calendar import closes_at, monday, now
from tables.daily.recaps import Friends
from tables.daily.riddles import Riddle, game_of
from tables.people.profile import Streak

from ..games import WORDS
from .daily import (
    BARE,
    days,
    embers,
    remind_button,
    reminders_button,
    result_text,
    riddle_button,
    score_text,
)
from .days import play_press
from .frame import framed
from .names import safe
from .press import Press
from .riddle import labels
from .screen import Button, Drawing, Picture, Screen, Style, Text, at_hand

HOUR = 3600
COUNTS = later("First attempts count, unfinished ones as given up.")


@dataclass(frozen=True)
class OwnDeal:
    """A deal, and how far the player has come in it."""

    deal: Deal
    status: AttemptStatus
    par: Par | None  # the hall's own result, once this player may know it
    signs: str = ""  # how it went


@dataclass(frozen=True)
class Place:
    """Where a player came in a deal of yesterday."""

    game: str
    place: int
    total: int
    par: Par | None


@dataclass(frozen=True)
class Yesterday:
    """How a day ended that is closed, for one player."""

    places: Sequence[Place] = ()
    riddle: Riddle | None = None  # that they have answered


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
    yesterday: Yesterday = Yesterday()
    reminded: bool = False  # on days when their streak is at stake


def today(day: Day) -> Screen:
    page = _page(day, lambda name: name)
    picture = Picture(pictured.alt(_page(day, safe)), Drawing(pictured.today, (page,)), "today.png")
    ended, stake = _ended(day.yesterday), _stake(day.streak, day.day)
    counts = "" if ended else f"-# {say(COUNTS)}"  # whoever played yesterday knows it
    lines = [_burned(day.streak), stake, *map(_late, day.late), *ended, counts]
    return framed("", [Text("\n".join(filter(None, lines))), *at_hand(_ways(day))], picture=picture)


def _page(day: Day, spelled: Callable[[str], str]) -> Today:
    tomorrow, hours = day.day + timedelta(days=1), (closes_at(day.day) - now()) // HOUR
    short = say(WORDS[game_of(tomorrow)].short)
    new = say("Tomorrow: new deals, a riddle of {game}", game=short)
    if tomorrow == monday(tomorrow):
        new = say("Tomorrow: new deals, a deal of the week, a riddle of {game}", game=short)
    nights = say_many("Lantern: {count} night", "Lantern: {count} nights", day.nights)
    left = say_many("{count} hour left", "{count} hours left", hours)
    return Today(
        title=whole_date(day.day),
        streak=_streak(day.streak),
        lantern=nights if day.nights else "",
        banners=tuple([_banner(own_deal, day.friends.get(own_deal.deal.key.game), spelled) for own_deal in day.deals]),
        riddle=_riddle(day.riddle),
        answered=day.riddle is not None and day.riddle.solution is not None,
        left=left if hours else say("Less than an hour left"),
        tomorrow=new,
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
        sentence(say(WORDS[game].in_short)),
        tuple(map(spelled, names)),
        friends.total - len(names) if friends else 0,
    )


def _stands(own_deal: OwnDeal) -> str:
    match own_deal.status:
        case AttemptStatus(state="new"):
            return say("Not begun yet")
        case AttemptStatus(state="playing"):
            return say("In progress")
        case AttemptStatus(result=None):
            return say("Played")
        case AttemptStatus(result=result):
            assert result
            own = result_text(result, BARE)
            if own_deal.par is None:
                return own
            score = score_text(own_deal.deal.key.game, own_deal.par)
            return f"{own} · {say('the hall: {result}', result=score)}"


def _riddle(riddle: Riddle | None) -> str:
    if riddle is None:
        return say("No riddle today")
    short = say(WORDS[riddle.game].short)
    if riddle.solution is None:
        return say("Riddle, {game}: not answered yet", game=short)
    if riddle.solution.own == riddle.solution.best:
        return say("Riddle, {game}: found", game=short)
    return say("Riddle, {game}: answered", game=short)


def _streak(streak: Streak) -> str:
    if not streak.current:
        if not streak.longest:
            return say("Finish a deal to begin a streak")
        return say("Finish a deal to begin a streak (longest: {days})", days=days(streak.longest))
    if streak.embers:
        return say("Streak: {days}, {embers}", days=days(streak.current), embers=embers(streak))
    return say("Streak: {days}", days=days(streak.current))


def _stake(streak: Streak, day: date) -> str:
    if not streak.current or not streak.at_stake:
        return ""
    if streak.at_stake == day and streak.embers:
        return say("🔥 Finish one of today's deals, or an ember burns to keep your streak.")
    if streak.at_stake == day:
        return say("🔥 Finish one of today's deals to keep your streak.")
    stake = whole_date(streak.at_stake)
    if streak.embers:
        return say("🔥 Finish one of the deals of {day}, or an ember burns to keep your streak.", day=stake)
    return say("🔥 Finish one of the deals of {day} to keep your streak.", day=stake)


def _burned(streak: Streak) -> str:
    if streak.burned is None:
        return ""
    return say("An ember kept your streak on {day}.", day=day_and_month(streak.burned))


def _ended(yesterday: Yesterday) -> list[str]:
    """What came of yesterday: the player's best place, as a phone has room for one, and the riddle's answer."""
    lines = list[str]()
    if yesterday.places:
        best = min(yesterday.places, key=lambda one: one.place / one.total)
        lines.append(say("Yesterday, {result}", result=_place(best)))
    riddle = yesterday.riddle
    if riddle is not None and riddle.solution is not None:
        move = labels(riddle)[riddle.solution.best]
        if riddle.solution.own == riddle.solution.best:
            lines.append(say("Yesterday's riddle: **{move}** was best, as you said.", move=move))
        else:
            lines.append(say("Yesterday's riddle: **{move}** was best.", move=move))
    return lines


def _place(one: Place) -> str:
    """ "Hexaract: **3rd of 12** (the hall: 21, lost)"."""
    place = f"**{say('{place} of {total}', place=ordinal(one.place), total=number(one.total))}**"
    told = labelled(GAMES[one.game].title, place)
    if one.par is None:
        return told
    hall = say("the hall: {result}", result=score_text(one.game, one.par))
    return f"{told} ({hall})"


def _late(own_deal: OwnDeal) -> str:
    day = own_deal.deal.key.date
    return say(
        "**{game}** of {day} counts until <t:{time}:t>.",
        game=GAMES[own_deal.deal.key.game].title,
        day=whole_date(day),
        time=closes_at(day),
    )


def _ways(day: Day) -> list[Button]:
    """A button for each deal, those still to be played first."""
    order = ("playing", "new", "done")
    deals = sorted((*day.late, *day.deals), key=lambda own_deal: order.index(own_deal.status.state))
    riddle = replace(riddle_button(day.day), stays=True)
    fair = Button(say("Fair deals?"), Press("fair", 0, args=(day.day.isoformat(),)), emoji="🎲")
    remind = reminders_button() if day.reminded else remind_button()
    return [*[_way(own_deal, day.day) for own_deal in deals], riddle, remind, fair]


def _way(own_deal: OwnDeal, day: date) -> Button:
    does, style = {
        "new": (later("Play {game}"), Style.SUCCESS),
        "playing": (later("Resume {game}"), Style.PRIMARY),
        "done": (later("Show {game}"), Style.SECONDARY),
    }[own_deal.status.state]
    game, deal_day = own_deal.deal.key.game, own_deal.deal.key.date
    when = f", {day_and_month(deal_day)}" if deal_day != day else ""
    return Button(f"{say(does, game=GAMES[game].title)}{when}", play_press(game, deal_day), style)
