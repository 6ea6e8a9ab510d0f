"""What people do at a table besides their moves: they look, take back, come and go, wait, vote, and begin again."""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage
from simcord.types import HttpLogEntry

from engine import wyverns_knot as knot
from render import PICTURES

from .hall import (
    LINK,
    World,
    answer,
    controls,
    forbid,
    labels,
    leads,
    mentioned,
    parts,
    payloads,
    privately,
    text,
    world,
)
from .test_wyverns_knot_at_a_table import NAMES, lobby, names, start
from .tour import GAME

TICK = 31  # seconds: more than the clock's beat
MINUTE = 61.0  # seconds
DAY = 24 * 3600
THREE = NAMES[:3]
THREAD = "Play in a thread"  # the button of a lobby
SOON: dict[str, Any] = {"nudge_hours": 0.02, "vacate_hours": 0.06, "close_days": 0.005}  # 72, 216 and 432 seconds


def posts(here: World, channel: ChannelHandle | None = None) -> list[HttpLogEntry]:
    """The messages that the bot has posted."""
    return here.posts(channel)


def edits(here: World, message: ResponseMessage) -> list[HttpLogEntry]:
    return here.requests("PATCH", f"/messages/{message.id}")


def links(message: ResponseMessage) -> list[int]:
    """The messages that its buttons link to."""
    urls = [part["url"] for part in parts(message.components) if part.get("style") == LINK]
    return [int(url.rpartition("/")[2]) for url in urls]


def remains(here: World, message: ResponseMessage) -> bool:
    """Whether a message is still in the channel."""
    return message.id in [one.id for one in here.messages()]


async def scout(here: World, member: MemberActor, cell: int) -> str:
    return answer(await here.slash(member, "wyrm-knot", move=f"scout/{cell}"))


async def advance(here: World, member: MemberActor, row: int) -> str:
    return answer(await here.slash(member, "wyrm-knot", move=f"advance/{row}"))


async def leave(here: World, member: MemberActor) -> str:
    """What is said before it is done."""
    asked = await here.slash(member, "leave")
    assert asked.response
    question, before = text(asked.response), here.table()
    await here.press(member, asked.response, "Leave the table")
    assert here.table() != before
    return question


async def agree_to_play(here: World, one: MemberActor, *others: MemberActor) -> str:
    """For the empty seat. What is said before it is done; the newest message is the board again."""
    panel = await here.play(one)
    question = text(panel)
    await here.press(one, panel, "Ask the others" if others else "Play for it")
    for other in others:
        await here.press(other, next(message for message in here.messages() if "Yes" in labels(message)), "Yes")
    assert here.table()["unranked"]
    await here.env.advance_time(MINUTE)
    await here.slash(one, "board")
    return question


# -- Boards and private messages


@pytest.mark.clause("WK-50")
async def test_one_board_a_turn_and_a_fresh_direct_message_at_ones_turn(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        first, posted = here.board, len(posts(here))
        assert mentioned(posts(here)[-1]) == {ann.id}
        assert f"{ann.mention}, it is your turn" in text(first)
        panel = await here.play(ann)
        await here.press(cat, first, "My hand")
        await here.press(bob, first, "Rules")
        assert not edits(here, first), "looking changes nothing for the others"
        said = text(first)
        await here.make(ann, panel, knot.moves.Scout(6))
        assert text(first) != said, "that she looked is public"
        assert not mentioned(here.requests("PATCH", "@original")[-1])
        (direct,) = here.direct_messages(ann)
        assert links(direct) == [first.id]
        assert here.board.id == first.id
        await advance(here, ann, 0)
        assert len(posts(here)) == posted + 1
        assert mentioned(posts(here)[-1]) == {bob.id}
        assert not remains(here, first)
        assert "older boards are folded" in text(here.messages()[0]), "one line is left of all"
        assert not controls(here.messages()[0])
        assert [message.id for message in here.direct_messages(ann)] == [direct.id], "edited, not sent anew"
        await scout(here, bob, 8)
        await advance(here, bob, 0)
        await scout(here, cat, 9)
        await advance(here, cat, 0)
        assert len(here.messages()) == 2, "the line, and the board"
        before, fresh = here.direct_messages(ann)
        assert before.id == direct.id, "her turn: a fresh one, below the one before"
        assert not list(leads(before)), "which has no moves any more"
        assert "I write again when it is your turn" in text(before)
        assert links(fresh) == [here.board.id]
        assert "your turn" in text(fresh)
        assert here.pictures(fresh) == [PICTURES[GAME.key].board(GAME.view(here.state(), 0), names(here))]

        result = await here.press(ann.user, fresh, "My hand")
        assert result.response
        since, _, now = text(result.response).partition("###")
        assert [name for name in ("Ann", "Cat") if name in since] == ["Cat"], "what the others did last"
        assert "…" in since
        assert "Your turn: what will you do?" in now
        await here.make(ann.user, fresh, knot.moves.Scout(10))
        assert "C3" in text(here.board), "played from the direct message, seen at the table"
        nonces = [payload.get("nonce") for post in posts(here) for payload in payloads(post)]
        assert len({*nonces} - {None}) == len(nonces) - nonces.count(None)


def without_counts(position: str) -> tuple[str, str]:
    """A position in words, and the line of it that counts what is left to find of every kind."""
    (counts,) = (line for line in position.splitlines() if line.startswith("Left to find"))
    return position.replace(counts, ""), counts


async def test_the_board_again_and_in_words(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, "Dan") as here:
        await lobby(here)
        await here.press(here.members[3], here.board, "Leave")
        first_lobby = here.board
        assert "hasn't started" in answer(await here.slash(here.members[0], "board", text=True))
        await here.env.advance_time(MINUTE)
        await here.slash(here.members[0], "board")
        assert here.board.id != first_lobby.id
        assert not controls(first_lobby)
        await here.press(here.members[0], here.board, "Start")
        ann, bob, _ = here.seats()
        dan = here.members[3]
        await scout(here, ann, 6)
        seen = knot.state.DRAGONS[here.state().nest[6]]
        old = here.board
        for member in (dan, bob):  # a spectator, and a player after another minute
            await here.env.advance_time(MINUTE)
            before = here.board
            told = answer(await here.slash(member, "board"))
            assert f"Here it is again: https://discord.com/channels/{here.env.guild.id}" in told
            assert str(here.board.id) in told
            assert here.board.id != before.id
            assert not remains(here, before)
            assert not mentioned(posts(here)[-1]), "nobody is called twice to the same turn"
        assert not remains(here, old)
        for member in (ann, bob, dan):
            result = await here.slash(member, "board", text=True)
            position = answer(result)
            assert result.ephemeral
            assert all(name in position for name in THREE)
            assert all(f"{row}" in position for row in "ABCD")
            told, to_find = without_counts(position)
            assert (seen in told) is (member is ann), "what one knows oneself is among it"
            assert (f"1 and 2 {seen}" in to_find) is (member is ann), "and in nobody else's counts"
        nonces = [payload["nonce"] for post in posts(here) for payload in payloads(post) if "nonce" in payload]
        assert len(set(nonces)) == len(nonces), "each of these is a message of its own"


# -- Taking back


async def test_taking_back(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, "Dan") as here:
        await lobby(here)
        await here.press(here.members[3], here.board, "Leave")
        await here.press(here.members[0], here.board, "Start")
        ann, bob, _ = here.seats()
        assert "Nothing to take back" in answer(await here.slash(ann, "undo"))
        await scout(here, ann, 6)
        assert "Nothing to take back" in answer(await here.slash(ann, "undo")), "she has seen it"
        panel = await here.play(ann)
        assert "Undo" not in labels(panel)
        await here.make(ann, panel, knot.moves.Advance(2))
        assert "Undo" in labels(panel), "her turn is over, but nobody has acted"
        bobs, theirs = here.board, await here.play(bob)
        count = len(posts(here))
        await here.press(ann, panel, "Undo")
        assert "Now move a strike dragon" in text(panel)
        assert here.state().table.strikes[2].column == 0
        assert len(posts(here)) == count + 1
        assert mentioned(posts(here)[-1]) == {ann.id}, "it is her turn again"
        assert not remains(here, bobs)
        await here.press(bob, theirs, custom_id=next(iter(controls(theirs))))
        assert "moved on" in text(theirs)
        assert "Ann's turn" in text(theirs)

        await advance(here, ann, 1)
        assert "Now move a strike dragon" in answer(await here.slash(ann, "undo")), "by a command too"
        await advance(here, ann, 3)
        assert "Nothing to take back" in answer(await here.slash(bob, "undo")), "it isn't his"
        await scout(here, bob, 0)
        assert "Nothing to take back" in answer(await here.slash(ann, "undo")), "somebody else has acted"
        await here.press(ann, panel, custom_id=next(iter(controls(panel))))
        assert "moved on" in text(panel)
        assert here.state().table.strikes[3].column == 1
        assert "aren't in a game" in answer(await here.slash(here.members[3], "undo"))


# -- Coming and going


async def test_leaving_and_taking_a_seat(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, "Dan") as here:
        await lobby(here)
        await here.press(here.members[3], here.board, "Leave")
        await here.press(here.members[0], here.board, "Start")
        ann, bob, cat = here.seats()
        dan = here.members[3]
        await scout(here, ann, 6)
        seen = knot.state.DRAGONS[here.state().nest[6]]
        asked = await here.slash(ann, "leave")
        assert asked.ephemeral
        assert "Your seat is kept for you until" in answer(asked)
        assert "If you leave for good, anyone can take it at once." in answer(asked)
        assert here.seats() == [ann, bob, cat], "asked, not done"
        assert asked.response
        (direct,) = here.direct_messages(ann)
        board = here.board
        await here.press(ann, asked.response, "Leave the table")
        assert "You've left" in text(asked.response)
        assert not controls(asked.response)
        assert not controls(direct), "what she was sent does nothing any more"
        assert here.game_board.id == board.id
        assert "Take the empty seat" in labels(board)
        assert "Empty seat 1" in text(board)
        assert "**Ann** has left the table. The seat is kept until" in text(here.board)
        assert "You can let a computer player play on, or wait." in text(here.board)
        assert mentioned(posts(here)[-1]) == {bob.id, cat.id}
        assert "kept until" in answer(await here.press(dan, board, "Take the empty seat")), "she may come back"
        await here.press(ann, board, "Take the empty seat")
        assert here.seats() == [ann, bob, cat]
        asked, count = await here.slash(ann, "leave"), len(posts(here))
        assert asked.response
        await here.press(ann, asked.response, "Leave for good")
        assert "**Ann** has left the table. Anyone can take the seat." in text(here.board)
        assert len(posts(here)) == count + 1
        assert "for good" in answer(await here.press(ann, board, "Take the empty seat"))
        refusal = answer(await here.press(ann, board, "Play"))
        assert "A seat is free" in refusal
        assert "already" in answer(await here.press(bob, board, "Take the empty seat"))

        assert "The game waits" in text(here.game_board)
        assert "still counts" in await advance(here, cat, 0)
        question = await agree_to_play(here, cat, bob)
        assert "The game then counts on no leaderboard." in question
        assert "More than half of you must agree" in question
        panel = await here.play(cat)
        assert "Now move a strike dragon" in text(panel)
        assert "You see nothing that this seat has looked at" in text(panel)
        assert seen not in without_counts(answer(await here.slash(cat, "board", text=True)))[0]
        assert "You agreed on it: this game counts on no leaderboard" in text(here.board)
        await here.make(cat, panel, knot.moves.Advance(0))
        assert here.state().table.turn == 1
        assert mentioned(posts(here)[-1]) == {bob.id}

        await here.press(dan, here.board, "Take the empty seat")
        assert "Take the empty seat" not in labels(here.game_board)
        assert here.seats() == [dan, bob, cat]
        hand = await here.slash(dan, "hand")
        assert hand.response
        assert here.pictures(hand.response) == [PICTURES[GAME.key].board(GAME.view(here.state(), 0), names(here))]
        position = answer(await here.slash(dan, "board", text=True))
        assert seen in without_counts(position)[0], "the seat remembers"

        await leave(here, bob)
        await leave(here, dan)
        assert here.table()["phase"] == "playing"
        assert "the table closes" in await leave(here, cat)
        assert here.table()["phase"] == "closed"
        assert any("closed" in text(message) and not controls(message) for message in here.messages()[-4:])
        assert not any(controls(message) for member in (ann, dan, cat) for message in here.direct_messages(member))
        await here.slash(ann, "play", game=GAME.key)
        assert "Join" in labels(here.board), "the channel is free again"


# -- Waiting


def due(here: World) -> dict[str, int]:
    """By kind, the seconds from the last change to when it is due."""
    table = here.table()
    rows = here.rows("SELECT * FROM timers WHERE table_id = ?", table["id"])
    return {row["kind"]: row["due_at"] - table["changed_at"] for row in rows}


async def test_the_patience_of_a_table(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await lobby(here)
        assert due(here) == {"closing": 13 * DAY, "close": 14 * DAY}
        await here.press(here.members[0], here.board, "Start")
        waits = {"nudge": DAY, "last": 3 * DAY - 6 * 3600, "vacate": 3 * DAY}
        assert due(here) == {**waits, "closing": 13 * DAY, "close": 14 * DAY}
        await here.slash(here.members[0], "concede")
        assert due(here)["vote"] == DAY


async def test_a_table_waits_reminds_and_closes(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, **SOON) as here:
        await start(here)
        ann, bob, cat = here.seats()
        board = here.board
        await here.env.advance_time(60)
        assert len(posts(here)) == 2
        await here.env.advance_time(2 * TICK)
        assert mentioned(posts(here)[-1]) == {ann.id}
        assert f"{ann.mention}, the table waits for you" in text(here.board)
        assert links(here.board) == [board.id]
        await here.restart()
        await here.env.advance_time(2 * TICK)
        assert len(posts(here)) == 3, "once, also over a restart"
        await here.env.advance_time(2 * TICK)
        absent = here.board
        assert "**Ann** has kept the table waiting" in text(absent)
        assert mentioned(posts(here)[-1]) == {bob.id, cat.id}, "who can do something about it"
        assert "your own turn" in answer(await here.press(ann, absent, "Free the seat"))
        await here.restart()
        await here.press(bob, absent, "Free the seat")
        assert here.seats() == [bob, cat]
        assert "The seat is free" in text(absent)
        assert not controls(absent)
        assert "Take the empty seat" in labels(board)
        assert "You can agree to play for it" in text(board)
        count = len(posts(here))
        await here.env.advance_time(300)
        assert len(posts(here)) == count + 2, "as for a player"
        for reminder, message in zip(posts(here)[count:], here.messages()[-2:], strict=True):
            assert mentioned(reminder) == {bob.id, cat.id}
            assert "**Empty seat 1**" in text(message)
            assert "You can let a computer player play on, or wait." in text(message)
        await here.env.advance_time(200)
        assert here.table()["phase"] == "closed"
        assert not controls(board)
        assert "closed" in text(board)
        assert not here.rows("SELECT * FROM timers")


async def test_who_comes_back_keeps_the_seat(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, **SOON) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await here.env.advance_time(216 + TICK)
        absent = here.board
        await scout(here, ann, 0)
        assert "isn't waiting" in answer(await here.press(bob, absent, "Free the seat"))
        assert here.seats()[0] == ann


async def test_a_lobby_that_nobody_starts_closes(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, **SOON) as here:
        await lobby(here)
        await here.env.advance_time(432 + TICK)
        assert here.table()["phase"] == "closed"
        assert not controls(here.board)


async def test_whoever_has_left_the_server_leaves_the_seat(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, **SOON) as here:
        await start(here)
        ann, bob, cat = here.seats()
        board = here.board
        here.env.guild.remove_member(ann)
        await here.env.advance_time(72 + TICK)
        assert here.seats() == [bob, cat]
        assert "**Ann** has left the table" in text(here.board)
        assert mentioned(posts(here)[-1]) == {bob.id, cat.id}
        assert "Take the empty seat" in labels(board)
        panel = privately(await here.press(bob, board, "Play"))
        assert "Play for the empty seat yourselves?" in text(panel)


# -- Giving up together


def ballots(here: World) -> str:
    return text(vote(here))


def vote(here: World) -> ResponseMessage:
    return next(message for message in reversed(here.messages()) if "giv" in text(message))


async def test_giving_up_takes_more_than_half(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:4], "Fay") as here:
        await lobby(here)
        fay = here.members[4]
        await here.press(fay, here.board, "Leave")
        await here.press(here.members[0], here.board, "Start")
        ann, bob, cat, dan = here.seats()
        assert "aren't in a game" in answer(await here.slash(fay, "concede"))
        assert "asked the others to give up" in answer(await here.slash(ann, "concede"))
        assert "already" in answer(await here.slash(bob, "concede"))
        proposal = vote(here)
        assert mentioned(posts(here)[-1]) == {bob.id, cat.id, dan.id}, "who can decide it"
        listed = answer(await here.slash(bob, "games"))
        assert "**a vote** waits for you" in listed
        assert str(proposal.id) in listed
        assert "a vote" not in answer(await here.slash(ann, "games"))
        assert "**Ann** wants to give up" in text(proposal)
        assert "Give up: **1** of 3 needed" in text(proposal)
        assert "don't sit" in answer(await here.press(fay, proposal, "Give up"))
        await here.press(bob, proposal, "Give up")
        await here.press(bob, proposal, "Keep playing")
        assert "Give up: **1** of 3 needed · Keep playing: **1**" in text(proposal), "he has changed his mind"
        await here.restart()
        await here.press(bob, proposal, "Give up")
        assert here.table()["phase"] == "playing"
        assert "Give up: **2** of 3" in text(proposal)
        await here.press(cat, proposal, "Give up")
        assert here.table()["phase"] == "over"
        assert "You gave the game up" in text(proposal)
        assert not controls(proposal)
        shown = text(here.board)
        assert "Given up with 0 of 10 eggs saved" in shown, "the first game of four who know nothing of it is easy"
        assert str(here.table()["seed"]) not in shown
        assert str(here.table()["seed"]) in answer(await here.press(dan, here.board, "Fair deal?"))
        assert labels(here.board)[:1] == ["Play again"]
        assert not here.rows("SELECT * FROM timers")
        assert "over" in answer(await here.slash(dan, "concede"))


@pytest.mark.parametrize("ending", ["refused", "late"])
async def test_a_vote_that_fails(tmp_path: Path, ending: str) -> None:
    async with world(tmp_path, *THREE, concede_hours=0.02) as here:
        await start(here)
        ann, bob, cat = here.seats()
        await here.slash(bob, "concede")
        proposal = here.board
        if ending == "refused":
            for member in (ann, cat):
                await here.press(member, proposal, "Keep playing")
        else:
            await here.restart()
            await here.env.advance_time(72 + TICK)
        assert here.table()["phase"] == "playing"
        assert "The game goes on" in text(proposal)
        assert not controls(proposal)
        if ending == "refused":
            assert "voted down" in answer(await here.slash(cat, "concede"))
            await here.env.advance_time(3600)
        await here.slash(cat, "concede")
        assert here.board.id != proposal.id, "there can be another"
        await here.press(ann, here.board, "Give up")
        assert here.table()["phase"] == "over"


@pytest.mark.parametrize("leaver", ["for", "against"])
async def test_a_voter_who_leaves(tmp_path: Path, leaver: str) -> None:
    """Of those who stay, more than half must agree: it can pass or fail by somebody's leaving."""
    async with world(tmp_path, *NAMES[:4]) as here:
        await start(here)
        ann, bob, cat, dan = here.seats()
        await here.slash(ann, "concede")
        proposal = here.board
        await here.press(bob, proposal, "Give up")
        await here.press(cat, proposal, "Keep playing")
        if leaver == "against":  # two of three agree
            await leave(here, cat)
            assert here.table()["phase"] == "over"
            assert "gave the game up" in text(proposal)
        else:  # one of three agrees, one doesn't, one may still
            await leave(here, bob)
            assert "Give up: **1** of 2 needed · Keep playing: **1**" in text(proposal)
            await leave(here, ann)
            assert here.table()["phase"] == "playing", "nobody agrees who is still there"
            await here.press(dan, proposal, "Keep playing") if controls(proposal) else None
            assert "goes on" in text(proposal)
            assert not controls(proposal)


# -- Proof, and once more


async def test_a_thread_of_its_own_a_deal_bound_by_256_bits_beforehand_and_once_more(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, "Dan") as here:
        assert "No game" in answer(await here.slash(here.members[0], "verify"))
        await lobby(here, {"target": "10", "memory": "false"})
        host, dan = here.members[0], here.members[3]
        await here.press(dan, here.board, "Leave")
        opened = here.board
        assert "hasn't started" in answer(await here.slash(dan, "verify"))
        assert "Only the host" in answer(await here.press(dan, opened, THREAD))
        await here.press(host, opened, THREAD)
        here.deal(f"{1:064x}")
        await here.press(host, opened, "Start")
        (here.channel,) = here.channel.threads
        assert here.channel.id == opened.id
        assert here.channel.name == "Wyvern's Knot: Ann, Bob, Cat"
        assert not controls(opened)
        assert links(opened) == [here.channel.id]
        during = answer(await here.slash(dan, "verify"))
        (commitment,) = re.findall(r"`([0-9a-f]{64})`", during)
        assert f"{1:064x}" not in during
        await scout(here, here.seats()[0], 3)
        await advance(here, here.seats()[0], 3)
        await here.slash(host, "concede")
        await here.press(here.members[1], here.board, "Give up")
        final = here.board
        proof = answer(await here.slash(dan, "verify"))
        (seed,) = re.findall(r"Seed: `([0-9a-f]{64})`", proof)
        assert seed == f"{1:064x}"
        assert commitment == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        assert commitment in proof
        assert "its 2 moves lead to the result that you were told" in proof
        assert proof == answer(await here.slash(dan, "verify", table=here.table()["id"]))
        assert "no such table" in answer(await here.slash(dan, "verify", table=2**53 - 1))
        here.rows('UPDATE log SET move = \'{"type":"of-then"}\'')
        other = answer(await here.slash(dan, "verify"))
        assert "its 2 moves don't lead to the result that you were told. So the rules were others when" in other
        here.rows("UPDATE tables SET rules = 99")
        older = answer(await here.slash(dan, "verify"))
        assert "played by an earlier version of the rules of Wyvern's Knot, which I don't have any more" in older
        for told in (other, older):
            assert seed in told
            assert commitment in told
            assert "If you noted the same one, nobody has changed the deal since." in told
        here.rows("UPDATE tables SET rules = 1")

        assert answer(await here.press(dan, final, "Play again")), "he wasn't there"
        await here.press(here.members[1], final, "Play again")
        assert "has asked already: your group plays again" in answer(await here.press(host, final, "Play again"))
        fresh = here.table()
        assert fresh["host_id"] == here.members[1].id
        assert here.board.channel_id == here.channel.id
        assert [name for name in THREE if name in text(here.board)] == list(THREE)
        assert fresh["seed"] != f"{1:064x}"
        for member in (host, here.members[2]):
            await here.press(member, here.board, "Ready")
        await here.press(here.members[1], here.board, "Start")
        assert here.state().table.options == knot.state.Options(target=10, memory=False)
        assert here.seats() == [here.members[1], here.members[2], host], "the first seat passes on"
        assert commitment in answer(await here.slash(dan, "verify", table=fresh["id"] - 1)), "by its number"


# -- The hall itself


async def test_help_names_the_commands(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        result = await here.slash(here.members[0], "help")
        assert result.ephemeral
        assert result.response
        await here.press(here.members[0], result.response, "Commands")
        known = set(here.members[0].available_commands(here.channel))
        named = set(re.findall(r"`/([a-z-]+)", answer(result)))
        assert named <= {command.split()[0] for command in known}
        assert {command.split()[0] for command in known} - named == {"help", "hand"} & known


@pytest.mark.parametrize("where", ["system", "first", "nowhere"])
async def test_a_greeting_on_joining_a_server(tmp_path: Path, where: str) -> None:
    async with world(tmp_path, "Ann") as here:
        backend, guild = here.env.backend, here.env.guild
        second = guild.create_text_channel("second")
        stored = backend.get_guild(guild.id)
        if where == "system":
            stored.system_channel_id = second.id
        else:
            forbid(here, "send_messages")
        if where == "nowhere":
            forbid(here, "send_messages", channel=second)
        backend.emit("GUILD_DELETE", {"id": str(guild.id)})
        joined = dict(serializers.guild_create_payload(backend, stored))
        del joined["unavailable"]  # only a server that has come back says so
        backend.emit("GUILD_CREATE", joined)
        await here.env.settle()
        assert not here.messages()
        greeting = [text(message) for message in here.messages(second)]
        assert len(greeting) == (where != "nowhere")
        assert all("`/settings`" in words and "`/help`" in words for words in greeting)
        assert here.env.error_cursor == 0
