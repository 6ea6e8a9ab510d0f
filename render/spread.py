"""How everybody did in a deal of the day: how many reached which scores, as a picture and in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from languages import labelled, later, locale, number, number_range, say, spoken

from .colours import BARK, EARTH, GOLD, PARCHMENT, SAND, STRAW
from .honours import BAND, MIDDLE, headed, palette
from .text import ALT_LIMIT, joined, listing
from .theme import MARGIN, WIDTH, encode, put, slab, write, write_whole

MOST_BARS = 8

TOP = BAND + 176  # px, like all sizes here: where the first chart begins
CHART = 486  # a chart's height; STEP is the way to the next one
STEP = 506
TALLEST = 240  # the highest bar
GROUND = 380  # from a chart's upper edge to the foot of its bars


@dataclass(frozen=True)
class Bar:
    """Scores from `first` to `last`, and how many people reached them."""

    first: int
    last: int
    people: int
    own: bool


@dataclass(frozen=True)
class Chart:
    who: str  # "this server"
    place: str  # "3rd of 12"
    bars: tuple[Bar, ...]  # by score


@dataclass(frozen=True, kw_only=True)
class Spread:
    """One player's place among all who have finished a deal."""

    title: str
    when: str
    charts: tuple[Chart, ...]


def bars(scores: Mapping[int, int], own: int) -> tuple[Bar, ...]:
    """At most eight bars of equal width for how many people have each score. `own` is among them."""
    low, high = min(scores), max(scores)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    firsts = range(low, high + 1, width)
    return tuple(
        Bar(
            first,
            first + width - 1,
            sum(people for score, people in scores.items() if first <= score < first + width),
            first <= own < first + width,
        )
        for first in firsts
    )


def spread(page: Spread) -> bytes:
    """A PNG 1,200 px wide."""
    picture = headed(TOP + len(page.charts) * STEP + MARGIN, page.title)
    write_whole(picture, (MIDDLE, BAND + 122), page.when, "text", 46, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    for place, chart in enumerate(page.charts):
        _chart(picture, chart, TOP + place * STEP)
    return encode(picture, palette())


def _chart(picture: Image.Image, chart: Chart, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, CHART, BARK), (MARGIN, top))
    taken = write_whole(picture, (WIDTH - MARGIN - 28, top + 48), chart.place, "display", 50, GOLD, "rm", 620)
    room = WIDTH - 2 * MARGIN - 86 - taken
    write_whole(picture, (MARGIN + 28, top + 48), chart.who, "strong", 48, PARCHMENT, width=room)
    most = max(bar.people for bar in chart.bars)
    column = (WIDTH - 4 * MARGIN) // MOST_BARS
    left = (WIDTH - column * len(chart.bars)) // 2
    for place, bar in enumerate(chart.bars):
        middle = left + place * column + column // 2
        height = max(14, round(TALLEST * bar.people / most)) if bar.people else 14
        colour = GOLD if bar.own else STRAW if bar.people else EARTH
        put(picture, slab(column - 16, height, colour, radius=8), (middle - column // 2 + 8, top + GROUND - height))
        if bar.people:
            said = number(bar.people)
            write(picture, (middle, top + GROUND - height - 26), said, "text", 40, PARCHMENT, "mm", column)
        write(picture, (middle, top + GROUND + 26), _scores(bar), "text", 40, SAND, "mm", column)
        if bar.own:
            write_whole(picture, (middle, top + GROUND + 64), say("you"), "strong", 40, GOLD, "mm", column)


def _scores(bar: Bar) -> str:
    return number_range(bar.first, bar.last)


def alt(page: Spread) -> str:
    """All of it, at most 1,024 characters."""
    return joined((f"{page.title}. {page.when}.", *map(_in_words, page.charts)), " ", ALT_LIMIT)


def _in_words(chart: Chart) -> str:
    said = [
        labelled(_scores(bar), number(bar.people)) + (f" ({say('you')})" if bar.own else "")
        for bar in chart.bars
        if bar.people
    ]
    return " ".join(
        (listing(chart.who, [chart.place]), listing(say("Scores, and how many have them"), said, apart=True))
    )


# Translators: numbers of places, from here on; your language has as many forms as Unicode knows of it, with these names
ORDINALS = {
    "one": later("{number}st"),
    "two": later("{number}nd"),
    "few": later("{number}rd"),
    "other": later("{number}th"),
}


def ordinal(place: int) -> str:
    """ "3rd"."""
    form = locale(spoken()).ordinal_form(place)
    return say(ORDINALS.get(form, ORDINALS["other"]), number=number(place))
