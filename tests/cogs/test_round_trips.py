"""From a press to its answer a server is waited for eight times at most, whatever was pressed."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.results import ResponseMessage
from sqlalchemy import URL

from cogs.games.words import move_path
from tables.play.model import GameRecord
from tables.store import leases
from tables.store.errors import decoded

from ..engine.players import lasting
from .hall import Actor, World, labels, leads, world
from .requests import blank_pictures
from .test_computers_at_a_table import alone_with, turn_of
from .test_daily_on_discord import ADVENT, HEXARACT, hall
from .trips import ASIDE, SHOWING, Line, Trip, line_to_file, line_to_server, of_posts, of_tables

MOST = 8
# Whoever comes first makes the deal, or reads what a server's managers have chosen; a new message is noted: two more
FIRST_OF_A_DAY = {"/daily play", "/daily play in private"}
FIRST_OF_A_SERVER = {"/play"}
# What a file is asked, statement by statement
MOVED = [
    "BEGIN IMMEDIATE",
    "INSERT INTO interactions",
    "UPDATE tables",
    "INSERT INTO log",
    "INSERT INTO timers",
    "COMMIT",
]
SHOWN = ["BEGIN IMMEDIATE", "INSERT INTO posts", "UPDATE tables", "COMMIT"]
END_OF_A_DAILY = [
    "BEGIN IMMEDIATE",
    "INSERT INTO interactions",
    "UPDATE tables",
    "UPDATE players",
    "SELECT FROM people",  # and all else that the standings are counted from
    "INSERT INTO results",
    "INSERT INTO standings",
    *("DELETE FROM departures", "DELETE FROM timers", "DELETE FROM votes"),
    "COMMIT",
    "SELECT FROM pars",  # and the streak
    *SHOWN,
]
FORGOTTEN = ("SELECT FROM posts", "SELECT FROM outbox", "INSERT INTO learners")  # by a start, or the first of a kind
KNOT = "wyverns-knot"
NAMES = ("Ann", "Bob", "Cat")
DOES = re.compile(r"(SELECT)\b.*?\b(FROM \w+)|((?:INSERT INTO|DELETE FROM|UPDATE) \w+)|(.*)", re.DOTALL)


@dataclass
class Counted:
    """Presses by kind: the trips until the answer, and all others."""

    here: World
    line: Line
    presses: dict[str, list[tuple[list[Trip], list[Trip]]]] = field(default_factory=dict)
    draw: Any = field(default_factory=lambda: Random(3).random)

    async def press(self, kind: str, press: Any) -> None:
        self.presses.setdefault(kind, []).append(await self.line.during(press))

    async def move(self, kind: str, actor: Actor, panel: ResponseMessage) -> None:
        """One move, by as many presses as it takes."""
        whole: tuple[str, ...] = move_path(lasting(self.here.game(), self.here.state(), self.draw))
        path: tuple[str, ...] = ()
        while path != whole:
            on = [lead for lead in leads(panel) if whole[: len(lead.path)] == lead.path and len(lead.path) > len(path)]
            lead = max(on, key=lambda lead: len(lead.path))
            step = "move" if lead.path == whole else "question"
            await self.press(f"{kind}: {step}", self.here.follow(actor, panel, lead))
            path = lead.path
        for sure in [lead for lead in leads(panel) if lead.verb == "dare"]:
            await self.press(f"{kind}: move", self.here.follow(actor, panel, sure))

    def check(self, *kinds: str) -> None:
        assert {*kinds} <= self.presses.keys()
        for kind, presses in self.presses.items():
            for until, after in presses:
                waited = f"{kind}: {len(until)}\n" + "\n".join(trip.statement[:90] for trip in until)
                shown = [trip for trip in after if trip.task == SHOWING]
                assert 0 < len(until) <= MOST + 2 * (kind in FIRST_OF_A_DAY | FIRST_OF_A_SERVER), waited
                own = [trip for trip in until if trip.task != SHOWING]
                looks = 2 if kind == "hint" else 1  # again after it has waited
                assert of_tables(own) <= looks, waited
                assert of_posts(own) <= looks + kind.startswith("/daily"), waited  # for the link to its message
                times = sum("INTO leases" in trip.statement for trip in shown)
                assert of_posts(shown) <= of_tables(shown) + 1, "they come with their table, unless a press writes some"
                assert of_tables(shown) <= 2 * times


@asynccontextmanager
async def counted(folder: Path, where: URL, monkeypatch: pytest.MonkeyPatch, *names: str) -> AsyncIterator[Counted]:
    monkeypatch.setattr(leases, "RENEW", 3600.0)  # simcord waits for what comes soon
    with blank_pictures(), line_to_server() as line:
        async with world(folder, *names, database=where) as here:
            line.here = here
            yield Counted(here, line)


def asked(trips: Sequence[Trip]) -> list[str]:
    """What each statement does to which table."""
    return [" ".join(filter(None, DOES.match(trip.statement).groups())) for trip in trips]  # type: ignore[union-attr]


def to_act(here: World) -> Any:
    return here.seats()[here.game().to_act(here.state()) or 0]


async def test_presses_at_a_table(tmp_path: Path, postgres: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async with counted(tmp_path, postgres, monkeypatch, *NAMES) as count:
        here, (ann, bob, cat) = count.here, count.here.members
        await count.press("/play", here.slash(ann, "play", game=KNOT))
        await count.press("Join", here.press(bob, here.board, "Join"))
        await count.press("Join", here.press(cat, here.board, "Join"))
        here.deal(f"{1:064x}")
        await count.press("Start", here.press(ann, here.board, "Start"))
        for _ in range(2):
            actor, turn = to_act(here), here.table()["turn"]
            await count.press("Play", here.press(actor, here.board, "Play"))
            await count.press("/hand", here.slash(actor, "hand"))
            panel = await here.play(actor)
            while here.table()["turn"] == turn:
                await count.move("panel", actor, panel)
        if "Undo" in labels(panel):
            await count.press("Undo", here.press(actor, panel, "Undo"))
        for _ in range(8):
            move, actor = lasting(here.game(), here.state(), count.draw), to_act(here)
            await count.press("command", here.slash(actor, "wyrm-knot", move="/".join(move_path(move))))
            if len(count.presses["command"]) > 1:
                break
        for member in here.members:
            await here.slash(member, "preferences", messages="turns")
        for _ in range(6):
            actor = to_act(here)
            direct = [message for message in here.direct_messages(actor) if [*leads(message)]]
            if direct:
                await count.move("direct message", actor.user, direct[-1])
            else:
                await here.make(actor, await here.play(actor), lasting(here.game(), here.state(), count.draw))
        count.check("/play", "Join", "Start", "Play", "/hand", "panel: move", "command", "direct message: move")


async def test_presses_at_a_table_with_computers(
    tmp_path: Path, postgres: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with counted(tmp_path, postgres, monkeypatch, "Ann") as count:
        here = count.here
        ann = await alone_with(here, KNOT, 2)
        turn, panel = here.table()["turn"], await here.play(ann)
        while turn_of(here, ann) and here.table()["turn"] == turn:
            await count.move("computers", ann, panel)
        count.check("computers: move")


async def test_presses_of_a_game_for_one(tmp_path: Path, postgres: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async with counted(tmp_path, postgres, monkeypatch, "Ann") as count:
        here, (ann,) = count.here, count.here.members
        await count.press("/play", here.slash(ann.user, "play", game=HEXARACT))
        panel = here.direct_messages(ann)[-1]
        await count.press("hint", here.press(ann.user, panel, "What would you do?"))
        await here.press(ann.user, panel, "Back")
        for _ in range(3):
            await count.move("solitaire", ann.user, panel)
        await here.press(ann.user, panel, "Give up")
        await count.press("give up", here.press(ann.user, panel, "Give up"))
        await count.press("/daily play", here.slash(ann, "daily", game=HEXARACT))
        await count.press("/daily play again", here.slash(ann, "daily", game=HEXARACT))
        daily = here.direct_messages(ann)[-1]
        await here.press(ann.user, daily, "Give up")
        await count.press("the end of a daily", here.press(ann.user, daily, "Give up"))
        await count.press("/daily play when it is over", here.slash(ann, "daily", game=HEXARACT))
        await count.press("/daily play in private", here.slash(ann.user, "daily", game=ADVENT))
        count.check("/play", "hint", "solitaire: move", "give up", "/daily play", "the end of a daily")


async def test_a_file_is_asked_little_too_and_what_it_says_is_decoded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states, decode_state = Counter[tuple[int, int]](), GameRecord._decoded
    told = Counter[str]()

    def decoding_state(loaded: GameRecord) -> Any:
        states[loaded.table.id, loaded.table.version] += 1
        return decode_state(loaded)

    def decoding_cell(kind: Any, stored: str, where: str) -> Any:
        told[where] += 1
        return decoded(kind, stored, where)

    monkeypatch.setattr(GameRecord, "_decoded", decoding_state)
    monkeypatch.setattr("tables.play.log.decoded", decoding_cell)
    with blank_pictures():
        async with hall(tmp_path) as here:
            ann, _ = here.members
            await here.slash(ann, "daily", game=HEXARACT)
            daily = here.direct_messages(ann)[-1]
            with line_to_file(here) as line:
                count = Counted(here, line)
                await count.move("daily", ann.user, daily)
                moves = len(here.rows("SELECT 1 FROM log"))
                assert moves
                assert not [*states, *told], "what was made here is known"
                here.bot.store.database.forget()  # as a start does
                for _ in range(2):
                    await count.move("daily", ann.user, daily)
                assert len(states) == 1
                assert told["log.events"] == moves
                await here.press(ann.user, daily, "Give up")
                until, after = await line.during(here.press(ann.user, daily, "Give up"))
            assert here.table()["phase"] == "over"
    assert asked([*until, *after]) == END_OF_A_DAILY
    for press in count.presses["daily: move"]:
        trips = [trip for part in press for trip in part if trip.task not in ASIDE]
        again = [one for one in asked(trips) if one not in FORGOTTEN]
        assert again == [*MOVED, *SHOWN], "but for what was forgotten, and the first move of a kind"
    assert set(states.values()) == {1}
    assert told["log.events"] == moves
