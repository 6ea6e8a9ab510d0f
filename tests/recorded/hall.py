"""An evening in the hall: who comes, what they do, and the transcript of what they were shown."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.delivery.presenter import IN_TURN
from cogs.discord import signs
from render import PICTURES, worker
from render.signs import SIGNS

from ..cogs.hall import ENGLISH, World, world
from .recorder import Line, Recorder, labelled, recording, relabelled

PICTURED = ("board", "result", "lobby")


@dataclass(frozen=True)
class Evening:
    """Played by script. `quick` ones are compared with every run of the tests."""

    play: Callable[[World], Awaitable[None]]
    names: Sequence[str]
    quick: bool
    emojis: bool
    settings: Mapping[str, Any]


EVENINGS: dict[str, Evening] = {}


def evening(
    name: str, *names: str, quick: bool = False, emojis: bool = False, **settings: Any
) -> Callable[[Callable[[World], Awaitable[None]]], Callable[[World], Awaitable[None]]]:
    """Register it. `emojis`: the application has those of all signs."""

    def register(play: Callable[[World], Awaitable[None]]) -> Callable[[World], Awaitable[None]]:
        assert name not in EVENINGS, name
        EVENINGS[name] = Evening(play, names or ("Ann", "Bob", "Cat"), quick, emojis, settings)
        return play

    return register


def record(name: str, *, drawn: bool = False, locale: str = ENGLISH, reads: str | None = None) -> list[Line]:
    """Play it. `drawn`: boards are drawn, which takes most of the time; else each is told apart by what it shows.

    `locale`: Discord's language on the server; `reads`: everybody's, if it is another one.
    """
    return asyncio.run(_record(EVENINGS[name], name, drawn=drawn, locale=locale, reads=reads))


async def _record(one: Evening, name: str, *, drawn: bool, locale: str, reads: str | None) -> list[Line]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.enter_context(_same_deals(name))
        if not drawn:
            stack.enter_context(_undrawn())
        if one.emojis:
            stack.enter_context(_emojis())
        recorder = stack.enter_context(recording())
        async with world(folder, *one.names, in_turn=IN_TURN, locale=locale, reads=reads, **one.settings) as here:
            recorder.forget()  # its start: an evening of its own has that
            _tell_time(here, recorder)
            await one.play(here)
    return recorder.lines


@contextmanager
def _same_deals(name: str) -> Iterator[None]:
    draw = Random(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tables.play.rows.secrets", SimpleNamespace(token_hex=lambda size: draw.randbytes(size).hex()))
        yield


@contextmanager
def _undrawn() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for key, pictures in PICTURES.items():
            ways: dict[str, Any] = {
                way: partial(labelled, key, way) for way in PICTURED if getattr(pictures, way) is not None
            }
            patch.setitem(PICTURES, key, replace(pictures, **ways))
        for way in ("still", "moving"):
            patch.setattr(f"render.moments.{way}", partial(relabelled, way))
        patch.setattr("cogs.delivery.pictures.Aside._paced", lambda aside, order: worker.read(worker.answered(order)))
        yield


@contextmanager
def _emojis() -> Iterator[None]:
    signs.learn({sign.word: discord.PartialEmoji(name=f"{sign.word}_lusab", id=n) for n, sign in enumerate(SIGNS, 1)})
    try:
        yield
    finally:
        signs.learn({})


def _tell_time(here: World, recorder: Recorder) -> None:
    """Restarts, and time that passes, are steps too."""
    advance, restart = here.env.advance_time, here.env.restart_bot

    async def advanced(seconds: float) -> None:
        recorder.step(f"{seconds:g} seconds pass")
        await advance(seconds)

    async def restarted(*bot: Any) -> None:
        recorder.step("the bot is started again")
        await restart(*bot)

    here.env.advance_time = advanced  # type: ignore[method-assign]
    here.env.restart_bot = restarted  # type: ignore[method-assign, assignment]
