"""Hints: a computer player says what it would do, to whoever asks and to nobody else."""

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult, ResponseMessage

from cogs.delivery.dress import Message
from cogs.delivery.pictures import pictured
from cogs.games import WORDS
from cogs.games.words import move_path
from cogs.screens.hints import NO_HINT
from cogs.screens.press import Press
from cogs.screens.screen import Screen
from engine import GAMES, Chance, decode, encode
from players import PLAYERS
from tables.workers import computer_turns

from ..engine.players import Setup, lasting, playthrough
from .hall import Actor, World, answer, controls, labels, leads, parts, text, world
from .positions import SEED, Position, write
from .solitaires import start
from .test_daily_on_discord import HEXARACT, finish, hall, play, press_by_hand
from .test_hostile_input import COMPONENT, interact
from .test_leaks import other, position


def rarely(games: list[str]) -> list[Any]:
    """All but the first in slow tests."""
    return [games[0], *[pytest.param(game, marks=pytest.mark.slow) for game in games[1:]]]


ASK, TITLE = "What would you do?", "What I would do"
ALONE = [key for key in PLAYERS if GAMES[key].alone is not None]
GROUPS = [key for key in PLAYERS if max(GAMES[key].seats) > 1]
BUTTON, DANGER = 2, 4  # a component, a style
SHEET = 5  # an interaction


def hints(here: World) -> int | None:
    taken: int | None = here.table()["hints"]
    return taken


def offered(message: ResponseMessage) -> list[str]:
    """The custom ids that make the moves of a hint, best first."""
    return [part["custom_id"] for part in parts(message.components) if part.get("label") == "Play it"]


async def ask(here: World, actor: Actor, message: ResponseMessage) -> ResponseMessage:
    return await told(here, actor, message, ASK, TITLE)


async def told(here: World, actor: Actor, message: ResponseMessage, label: str, title: str) -> ResponseMessage:
    """The answer under `title` to a press: beside a message that others see, in a direct message itself."""
    before, there = text(message), here.env.backend.messages[message.channel_id]
    count = len(there)
    result = await here.press(actor, message, label)
    if isinstance(actor, UserHandle):
        assert len(there) == count, "it stays the one panel"
        assert title in text(message), text(message)
        return message
    assert text(message) == before, "nothing of it in public"
    assert result.response
    assert result.response.ephemeral
    assert title in text(result.response), text(result.response)
    return result.response


async def back(here: World, actor: Actor, message: ResponseMessage) -> None:
    """Where the answer is in the message itself, its controls are behind Back."""
    if isinstance(actor, UserHandle):
        await here.press(actor, message, "Back")


async def at_a_table(here: World, at: Position, *, hints: int | None = 0) -> list[MemberActor]:
    """The first members sit there."""
    await write(here, at)
    here.rows("UPDATE tables SET hints = ?", hints)
    await here.restart()
    return here.seats()


def turn_of(here: World, seats: list[MemberActor]) -> MemberActor:
    return seats[here.game().to_act(here.state()) or 0]


@pytest.mark.parametrize("game", rarely(ALONE))
async def test_a_hint_in_a_game_for_one_is_told_to_its_player_and_played_by_one_press(
    tmp_path: Path, game: str
) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        actor = ann if max(GAMES[game].seats) == 1 else ann.user  # in a channel it would be a table for several
        message = await start(here, actor, game)
        before, version = text(message), here.table()["version"]
        by_hand = Press("hint", here.table()["id"], version)
        assert "somebody else's" in answer(await press_by_hand(here, bob, by_hand)).lower()
        assert hints(here) == 0
        hint = await ask(here, actor, message)
        first = text(hint)
        assert 1 <= len(offered(hint)) <= 2
        assert " 100" in text(hint) or "always" in text(hint) or "points" in text(hint)
        assert (hints(here), here.table()["version"]) == (1, version)
        await back(here, actor, message)
        assert text(message) == before
        assert text(await ask(here, actor, message)) == first, "the same question, the same answer"
        assert hints(here) == 1, "and the same hint"
        custom_id = offered(hint)[0]
        await here.press(actor, hint, custom_id=custom_id)
        for sure in [lead for lead in leads(hint) if lead.verb == "dare"]:  # it asks once more
            await here.press(actor, hint, custom_id=sure.custom_id)
        (made, *_) = here.rows("SELECT move FROM log WHERE kind = 'move' ORDER BY version")
        assert move_path(decode(GAMES[game].move, made["move"].encode())) == Press.read(custom_id).args
        assert text(message) != before, "the game's message shows the move too"
        assert hints(here) == 1


async def test_two_presses_at_once_are_one_hint(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await start(here, ann, HEXARACT)
        press = next(custom_id for custom_id in controls(message) if Press.read(custom_id).verb == "hint")
        data = {"custom_id": press, "component_type": BUTTON}
        sent = [interact(here, ann, COMPONENT, data, message._message) for _ in range(2)]
        await here.env.settle()
        one, two = (answer(here._checked(InteractionResult(here.env, record))) for record in sent)
        assert TITLE in one
        assert one == two
        assert hints(here) == 1


async def test_a_deal_of_the_day_has_hints_in_practice_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        message = await play(here, ann, HEXARACT)
        table = here.table()
        assert ASK not in labels(message)
        for version in (table["version"], 0):
            for args in ((), ("1",)):
                pressed = await press_by_hand(here, ann, Press("hint", table["id"], version, args))
                assert "without hints" in answer(pressed)
        assert here.table() == table, "nothing has changed"
        message = await finish(here, ann, HEXARACT)
        assert ASK not in labels(message)
        assert "without hints" in answer(await press_by_hand(here, ann, Press("hint", table["id"], 0)))
        await here.press(ann.user, message, "Practice")
        hint = await ask(here, ann.user, here.direct_messages(ann)[-1])
        assert offered(hint)
        assert hints(here) == 1


async def test_how_many_hints_were_taken_is_told_at_the_end(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await start(here, ann, HEXARACT)
        hint = await ask(here, ann, message)
        await here.press(ann, hint, custom_id=offered(hint)[0])
        await ask(here, ann, message)
        await here.press(ann, message, "Give up")
        await here.press(ann, message, "Give up")
        assert "With 2 hints." in text(message)
        assert here.rows("SELECT hints FROM results") == [{"hints": 2}]
        assert ASK not in labels(message)
        stale = await press_by_hand(here, ann, Press("hint", here.table()["id"], here.table()["version"]))
        assert "This game is over" in answer(stale)


@pytest.mark.parametrize("game", rarely(GROUPS))
async def test_a_table_has_hints_only_if_its_host_wants_them(tmp_path: Path, game: str) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, cat = here.members
        await here.slash(ann, "play", game=game)
        for member in (bob, cat):
            await here.press(member, here.board, "Join")
        await here.choose_options(ann)
        assert hints(here) is None, "they are off, unless somebody turns them on"
        assert "Hints" not in text(here.board)
        await here.choose_options(ann, hints="on")
        assert "Hints: on (a game with hints counts on no leaderboard)" in text(here.board)
        await here.choose_options(ann, hints="off")
        await here.agree()
        await here.press(ann, here.board, "Start")
        table, panel = here.table(), await here.play(ann)
        assert ASK not in labels(panel)
        by_hand = Press("hint", table["id"], table["version"])
        assert "plays without hints" in answer(await press_by_hand(here, ann, by_hand))
        assert here.table() == table


@pytest.mark.parametrize("game", rarely(GROUPS))
async def test_a_hint_at_a_table_is_answered_to_the_asker_alone(tmp_path: Path, game: str) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", "Zoe") as here:
        seats = await at_a_table(here, position(game, 3, 9))
        who, zoe = turn_of(here, seats), here.members[-1]
        waiting = next(member for member in seats if member is not who)
        board, sent = text(here.board), len(here.messages())
        by_hand = Press("hint", here.table()["id"], here.table()["version"])
        assert "isn't your turn" in answer(await press_by_hand(here, waiting, by_hand))
        assert "don't sit" in answer(await press_by_hand(here, zoe, by_hand))
        assert hints(here) == 0
        panel = await here.play(who)
        await here.press(who, panel, ASK)
        assert TITLE in text(panel), "in their own panel"
        assert offered(panel)
        assert hints(here) == 1
        assert (text(here.board), len(here.messages())) == (board, sent)
        for member in here.members:
            assert not any(TITLE in text(message) for message in here.direct_messages(member))
        await here.press(who, panel, "Back")
        assert TITLE not in text(panel)
        assert ASK in labels(panel)


@pytest.mark.parametrize(("label", "title"), [(ASK, TITLE), pytest.param("Why?", "### Why?", marks=pytest.mark.slow)])
async def test_what_is_asked_in_a_direct_message_is_answered_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: str, title: str
) -> None:
    """Nobody else sees it: it stays the one panel, until its reader goes on there or elsewhere."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position("wyverns-knot", 3, 9))
        who = turn_of(here, seats)
        await here.slash(who, "preferences", messages="turns")
        await here.restart()
        message, board = here.direct_messages(who)[-1], text(here.board)
        before, offered = text(message), labels(message)
        monkeypatch.setattr(computer_turns, "SOON", 0)
        await here.press(who.user, message, label)
        assert NO_HINT in text(message)
        assert (labels(message), hints(here)) == (offered, 0), "the turn goes on"
        monkeypatch.undo()
        await told(here, who.user, message, label, title)
        await here.restart()
        assert title in text(message)
        await here.press(who.user, message, "Back")
        assert text(message) == before
        await told(here, who.user, message, label, title)
        assert (text(here.board), hints(here)) == (board, 1)
        await here.make(who, await here.play(who), here.game().legal_moves(here.state())[0])
        assert title not in "".join(map(text, here.direct_messages(who)))


async def test_a_hint_in_a_direct_message_is_played_there(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position("wyverns-knot", 3, 9))
        who = turn_of(here, seats)
        await here.slash(who, "preferences", messages="turns")
        await here.restart()
        message, version = here.direct_messages(who)[-1], here.table()["version"]
        hint = await ask(here, who.user, message)
        await here.press(who.user, hint, custom_id=offered(hint)[0])
        assert here.table()["version"] > version
        assert TITLE not in text(message)
        assert hints(here) == 1


async def test_a_hint_that_comes_late_hides_no_direct_message_that_has_moved_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is made elsewhere while the hint is drawn."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position("wyverns-knot", 3, 9))
        who = turn_of(here, seats)
        await here.slash(who, "preferences", messages="turns")
        await here.restart()
        message, table = here.direct_messages(who)[-1], here.table()
        move = here.game().legal_moves(here.state())[0]

        async def late(screen: Screen, **how: bool) -> Message:
            if TITLE in str(screen):
                await here.bot.store.tables.play(table["id"], who.id, [move], -1, version=table["version"])
                await here.bot.services.presenter.show_and_wait(table["id"])
            return await pictured(screen, **how)

        monkeypatch.setattr("cogs.delivery.replies.pictured", late)
        await here.press(who.user, message, ASK)
        assert here.table()["version"] > table["version"]
        assert TITLE not in "".join(map(text, here.direct_messages(who)))


async def test_a_sheet_that_nobody_could_fill_in_like_that_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        table = here.table()
        sheet = Press("optioned", table["id"], table["version"]).custom_id()
        chosen = {"target": "12", "memory": "true", "hints": "always"}
        for filled in (chosen, {**chosen, "hints": ""}, {"target": "12", "memory": "true"}):
            parts = [{"type": 18, "component": {"custom_id": name, "value": value}} for name, value in filled.items()]
            record = interact(here, ann, SHEET, {"custom_id": sheet, "components": parts}, None)
            await here.env.settle()
            assert "older time" in answer(here._checked(InteractionResult(here.env, record)))
        assert here.table() == table


@pytest.mark.parametrize("game", rarely(GROUPS))
async def test_a_hint_depends_on_nothing_that_its_asker_cannot_see(tmp_path: Path, game: str) -> None:
    """Two halls that look the same to whoever is to move, with other hidden cards."""
    here_at = position(game, 3, 9)
    seat = GAMES[game].to_act(here_at.state)
    there_at = other(here_at, seat)
    assert there_at.state != here_at.state
    told = []
    for name, at in (("here", here_at), ("there", there_at)):
        folder = tmp_path / name
        folder.mkdir()
        async with world(folder, "Ann", "Bob", "Cat") as here:
            seats = await at_a_table(here, at)
            panel = await here.play(turn_of(here, seats))
            await here.press(turn_of(here, seats), panel, ASK)
            told.append((text(panel), offered(panel), hints(here)))
    assert told[0] == told[1]
    assert TITLE in told[0][0]


async def test_a_hint_for_a_vacant_seat_has_what_its_asker_may_know(tmp_path: Path) -> None:
    """Ann plays for Bob's seat, which knows cards of hers that she doesn't."""
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        seats = await at_a_table(here, position("wyverns-knot", 3, 9))
        gone = turn_of(here, seats)
        ann = next(member for member in seats if member is not gone)
        left = await here.slash(gone, "leave")
        assert left.response
        await here.press(gone, left.response, "Leave the table")
        table = here.table()
        thought = await here.bot.store.tables.asked(table["id"], ann.id, table["version"])
        seen = await here.bot.store.tables.look(table["id"], ann.id)
        assert seen.seat != seen.own
        assert bytes(thought.question.view) == encode(seen.view)
        panel = await here.play(ann)
        await here.press(ann, panel, ASK)
        assert offered(panel)


async def test_a_game_with_hints_counts_on_no_board_and_says_so(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await at_a_table(here, before_the_end("wyverns-knot"))
        seats = here.seats()
        who = turn_of(here, seats)
        panel = await here.play(who)
        await here.press(who, panel, ASK)
        while here.table()["phase"] == "playing":
            who, state = turn_of(here, seats), here.state()
            await here.make(who, await here.play(who), lasting(here.game(), state, lambda: 0.5))
        assert "With 1 hint. A game with hints counts on no leaderboard." in text(here.board)
        rows = here.rows("SELECT hints, points FROM results")
        assert rows == [{"hints": 1, "points": None}] * 3
        for table in ("group_standings", "win_standings", "standings"):
            assert not here.rows(f"SELECT * FROM {table}")
        await here.press(who, here.board, "Play again")
        assert hints(here) == 0, "the next game has the same options"


def before_the_end(game: str) -> Position:
    setup = Setup(GAMES[game], 3, GAMES[game].options())
    played = list(playthrough(setup, SEED, lasting))
    last = next(one for one in reversed(played) if setup.game.forced(one.state, alone=False) is None)
    return Position(game, 3, setup.options, last.state)


async def test_a_hint_about_a_turn_gone_by_is_neither_given_nor_counted(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await start(here, ann, HEXARACT)
        table = here.table()
        tables, thought = here.bot.store.tables, None
        old = next(custom_id for custom_id in controls(message) if Press.read(custom_id).verb == "hint")
        thought = await tables.asked(table["id"], ann.id, table["version"])
        await here.make(ann, message, thought.moves[0])
        moved_on = answer(await press_by_hand(here, ann, Press.read(old)))
        assert "moved on" in moved_on
        assert TITLE not in moved_on
        with pytest.raises(Exception, match="moved on"):  # it moved on while somebody thought
            await tables.take_hint(thought)
        assert hints(here) == 0
        hint = await ask(here, ann, message)
        await here.make(ann, message, here.game().legal_moves(here.state())[0])
        moves = len(here.rows("SELECT * FROM log"))
        await here.press(ann, hint, custom_id=offered(hint)[0])
        assert "moved on" in text(hint)
        assert len(here.rows("SELECT * FROM log")) == moves


async def test_a_hint_asks_once_more_before_a_risky_move(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = await at_a_table(here, risky_at_best(HEXARACT))
        message = (await here.slash(ann, "board")).response
        assert message
        hint = await ask(here, ann, message)
        red = [custom_id for custom_id in offered(hint) if controls(hint)[custom_id]["style"] == DANGER]
        assert red, "its button is red"
        version = here.table()["version"]
        await here.press(ann, hint, custom_id=red[0])
        assert here.table()["version"] == version, "it asks"
        (sure,) = [lead for lead in leads(hint) if lead.verb == "dare"]
        await here.press(ann, hint, custom_id=sure.custom_id)
        assert here.table()["version"] > version


def risky_at_best(key: str) -> Position:
    """Where a risky move is among the two that the computer player thinks best."""
    game, words = GAMES[key], WORDS[key]
    for seed in range(20):
        for one in playthrough(Setup(game, 1, game.alone), f"{seed:064x}", lasting):
            view, legal = game.view(one.state, 0), game.legal_moves(one.state)
            if len(legal) > 1 and any(words.risky(view, move) for move in legal):
                best = PLAYERS[key].weigh(view, legal, (), Chance(SEED))
                if len(best) > 1 and any(words.risky(view, weighed.move) for weighed in best[:2]):
                    return Position(key, 1, game.alone, one.state)
    raise AssertionError("no risk is ever worth it")
