"""What a table asks of Discord: whole games in each way of playing, and their requests counted by kind.

Discord allows a bot 50 requests a second. What answers an interaction, by its token, isn't counted.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from simcord.results import ResponseMessage
from simcord.types import HttpLogEntry

from cogs.delivery.presenter import IN_TURN
from render import PICTURES
from tables.people.presence import LASTS

from ..engine.players import lasting
from .by_command import command
from .hall import World, world
from .test_computers_at_a_table import choose

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
WAYS = ("panel", "command", "direct message")
A_MOVE = 10  # seconds
SEED = f"{7:064x}"

# Of a request: its method, its path, and whether it is about a direct message (None: whichever)
KINDS = {
    "acknowledgement": ("POST", r"/interactions/.*/callback", None),
    "answer to who pressed": ("PATCH", r"/webhooks/.*/@original", None),
    "panel posted in answer": ("POST", r"/webhooks/.*", False),
    "board edited in answer": ("PATCH", r"/webhooks/.*", False),
    "board deleted in answer": ("DELETE", r"/webhooks/.*", False),
    "direct message posted in answer": ("POST", r"/webhooks/.*", True),
    "direct message edited in answer": ("PATCH", r"/webhooks/.*", True),
    "board posted": ("POST", r"/channels/\d+/messages", False),
    "board edited": ("PATCH", r"/channels/\d+/messages/\d+", False),
    "board deleted": ("DELETE", r"/channels/\d+/messages/\d+", False),
    "direct message posted": ("POST", r"/channels/\d+/messages", True),
    "direct message edited": ("PATCH", r"/channels/\d+/messages/\d+", True),
    "direct message deleted": ("DELETE", r"/channels/\d+/messages/\d+", True),
    "direct channel opened": ("POST", r"/users/@me/channels", None),
}
FREE = tuple(kind for kind, (_, path, _) in KINDS.items() if path.startswith(("/interactions/", "/webhooks/")))


@dataclass
class Count:
    """The requests of games, by kind, from the press of Start to the end."""

    turns: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def budgeted(self) -> float:
        """Requests a turn that Discord counts."""
        return sum(number for kind, number in self.kinds.items() if kind not in FREE) / self.turns

    def __add__(self, other: "Count") -> "Count":
        return Count(self.turns + other.turns, self.kinds + other.kinds)


@dataclass(frozen=True)
class Evening:
    """A game to be played and counted."""

    game: str
    people: int
    way: str
    computers: int = 0
    apart: int = 0  # seconds between two turns, besides A_MOVE for each move
    most: int = 10_000  # turns

    async def count(self, folder: Path) -> Count:
        async with world(folder, *NAMES[: self.people], in_turn=IN_TURN, looks=LASTS) as here:
            await self.start(here)
            since = len(here.env.http_requests)
            await self.play(here, Random(SEED).random)
            sent = here.env.http_requests[since:]
            direct = {member.user.dm_channel.id for member in here.members}
            return Count(here.table()["turn"], Counter(_kind(here, request, direct) for request in sent))

    async def start(self, here: World) -> None:
        """Open the lobby, and fill it."""
        host, *others = here.members
        await here.slash(host, "play", game=self.game)
        for member in others:
            await here.press(member, here.board, "Join")
        for _ in range(self.computers):
            await choose(here, host, "add")
        if self.way == "direct message":
            for member in here.members:
                await here.slash(member, "preferences", messages="turns")
        here.deal(SEED)

    async def play(self, here: World, draw: Any) -> None:
        """From the press of Start to the end."""
        await here.press(here.members[0], here.board, "Start")
        if self.way == "direct message":
            await here.env.advance_time(2 * LASTS)  # until nobody counts as looking at the channel
        while here.table()["phase"] == "playing" and here.table()["turn"] <= self.most:
            await self._turn(here, draw)

    async def _turn(self, here: World, draw: Any) -> None:
        """All moves of one person's turn."""
        game, turn = here.game(), here.table()["turn"]
        member = here.seats()[game.to_act(here.state()) or 0]
        panel: ResponseMessage | None = None
        while here.table()["phase"] == "playing" and here.table()["turn"] == turn:
            move = lasting(game, here.state(), draw)
            if self.way == "command":
                await command(here, member, game.key, move, typing=False)
            elif self.way == "direct message":
                await here.make(member.user, here.direct_messages(member)[-1], move)
            else:
                panel = panel or await here.play(member)
                await here.make(member, panel, move)
            await here.env.advance_time(A_MOVE)
        await here.env.advance_time(self.apart)


def _kind(here: World, request: HttpLogEntry, direct: Collection[int]) -> str:
    """`direct` is the ids of the channels for direct messages."""
    _, scope, *ids = request.path.split("/")
    channel_id = 0
    if scope == "channels":
        channel_id = int(ids[0])
    elif scope == "webhooks":
        backend = here.env.backend
        channel_id = backend.interactions[backend.interaction_tokens[ids[1]]].channel_id
    for kind, (method, path, private) in KINDS.items():
        alike = method == request.method and private in (None, channel_id in direct)
        if alike and re.fullmatch(path, request.path):
            return kind
    return f"{request.method} {re.sub('[0-9]+', '…', request.path)}"


COUNTED = {  # the columns of the table in docs/requests.md
    f"{short}, by {way}": Evening(game, people, way)
    for game, short, people in (("wyverns-knot", "Knot", 3), ("advyria", "Advyria", 2))
    for way in WAYS
}


def rows(counts: Mapping[str, Count]) -> list[list[str]]:
    """The table of docs/requests.md: a row for each kind of request, with its number a turn by column."""
    kinds = dict.fromkeys([*KINDS, *(kind for count in counts.values() for kind in count.kinds)])
    table = [["requests a turn", "counted", *counts]]
    for kind in kinds:
        numbers = [count.kinds[kind] / count.turns for count in counts.values()]
        if any(numbers):
            table.append([kind, "" if kind in FREE else "yes", *(f"{number:.1f}" for number in numbers)])
    return [*table, ["**counted by Discord**", "", *(f"**{count.budgeted:.1f}**" for count in counts.values())]]


@contextmanager
def blank_pictures() -> Iterator[None]:
    """Nothing is drawn: it takes most of a game's time, and changes no request."""
    blank = BytesIO()
    picture = Image.new("P", (40, 30))
    picture.putpalette([*range(256)] * 3)  # so that a pixel has a byte, as in our own files
    picture.save(blank, "PNG")
    drawn, pictures = dict(PICTURES), PICTURES
    for key, pictured in drawn.items():
        nothing: Any = {name: lambda *_: blank.getvalue() for name in ("board", "result", "lobby")}
        pictures[key] = replace(pictured, moment=lambda *_: None, **nothing)  # type: ignore[index]
    try:
        yield
    finally:
        pictures.update(drawn)  # type: ignore[attr-defined]
