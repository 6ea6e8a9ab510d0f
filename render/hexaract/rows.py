"""The rows of the board: round, deck and aces in play; the damage track; the path; the dice; the chips."""

from PIL import Image

from engine.decktet import CARDS, SUITS
from engine.hexaract.events import AceTaken, Defeated, Happened, Hurt, Placed
from engine.hexaract.state import ACES, DICE, FATAL, WILD, Table

from .. import decktet
from ..colours import BARK, EMBER, GOLD, PARCHMENT, SAND
from ..theme import MARGIN, WIDTH, canvas, put, put_centred, slab, write
from .parts import DIE, ace_sprite, die_sprite, halo, heart, pair_mark
from .path import PATH_ROW, draw_path

HEADER, TRACK, DICE_ROW, SUPPLY = 150, 122, 196, 214


def draw_board(table: Table) -> Image.Image:
    parts = [(HEADER, _header), (TRACK, _track), (PATH_ROW, draw_path), (DICE_ROW, _dice), (SUPPLY, _supply)]
    if table.step in ("won", "lost"):
        parts.remove((DICE_ROW, _dice))
    if table.coming:
        parts.append((decktet.COMING, lambda picture, y, table: decktet.coming(picture, y, table.coming)))
    picture, y = canvas(MARGIN + sum(height for height, _ in parts)), MARGIN
    for height, draw in parts:
        draw(picture, y, table)
        y += height
    return picture


def _header(picture: Image.Image, y: int, table: Table) -> None:
    put(picture, decktet.back(88, 122), (MARGIN, y))
    write(picture, (MARGIN + 108, y + 40), str(table.deck_size), "display", 72, PARCHMENT)
    write(picture, (MARGIN + 108, y + 100), "in the deck", "text", 36, SAND)
    write(picture, (WIDTH // 2 - 60, y + 40), f"Round {table.round}", "display", 64, PARCHMENT, "mm", 330)
    write(picture, (WIDTH // 2 - 60, y + 100), step_in_words(table), "text", 38, SAND, "mm", 420)
    for line, text in enumerate(("Aces", "in play") if table.aces else ("No ace", "in play")):
        write(picture, (770, y + 36 + 40 * line), text, "text", 36, SAND)
    for place, suit in enumerate(table.aces):
        put(picture, ace_sprite(suit), (890 + place * 100, y))


def step_in_words(table: Table) -> str:
    return {
        "assign": "put dice on cards",
        "resolve": "use them",
        "ace": "an ace is yours to take",
        "lose": "lose a chip",
        "won": "the path is walked",
        "lost": "lost on the path",
    }[table.step]


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
        put(picture, heart(state), (MARGIN + 186 + place * 95, y + 8))


def _dice(picture: Image.Image, y: int, table: Table) -> None:
    """The five dice. Assigned ones are dark and carry the mark of their pair."""
    owners = _owners(table)
    for place, face in enumerate(table.dice):
        x, owner = MARGIN + 8 + place * (DIE + 24), owners[place]
        put(picture, die_sprite(face, DIE, owner is not None), (x, y))
        if owner is not None:
            put_centred(picture, pair_mark(owner, 76), (x + DIE // 2, y + DIE // 2 - 3))
        elif face == WILD:
            write(picture, (x + DIE // 2, y + DIE + 26), "1 to 5", "text", 36, GOLD, "mm")
    x = MARGIN + 8 + DICE * (DIE + 24) + 16
    for line, number in enumerate(range(len(table.pairs))):
        pair = table.pairs[number]
        put(picture, pair_mark(number, 62), (x, y + 2 + 72 * line))
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
            put_centred(picture, halo(118), (middle, y + 66))
        sprite = decktet.chip(suit, 106) if count else decktet.empty_chip(suit, 106, BARK)
        put_centred(picture, sprite, (middle, y + 66))
        text = f"{SUITS[suit]} {count}"
        colour = EMBER if suit in lost else PARCHMENT if count else SAND
        write(picture, (middle, y + 152), text, "strong", 38, colour, "mm", width - 6)
