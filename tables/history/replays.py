"""A game that is over, position by position."""

from dataclasses import dataclass, replace
from datetime import date
from typing import cast

import msgspec

from engine import AnyView, Data, IllegalMove, Seat, heard
from languages import later, say

from ..play.log import Entry
from ..play.model import (
    SOMEBODY_ELSES_DEAL,
    SOMEBODY_ELSES_WEEK,
    GameRecord,
    HeardMove,
    Outdated,
    Refused,
    Table,
)

NOT_OVER = later("This game is still going on. Its replay comes when it is over.")
NEVER_OVER = later("This game was closed before its end, so it has no replay.")
OTHER_RULES = later("The rules of {game} have changed since this game was played, so it has no replay.")
SOMEBODY = later("Somebody")  # in place of the name of a deal's player, for others


@dataclass(frozen=True)
class Finished:
    """A game that is over, with what one needs to choose it from a list."""

    table_id: int
    game: str
    day: date | None  # of its deal of the day
    at: int  # the end, in seconds since 1970
    names: tuple[str, ...]  # of who sat at it, by seat; hostile


@dataclass(frozen=True)
class Position:
    """Where the table stood when somebody was to move, or at the end."""

    view: AnyView
    heard: tuple[HeardMove, ...]  # what has led here from the position before


@dataclass(frozen=True)
class Replay:
    """A game that is over, without the moves that were taken back."""

    table: Table
    seat: Seat | None  # of who looks; None: they had none at the end
    all_open: bool  # all that was hidden is shown; else what that seat saw
    positions: tuple[Position, ...]  # the deal first, the end last


@dataclass(frozen=True)
class Replayed:
    """The positions of a game as somebody may see them, and what they were made from."""

    positions: tuple[Position, ...]
    secret: str
    history: tuple[Entry, ...]

    def is_of(self, loaded: GameRecord) -> bool:
        return (self.secret, self.history) == (loaded.secret, loaded.history)


def begun(loaded: GameRecord, user_id: int, *, own: bool) -> Replay:
    """A replay that has no positions yet. `own`: as this user's seat saw it, if they have one.

    Raises Refused while the game goes on. As long as others may play the same deal, it raises Refused for everybody but
    its own player, who sees only what they saw in the game.
    """
    game, table = loaded.game, loaded.table
    player = table.player(user_id)
    if table.phase != "over":
        raise Refused(say(NEVER_OVER) if table.phase == "closed" else say(NOT_OVER))
    if table.seed is None and player is None:
        raise Refused(say(SOMEBODY_ELSES_WEEK) if table.week else say(SOMEBODY_ELSES_DEAL))
    if table.outdated:
        raise Outdated(say(OTHER_RULES, game=game.title))
    if player is None and table.day is not None:  # played in private: they may hide, or have another name elsewhere
        table = replace(table, players=tuple([replace(player, name=say(SOMEBODY)) for player in table.players]))
    seat = player.seat if player else None
    all_open = table.seed is not None and not (own and player)
    return Replay(table, seat, all_open, ())


def played(loaded: GameRecord, seat: Seat | None, *, all_open: bool) -> Replayed:
    """Play the whole game, so call it in a thread. Raises Outdated."""
    try:
        return Replayed(_positions(loaded, seat, all_open=all_open), loaded.secret, loaded.history)
    except (IllegalMove, msgspec.MsgspecError):
        raise Outdated(say(OTHER_RULES, game=loaded.game.title)) from None


def _positions(loaded: GameRecord, seat: Seat | None, *, all_open: bool) -> tuple[Position, ...]:
    game, played = loaded.game, loaded.dealt()
    positions, heard_moves = list[Position](), list[HeardMove]()

    def view(state: Data, *, end: bool = False) -> AnyView:
        if not all_open:
            seen = game.view(state, seat)
        else:
            seen = game.revealed(state) if end and game.revealed else game.open_view(state)
        return cast(AnyView, seen)

    for entry in loaded.history:
        if entry.kind == "move":  # before a forced move nobody had to decide anything
            positions.append(Position(view(played.state), tuple(heard_moves)))
            heard_moves.clear()
        step = played.play(entry.made(game)).step
        events = heard(step.events, None if all_open else seat)  # events for one seat say “you” to its player
        heard_moves.append(HeardMove(entry.version, entry.turn, entry.seat, events, entry.kind, entry.user_id))
    return (*positions, Position(view(played.state, end=True), tuple(heard_moves)))
