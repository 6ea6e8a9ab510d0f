"""Faults to plant in the hall, each a small change of its code: the simulation must find them. See docs/simulation.md.

Most are what attacks by sockets and kills have found once, or what a change of the same place would let through.
"""

import asyncio
import contextlib
import inspect
import itertools
import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from cogs.background import telling
from cogs.background.announcements import Announcer
from cogs.background.clock import ClockCog
from cogs.background.members import Members
from cogs.commands.turn import TurnCog
from cogs.delivery import courier, pictures, plan
from cogs.delivery.courier import Courier
from cogs.delivery.loading import Loader
from cogs.delivery.presenter import Presenter
from cogs.delivery.round import Round, Shown
from cogs.discord import arrivals, controls, deadlines, gateway
from tables.daily.announcements import Announcements
from tables.daily.par import Pars
from tables.people import privacy
from tables.play import company, rematches, seating, timers, unit_of_work, votes
from tables.play.departures import Departures
from tables.play.followers import Followers
from tables.play.posts import Posts
from tables.play.records import Records
from tables.play.tables import Tables
from tables.play.timers import Timers
from tables.store import sqlite
from tables.store.leases import Together
from tables.store.sqlite import SQLite, SQLiteTransaction
from tables.workers.computer_turns import ComputerTurns

from .server import ServerLeases

Plant = Callable[[], AbstractContextManager[Any]]


@dataclass(frozen=True)
class Fault:
    name: str
    plant: Plant

    def __str__(self) -> str:
        return self.name.replace(" ", "-")


def edited(owner: Any, name: str, *changes: tuple[str, str]) -> AbstractContextManager[Any]:
    """A function in whose source each of these texts, which must be there, stands for another one."""
    function = inspect.unwrap(inspect.getattr_static(owner, name))
    source = textwrap.dedent(inspect.getsource(function))
    for old, new in changes:
        assert old in source, f"{name} has no {old!r} any more"
        source = source.replace(old, new)
    made: dict[str, Any] = {}
    exec(compile(source, f"<{name}, faulty>", "exec"), sys.modules[function.__module__].__dict__, made)
    return mock.patch.object(owner, name, made[name])


def instead(owner: Any, name: str, put: Any) -> AbstractContextManager[Any]:
    return mock.patch.object(owner, name, put)


def late(acknowledge: Callable[[Any], Awaitable[None]]) -> Callable[[Any], Awaitable[None]]:
    """One second after Discord's three."""

    async def wait(interaction: Any) -> None:
        await asyncio.sleep(4)
        await acknowledge(interaction)

    return wait


LATE = f'__import__("{__name__}", fromlist=["late"]).late'  # as an edited source calls it


async def nothing(*_: Any, **__: Any) -> None:
    pass


def raising(*_: Any) -> None:
    raise RuntimeError("it can't be shown")


async def nobody(*_: Any) -> bool:
    """Of who is in the way."""
    return False


def change(name: str, owner: Any, of: str, *changes: tuple[str, str]) -> Fault:
    return Fault(name, lambda: edited(owner, of, *changes))


def replacement(name: str, owner: Any, of: str, put: Any) -> Fault:
    return Fault(name, lambda: instead(owner, of, put))


@contextlib.contextmanager
def _versions_uncompared() -> Iterator[None]:
    with (
        edited(Tables, "change", ("version is not None and version != loaded.table.version", "False")),
        edited(TurnCog, "_choose", ("press.version != seen.table.version", "False")),
    ):
        yield


@contextlib.contextmanager
def _board_acknowledged(*changes: tuple[str, str]) -> Iterator[None]:
    """How a press on a board is acknowledged. The press knows the function itself."""
    with edited(TurnCog, "_acknowledge_on_board", *changes):
        verb, needs, _, always = vars(TurnCog.open_panel)["pressed"]
        pressed = verb, needs, vars(TurnCog)["_acknowledge_on_board"], always
        with mock.patch.dict(vars(TurnCog.open_panel), pressed=pressed):
            yield


@contextlib.contextmanager
def _channel_0() -> Iterator[None]:
    with (
        edited(arrivals, "arrival", ('channel.setdefault("id"', 'channel.get("id"')),
        instead(controls, "place_of", lambda interaction: interaction.channel_id or 0),
    ):
        yield


@contextlib.contextmanager
def _shown_twice() -> Iterator[None]:
    with instead(ServerLeases, "_enter", nobody), instead(Together, "require", nothing):
        yield


@contextlib.contextmanager
def _made_to_play() -> Iterator[None]:
    with (
        instead(rematches, "is_ready", lambda table, player: True),
        instead(seating, "unready_for", lambda table, starter: ()),
    ):
        yield


_numbers = itertools.count()

FAULTS = (
    # What is shown
    change(
        "a board is posted and not recorded",
        Round,
        "_changes",
        ("{*known, *recorded}", "{*known, *recorded} - {BOARD}"),
    ),
    replacement("a new message is not noted before it is sent", Posts, "intend", nothing),
    replacement("what Discord may have is not looked for", Courier, "find", nothing),
    change("a board has no nonce", Courier, "post", ("nonce=nonce", "nonce=None")),
    change("a direct message has no nonce", Courier, "_send", ("nonce=nonce", "nonce=None")),
    replacement("a claim outlasts what Discord knows of nonces", timers, "CLAIM_LASTS", 600),
    change("a reminder is not claimed", Timers, "due", ('"claimed_at": now()', '"claimed_at": None')),
    replacement("nobody looks after boards", ClockCog, "_look_after_boards", nothing),
    replacement("who was called is called again", company, "_TOLD", company._TOLD.values(due=True)),
    replacement("who has followed a game is told again", Followers, "remove", nothing),
    change(
        "a message in which a solitaire was shown before keeps its buttons",
        plan,
        "_solitaire",
        ('if slot.kind == "old":', "if False:"),
    ),
    change(
        "of a solitaire's messages any can be its board",
        Round,
        "_begin",
        ("board.message_id > pressed.message_id", "False"),
    ),
    replacement("old boards keep their buttons", plan, "_old", lambda target, known: iter(())),
    change(
        "a board stays as it is within a turn", plan, "_board", ("if post.digest == shows.digest:", "if post.digest:")
    ),
    change(
        "a lobby stays as it is",
        plan,
        "_lobby",
        ("(post.turn, post.digest) == (shows.turn, shows.digest)", "post.turn == shows.turn"),
    ),
    change("a board that is gone is not posted again", plan, "_board", ("post.message_id not in known.gone", "True")),
    replacement("closed tables keep their buttons", plan, "_closing", lambda target, known: iter(())),
    replacement("who has left keeps the buttons", plan, "_departed", lambda target, known: iter(())),
    change(
        "who is not to act keeps the buttons",
        plan,
        "_private",
        ("    if post is None:", "    if post and not their_turn:\n        return\n    if post is None:"),
    ),
    change("two show one table at once", Presenter, "show", ("if shown.task is None:", "if True:")),
    replacement("what failed is not tried again", Presenter, "retry", lambda presenter: None),
    replacement("what failed is not put off", Presenter, "_put_off", lambda *_: None),
    change("what failed counts as shown", Round, "_show", ("done = not (", "done = True or (")),
    change(
        "what was left unshown at a kill stays so",
        Presenter,
        "sweep",
        ("await self._posts.unshown(self._client.cluster)", "()"),
    ),
    change(
        "closed direct messages are not remembered",
        Round,
        "_failed",
        ("await self._posts.set_dm_closed(user_id, True)", "pass"),
    ),
    change("tables that are shown stay in memory", Presenter, "_work", ("if shown.idle:", "if False:")),
    # Who is told what
    Fault(
        "a panel stands in the channel",
        lambda: _board_acknowledged(('{"ephemeral": True, "thinking": True}', '{"thinking": True}')),
    ),
    change(
        "a hand is told to all",
        TurnCog,
        "show_hand",
        ("acknowledge_privately", "lambda interaction: acknowledge(interaction, thinking=True)"),
    ),
    change(
        "a hand is in an alt text",
        Loader,
        "game",
        (
            "boards.board(seen,",
            "boards.board(replace(seen, view=views[table.players[0].user_id].view),",
        ),
    ),
    change(
        "a panel shows another hand",
        Loader,
        "game",
        (
            "self._private(views[player.user_id]",
            "self._private(replace(views[player.user_id], view=views[table.players[0].user_id].view)",
        ),
    ),
    replacement("who has left the server plays on", Members, "_require_member", nothing),
    # What Discord says that isn't so, refuses or leaves out
    change(
        "an absence is believed at once",
        ClockCog,
        "_let_rest",
        (
            "await self.presenter.absences.note([table.id for table in tables])",
            "[await self.presenter.close_table(table, 'its channel is gone') for table in tables]",
        ),
    ),
    change(
        "an old board is taken for gone with its channel",
        courier,
        "_may_stay",
        (" and error.code != UNKNOWN_CHANNEL", ""),
    ),
    replacement("a failing picture stops the board", pictures, "undrawn", raising),
    replacement("a refusal is tried again at once", Shown, "pause", 0),
    replacement("a request that hangs is waited for", deadlines, "bound", lambda http: None),
    Fault("an absent channel is channel 0", _channel_0),
    replacement("an event that can't be read ends the session", gateway.Bot, "skipping", lambda bot, _, parse: parse),
    change(
        "a board is as old as the host's clock says",
        Presenter,
        "show_again",
        ("interaction_id - (", "discord.utils.time_snowflake(discord.utils.utcnow()) - ("),
    ),
    # What is stored
    replacement("an interaction delivered twice is applied twice", unit_of_work, "once", nothing),
    Fault("versions are not compared", _versions_uncompared),
    change("an undo keeps the snapshot", Tables, "undo", ("loaded.replay(history[:back]).state", "loaded.state()")),
    change(
        "an undo takes two moves",
        Tables,
        "undo",
        ("history[back - 1].version if back else 0", "history[back - 2].version if back > 1 else 0"),
    ),
    replacement("a transaction whose COMMIT failed stays open", SQLiteTransaction, "roll_back", nothing),
    change(
        "what is in memory outlives a failed write",
        Tables,
        "change",
        ("self._memory.drop(table_id)  # it may have been committed even so", "pass"),
    ),
    change(
        "what fails keeps its connection",
        sqlite,
        "place",
        ("    finally:\n        places", "    except Exception:\n        raise\n    else:\n        places"),
    ),
    change("an acknowledged move is not committed", SQLite, "writing", ("await transaction.commit()", "pass")),
    # Where several processes share a store
    replacement("what another process shows by now is recorded", Together, "require", nothing),
    replacement("what a dead process has claimed stays its own", Together, "renew", nothing),
    change("what others wrote is not read", Records, "_known", ("shared and (visit", "False and (visit")),
    Fault("two processes show one table", _shown_twice),
    # What comes due
    replacement("computers do not go on after a kill", ComputerTurns, "catch_up", nothing),
    change("a computer's move is not shown", ComputerTurns, "_think", ("self._show(table_id)", "pass")),
    replacement("what was due stays due", Timers, "done", nothing),
    replacement("a vote never ends", votes.Votes, "expire", nothing),
    change("a vote outlives its game", timers, "reset_writes", ('if was == "playing":', "if False:")),
    replacement("who has had an attempt deleted makes another", privacy, "keep_hash", nothing),
    change(
        "a post that may be there is announced again",
        Announcer,
        "_announce",
        ("not due.begun or not await self._is_posted(due, day)", "True"),
    ),
    replacement("what is announced is not marked", Announcements, "done", nothing),
    replacement("a par that is due is not played", Pars, "play", nothing),
    replacement("a refusal is told to nobody", controls, "tell", nothing),
    # Between people
    Fault("who is not ready is made to play again", _made_to_play),
    change(
        "who leaves loses nothing", Tables, "_vacate", ('kind != "left" or has_moved(change.loaded, user_id)', "False")
    ),
    change("a game counts that a moderator has changed", Tables, "remove", ("change.values |= UNRANKED", "pass")),
    replacement("who has left is told of again", Departures, "mark_told", nothing),
    replacement("what was voted down is asked again", votes, "require_not_refused", nothing),
    replacement("who is away is reminded", telling, "hold", nobody),
    # Three seconds
    Fault(
        "a press that was answered before edits the board",
        lambda: _board_acknowledged(('needed and "acknowledged" not in interaction.extras', "needed")),
    ),
    replacement(
        "who overslept records an older message",
        Posts,
        "record_edit",
        lambda posts, table_id, slot, post: posts.record(table_id, {slot: post}),
    ),
    change(
        "a press is acknowledged too late",
        TurnCog,
        "pick",
        ("acknowledge", f"{LATE}(acknowledge)"),
    ),
    change(
        "a hand is acknowledged when it is drawn",
        TurnCog,
        "show_hand",
        ("acknowledge_privately", f"{LATE}(acknowledge_privately)"),
    ),
)

# On which day each is found, for its own reason, and nothing is wrong without it
FOUND = {
    "a board is posted and not recorded": 1,
    "old boards keep their buttons": 1,
    "a board stays as it is within a turn": 2,
    "an event that can't be read ends the session": 1,
    "tables that are shown stay in memory": 1,
    "a panel stands in the channel": 4,
    "what fails keeps its connection": 13,
    "what was due stays due": 1,
    "a par that is due is not played": 1,
    "a refusal is told to nobody": 1,
    "a press is acknowledged too late": 1,
    "what is in memory outlives a failed write": 2,
    "what failed is not tried again": 3,
    "a transaction whose COMMIT failed stays open": 3,
    "an acknowledged move is not committed": 3,
    "what is announced is not marked": 17,
    "a hand is told to all": 13,
    "a failing picture stops the board": 4,
    "a board that is gone is not posted again": 5,
    "an absence is believed at once": 8,
    "what others wrote is not read": 11,
    "a panel shows another hand": 12,
    "who is away is reminded": 12,
    "who is not ready is made to play again": 13,
    "a hand is acknowledged when it is drawn": 15,
    "who leaves loses nothing": 15,
    "two show one table at once": 17,
    "a hand is in an alt text": 17,
    "an undo keeps the snapshot": 17,
    "an undo takes two moves": 17,
    "closed tables keep their buttons": 21,
    "an interaction delivered twice is applied twice": 23,
    "a vote never ends": 23,
    "a computer's move is not shown": 25,
    "a lobby stays as it is": 26,
    "what was voted down is asked again": 26,
    "a message in which a solitaire was shown before keeps its buttons": 38,
    "of a solitaire's messages any can be its board": 38,
    "who is not to act keeps the buttons": 40,
    "what was left unshown at a kill stays so": 41,
    "a post that may be there is announced again": 43,
    "a vote outlives its game": 50,
    "an absent channel is channel 0": 52,
    "who has left is told of again": 59,
    "who has left keeps the buttons": 64,
    "who has left the server plays on": 71,
    "a request that hangs is waited for": 91,
    "versions are not compared": 94,
    "what failed counts as shown": 100,
    "what failed is not put off": 125,
    "computers do not go on after a kill": 129,
    "a game counts that a moderator has changed": 145,
    "what a dead process has claimed stays its own": 156,
    "a refusal is tried again at once": 209,
    "a board has no nonce": 214,
    "an old board is taken for gone with its channel": 412,
    "a direct message has no nonce": 520,
    "closed direct messages are not remembered": 549,
    "who has had an attempt deleted makes another": 555,
    "who was called is called again": 557,
    "a reminder is not claimed": 5247,
}
