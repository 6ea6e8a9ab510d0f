"""Cards, quest tiles, adventures and heroes of Advyria.

A card is a small number: 0 to 3 the four kinds, 4 a Joker, and 5 + a for the card of adventure a. A tile is its
adventure, or GOLD. The names are ours, and so are the counts: the designer's are lost with his pictures.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from languages import later, later_as, listed, say, say_as, say_many

KNIGHT, WARRIOR, FAIRY, WIZARD, JOKER = range(5)
SETS = (KNIGHT, WARRIOR, FAIRY)  # what is played in sets
CARDS = (later("Knight of Fortune"), later("Warrior"), later("Fairy"), later("Wizard"), later("Joker"))
PLURALS = (later("Knights of Fortune"), later("Warriors"), later("Fairies"), later("Wizards"), later("Jokers"))
ONE_OF = (later("a Knight of Fortune"), later("a Warrior"), later("a Fairy"), later("a Wizard"), later("a Joker"))

RED, BLUE, YELLOW, GREEN = range(4)
COLOURS = (later("red"), later("blue"), later("yellow"), later("green"))


class Adventure(NamedTuple):
    name: str
    short: str
    colour: int
    sign: str  # on its card and its tile


ADVENTURES = (
    Adventure(later("The Griffin's Egg"), later_as("an adventure, short", "Griffin's Egg"), RED, "egg"),
    Adventure(later("The Bandit Queen"), later_as("an adventure, short", "Bandit Queen"), RED, "mask"),
    Adventure(later("The Burning Tower"), later_as("an adventure, short", "Burning Tower"), RED, "tower"),
    Adventure(later("The Sunken Bell"), later_as("an adventure, short", "Sunken Bell"), BLUE, "bell"),
    Adventure(later("The Frost Mirror"), later_as("an adventure, short", "Frost Mirror"), BLUE, "mirror"),
    Adventure(later("The Kraken's Pearl"), later_as("an adventure, short", "Kraken's Pearl"), BLUE, "shell"),
    Adventure(later("The Sun King's Crown"), later_as("an adventure, short", "Sun King's Crown"), YELLOW, "crown"),
    Adventure(later("The Fallen Star"), later_as("an adventure, short", "Fallen Star"), YELLOW, "star"),
    Adventure(later("The Miser's Key"), later_as("an adventure, short", "Miser's Key"), YELLOW, "key"),
    Adventure(later("The Emerald Serpent"), later_as("an adventure, short", "Emerald Serpent"), GREEN, "serpent"),
    Adventure(later("The Wishing Tree"), later_as("an adventure, short", "Wishing Tree"), GREEN, "tree"),
    Adventure(later("The Moss Giant"), later_as("an adventure, short", "Moss Giant"), GREEN, "footprint"),
)


class Hero(NamedTuple):
    name: str  # and, after a comma, what they are
    adventures: tuple[int, int, int]  # of three colours


HEROES = (
    Hero(later("Ysra Quill, the scholar"), (3, 6, 9)),
    Hero(later("Borin Tallow, the climber"), (0, 7, 10)),
    Hero(later("Mirelle Ash, the tracker"), (1, 4, 11)),
    Hero(later("Odrick Vane, the sailor"), (2, 5, 8)),
)

FIRST_ADVENTURE_CARD = 5
COUNTS = (24, 28, 24, 14, 8, *(1,) * len(ADVENTURES))  # of each card
DECK = tuple(card for card, count in enumerate(COUNTS) for _ in range(count))

GOLD = len(ADVENTURES)
TILES = (*range(len(ADVENTURES)), *(GOLD,) * 14)


def card_of(adventure: int) -> int:
    return FIRST_ADVENTURE_CARD + adventure


def card_name(card: int) -> str:
    return say(CARDS[card]) if card < FIRST_ADVENTURE_CARD else adventure_name(card - FIRST_ADVENTURE_CARD)


def a_card(card: int) -> str:
    """A card within a sentence: "a Warrior"."""
    return say(ONE_OF[card]) if card < FIRST_ADVENTURE_CARD else card_name(card)


def counted(count: int, card: int) -> str:
    """Several cards within a sentence: "3 Warriors". There is only one card of each adventure."""
    match card:
        case 0:
            return say_many("{count} Knight of Fortune", "{count} Knights of Fortune", count)
        case 1:
            return say_many("{count} Warrior", "{count} Warriors", count)
        case 2:
            return say_many("{count} Fairy", "{count} Fairies", count)
        case 3:
            return say_many("{count} Wizard", "{count} Wizards", count)
        case 4:
            return say_many("{count} Joker", "{count} Jokers", count)
    return card_name(card)


def card_names(cards: Iterable[int]) -> str:
    counts = sorted(Counter(cards).items())
    return listed([counted(count, card) if count > 1 else a_card(card) for card, count in counts] or [say("nothing")])


def adventure_name(adventure: int) -> str:
    return say(ADVENTURES[adventure].name)


def short_name(adventure: int) -> str:
    """An adventure's name on a button, without an article."""
    return say_as("an adventure, short", ADVENTURES[adventure].short)


def colour_name(adventure: int) -> str:
    return say(COLOURS[ADVENTURES[adventure].colour])


def tile_name(tile: int) -> str:
    return say("gold") if tile == GOLD else adventure_name(tile)
