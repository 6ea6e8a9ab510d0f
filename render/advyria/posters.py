"""The pictures around a game of Advyria: lobby, result, rules, specimen sheet."""

from collections.abc import Sequence

from engine.advyria.cards import ADVENTURES
from engine.advyria.pieces import View
from engine.advyria.rules import account

from ..lobby import lobby as shared_lobby
from ..solitaire import canvas
from ..theme import BARK, MARGIN, NIGHT, PARCHMENT, SAND, WIDTH, encode, panel, put, shown_name, write
from ..theme import GOLD as GILT
from . import land
from .board import palette as _palette
from .signs import FIELD as COLOURS

_land = land.small


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    """The scoring sheet under a headline."""
    table = view.table
    picture = canvas(240 + len(names) * 150)
    write(picture, (WIDTH // 2, 60), "Advyria", "display", 72, GILT, "mm")
    write(picture, (WIDTH // 2, 150), headline, "text", 44, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    for seat, player in enumerate(table.players):
        one, y = account(table, player), 220 + seat * 150
        put(picture, panel(WIDTH - 2 * MARGIN, 140, BARK), (MARGIN, y))
        write(picture, (MARGIN + 20, y + 40), shown_name(names[seat], seat), "strong", 44, PARCHMENT, width=800)
        told = f"coins {one.coins}, adventures {one.adventures}, hero {one.hero}, losses -{one.losses}"
        write(picture, (MARGIN + 20, y + 96), told, "text", 40, SAND, width=900)
        write(picture, (WIDTH - 60, y + 68), str(one.total), "display", 80, GILT, "rm")
    return encode(picture, _palette())


def lobby(title: str, names: Sequence[str], seats: range, options: Sequence[str]) -> bytes:
    return shared_lobby(title, names, seats, options, _land().crop((0, 100, WIDTH, 400)), _palette())


RULES = (
    "The land: seven regions, 26 quest spaces with their tiles, six guilds, roads to count",
    "The six types of cards and what they do",
    "A turn: draw three cards, play cards and sets, discard down to the hand level",
    "The twelve adventures in their four colours, and how one is completed",
    "The unfriendly manoeuvre: two cards drawn from a neighbour's richer hand, and the pawn sent to a guild",
    "The grand finale, the end, and what counts how much",
    "The four heroes, each with three adventures",
)


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    picture = canvas(400)
    write(picture, (WIDTH // 2, 200), RULES[page if 0 <= page < len(RULES) else 0], "text", 36, PARCHMENT, "mm", 1150)
    return encode(picture, _palette())


def specimen() -> bytes:
    picture = canvas(600)
    for number, adventure in enumerate(ADVENTURES):
        put(picture, panel(180, 120, COLOURS[adventure.colour]), (20 + number % 6 * 195, 20 + number // 6 * 140))
        write(picture, (110 + number % 6 * 195, 76 + number // 6 * 140), adventure.sign, "strong", 34, NIGHT, "mm")
    return encode(picture, _palette())
