"""A hall behind real sockets with a game in progress: the bot in a process of its own, members who press and type."""

import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import simcord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from cogs.screens.press import Press
from engine import GAMES, decode
from tables.play.computers import strengths
from tables.play.lobbies import Lobbies
from tables.play.model import Request
from tables.play.tables import Tables
from tables.store.database import Database, Where

from ..cogs.hall import Lead, controls, labels, leads, text
from ..tables.stored import rows
from .nursery import Bot, Nursery
from .server import Wire

NAMES = ("ada", "ben", "cleo", "dora", "emil")
GAME = "wyverns-knot"
numbers = itertools.count(1)  # in place of the ids of interactions


@dataclass
class Hall:
    wire: Wire
    nursery: Nursery
    channel: simcord.ChannelHandle
    members: list[MemberActor]
    database: Where
    bots: list[Bot] = field(default_factory=list)  # every start, the newest last

    @property
    def bot(self) -> Bot:
        return self.bots[-1]

    @property
    def file(self) -> Path:
        """Of SQLite."""
        assert isinstance(self.database, Path)
        return self.database

    async def start(self, *, kill_at: int = 0, beat: float = 30.0, draw: bool = True, **settings: str) -> Bot:
        """A bot, ready, that has shown what was left to show. See nursery.py for what may be asked of it."""
        wanted = self.wire.identified + 1
        bot = self.nursery.start(
            self.wire,
            self.database,
            kill_at=kill_at,
            BEAT=str(beat),
            DRAW="yes" if draw else "no",
            **settings,
        )
        self.bots.append(bot)
        await self.wire.until(lambda: self.wire.identified == wanted or bot.status is not None)
        assert bot.status is None, bot.log
        await self.shown()
        return bot

    async def shown(self) -> None:
        """Wait until everything is shown."""
        await self.wire.until(lambda: not self.rows("SELECT 1 FROM tables WHERE shown < version"))

    # -- What only the database knows

    def rows(self, query: str, *values: Any) -> list[Mapping[str, Any]]:
        return rows(self.database, query, *values)

    def table(self, table_id: int = 1) -> Mapping[str, Any]:
        return self.rows("SELECT * FROM tables WHERE id = ?", table_id)[0]

    def state(self, table_id: int = 1) -> Any:
        row = self.table(table_id)
        return decode(GAMES[row["game"]].state, row["snapshot"].encode())

    def made(self, table_id: int = 1) -> list[str]:
        """The moves in the log, but forced ones."""
        query = "SELECT move FROM log WHERE table_id = ? AND kind = 'move' ORDER BY version"
        return [row["move"] for row in self.rows(query, table_id)]

    def sitting(self, table_id: int = 1) -> list[MemberActor | None]:
        """By seat."""
        taken = {
            row["seat"]: row["user_id"]
            for row in self.rows("SELECT seat, user_id FROM players WHERE table_id = ?", table_id)
        }
        by_id = {member.id: member for member in self.members}
        return [by_id.get(taken.get(seat, 0)) for seat in range(self.table(table_id)["seats"])]

    def actor(self, table_id: int = 1) -> MemberActor:
        """Whose turn it is."""
        row = self.table(table_id)
        member = self.sitting(table_id)[GAMES[row["game"]].to_act(self.state(table_id)) or 0]
        assert member
        return member

    # -- What members see and do

    def posted(self, channel: simcord.ChannelHandle | None = None) -> list[ResponseMessage]:
        """What the bot shows everybody in the channel, oldest first."""
        by_bot = self.wire.backend.bot_user.id
        sent = self.wire.messages(channel or self.channel)
        return [message for message in sent if not message.ephemeral and message._message.author_id == by_bot]

    def boards(self) -> list[ResponseMessage]:
        """Those that can be played on: one, unless something went wrong."""
        return [message for message in self.posted() if "Play" in labels(message)]

    def board(self) -> ResponseMessage:
        return self.boards()[-1]

    async def play(self, member: MemberActor) -> ResponseMessage:
        """Press Play on the board: the panel, once it is there."""
        pressed = await member.click(self.board(), label="Play")
        return await self.wire.until(lambda: panel_of(pressed))  # type: ignore[no-any-return]

    async def follow(self, member: MemberActor, panel: ResponseMessage, lead: Lead) -> InteractionResult:
        if lead.value is None:
            return await member.click(panel, custom_id=lead.custom_id)
        return await member.select(panel, [lead.value], custom_id=lead.custom_id)

    async def choose(self, member: MemberActor, panel: ResponseMessage, *path: str) -> None:
        """Go on in the panel to the question after `path`."""
        await self.follow(member, panel, lead_to(panel, *path))
        deep = len(path)
        await self.wire.until(lambda: any(lead.path[:deep] == path and lead.path[deep:] for lead in leads(panel)))

    async def scout(self, member: MemberActor, egg: str) -> InteractionResult:
        return await member.slash(self.channel, "wyrm-knot", move=egg)

    async def turn(self) -> None:
        """Whoever's turn it is scouts an egg and advances a strike dragon, by commands."""
        member, made = self.actor(), len(self.made())
        state = self.state()
        moves = GAMES[GAME].legal_moves(state)
        scout = next(move for move in moves if type(move).__name__ == "Scout")
        await member.slash(self.channel, "wyrm-knot", move=f"scout/{scout.cell}")
        await self.wire.until(lambda: len(self.made()) == made + 1)
        if GAMES[GAME].to_act(self.state()) == state.table.turn:
            row = next(iter(GAMES[GAME].legal_moves(self.state()))).row
            await member.slash(self.channel, "wyrm-knot", move=f"advance/{row}")
            await self.wire.until(lambda: len(self.made()) == made + 2)


def lead_to(panel: ResponseMessage, *path: str) -> Lead:
    return next(lead for lead in leads(panel) if lead.path == path)


def versions(message: ResponseMessage, table_id: int) -> set[int]:
    """Those of the table that a message shows: its controls carry them."""
    return {press.version for press in map(Press.read, controls(message)) if press.table_id == table_id}


def panel_of(pressed: InteractionResult) -> ResponseMessage | None:
    """The panel that Play has opened, for who pressed it alone, once it can be played on."""
    shown = (pressed.response, *pressed.followups)
    return next((one for one in shown if one and one.ephemeral and controls(one)), None)


def told(result: InteractionResult) -> str:
    """All that an interaction was answered with."""
    found = [result.response, *result.followups]
    return "\n".join(text(message) for message in found if message)


async def deal(
    database: Where, channel: simcord.ChannelHandle, members: list[MemberActor], game: str = GAME, computers: int = 0
) -> int:
    """Write a game that has just begun into the database."""
    opened = await Database.open(database)
    try:
        lobbies = Lobbies(Tables(opened))
        host, *others = members
        where: dict[str, Any] = {"guild_id": host.guild.id, "channel_id": channel.id}
        table = await lobbies.open(
            game, Request(**where, user_id=host.id, name=host.name, interaction_id=next(numbers))
        )
        for member in others:
            await lobbies.join(table.id, member.id, member.name, next(numbers))
        for _ in range(computers):
            await lobbies.add_computer(table.id, host.id, strengths(table)[-1], next(numbers))
        await lobbies.start(table.id, host.id, next(numbers))
        return table.id
    finally:
        await opened.close()


@asynccontextmanager
async def wired(nursery: Nursery, where: Where, *, seats: int = 3, computers: int = 0) -> AsyncIterator[Hall]:
    """A hall with a game of Wyvern's Knot in its channel, and no bot yet. At the end no bot has logged an error.

    `computers` of its players are computer players, besides members in `seats`.
    """
    async with Wire() as wire:
        guild = wire.env.create_guild("Hall")
        members = [guild.add_member(wire.env.create_user(name)) for name in NAMES]
        hall = Hall(wire, nursery, guild.create_text_channel("games"), members, where)
        await deal(hall.database, hall.channel, members[:seats], computers=computers)
        try:
            yield hall
        finally:
            for bot in hall.bots:
                await bot.stop()
        assert not wire.gaps
        for bot in hall.bots:
            assert not bot.errors(), bot.log
