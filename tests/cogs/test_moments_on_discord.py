"""Moments on Discord: what has just happened moves once, for those who haven't seen it, and then stands still."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from simcord.results import ResponseMessage

from engine import GAMES, heard
from engine.hexaract.events import Averted, Defeated, Passed
from engine.wyverns_knot.events import Saved
from render import PICTURES

from ..engine.players import Played, Setup, playthrough, uniform
from .hall import World, alts, labels, world
from .positions import Position, write
from .solitaires import chosen, deal, script, start
from .tour import GAME as KNOT

HEXARACT = "hexaract"
NAMES = ("Ann", "Bob", "Cat")


def moving(here: World, message: ResponseMessage) -> dict[str, int]:
    """By the name of a picture: how many frames it has."""
    names = [attachment.filename for attachment in message.attachments]
    frames = [getattr(Image.open(io.BytesIO(one)), "n_frames", 1) for one in here.pictures(message)]
    return dict(zip(names, frames, strict=True))


def until(played: list[Played], *kinds: type[Any]) -> list[Played]:
    """The moves up to the first that leads to one of these events."""
    last = next(n for n, one in enumerate(played) if any(isinstance(e, kinds) for e in heard(one.step.events, None)))
    return played[: last + 1]


@pytest.mark.parametrize("wish", [{}, {"moving": "off"}, {"form": "words-first"}])
async def test_a_moment_of_a_solitaire_moves_once_where_its_player_wants_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: dict[str, str]
) -> None:
    seed, played = script(HEXARACT, False)
    course = until(chosen(HEXARACT, played), Defeated, Passed, Averted)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        if wish:
            await here.slash(ann, "preferences", **wish)
        message = await start(here, ann, HEXARACT)
        for one in course:
            assert moving(here, message) == {"board.png": 1}
            before = len(here.env.http_requests)
            await here.make(ann, message, one.move)
        assert len(here.env.http_requests) == before + 2, "acknowledged and answered, as any move"
        assert (moving(here, message)["board.gif"] > 5) == (not wish)
        news, _, gist = alts(message)[0].rpartition("\n")
        if "form" not in wish:  # else the text tells it
            assert any(fate in news for fate in (" is defeated.", " is passed.", " is averted."))
        assert gist.startswith(PICTURES[HEXARACT].alt(GAMES[HEXARACT].view(here.state(), 0), ["Ann"]))
        sent = len(here.env.http_requests)
        await here.bot.services.presenter.show_and_wait(here.table()["id"])
        assert len(here.env.http_requests) == sent, "it stands there already"
        await here.press(ann, message, "Give up")
        assert set(moving(here, message)) == {"board.gif"}, "the picture stays"
        await here.press(ann, message, "Keep playing")
        assert moving(here, message) == {"board.gif": 1}, "once is enough"


async def test_the_end_of_a_solitaire_moves_and_stays_when_the_next_is_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed, played = script(HEXARACT, False)
    deal(monkeypatch, seed)
    last = chosen(HEXARACT, played)[-1]
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await write(here, Position(HEXARACT, 1, None, last.state))
        await here.restart()
        message = (await here.slash(ann, "play", game=HEXARACT)).response
        assert message
        await here.make(ann, message, last.move)
        assert moving(here, message)["result.gif"] > 5
        pictures = here.pictures(message)
        await here.press(ann, message, "Play again")
        assert here.pictures(message) == pictures
        assert "Play again" not in labels(message)


@pytest.mark.parametrize("wanted", [True, False])
async def test_a_moment_of_a_table_moves_on_its_new_board_unless_somebody_there_minds(
    tmp_path: Path, wanted: bool
) -> None:
    games = (playthrough(Setup(KNOT, 3, KNOT.options()), f"eggs/{number}", uniform) for number in range(20))
    last = next(one for game in games for one in game if any(isinstance(e, Saved) for e in one.step.events))
    async with world(tmp_path, *NAMES) as here:
        if not wanted:
            await here.slash(here.members[2], "preferences", moving="off")
        await write(here, Position(KNOT.key, 3, KNOT.options(), last.state))
        await here.restart()
        acting = here.seats()[KNOT.to_act(last.state) or 0]
        await here.slash(acting, "board")
        panel = await here.play(acting)
        await here.make(acting, panel, last.move)
        assert (moving(here, here.board)["board.gif"] > 5) is wanted
        assert "hatches" in alts(here.board)[0]
        assert moving(here, panel) == {"board.png": 1}, "they see it on the board, beside it"
        await here.bot.services.presenter.show_again(
            await here.bot.store.tables.get(here.table()["id"]), here.env.backend.snowflake()
        )
        shown = moving(here, here.board)
        assert shown["board.gif"] == (shown["board.gif"] if wanted else 1)
