"""Nothing that somebody is shown depends on cards that are hidden from them.

Two halls with the same table, the same history and the same commitment as far as one observer knows, but other hidden
cards: that observer is sent the same bytes. In the channel the observer is everybody; in private it is each player.
A solitaire is played openly, against nobody: its message shows what its player knows, and no more.
"""

import json
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot import LIBRARIES
from cogs.games import WORDS
from engine import GAMES, Chance, Data, encode

from .engine.players import lasting
from .hall import World, world

SEED = "5a" * 32
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
OUTSIDER = "Zoe"
MORE_MOVES = 3  # made at the table after it was written
Log = tuple[dict[str, Any], ...]
Sent = dict[int | None, list[Any]]  # what each seat got in private, and everybody (None) in the channel

CASES = [
    pytest.param(key, seats, moves, marks=[] if (seats, moves) == (GAMES[key].seats[0], 9) else pytest.mark.slow)
    for key in WORDS
    for seats, moves in ((GAMES[key].seats[0], 9), (GAMES[key].seats[-1], 0), (GAMES[key].seats[0], 30))
]
CASES.append(pytest.param("forest-of-wyr", 1, 41, marks=pytest.mark.slow))  # some spellshards have been foreseen


@dataclass(frozen=True)
class Position:
    """A table in the midst of its game."""

    key: str
    seats: int
    state: Any
    log: Log
    turn: int


def position(key: str, seats: int, moves: int) -> Position:
    """After so many moves, or when the game was about to end."""
    game, draw, chance = GAMES[key], Random(moves).random, Chance(SEED)
    state, turn = game.new(seats, game.options(), chance), 1
    log: list[dict[str, Any]] = []
    while len(log) < moves or len(game.legal_moves(state)) == 1:  # a forced move is played by itself
        move, seat = lasting(game, state, draw), game.to_act(state)
        step = game.play(state, move, chance)
        if game.outcome(step.state) is not None:
            break
        log.append({"turn": turn, "seat": seat, "move": move, "events": step.events, "reveals": step.reveals})
        turn += game.to_act(step.state) != seat
        state = step.state
    return Position(key, seats, state, tuple(log), turn)


def other(position: Position, observer: int | None) -> Position:
    """The same for `observer`, with other cards where they can't see, and without what only others heard."""
    game = GAMES[position.key]
    view = game.view(position.state, observer)
    states = (game.imagine(view, Chance(f"other {number}")) for number in range(9))
    state = next((state for state in states if state != position.state), position.state)
    log = tuple({**row, "events": heard(row["events"], observer)} for row in position.log)
    return replace(position, state=state, log=log)


def heard(events: Sequence[Any], observer: int | None) -> tuple[Any, ...]:
    return tuple(event for event in events if event.audience is None or observer in event.audience)


def onward(one: Position, two: Position, observer: int | None) -> list[tuple[int, Data]]:
    """Moves that can be made at both tables and look the same to `observer`; with the seats that make them."""
    game, chance, draw = GAMES[one.key], Chance(SEED), Random(one.turn)
    first, second = one.state, two.state
    found: list[tuple[int, Data]] = []
    while len(found) < MORE_MOVES and (seat := game.to_act(first)) is not None:
        both = [move for move in game.legal_moves(first) if move in game.legal_moves(second)]
        draw.shuffle(both)
        for move in both if len(both) > 1 else ():
            steps = game.play(first, move, chance), game.play(second, move, chance)
            views = [game.view(step.state, observer) for step in steps]
            if views[0] != views[1] or heard(steps[0].events, observer) != heard(steps[1].events, observer):
                continue
            if any(game.outcome(step.state) or len(game.legal_moves(step.state)) < 2 for step in steps):
                continue
            found.append((seat, move))
            first, second = (step.state for step in steps)
            break
        else:
            break
    return found


@pytest.mark.parametrize(("key", "seats", "moves"), CASES)
async def test_what_is_sent_depends_on_nothing_hidden(tmp_path: Path, key: str, seats: int, moves: int) -> None:
    here = position(key, seats, moves)
    solo = max(GAMES[key].seats) == 1
    for observer in range(1) if solo else (None, *range(seats)):
        there = other(here, observer)
        assert there.state != here.state, "nothing is hidden: choose another position"
        made = onward(here, there, observer)
        sent, lines = await everything(here, made, tmp_path / f"here-{observer}")
        other_sent, other_lines = await everything(there, made, tmp_path / f"there-{observer}")
        assert sent[observer], "something is sent"
        assert sent[observer] == other_sent[observer]
        assert sent[None] == other_sent[None]
        assert lines == other_lines
        assert not [line for line in lines if SEED in line]


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("simcord"):
            self.lines.append(f"{record.name} {record.getMessage()}")


@contextmanager
def logged() -> Iterator[list[str]]:
    """All that a host can make the bot log."""
    handler, root = Lines(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *LIBRARIES)}
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield handler.lines
    finally:
        root.removeHandler(handler)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


async def everything(position: Position, moves: Sequence[tuple[int, Data]], folder: Path) -> tuple[Sent, list[str]]:
    """What is sent to whom at this table, while these moves are made and all is asked for; and what is logged."""
    folder.mkdir()  # noqa: ASYNC240
    async with world(folder, *NAMES[: position.seats], OUTSIDER) as here:
        await write(here, position)
        with logged() as lines:
            return await _everything(here, position, moves), lines


async def write(here: World, position: Position) -> None:
    host, *others = here.members[: position.seats]
    where: dict[str, Any] = {"guild_id": host.guild.id, "channel_id": here.channel.id}
    me: dict[str, Any] = {"user_id": host.id, "name": host.user.global_name, "interaction_id": 1}
    if max(GAMES[position.key].seats) == 1:
        table = await here.bot.solitaires.start(position.key, **where, **me)
    else:
        table = await here.bot.lobbies.open(position.key, **where, **me)
        for number, member in enumerate(others):
            await here.bot.lobbies.join(table.id, member.id, str(member.user.global_name), 10 + number)
        await here.bot.lobbies.start(table.id, host.id, 2)
    here.rows(
        "UPDATE tables SET seed = ?, snapshot = ?, version = ?, turn = ?",
        *(SEED, encode(position.state).decode(), 100 + len(position.log), position.turn),
    )
    here.rows("DELETE FROM log")  # what was forced in the deal that this one replaces
    seats = here.seats()
    for version, row in enumerate(position.log, 101):
        here.rows(
            "INSERT INTO log VALUES (?, ?, ?, ?, ?, 'move', ?, ?, ?, 0)",
            *(table.id, version, row["turn"], row["seat"], seats[row["seat"]].id),
            *(encode(row["move"]).decode(), encode(row["events"]).decode(), row["reveals"]),
        )


async def _everything(here: World, position: Position, moves: Sequence[tuple[int, Data]]) -> Sent:
    sent: Sent = {seat: [] for seat in (None, *range(position.seats))}
    members, zoe = here.seats(), here.members[-1]
    solo = max(GAMES[position.key].seats) == 1

    def keep(seat: int | None, result: InteractionResult) -> ResponseMessage:
        """An answer that only whoever asked sees."""
        message = result.response or result.followups[0]
        assert message.ephemeral
        assert message.channel_id == here.channel.id
        sent[seat].append(_bytes(here, message))
        return message

    await here.restart()  # and the table is shown
    keep(None, await here.slash(zoe, "verify", table=1))
    if solo:
        shown = (await here.slash(members[0], "board")).response
        assert shown
        for _, move in moves:
            sent[None].append(_bytes(here, shown))
            await here.make(members[0], shown, move)
        sent[0].append(_bytes(here, shown))
    else:
        keep(None, await here.slash(zoe, "board", text=True))
        keep(None, await here.press(zoe, here.board, "My hand"))
        for seat, move in moves:
            panel = await here.play(members[seat])
            await here.make(members[seat], panel, move)
            sent[seat].append(_bytes(here, panel))
            sent[None].append([_bytes(here, message) for message in here.messages()])
        for seat, member in enumerate(members):
            keep(seat, await here.slash(member, "board", text=True))
            keep(seat, await here.press(member, here.board, "My hand"))
            keep(seat, await here.press(member, here.board, "Play"))
            for message in here.direct_messages(member):
                assert here.env.backend.dm_channels[member.id] == message.channel_id
                sent[seat].append(_bytes(here, message))
    sent[None].append([_bytes(here, message) for message in here.messages()])
    assert zoe.id not in here.env.backend.dm_channels
    return sent


def _bytes(here: World, message: ResponseMessage) -> Any:
    """All of a message, its pictures too; but not the ids that Discord gives, in whatever order requests arrive."""
    known = {str(member.id) for member in here.members}
    content = json.dumps([message.content, message.components])
    content = re.sub(r"\d{17,20}", lambda found: found[0] if found[0] in known else "#", content)
    pictures = here.pictures(message)
    return content, [attachment.filename for attachment in message.attachments], pictures
