"""Every game for several, played to its end: by panels and by commands in turns, from some moves before."""

from pathlib import Path

import pytest

from engine import GAMES, AnyGame
from render import PICTURES

from ..engine.players import Played, Setup, lasting, playthrough
from .by_command import command
from .hall import alts, gist, labels, text, world
from .positions import SEED, Position, write

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gil", "Hal")
LAST = 8  # moves that are made on Discord


def is_forced(game: AnyGame, played: Played) -> bool:
    """Whether it is played by itself."""
    return game.forced(played.state, alone=False) is not None


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.seats[-1] > 1])
async def test_a_game_is_played_to_its_end(tmp_path: Path, key: str) -> None:
    game, seats = GAMES[key], max(2, GAMES[key].seats[0])
    setup = Setup(game, seats, game.options())
    chosen = [played for played in playthrough(setup, SEED, lasting) if not is_forced(game, played)][-LAST:]
    async with world(tmp_path, *NAMES[:seats]) as here:
        await write(here, Position(key, seats, setup.options, chosen[0].state))
        await here.restart()
        made = 0
        while made < len(chosen):
            assert here.state() == chosen[made].state
            seat = game.to_act(chosen[made].state)
            assert seat is not None
            member = here.seats()[seat]
            move = chosen[made].move
            if made % 2:
                await command(here, member, key, move, typing=False)
            else:
                await here.make(member, await here.play(member), move)
            made += 1
        state, board = here.state(), here.board
        outcome = game.outcome(state)
        assert outcome
        assert here.table()["phase"] == "over"
        headline = game.headline(game.view(state, None))
        assert headline in text(board)
        for seat, name in enumerate(NAMES[:seats]):
            assert (f"🏆 **{name}**" in text(board)) == (outcome.won is None and seat in outcome.winners)
        view = game.revealed(state) if game.revealed else game.view(state, None)
        pictured, names = PICTURES[key], NAMES[:seats]
        result = pictured.result(view, names, headline)
        assert here.pictures(board) == [result]
        assert [*map(gist, alts(board))] == [pictured.alt(view, names)]
        ways_on = ["Play again", "Share", "Replay", "How did we play?", "Rules", "Log", "Fair deal?"]
        harder = ["Play again, harder: 14 eggs to save"] if outcome.won else []
        assert labels(board) == [*harder, *ways_on]
        assert len(here.rows("SELECT 1 FROM results")) == seats
