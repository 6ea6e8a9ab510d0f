"""The board of the forest. From top to bottom: flight, health and freed ravens; the map; the attack or the decks; the
hand; its spellshards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.forest_of_wyr.cards import ALLIANCE, FLIGHT, SHARDS, SHORT_NAMES, STRENGTH, SUN, VALUES, WINDS, rank_sign
from engine.forest_of_wyr.choices import flight_choices, reach
from engine.forest_of_wyr.events import Attacked, Calm, Flew, PickedUp, Redrawn
from engine.forest_of_wyr.map import DISTANCES, ROOSTS, SPACES, STEPS
from engine.forest_of_wyr.state import FULL_HEALTH, RAVENS, Decks, Table, View
from languages import ENGLISH, later, say, say_as, say_many, speaking, spoken

from ..colours import BARK, EARTH, EMBER, GOLD, MOON, NIGHT, PARCHMENT, SAFE, SAND, SHADE, THEME_COLOURS
from ..ending import ending
from ..marks import Box as Marked
from ..parts import lay_row
from ..sprites import drawn_once
from ..theme import (
    MARGIN,
    WIDTH,
    canvas,
    encode,
    palette_of,
    put,
    put_centred,
    set_in,
    slab,
    text_width,
    write,
    write_whole,
)
from ..vector import Colour, drawn
from . import signs, wood
from .danger import danger

HEADER = 90  # px: this and the next three are the heights of the parts
MAP = wood.HEIGHT
ROW = 128
SHARD_ROW = 58
FAR = 600  # square px: the place beside a stone is chosen if it hides so much less than the one above it
RAVEN = 86  # px: its size on the map
BESIDE = 40  # px by which the wanderer and ravens on the same space move apart
WAY = 24  # px: more than the width of a way
SHADES = 64  # colours in the palette. Few blends, because so many small parts make a large file
STEP = 96  # px from card to card if there is room
FIGURE = (144, 126)  # a number with what it counts
HAND = WIDTH - MARGIN - 2 * FIGURE[0] - 10  # the left edge of what the hand is worth
DEFENCE = HAND - FIGURE[0] - 10
RULES = (
    later("The wood: clearings with names, stones to count between them, six roosts"),
    later("A raven's attack, and the cards against it"),
    later("The eight spellshards, each with its sign"),
)


# -- The board


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(_board(view), _palette())


def _board(view: View) -> Image.Image:
    table = view.table
    shards = [card for card in table.hand if card in SHARDS]
    attacked = table.attack is not None and bool(table.attack.cards)
    turned_up = _piles(view.decks) if view.decks else []
    rows = 2 + (len(turned_up) if attacked else max(0, len(turned_up) - 1))
    picture = canvas(HEADER + MAP + rows * ROW + (SHARD_ROW if shards else 0))
    _header(picture, table)
    picture.paste(wood.wood(), (0, HEADER))
    _on_the_map(picture, table)
    _in_force(picture, table)
    y = HEADER + MAP + 6
    _hand_and_played(picture, y, table)
    if attacked:
        _attack(picture, y, table)
        _foreseen(picture, _seen(view), (8, HEADER + 8))
    elif not turned_up:
        _decks(picture, y, view)
    for row, (pile, cards) in enumerate(turned_up, int(attacked)):
        _turned_up(picture, y + row * ROW, pile, cards)
    y += (rows - 2) * ROW
    _hand(picture, y + ROW, table)
    if shards:
        _shards(picture, y + 2 * ROW - 4, shards)
    return picture


def places(view: View, names: Sequence[str]) -> Mapping[str, Marked]:
    """Where on the board the wanderer and the spaces are, flight, health and ravens freed, attack and cards."""
    table, below = view.table, HEADER + MAP + 6
    aside = BESIDE if table.wanderer in table.ravens else 0
    x, y = stand(table.wanderer, -aside, spoken())
    shards = [card for card in table.hand if card in SHARDS]
    boxes = {
        "you": Marked(x - 46, y - 46, x + 46, y + 50),
        "the flight card": Marked(10, 6, 366, HEADER - 2),
        "your health": Marked(368, 10, 834, HEADER - 8),
        "the ravens freed": Marked(846, 6, WIDTH - 10, HEADER - 2),
        "the attack": Marked(MARGIN, below, HAND - 6, below + ROW - 4),
        "your played cards": Marked(WIDTH - MARGIN - FIGURE[0], below, WIDTH - 12, below + ROW - 4),
        "your cards": Marked(14, below + ROW - 2, WIDTH - 14, below + 2 * ROW - 14),
    }
    if shards:
        top = below + 2 * ROW - 4
        boxes["your spellshards"] = Marked(14, top, WIDTH - 14, top + SHARD_ROW - 8)
    for space, place in enumerate(SPACES):
        x, y = wood.stone_at(space)
        top = y + HEADER - (90 if space in table.ravens or space == table.wanderer else 34)
        boxes[place.code] = Marked(x - 54, top, x + 54, y + HEADER + 32)
    return boxes


def _header(picture: Image.Image, table: Table) -> None:
    """The flight card, round and night, hearts, ravens freed."""
    put(picture, slab(128, 88, signs.PAPER, signs.PAPER_RIM), (MARGIN - 8, 6))
    if any(isinstance(event, Calm) for event in table.recent):
        put_centred(picture, signs.shard_sign(WINDS, 70, signs.INK, signs.PAPER), (MARGIN + 56, 46))
        text = say("no flight")
    elif table.flight_discards:
        flight = table.flight_discards[-1]
        write(picture, (MARGIN + 26, 47), rank_sign(flight), "strong", 48, signs.INK, "mm")
        put_centred(picture, signs.suit_sign(3, 60), (MARGIN + 82, 46))
        # Translators: of a raven: so many spaces
        text = say("flew {spaces}", spaces=VALUES[flight])
        if table.step == "fly":
            text = say("{spaces} of {all} left", spaces=table.spaces, all=VALUES[flight])
    else:
        put_centred(picture, signs.suit_sign(3, 60), (MARGIN + 56, 46))
        text = say("none yet")
    write_whole(picture, (158, 30), say("Round {number}", number=table.round), "strong", 40, PARCHMENT, width=210)
    write_whole(picture, (158, 70), text, "text", 40, GOLD if table.step == "fly" else SAND, width=210)
    for place in range(FULL_HEALTH):
        put(picture, signs.heart(place < table.health, 56), heart_at(place))
    put(picture, signs.raven(66, SAFE), (850, 14))
    freed = say_many("{freed} of {count} freed", "{freed} of {count} freed", table.wanted, freed=table.freed)
    write_whole(picture, (924, 30), freed, "strong", 40, SAFE if table.freed else PARCHMENT, width=WIDTH - 930)
    night = say("night {number}", number=table.night)
    if table.options.nights:
        night = say("night {number} of {all}", number=table.night, all=table.options.nights)
    write_whole(picture, (924, 70), night, "text", 40, SAND, width=WIDTH - 930)


def heart_at(place: int) -> tuple[int, int]:
    return 372 + place * 57, 20


# -- Who is where


def _on_the_map(picture: Image.Image, table: Table) -> None:
    choices = flight_choices(table) if table.step == "fly" else []
    origins = {origin for origin, _ in choices}
    for origin, to in choices:
        (x, y), (u, v) = wood.stone_at(origin), wood.stone_at(to)
        put(picture, _way(u - x, v - y), (min(x, u) - WAY // 2, HEADER + min(y, v) - WAY // 2))
        wood.put_name(picture, origin, HEADER)
    states = {
        **dict.fromkeys(_reachable(table), "reach"),
        **dict.fromkeys(origins, "leaves"),
        **dict.fromkeys([to for _, to in choices], "flight"),
    }
    for space, state in states.items():
        wood.put_stone(picture, space, state, HEADER)
    lately = {event.to for event in table.recent if isinstance(event, Flew)}
    aside = BESIDE if table.wanderer in table.ravens else 0
    for space in sorted(set(table.ravens)):
        rim = GOLD if space in origins or (space in lately and not choices) else PARCHMENT
        put_centred(picture, signs.raven(RAVEN, rim), stand(space, aside if space == table.wanderer else 0, spoken()))
    put_centred(picture, signs.wanderer(74), stand(table.wanderer, -aside, spoken()))
    for space in {near for at in (table.wanderer, *table.ravens) for near in (at, *STEPS[at])}:
        wood.put_stone(picture, space, states.get(space, "quiet"), HEADER)  # drawn last, so that nobody hides a code
    for space, count in Counter(table.ravens).items():
        if count > 1:
            x, y = stand(space, aside if space == table.wanderer else 0, spoken())
            put_centred(picture, _count(count), _beside(x, y, spoken()))


def _reachable(table: Table) -> list[int]:
    """The spaces that the wanderer may go to now."""
    if table.step == "land":
        return [space for space in range(len(SPACES)) if space != table.wanderer]
    if table.step != "walk":
        return []
    most = reach(table)
    return [space for space, steps in enumerate(DISTANCES[table.wanderer]) if steps <= most]


@lru_cache(maxsize=15 * len(SPACES))
def stand(space: int, aside: int, language: str) -> tuple[int, int]:
    """Where the wanderer or a raven stands: above the stone, or beside it if that hides much less of the map.

    Names differ in length, so this depends on the language.
    """
    x, y = wood.stone_at(space)
    above, half = y - 50, (36, 40)
    own, others = _signs(language)[space][1], tuple(box for other, box in _signs(language) if other != space)
    above_hides = _hidden((x, above + 8), half, [own])
    places = {(x + step, max(above, 38)): 0 for step in ((aside,) if aside else (0, 30, -30, 42, -42))}
    places |= {(x + step, max(y - 14, 38)): FAR for step in ((2 * aside,) if aside else (68, -68))}

    def worse(at: tuple[int, int]) -> int:
        return places[at] + _hidden(at, half, others) + max(0, _hidden(at, half, [own]) - above_hides)

    x, y = min(places, key=worse)
    return x, y + HEADER


@lru_cache(maxsize=1024)
def _beside(x: int, y: int, language: str) -> tuple[int, int]:
    """Where to write how many ravens stand at (x, y): the corner in which the number hides least."""
    every = tuple(box for _, box in _signs(language))
    places = ((x + 34, y - 16), (x - 34, y - 16), (x + 40, y + 8), (x - 40, y + 8))
    return min(places, key=lambda at: _hidden((at[0], at[1] - HEADER), (24, 25), every))


@lru_cache(maxsize=8)
def _signs(language: str) -> list[tuple[int, wood.Box]]:
    """The boxes of what players read on the map, each with its space: codes, names, roost numbers."""
    stones = [wood.around(wood.stone_at(space), *wood.STONE) for space in range(len(SPACES))]
    names = [(space, wood.name_box(place.code)) for space, place in enumerate(SPACES) if place.name]
    roosts = [(space, wood.around(wood.badge_at(space), wood.BADGE, wood.BADGE)) for space in ROOSTS]
    return [*enumerate(stones), *names, *roosts]


def _hidden(at: tuple[int, int], half: tuple[int, int], boxes: Sequence[wood.Box]) -> int:
    """How many square px of these boxes something hides that is centred on `at`. `half`: half its size."""
    return wood.hidden(wood.around(at, 2 * half[0], 2 * half[1]), boxes)


@drawn_once(16)
def _count(number: int) -> Image.Image:
    plate = slab(48, 50, EMBER, SHADE, 18).copy()
    write(plate, (24, 22), str(number), "strong", 40, PARCHMENT, "mm")
    return plate


@drawn_once(128)
def _way(across: int, down: int) -> Image.Image:
    """A way that a raven may fly: a line that goes so far, with room for its width on all sides."""
    made = Image.new("RGBA", (abs(across) + WAY, abs(down) + WAY))
    x, y = WAY // 2 + max(0, -across), WAY // 2 + max(0, -down)
    for colour, width in ((SHADE, 22), (GOLD, 12)):
        ImageDraw.Draw(made).line((x, y, x + across, y + down), fill=colour, width=width)
    return made


def _in_force(picture: Image.Image, table: Table) -> None:
    """Draw in the map's corner the spellshards that were played and haven't taken effect yet."""
    waiting = []
    if table.winds_subsided:
        waiting.append((WINDS, say("no flight next")))
    if table.attack is not None and table.attack.alliance and not table.attack.cards:
        drawn = say_many("{count} card drawn", "{count} cards drawn", 1 + len(table.ravens))
        waiting.append((ALLIANCE, drawn))
    if table.attack is not None and table.attack.halved:
        waiting.append((SUN, say("damage halved")))
    for line, (shard, text) in enumerate(waiting):
        y = HEADER + MAP - 84 * (line + 1)
        put(picture, slab(330, 80, signs.SHARD, MOON), (8, y))
        put_centred(picture, signs.shard_sign(shard, 60), (50, y + 37))
        write_whole(picture, (92, y + 37), text, "strong", 40, PARCHMENT, width=236, height=72, step=36)


# -- Attack, decks, hand


def _attack(picture: Image.Image, y: int, table: Table) -> None:
    """The strength cards of the attack as a sum: attack and defence, and what the hand is worth."""
    assert table.attack is not None
    attack = table.attack
    fresh = {
        card
        for event in table.recent
        if isinstance(event, Attacked | Redrawn)
        for card in (event.cards if isinstance(event, Attacked) else event.new)
    }
    cards = [signs.card(card, marked=card in fresh, faded=card in attack.renewed) for card in attack.cards]
    step = lay_row(picture, (MARGIN, y), cards, STEP, DEFENCE - MARGIN - FIGURE[0] - 40)
    for place in range(1, len(cards)):
        put_centred(picture, _between("+"), (MARGIN + place * step - 2, y + 78))
    end = MARGIN + (len(cards) - 1) * step + signs.CARD[0]
    put_centred(picture, _between("="), (end + 15, y + 78))
    _figure(picture, (end + 34, y), str(attack.strength), say("attack"), EMBER)
    _figure(picture, (DEFENCE, y), str(attack.defence), say("defence"), SAFE)


def _figure(picture: Image.Image, at: tuple[int, int], figure: str, label: str, colour: Colour) -> None:
    """Draw a large number over what it counts."""
    (width, height), (x, y) = FIGURE, at
    put(picture, slab(width, height, BARK, colour), at)
    several = len(set_in(label, "strong", 40, width - 8, 72, 36)[1]) > 1
    down, below, size = (34, 86, 48) if several else (46, 96, 66)
    write(picture, (x + width // 2, y + down), figure, "display", size, PARCHMENT, "mm")
    write_whole(picture, (x + width // 2, y + below), label, "strong", 40, colour, "mm", width - 8, 72, 36)


@drawn_once(2)
def _between(sign: str) -> Image.Image:
    """A sign of a sum, on a disc."""
    made = drawn(42, 42, lambda pen: pen.disc(50, 50, 50, NIGHT)).copy()
    write(made, (21, 19), sign, "strong", 40, GOLD, "mm")
    return made


def _decks(picture: Image.Image, y: int, view: View) -> None:
    """The strength deck and what was drawn from it, and the top spellshards if they are known."""
    table = view.table
    left = len(STRENGTH) - len(table.strength_discards)
    put(picture, signs.back(), (MARGIN, y))
    put_centred(picture, signs.suit_sign(0, 60, PARCHMENT), (MARGIN + 46, y + 40))
    write(picture, (MARGIN + 46, y + 94), str(left), "strong", 48, PARCHMENT, "mm")
    known = _seen(view)
    width = HAND - 300 - MARGIN - 108
    if table.strength_discards:
        drawn = [signs.card(card, faded=True) for card in table.strength_discards]
        lay_row(picture, (MARGIN + 108, y), drawn, STEP, width)
    else:
        said = say("strength cards,\nnone drawn yet")
        write_whole(picture, (MARGIN + 112, y + 70), said, "text", 40, SAND, width=width, height=ROW - 8, step=44)
    x = HAND - 284
    _foreseen(picture, known, (x, y))
    if not known and table.ending is None:
        ahead = danger(table)
        strength = say("{least} to {most}", least=ahead.least, most=ahead.most)
        # Translators: under the least and the most that the next attack of a raven may have
        draws = say("attack, about {likely}", likely=ahead.likely)
        colour = EMBER if ahead.most > sum(VALUES[card] for card in table.hand) else SAND
        up = 18 * (len(set_in(draws, "strong", 40, 270, 72, 36)[1]) - 1)
        write_whole(picture, (x + 270, y + 46 - up), strength, "display", 56, PARCHMENT, "rm", 270)
        write_whole(picture, (x + 270, y + 96 - up // 2), draws, "strong", 40, colour, "rm", 270, 72, 36)


def _seen(view: View) -> tuple[int, ...]:
    return view.mine.known if view.mine else ()


def _foreseen(picture: Image.Image, known: Sequence[int], at: tuple[int, int]) -> None:
    """The top spellshards as Oracle of Visions showed them, the next one first."""
    (x, y), said = at, say("next, as you saw")
    down = 5 * (len(set_in(said, "text", 40, 270, 72, 36)[1]) - 1)
    for place, shard in enumerate(known):
        put(picture, slab(72, 76, signs.SHARD, MOON), (x + place * 80, y + 46 + down))
        put_centred(picture, signs.shard_sign(shard, 60), (x + place * 80 + 36, y + 81 + down))
    if known:
        write_whole(picture, (x, y + 22), said, "text", 40, MOON, width=270, height=72, step=36)


def _piles(decks: Decks) -> list[tuple[str, tuple[int, ...]]]:
    """The decks that still hold cards. Those of the strength deck come first: there is most room for them."""
    # Translators: what cards still lie in a deck, over "to come"
    piles = ((say("strength"), decks.strength), (say("flight"), decks.flight), (say("spellshards"), decks.shards))
    return [(pile, cards) for pile, cards in piles if cards]


def _turned_up(picture: Image.Image, y: int, pile: str, cards: Sequence[int]) -> None:
    """What a deck still held, the next card first."""
    write_whole(picture, (MARGIN, y + 36), pile, "strong", 40, MOON, width=204, height=72, step=36)
    write_whole(picture, (MARGIN, y + 94), say("to come"), "text", 40, SAND, width=200)
    lay_row(picture, (236, y), [signs.card(card) for card in cards], STEP, HAND - 236 - 16)


def _hand_and_played(picture: Image.Image, y: int, table: Table) -> None:
    """What the hand is worth, and how many cards the wanderer has played."""
    _figure(picture, (HAND, y), str(sum(VALUES[card] for card in table.hand)), say("in hand"), GOLD)
    _figure(picture, (HAND + FIGURE[0] + 10, y), str(len(table.discard)), say_as("cards", "played"), SAND)


def _hand(picture: Image.Image, y: int, table: Table) -> None:
    """The hand: diamonds, then jacks, then spellshards. New cards are gilded."""
    put(picture, slab(WIDTH - 2 * 8, ROW, EARTH), (8, y - 4))
    if not table.hand:
        write_whole(picture, (WIDTH // 2, y + 68), say("The hand is empty"), "text", 42, SAND, "mm", WIDTH - 2 * MARGIN)
    fresh = {card for event in table.recent if isinstance(event, PickedUp) for card in event.cards}
    hand = sorted(table.hand, key=lambda card: (card in SHARDS, -VALUES[card], -card))
    cards = [signs.card(card, marked=card in fresh and card in SHARDS) for card in hand]
    lay_row(picture, (18, y), cards, STEP, WIDTH - 2 * 18)


def _shards(picture: Image.Image, y: int, shards: Sequence[int]) -> None:
    """Draw the spellshards in hand, each with its sign and its name; if there are many, only with signs."""
    names = [say(SHORT_NAMES[shard]) for shard in shards]
    widths = [60 + 8 + text_width(name, "strong", 40) for name in names]
    gap = max(4, min(30, (WIDTH - 2 * 12 - sum(widths)) // max(1, len(shards))))
    named = sum(widths) + gap * (len(shards) - 1) <= WIDTH - 2 * 12
    x = 12
    for shard, name, width in zip(shards, names, widths, strict=True):
        put_centred(picture, signs.shard_sign(shard, 60, MOON, NIGHT), (x + 30, y + 28))
        if named:
            write(picture, (x + 66, y + 28), name, "strong", 40, PARCHMENT)
        x += width + gap if named else 90


# -- Other pictures


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    table = view.table
    title = say(_TITLES[table.ending or "gave-up"])
    figures = [
        # Translators: under numbers, as the next two
        (say("{done} of {all}", done=table.freed, all=table.wanted), say("ravens freed")),
        (say("{done} of {all}", done=table.health, all=FULL_HEALTH), say("health left")),
        (str(table.round), say("rounds")),
    ]
    picture = ending(title, names[0], headline, figures, band(table.freed), won=table.ending == "won")
    return encode(picture, _palette())


_TITLES = {
    "won": later("The ravens are free"),
    "fallen": later("The ravens were too strong"),
    "lost": later("The wood has closed"),
    "gave-up": later("You turned back"),
}


def band(freed: int) -> Image.Image:
    """The edge of the wood, 300 px high: the wanderer, and all ravens on a bough. Freed ones have a green rim."""
    picture = wood.edge().copy()
    put_centred(picture, signs.wanderer(150), (170, 202))
    for place in range(RAVENS):
        x, y = wood.perch(place)
        put_centred(picture, signs.raven(90, SAFE if place < freed else PARCHMENT), (x, y - 40))
    return picture


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
        ((later("attack {sum}"), (1, 6), 7, EMBER), (later("defence {sum}"), (33, 31, 10), 8, SAFE))
    ):
        y = 24 + line * (ROW + 16)
        for place, card in enumerate(cards):
            put(picture, signs.card(card), (300 + place * 110, y))
        write_whole(picture, (720, y + 66), say(text, sum=figure), "display", 62, colour, width=WIDTH - 730)
    put_centred(picture, signs.raven(150), (140, 100))
    put_centred(picture, signs.wanderer(150), (140, 262))
    return picture


def _rules_shards() -> Image.Image:
    picture = canvas(560)
    for place, shard in enumerate(SHARDS):
        x, y = 60 + place % 4 * 285, 20 + place // 4 * 270
        put(picture, slab(240, 250, signs.SHARD, MOON), (x, y))
        put_centred(picture, signs.shard_sign(shard, 120), (x + 120, y + 88))
        rank = rank_sign(shard)
        write(picture, (x + 76, y + 204), rank, "strong", 44, PARCHMENT, "mm")
        put_centred(picture, signs.suit_sign(shard // 13, 40, MOON), (x + 32, y + 204))
        write_whole(
            picture, (x + 102, y + 204), say(SHORT_NAMES[shard]), "strong", 40, PARCHMENT, width=134, height=72, step=36
        )
    return picture


def specimen() -> bytes:
    """Cards, ravens, the wanderer, hearts and spellshards."""
    return encode(_specimen(), _palette())


def _specimen() -> Image.Image:
    picture = canvas(1660)
    for row, cards in enumerate((range(26, 34), STRENGTH, FLIGHT, (10, 23, 36, 49, *SHARDS))):
        for place, number in enumerate(cards):
            put(picture, signs.card(number, marked=place == 1, faded=place == 2), (12 + place * 98, 12 + row * 152))
    for place, rim in enumerate((PARCHMENT, GOLD, SAFE)):
        put(picture, signs.raven(72, rim), (20 + place * 90, 640))
    put(picture, signs.wanderer(74), (310, 640))
    put(picture, signs.heart(True), (420, 646))
    put(picture, signs.heart(False), (490, 646))
    put(picture, _count(3), (570, 650))
    put(picture, signs.back(), (660, 620))
    for place, look in enumerate(((wood.ROCK, PARCHMENT), (SAFE, SHADE), (GOLD, SHADE))):
        put(picture, wood.stone("G11", *look), (790 + place * 90, 650))
    picture.paste(_rules_shards(), (0, 780))
    picture.paste(band(3), (0, 1360))
    return picture


@drawn_once(1)
def _palette() -> Image.Image:
    with speaking(ENGLISH):
        return palette_of((*THEME_COLOURS, *signs.COLOURS, *wood.COLOURS), [wood.wood(), _specimen()], SHADES)
