"""What every game must provide to be shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from PIL import Image

from engine.game import Seat, View

from .honours import band
from .marks import Box
from .moments import Moment


@dataclass(frozen=True, kw_only=True)
class Pictures(Generic[View]):
    """How one game is shown. `names` has each seat's display name, which a stranger may have chosen.

    Pictures are PNG files, 1,200 px wide. `alt` and `describe` use the names as given, so escape them first.
    """

    board: Callable[[View, Sequence[str]], bytes]  # view -> the public board, or the seat's own board if `mine` is set
    result: Callable[[View, Sequence[str], str], bytes]  # the finished game, under a headline
    # The game that this seat has won because nobody else was left; only where players compete
    claimed: Callable[[View, Sequence[str], str, Seat], bytes] | None = None
    lobby: Callable[[str], bytes] | None = None  # (title). None: a game for one has no lobby
    alt: Callable[[View, Sequence[str]], str]  # the gist of the public position, at most 1,024 characters
    describe: Callable[[View, Sequence[str]], str]  # the whole position as the view has it, at most 3,500 characters
    # What the player to move needs first, in a hundred words; None: the whole position is short enough
    brief: Callable[[View, Sequence[str]], str] | None = None
    # The last view of a game that was given up, for its words: it is nobody's turn any more
    ended: Callable[[View], View] = lambda view: view
    rules: Callable[[int], bytes]  # a picture for a page of the rules
    rules_alt: Sequence[str]  # what the picture of each page shows
    specimen: Callable[[], bytes]  # palette, type, frames and signs on one sheet
    # (view, names): where the things are on the board that a lesson marks, by their names: “B2”, “your card 3”
    places: Callable[[View, Sequence[str]], Mapping[str, Box]] = lambda view, names: {}
    # (view, public events that led to it): the moment, if the events are one; the view is that of the board
    moment: Callable[[View, Sequence[Any]], Moment | None] = lambda view, events: None
    banner: Callable[[], Image.Image] = band  # its own band on the menu (RGB, 1,200 px wide); else the hall's pennants
