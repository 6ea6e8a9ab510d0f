"""Transcripts of a playthrough of every game, seat count and mode, in golden/, compared by test_golden.py.

    python -m tests.engine.golden [KEY]

writes them anew, or those of one game. A mode's fewest and most seats are told move by move, the seat counts between
them by their end and a digest of all states alone: that notices as much and keeps the files of a game few.

If a transcript of an existing game changes, games in progress would change too: raise the `version` of that game.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from engine import GAMES, AnyGame, encode

from ..games import trial
from .players import Played, Player, Setup, lasting, opens, playthrough, sensible

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")
SEED = "hall"


def every_table() -> list[Setup]:
    """Every game, seat count and mode, with the other options that a table has unless it chooses others."""
    tables = [
        Setup(game, seats, options) for game in GAMES.values() for seats in game.seats for options in _modes(game)
    ]
    return [table for table in tables if opens(table)]


def _modes(game: AnyGame) -> list[Any]:
    modes = get_args(get_type_hints(game.options).get("mode"))
    return [game.options(mode=mode) for mode in modes] if modes else [game.options()]


class Recording(NamedTuple):
    """Of one playthrough."""

    setup: Setup
    seed: str = SEED
    player: Player = lasting
    whole: bool = True  # told move by move

    def __str__(self) -> str:
        return f"{self.setup}-{self.seed}"


def recordings() -> list[Recording]:
    tables = every_table()
    recorded = (Recording(table, whole=_is_an_extreme(table, tables)) for table in tables)
    return [*recorded, *other_ends(tables)]


def _is_an_extreme(table: Setup, tables: Sequence[Setup]) -> bool:
    """Whether it has the fewest or the most seats of its game and mode."""
    seats = [other.seats for other in tables if (other.game, other.options) == (table.game, table.options)]
    return table.seats in (min(seats), max(seats))


def other_ends(tables: Iterable[Setup]) -> Iterator[Recording]:
    """Of games that end in one way only in the playthrough recorded first, another that ends in the other."""
    for table in tables:
        if other := trial(table.game).other_end:
            seed, player = other
            yield Recording(table, seed, {"lasting": lasting, "sensible": sensible}[player])


def path(recording: Recording) -> Path:
    setup, seed = recording.setup, recording.seed
    mode = getattr(setup.options, "mode", None)
    parts = (setup.game.key, str(setup.seats), mode, None if seed == SEED else seed)
    return FOLDER / f"{'-'.join(filter(None, parts))}.txt"


def transcript(recording: Recording) -> str:
    return "\n".join(_lines(recording)) + "\n"


def _lines(recording: Recording) -> Iterator[str]:
    setup, seed, player, whole = recording
    game, played = setup.game, list(playthrough(setup, seed, player))
    yield f"{game.title} (version {game.version}), {setup.seats} seats, {encode(setup.options).decode()}, seed {seed!r}"
    if whole:
        yield from _course(game, played)
    end = played[-1].step.state
    outcome, headline = game.outcome(end), game.headline(game.view(end, None))
    assert outcome is not None
    yield f"\n{headline} Scores {outcome.scores}, winners {[NAMES[seat] for seat in outcome.winners]}."
    digest = hashlib.sha256(b"".join(encode(made.step.state) for made in played))
    yield f"SHA-256 of all states: {digest.hexdigest()}"


def _course(game: AnyGame, played: Sequence[Played]) -> Iterator[str]:
    """The moves, what they led to, and a picture whenever the turn passes."""
    yield from _picture(game, played[0].state)
    turn = None
    for _, seat, move, step in played:
        assert seat is not None
        if seat != turn:
            turn = seat
            yield f"\n{NAMES[seat]}"
        yield f"  > {_words(move)}{'' if step.reveals else ' (can be taken back)'}"
        for event in step.events:
            to = "" if event.audience is None else f"[{', '.join(NAMES[seat] for seat in event.audience)} only] "
            yield f"    {to}{game.tell(event).format(*NAMES)}"
        if game.to_act(step.state) != seat:
            yield from _picture(game, step.state)


def _words(move: Any) -> str:
    """The move's tag and its fields."""
    fields = ", ".join(f"{name} {getattr(move, name)}" for name in move.__struct_fields__)
    return f"{move.__struct_config__.tag} {fields}".rstrip()


def _picture(game: Any, state: Any) -> Iterator[str]:
    """What a spectator sees, in lines."""
    yield from (f"  | {line}" for line in trial(game).picture(game.view(state, None).table, NAMES))


if __name__ == "__main__":
    for each in recordings():
        if sys.argv[1:] not in ([], [each.setup.game.key]):
            continue
        path(each).write_text(transcript(each), encoding="utf-8")
