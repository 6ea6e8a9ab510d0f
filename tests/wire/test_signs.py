"""Signs over real requests: an emoji that Discord has, and refuses all the same, costs one message and no more."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui

from bot import Settings, Wyrmhall
from cogs.delivery.dress import dress
from cogs.discord import signs
from cogs.discord.controls import sentence
from cogs.screens.frame import framed
from cogs.screens.press import Press
from cogs.screens.screen import Button, row

from .server import TOKEN, Fault, Wire

INVALID: Any = {"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}
HERE: Any = None  # an interaction, which matters only for what is forbidden in its channel
MOONS = discord.PartialEmoji(name="moons_lusab", id=1)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    signs.learn({"moons": MOONS})
    yield
    signs.learn({})
    signs._refused_at.clear()


def view() -> ui.LayoutView:
    return dress(framed("🌙", [row(Button("Go", Press("x", 1), emoji="🌙"))]))


def told(caplog: pytest.LogCaptureFixture) -> list[int]:
    return [line.levelno for line in caplog.records if line.name == signs.__name__]


async def test_a_refused_emoji_leaves_the_buttons_to_unicode_for_some_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refused = {"components": {"0": {"components": {"1": {"emoji": {"name": {"_errors": [INVALID]}}}}}}}
    async with Wire() as wire, Wyrmhall(Settings(database=tmp_path / "hall.sqlite3")) as hall:
        monkeypatch.setattr(discord.http.Route, "BASE", wire.api)
        await hall.http.static_login(TOKEN)
        channel = wire.env.create_guild().create_text_channel("games")
        there = hall.get_partial_messageable(channel.id)

        def shown() -> str:
            (*_, newest) = wire.messages(channel)
            return json.dumps(newest.components, ensure_ascii=False)

        await there.send(view=view())
        assert shown().count("moons_lusab") == 2
        wire.faults.append(Fault("POST", "/channels/*/messages", status=400, code=50035, errors=refused))
        with pytest.raises(discord.HTTPException) as raised:
            await there.send(view=view())
        assert "plain" in sentence(raised.value, HERE), "whoever pressed is told to do it again"
        await there.send(view=view())
        assert f"{MOONS}" in shown(), "a text is never refused"
        assert '"name": "🌙"' in shown()
        assert told(caplog) == [logging.WARNING]

        monkeypatch.setattr(signs, "REST", 0.0)
        await there.send(view=view())
        assert shown().count("moons_lusab") == 2
        wire.faults.append(Fault("POST", "/channels/*/messages", status=400, code=50035))
        with pytest.raises(discord.HTTPException):
            await there.send(view=view())
        assert told(caplog) == [logging.WARNING], "another fault is none of these"
