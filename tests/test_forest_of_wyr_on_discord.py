"""A Wanderer in the Forest of Wyr as people play it: by panel and by commands, in a channel and in direct messages."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.forest_players import careful, thumb
from cogs.forest_of_wyr import KINDS, WORDS
from cogs.panel import in_words, spell
from engine import GAMES, Chance
from engine.forest_of_wyr.map import SPACES
from engine.forest_of_wyr.rules import ORACLE, PutOnTop
from render import PICTURES

from .engine.players import Played
from .hall import Actor, World, answer, labels, leads, text, world
from .solitaires import chosen, deal, start

KEY = "forest-of-wyr"
GAME, PICTURE = GAMES[KEY], PICTURES[KEY]
COMMANDS = {  # by kind of move: the command, and the option that says which
    "set-out": ("wyr set-out", None),
    "fly": ("wyr fly", "way"),
    "let-them-fly": ("wyr fly", "way"),
    "draw": ("wyr face", None),
    "defend": ("wyr defend", "card"),
    "stop": ("wyr stop", None),
    "invoke": ("wyr invoke", "spellshard"),
    "renew": ("wyr renew", "card"),
    "redraw": ("wyr renew", "card"),
    "land": ("wyr land", "space"),
    "put-on-top": ("wyr order", "spellshard"),
    "stride": ("wyr stride", "card"),
    "walk": ("wyr walk", "space"),
    "free": ("wyr free", None),
    "end-round": ("wyr end-round", None),
    "give-up": ("wyr give-up", None),
}


@cache
def script(won: bool) -> tuple[str, tuple[Played, ...]]:
    """A seed, and a game that is won or lost with it: of a few, the shortest."""
    found = []
    for number in range(40 if won else 6):
        seed = f"{number:064x}"
        played = _played(seed, careful if won else thumb)
        outcome = GAME.outcome(played[-1].step.state)
        assert outcome
        if outcome.won is won:
            found.append((seed, played))
    return min(found, key=lambda pair: len(pair[1]))


def _played(seed: str, player: Any) -> tuple[Played, ...]:
    chance, played = Chance(seed), []
    state = GAME.new(1, GAME.options(), chance)
    while legal := GAME.legal_moves(state):
        move = legal[0] if len(legal) == 1 else player(state.table, legal)
        step = GAME.play(state, move, chance)
        played.append(Played(state, move, step))
        state = step.state
    return tuple(played)


@pytest.mark.slow
@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
async def test_a_whole_game_by_the_panel_in_a_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, won: bool
) -> None:
    seed, played = script(won)
    moves, draw = chosen(KEY, played), Random(KEY).random
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        message = await start(here, ann, KEY)
        for number, one in enumerate(moves):
            assert here.state() == one.state
            if number == len(moves) // 2:
                await here.restart()
            if number % 8 == 0:
                assert here.pictures(message) == [PICTURE.board(GAME.view(one.state, 0), ["Ann"])]
            await here.make(ann, message, one.move, hesitate=draw() < 0.1)
        ended(here, message, won)
        assert len(here.messages()) == 1, "it is one message from first to last"
        assert (await here.bot.tables.verify(here.table()["id"])).holds


@pytest.mark.slow
async def test_a_lost_game_by_commands_in_direct_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, played = script(won=False)
    moves = chosen(KEY, played)
    deal(monkeypatch, seed)
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0].user
        message = await start(here, ann, KEY)
        for number, one in enumerate(moves):
            assert here.state() == one.state
            if number == len(moves) // 2:
                await here.restart()
            await command(here, ann, one.move)
        ended(here, message, won=False)
        assert len(here.direct_messages(here.members[0])) == 1


async def command(here: World, actor: Actor, move: Any) -> None:
    name, option = COMMANDS[spell(move)[0]]
    if option is None:
        assert (await here.slash(actor, name)).ephemeral
        return
    value = "/".join(spell(move))
    offered = await here.offers(actor, name, option, "")
    assert value in offered or len(offered) == 25, (value, offered)
    assert (await here.slash(actor, name, **{option: value})).ephemeral


def ended(here: World, message: Any, won: bool) -> None:
    state = here.state()
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.won is won
    assert here.table()["phase"] == "over"
    assert outcome.headline in text(message)
    view = GAME.view(state, 0)
    assert here.pictures(message) == [PICTURE.result(view, ["Ann"], outcome.headline), PICTURE.board(view, ["Ann"])]
    assert labels(message) == ["Again", "Rules"]


async def test_giving_up_asks_first(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        message = await start(here, ann, KEY)
        while here.state().table.step != "act":
            await here.make(ann, message, careful(here.state().table, GAME.legal_moves(here.state())))
        assert "give-up" not in {lead.path[0] for lead in leads(message) if lead.path}
        assert labels(message).count("Give up") == 1
        await here.press(ann, message, "Give up")
        assert here.table()["phase"] == "playing"


async def test_a_space_beyond_reach_is_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, played = script(won=True)
    deal(monkeypatch, seed)
    moves = chosen(KEY, played)
    upto = next(number for number, one in enumerate(moves) if one.state.table.step == "walk")
    async with world(tmp_path, "Ann") as here:
        ann = here.members[0]
        await start(here, ann, KEY)
        for one in moves[:upto]:
            await command(here, ann, one.move)
        offered = await here.offers(ann, "wyr walk", "space", "")
        assert all(any(space.code in words for space in SPACES) for words in offered.values())
        far = max(range(len(SPACES)), key=lambda space: SPACES[0].y - SPACES[space].y)
        assert f"walk/{far}" not in offered
        assert answer(await here.slash(ann, "wyr walk", space=f"walk/{far}"))
        assert here.state() == moves[upto].state


def test_every_move_can_be_read() -> None:
    """Labels keep Discord's limits, and autocomplete tells the moves of a position apart."""
    kinds = set()
    for won in (True, False):
        for one in script(won)[1]:
            view = GAME.view(one.state, 0)
            moves = GAME.legal_moves(one.state)
            said = [(spell(move)[0], in_words(move, WORDS, view, ["Ann"])) for move in moves]
            assert len(said) == len(set(said))
            assert all(len(words) <= 100 for _, words in said), said
            assert WORDS.ask(view, ["Ann"])
            kinds |= {spell(move)[0] for move in moves}
    assert kinds <= set(KINDS)
    assert WORDS.value(view, ["Ann"], PutOnTop(ORACLE), "card").text == "Oracle of Visions"
