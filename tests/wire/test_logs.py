"""What the log of a game in play may not say, at its most talkative and when Discord fails."""

import json
from pathlib import Path

import pytest

from engine import GAMES

from .nursery import Nursery
from .server import TOKEN, Fault
from .wired import GAME, wired

pytestmark = pytest.mark.slow


async def test_a_log_in_json_is_an_object_a_line_and_tells_no_secret(nursery: Nursery, tmp_path: Path) -> None:
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        bot = await hall.start(LOG_LEVEL="DEBUG", LOG_FORMAT="json", draw=False)
        hall.wire.faults += [
            Fault("POST", "/channels/*/messages", status=429, retry_after=0.2),
            Fault("PATCH", "/webhooks/*", status=500),
            Fault("PATCH", "/channels/*/messages/*", status=403, code=50001),
        ]
        await hall.turn()
        await hall.turn()
        await hall.shown()
        await bot.stop()
        lines = [json.loads(line) for line in bot.log.splitlines()]
        tokens = [interaction.token for interaction in hall.wire.backend.interactions.values()]
        secrets = [TOKEN, hall.table()["seed"], *tokens]
        told = json.dumps(lines)
    assert any(line["level"] == "WARNING" for line in lines), "something failed, and that was told"
    assert not [secret for secret in secrets if secret in told]
    assert tokens
    assert not [line for line in lines if "voice" in line["message"]], "what nobody needs to install"
    cards = {type(move).__name__ for move in GAMES[GAME].legal_moves(hall.state())}
    assert not [line for line in lines if any(f"{card}(" in line["message"] for card in cards)], "no move in full"
