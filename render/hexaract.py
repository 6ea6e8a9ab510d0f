"""The pictures and descriptions of Hexaract.

From top to bottom: round, deck and aces in play; the damage track; the path with its chips and pairs; the dice; the
supply. A pair of dice and the card it lies on carry the same mark.
"""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.decktet import CARDS, RANKS, SUITS, Kind, Suit, card_in_brief, card_name
from engine.hexaract.dice_and_chips import missing_suits, to_lose
from engine.hexaract.events import AceTaken, Averted, Defeated, Event, Happened, Hurt, Passed, Placed, TurnedUp
from engine.hexaract.state import ACES, DICE, FATAL, KINDS, PATH, PATH_CARDS, WILD, Pair, PathCard, Table, View
from engine.hexaract.telling import tell
from engine.sentences import amount, listed, sentence

from . import decktet
from .colours import BARK, CLAY, EARTH, EMBER, GOLD, NIGHT, PARCHMENT, SAFE, SAND, SHADE, THEME_COLOURS
from .ending import ending
from .marks import Box
from .moments import Effect, Moment, burst, flies, of_events
from .parts import IVORY, die
from .pictures import Pictures
from .sprites import drawn_once
from .text import ALT_LIMIT, WORDS_LIMIT, joined, lately
from .theme import MARGIN, WIDTH, canvas, encode, palette_of, put, put_centred, slab, write
from .vector import Colour, Pen, drawn, regular

TITLE = "Hexaract"
COVER = ("the Journey", "the Sailor", "the Mountain", "the Cave", "the End")
LOST = ("the Betrayal", "the Soldier", "the Calamity", "the Penitent", "the Darkness")
RULES = ("A person, a location, an exhausted event, and what they need", "Dice: what a 6 stands for")

PLACE, GAP = 374, 15  # px: the three places of the path, side by side
CARD = (300, 400)
TILT = 7.0  # degrees by which an exhausted card is turned
HEADER, TRACK, DICE_ROW, SUPPLY = 150, 122, 196, 214
BELOW = 178  # px under a path card, for its chips and for what it will do
ABOVE = 52  # px over it, for what it is
PATH_ROW = ABOVE + CARD[1] + 60 + BELOW
CHIP = 92
DIE = 136
PAIR_COLOURS: tuple[Colour, Colour] = ((98, 190, 245), (245, 146, 62))  # of the first pair and the second

# -- The board


def board(view: View, names: Sequence[str]) -> bytes:
    return encode(_board(view.table), _palette())


def _board(table: Table) -> Image.Image:
    parts = [(HEADER, _header), (TRACK, _track), (PATH_ROW, _path), (DICE_ROW, _dice), (SUPPLY, _supply)]
    if table.step in ("won", "lost"):
        parts.remove((DICE_ROW, _dice))
    if table.coming:
        parts.append((decktet.COMING, lambda picture, y, table: decktet.coming(picture, y, table.coming)))
    picture, y = canvas(MARGIN + sum(height for height, _ in parts)), MARGIN
    for height, draw in parts:
        draw(picture, y, table)
        y += height
    return picture


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on the board the cards of the path are, the damage, the dice and the chips."""
    table, right, path = view.table, WIDTH - MARGIN, MARGIN + HEADER + TRACK
    dice = path + PATH_ROW
    supply = dice if table.step in ("won", "lost") else dice + DICE_ROW
    found = {
        "the damage": Box(MARGIN, MARGIN + HEADER, right, path - 16),
        "the path": Box(MARGIN, path, right, dice - 20),
        "the dice": Box(MARGIN, dice - 6, right, dice + DICE_ROW - 12),
        "your chips": Box(MARGIN, supply, right, supply + SUPPLY - 24),
    }
    for at, place in enumerate(table.path):
        x = MARGIN + at * (PLACE + GAP)
        found[CARDS[place.card].name] = Box(x, path, x + PLACE, path + PATH_ROW - 20)
    return found


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    """A card leaves the path: it rises from an empty place, or off a new one. Who is defeated leaves a chip."""
    found = list[tuple[str, Sequence[Effect]]]()
    for event in events:
        if isinstance(event, Defeated | Passed | Averted):
            name = CARDS[event.card].name.removeprefix("the ")
            told = {"person": "is defeated", "location": "is passed", "event": "is averted"}[KINDS[event.card]]
            found.append((f"{name} {told}.", _leaving(view, event, PATH - 1 - len(found) % PATH)))
    return of_events(found)


def _leaving(view: View, event: Defeated | Passed | Averted, at: int) -> list[Effect]:
    x, y = MARGIN + at * (PLACE + GAP), MARGIN + HEADER + TRACK
    place = Box(x, y + ABOVE, x + PLACE, y + ABOVE + CARD[1])
    above = Box(x, y - CARD[1] // 2, x + PLACE, y + CARD[1] // 2)
    effects = [Effect(burst, place, (SAFE, 0.0)), Effect(flies, place, (above, _card, (event.card, False), (0.0, 0.6)))]
    if isinstance(event, Defeated):
        width, chips = (WIDTH - 2 * MARGIN) // len(ACES), places(view, [""])["your chips"]
        middle = MARGIN + width * event.suit + width // 2
        supply = Box(middle - 53, chips.top + 13, middle + 53, chips.top + 119)
        chip = Effect(flies, place, (supply, decktet.chip, (event.suit, 106), (0.2, 0.8)))
        effects += [chip, Effect(burst, supply, (GOLD, 0.75))]
    return effects


def _header(picture: Image.Image, y: int, table: Table) -> None:
    put(picture, decktet.back(88, 122), (MARGIN, y))
    write(picture, (MARGIN + 108, y + 40), str(table.deck_size), "display", 72, PARCHMENT)
    write(picture, (MARGIN + 108, y + 100), "in the deck", "text", 36, SAND)
    write(picture, (WIDTH // 2 - 60, y + 40), f"Round {table.round}", "display", 64, PARCHMENT, "mm", 330)
    write(picture, (WIDTH // 2 - 60, y + 100), _step(table), "text", 38, SAND, "mm", 420)
    for line, text in enumerate(("Aces", "in play") if table.aces else ("No ace", "in play")):
        write(picture, (770, y + 36 + 40 * line), text, "text", 36, SAND)
    for place, suit in enumerate(table.aces):
        put(picture, _ace(suit), (890 + place * 100, y))


def _step(table: Table) -> str:
    return {
        "assign": "put dice on cards",
        "resolve": "use them",
        "ace": "an ace is yours to take",
        "lose": "lose a chip",
        "won": "the path is walked",
        "lost": "lost on the path",
    }[table.step]


@drawn_once(8)
def _ace(suit: Suit) -> Image.Image:
    """A small card with the sign of a suit, 88 px wide."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0, 87, 121), 12, SHADE)
        pen.box((0, 0, 87, 116), 12, decktet.INK)
        pen.box((3, 3, 84, 113), 10, decktet.PAPER)

    face = drawn(88, 122, draw, 88)
    face.alpha_composite(decktet.suit_sign(suit, 66), (11, 42))
    write(face, (44, 25), "A", "display", 36, decktet.INK, "mm")
    return face


def _track(picture: Image.Image, y: int, table: Table) -> None:
    """Ten places of damage. The damage of the last round is marked."""
    late = sum(len(event.persons) + len(event.locations) for event in table.recent if isinstance(event, Hurt))
    put(picture, slab(WIDTH - 2 * MARGIN, TRACK - 16, BARK), (MARGIN, y))
    danger = table.damage >= FATAL - 3
    write(picture, (MARGIN + 20, y + 34), "Damage", "text", 36, SAND)
    score = f"{table.damage} of {FATAL}" if table.damage <= FATAL else str(table.damage)
    write(picture, (MARGIN + 20, y + 72), score, "strong", 40, EMBER if danger else PARCHMENT, width=150)
    for place in range(FATAL):
        state = "clear" if place >= table.damage else "late" if place >= table.damage - late else "hurt"
        put(picture, _drop(state), (MARGIN + 186 + place * 95, y + 8))


@drawn_once(4)
def _drop(state: str) -> Image.Image:
    """A place of the damage track, 84 px: a heart, whole or cloven."""
    colour, rim = {"clear": (EARTH, CLAY), "hurt": (EMBER, EMBER), "late": (EMBER, GOLD)}[state]
    heart = "M50 94 C20 72 4 52 6 32 C8 12 36 4 50 28 C64 4 92 12 94 32 C96 52 80 72 50 94Z"

    def draw(pen: Pen) -> None:
        pen.outline(heart, rim, 9)
        pen.fill(heart, colour)
        if state != "clear":
            pen.line("M50 26 L42 46 L58 58 L48 90", NIGHT, 7)

    return drawn(84, 84, draw, 108)


# -- The path


def _path(picture: Image.Image, y: int, table: Table) -> None:
    new = {card for event in table.recent if isinstance(event, TurnedUp) for card in event.cards}
    for at in range(PATH):
        x = MARGIN + at * (PLACE + GAP)
        if at >= len(table.path):
            put(picture, slab(PLACE, PATH_ROW - 20, BARK), (x, y))
            write(picture, (x + PLACE // 2, y + PATH_ROW // 2 - 20), "gone", "text", 42, CLAY, "mm")
            continue
        place = table.path[at]
        rim = EMBER if place.exhausted else GOLD if place.card in new else None
        put(picture, slab(PLACE, PATH_ROW - 20, BARK, rim), (x, y))
        put_centred(picture, _card(place.card, place.exhausted), (x + PLACE // 2, y + ABOVE + 22 + CARD[1] // 2))
        _marks(picture, x, y, table, place)
        _needs(picture, x, y + ABOVE + CARD[1] + 56, table, place)


def _sign_of(card: int) -> Kind:
    kind = KINDS[card]
    return "personality" if kind == "person" else kind


@drawn_once(64)
def _card(card: int, exhausted: bool) -> Image.Image:
    """A card of the path. An exhausted one is turned a little."""
    upright = decktet.card(card, *CARD, _sign_of(card))
    return upright.rotate(-TILT, Image.Resampling.BICUBIC, expand=True) if exhausted else upright


def _marks(picture: Image.Image, x: int, y: int, table: Table, place: PathCard) -> None:
    """What a card is, written above it, and its pairs of dice, laid on its picture."""
    kind, middle = KINDS[place.card], x + PLACE // 2
    if place.exhausted:
        put(picture, slab(PLACE - 20, 56, EMBER, radius=14), (x + 10, y + 10))
    text, colour = (f"exhausted {kind}", NIGHT) if place.exhausted else (kind, SAND)
    write(picture, (middle, y + 35), text, "strong", 38, colour, "mm", PLACE - 40)
    lying = [(number, pair) for number, pair in enumerate(table.pairs) if pair.card == place.card]
    for line, (number, pair) in enumerate(lying):
        put_centred(picture, _pair(number, pair), (middle + 36, y + ABOVE + CARD[1] - 96 - 104 * line))


@drawn_once(128)
def _pair(number: int, pair: Pair) -> Image.Image:
    """Two small dice on the mark of their pair, 230 x 100 px, with a tick once they are used."""
    plate = slab(230, 100, PAIR_COLOURS[number], NIGHT).copy()
    plate.alpha_composite(_mark(number, 52), (10, 21))
    for place, face in enumerate((pair.low, pair.high)):
        plate.alpha_composite(_die(face, 74), (68 + place * 80, 10))
    if pair.used:
        plate.alpha_composite(_used(), (78, 12))
    return plate


@drawn_once(1)
def _used() -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.line("M14 52 L42 80 L88 22", NIGHT, 22)
        pen.line("M14 52 L42 80 L88 22", SAFE, 13)

    return drawn(130, 72, draw)


@drawn_once(8)
def _mark(number: int, size: int) -> Image.Image:
    """The mark of a pair: a disc for the first, a square standing on its corner for the second."""

    def draw(pen: Pen) -> None:
        pen.fill("M50 0 L100 50 L50 100 L0 50Z" if number else regular(32, 48, (50, 50)), NIGHT)
        pen.fill("M50 16 L84 50 L50 84 L16 50Z" if number else regular(32, 36, (50, 50)), PAIR_COLOURS[number])

    return drawn(size, size, draw)


def _needs(picture: Image.Image, x: int, y: int, table: Table, place: PathCard) -> None:
    """What a card asks for, and what it does at the end of the round if it stays."""
    middle = x + PLACE // 2
    late = {event.suit for event in table.recent if isinstance(event, Placed) and event.card == place.card}
    if KINDS[place.card] == "location":
        suits = CARDS[place.card].suits
        left = middle - (len(suits) * CHIP + (len(suits) - 1) * 20) // 2
        for number, suit in enumerate(suits):
            at = (left + number * (CHIP + 20), y)
            _chip_place(picture, at, suit, suit in place.chips, suit in late)
    else:
        text = "take a chip" if KINDS[place.card] == "person" else "avert it"
        write(picture, (middle, y + 26), f"a pair of {RANKS[place.card]}:", "text", 36, SAND, "mm", PLACE - 20)
        write(picture, (middle, y + 66), text, "strong", 38, PARCHMENT, "mm", PLACE - 20)
    text, colour = _threat(table, place)
    write(picture, (middle, y + 122), text, "strong", 37, colour, "mm", PLACE - 16)


def _chip_place(picture: Image.Image, at: tuple[int, int], suit: Suit, filled: bool, late: bool) -> None:
    if late:
        put(picture, _halo(CHIP + 12), (at[0] - 6, at[1] - 6))
    put(picture, decktet.chip(suit, CHIP) if filled else decktet.empty_chip(suit, CHIP, BARK), at)


@drawn_once(4)
def _halo(size: int) -> Image.Image:
    return drawn(size, size, lambda pen: pen.disc(50, 50, 50, GOLD))


def _threat(table: Table, place: PathCard) -> tuple[str, Colour]:
    """What happens at the end of this round if the card stays."""
    match KINDS[place.card], place.exhausted:
        case "person", _:
            return "stays: 1 damage", EMBER
        case "location", True:
            return "stays: 1 damage", EMBER
        case "event", True:
            suits = to_lose(place.card, table.supply)
            names = " or ".join(SUITS[suit] for suit in suits)
            return (f"costs {names}", EMBER) if suits else ("costs nothing", SAFE)
        case _:
            return "will be exhausted", SAND


# -- Dice and chips


def _die(face: int, size: int, spent: bool = False) -> Image.Image:
    """A die. A 6 is wild, so it shines."""
    if spent:
        return die(face, size, EARTH, CLAY)
    return die(face, size, GOLD if face == WILD else IVORY, decktet.INK)


def _dice(picture: Image.Image, y: int, table: Table) -> None:
    """The five dice. Assigned ones are dark and carry the mark of their pair."""
    owners = _owners(table)
    for place, face in enumerate(table.dice):
        x, owner = MARGIN + 8 + place * (DIE + 24), owners[place]
        put(picture, _die(face, DIE, owner is not None), (x, y))
        if owner is not None:
            put_centred(picture, _mark(owner, 76), (x + DIE // 2, y + DIE // 2 - 3))
        elif face == WILD:
            write(picture, (x + DIE // 2, y + DIE + 26), "1 to 5", "text", 36, GOLD, "mm")
    x = MARGIN + 8 + DICE * (DIE + 24) + 16
    for line, number in enumerate(range(len(table.pairs))):
        pair = table.pairs[number]
        put(picture, _mark(number, 62), (x, y + 2 + 72 * line))
        name = CARDS[pair.card].name.removeprefix("the ")
        text = f"{pair.low}+{pair.high} {name}"
        write(picture, (x + 78, y + 32 + 72 * line), text, "strong", 38, PARCHMENT, width=WIDTH - MARGIN - x - 78)
    if not table.pairs:
        for line, text in enumerate(("Two dice that add up", "to a card's rank", "make a pair.")):
            write(picture, (x, y + 24 + 46 * line), text, "text", 36, SAND, width=WIDTH - MARGIN - x)


def _owners(table: Table) -> list[int | None]:
    """For each die, the pair that it belongs to."""
    owners: list[int | None] = [None] * len(table.dice)
    for number, pair in enumerate(table.pairs):
        for face in (pair.low, pair.high):
            free = next(place for place, die in enumerate(table.dice) if die == face and owners[place] is None)
            owners[free] = number
    return owners


def _supply(picture: Image.Image, y: int, table: Table) -> None:
    """The player's chips by suit; empty rings for suits they lack. Changes are marked."""
    late = {event.suit for event in table.recent if isinstance(event, Defeated | AceTaken)}
    lost = {event.suit for event in table.recent if isinstance(event, Happened) and event.suit is not None}
    lost |= {event.suit for event in table.recent if isinstance(event, Placed) and event.own}
    put(picture, slab(WIDTH - 2 * MARGIN, SUPPLY - 24, BARK), (MARGIN, y))
    width = (WIDTH - 2 * MARGIN) // len(ACES)
    for suit in ACES:
        middle, count = MARGIN + width * suit + width // 2, table.supply[suit]
        if suit in late:
            put_centred(picture, _halo(118), (middle, y + 66))
        sprite = decktet.chip(suit, 106) if count else decktet.empty_chip(suit, 106, BARK)
        put_centred(picture, sprite, (middle, y + 66))
        text = f"{SUITS[suit]} {count}"
        colour = EMBER if suit in lost else PARCHMENT if count else SAND
        write(picture, (middle, y + 152), text, "strong", 38, colour, "mm", width - 6)


# -- Other pictures


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    table = view.table
    figures = [
        (str(table.damage), "damage"),
        (str(sum(map(bool, table.supply))), "of 6 suits in hand"),
        (str(len(PATH_CARDS) - len(table.path) - table.deck_size), "of 30 cards gone"),
    ]
    title = "The path is walked" if table.step == "won" else "Lost on the path"
    won = table.step == "won"
    band = decktet.spread([decktet.number_of(name) for name in (COVER if won else LOST)])
    return encode(ending(title, names[0], headline, figures, band, won=won), _palette())


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    return encode(_rules_dice() if page == 1 else _rules_path(), _palette())


def _example(**changes: object) -> Table:
    path = (
        PathCard(decktet.number_of("the Sailor")),
        PathCard(decktet.number_of("the Castle"), chips=(1,)),
        PathCard(decktet.number_of("the Betrayal"), exhausted=True),
    )
    values = {
        "step": "assign", "round": 5, "dice": (1, 2, 5, 6, 6), "pairs": (), "path": path, "deck_size": 18,
        "supply": (1, 0, 2, 1, 1, 2), "aces": (1, 4), "damage": 3, "discard": (), "recent": (),
    }  # fmt: skip
    return Table(**{**values, **changes})  # type: ignore[arg-type]


def _rules_path() -> Image.Image:
    picture = canvas(MARGIN + PATH_ROW)
    _path(picture, MARGIN, _example())
    return picture


def _rules_dice() -> Image.Image:
    """Pairs that fit and one that doesn't."""
    picture = canvas(2 * MARGIN + 3 * 130)
    for line, (pair, text, fits) in enumerate(
        (((2, 5), "is 7, and nothing else", True), ((2, 6), "is any of 3 to 7", True), ((1, 6), "can't be 7", False))
    ):
        y = MARGIN + line * 130
        put(picture, slab(WIDTH - 2 * MARGIN, 118, BARK, SAFE if fits else EMBER), (MARGIN, y))
        for place, face in enumerate(pair):
            put(picture, _die(face, 92), (MARGIN + 30 + place * 150, y + 10))
        write(picture, (MARGIN + 151, y + 56), "+", "strong", 60, SAND, "mm")
        write(picture, (MARGIN + 310, y + 56), text, "strong", 48, PARCHMENT)
    return picture


def specimen() -> bytes:
    """The deck with its kinds, dice, chips, and a table with everything on it."""
    return encode(_specimen(), _palette())


def _specimen() -> Image.Image:
    card = decktet.number_of("the Castle")
    table = _example(pairs=(Pair(card, 1, 6), Pair(decktet.number_of("the Sailor"), 2, 6, used=True)))
    sheet, shown = decktet.deck_sheet(), _board(table)
    picture = canvas(sheet.height + shown.height + 160)
    picture.paste(sheet, (0, 0))
    picture.paste(shown, (0, sheet.height))
    for face in range(1, WILD + 1):
        put(picture, _die(face, DIE), (MARGIN + (face - 1) * 170, sheet.height + shown.height))
    return picture


@drawn_once(1)
def _palette() -> Image.Image:
    return palette_of((*THEME_COLOURS, *PAIR_COLOURS, IVORY, *decktet.COLOURS), [_specimen()])


# -- Descriptions


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the position in at most 1,024 characters."""
    table = view.table
    held = [f"{count} {SUITS[suit]}" for suit, count in enumerate(table.supply) if count]
    parts = [
        f"{TITLE}, {_score(table)}",
        f"Dice: {', '.join(map(str, table.dice))}." if table.step not in ("won", "lost") else "",
        *(_place_in_brief(table, place) for place in table.path),
        f"Chips: {', '.join(held)}." if held else "No chips.",
    ]
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters."""
    table = view.table
    told = [
        f"{TITLE}, {_score(table)}",
        f"Dice: {', '.join(map(str, table.dice))}. A 6 stands for any of 1 to 5."
        if table.step not in ("won", "lost")
        else "",
        f"Next: {_step(table)}." if table.step not in ("won", "lost") else "",
        *_pairs_in_words(table),
        *(_place_in_words(table, place) for place in table.path),
        _supply_in_words(table),
        _aces_in_words(table),
        f"Discarded, oldest first: {_named(table.discard)}." if table.discard else "",
        f"Next in the deck: {_named(table.coming)}." if table.coming else "",
        lately(tell(event).format(*names) for event in table.recent),
    ]
    return joined(told, "\n", WORDS_LIMIT)


def _score(table: Table) -> str:
    end = {"won": " The game is won.", "lost": " The game is lost."}.get(table.step, "")
    cards = amount(table.deck_size, "card")
    return f"round {table.round}: {table.damage} of {FATAL} damage, {cards} in the deck.{end}"


def _pairs_in_words(table: Table) -> list[str]:
    return [
        f"{pair.low} and {pair.high} lie on {CARDS[pair.card].name}{', used' if pair.used else ''}."
        for pair in table.pairs
    ]


def _place_in_words(table: Table, place: PathCard) -> str:
    kind = KINDS[place.card]
    state = f"{'exhausted ' if place.exhausted else ''}{kind}"
    missing = [SUITS[suit] for suit in missing_suits(place)]
    needs = f", still needs {listed(missing)}" if missing else ""
    threat = _threat(table, place)[0].removeprefix("stays: ")
    return sentence(f"{card_name(place.card)}, {state}{needs}. If it stays: {threat}.")


def _place_in_brief(table: Table, place: PathCard) -> str:
    """What it is, and what it lacks or gives."""
    lying = sum(pair.card == place.card and not pair.used for pair in table.pairs)
    state = f"{'exhausted ' if place.exhausted else ''}{KINDS[place.card]}{' with a pair' * bool(lying)}"
    missing = " ".join(SUITS[suit] for suit in missing_suits(place))
    name = CARDS[place.card].name.removeprefix("the ")
    if missing:
        return f"{name} {RANKS[place.card]}, {state} lacking {missing}."
    return f"{card_in_brief(place.card)}, {state}."


def _named(cards: Sequence[int]) -> str:
    return ", ".join(CARDS[card].name.removeprefix("the ") for card in cards)


def _supply_in_words(table: Table) -> str:
    return f"Your chips: {', '.join(f'{SUITS[suit]} {count}' for suit, count in enumerate(table.supply))}."


def _aces_in_words(table: Table) -> str:
    return f"Aces in play: {listed(SUITS[suit] for suit in table.aces)}." if table.aces else "No ace is in play."


PICTURES = Pictures[View](
    board=board,
    places=places,
    moment=moment,
    result=result,
    alt=alt,
    describe=describe,
    rules=rules,
    rules_alt=RULES,
    specimen=specimen,
    banner=lambda: decktet.spread([decktet.number_of(name) for name in COVER]),
)
