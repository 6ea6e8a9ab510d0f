"""How one player stands in the deals of a day: a banner for each game, in a picture and in words."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image

from languages import ENGLISH, listed, say_many, speaking, spoken

from . import PICTURES
from .colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, NIGHT, PARCHMENT, SAFE, SAND, SEATS, STRAW, THEME_COLOURS
from .honours import flame, legible, running
from .sprites import drawn_once
from .text import ALT_LIMIT, joined, listing
from .theme import MARGIN, WIDTH, canvas, encode, palette_of, put, slab, write, write_whole
from .vector import Colour, Pen, drawn, regular

State = Literal["new", "playing", "done", "won"]
COLOURS: dict[State, Colour] = {"new": SAND, "playing": GOLD, "done": PARCHMENT, "won": GOLD}

TITLE = 104  # px, like all sizes here
STREAKS = 80
BANNER = 230
ART = 216  # the width of a game's own picture on its slab
GAP = 10
FOOT = 74
SIGN, SMALLEST_SIGN = 42, 38  # of a strip
TEXT = 46  # the smallest type: 13 points on a phone
# How the signs of a strip are drawn: the colour, and the number of corners; 0 is a disc, 4 a square
SHAPES: dict[str, tuple[Colour, int]] = {
    "🟩": (SAFE, 4),
    "🟦": (SEATS[0], 4),
    "⬛": (CLAY, 4),
    "✨": (PARCHMENT, 8),
    "⭐": (GOLD, 5),
    "🔸": (STRAW, 3),
    "🔶": (SEATS[1], 3),
    "💥": (EMBER, 8),
    "🐦": (GOLD, 0),
    "🪙": (GOLD, 0),
}


@dataclass(frozen=True)
class Banner:
    """How a deal stands for the player who asks."""

    game: str
    title: str
    state: State
    told: str  # its state in words
    strip: str = ""  # how it went, in signs
    note: str = ""  # if it has no strip: what you do in the game
    friends: tuple[str, ...] = ()  # some of those here who have finished it. A stranger may have chosen their names
    others: int = 0  # how many others have finished it


@dataclass(frozen=True, kw_only=True)
class Today:
    title: str
    streak: str
    lantern: str  # of the server; empty without one
    banners: tuple[Banner, ...]
    riddle: str
    answered: bool
    left: str  # how long the deals are open
    tomorrow: str


def today(page: Today) -> bytes:
    """A PNG 1,200 px wide."""
    top = TITLE + STREAKS
    picture = canvas(top + len(page.banners) * (BANNER + GAP) + 2 * (FOOT + GAP) + MARGIN)
    _title(picture, page)
    _streaks(picture, page)
    for banner in page.banners:
        _banner(picture, banner, top)
        top += BANNER + GAP
    for said, ground in ((page.riddle, HOLLOW), (page.tomorrow, NIGHT)):
        colour = COLOURS["won"] if page.answered and said == page.riddle else SAND
        put(picture, slab(WIDTH - 2 * MARGIN, FOOT, ground), (MARGIN, top))
        _line(picture, (MARGIN + 28, top + 34), said, WIDTH - 2 * MARGIN - 56, colour)
        top += FOOT + GAP
    return encode(picture, _palette())


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    """The theme's colours, and what the games' own pictures use most."""
    arts = [art(game, ENGLISH).convert("RGB") for game in PICTURES]
    return palette_of((*THEME_COLOURS, *(colour for colour, _ in SHAPES.values())), arts, 200)


def _title(picture: Image.Image, page: Today) -> None:
    """The day, and how long its deals are open."""
    right, middle = WIDTH - MARGIN - 8, TITLE // 2 + 4
    taken = write_whole(picture, (right, middle), page.left, "strong", TEXT, PARCHMENT, "rm", 480) + 66
    put(picture, running(52), (right - taken, middle - 26))
    room = right - taken - MARGIN - 40
    write_whole(picture, (MARGIN + 8, middle), page.title, "display", 76, GOLD, width=room)


def _streaks(picture: Image.Image, page: Today) -> None:
    """The player's own streak, and the lantern of their server, in one line."""
    put(picture, flame(60), (MARGIN + 4, TITLE + 2))
    said = " · ".join(filter(None, (page.streak, page.lantern)))
    _line(picture, (MARGIN + 76, TITLE + 34), said, WIDTH - 2 * MARGIN - 84, PARCHMENT)


def _line(picture: Image.Image, at: tuple[int, int], said: str, room: int, colour: Colour) -> None:
    write_whole(picture, at, said, "strong", TEXT, colour, width=room)


def _banner(picture: Image.Image, banner: Banner, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, BANNER, BARK, GOLD if banner.state == "won" else None), (MARGIN, top))
    put(picture, art(banner.game, spoken()), (MARGIN + 8, top + 8))
    left, room = MARGIN + ART + 30, WIDTH - 2 * MARGIN - ART - 58
    write_whole(picture, (left, top + 38), banner.title, "strong", 56, PARCHMENT, width=room)
    _line(picture, (left, top + 94), banner.told, room, COLOURS[banner.state])
    if banner.strip:
        _strip(picture, banner.strip, (left, top + 122), room)
    friends = _friends(banner, drawn=True)
    for y, said in ((144, "" if banner.strip else banner.note), (192, friends)):
        write_whole(picture, (left, top + y), said, "text", TEXT, SAND, width=room)


@lru_cache(maxsize=64)
def art(game: str, language: str) -> Image.Image:
    """A piece of a game's own band, as large as it is there, with round corners."""
    with speaking(language):
        band, height = PICTURES[game].banner(), BANNER - 22
    left, top = 700, 36  # where no band has words
    art = band.crop((left, top, left + ART, top + height)).convert("RGBA")

    def corners(pen: Pen) -> None:
        pen.box((0, 0, ART - 1, height - 1), 14, NIGHT)

    art.putalpha(drawn(ART, height, corners, float(height)).getchannel("A"))
    return art


def _strip(picture: Image.Image, strip: str, at: tuple[int, int], room: int) -> None:
    """Draw the signs of a strip, closer together if they are many; of too many, the last."""
    most = room // SMALLEST_SIGN
    if len(strip) > most:
        write(picture, (at[0], at[1] + SIGN // 2), "…", "strong", TEXT, SAND)
        at, room, strip = (at[0] + SIGN, at[1]), room - SIGN, strip[1 - most :]
    step = min(SIGN + 6, (room - SIGN) // max(1, len(strip) - 1))
    for number, sign in enumerate(strip):
        put(picture, _sign(sign, min(SIGN, step)), (at[0] + number * step, at[1]))


@drawn_once(32)
def _sign(sign: str, size: int) -> Image.Image:
    """Another game's sign is a plain square."""
    colour, points = SHAPES.get(sign, (EARTH, 4))

    def draw(pen: Pen) -> None:
        if not points:
            pen.disc(50, 50, 46, colour)
        elif points == 4:
            pen.box((6, 6, 94, 94), 16, colour)
        else:
            pen.fill(regular(points, 48, (50, 50), None if points == 3 else 22), colour)

    return drawn(size, size, draw)


def _friends(banner: Banner, *, drawn: bool) -> str:
    """Who here has finished it: some by name."""
    if not banner.friends:
        return ""
    named = [legible(name) or "…" if drawn else name for name in banner.friends]
    others = [say_many("{count} other", "{count} others", banner.others)] if banner.others else []
    return say_many("{people} played", "{people} played", len(named) + banner.others, people=listed([*named, *others]))


def alt(page: Today) -> str:
    """All of it in lines, at most 1,024 characters. Names are used as given, so escape them first."""
    said = [f"{page.title}.", f"{page.streak}.", page.lantern and f"{page.lantern}."]
    for banner in page.banners:
        friends = _friends(banner, drawn=False)
        said.append(
            " ".join(filter(None, (listing(banner.title, [banner.told]), banner.strip, friends and f"{friends}.")))
        )
    return joined([*said, f"{page.riddle}.", f"{page.left}. {page.tomorrow}."], "\n", ALT_LIMIT)
