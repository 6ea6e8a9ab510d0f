"""The signs that stand in text: small pictures, which Discord shows as emojis. Each is named and drawn here, once.

A sign takes the place of a sign of Unicode, or stands before a name. Where Discord doesn't have it, the text stays as
it is.
"""

import hashlib
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from engine.advyria.cards import ADVENTURES, HEROES
from engine.decktet import SUITS, suit_name
from engine.forest_of_wyr.cards import SHARD_NAMES
from engine.wyverns_knot.state import DRAGONS
from languages import say

from . import emblem, honours, parts
from .advyria import signs as advyria
from .colours import EMBER, GOLD, MOON, NIGHT
from .decktet import signs as decktet
from .figures import figure
from .forest_of_wyr import signs as forest
from .vector import Colour, Pen, drawn
from .wyverns_knot.dragons import dragon_sprite
from .wyverns_knot.parts import egg

SIZE = 128  # px, square; Discord shows about 22 of them in a line of text
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
CREST = "Wyrmhall"  # the name of the hall's own sign
LETTERS = 5  # letters of a drawing's version: 16 bits


@dataclass(frozen=True)
class Sign:
    word: str  # its name, as a screen reader says it: small letters and _, of at most 26
    draw: Callable[[], Image.Image]  # RGBA, SIZE x SIZE
    emoji: str = ""  # of Unicode: the sign that it replaces in text, in menus and on buttons
    name: Callable[[], str] | None = None  # says the words of a text that get the sign before them
    instead: str | None = None  # of Unicode: what a menu shows in its place if a label asks for it by its name

    def picture(self) -> bytes:
        """A PNG."""
        file = io.BytesIO()
        self.draw().save(file, "PNG")
        return file.getvalue()

    def version(self) -> str:
        """A hash of its drawing that can be pronounced, such as “lusab”."""
        drawing = int.from_bytes(hashlib.sha256(self.draw().tobytes()).digest()[:4])
        said = ""
        for place in range(LETTERS):
            letters = VOWELS if place % 2 else CONSONANTS
            drawing, letter = divmod(drawing, len(letters))
            said += letters[letter]
        return said


# -- Signs with a ground of their own, because a chat is dark or light


def _on_tile(figure: Image.Image, ground: Colour, rim: Colour) -> Image.Image:
    """A figure on a square with round corners."""

    def draw(pen: Pen) -> None:
        pen.box((1, 1, 99, 99), 24, rim)
        pen.box((7, 7, 93, 93), 18, ground)

    made = drawn(SIZE, SIZE, draw)
    _inlay(made, figure)
    return made


def _on_disc(figure: Image.Image, ground: Colour, rim: Colour) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, rim)
        pen.disc(50, 50, 44, ground)

    made = drawn(SIZE, SIZE, draw)
    _inlay(made, figure)
    return made


def _inlay(made: Image.Image, figure: Image.Image) -> None:
    made.alpha_composite(figure, ((SIZE - figure.width) // 2, (SIZE - figure.height) // 2))


def _suit(suit: int) -> Image.Image:
    colours = decktet.SUITS[suit]
    return _on_tile(decktet.suit_sign(suit, 92, colours.strong, decktet.PAPER), decktet.PAPER, colours.deep)


def _playing_suit(suit: int) -> Image.Image:
    return _on_tile(forest.suit_sign(suit, 100), forest.PAPER, forest.PAPER_RIM)


def _shard(shard: int) -> Image.Image:
    return _on_disc(forest.shard_sign(shard, 84), forest.SHARD, MOON)


def _kind(kind: int) -> Image.Image:
    return _on_tile(advyria.emblem(kind, 92), advyria.KIND[kind], advyria.INK)


def _raven(*, free: bool) -> Image.Image:
    """A raven at night; a free raven flies to the other side, before the sun."""
    bird = forest.raven(100)
    if free:
        return _on_disc(bird.transpose(Image.Transpose.FLIP_LEFT_RIGHT), GOLD, forest.INK)
    return _on_disc(bird, MOON, forest.INK)


def _crest() -> Image.Image:
    """The hall's own mark, as a coat of arms."""
    shield = drawn(SIZE, SIZE, lambda pen: pen.fill(advyria.SHAPES[0], NIGHT))
    made = Image.new("RGBA", (SIZE, SIZE))
    made.paste(emblem.icon(SIZE).convert("RGBA"), mask=shield.getchannel("A"))
    made.alpha_composite(drawn(SIZE, SIZE, lambda pen: pen.outline(advyria.SHAPES[0], GOLD, 6), 106, 3))
    return made


def _flame() -> Image.Image:
    flame = figure("art/flame")

    def draw(pen: Pen) -> None:
        pen.outline(flame.path("flame"), NIGHT, 8)
        flame.draw(pen, {"flame": EMBER, "heart": GOLD})

    return drawn(SIZE, SIZE, draw, 108, 4)


def _dice() -> Image.Image:
    """Two dice."""
    made = Image.new("RGBA", (SIZE, SIZE))
    made.alpha_composite(parts.die(5, 80), (0, 0))
    made.alpha_composite(parts.die(3, 80), (48, 48))
    return made


# -- The register


def _word(name: str) -> str:
    """A name as a sign's word: "The Griffin's Egg" becomes griffins_egg."""
    return re.sub(r"[^a-z]+", "_", name.lower().replace("'", "").removeprefix("the ").partition(",")[0])


def _chip(suit: int) -> str:
    # Translators: as within "You have no chip of {suit}." and other sentences: its sign stands before it
    return say("chip of {suit}", suit=suit_name(suit))


def _rolled(number: int) -> str:
    # Translators: as within "{player} rolled a {roll}.": its sign stands before it
    return say("rolled a {roll}", roll=number)


def _hero(number: int) -> str:
    return say(HEROES[number].name).partition(",")[0]


SIGNS = (
    *(
        Sign(suit.lower(), partial(_suit, number), emoji, partial(_chip, number))
        for number, (suit, emoji) in enumerate(zip(SUITS, ("🌙", "☀️", "🌊", "🍃", "🐉", "🪢"), strict=True))
    ),
    *(
        Sign(word, partial(_playing_suit, number), emoji)
        for number, (word, emoji) in enumerate({"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}.items())
    ),
    *(
        Sign(f"rolled_{word}", partial(parts.die, number, SIZE), "⚀⚁⚂⚃⚄⚅"[number - 1], partial(_rolled, number), "")
        for number, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)
    ),
    Sign("dice", _dice, "🎲"),
    *(
        Sign(_word(name), partial(dragon_sprite, number, SIZE), name=partial(say, name))
        for number, name in enumerate(DRAGONS)
    ),
    Sign("egg", partial(egg, SIZE), "🥚"),
    Sign("raven", partial(_raven, free=False), "🐦\u200d⬛"),
    Sign("free_raven", partial(_raven, free=True), "🐦"),
    *(
        Sign(_word(name), partial(_shard, shard), name=partial(say, name), instead=emoji)
        for (shard, name), emoji in zip(SHARD_NAMES.items(), ("👁️", "⚖️", "🃏", "☀️", "🪞", "🌬️", "🔗", "🪽"), strict=True)
    ),
    *(
        Sign(name.lower(), partial(_kind, number), emoji)
        for number, (name, emoji) in enumerate(zip(advyria.KIND_NAMES, ("🐎", "⚔️", "🧚", "🧙", "🎭"), strict=True))
    ),
    *(
        Sign(
            _word(adventure.name),
            partial(advyria.token, number, SIZE),
            name=partial(say, adventure.name),
            instead="🟥🟦🟨🟩"[adventure.colour],
        )
        for number, adventure in enumerate(ADVENTURES)
    ),
    *(
        Sign(_word(hero.name), partial(advyria.hero, number, SIZE), name=partial(_hero, number))
        for number, hero in enumerate(HEROES)
    ),
    Sign("gold", partial(advyria.coin, SIZE), "🪙"),
    Sign("guild", partial(advyria.guild, SIZE), "🏛️"),
    Sign("cup", partial(figure("art/cup").sprite, SIZE), "🏆"),
    Sign("flame", _flame, "🔥"),
    Sign("crest", _crest, name=lambda: CREST, instead="🐉"),
    Sign("season_crest", partial(honours.crest, None, SIZE), "🏅"),
)
