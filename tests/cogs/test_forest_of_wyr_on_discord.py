"""What is of its own in A Wanderer in the Forest of Wyr, as people play it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.display.picker import in_words, offers, understood
from cogs.games.forest_of_wyr import KINDS, WORDS
from cogs.games.words import spell
from engine import GAMES
from engine.forest_of_wyr.cards import ORACLE
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.pieces import PutOnTop
from render import PICTURES

from ..engine.players import Played
from .hall import alts, answer, labels, leads, text, world
from .solitaires import chosen, deal, script, start

KEY = "forest-of-wyr"
GAME = GAMES[KEY]


def played_until(step: str, *, won: bool) -> tuple[str, list[Played], Any]:
    """A seed, the moves made until the game waits for `step`, and the state then."""
    seed, played = script(KEY, won)
    moves = chosen(KEY, played)
    number = next(number for number, one in enumerate(moves) if one.state.table.step == step)
    return seed, moves[:number], moves[number].state


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
        for _ in range(2):
            assert labels(message).count("Give up") == 1
            await here.press(ann, message, "Give up")
        outcome = GAME.outcome(here.state())
        assert bool(here.table()["conceded"]) is conceded
        assert here.table()["phase"] == "over"
        assert (here.state().table.ending == "gave-up") is not conceded
        assert (outcome.headline if outcome else "Given up") in text(message)
        assert (await here.bot.store.tables.verify(here.table()["id"])).holds


@pytest.mark.parametrize("daily", [False, True])
async def test_the_end_turns_up_what_lay_face_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, daily: bool
) -> None:
    """On the message of the game, with its words; of a deal of the day not while others may still play it."""
    deal(monkeypatch, script(KEY, won=False)[0])
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0].user
        await here.slash(ann, "daily play" if daily else "play", game=KEY)
        message = here.direct_messages(here.members[0])[-1]
        for _ in range(2):
            await here.press(ann, message, "Give up")
        state = here.state()
        view = GAME.view(state, 0) if daily else GAME.revealed(state)
        assert here.pictures(message)[-1] == PICTURES[KEY].board(view, ["Ann"])
        assert alts(message)[-1] == PICTURES[KEY].alt(view, ["Ann"])
        assert ("Spellshards not won, next first" in alts(message)[-1]) is not daily


async def test_a_space_beyond_reach_is_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, moves, state = played_until("walk", won=True)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        message = await start(here, ann, KEY)
        for one in moves:
            await here.make(ann, message, one.move)
        offered = await here.offers(ann, "wyr walk", "space", "")
        assert all(any(space.code in words for space in SPACES) for words in offered.values())
        far = max(range(len(SPACES)), key=lambda space: SPACES[0].y - SPACES[space].y)
        assert f"walk/{far}" not in offered
        assert answer(await here.slash(ann, "wyr walk", space=f"walk/{far}"))
        assert here.state() == state


def test_every_space_can_be_typed() -> None:
    """By its code or its name. Of what fits, the nearest are offered first."""
    _, _, state = played_until("act", won=True)
    state = replace(state, table=replace(state.table, step="land"))
    view, legal = GAME.view(state, 0), GAME.legal_moves(state)
    assert len(legal) == len(SPACES) - 1
    for move in legal:
        space = SPACES[move.space]
        for typed in filter(None, (space.code, space.code.lower(), space.name)):
            assert understood(legal, ["land"], typed, WORDS, view, ["Ann"]) == move
            offered = [choice.value for choice in offers(legal, ["land"], typed, WORDS, view, ["Ann"])]
            assert "/".join(spell(move)) in offered
    first = [int(choice.value.removeprefix("land/")) for choice in offers(legal, ["land"], "", WORDS, view, ["Ann"])]
    steps = sorted(DISTANCES[state.table.wanderer])
    assert [DISTANCES[state.table.wanderer][space] for space in first] == steps[1 : 1 + len(first)]


def test_every_move_can_be_read() -> None:
    """Labels keep Discord's limits, and autocomplete tells the moves of a position apart."""
    kinds = set()
    for won in (True, False):
        for one in chosen(KEY, script(KEY, won)[1]):
            view = GAME.view(one.state, 0)
            moves = GAME.legal_moves(one.state)
            said = [(spell(move)[0], in_words(move, WORDS, view, ["Ann"])) for move in moves]
            assert len(said) == len(set(said))
            assert all(len(words) <= 100 for _, words in said), said
            assert WORDS.ask(view, ["Ann"])
            kinds |= {spell(move)[0] for move in moves}
    assert kinds | {"land"} == set(KINDS)
    assert WORDS.value(view, ["Ann"], PutOnTop(ORACLE), "card").text == "Oracle of Visions"
