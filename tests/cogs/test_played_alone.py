"""A game for one without a deal of the day, from `/play` to its end; and one that one may play alone, but needn't."""

from pathlib import Path

from engine import GAMES
from tables.daily.attempts import GAMES_OF_THE_DAY

from ..toys import cups
from ..toys.hall import FOR_ONE, registered
from .hall import answer, text, world


async def test_a_game_for_one_needs_no_deal_of_the_day(tmp_path: Path) -> None:
    with registered(FOR_ONE):
        async with world(tmp_path, "Ann") as here:
            (ann,) = here.members
            shown = (await here.slash(ann, "play", game="cups")).response
            assert shown
            await here.press(ann, shown, "Shake")
            state: cups.State = here.state()
            assert f"You shake {state.cups[0][0]} and {state.cups[0][1]}." in text(here.board)
            await here.slash(ann, "wyrm-cups", move="stand")
            assert here.table()["phase"] == "over"
            assert len(here.rows("SELECT 1 FROM results WHERE game = 'cups'")) == 1
            assert (await here.slash(ann, "profile")).response
            assert "Cups" not in answer(await here.slash(ann, "daily"))
            await here.press(ann, shown, "Play again")
            assert here.table()["phase"] == "playing"


async def test_a_game_that_can_be_played_alone_is_where_there_is_no_channel(tmp_path: Path) -> None:
    with registered():
        async with world(tmp_path, "Ann") as here:
            (ann,) = here.members
            await here.slash(ann.user, "play", game="cups")
            assert here.table()["solo"]
            assert here.table()["seats"] == 1
            await here.slash(ann, "play", game="cups")
            assert here.table()["phase"] == "lobby"


def test_every_game_of_the_day_can_be_played_alone() -> None:
    assert [key for key in GAMES_OF_THE_DAY if GAMES[key].alone is None] == []
