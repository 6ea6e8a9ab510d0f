"""A question to a computer player and its answer, as bytes: all that goes to the process which thinks, and comes back.

A question holds a view, the moves and what was heard, and no state: so a player can't look at one by mistake.
"""

import contextlib
import hashlib
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Self

import msgspec

from engine import AnyGame, AnyView, BaseEvent, Chance, Data, IllegalMove, Playthrough, decode, encode, rules
from languages import ENGLISH, speaking, spoken

from . import PLAYERS
from .analysis import BUDGET, Judged, judge
from .player import Strength, Weighed
from .playout import Playout, play_out

What = Literal["move", "rule", "opinion", "judgement", "playout"]
TOLD_ALL = 3  # a line with at most so many moves gets a sentence for each move
SENTENCE = re.compile(r"(?<=[.!?])\s")
Line = tuple[Data, ...]  # moves that one press makes, one after the other


class Question(msgspec.Struct, frozen=True):
    """A question to a seat's computer player. Views, moves and events are JSON, as the engine writes them."""

    what: What  # rule: a move by rules of thumb alone
    game: str
    rules: int  # Game.version
    strength: Strength
    view: msgspec.Raw
    moves: msgspec.Raw  # those that are legal, two at least
    heard: msgspec.Raw  # since the deal
    luck: str  # the seed of the player's own Chance
    wished: msgspec.Raw = msgspec.Raw(b"[]")  # of an opinion: the lines that somebody asks about
    made: msgspec.Raw = msgspec.Raw(b"null")  # the move to be judged, or played out
    allowed: int = BUDGET  # the work that judging it may take
    language: str = ENGLISH  # of an opinion's sentences

    @property
    def key(self) -> str:
        """A hash: the same for equal questions only."""
        return hashlib.sha256(encode(self)).hexdigest()

    @classmethod
    def about(
        cls,
        game: AnyGame,
        what: What,
        strength: Strength,
        view: AnyView,
        moves: Sequence[Data],
        history: Sequence[BaseEvent],
        *,
        luck: str,
        wished: Sequence[Line] = (),
        made: Data | None = None,
    ) -> Self:
        """Make a question. `luck` may contain the deal's seed, because only its hash is sent."""
        return cls(
            what=what,
            game=game.key,
            rules=game.version,
            strength=strength,
            view=msgspec.Raw(encode(view)),
            moves=msgspec.Raw(encode(moves)),
            heard=msgspec.Raw(encode(history)),
            luck=hashlib.sha256(luck.encode()).hexdigest(),
            wished=msgspec.Raw(encode(wished)),
            made=msgspec.Raw(encode(made)),
            language=spoken() if what == "opinion" else ENGLISH,
        )


class Answer(msgspec.Struct, frozen=True):
    move: msgspec.Raw = msgspec.Raw(b"null")
    opinion: msgspec.Raw = msgspec.Raw(b"[]")
    reasons: tuple[str, ...] = ()
    judged: msgspec.Raw = msgspec.Raw(b"null")
    playout: Playout | None = None
    failed: str = ""  # where in the code the player raised an error, without anything that it saw


class Opinion(NamedTuple):
    """What a player thinks of the legal moves, best first, and of each line that somebody asked about, in order."""

    weighed: tuple[Weighed[Any], ...]
    reasons: tuple[str, ...]


def answer(question: bytes) -> bytes:
    """The player's move, opinion, judgement, or playout. The same question always gets the same answer."""
    decoded: Question = decode(Question, question)
    game, player = rules(decoded.game, decoded.rules), PLAYERS[decoded.game]
    assert game is not None
    view = decode(game.view_type, decoded.view)
    moves = decode(_list_of(game.move), decoded.moves)
    heard = decode(_list_of(game.event), decoded.heard)
    luck = Chance(decoded.luck)
    if decoded.what == "opinion":
        lines = decode(_list_of(_list_of(game.move)), decoded.wished)
        with speaking(decoded.language):
            weighed = player.weigh(view, moves, heard, luck)
            reasons = tuple([_reason(game, view, line, heard, decoded.luck) for line in lines])
        return encode(Answer(opinion=msgspec.Raw(encode(weighed)), reasons=reasons))
    if decoded.what == "judgement":
        judged = judge(player, view, moves, heard, decode(game.move, decoded.made), luck, allowed=decoded.allowed)
        return encode(Answer(judged=msgspec.Raw(encode(judged))))
    choose = player.rule if decoded.what == "rule" else player.strengths[decoded.strength]
    if decoded.what == "playout":
        made = decode(game.move, decoded.made)
        return encode(Answer(playout=play_out(player, choose, view, made, heard, decoded.luck)))
    return encode(Answer(move=msgspec.Raw(encode(choose(view, moves, heard, luck)))))


def _reason(game: AnyGame, view: AnyView, line: Line, heard: Sequence[BaseEvent], luck: str) -> str:
    """A sentence for each move of the line; if there are many, for the first and the last.

    What chance decides in between is imagined.
    """
    reason = PLAYERS[game.key].reason
    reasons = [reason(view, line[0], heard)]
    imagined = Playthrough(game, game.imagine(view, Chance(f"{luck}/line")), Chance(f"{luck}/played"))
    seat = imagined.to_act
    with contextlib.suppress(IllegalMove):
        for before, move in pairwise(line):
            imagined.play(before)
            reasons.append(reason(imagined.view(seat), move, heard))
    *brief, last = [*[SENTENCE.split(sentence)[0] for sentence in reasons[:-1]], reasons[-1]]
    return " ".join(dict.fromkeys([*brief[: TOLD_ALL - 1 if len(line) <= TOLD_ALL else 1], last]))


def read_move(game: AnyGame, answered: bytes, moves: Sequence[Data]) -> Data:
    """The move, one of `moves`. Raises ValueError if this is no answer, with a message that names no card."""
    move: Data = _read(answered, lambda read: decode(game.move, read.move))
    return _among(moves, move)


def read_opinion(game: AnyGame, answered: bytes, moves: Sequence[Data]) -> Opinion:
    """The opinion, about at least one of `moves`. Raises ValueError as `read_move` does."""
    opinion: Opinion = _read(
        answered,
        lambda read: Opinion(decode(tuple[Weighed[game.move], ...], read.opinion), read.reasons),  # type: ignore[name-defined]
    )
    if not opinion.weighed:
        raise ValueError("no opinion")
    for weighed in opinion.weighed:
        _among(moves, weighed.move)
    return opinion


def read_judgement(answered: bytes) -> Judged:
    """The judgement. Raises ValueError as `read_move` does."""
    judged: Judged = _read(answered, lambda read: decode(Judged, read.judged))
    return judged


def read_playout(answered: bytes) -> Playout:
    """The playout. Raises ValueError as `read_move` does."""
    playout: Playout | None = _read(answered, lambda read: read.playout)
    if playout is None or not 0 <= playout.share <= 1 or playout.choices < 0:
        raise ValueError("no outcome")
    return playout


def _read(answered: bytes, part: Callable[[Answer], Any]) -> Any:
    try:
        read: Answer = decode(Answer, answered)
        result = None if read.failed else part(read)
    except msgspec.MsgspecError:
        raise ValueError("no answer") from None
    if read.failed:
        raise ValueError(read.failed)
    return result


def _among(moves: Sequence[Data], move: Data) -> Data:
    if move not in moves:
        raise ValueError("an illegal move")
    return move


def _list_of(kind: Any) -> Any:
    return tuple[kind, ...]
