"""The rows of the board: round, deck and aces in play; the damage track; the path; the dice; the chips."""

from PIL import Image

from engine.decktet import SUITS, Suit
from engine.hexaract.events import AceTaken, Defeated, Happened, Hurt, Placed
from engine.hexaract.state import ACES, DICE, FATAL, WILD, Table
from languages import later, say

from .. import decktet
from ..colours import BARK, EMBER, GOLD, NIGHT, PARCHMENT, SAND
from ..theme import MARGIN, WIDTH, canvas, put, put_centred, slab, write, write_whole
from .parts import DIE, ace_sprite, die_sprite, halo, heart, pair_mark
from .path import PATH_ROW, draw_path

HEADER, TRACK, DICE_ROW, SUPPLY = 150, 122, 196, 214
STEPS = {
    "assign": later("put dice on cards"),
    "resolve": later("use them"),
    "ace": later("an ace is yours to take"),
    "lose": later("lose a chip"),
    "won": later("the path is walked"),
    "lost": later("lost on the path"),
}


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
    write_whole(picture, (MARGIN + 108, y + 100), say("in the deck"), "text", 40, SAND, width=205, height=72, step=36)
    said = say("Round {number}", number=table.round)
    write_whole(picture, (WIDTH // 2 - 60, y + 40), said, "display", 64, PARCHMENT, "mm", 330)
    write_whole(picture, (WIDTH // 2 - 60, y + 100), step_in_words(table), "text", 40, SAND, "mm", 400, 80, 38)
    aces, room = (say("Aces\nin play"), 136) if table.aces else (say("No ace\nin play"), 300)
    write_whole(picture, (748, y + 56), aces, "text", 40, SAND, width=room, height=HEADER, step=40)
    for place, suit in enumerate(table.aces):
        put(picture, ace_sprite(suit), (890 + place * 100, y))


def step_in_words(table: Table) -> str:
    return say(STEPS[table.step])


def _track(picture: Image.Image, y: int, table: Table) -> None:
    """Ten places of damage. The damage of the last round is marked."""
    late = hurt(table)
    put(picture, slab(WIDTH - 2 * MARGIN, TRACK - 16, BARK), (MARGIN, y))
    danger = table.damage >= FATAL - 3
    write_whole(picture, (MARGIN + 20, y + 34), say("Damage"), "text", 40, SAND, width=164)
    score = say("{count} of {all}", count=table.damage, all=FATAL) if table.damage <= FATAL else str(table.damage)
    write_whole(picture, (MARGIN + 20, y + 72), score, "strong", 40, EMBER if danger else PARCHMENT, width=164)
    for place in range(FATAL):
        state = "clear" if place >= table.damage else "late" if place >= table.damage - late else "hurt"
        put(picture, heart(state), heart_at(place))


def heart_at(place: int) -> tuple[int, int]:
    """The upper left corner of a place of the damage track."""
    return MARGIN + 186 + place * 95, MARGIN + HEADER + 8


def die_at(place: int) -> tuple[int, int]:
    """The upper left corner of a die."""
    return MARGIN + 8 + place * (DIE + 24), MARGIN + HEADER + TRACK + PATH_ROW


def _dice(picture: Image.Image, y: int, table: Table) -> None:
    """The five dice. Assigned ones are dark and carry the mark of their pair."""
    owners = _owners(table)
    for place, face in enumerate(table.dice):
        x, owner = die_at(place)[0], owners[place]
        put(picture, die_sprite(face, DIE, owner is not None), (x, y))
        if owner is not None:
            put_centred(picture, pair_mark(owner, 76), (x + DIE // 2, y + DIE // 2 - 3))
        elif face == WILD:
            write_whole(picture, (x + DIE // 2, y + DIE + 26), say("1 to 5"), "text", 40, GOLD, "mm", DIE + 20)
    x = MARGIN + 8 + DICE * (DIE + 24) + 16
    for line, number in enumerate(range(len(table.pairs))):
        pair = table.pairs[number]
        put(picture, pair_mark(number, 62), (x, y + 2 + 72 * line))
        text = f"{pair.low}+{pair.high} {decktet.short_name(pair.card)}"
        room = WIDTH - MARGIN - x - 78
        write_whole(
            picture, (x + 78, y + 32 + 72 * line), text, "strong", 40, PARCHMENT, width=room, height=72, step=36
        )
    if not table.pairs and (hurt(table) or lost(table)):
        _toll(picture, (x, y), table)
    elif not table.pairs:
        hint = say("Two dice that add up\nto a card's rank\nmake a pair.")
        write_whole(picture, (x, y + 70), hint, "text", 40, SAND, width=WIDTH - MARGIN - x, height=DICE_ROW, step=46)


def _toll(picture: Image.Image, at: tuple[int, int], table: Table) -> None:
    """What the end of the last round did: damage, and chips that crises cost."""
    x, y = at
    said = say("Round {number} cost", number=table.round - 1)
    write_whole(picture, (x, y + 28), said, "text", 40, SAND, width=WIDTH - MARGIN - x)
    if count := hurt(table):
        put(picture, heart("late", 76), (x, y + 62))
        x += 84 + write(picture, (x + 80, y + 98), f"\N{MULTIPLICATION SIGN}{count}", "strong", 48, EMBER) + 20
    for suit in lost(table):
        put(picture, decktet.empty_chip(suit, 76, NIGHT), (x, y + 60))
        x += 82


def hurt(table: Table) -> int:
    """The damage that the end of the last round did."""
    return sum(len(event.persons) + len(event.locations) for event in table.recent if isinstance(event, Hurt))


def lost(table: Table) -> list[Suit]:
    """The suits of the chips that the crises at the end of the last round cost."""
    return [event.suit for event in table.recent if isinstance(event, Happened) and event.suit is not None]


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
    gone = {*lost(table)}
    gone |= {event.suit for event in table.recent if isinstance(event, Placed) and event.own}
    put(picture, slab(WIDTH - 2 * MARGIN, SUPPLY - 24, BARK), (MARGIN, y))
    width = (WIDTH - 2 * MARGIN) // len(ACES)
    for suit in ACES:
        middle, count = MARGIN + width * suit + width // 2, table.supply[suit]
        if suit in late:
            put_centred(picture, halo(118), (middle, y + 66))
        sprite = decktet.chip(suit, 106) if count else decktet.empty_chip(suit, 106, BARK)
        put_centred(picture, sprite, (middle, y + 66))
        text = f"{say(SUITS[suit])} {count}"
        colour = EMBER if suit in gone else PARCHMENT if count else SAND
        write_whole(picture, (middle, y + 152), text, "strong", 40, colour, "mm", width - 6, 72, 36)
