"""The incantations that are drawn card by card."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.advent_of_the_wyrms.events import Added, Begun
from engine.advent_of_the_wyrms.incantations import (
    SIZE,
    WYRMS_CARDS,
    Incantation,
    common_suits,
    continuations,
    excuse_ranks,
    last_rank,
)
from engine.advent_of_the_wyrms.state import Table, View
from engine.decktet import COURT, EXCUSE, EXTENDED
from languages import say

from .. import decktet
from ..colours import BARK, EARTH, GOLD, PARCHMENT, SAND
from ..theme import MARGIN, WIDTH, put, slab, write, write_whole
from .layout import COLUMN, COLUMNS, GAP, STRIP_STEP, STRIPS, left_of


def draw_incantations(picture: Image.Image, y: int, view: View) -> None:
    table, fresh, left = view.table, _fresh(view.table), cards_left(view.table)
    rows = rows_of(table)
    if not rows:
        put(picture, slab(WIDTH - 2 * MARGIN, height_of(()), BARK), (MARGIN, y))
        # Translators: the next text goes on after the colon
        hints = say("Begin an incantation:"), say("three cards that share a suit, in rising rank")
        for line, hint in enumerate(hints):
            middle = (WIDTH // 2, y + height_of(()) // 2 - 30 + 60 * line)
            write_whole(picture, middle, hint, "text", 42, SAND, "mm", WIDTH - 4 * MARGIN)
    for row in rows:
        height = height_of(sets_of(table, row))
        for column, number in enumerate(row):
            cards = table.incantations[number]
            marked = {card for where, card in fresh if where == number}
            drawn_set = DrawnIncantation(number, cards, marked, bool(continuations(cards) & left), height)
            draw_incantation(picture, (left_of(column), y), drawn_set)
        y += height + GAP


def _fresh(table: Table) -> set[tuple[int, int]]:
    """The cards played in this turn, each as (incantation, card)."""
    return {(event.incantation, event.card) for event in table.recent if isinstance(event, Begun | Added)}


def rows_of(table: Table) -> list[list[int]]:
    """The incantations drawn card by card, four in a row: those in progress, and any finished just now."""
    fresh = {number for number, _ in _fresh(table)}
    numbers = [number for number, cards in enumerate(table.incantations) if len(cards) < SIZE or number in fresh]
    return [numbers[start : start + COLUMNS] for start in range(0, len(numbers), COLUMNS)]


def sets_of(table: Table, row: Sequence[int]) -> list[Incantation]:
    return [table.incantations[number] for number in row]


def height_of(row: Sequence[Incantation]) -> int:
    """The height of a row of incantations: that of the longest one, with the place for its next card."""
    places = max((min(SIZE, len(cards) + 1) for cards in row), default=2)
    return 66 + places * STRIP_STEP + 14


def cards_left(table: Table) -> set[int]:
    """The cards that can still be played: those in the hand or not yet drawn, without Wyrms cards."""
    gone = {*table.discard, *(card for cards in table.incantations for card in cards)}
    return {card for card in EXTENDED if card not in gone and card not in WYRMS_CARDS}


class DrawnIncantation(NamedTuple):
    """An incantation as it is drawn."""

    number: int
    cards: Incantation
    fresh: set[int]  # the cards of it that were just played
    can_go_on: bool
    height: int


def draw_incantation(picture: Image.Image, at: tuple[int, int], incantation: DrawnIncantation) -> None:
    (x, y), cards = at, incantation.cards
    done = len(cards) == SIZE
    put(picture, slab(COLUMN, incantation.height, EARTH if done else BARK, GOLD if done else None), at)
    write(picture, (x + 20, y + 36), str(incantation.number + 1), "display", 44, GOLD if done else PARCHMENT)
    state = say("finished") if done else say("can't go on")
    if incantation.can_go_on and not done:
        state = say("{done} of {all}", done=len(cards), all=SIZE)
    write_whole(picture, (x + COLUMN - 18, y + 36), state, "strong", 40, GOLD if done else SAND, "rm", 190, 72, 36)
    inside = x + (COLUMN - STRIPS) // 2
    for place, card in enumerate(cards):
        strip_at = (inside, y + 64 + place * STRIP_STEP)
        if card in incantation.fresh:
            put(picture, slab(STRIPS + 12, 96, GOLD), (strip_at[0] - 6, strip_at[1] - 6))
        # Translators: the Excuse counts as a card of these ranks
        note = say("as {ranks}", ranks=decktet.excuse_span(excuse_ranks(cards))) if card == EXCUSE else ""
        put(picture, decktet.strip(card, STRIPS, note), strip_at)
    if not done:
        put(picture, _next(cards, incantation.can_go_on), (inside, y + 64 + len(cards) * STRIP_STEP))


def _next(cards: Incantation, can_go_on: bool) -> Image.Image:
    """The place for the next card: the lowest rank that fits, and the suits that the set shares."""
    if not can_go_on:
        return decktet.slot(STRIPS, "-", ())
    suits = common_suits(cards)
    lowest = decktet.rank_text(last_rank(cards) + 1)
    at_least = lowest if lowest == str(COURT) else f"{lowest}+"
    if len(suits) > 3:
        return decktet.slot(STRIPS, say("{rank} of any suit", rank=at_least), ())
    return decktet.slot(STRIPS, at_least, suits)


def finished(table: Table) -> int:
    return sum(len(cards) == SIZE for cards in table.incantations)
