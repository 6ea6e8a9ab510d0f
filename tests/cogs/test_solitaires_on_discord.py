"""Games for one as people play them: in a channel and in direct messages, by panel and by commands."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.results import ResponseMessage

from cogs.games import WORDS
from cogs.games.words import move_path
from cogs.screens.press import Press
from engine import GAMES, decode, forest_of_wyr
from render import PICTURES
from tables.play.newcomers import ENOUGH

from .by_command import command
from .hall import Actor, World, alts, answer, controls, gist, labels, leads, mentioned, text, world
from .solitaires import KEYS, chosen, deal, give_up, script, start
from .test_daily_on_discord import press_by_hand, shown

FOREST = "forest-of-wyr"
FIRST = forest_of_wyr.state.Options(4, 6)  # of who has never won there

NAMES = ("Ann", "Bob", "Cat")
every_game = pytest.mark.parametrize("key", KEYS)
everywhere = pytest.mark.parametrize("where", ["channel", "dm"])


def player(here: World, where: str) -> Actor:
    ann = here.members[0]
    return ann if where == "channel" else ann.user


def messages(here: World, where: str = "channel") -> list[ResponseMessage]:
    """All that can be seen there."""
    return here.messages() if where == "channel" else here.direct_messages(here.members[0])


HEX = re.compile(r"[0-9a-f]{12}")  # what is for who asks


def ended(here: World, key: str, message: ResponseMessage, won: bool) -> None:
    """The result is shown, no long number, and a way to play again."""
    game, state = GAMES[key], here.state()
    outcome = game.outcome(state)
    assert outcome
    assert outcome.won is won
    assert here.table()["phase"] == "over"
    said = text(message)
    view = game.revealed(state) if game.revealed else game.view(state, 0)
    headline = game.headline(view)
    assert headline in said
    assert not HEX.search(said)
    pictured = PICTURES[key]
    assert here.pictures(message) == [pictured.result(view, ["Ann"], headline)]
    assert [*map(gist, alts(message))] == [headline]
    easier = won and key == FOREST and state.table.options == FIRST
    harder = ["Play again, harder: no end of nights, 7 ravens to free"] if easier else []
    share = ["Share"] if here.table()["guild_id"] else []  # with whom, in direct messages?
    assert labels(message) == [*harder, "Play again", *share, "How did I play?", "Replay", "Rules", "Fair deal?"]


# -- Whole games


@pytest.mark.slow
@every_game
@everywhere
@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
async def test_a_whole_game_by_the_panel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, where: str, won: bool
) -> None:
    seed, played = script(key, won)
    moves, draw = chosen(key, played), Random(key).random
    deal(monkeypatch, seed)
    async with world(tmp_path, *NAMES[:1]) as here:
        actor = player(here, where)
        message = await start(here, actor, key)
        for number, one in enumerate(moves):
            assert here.state() == one.state
            assert not HEX.search(text(message))
            if number % 8 == 0:
                assert here.pictures(message) == [PICTURES[key].board(GAMES[key].view(one.state, 0), ["Ann"])]
            if number in (len(moves) // 3, len(moves) // 2):
                await here.restart()
            await here.make(actor, message, one.move, hesitate=draw() < 0.1)
        assert here.state() == played[-1].step.state
        ended(here, key, message, won)
        assert len(messages(here, where)) == 1, "it is one message from first to last"
        assert (await here.bot.store.tables.verify(here.table()["id"])).holds


async def test_who_cant_win_any_more_ends_it_or_plays_for_a_better_result_and_is_asked_once(tmp_path: Path) -> None:
    key, end, better = "advent-of-the-wyrms", "It can't be won: end it", "Play for a better result"
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await start(here, ann, key)
        game, number = GAMES[key], 9000
        while not game.hopeless(game.view(here.state(), None)):
            *_, discards = game.legal_moves(here.state())
            await here.bot.store.tables.play(here.table()["id"], ann.id, [discards], number := number + 1)
        await here.slash(ann, "board")
        message = here.board
        assert {end, better} <= {*labels(message)}
        await here.press(ann, message, end)
        await here.press(ann, message, "Keep playing")
        assert {end, better} <= {*labels(message)}
        await here.press(ann, message, better)
        assert not {end, better} & {*labels(message)}
        assert "Give up" in labels(message)
        assert here.table()["phase"] == "playing"


async def test_spells_are_negated_by_one_press_and_told_as_one_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "advent-of-the-wyrms"
    deal(monkeypatch, f"{5:064x}")
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message, longest = await start(here, ann, key), 0
        while here.table()["phase"] == "playing":
            state, before = here.state(), here.table()["version"]
            run = next((label for label in labels(message) if label.endswith(", then spares")), None)
            if run is None:
                await here.make(ann, message, here.game().legal_moves(state)[0])
                continue
            await here.press(ann, message, run)
            made = [
                decode(here.game().move, row["move"].encode())
                for row in here.rows("SELECT move FROM log WHERE version > ? ORDER BY version", before)
            ]
            if len(made) > 1:
                assert f"{len(made)} spells negated. Discarded: " in text(message)
            longest = max(longest, len(made))
        assert longest > 2


@pytest.mark.slow
@every_game
@everywhere
async def test_a_whole_game_by_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, where: str) -> None:
    seed, played = script(key, won=False)
    moves, draw = chosen(key, played), Random(key).random
    deal(monkeypatch, seed)
    async with world(tmp_path, *NAMES[:1]) as here:
        actor = player(here, where)
        message = await start(here, actor, key)
        made = 0
        while made < len(moves):
            assert here.state() == moves[made].state
            if made == len(moves) // 2:
                await here.restart()
            await command(here, actor, key, moves[made].move, typing=draw() < 0.2)
            made += 1
        ended(here, key, message, won=False)
        assert messages(here, where)[0].id == message.id
        assert len(messages(here, where)) == 1, "commands are answered in private, and it is edited"


# -- One message


@every_game
async def test_it_starts_at_once(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        message = await start(here, ann, key)
        assert message.id == here.board.id
        assert here.table()["phase"] == "playing"
        assert list(leads(message))
        assert {"Give up", "Rules"} <= set(labels(message))
        assert GAMES[key].title in text(message)
        assert "\n\n" not in text(message), "no empty lines where nothing has happened yet"
        assert not mentioned(here.requests("PATCH", "/messages/@original")[-1])


@every_game
async def test_other_people_s_presses_get_a_sentence(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        message = await start(here, ann, key)
        before, shown = here.table(), text(message)
        for pressed in (
            await here.follow(bob, message, next(leads(message))),
            await here.press(bob, message, "Give up"),
        ):
            said = answer(pressed)
            assert "somebody else's" in said
            assert "/play" in said
        assert here.table() == before
        assert text(message) == shown
        rules = await here.press(bob, message, "Rules")
        assert rules.response, "the rules are for everybody"
        assert rules.response.ephemeral


@every_game
async def test_giving_up_asks_first(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        message = await start(here, ann, key)
        await here.press(ann, message, "Give up")
        assert here.table()["phase"] == "playing"
        assert labels(message) == ["Give up", "Keep playing"]
        await here.press(ann, message, "Keep playing")
        assert list(leads(message)), "on it goes"
        await here.press(ann, message, "Give up")
        await here.restart()
        await here.press(ann, message, "Give up")
        given_up(here, message)


@every_game
async def test_the_command_for_giving_up_asks_first_too(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        message = await start(here, ann, key)
        for label in ("Keep playing", "Give up"):
            asked = await here.slash(ann, "concede")
            assert asked.response
            assert asked.response.ephemeral
            assert labels(asked.response) == ["Give up", "Keep playing"]
            assert here.table()["phase"] == "playing"
            assert list(leads(message))
            await here.press(ann, asked.response, label)
        given_up(here, message)


def given_up(here: World, message: ResponseMessage) -> None:
    """By the game's own move where one was legal, else as it stood."""
    game, row, state = here.game(), here.table(), here.state()
    outcome = game.outcome(state)
    assert row["phase"] == "over"
    assert row["conceded"] is (1 if outcome is None else 0)
    view = game.view(state, 0)
    assert (game.headline(view) if outcome else WORDS[game.key].conceded(view)) in text(message)
    assert labels(message) == ["Play again", "Share", "How did I play?", "Replay", "Rules", "Fair deal?"]


@every_game
async def test_again_deals_anew_below(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        old = await start(here, ann, key)
        await here.press(ann, old, "Give up")
        await here.press(ann, old, "Give up")
        first = here.table()
        await here.press(ann, old, "Play again")
        second = here.table()
        assert second["id"] != first["id"]
        assert second["seed"] != first["seed"]
        assert second["phase"] == "playing"
        assert here.board.id != old.id
        assert list(leads(here.board))
        assert labels(old) == ["Replay", "How did I play?", "Fair deal?"], "the old one stays as it ended"
        assert first["seed"] in answer(await here.press(ann, old, "Fair deal?"))
        await here.make(ann, here.board, here.game().legal_moves(here.state())[0])
        assert here.table()["version"] > second["version"]


@every_game
async def test_a_first_message_says_how_often_such_a_game_is_won(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        message = await start(here, ann, key)
        assert "the bot wins " in text(message)
        await here.make(ann, message, here.game().legal_moves(here.state())[0])
        assert "the bot wins " not in text(message)


async def test_a_first_message_says_how_often_people_win_at_first(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        message = await start(here, ann, "hexaract")
        await give_up(here, ann, message)
        (result,) = here.rows("SELECT * FROM results")
        people = [result["user_id"], *range(1, ENOUGH)]
        for number, user_id in enumerate(people):  # as if each had played one of these games
            game = {**here.table(), "id": 1000 + number, "host_id": user_id}
            won = {**result, "table_id": game["id"], "user_id": user_id, "won": number < ENOUGH / 2}
            for stored, row in (("tables", game), ("results", won)):
                marks = ", ".join("?" * len(row))
                here.rows(f"INSERT INTO {stored} ({', '.join(row)}) VALUES ({marks})", *row.values())
        await here.bot.store.results.newcomers.count()
        await here.press(ann, message, "Play again")
        assert "the bot wins 3 of 10; people in their first games about 5 of 10." in text(here.board)


async def test_the_forest_asks_for_fewer_ravens_at_first_and_is_harder_after_a_win(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        message = await start(here, ann, FOREST)
        assert here.state().table.options == FIRST
        assert "Easy: the bot wins 8 of 10. Four nights. 6 ravens to free." in text(message)
        await give_up(here, ann, message)
        assert "harder" not in str(labels(message)), "it was lost"
        await here.press(ann, message, "Play again")
        assert here.state().table.options == FIRST
        again = here.board
        await give_up(here, ann, again)
        await press_by_hand(here, ann, Press("deal", here.table()["id"], args=("harder",)))
        assert here.state().table.options == forest_of_wyr.state.Options(None, 7)
        assert "Hard: the bot wins 6 of 10. No end of nights. 7 ravens to free." in text(here.board)
        daily = (await here.slash(ann, "daily", game=FOREST)).response
        assert daily
        assert here.state().table.options == forest_of_wyr.state.Options()
        assert "the bot wins" not in text(here.direct_messages(ann)[-1]), "one sees afterwards how the others did"


@every_game
async def test_again_where_one_is_in_progress_says_so(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        old = await start(here, ann, key)
        await here.press(ann, old, "Give up")
        await here.press(ann, old, "Give up")
        await start(here, ann, key)
        before = here.table()
        assert "/board" in answer(await here.press(ann, old, "Play again"))
        assert here.table() == before


async def test_a_move_that_showed_nothing_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, played = script("hexaract", won=True)
    deal(monkeypatch, seed)
    moves = chosen("hexaract", played)
    number = next(n for n, one in enumerate(moves) if move_path(one.move)[0] in ("defeat", "place", "avert"))
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        message = await start(here, ann, "hexaract")
        for one in moves[:number]:
            await here.make(ann, message, one.move)
        before = here.state()
        await here.make(ann, message, moves[number].move)
        if "Undo" in labels(message):
            await here.press(ann, message, "Undo")
            assert here.state() == before
            await here.make(ann, message, moves[number].move)
            await here.slash(ann, "undo")
            assert here.state() == before
            assert list(leads(message)), "its message follows the command"


# -- Where it is shown


@every_game
async def test_board_moves_it_down(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = here.members
        old = await start(here, ann, key)
        await bob.send(here.channel, "Hello!")
        await here.slash(ann, "board")
        new = here.board
        assert new.id != old.id
        assert list(leads(new))
        assert not controls(old), "the old one has lost its buttons"
        await here.make(ann, new, here.game().legal_moves(here.state())[0])
        said = await here.slash(ann, "board", text=True)
        assert GAMES[key].title in answer(said)


@every_game
async def test_it_goes_where_its_player_is(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        old = await start(here, ann, key)
        await here.make(ann, old, here.game().legal_moves(here.state())[0])
        state = here.state()
        new = await start(here, ann.user, key)  # in a direct message, /play shows the game in progress
        assert here.state() == state
        assert len(here.rows("SELECT id FROM tables")) == 1
        assert list(leads(new))
        assert not controls(old)
        moves = [move for move in here.game().legal_moves(state) if move != here.game().concession]
        await here.make(ann.user, new, moves[-1])
        assert here.state() != state


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (404, 10003), (404, 10008)])
async def test_where_the_bot_may_not_edit_it_goes_on(tmp_path: Path, status: int, code: int) -> None:
    """Commands answer in private all the same, and `/board` shows it anew."""
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        old = await start(here, ann, "advent-of-the-wyrms")
        path = f"/channels/{here.channel.id}/messages/{old.id}"
        here.env.inject_error("PATCH", path, status=status, code=code, message="No", times=None)
        move = here.game().legal_moves(here.state())[0]
        await command(here, ann, "advent-of-the-wyrms", move, typing=False)
        assert here.table()["phase"] == "playing"
        await here.slash(ann, "board")
        assert here.board.id != old.id
        await here.make(ann, here.board, here.game().legal_moves(here.state())[0])
        assert here.table()["phase"] == "playing"


@every_game
async def test_one_of_each_game_at_a_time(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        for other in KEYS:
            await start(here, ann, other)
        first = len(here.rows("SELECT id FROM tables"))
        assert first == len(KEYS)
        again = await start(here, ann, key)
        assert len(here.rows("SELECT id FROM tables")) == first
        assert GAMES[key].title in text(again)
        assert len([message for message in here.messages() if controls(message)]) == len(KEYS)


async def test_two_people_play_beside_a_group(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, cat = here.members
        await here.slash(cat, "play", game="wyverns-knot")
        group = here.board
        hers = await start(here, ann, "hexaract")
        his = await start(here, bob, "hexaract")
        hers_too = await start(here, ann, "advent-of-the-wyrms")
        assert len([message for message in here.messages() if controls(message)]) == 4
        rows = {row["host_id"]: row for row in here.rows("SELECT * FROM tables WHERE game = 'hexaract'")}
        await here.make(ann, hers, first_move(here, rows[ann.id]))
        await here.make(bob, his, first_move(here, rows[bob.id]))
        after = {row["host_id"]: row for row in here.rows("SELECT * FROM tables WHERE game = 'hexaract'")}
        assert after[ann.id]["version"] > rows[ann.id]["version"]
        assert after[bob.id]["version"] > rows[bob.id]["version"]
        assert "somebody else's" in answer(await here.follow(bob, hers_too, next(leads(hers_too))))
        await here.press(ann, group, "Join")
        assert "Players: 2" in text(group)
        assert len(here.messages()) == 4


def first_move(here: World, row: Any) -> Any:
    game = GAMES[row["game"]]
    return game.legal_moves(decode(game.state, row["snapshot"].encode()))[0]


@every_game
async def test_commands_without_a_game(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:2]) as here:
        ann, bob = here.members
        name = WORDS[key].command
        assert "/play" in answer(await here.slash(ann, name, move="x"))
        await start(here, ann, key)
        before = here.table()
        for value in ("no such thing", "", f"{name}/99", "**@everyone** " * 50):
            said = answer(await here.slash(ann, name, move=value))
            assert said
            assert "@everyone" not in said
        assert "/play" in answer(await here.slash(bob, name, move="x"))
        assert here.table() == before


@every_game
async def test_its_rules_can_be_leafed_through(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, *NAMES[:1]) as here:
        ann = here.members[0]
        result = await here.slash(ann, "rules", game=key)
        page = result.response
        assert page
        pictures = []
        for _ in WORDS[key].rules[1:]:
            pictures += here.pictures(page)
            await here.press(ann, page, "Next")
        pictures += here.pictures(page)
        assert len(set(pictures)) == len(PICTURES[key].rules_alt)
        assert WORDS[key].rules[-1].title in text(page)


# -- Begun in private


async def unfinished(here: World) -> ResponseMessage:
    """Ann has begun a game in her direct messages, and asks for it in the channel."""
    ann = here.members[0]
    await here.slash(ann.user, "play", game=FOREST)
    asked = await here.slash(ann, "play", game=FOREST)
    assert asked.ephemeral
    assert not here.messages(), "nobody else sees it unasked"
    assert asked.response
    assert not here.pictures(asked.response)
    return asked.response


async def test_a_private_game_is_shown_to_others_once_its_player_says_so(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        asked = await unfinished(here)
        assert "Go on here" in labels(asked)
        told = await press_by_hand(here, bob, Press("here", here.table()["id"]))
        assert "somebody else's" in answer(told)
        await here.press(ann, asked, "Go on in private")
        assert not here.messages()
        assert here.table()["guild_id"] is None
        await here.press(ann, shown(await here.slash(ann, "play", game=FOREST)), "Go on here")
        assert len(here.rows("SELECT * FROM tables")) == 1
        assert "Give up" in labels(here.messages()[-1])
        assert not (await here.slash(ann, "play", game=FOREST)).ephemeral, "they have seen it"


async def test_a_private_game_is_given_up_for_a_new_one_once(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, asked = here.members[0], await unfinished(here)
        await here.press(ann, asked, "Give it up, and play a new one here")
        assert "You have a game" in answer(await press_by_hand(here, ann, Press("anew", 1)))
        assert [row["phase"] for row in here.rows("SELECT phase FROM tables ORDER BY id")] == ["over", "playing"]
        assert sum("Give up" in labels(message) for message in here.messages()) == 1
        assert "Give up" not in labels(here.direct_messages(ann)[0])


async def test_a_deal_of_the_day_is_never_given_up_for_a_new_game(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        await here.slash(ann, "daily", game=FOREST)
        for verb in ("anew", "here", "private"):
            await press_by_hand(here, ann, Press(verb, here.table()["id"]))
        assert [row["phase"] for row in here.rows("SELECT phase FROM tables")] == ["playing"]
        assert not here.messages()
