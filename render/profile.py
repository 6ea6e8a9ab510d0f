"""A player's card, as a picture and in words: games, best scores, streaks, the last thirty days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PIL import Image

from languages import day_and_month, labelled, later, listed_apart, number, say, say_many

from .colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, STRAW
from .honours import BAND, MIDDLE, crest, flame, headed, legible, palette
from .text import ALT_LIMIT, WORDS_LIMIT, joined, listing
from .theme import MARGIN, WIDTH, encode, put, put_centred, set_in, slab, write, write_whole

UNDRAWN = later("A player")  # stands for a name that the picture has no letters for

FIGURES = BAND + 160  # px, like all sizes here: the upper edge of the plates with the figures
PLATE = 168
BEST = 92  # the height of a game's best score, with the way to the next
BADGE = 88  # the height of a badge, with the way to the next
LEVELS = 52  # the height of a line with its levels, below it
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
    levels: str = ""  # likewise, by difficulty


@dataclass(frozen=True)
class Crest:
    """What a player keeps of a season of deals of the week."""

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
    badges: tuple[str, ...] = ()  # for things worth doing, in words
    crests: tuple[Crest, ...] = ()  # of seasons, the last first; MOST_CRESTS at most


def profile(card: Profile) -> bytes:
    """A PNG 1,200 px wide."""
    top = FIGURES + PLATE + 20
    crests = top + sum(map(_height, card.best)) + (12 if card.best else 0)
    badges = crests + (CRESTS + 20 if card.crests else 0)
    rows = -(-len(card.badges) // 2)
    chart = badges + rows * BADGE + (12 if rows else 0)
    picture = headed(chart + CHART + MARGIN, legible(card.name) or say(UNDRAWN))
    text = say("plays most: {game}", game=card.favourite) if card.favourite else say("hasn't finished a game yet")
    if card.learned:
        # Translators: how many of the games, by their lessons
        text += " · " + say_many("has learned {count}", "has learned {count}", len(card.learned))
    write_whole(picture, (MIDDLE, BAND + 118), text, "text", 46, PARCHMENT, "mm", WIDTH - 2 * MARGIN, 76)
    _figures(picture, card)
    for best in card.best:
        _best(picture, best, top)
        top += _height(best)
    if card.crests:
        _crests(picture, card.crests, crests)
    for place, badge in enumerate(card.badges):
        _badge(picture, badge, place % 2, badges + place // 2 * BADGE)
    _chart(picture, card, chart)
    return encode(picture, palette())


def _figures(picture: Image.Image, card: Profile) -> None:
    figures = (
        (card.games, say_many("game", "games", card.games)),
        (card.wins, say_many("win", "wins", card.wins)),
        (card.current, say_many("day running", "days running", card.current)),
        (card.longest, say("longest streak")),
    )
    width = (WIDTH - 2 * MARGIN - 3 * 14) // 4
    for place, (figure, label) in enumerate(figures):
        x = MARGIN + place * (width + 14)
        put(picture, slab(width, PLATE, BARK), (x, FIGURES))
        middle = x + width // 2
        if place == 2:
            put_centred(picture, flame(84, GOLD if card.current else CLAY), (x + 60, FIGURES + 64))
            middle += 36
        write_whole(picture, (middle, FIGURES + 64), number(figure), "display", 76, GOLD, "mm", width - 20)
        write_whole(picture, (x + width // 2, FIGURES + 128), label, "text", 40, SAND, "mm", width - 20, 72, 36)


def _height(best: Best) -> int:
    return BEST + LEVELS * bool(best.levels)


def _best(picture: Image.Image, best: Best, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, _height(best) - 8, BARK), (MARGIN, top))
    if best.levels:
        at = MARGIN + 24, top + BEST + 8
        write_whole(picture, at, best.levels, "text", 40, SAND, "lm", WIDTH - 2 * MARGIN - 48, LEVELS, 36)
    y, right = top + 38, WIDTH - MARGIN - 24
    write_whole(picture, (right, y), best.score, "display", 50, GOLD, "rm", 160)
    write_whole(picture, (right - 180, y), best.detail, "text", 40, SAND, "rm", 330, 72, 36)
    write(picture, (MARGIN + 24, y), best.title, "strong", 44, PARCHMENT, width=WIDTH - 2 * MARGIN - 570)


def _badge(picture: Image.Image, badge: str, column: int, top: int) -> None:
    """Draw a badge in one of two columns."""
    width = (WIDTH - 2 * MARGIN - 14) // 2
    x = MARGIN + column * (width + 14)
    put(picture, slab(width, BADGE - 8, BARK), (x, top))
    put_centred(picture, flame(48, GOLD), (x + 44, top + 38))
    write_whole(picture, (x + 84, top + 36), badge, "text", 40, GOLD, "lm", width - 104, 72, 36)


def _crests(picture: Image.Image, crests: Sequence[Crest], top: int) -> None:
    """Draw the crests side by side, each with its season below."""
    put(picture, slab(WIDTH - 2 * MARGIN, CRESTS, BARK), (MARGIN, top))
    across = (WIDTH - 2 * MARGIN) // MOST_CRESTS
    for place, earned in enumerate(crests):
        middle = MARGIN + across // 2 + place * across
        put_centred(picture, crest(earned.place, 124), (middle, top + 80))
        if earned.place:
            write(picture, (middle, top + 92), str(earned.place), "display", 44, NIGHT, "mm")
        colour = GOLD if earned.place else SAND
        said = _season(earned)
        up = 8 * (len(set_in(said, "text", 40, across - 8, 72, 36)[1]) - 1)
        write_whole(picture, (middle, top + 168 - up), said, "text", 40, colour, "mm", across - 8, 72, 36)


def _chart(picture: Image.Image, card: Profile, top: int) -> None:
    """A column for each day, a block for each deal finished. The days of the current streak are gold."""
    put(picture, slab(WIDTH - 2 * MARGIN, CHART, HOLLOW), (MARGIN, top))
    taken = _embers(picture, card.embers, (WIDTH - MARGIN - 24, top + 40))
    said = say_many("Deals of the last {count} day", "Deals of the last {count} days", len(card.days))
    write_whole(picture, (MARGIN + 24, top + 40), said, "text", 40, SAND, width=WIDTH - 2 * MARGIN - 68 - taken)
    left, ground = (WIDTH - len(card.days) * COLUMN) // 2, top + CHART - 78
    streak = _streak_days(card)
    for place, finished in enumerate(card.days):
        x = left + place * COLUMN
        put(picture, slab(COLUMN - 6, 12, EARTH, radius=4), (x, ground))
        for block in range(min(finished, 5)):
            colour = GOLD if place in streak else STRAW
            put(picture, slab(COLUMN - 5, BLOCK + 2, colour, radius=6), (x, ground - (block + 1) * BLOCK - 2))
    first = card.until - timedelta(days=len(card.days) - 1)
    y = top + CHART - 38
    write(picture, (left, y), day_and_month(first), "text", 40, SAND)
    last = say("{day}, today", day=day_and_month(card.until))
    write_whole(picture, (left + len(card.days) * COLUMN, y), last, "text", 40, SAND, "rm", WIDTH // 2)


def _embers(picture: Image.Image, embers: int, end: tuple[int, int]) -> int:
    """Draw a small flame for each ember, and a label, up to `end`. Returns their width."""
    if not embers:
        return 0
    taken = write_whole(picture, end, say_many("ember", "embers", embers), "text", 40, SAND, "rm", 300)
    for ember in range(embers):
        put_centred(picture, flame(60, EMBER), (end[0] - taken - 44 - 64 * ember, end[1] - 4))
    return taken + 14 + 64 * embers


def _streak_days(card: Profile) -> frozenset[int]:
    """Which days belong to the current streak: those with a deal. Embers bridge days without."""
    finished = [place for place, count in enumerate(card.days) if count]
    return frozenset(finished[-card.current :] if card.current else ())


def alt(card: Profile) -> str:
    """The card in short, at most 1,024 characters. The name is used as given, so escape it first."""
    return joined((f"{card.name}.", *_in_words(card)), " ", ALT_LIMIT)


def describe(card: Profile) -> str:
    """The whole card in words, at most 3,500 characters. The name is used as given."""
    first = card.until - timedelta(days=len(card.days) - 1)
    played = [labelled(day_and_month(first + timedelta(days=n)), count) for n, count in enumerate(card.days) if count]
    days = say_many(
        "Deals of the day finished in the last {count} day: {days}.",
        "Deals of the day finished in the last {count} days: {days}.",
        len(card.days),
        days=listed_apart(played) or say("none"),
    )
    return joined((f"**{card.name}**", *_in_words(card), days), "\n", WORDS_LIMIT)


def _season(earned: Crest) -> str:
    return say("Season {season}", season=earned.season)


def _crest(earned: Crest) -> str:
    if earned.place:
        return say("season {season} (place {place})", season=earned.season, place=earned.place)
    return say("season {season}", season=earned.season)


def _in_words(card: Profile) -> list[str]:
    best = (
        " ".join(
            filter(
                None,
                [
                    say("{game}: best {score}, {detail}.", game=best.title, score=best.score, detail=best.detail),
                    best.levels and f"{best.levels}.",
                ],
            )
        )
        for best in card.best
    )
    return [
        say("Games finished: {games}; won: {wins}.", games=number(card.games), wins=number(card.wins)),
        say_many(
            "Streak: {count} day running; the longest: {longest}.",
            "Streak: {count} days running; the longest: {longest}.",
            card.current,
            longest=number(card.longest),
        ),
        *([say("Embers, each for a missed day: {embers}.", embers=card.embers)] if card.embers else []),
        *best,
        listing(say("Crests of the deal of the week"), map(_crest, card.crests)),
        listing(say("Badges"), card.badges),
        listing(say("Plays most"), [card.favourite] if card.favourite else []),
        listing(say("Has learned"), card.learned),
    ]
