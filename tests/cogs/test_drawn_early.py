"""While a move is committed, what its press will show is drawn already, and nothing else."""

from pathlib import Path

import pytest

from cogs.delivery import pictures
from cogs.screens.screen import Drawing
from engine.hexaract.events import Averted, Defeated, Passed
from engine.wyverns_knot.events import Saved

from ..engine.players import Setup, playthrough, uniform
from .by_command import command
from .hall import World, world
from .positions import Position, write
from .solitaires import chosen, deal, script, start
from .test_moments_on_discord import HEXARACT, NAMES, until
from .tour import GAME as KNOT


class Watched(pictures.Gallery):
    """Notes which version was committed when each drawing was begun, and which drawings were asked for."""

    def __init__(self, here: World) -> None:
        super().__init__(pictures._draw_for_a_move)
        self.here, self.asked, self.begun = here, list[Drawing](), dict[Drawing, int]()

    async def picture(self, drawing: Drawing) -> bytes:
        self.asked.append(drawing)
        return await super().picture(drawing)

    def begin(self, drawing: Drawing) -> None:
        self.begun.setdefault(drawing, self.here.table()["version"])
        super().begin(drawing)

    def early(self, version: int) -> list[str]:
        """What was begun before that version was committed, in this order: the functions that draw it."""
        early = [drawing for drawing, before in self.begun.items() if before < version]
        assert {*early} <= {*self.asked}, "nothing is drawn in vain"
        return [drawing.draw.__name__ for drawing in early]


def watch(here: World, patch: pytest.MonkeyPatch) -> Watched:
    watched = Watched(here)
    patch.setattr(pictures, "_for_moves", watched)
    return watched


@pytest.mark.parametrize("by_command", [False, True])
@pytest.mark.parametrize("form", ["pictures", "words-only"])
async def test_at_the_end_of_a_turn_the_board_and_the_players_own_picture_in_the_order_that_they_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_command: bool, form: str
) -> None:
    games = (playthrough(Setup(KNOT, 3, KNOT.options()), f"eggs/{number}", uniform) for number in range(20))
    last = next(one for game in games for one in game if any(isinstance(e, Saved) for e in one.step.events))
    async with world(tmp_path, *NAMES) as here:
        await write(here, Position(KNOT.key, 3, KNOT.options(), last.state))
        await here.restart()
        acting = here.seats()[KNOT.to_act(last.state) or 0]
        await here.slash(acting, "preferences", form=form)
        await here.slash(acting, "board")
        panel, watched = await here.play(acting), watch(here, monkeypatch)
        if by_command:
            await command(here, acting, KNOT.key, last.move, typing=False)
        else:
            await here.make(acting, panel, last.move)
        drawn = ["moving", "board"] if form == "pictures" else ["moving"]
        assert watched.early(here.table()["version"]) == (drawn[::-1] if by_command else drawn)


@pytest.mark.parametrize("moves", [True, False])
async def test_alone_the_moment_that_will_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: bool
) -> None:
    seed, played = script(HEXARACT, False)
    course = until(chosen(HEXARACT, played), Defeated, Passed, Averted)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        if not moves:
            await here.slash(ann, "preferences", moving="off")
        message, watched = await start(here, ann, HEXARACT), watch(here, monkeypatch)
        for one in course:
            watched.begun.clear()
            await here.make(ann, message, one.move)
            drawn = ["board"] if one is not course[-1] else ["moving"] if moves else ["still"]
            assert watched.early(here.table()["version"]) == drawn


async def test_within_a_turn_only_the_players_own_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = (playthrough(Setup(KNOT, 3, KNOT.options()), f"turns/{number}", uniform) for number in range(20))
    first = next(one for game in games for one in game if KNOT.to_act(one.step.state) == one.seat)
    async with world(tmp_path, *NAMES) as here:
        await write(here, Position(KNOT.key, 3, KNOT.options(), first.state))
        await here.restart()
        acting = here.seats()[KNOT.to_act(first.state) or 0]
        await here.slash(acting, "board")
        panel, watched = await here.play(acting), watch(here, monkeypatch)
        await here.make(acting, panel, first.move)
        assert watched.early(here.table()["version"]) == ["board"]
