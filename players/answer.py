"""A question to a computer player and its answer, as bytes: all that goes to the process which thinks, and comes back.

A question holds a view, the moves and what was heard, and no state: so a player can't look at one by mistake.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from engine import AnyGame, Chance, Data, decode, encode, rules

from . import PLAYERS
from .player import Strength, Weighed

What = Literal["move", "rule", "opinion"]


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked. What is of the game is JSON, as the engine writes it."""

    what: What  # rule: a move by rules of thumb alone
    game: str
    rules: int  # Game.version
    strength: Strength
    view: msgspec.Raw
    moves: msgspec.Raw  # those that are legal, two at least
    heard: msgspec.Raw  # since the deal
    luck: str  # the seed of the player's own Chance


class Answer(msgspec.Struct, frozen=True):
    move: msgspec.Raw = msgspec.Raw(b"null")
    opinion: msgspec.Raw = msgspec.Raw(b"[]")
    failed: str = ""  # where the player broke down; no word of what it was shown


def answer(question: bytes) -> bytes:
    """The player's move, or its opinion. The same question gives the same answer."""
    asked: Question = decode(Question, question)
    game, player = rules(asked.game, asked.rules), PLAYERS[asked.game]
    assert game is not None
    view = decode(game.view_type, asked.view)
    moves = decode(_list_of(game.move), asked.moves)
    heard = decode(_list_of(game.event), asked.heard)
    luck = Chance(asked.luck)
    if asked.what == "opinion":
        return encode(Answer(opinion=msgspec.Raw(encode(player.weigh(view, moves, heard, luck)))))
    choose = player.rule if asked.what == "rule" else player.strengths[asked.strength]
    return encode(Answer(move=msgspec.Raw(encode(choose(view, moves, heard, luck)))))


def read_move(game: AnyGame, answered: bytes, moves: Sequence[Data]) -> Data:
    """One of `moves`. Raises ValueError for what is no answer, in words that name no card."""
    try:
        read: Answer = decode(Answer, answered)
        move: Data | None = None if read.failed else decode(game.move, read.move)
    except msgspec.MsgspecError:
        raise ValueError("no answer") from None
    if move is None:
        raise ValueError(read.failed)
    if move not in moves:
        raise ValueError("an illegal move")
    return move


def read_opinion(game: AnyGame, answered: Answer) -> tuple[Weighed[Any], ...]:
    weighed: tuple[Weighed[Any], ...] = decode(tuple[Weighed[game.move], ...], answered.opinion)  # type: ignore[name-defined]
    return weighed


def _list_of(kind: Any) -> Any:
    return tuple[kind, ...]
