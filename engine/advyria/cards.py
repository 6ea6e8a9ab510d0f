"""Cards, quest tiles, adventures and heroes of Advyria.

A card is a small number: 0 to 3 the four kinds, 4 a Joker, and 5 + a for the card of adventure a. A tile is its
adventure, or GOLD. The names are ours, and so are the counts: the designer's are lost with his pictures.
"""

from typing import NamedTuple

KNIGHT, WARRIOR, FAIRY, WIZARD, JOKER = range(5)
SETS = (KNIGHT, WARRIOR, FAIRY)  # what is played in sets
CARDS = ("Knight of Fortune", "Warrior", "Fairy", "Wizard", "Joker")
PLURALS = ("Knights of Fortune", "Warriors", "Fairies", "Wizards", "Jokers")

RED, BLUE, YELLOW, GREEN = range(4)
COLOURS = ("red", "blue", "yellow", "green")


class Adventure(NamedTuple):
    name: str
    colour: int
    sign: str  # on its card and its tile


ADVENTURES = (
    Adventure("The Griffin's Egg", RED, "egg"),
    Adventure("The Bandit Queen", RED, "mask"),
    Adventure("The Burning Tower", RED, "tower"),
    Adventure("The Sunken Bell", BLUE, "bell"),
    Adventure("The Frost Mirror", BLUE, "mirror"),
    Adventure("The Kraken's Pearl", BLUE, "shell"),
    Adventure("The Sun King's Crown", YELLOW, "crown"),
    Adventure("The Fallen Star", YELLOW, "star"),
    Adventure("The Miser's Key", YELLOW, "key"),
    Adventure("The Emerald Serpent", GREEN, "serpent"),
    Adventure("The Wishing Tree", GREEN, "tree"),
    Adventure("The Moss Giant", GREEN, "footprint"),
)


class Hero(NamedTuple):
    name: str
    adventures: tuple[int, int, int]  # of three colours


HEROES = (
    Hero("Ysra Quill, the scholar", (3, 6, 9)),
    Hero("Borin Tallow, the climber", (0, 7, 10)),
    Hero("Mirelle Ash, the tracker", (1, 4, 11)),
    Hero("Odrick Vane, the sailor", (2, 5, 8)),
)

FIRST_ADVENTURE_CARD = 5
COUNTS = (24, 28, 24, 14, 8, *(1,) * len(ADVENTURES))  # of each card
DECK = tuple(card for card, count in enumerate(COUNTS) for _ in range(count))

GOLD = len(ADVENTURES)
TILES = (*range(len(ADVENTURES)), *(GOLD,) * 14)


def card_of(adventure: int) -> int:
    return FIRST_ADVENTURE_CARD + adventure


def card_name(card: int) -> str:
    return CARDS[card] if card < FIRST_ADVENTURE_CARD else ADVENTURES[card - FIRST_ADVENTURE_CARD].name


def tile_name(tile: int) -> str:
    return "gold" if tile == GOLD else ADVENTURES[tile].name
