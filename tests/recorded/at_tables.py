"""Evenings at tables of several people."""

from collections.abc import Sequence
from typing import Any

import pytest

from cogs.games import WORDS
from engine import GAMES
from engine import wyverns_knot as knot

from ..cogs.hall import World, controls, forbid, labels, leads
from ..cogs.positions import SEED, Position, write
from ..cogs.test_computers_at_a_table import choose
from ..cogs.test_panels_on_discord import discarding, excess, options
from ..cogs.tour import EVERY_KIND, lost, tour
from ..engine.players import Setup, lasting, playthrough
from .driver import (
    FORMS,
    board_with,
    concede,
    forms,
    gather,
    last_board,
    leave,
    look,
    look_around,
    press_if,
    shown,
    solitaire,
    to_act,
    turns,
    verb,
)
from .hall import evening

KNOT, ADVYRIA = "wyverns-knot", "advyria"
SOON: dict[str, Any] = {"nudge_hours": 0.02, "vacate_hours": 0.06, "close_days": 0.005}  # 72, 216 and 432 seconds
BEAT = 31  # seconds: more than the clock's


async def after_the_end(here: World) -> None:
    """All that the last board leads to."""
    ann, bob, *_ = here.members
    board = last_board(here)
    await look(here, bob, board, most=12)
    await here.slash(ann, "replay")
    await look(here, ann, shown(await here.slash(ann, "replay")), most=6)
    await look_around(here, ann)
    await here.press(ann, last_board(here), "Play again")


@evening("knot-by-panel")
async def _(here: World) -> None:
    """A whole game, won, with every kind of move; everybody is shown it in another form."""
    await forms(here, *FORMS)
    seed, script = tour(3, EVERY_KIND - {"decline"})
    await gather(here, KNOT, start=False, target="8")
    here.deal(seed)
    await here.press(here.members[0], here.board, "Start")
    await turns(here, ["panel"], 4, moves=[one.move for one in script])
    done = len(here.rows("SELECT 1 FROM log"))
    await here.restart()
    await turns(here, ["panel"], 1000, moves=[one.move for one in script][done:])
    await after_the_end(here)


@evening("knot-by-command", "Ann", "Bob", "Cat", emojis=True)
async def _(here: World) -> None:
    """A game that is lost soon."""
    await forms(here, *FORMS)
    seed, script = lost(3)
    await gather(here, KNOT, start=False, target="8")
    here.deal(seed)
    await here.press(here.members[0], here.board, "Start")
    await turns(here, ["command"], 1000, moves=[one.move for one in script])
    await after_the_end(here)


@evening("knot-by-direct-message", "Ann", "Bob", "Cat", "Dan")
async def _(here: World) -> None:
    """With messages at each turn, at some, kept up to date, and none."""
    await forms(here, *FORMS)
    for member, when in zip(here.members, ("turns", "hands", "edits", "none"), strict=True):
        await here.slash(member, "preferences", messages=when)
    await gather(here, KNOT)
    await turns(here, ["direct", "direct", "direct", "panel"], 9)
    await here.restart()
    await turns(here, ["direct", "direct", "direct", "panel"], 3)
    await concede(here)


@evening("advyria-by-panel", emojis=True)
async def _(here: World) -> None:
    await forms(here, *FORMS)
    await gather(here, ADVYRIA)
    await turns(here, ["panel"], 8)
    await here.restart()
    await turns(here, ["panel"], 3)
    await look_around(here, here.members[0])
    await concede(here)


@evening("advyria-by-command")
async def _(here: World) -> None:
    await forms(here, *reversed(FORMS))
    await gather(here, ADVYRIA)
    await turns(here, ["command"], 8)
    await look_around(here, here.members[1])
    await concede(here)
    await after_the_end(here)


@evening("advyria-by-direct-message")
async def _(here: World) -> None:
    """Together against the land."""
    await forms(here, *FORMS)
    for member in here.members:
        await here.slash(member, "preferences", messages="turns")
    await gather(here, ADVYRIA, mode='"coop"')
    await turns(here, ["direct"], 7)
    await here.restart()
    await turns(here, ["direct"], 2)
    await concede(here)


@evening("advyria-to-the-end", "Ann", "Bob")
async def _(here: World) -> None:
    """The last moves of a game that somebody wins."""
    await forms(here, *FORMS)
    game = GAMES[ADVYRIA]
    setup = Setup(game, 2, game.options())
    played = [one for one in playthrough(setup, SEED, lasting) if game.forced(one.state, alone=False) is None][-12:]
    await write(here, Position(ADVYRIA, 2, setup.options, played[0].state))
    await here.restart()
    await turns(here, ["panel", "command"], 1000, moves=[one.move for one in played])
    await after_the_end(here)


@evening("advyria-alone", "Ann", "Bob")
async def _(here: World) -> None:
    ann, bob = here.members
    await forms(here, "pictures", "words-first")
    for member in (ann, bob):
        message = shown(await here.slash(member.user, "play", game=ADVYRIA))
        await solitaire(here, member.user, message, "panel", 12)
        await look(here, member.user, message, most=6)
        await press_if(here, member.user, message, "Undo")
        await here.press(member.user, message, "Give up")
        await here.press(member.user, message, "Give up")
        await look(here, member.user, message, most=6)


@evening("with-computers", "Ann", emojis=True)
async def _(here: World) -> None:
    """One person and two computer players, of each game; hints are allowed."""
    (ann,) = here.members
    for key, form in ((KNOT, "pictures"), (ADVYRIA, "words-first")):
        await here.slash(ann, "preferences", form=form)
        await gather(here, key, computers=2, start=False)
        await here.choose_options(ann, hints="on")
        await here.press(ann, here.board, "Start")
        await turns(here, ["panel"], 3)
        await look(here, ann, await here.play(ann), most=6)
        await look(here, ann.user, *here.direct_messages(ann)[-1:], most=3)
        await here.restart()
        await turns(here, ["panel", "command"], 3)
        await look_around(here, ann)
        await press_if(here, ann, shown(await here.slash(ann, "concede")), "Give up")
        await look(here, ann, last_board(here), most=8)


@evening("at-the-lobby", "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", quick=True)
async def _(here: World) -> None:
    """Of each game for several: who comes, goes, goes first, asks computers, chooses options and the place."""
    ann, bob, cat, dan, eve, fay = here.members
    await here.slash(ann, "verify")
    for key in (KNOT, ADVYRIA):
        await here.slash(ann, "play", game=key)
        await here.press(ann, here.board, "Join")
        await here.press(bob, here.board, "Leave")
        for member in (bob, cat):
            await here.press(member, here.board, "Join")
        await press_if(here, bob, here.board, "I go first")
        await here.press(bob, here.board, "Start")
        await here.close_lobby(bob)
        await here.press(bob, here.board, "Options")
        await choose(here, ann, "add")
        await here.send_away(ann, "computer")
        await look(here, fay, here.board, most=6)
        taken = shown(await here.slash(dan, "play", game=KNOT))
        await press_if(here, dan, taken, "Join")
        taken = shown(await here.slash(fay, "play", game=ADVYRIA))
        thread = next(label for label in labels(taken) if "in a thread" in label)
        await here.press(fay, taken, thread)
        await here.slash(ann, "games")
        await here.slash(ann, "hand")
        await here.slash(ann, "log")
        await here.slash(ann, "verify")
        await here.slash(ann, "board")
        await here.restart()
        await here.press(ann, board_with(here, "Leave"), "Leave")
        await here.press(eve, board_with(here, "Join"), "Join")
        await here.close_lobby(bob, board_with(here, "Close"))


@evening("options-and-a-thread")
async def _(here: World) -> None:
    ann, bob, _cat = here.members
    lobbies: Sequence[dict[str, Any]] = ({"target": "10", "memory": "false"}, {"hints": "on"})
    for chosen in lobbies:
        await gather(here, KNOT, start=False, **chosen)
        await here.press(bob, here.board, "Play in a thread")
        await here.press(ann, here.board, "Play in a thread")
        await here.press(ann, here.board, "Start")
        parent, here.channel = here.channel, here.channel.threads[-1]
        await here.slash(bob, "verify")
        await turns(here, ["panel", "command"], 2)
        await concede(here)
        await here.press(ann, last_board(here), "Play again")
        await here.close_lobby(ann)
        here.channel = parent
    await gather(here, ADVYRIA, start=False)
    for mode in ('"coop"', '"compete"'):
        await here.choose_options(ann, mode=mode)
    await here.choose_options(ann, simpler=[*WORDS[ADVYRIA].simplifications][:2])
    await here.agree()
    await here.press(ann, here.board, "Start")
    await here.press(ann, here.board, "Rules")


@evening("comings-and-goings", "Ann", "Bob", "Cat", "Dan", emojis=True)
async def _(here: World) -> None:
    """Seats are left, taken, given to computers and taken back; the game is followed, voted on, and closed."""
    ann, bob, cat, dan = here.members
    await gather(here, KNOT, start=False)
    await here.press(dan, here.board, "Leave")
    await here.press(ann, here.board, "Start")
    await here.press(dan, here.board, "Follow")
    await here.press(dan, here.board, "Follow")
    await here.press(dan, here.board, "Follow")
    await here.press(dan, here.board, "Play")
    await here.press(dan, here.board, "My hand")
    await here.slash(dan, "log")
    await here.slash(dan, "board", text=True)
    await turns(here, ["panel"], 1)
    await leave(here, bob, "Leave for good")
    await here.press(bob, here.game_board, "Play")
    await here.press(cat, here.game_board, "Take the empty seat")
    await here.press(cat, here.game_board, "Play")
    await here.press(dan, here.game_board, "Take the empty seat")
    await leave(here, dan)
    asked = shown(await here.press(cat, here.game_board, "A computer player for the empty seat"))
    await press_if(here, cat, asked, "Ask the others")
    vote = next(one for one in reversed(here.messages()) if "Yes" in labels(one))
    await here.press(ann, vote, "Yes")
    await look_around(here, cat)
    await here.press(dan, here.game_board, "Back to my seat")
    await leave(here, cat)
    await here.slash(ann, "concede")
    await here.slash(dan, "concede")
    vote = next(one for one in reversed(here.messages()) if "Keep playing" in labels(one))
    await here.press(bob, vote, "Give up")
    await here.press(dan, vote, "Keep playing")
    await here.press(cat, last_board(here), "Take the empty seat")
    for member in (ann, dan, cat):
        await leave(here, member)


@evening("a-vote-on-a-computer-player", "Ann", "Ben", "Cat", "Dan")
async def _(here: World) -> None:
    """Where players compete."""
    ann, ben, cat, dan = here.members
    await gather(here, ADVYRIA)
    await leave(here, dan)
    await here.press(ann, here.game_board, "A computer player for the empty seat")
    await here.press(ben, here.board, "No")
    await here.press(cat, here.board, "Yes")
    await here.press(dan, last_board(here), "Back to my seat")
    await concede(here)


@evening("taking-back")
async def _(here: World) -> None:
    ann, bob, cat = here.members
    for member in here.members:
        await here.slash(member, "preferences", messages="turns")
    await gather(here, KNOT)
    panel = await here.play(ann)
    await here.slash(ann, "undo")
    await here.make(ann, panel, knot.moves.Scout(6))
    await here.slash(ann, "undo")
    await here.make(ann, panel, knot.moves.Advance(2))
    theirs = await here.play(bob)
    await here.press(ann, panel, "Undo")
    await here.follow(bob, theirs, next(leads(theirs)))
    await here.slash(ann, "log")
    await here.make(ann, panel, knot.moves.Advance(1))
    await here.slash(ann, "undo")
    await here.make(ann, await here.play(ann), knot.moves.Advance(3))
    await here.press(ann.user, here.direct_messages(ann)[-1], "Undo")
    await here.make(ann.user, here.direct_messages(ann)[-1], knot.moves.Advance(3))
    await here.slash(bob, "undo")
    await here.make(bob, await here.play(bob), knot.moves.Scout(0))
    await here.slash(ann, "undo")
    await look_around(here, cat)


@evening("the-patience-of-a-table", **SOON)
async def _(here: World) -> None:
    """Somebody is reminded, absent, replaced; a table closes; somebody has left the server."""
    ann, bob, _cat = here.members
    await gather(here, KNOT)
    await here.env.advance_time(60)
    await here.env.advance_time(2 * BEAT)
    await here.restart()
    await here.env.advance_time(2 * BEAT)
    await here.env.advance_time(2 * BEAT)
    absent = here.board
    await here.press(ann, absent, "Free the seat")
    await here.press(bob, absent, "Free the seat")
    await here.env.advance_time(600)
    await gather(here, KNOT)
    await here.env.advance_time(250)
    await here.press(bob, here.board, "Let a computer player play on")
    await here.env.advance_time(300)
    await here.env.advance_time(300)
    await gather(here, KNOT, start=False)
    await here.env.advance_time(500)
    await gather(here, KNOT)
    here.env.guild.remove_member(to_act(here))
    await here.env.advance_time(72 + BEAT)
    await here.env.advance_time(600)


@evening("what-may-not-be")
async def _(here: World) -> None:
    """Permissions are lacking, boards are gone, buttons are old, people are strangers."""
    ann, bob, cat = here.members
    for permission in ("view_channel", "send_messages", "attach_files"):
        forbid(here, permission)
        await here.slash(ann, "play", game=KNOT)
        await here.slash(ann, "play", game="hexaract")
    forbid(here)
    await gather(here, KNOT, start=False)
    forbid(here, "create_public_threads", "send_messages_in_threads")
    await here.press(ann, here.board, "Play in a thread")
    forbid(here, "send_messages")
    await here.press(ann, here.board, "Start")
    forbid(here)
    await here.press(ann, here.board, "Start")
    panel = await here.play(ann)
    await here.press(bob, here.board, "Play")
    await here.slash(bob, "wyrm-knot", move="advance/0")
    await here.slash(ann, "wyrm-knot", move="gibberish")
    forbid(here, "view_channel")
    await here.make(ann, panel, knot.moves.Scout(6))
    row = next(move for move in here.game().legal_moves(here.state()) if isinstance(move, knot.moves.Advance))
    await here.make(ann, panel, row)
    await here.play(bob)
    await here.slash(bob, "board")
    await here.env.advance_time(2 * BEAT)
    forbid(here)
    await here.play(bob)
    here.env.backend.delete_message(here.channel.id, here.board.id)
    await here.slash(cat, "board")
    await here.env.advance_time(70)
    await here.slash(cat, "board")
    here.env.inject_error("POST", f"*/channels/{bob.user.dm_channel.id}/messages", status=403, code=50007, times=None)
    await turns(here, ["panel"], 3)
    await here.press(bob, here.board, "My hand")
    here.env.backend.faults.clear()
    await here.press(bob, here.board, "My hand")
    await turns(here, ["panel"], 3, apart=901)
    here.env.backend.delete_channel(here.channel.id)
    await here.env.settle()


@evening("a-board-grows-old", "Ann", "Bob")
async def _(here: World) -> None:
    """No token lasts: the bot's own does the same, and a press brings the board within reach again."""
    await gather(here, ADVYRIA)
    await turns(here, ["panel"], 4, apart=1000)
    await here.slash(here.members[0], "board")
    await here.env.advance_time(1000)
    for member in here.members:
        await here.slash(member, "log")
        await here.press(member, here.board, "My hand")
    await turns(here, ["panel"], 2, apart=30)


@evening("several-cards-at-once", "Ann")
async def _(here: World) -> None:
    """A sheet on which cards are ticked, sent back after a restart."""
    with pytest.MonkeyPatch.context() as patch:
        ann = here.members[0].user
        panel = await discarding(here, patch)
        count = excess(here.state())
        await here.press(ann, panel, "Discard…")
        sheet = await here.press(ann, panel, f"Choose {count} others to discard")
        await here.restart()
        await here.tick(ann, sheet, options(sheet)[:count])
        for sure in [one for one in controls(panel) if verb(one) == "dare"]:
            await here.press(ann, panel, custom_id=sure)


@evening("a-thread-goes-away")
async def _(here: World) -> None:
    ann, *_ = here.members
    await gather(here, KNOT, start=False)
    await here.press(ann, here.board, "Play in a thread")
    await here.press(ann, here.board, "Start")
    here.env.backend.delete_channel(here.channel.threads[-1].id)
    await here.env.settle()
