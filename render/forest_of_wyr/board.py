"""The board of the forest, from top to bottom: the flight, health and what is freed; the map; the attack or the decks;
the hand; the spellshards in it."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.rules import (
    FLIGHT,
    FULL_HEALTH,
    RAVENS,
    SHARDS,
    STRENGTH,
    VALUES,
    Attacked,
    Flew,
    PickedUp,
    Redrawn,
    Table,
    View,
    flights,
    reach,
)

from ..lobby import lobby as shared_lobby
from ..solitaire import canvas, ending
from ..theme import (
    BARK,
    CLAY,
    EARTH,
    EMBER,
    GOLD,
    MARGIN,
    MOON,
    NIGHT,
    PARCHMENT,
    SAFE,
    SAND,
    SHADE,
    THEME_COLOURS,
    WIDTH,
    encode,
    palette_of,
    panel,
    put,
    put_centred,
    text_width,
    write,
)
from ..vector import Colour
from . import signs, wood

HEADER = 90  # px, the heights of the parts
MAP = wood.HEIGHT
ROW = 146
SHARD_ROW = 60
SHADES = 96  # in the palette: with fewer blends a picture of so many small parts stays light
STEP = 96  # from card to card where there is room
RULES = (
    "The wood: clearings with names, stones to count between them, six roosts",
    "A raven's attack, and the cards against it",
    "The eight spellshards, each with its sign",
)


# -- The board


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(_board(view), _palette())


def _board(view: View) -> Image.Image:
    table = view.table
    shards = [card for card in table.hand if card in SHARDS]
    picture = canvas(HEADER + MAP + 2 * ROW + (SHARD_ROW if shards else 0))
    _header(picture, table)
    picture.paste(wood.wood(), (0, HEADER))
    _on_the_map(picture, table)
    y = HEADER + MAP + 6
    if table.attack is not None and table.attack.cards:
        _attack(picture, y, table)
    else:
        _decks(picture, y, view)
    _discard(picture, y, table)
    _hand(picture, y + ROW, table)
    if shards:
        _shards(picture, y + 2 * ROW - 4, shards)
    return picture


def _header(picture: Image.Image, table: Table) -> None:
    """The flight card, round and night, hearts, ravens freed."""
    put(picture, panel(128, 88, signs.PAPER, signs.PAPER_RIM), (MARGIN - 8, 6))
    if table.flights and not (table.calm and table.phase == 1):
        flight = table.flights[-1]
        write(picture, (MARGIN + 26, 47), signs.rank_text(flight), "strong", 48, signs.INK, "mm")
        put_centred(picture, signs.suit_sign(3, 60), (MARGIN + 82, 46))
        told = f"flew {VALUES[flight]}" if table.step != "fly" else f"{table.spaces} of {VALUES[flight]} left"
    else:
        put_centred(picture, signs.suit_sign(3, 60), (MARGIN + 56, 46))
        told = "none yet"
    write(picture, (158, 30), f"Round {table.round}", "strong", 38, PARCHMENT, width=178)
    write(picture, (158, 70), told, "text", 36, GOLD if table.step == "fly" else SAND, width=178)
    for place in range(FULL_HEALTH):
        put(picture, signs.heart(place < table.health), (338 + place * 62, 18))
    put(picture, signs.raven(66, SAFE), (850, 14))
    write(picture, (924, 30), f"{table.freed} of {RAVENS} freed", "strong", 38, SAFE if table.freed else PARCHMENT)
    nights = f" of {table.options.nights}" if table.options.nights else ""
    write(picture, (924, 70), f"night {table.night}{nights}", "text", 36, SAND)


# -- Who is where


def _on_the_map(picture: Image.Image, table: Table) -> None:
    choices = flights(table) if table.step == "fly" else []
    for space in _reachable(table):
        _restone(picture, space, "reach")
    for origin, to in choices:
        _arrow(picture, origin, to)
    for origin, _ in choices:
        _restone(picture, origin, "leaves")
    for to in dict.fromkeys(to for _, to in choices):
        _restone(picture, to, "flight")
    lately = {event.to for event in table.recent if isinstance(event, Flew)}
    origins = {origin for origin, _ in choices}
    for space, count in sorted(Counter(table.ravens).items()):
        here = space == table.wanderer
        rim = GOLD if space in origins or (space in lately and not choices) else PARCHMENT
        _ravens(picture, space, count, rim, aside=32 if here else 0)
    x, y = _above(table.wanderer)
    put_centred(picture, signs.wanderer(82), (x - (34 if table.wanderer in table.ravens else 0), y - 4))


def _reachable(table: Table) -> list[int]:
    """The spaces that the wanderer may go to now."""
    if table.step == "land":
        return [space for space in range(len(SPACES)) if space != table.wanderer]
    if table.step != "walk":
        return []
    most = reach(table)
    return [space for space, steps in enumerate(DISTANCES[table.wanderer]) if steps <= most]


def _restone(picture: Image.Image, space: int, state: str) -> None:
    wood.put_stone(picture, space, state, HEADER)


def _above(space: int) -> tuple[int, int]:
    """Where somebody on a space stands: above its stone."""
    x, y = wood.stone_at(space)
    return x, max(y - 44, 38) + HEADER


def _ravens(picture: Image.Image, space: int, count: int, rim: Colour, aside: int) -> None:
    x, y = _above(space)
    put_centred(picture, signs.raven(72, rim), (x + aside, y))
    if count > 1:
        put_centred(picture, _count(count), (x + aside + 34, y - 16))


@lru_cache(maxsize=16)
def _count(number: int) -> Image.Image:
    plate = panel(48, 50, EMBER, SHADE, 18).copy()
    write(plate, (24, 22), str(number), "strong", 38, PARCHMENT, "mm")
    return plate


def _arrow(picture: Image.Image, origin: int, to: int) -> None:
    """The way a raven may fly."""
    (x, y), (u, v) = wood.stone_at(origin), wood.stone_at(to)
    draw = ImageDraw.Draw(picture)
    draw.line((x, y + HEADER, u, v + HEADER), fill=SHADE, width=22)
    draw.line((x, y + HEADER, u, v + HEADER), fill=GOLD, width=12)


# -- Attack, decks, hand


def _cards(picture: Image.Image, at: tuple[int, int], cards: Sequence[int], width: int, look: str = "") -> None:
    """A row of cards in `width` px, closer together where they are many."""
    step = min(STEP, (width - signs.CARD[0]) // max(1, len(cards) - 1))
    for place, card in enumerate(cards):
        put(picture, signs.card(card, marked=look == "new", faded=look == "old"), (at[0] + place * step, at[1]))


def _attack(picture: Image.Image, y: int, table: Table) -> None:
    """Its strength cards, then both sums."""
    assert table.attack is not None
    attack = table.attack
    fresh = {
        card
        for event in table.recent
        if isinstance(event, Attacked | Redrawn)
        for card in (event.cards if isinstance(event, Attacked) else event.new)
    }
    step = min(STEP, (570 - signs.CARD[0]) // max(1, len(attack.cards) - 1))
    for place, card in enumerate(attack.cards):
        look = signs.card(card, marked=card in fresh, faded=card in attack.renewed)
        put(picture, look, (MARGIN + place * step, y))
    x = 614
    for colour, figure, what in ((EMBER, attack.strength, "attack"), (SAFE, attack.defence, "defence")):
        put(picture, panel(150, 140, BARK, colour), (x, y))
        write(picture, (x + 75, y + 52), str(figure), "display", 66, PARCHMENT, "mm")
        write(picture, (x + 75, y + 106), what, "strong", 36, colour, "mm")
        x += 160
    if attack.halved:
        put_centred(picture, signs.shard_sign(25, 60, GOLD, BARK), (x - 310, y + 20))


def _decks(picture: Image.Image, y: int, view: View) -> None:
    """What is left in the strength deck, face down, and what has been drawn from it; the top spellshards if known."""
    table = view.table
    left = len(STRENGTH) - len(table.strengths)
    put(picture, signs.back(), (MARGIN, y))
    put_centred(picture, signs.suit_sign(0, 60, PARCHMENT), (MARGIN + 46, y + 44))
    write(picture, (MARGIN + 46, y + 104), str(left), "strong", 48, PARCHMENT, "mm")
    known = view.mine.known if view.mine else ()
    width = 560 if known else 790
    if table.strengths:
        _cards(picture, (MARGIN + 108, y), table.strengths, width, "old")
    else:
        write(picture, (MARGIN + 112, y + 48), "strength cards,", "text", 38, SAND)
        write(picture, (MARGIN + 112, y + 92), "none drawn yet", "text", 38, SAND)
    if known:
        write(picture, (716, y + 30), "next, as you saw", "text", 34, MOON, width=240)
        for place, shard in enumerate(known):
            put(picture, panel(72, 80, signs.SHARD, MOON), (716 + place * 80, y + 54))
            put_centred(picture, signs.shard_sign(shard, 60), (716 + place * 80 + 36, y + 91))


def _discard(picture: Image.Image, y: int, table: Table) -> None:
    """The wanderer's discard pile: how many, and the top one."""
    x = WIDTH - MARGIN - signs.CARD[0]
    if table.discard:
        put(picture, signs.card(table.discard[-1], faded=table.discard[-1] not in SHARDS), (x, y))
    else:
        put(picture, panel(signs.CARD[0], signs.CARD[1], BARK, CLAY), (x, y))
    write(picture, (x - 12, y + 48), str(len(table.discard)), "display", 56, PARCHMENT, "rm")
    write(picture, (x - 12, y + 104), "played", "text", 36, SAND, "rm")


def _hand(picture: Image.Image, y: int, table: Table) -> None:
    """Cards that count, then the jacks, then spellshards. What has just come is gilded."""
    put(picture, panel(WIDTH - 2 * 8, ROW, EARTH), (8, y - 4))
    if not table.hand:
        write(picture, (WIDTH // 2, y + 68), "The hand is empty", "text", 42, SAND, "mm")
    fresh = {card for event in table.recent if isinstance(event, PickedUp) for card in event.cards}
    hand = sorted(table.hand, key=lambda card: (card in SHARDS, -VALUES[card], -card))
    step = min(STEP, (WIDTH - 2 * 18 - signs.CARD[0]) // max(1, len(hand) - 1))
    for place, card in enumerate(hand):
        put(picture, signs.card(card, marked=card in fresh and card in SHARDS), (18 + place * step, y))


def _shards(picture: Image.Image, y: int, shards: Sequence[int]) -> None:
    """Each sign with its name."""
    widths = [60 + 8 + text_width(signs.SHORT_NAMES[shard], "strong", 34) for shard in shards]
    gap = max(4, min(30, (WIDTH - 2 * 12 - sum(widths)) // max(1, len(shards))))
    x = 12
    for shard, width in zip(shards, widths, strict=True):
        put_centred(picture, signs.shard_sign(shard, 60, MOON, NIGHT), (x + 30, y + 28))
        write(picture, (x + 66, y + 28), signs.SHORT_NAMES[shard], "strong", 34, PARCHMENT)
        x += width + gap


# -- Other pictures


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    table = view.table
    title = "The ravens are free" if table.ending == "won" else "The wood has closed"
    figures = [
        (f"{table.freed} of {RAVENS}", "ravens freed"),
        (f"{table.health} of {FULL_HEALTH}", "health left"),
        (str(table.round), "rounds"),
    ]
    return encode(ending(title, names[0], headline, figures, _band()), _palette())


def lobby(title: str, names: Sequence[str], seats: range, options: Sequence[str]) -> bytes:
    return shared_lobby(title, names, seats, options, _band(), _palette())


def _band() -> Image.Image:
    """The heart of the wood, 300 px of it."""
    return wood.wood().crop((0, 480, WIDTH, 780))


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    return encode((_rules_wood, _rules_attack, _rules_shards)[page if page < len(RULES) else 0](), _palette())


def _rules_wood() -> Image.Image:
    picture = canvas(MAP)
    picture.paste(wood.wood(), (0, 0))
    return picture


def _rules_attack() -> Image.Image:
    picture = canvas(2 * ROW + 60)
    for line, (text, cards, figure, colour) in enumerate(
        (("attack", (1, 6), 7, EMBER), ("defence", (33, 31, 10), 8, SAFE))
    ):
        y = 24 + line * (ROW + 16)
        for place, card in enumerate(cards):
            put(picture, signs.card(card), (300 + place * 110, y))
        write(picture, (720, y + 66), f"{text} {figure}", "display", 62, colour)
    put_centred(picture, signs.raven(150), (140, 100))
    put_centred(picture, signs.wanderer(150), (140, 262))
    return picture


def _rules_shards() -> Image.Image:
    picture = canvas(560)
    for place, shard in enumerate(SHARDS):
        x, y = 60 + place % 4 * 285, 20 + place // 4 * 270
        put(picture, panel(240, 250, signs.SHARD, MOON), (x, y))
        put_centred(picture, signs.shard_sign(shard, 120), (x + 120, y + 88))
        rank = f"{signs.rank_text(shard)}"
        write(picture, (x + 76, y + 204), rank, "strong", 44, PARCHMENT, "mm")
        put_centred(picture, signs.suit_sign(shard // 13, 36, MOON), (x + 34, y + 204))
        write(picture, (x + 102, y + 204), signs.SHORT_NAMES[shard], "strong", 36, PARCHMENT)
    return picture


def specimen() -> bytes:
    """Cards, ravens, the wanderer, hearts and spellshards."""
    return encode(_specimen(), _palette())


def _specimen() -> Image.Image:
    picture = canvas(1500)
    for row, cards in enumerate((range(26, 34), STRENGTH, FLIGHT, (10, 23, 36, 49, *SHARDS))):
        for place, number in enumerate(cards):
            put(picture, signs.card(number, marked=place == 1, faded=place == 2), (12 + place * 98, 12 + row * 152))
    for place, rim in enumerate((PARCHMENT, GOLD, SAFE)):
        put(picture, signs.raven(72, rim), (20 + place * 90, 640))
    put(picture, signs.wanderer(82), (310, 636))
    put(picture, signs.heart(True), (420, 646))
    put(picture, signs.heart(False), (490, 646))
    put(picture, _count(3), (570, 650))
    put(picture, signs.back(), (660, 620))
    for place, look in enumerate(((wood.ROCK, PARCHMENT), (SAFE, SHADE), (GOLD, SHADE))):
        put(picture, wood.stone("G11", *look), (790 + place * 90, 650))
    picture.paste(_rules_shards(), (0, 780))
    return picture


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    return palette_of((*THEME_COLOURS, *signs.COLOURS, *wood.COLOURS), [wood.wood(), _specimen()], SHADES)
