"""The log of a table: its moves in order, and what is left of them when some are taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Self

from engine import AnyGame, BaseEvent, Data, Seat, decode

from ..store.errors import decoded

Kind = Literal["move", "forced", "undo"]  # forced: an undo takes it back with the move before it


@dataclass(frozen=True)
class Entry:
    """A row of the log."""

    turn: int
    seat: Seat
    kind: Kind
    move: str
    events: str
    reveals: bool
    user_id: int | None
    version: int

    def made(self, game: AnyGame) -> Data:
        """The move of this row. Raises msgspec.MsgspecError."""
        move: Data = decode(game.move, self.move.encode())
        return move

    def decoded_events(self, game: AnyGame) -> tuple[BaseEvent, ...]:
        """The events of this row, decoded once. Raises Unreadable."""
        if "_decoded" not in self.__dict__:
            self.__dict__["_decoded"] = decoded(tuple[game.event, ...], self.events, "log.events")  # type: ignore[name-defined]
        events: tuple[BaseEvent, ...] = self.__dict__["_decoded"]
        return events

    def with_decoded(self, events: Sequence[BaseEvent]) -> Self:
        """Keep its decoded events, which are known before they are written."""
        self.__dict__["_decoded"] = tuple(events)
        return self


def without_undone(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The moves that were not taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            kept = [move for move in kept if move.version <= int(entry.move)]
        else:
            kept.append(entry)
    return tuple(kept)


def undos(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if entry.kind == "undo")
