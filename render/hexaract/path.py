"""The path: its cards, the dice that lie on them, what they need, and what they do if they stay."""

from PIL import Image

from engine.decktet import CARDS, RANKS, SUITS, Kind, Suit
from engine.hexaract.dice_and_chips import to_lose
from engine.hexaract.events import Placed, TurnedUp
from engine.hexaract.state import KINDS, PATH, PathCard, Table
from languages import later, listed_or, say

from .. import decktet
from ..colours import BARK, CLAY, EMBER, GOLD, NIGHT, PARCHMENT, SAFE, SAND
from ..sprites import drawn_once
from ..theme import MARGIN, put, put_centred, set_in, slab, write_whole
from ..vector import Colour
from .parts import CHIP, halo, pair_sprite

PLACE, GAP = 374, 15  # px: the three places of the path, side by side
CARD = (300, 400)
TILT = 7.0  # degrees by which an exhausted card is turned
BELOW = 178  # px under a path card, for its chips and for what it will do
ABOVE = 52  # px over it, for what it is
PATH_ROW = ABOVE + CARD[1] + 60 + BELOW
UPRIGHT = {"person": later("person"), "location": later("location"), "event": later("event")}
EXHAUSTED = {
    "person": later("exhausted person"),
    "location": later("exhausted location"),
    "event": later("exhausted event"),
}


def draw_path(picture: Image.Image, y: int, table: Table) -> None:
    new = {card for event in table.recent if isinstance(event, TurnedUp) for card in event.cards}
    for at in range(PATH):
        x = MARGIN + at * (PLACE + GAP)
        if at >= len(table.path):
            put(picture, slab(PLACE, PATH_ROW - 20, BARK), (x, y))
            middle = (x + PLACE // 2, y + PATH_ROW // 2 - 20)
            write_whole(picture, middle, say("gone"), "text", 42, CLAY, "mm", PLACE - 20)
            continue
        place = table.path[at]
        rim = EMBER if place.exhausted else GOLD if place.card in new else None
        put(picture, slab(PLACE, PATH_ROW - 20, BARK, rim), (x, y))
        put_centred(picture, path_card(place.card, place.exhausted), (x + PLACE // 2, y + ABOVE + 22 + CARD[1] // 2))
        _marks(picture, x, y, table, place)
        _needs(picture, x, y + ABOVE + CARD[1] + 56, table, place)


def _sign_of(card: int) -> Kind:
    kind = KINDS[card]
    return "personality" if kind == "person" else kind


@drawn_once(64, words=True)
def path_card(card: int, exhausted: bool) -> Image.Image:
    """A card of the path. An exhausted one is turned a little."""
    upright = decktet.card(card, *CARD, _sign_of(card))
    return upright.rotate(-TILT, Image.Resampling.BICUBIC, expand=True) if exhausted else upright


def _marks(picture: Image.Image, x: int, y: int, table: Table, place: PathCard) -> None:
    """What a card is, written above it, and its pairs of dice, laid on its picture."""
    kind, middle = KINDS[place.card], x + PLACE // 2
    text, colour = (say(EXHAUSTED[kind]), NIGHT) if place.exhausted else (say(UPRIGHT[kind]), SAND)
    if place.exhausted:
        _, lines = set_in(text, "strong", 40, PLACE - 40, 72, 36)
        grown = 8 * (len(lines) - 1)
        put(picture, slab(PLACE - 20, 56 + 2 * grown, EMBER, radius=14), (x + 10, y + 10 - grown))
    write_whole(picture, (middle, y + 35), text, "strong", 40, colour, "mm", PLACE - 40, 72, 36)
    lying = [(number, pair) for number, pair in enumerate(table.pairs) if pair.card == place.card]
    for line, (number, pair) in enumerate(lying):
        put_centred(picture, pair_sprite(number, pair), (middle + 36, y + ABOVE + CARD[1] - 96 - 104 * line))


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
        # Translators: the next text goes on: what one may do with two dice of this sum
        pair = say("a pair of {sum}:", sum=RANKS[place.card])
        text = say("take a chip") if KINDS[place.card] == "person" else say("avert it")
        write_whole(picture, (middle, y + 26), pair, "text", 40, SAND, "mm", PLACE - 20)
        write_whole(picture, (middle, y + 66), text, "strong", 40, PARCHMENT, "mm", PLACE - 20)
    text, colour = (say("stays: 1 damage"), EMBER) if _hurts(place) else threat_of(table, place)
    write_whole(picture, (middle, y + 122), text, "strong", 40, colour, "mm", PLACE - 16, 72, 36)


def _chip_place(picture: Image.Image, at: tuple[int, int], suit: Suit, filled: bool, late: bool) -> None:
    if late:
        put(picture, halo(CHIP + 12), (at[0] - 6, at[1] - 6))
    put(picture, decktet.chip(suit, CHIP) if filled else decktet.empty_chip(suit, CHIP, BARK), at)


def threat_of(table: Table, place: PathCard) -> tuple[str, Colour]:
    """What happens at the end of this round if the card stays."""
    if _hurts(place):
        return say("1 damage"), EMBER
    if KINDS[place.card] != "event" or not place.exhausted:
        return say("will be exhausted"), SAND
    if suits := to_lose(place.card, table.supply):
        return say("costs {suits}", suits=listed_or(say(SUITS[suit]) for suit in suits)), EMBER
    return say("costs nothing"), SAFE


def _hurts(place: PathCard) -> bool:
    return KINDS[place.card] == "person" or (KINDS[place.card] == "location" and place.exhausted)
