"""What screens are built from: the frame of the hall or of a game, and the picture of a position."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from engine import AnyView
from engine.sentences import shortened
from languages import later, say
from render import PICTURES, moments
from render.replay import UNMARKED
from render.text import ALT_LIMIT
from tables.play.model import HeardMove, PlayerView, Table

from ..games import WORDS
from .names import plain_names, safe_names
from .screen import Block, Drawing, Picture, Screen, Text

RESULT = "result.gif"  # a GIF even if it doesn't move
MOVING = "board.gif"  # a board with a great moment, likewise
HALL_COLOUR = 0xC9A227  # of messages that belong to no game
IN_WORDS = later("/board text:True tells all of it; /preferences makes words the rule.")


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


def earlier() -> Picture:
    """The picture that a message has already, and keeps."""
    return Picture(say("The table as it stood earlier."))


def position(seen: PlayerView, *, worded: bool = False, marks: bool = True, moves: Sequence[HeardMove] = ()) -> Picture:
    """The table as this view's seat sees it. `worded`: for somebody who reads, so it has the whole position in words.

    Without `marks`, the words leave out what happened last, because the message says it already. `moves`: those that
    have just led here. If one of them was a great moment, the picture can move.
    """
    table, view, pictures = seen.table, seen.view, PICTURES[seen.table.game]
    last = told(seen)
    read = last if marks else structs.replace(last, table=structs.replace(last.table, **{UNMARKED: ()}))
    words = described(table, read) if worded else None
    drawing = pictures.board, (view, table.names())
    events = tuple([event for entry in moves for event in entry.events])
    moment = pictures.moment(view, events) if events else None
    if moment is None:
        return Picture(gist(table, last), Drawing(*drawing), words=words)
    before = (pictures.board, (moment.before, table.names())) if moment.before is not None else None
    return Picture(
        gist(table, view, f"{moment.words.format(*plain_names(table))}\n"),
        Drawing(moments.still, (drawing,)),
        MOVING,
        words,
        Drawing(moments.moving, (drawing, moment.effects, before)),
    )


def told(seen: PlayerView) -> AnyView:
    """The view that a position's words are made from. After giving up nobody chooses any more."""
    return PICTURES[seen.table.game].ended(seen.view) if seen.table.conceded else seen.view


def snapshot(table: Table, view: AnyView, *, worded: bool, last: bool = False) -> Picture:
    """A position of a finished game. `worded`: with all of it in words. `last`: nothing was played from there on."""
    pictures = PICTURES[table.game]
    read = pictures.ended(view) if last and table.conceded else view
    words = described(table, read) if worded else None
    return Picture(pictures.alt(read, plain_names(table)), Drawing(pictures.board, (view, table.names())), words=words)


def still(picture: Picture, alt: str) -> Picture:
    """The picture that a message keeps, with another alternative text."""
    return replace(picture.kept(), alt=alt)


def result(seen: PlayerView, headline: str) -> Picture:
    """The picture of how a game ended. It has no `words`: the headline and the position say the same."""
    pictures, given = PICTURES[seen.table.game], (seen.view, seen.table.names(), headline)
    claims = seen.table.won_by is not None and pictures.claimed is not None
    drawing = (pictures.claimed, (*given, seen.table.won_by)) if claims else (pictures.result, given)
    ended = (
        Drawing(moments.moving, (drawing, moments.finish(won=seen.outcome.won is not False))) if seen.outcome else None
    )
    return Picture(headline, Drawing(moments.still, (drawing,)), RESULT, "", ended)


def gist(table: Table, view: AnyView, news: str = "") -> str:
    """The alternative text of a board: the `news`, the gist of the public position, and where to read all of it."""
    text = news + PICTURES[table.game].alt(view, plain_names(table))
    in_words = f" {say(IN_WORDS)}"
    return shortened(text, ALT_LIMIT - len(in_words)) + in_words


def described(table: Table, view: AnyView) -> str:
    """The whole position as this view shows it, in lines of text."""
    return PICTURES[table.game].describe(view, safe_names(table))
