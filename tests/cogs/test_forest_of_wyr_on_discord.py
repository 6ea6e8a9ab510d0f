"""What is of its own in A Wanderer in the Forest of Wyr, as people play it."""

from pathlib import Path

import pytest

from engine.forest_of_wyr.map import SPACES, space_name
from render import PICTURES

from ..screens.test_forest_of_wyr import GAME, KEY, played_until
from .hall import answer, labels, leads, text, world
from .solitaires import deal, give_up, script, start


@pytest.mark.parametrize(("step", "conceded"), [("act", False), ("defend", True)])
async def test_giving_up_counts_by_the_rules_where_they_allow_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, conceded: bool
) -> None:
    seed, moves, _ = played_until(step, won=False)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        message = await start(here, ann, KEY)
        for one in moves:
            await here.make(ann, message, one.move)
        assert "give-up" not in {lead.path[0] for lead in leads(message) if lead.path}, "it would not ask first"
        await give_up(here, ann, message)
        outcome = GAME.outcome(here.state())
        assert bool(here.table()["conceded"]) is conceded
        assert here.table()["phase"] == "over"
        assert (here.state().table.ending == "gave-up") is not conceded
        assert (GAME.headline(GAME.view(here.state(), None)) if outcome else "Defeat: given up") in text(message)
        assert (await here.bot.store.tables.verify(here.table()["id"])).holds


@pytest.mark.parametrize("daily", [False, True])
async def test_the_end_turns_up_what_lay_face_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daily: bool
) -> None:
    """In the replay; of a deal of the day not while others may still play it."""
    deal(monkeypatch, script(KEY, won=False)[0])
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0].user
        await here.slash(ann, "daily" if daily else "play", game=KEY)
        message = here.direct_messages(here.members[0])[-1]
        await give_up(here, ann, message)
        state = here.state()
        assert GAME.revealed
        view = GAME.view(state, 0) if daily else GAME.revealed(state)
        replay = await here.bot.store.tables.replay(here.table()["id"], ann.id)
        assert replay.positions[-1].view == view
        assert ("Spellshards not won, next first" in PICTURES[KEY].alt(view, ["Ann"])) is not daily


async def test_a_space_beyond_reach_is_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, moves, state = played_until("walk", won=True)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        message = await start(here, ann, KEY)
        for one in moves:
            await here.make(ann, message, one.move)
        offered = await here.offers(ann, "wyrm-forest", "move", "walk")
        assert all(any(space.code in words for space in SPACES) for words in offered.values())
        far = max(range(len(SPACES)), key=lambda space: SPACES[0].y - SPACES[space].y)
        assert f"walk/{far}" not in offered
        assert answer(await here.slash(ann, "wyrm-forest", move=f"walk/{far}"))
        assert here.state() == state


async def test_a_walk_is_one_press_and_is_taken_back_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, moves, state = played_until("act", won=True)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        message = await start(here, ann, KEY)
        for one in moves:
            await here.make(ann, message, one.move)
        label = next(label for label in labels(message) if label.startswith("Walk to raven "))
        await here.press(ann, message, label)
        there = here.state().table
        assert f"{SPACES[there.wanderer].code}:" in label.split()
        assert there.wanderer in there.ravens
        assert len(there.hand) < len(state.table.hand)
        assert f"to {space_name(there.wanderer)}." in text(message)
        await here.press(ann, message, "Undo")
        assert here.state() == state
