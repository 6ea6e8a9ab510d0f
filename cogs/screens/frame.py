"""What screens are put together from: the frame of the hall or of a game, and the picture of a position."""

from collections.abc import Sequence

from engine import AnyView
from engine.sentences import shortened
from render import PICTURES
from render.text import ALT_LIMIT
from tables.play.model import PlayerView, Table

from ..games import WORDS
from .names import names, plain_names
from .screen import Block, Drawing, Picture, Screen, Text

RESULT = "result.png"
HALL_COLOUR = 0xC9A227  # of messages that belong to no game
EARLIER = Picture("The table as it stood earlier.")  # in a message that keeps its picture
IN_WORDS = " /board text:True tells all of it; /preferences makes words the rule."


def framed(text: str, below: Sequence[Block] = (), *, picture: Picture | None = None) -> Screen:
    """A message that belongs to no game: the picture and the text if there are any, then `below`."""
    above = list[Block]([picture] if picture else [])
    if text:
        above.append(Text(text))
    return Screen(HALL_COLOUR, (*above, *below))


def of_game(game: str, *blocks: Block) -> Screen:
    """A message in a game's own colour."""
    return Screen(WORDS[game].colour, blocks)


def notice(text: str, game: str) -> Screen:
    return of_game(game, Text(text))


def position(seen: PlayerView, *, worded: bool = False) -> Picture:
    """The table with what this view's seat alone knows. `worded`: for somebody who reads it, so all of it in words."""
    return Picture(
        gist(seen.table, seen.view),
        Drawing(PICTURES[seen.table.game].board, (seen.view, seen.table.names())),
        words=described(seen.table, seen.view) if worded else None,
    )


def still(seen: PlayerView, alt: str, *, worded: bool) -> Picture:
    """The picture of the position that a message keeps, under a text of its own."""
    return Picture(alt, words=described(seen.table, seen.view) if worded else None)


def result(seen: PlayerView, headline: str, *, worded: bool = False) -> Picture:
    """How a finished game went. It has nothing that the position doesn't tell, nor has it more words."""
    drawing = Drawing(PICTURES[seen.table.game].result, (seen.view, seen.table.names(), headline))
    return Picture(headline, drawing, RESULT, "" if worded else None)


def gist(table: Table, view: AnyView) -> str:
    """The alternative text of a board: the gist of the public position, and the way to all of it."""
    said = PICTURES[table.game].alt(view, plain_names(table))
    return shortened(said, ALT_LIMIT - len(IN_WORDS)) + IN_WORDS


def described(table: Table, view: AnyView) -> str:
    """The whole position as this view has it, in lines of a message's text."""
    return PICTURES[table.game].describe(view, names(table))
