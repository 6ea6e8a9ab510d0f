"""What holds of every answer: it comes in time however slow the database is, and once or twice makes no difference."""

import asyncio
import copy
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from cogs.discord import controls
from cogs.screens.press import SEVERAL, Press

from .hall import World, answer, labels, leads, text, world
from .solitaires import start as start_solitaire
from .test_daily_on_discord import HEXARACT, finish, hall, shown
from .test_hostile_input import BATCH, COMMAND, COMPONENT, Command, commands_of, interact, start

KNOT = "wyverns-knot"
DAY = "2026-01-01"
STRING, NUMBER = 3, 4  # options
BUTTON, MENU = 2, 3  # components
# These open a sheet, which must be the first answer, so what is on it is read before
SHEETS = {"sheet", "options"}
OWN = {"deal", "give-up", "go-on", "looked-back", "others", "past", "replay", "share", "step", "steps", "sure"}
# With these, a press gets as far as its handler can
ARGS: dict[str, tuple[str, ...]] = {
    "answer": (DAY, "0"),
    "daily": (HEXARACT, DAY),
    "fair": (DAY,),
    "in-thread": (KNOT,),
    "leaders": ("hexaract/deals", "day", DAY, "here", "picture", "0"),
    "leaders-of": ("hexaract/deals", "day", DAY, "here", "picture", "0"),
    "learn": (HEXARACT,),
    "lesson": ("1", "go-on"),
    "month": ("2026-01",),
    "open": (HEXARACT,),
    "practice": (HEXARACT, DAY),
    "riddle": (DAY,),
    "rules": (HEXARACT, "0"),
    "season": ("2025-12-29", "3", "here", "0"),
    "step": ("open", "0", ""),
    "vote": ("yes",),
    "week": ("2025-12-29", "3", "here", "0"),
    "week-table": ("2025-12-29",),
}


@contextmanager
def database_watched(here: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """What waits for the database before it is acknowledged. A task that a handler doesn't wait for may read then."""
    early, current, begin = set[str](), ContextVar[discord.Interaction]("current"), discord.Interaction.__init__

    def note(interaction: Any, **given: Any) -> None:
        begin(interaction, **given)
        current.set(interaction)  # the tasks that are begun for it know it

    def watched(use: Callable[[], Any]) -> Callable[[], Any]:
        def used() -> Any:
            if asyncio.current_task() in here.bot.underway:
                interaction = current.get()
                if not here.env.backend.interactions[interaction.id].responded:
                    early.add(str(interaction.data))
            return use()

        return used

    with monkeypatch.context() as patched:
        patched.setattr(discord.Interaction, "__init__", note)
        for name in ("read", "glance", "write"):
            patched.setattr(here.bot.store.database, name, watched(getattr(here.bot.store.database, name)))
        yield early


@contextmanager
def database_held(here: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Within, nothing is read or written before the newest interaction is acknowledged."""
    newest = list[Any]()
    monkeypatch.setattr(controls, "SOON", 0.01)

    def note(event: str, payload: Any, *_: Any) -> None:
        if event == "INTERACTION_CREATE":
            newest[:] = [here.env.backend.interactions[int(payload["id"])]]

    def held(use: Callable[[], AbstractAsyncContextManager[Any]]) -> Callable[[], AbstractAsyncContextManager[Any]]:
        @asynccontextmanager
        async def wait() -> AsyncIterator[Any]:
            while newest and not newest[0].responded:  # noqa: ASYNC110 - simcord tells nobody
                await asyncio.sleep(0.01)
            async with use() as connection:
                yield connection

        return wait

    here.env.backend.subscribers.append(note)
    with monkeypatch.context() as patched:
        for name in ("read", "glance", "write"):
            patched.setattr(here.bot.store.database, name, held(getattr(here.bot.store.database, name)))
        yield
    here.env.backend.subscribers.remove(note)


def filled(command: Command) -> dict[str, Any]:
    """What is sent for a command, with its required options alone."""
    values: dict[int, Any] = {STRING: "x", NUMBER: 1}
    options = [
        {
            "name": one["name"],
            "type": one["type"],
            "value": one["choices"][0]["value"] if one.get("choices") else values[one["type"]],
        }
        for one in command.options
        if one.get("required") and one["type"] in values
    ]
    root, _, leaf = command.name.partition(" ")
    within = [{"name": leaf, "type": 1, "options": options}] if leaf else options
    return {"id": "1", "name": root, "type": 1, "options": within}


async def test_whatever_is_asked_is_acknowledged_before_the_database_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command, and every press: at a game of several, or at one's own deal of the day."""
    async with hall(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, *_ = here.members
        await finish(here, ann, HEXARACT)
        own = here.table()["id"]
        await start(here, KNOT)
        message, table = here.board._message, here.table()["id"]
        presses = [
            Press(verb, own if verb in OWN else table, args=ARGS.get(verb, ()))
            for verb in sorted({*here.bot.handlers} - SHEETS - {"forget"})
        ]
        commands = commands_of(here.bot)
        asked: list[tuple[int, dict[str, Any]]] = [(COMMAND, filled(command)) for command in commands]
        asked += [(COMPONENT, {"custom_id": press.custom_id(), "component_type": BUTTON}) for press in presses]
        with database_watched(here, monkeypatch) as early:
            for some in (asked[first : first + BATCH] for first in range(0, len(asked), BATCH)):
                here.bot.store.database.forget()
                sent = [interact(here, ann, kind, data, message) for kind, data in some]
                await here.env.settle()
                assert all(record.responded for record in sent)
        assert not early


async def test_what_is_asked_of_a_slow_database_is_told_to_who_asks_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is for everybody is known too late."""
    async with hall(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        await finish(here, ann, HEXARACT)
        await here.slash(bob, "preferences", form="words-only")
        before = len(here.messages())
        with database_held(here, monkeypatch):
            for name in ("leaderboard", "profile"):
                for member in here.members:
                    here.bot.store.database.forget()
                    told = await here.slash(member, name)
                    assert told.ephemeral
                    assert bool(here.pictures(shown(told))) is (member is ann), "in their own form"
            assert len(here.messages()) == before
            told = await here.slash(ann, "daily", show="share", game=HEXARACT)
            assert "Here it comes" in answer(told)
            assert "**Ann** lost" in text(here.messages()[-1])
            assert "not in a server" in answer(await here.slash(ann.user, "leaderboard", scope="here"))
        message = await start_solitaire(here, ann, "advent-of-the-wyrms")
        with database_held(here, monkeypatch):
            told = await here.slash(ann, "board")
            assert "To your game" in labels(shown(told))
            assert labels(message) == ["To the newest board"]
            assert "aren't in a game" in answer(await here.slash(bob, "board"))


async def test_no_handler_is_given_two_choices(tmp_path: Path) -> None:
    """Most menus let nobody choose two, so whoever sends two has forged them."""
    async with hall(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, *_ = here.members
        own = await finish(here, ann, HEXARACT)
        table = here.table()["id"]
        await start(here, KNOT)
        sent = dict[str, Any]()
        for verb in sorted({*here.bot.handlers} - SEVERAL):
            forged = Press(verb, table, args=ARGS.get(verb, ())).custom_id()
            data = {"custom_id": forged, "component_type": MENU, "values": [str(table), "2"]}
            sent[verb] = interact(here, ann, COMPONENT, data, own._message)
        await here.env.settle()
        for verb, record in sent.items():
            assert "one thing" in answer(here._checked(InteractionResult(here.env, record))), verb


async def test_what_is_delivered_twice_can_have_two_answers(tmp_path: Path) -> None:
    """A refusal first and then a panel, or the other way round: the last one stands, and nothing goes wrong."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, _ = here.members
        delivered = list[Any]()
        here.env.backend.subscribers.append(
            lambda event, payload, *_: delivered.append(payload) if event == "INTERACTION_CREATE" else None
        )
        told = await here.slash(ann, "hand")
        assert "You aren't in a game" in answer(told)
        (first,) = delivered
        await start(here, KNOT)
        here.env.backend.emit("INTERACTION_CREATE", first)
        await here.env.settle()
        here._check()
        assert "Something went wrong" not in answer(told)
        assert "No moves since yours" in answer(told), "by now she is in a game"

        delivered.clear()
        told = await here.slash(bob, "hand")
        here.rows("UPDATE tables SET phase = 'closed'")
        here.bot.store.database.forget()
        here.env.backend.emit("INTERACTION_CREATE", delivered[0])
        await here.env.settle()
        here._check()
        assert "Something went wrong" not in answer(told)


async def test_a_press_is_answered_though_another_one_has_taken_the_picture_away_since(tmp_path: Path) -> None:
    """Discord refuses a screen that keeps a picture which isn't there any more."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start(here, KNOT)
        actor = here.seats()[here.game().to_act(here.state()) or 0]
        panel = await here.play(actor)
        asks = next(lead for lead in leads(panel) if len(lead.path) == 1)
        chosen = {"component_type": MENU, "values": [asks.value]} if asks.value else {"component_type": BUTTON}
        pressed = {"custom_id": asks.custom_id, **chosen}
        when_pressed = copy.copy(panel._message)
        panel._message.attachments = []
        record = interact(here, actor, COMPONENT, pressed, when_pressed)
        await here.env.settle()
        here._checked(InteractionResult(here.env, record))
        assert "Back" in labels(panel)
