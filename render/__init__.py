"""Pictures of the games. They are drawn from views, so what a view doesn't hold can't be shown by mistake.

Every function here is pure and may run in any thread. The same arguments give the same bytes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from engine import require_every_game
from engine.game import View

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot


@dataclass(frozen=True, kw_only=True)
class Pictures(Generic[View]):
    """How one game is shown. `names` has each seat's display name, which a stranger may have chosen.

    Pictures are PNG files, 1,200 px wide. `alt` and `words` use the names as given, so escape them first.
    """

    board: Callable[[View, Sequence[str]], bytes]  # view -> the public board, or the seat's own board if `mine` is set
    result: Callable[[View, Sequence[str], str], bytes]  # the finished game, under a headline
    # (title, names of who sits, possible numbers of seats, options). None: a game for one has no lobby
    lobby: Callable[[str, Sequence[str], range, Sequence[str]], bytes] | None = None
    alt: Callable[[View, Sequence[str]], str]  # the gist of the public position, at most 1,024 characters
    words: Callable[[View, Sequence[str]], str]  # the whole position as the view has it, at most 3,500 characters
    rules: Callable[[int], bytes]  # a picture for a page of the rules
    rules_alt: Sequence[str]  # what the picture of each page shows
    specimen: Callable[[], bytes]  # palette, type, frames and signs on one sheet


PICTURES: Mapping[str, Pictures[Any]] = {
    "wyverns-knot": Pictures(
        board=wyverns_knot.board,
        result=wyverns_knot.result,
        lobby=wyverns_knot.lobby,
        alt=wyverns_knot.alt,
        words=wyverns_knot.words,
        rules=wyverns_knot.rules,
        rules_alt=wyverns_knot.RULES,
        specimen=wyverns_knot.specimen,
    ),
    "advyria": Pictures(
        board=advyria.board,
        result=advyria.result,
        lobby=advyria.lobby,
        alt=advyria.alt,
        words=advyria.words,
        rules=advyria.rules,
        rules_alt=advyria.RULES,
        specimen=advyria.specimen,
    ),
    "advent-of-the-wyrms": Pictures(
        board=advent_of_the_wyrms.board,
        result=advent_of_the_wyrms.result,
        alt=advent_of_the_wyrms.alt,
        words=advent_of_the_wyrms.words,
        rules=advent_of_the_wyrms.rules,
        rules_alt=advent_of_the_wyrms.RULES,
        specimen=advent_of_the_wyrms.specimen,
    ),
    "hexaract": Pictures(
        board=hexaract.board,
        result=hexaract.result,
        alt=hexaract.alt,
        words=hexaract.words,
        rules=hexaract.rules,
        rules_alt=hexaract.RULES,
        specimen=hexaract.specimen,
    ),
    "forest-of-wyr": Pictures(
        board=forest_of_wyr.board,
        result=forest_of_wyr.result,
        alt=forest_of_wyr.alt,
        words=forest_of_wyr.words,
        rules=forest_of_wyr.rules,
        rules_alt=forest_of_wyr.RULES,
        specimen=forest_of_wyr.specimen,
    ),
}

require_every_game("pictures", PICTURES)

__all__ = ["PICTURES", "Pictures"]
