"""Panels as people press them: what asks once more, several moves on one sheet, and messages that follow the turn."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright, expect
from simcord import interactions
from simcord.backend import serializers
from simcord.results import InteractionResult, ResponseMessage

from cogs.screens.press import Press
from engine import GAMES, Chance, advyria, hexaract
from play.page import Page
from players.advyria.sensible import choose

from ..engine.players import Setup, lasting, playthrough
from ..test_play import CHROMIUM, FLAGS
from .hall import World, controls, labels, leads, text, world
from .solitaires import deal, start
from .test_people_at_a_table import advance, scout
from .test_wyverns_knot_at_a_table import start as start_knot

ADVYRIA, HEXARACT = GAMES["advyria"], GAMES["hexaract"]
MODAL_SUBMIT = 5
applied = iter(range(10**6, 10**7))  # ids of interactions


async def play_until(here: World, moves: list[Any]) -> None:
    """Quickly, at the table itself."""
    await here.bot.store.tables.play(here.table()["id"], here.members[0].id, moves, next(applied))


# -- Danger


async def test_what_ends_the_game_asks_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending a round at whose end the damage is too much: the first press asks, and only the red one plays."""
    seed, moves = next(dying())
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        await start(here, ann, "hexaract")
        await play_until(here, moves)
        await here.slash(ann, "board")
        panel, before = here.board, here.table()
        (end,) = [lead for lead in leads(panel) if lead.path == ("end-round",)]
        await here.press(ann, panel, custom_id=end.custom_id)
        assert here.table() == before, "nothing has happened"
        assert "that ends the game" in text(panel)
        await here.press(ann, panel, "Back")
        assert here.table() == before
        assert "that ends the game" not in text(panel)
        await here.press(ann, panel, custom_id=end.custom_id)
        (sure,) = [lead for lead in leads(panel) if lead.verb == "dare"]
        assert controls(panel)[sure.custom_id]["style"] == 4, "red"
        await here.press(ann, panel, custom_id=sure.custom_id)
        assert here.table()["phase"] == "over"


async def test_a_command_asks_once_more_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, moves = next(dying())
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        await start(here, ann, "hexaract")
        await play_until(here, moves)
        before = here.table()
        asked = await here.slash(ann, "wyrm-hexaract", move="end-round")
        assert asked.response
        assert "that ends the game" in text(asked.response)
        assert here.table() == before, "nothing has happened"
        (sure,) = [lead for lead in leads(asked.response) if lead.verb == "dare"]
        await here.press(ann, asked.response, custom_id=sure.custom_id)
        assert here.table()["phase"] == "over"


def dying() -> Iterator[tuple[str, list[Any]]]:
    """Seeds, and the moves to where ending the round would lose."""
    for number in range(100):
        seed, moves = f"{number:064x}", list[Any]()
        for played in playthrough(Setup(HEXARACT, 1, HEXARACT.options()), seed, lasting):
            chosen = len(HEXARACT.legal_moves(played.state)) > 1
            if chosen and isinstance(played.move, hexaract.moves.EndRound) and played.step.state.step == "lost":
                yield seed, moves
            moves.append(played.move)


# -- Several moves on one sheet


async def discarding(here: World, monkeypatch: pytest.MonkeyPatch) -> ResponseMessage:
    """The message of a game of Advyria alone, in which three cards or more must be discarded."""
    for number in range(100):
        seed, moves = f"{number:064x}", list[Any]()
        chance = Chance(seed)
        state = ADVYRIA.new(1, ADVYRIA.alone, chance)
        for _ in range(60):
            if state.table.step == "discard" and excess(state) >= 3:
                deal(monkeypatch, seed)
                await start(here, here.members[0].user, "advyria")
                await play_until(here, moves)
                await here.slash(here.members[0].user, "board")
                return here.direct_messages(here.members[0])[-1]
            legal = ADVYRIA.legal_moves(state)
            ends = [move for move in legal if isinstance(move, advyria.moves.EndTurn)]
            moves.append(ends[0] if ends else choose(ADVYRIA.view(state, 0), legal))
            state = ADVYRIA.play(state, moves[-1], chance).state
    raise AssertionError("nobody ever holds too much")


def excess(state: Any) -> int:
    held: int = len(state.hands[0]) - state.table.players[0].level
    return held


def options(sheet: InteractionResult) -> list[str]:
    assert sheet.modal
    (label,) = sheet.modal["components"]
    return [option["value"] for option in label["component"]["options"]]


async def test_several_cards_are_discarded_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0].user
        panel = await discarding(here, monkeypatch)
        state = here.state()
        await here.press(ann, panel, "Discard…")
        sheet = await here.press(ann, panel, f"Choose {excess(here.state())} others to discard")
        assert len(options(sheet)) == len(state.hands[0]), "each card is a box of its own"
        ticked = options(sheet)[: excess(state)]
        await here.restart()  # what a sheet means stands in its custom id
        await here.tick(ann, sheet, ticked)
        assert here.state().table.step != "discard"
        logged = here.rows("SELECT move FROM log ORDER BY version DESC LIMIT ?", len(ticked))
        assert all('"discard"' in row["move"] for row in logged)
        asked = f"Choose {excess(state)} others to discard"
        assert asked not in labels(panel)
        assert "Discard" not in text(panel).splitlines()[-1], "the message follows the turn"


async def test_a_sheet_from_strangers_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes back: what isn't on it, too much or too little, a card twice, no sheet of ours at all."""
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0].user
        panel = await discarding(here, monkeypatch)
        await here.press(ann, panel, "Discard…")
        sheet = await here.press(ann, panel, f"Choose {excess(here.state())} others to discard")
        table, values, most = here.table(), options(sheet), excess(here.state())
        good = Press("ticked", table["id"], table["version"]).custom_id()
        stale = Press("ticked", table["id"], table["version"] - 1).custom_id()
        boxes = [
            (good, ticks(values[: most - 1])),
            (good, ticks(values[: most + 1])),
            (good, ticks([values[0]] * most)),
            (good, ticks(["discard/0#9", *values[: most - 1]])),
            (good, ticks(["end-turn#1", *values[: most - 1]])),
            (good, ticks([])),
            (good, []),
            (good, [*ticks(values[:most]), *ticks(values[:most])]),
            (good, [{"type": 18, "id": 1, "component": {"type": 22, "id": 2, "custom_id": "x", "values": [7, 8, 9]}}]),
            (
                good,
                [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "x", "value": "discard/0#1"}}],
            ),
            (stale, ticks(values[:most])),
            (good.replace("ticked", "unheard-of"), ticks(values[:most])),
            ("wyrm", ticks(values[:most])),
        ]
        for custom_id, components in boxes:
            record = submit(here, ann, custom_id, components, panel)
            await here.env.settle()
            assert record.responded, components
            assert here.table() == table, components
            here._check()
        record = submit(here, ann, good, ticks(values[:most]), panel)
        await here.env.settle()
        assert here.state().table.step != "discard", "only what is wrong about them was refused"


def ticks(values: list[Any]) -> list[dict[str, Any]]:
    return [{"type": 18, "id": 1, "component": {"type": 22, "id": 2, "custom_id": "moves", "values": values}}]


def typed(value: str) -> list[dict[str, Any]]:
    return [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "moves", "value": value}}]


def submit(here: World, actor: Any, custom_id: str, components: list[dict[str, Any]], message: ResponseMessage) -> Any:
    """Send a sheet, whether or not a client would."""
    backend, channel_id = here.env.backend, message._message.channel_id
    guild_id = here.members[0].guild.id if channel_id == here.channel.id else None
    data = {"custom_id": custom_id, "components": components}
    record, payload = interactions.base_payload(
        backend, type=MODAL_SUBMIT, channel_id=channel_id, guild_id=guild_id, user_id=actor.id, data=data
    )
    payload["message"] = dict(serializers.message_payload(backend, message._message))
    record.source_message_id = message.id
    backend.emit("INTERACTION_CREATE", payload)
    return record


@pytest.mark.slow
async def test_a_sheet_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the page of direct messages: only so many boxes as are wanted can be sent."""
    if CHROMIUM is None:
        pytest.skip("There is no chromium on this machine")
    async with world(tmp_path, "Ann") as here, async_playwright() as playwright:
        await discarding(here, monkeypatch)
        wanted = excess(here.state())

        async def run(operation: Any) -> Any:
            return await operation()

        page_of = Page(here.env, here.members, run, here.channel, channel_url="about:blank", assets={})
        async with page_of.serve(0) as address:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = await browser.new_page(viewport={"width": 400, "height": 860})
            await page.goto(address)
            await page.get_by_role("button", name="Discard…").click()
            await page.get_by_role("button", name=f"Choose {excess(here.state())} others to discard").click()
            boxes, send = page.get_by_role("dialog").get_by_role("checkbox"), page.get_by_role("button", name="Submit")
            for number in range(wanted):
                await expect(send).to_be_disabled()
                await boxes.nth(number).check()
            if folder := os.environ.get("SCREENSHOTS"):
                await page.screenshot(path=Path(folder) / "sheet.png")
            await send.click()
            await expect(page.get_by_role("dialog")).to_have_count(0)
            await expect(page.get_by_text("Play cards, then end your turn")).to_be_visible(timeout=30_000)
            await browser.close()
        assert here.state().table.step == "play"


# -- The private message of one's turn


async def test_a_private_message_has_the_moves_of_now(tmp_path: Path) -> None:
    """Also for who plays by the panel on the board meanwhile."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start_knot(here)
        ann = here.seats()[0]
        await scout(here, ann, 6)
        (direct,) = here.direct_messages(ann)
        assert {lead.path[0] for lead in leads(direct)} == {"advance"}
        await advance(here, ann, 0)
        assert not list(leads(direct))
