"""A player's card, as a picture and in words: games, best scores, streaks, the last thirty days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PIL import Image

from .colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, STRAW
from .honours import BAND, MIDDLE, crest, flame, headed, legible, palette
from .text import ALT_LIMIT, WORDS_LIMIT, joined
from .theme import MARGIN, WIDTH, encode, largest, put, put_centred, slab, write

UNDRAWN = "A player"  # stands for a name that the picture has no letters for

FIGURES = BAND + 160  # px, like all sizes here: the upper edge of the plates with the figures
PLATE = 168
BEST = 92  # the height of a game's best score, with the way to the next
CRESTS = 200  # the height of the slab with the seasons' crests
MOST_CRESTS = 6  # side by side on it
CHART = 352
COLUMN = 37  # the width of a day, with the way to the next
BLOCK = 40  # the height of a deal finished on a day


@dataclass(frozen=True)
class Best:
    """A player's best in one game."""

    title: str
    score: str
    detail: str  # how often it was played, and won


@dataclass(frozen=True)
class Crest:
    """What is left of a season of deals of the week."""

    season: int  # its number
    place: int | None  # 1 to 3; None: another one


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What the hall remembers of a player. A stranger may have chosen the name."""

    name: str
    games: int  # finished, of all kinds
    wins: int
    current: int  # days in a row with a finished deal of the day
    longest: int
    embers: int = 0  # that keep the streak alive over a missed day
    best: tuple[Best, ...]  # one for each game that they played
    days: tuple[int, ...]  # how many deals of the day they finished on each of the last days, oldest first
    until: date  # the last of these days
    favourite: str | None
    learned: tuple[str, ...] = ()  # the games whose lesson they have been through
    crests: tuple[Crest, ...] = ()  # of seasons, the last first; MOST_CRESTS at most


def profile(card: Profile) -> bytes:
    """A PNG 1,200 px wide."""
    top = FIGURES + PLATE + 20
    crests = top + len(card.best) * BEST + (12 if card.best else 0)
    chart = crests + (CRESTS + 20 if card.crests else 0)
    picture = headed(chart + CHART + MARGIN, legible(card.name) or UNDRAWN)
    text = f"plays most: {card.favourite}" if card.favourite else "hasn't finished a game yet"
    if card.learned:
        text += f" · has learned {len(card.learned)}"
    size = largest(text, "text", 46, WIDTH - 2 * MARGIN)
    write(picture, (MIDDLE, BAND + 118), text, "text", size, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    _figures(picture, card)
    for number, best in enumerate(card.best):
        _best(picture, best, top + number * BEST)
    if card.crests:
        _crests(picture, card.crests, crests)
    _chart(picture, card, chart)
    return encode(picture, palette())


def _figures(picture: Image.Image, card: Profile) -> None:
    figures = (
        (card.games, "game" if card.games == 1 else "games"),
        (card.wins, "win" if card.wins == 1 else "wins"),
        (card.current, "days running" if card.current != 1 else "day running"),
        (card.longest, "longest streak"),
    )
    width = (WIDTH - 2 * MARGIN - 3 * 14) // 4
    for number, (figure, what) in enumerate(figures):
        x = MARGIN + number * (width + 14)
        put(picture, slab(width, PLATE, BARK), (x, FIGURES))
        middle = x + width // 2
        if number == 2:
            put_centred(picture, flame(84, GOLD if card.current else CLAY), (x + 60, FIGURES + 64))
            middle += 36
        write(picture, (middle, FIGURES + 64), f"{figure:,}", "display", 76, GOLD, "mm", width - 20)
        write(picture, (x + width // 2, FIGURES + 128), what, "text", 38, SAND, "mm", width - 20)


def _best(picture: Image.Image, best: Best, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, BEST - 8, BARK), (MARGIN, top))
    y, right = top + 38, WIDTH - MARGIN - 24
    write(picture, (right, y), best.score, "display", largest(best.score, "display", 50, 160), GOLD, "rm", 180)
    write(picture, (right - 180, y), best.detail, "text", 38, SAND, "rm", 330)
    write(picture, (MARGIN + 24, y), best.title, "strong", 44, PARCHMENT, width=WIDTH - 2 * MARGIN - 570)


def _crests(picture: Image.Image, crests: Sequence[Crest], top: int) -> None:
    """Side by side, each with its season under it."""
    put(picture, slab(WIDTH - 2 * MARGIN, CRESTS, BARK), (MARGIN, top))
    across = (WIDTH - 2 * MARGIN) // MOST_CRESTS
    for number, earned in enumerate(crests):
        middle = MARGIN + across // 2 + number * across
        put_centred(picture, crest(earned.place, 124), (middle, top + 80))
        if earned.place:
            write(picture, (middle, top + 92), str(earned.place), "display", 44, NIGHT, "mm")
        colour = GOLD if earned.place else SAND
        write(picture, (middle, top + 168), f"Season {earned.season}", "text", 38, colour, "mm", across - 8)


def _chart(picture: Image.Image, card: Profile, top: int) -> None:
    """A column for each day, a block for each deal finished. The days of the current streak are gold."""
    put(picture, slab(WIDTH - 2 * MARGIN, CHART, HOLLOW), (MARGIN, top))
    write(picture, (MARGIN + 24, top + 40), f"Deals of the last {len(card.days)} days", "text", 40, SAND)
    _embers(picture, card.embers, (WIDTH - MARGIN - 24, top + 40))
    left, ground = (WIDTH - len(card.days) * COLUMN) // 2, top + CHART - 78
    streak = _streak_days(card)
    for number, finished in enumerate(card.days):
        x = left + number * COLUMN
        put(picture, slab(COLUMN - 6, 12, EARTH, radius=4), (x, ground))
        for block in range(min(finished, 5)):
            colour = GOLD if number in streak else STRAW
            put(picture, slab(COLUMN - 5, BLOCK + 2, colour, radius=6), (x, ground - (block + 1) * BLOCK - 2))
    first = card.until - timedelta(days=len(card.days) - 1)
    y = top + CHART - 38
    write(picture, (left, y), _day(first), "text", 36, SAND)
    write(picture, (left + len(card.days) * COLUMN, y), f"{_day(card.until)}, today", "text", 36, SAND, "rm")


def _embers(picture: Image.Image, embers: int, end: tuple[int, int]) -> None:
    """A small flame for each, and what they are, up to `end`."""
    if not embers:
        return
    taken = write(picture, end, "ember" if embers == 1 else "embers", "text", 40, SAND, "rm")
    for ember in range(embers):
        put_centred(picture, flame(60, EMBER), (end[0] - taken - 44 - 64 * ember, end[1] - 4))


def _streak_days(card: Profile) -> frozenset[int]:
    """Which days belong to the current streak: those with a deal. Embers bridge days without."""
    finished = [number for number, count in enumerate(card.days) if count]
    return frozenset(finished[-card.current :] if card.current else ())


def _day(day: date) -> str:
    return f"{day.day} {day:%B}"


def alt(card: Profile) -> str:
    """The card in short, at most 1,024 characters. The name is used as given, so escape it first."""
    return joined((f"{card.name}.", *_in_words(card)), " ", ALT_LIMIT)


def describe(card: Profile) -> str:
    """The whole card in words, at most 3,500 characters. The name is used as given."""
    first = card.until - timedelta(days=len(card.days) - 1)
    played = [f"{_day(first + timedelta(days=n))}: {count}" for n, count in enumerate(card.days) if count]
    days = f"Deals of the day finished in the last {len(card.days)} days: {'; '.join(played) or 'none'}."
    return joined((f"**{card.name}**", *_in_words(card), days), "\n", WORDS_LIMIT)


def _spelled(crests: Sequence[Crest]) -> str:
    return ", ".join(f"season {earned.season}{f' (place {earned.place})' if earned.place else ''}" for earned in crests)


def _in_words(card: Profile) -> list[str]:
    days = "day" if card.current == 1 else "days"
    best = (f"{best.title}: best {best.score}, {best.detail}." for best in card.best)
    return [
        f"Games finished: {card.games:,}; won: {card.wins:,}.",
        f"Streak: {card.current:,} {days} running; the longest: {card.longest:,}.",
        *([f"Embers, each for a missed day: {card.embers}."] if card.embers else []),
        *best,
        *([f"Crests of the deal of the week: {_spelled(card.crests)}."] if card.crests else []),
        *([f"Plays most: {card.favourite}."] if card.favourite else []),
        *([f"Has learned: {', '.join(card.learned)}."] if card.learned else []),
    ]
