"""Computer players at a table: people ask them there, play with them to the end, leave them seats and get them back."""

import ast
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage
from sqlalchemy import URL, literal

from cogs.screens.press import Press
from engine import GAMES
from engine.wyverns_knot.moves import Advance, Scout
from players import PLAYERS
from render import faces
from tables.play.computer_names import CAST, SIGN, called
from tables.play.odds import suiting_level
from tables.play.timers import Timers
from tables.store import leases

from ..engine.players import Setup, lasting, playthrough
from ..tables.days import house
from ..tables.test_thinking import until
from .by_command import command
from .hall import World, alts, answer, behind, controls, labels, mentioned, text, world
from .positions import SEED, Position, write
from .test_daily_on_discord import HEXARACT, finish, hall, press_by_hand, shown
from .test_people_at_a_table import SOON, posts, remains

GROUPS = [key for key in PLAYERS if max(GAMES[key].seats) > 1]


def computers(board: ResponseMessage) -> dict[str, str]:
    """What the lobby offers of computer players: `add/strong`, with the button's label."""
    buttons = {part["label"]: custom_id for custom_id, part in controls(board).items() if part.get("label")}
    presses = {label: Press.read(custom_id) for label, custom_id in {**buttons, **behind(board)}.items()}
    return {"/".join(press.args): label for label, press in presses.items() if press.verb == "computers"}


async def choose(here: World, actor: MemberActor, value: str) -> str:
    label = next(label for offered, label in computers(here.board).items() if offered.startswith(value))
    return answer(await here.press(actor, here.board, label))


async def alone_with(here: World, game: str, count: int) -> MemberActor:
    """The first member has started a game with this many computer players."""
    ann = here.members[0]
    await here.slash(ann, "play", game=game)
    for _ in range(count):
        await choose(here, ann, "add")
    await here.press(ann, here.board, "Start")
    return ann


def turn_of(here: World, member: MemberActor) -> bool:
    row = here.rows("SELECT seat FROM players WHERE user_id = ? AND table_id = ?", member.id, here.table()["id"])
    return bool(here.table()["phase"] == "playing" and here.game().to_act(here.state()) == row[0]["seat"])


@pytest.mark.slow
@pytest.mark.parametrize("game", GROUPS)
async def test_one_person_plays_with_computers_from_the_deal_to_the_end(tmp_path: Path, game: str) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, game, min(4, max(GAMES[game].seats) - 1))
        await to_the_end(here, ann, "panel")


@pytest.mark.parametrize(
    "way", ["panel", *(pytest.param(way, marks=pytest.mark.slow) for way in ("command", "direct"))]
)
@pytest.mark.parametrize("game", GROUPS)
async def test_one_person_plays_with_computers_to_the_end(tmp_path: Path, game: str, way: str) -> None:
    """From some moves before the end on."""
    setup = Setup(GAMES[game], 3, GAMES[game].options())
    played = list(playthrough(setup, SEED, lasting))
    hers = [setup.game.to_act(one.state) == 0 for one in played]
    begun = [0, *(number for number, her in enumerate(hers) if her and number and not hers[number - 1])]
    near = played[begun[-2:][0]]
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await write(here, Position(game, 3, setup.options, near.state), people=1)
        await here.restart()
        if way == "direct":
            await here.slash(ann, "preferences", messages="turns")
            await here.restart()
        await to_the_end(here, ann, way)


async def to_the_end(here: World, ann: MemberActor, way: str) -> None:
    draw = Random(3).random
    before, turns = len(posts(here)), 0
    while here.table()["phase"] == "playing":
        assert turn_of(here, ann), "the computers have played: nobody is waited for"
        assert f"{ann.mention}, it is your turn" in text(here.board)
        assert mentioned(posts(here)[-1]) == {ann.id}
        turn, turns = here.table()["turn"], turns + 1
        while turn_of(here, ann) and here.table()["turn"] == turn:
            await make_a_move(here, ann, way, draw)
    assert len(posts(here)) == before + turns, "one board a turn of hers, and none for the computers' own"
    assert "Play again" in labels(here.board)
    (row,) = here.rows("SELECT * FROM results WHERE user_id IS NOT NULL")
    assert row["computers"]
    for table in ("win_standings", "group_standings", "standings"):
        assert not here.rows(f"SELECT * FROM {table}")
    moved = {one["user_id"] for one in here.rows("SELECT user_id FROM log WHERE kind = 'move'")}
    assert moved - {ann.id}, "a computer has played"
    assert moved - {ann.id} <= {-number for number in range(1, len(CAST) + 1)}
    for message in (*here.messages(), *here.direct_messages(ann)):
        assert here.table()["seed"] not in text(message)


def eggs(here: World) -> int:
    return int(json.loads(here.table()["options"])["target"])


def won_by(here: World, table_id: int) -> None:
    here.rows("UPDATE results SET won = 1 WHERE table_id = ?", table_id)


async def test_a_lobby_is_as_hard_as_suits_who_is_there_until_its_host_chooses(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", "Cat", "Dan") as here:
        ann, ben, *_ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for _ in range(2):
            assert eggs(here) == 12
            await choose(here, ann, "add")
        assert "Easy: the bot nearly always wins. Harder: 14 eggs to save, the bot wins 6 of 10." in text(here.board)
        await here.press(ann, here.board, "Start")
        asked = (await here.slash(ann, "concede")).response
        assert asked
        await here.press(ann, asked, "Give up")
        assert "harder" not in str(labels(here.board)), "it was lost"
        won_by(here, 1)

        await here.slash(ann, "play", game="wyverns-knot")
        assert eggs(here) == 14, "as with two computer players, who aren't there yet"
        for _ in range(2):
            await choose(here, ann, "add")
        assert "Hard: the bot wins 6 of 10." in text(here.board)
        await choose(here, ann, "add")
        assert eggs(here) == 12
        assert "computer player, a learner" in text(here.board)
        assert "Hard: the bot wins 6 of 10." in text(here.board)
        await here.send_away(ann, "computer")
        assert eggs(here) == 14
        await here.choose_options(ann, target="10")
        await here.press(ben, here.board, "Join")
        assert eggs(here) == 10, "she has chosen"
        await here.press(ann, here.board, "Leave")
        assert eggs(here) == 10


async def test_the_difficulty_is_the_hosts(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben") as here:
        ann, ben = here.members
        await alone_with(here, "wyverns-knot", 2)
        asked = (await here.slash(ann, "concede")).response
        assert asked
        await here.press(ann, asked, "Give up")
        won_by(here, 1)
        await here.slash(ann, "play", game="wyverns-knot")
        await choose(here, ann, "add")
        await here.press(ben, here.board, "Join")
        assert eggs(here) == suited_eggs(2, 1, has_won=True)
        await here.press(ann, here.board, "Leave")
        assert eggs(here) == suited_eggs(1, 1, has_won=False), "Ben's, who has won nothing"


def suited_eggs(people: int, computers: int, *, has_won: bool) -> int:
    level = suiting_level("wyverns-knot", people, computers, has_won=has_won)
    assert level
    target = level.options["target"]
    assert target
    return int(target)


async def test_after_a_win_the_same_group_plays_on_a_step_harder(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, "wyverns-knot", 3)
        company = here.rows("SELECT number, strength FROM computers")
        asked = (await here.slash(ann, "concede")).response
        assert asked
        await here.press(ann, asked, "Give up")
        again = Press("again", here.table()["id"], args=("harder",))
        assert "The table is set again" in answer(await press_by_hand(here, ann, again))
        assert eggs(here) == 12
        assert "computer player, a learner" in text(here.board)
        after = here.rows("SELECT number, strength FROM computers WHERE table_id = 2")
        assert [one["number"] for one in after] == [one["number"] for one in company]
        assert sorted(one["strength"] for one in after) == ["middle", "strong", "strong"]


async def make_a_move(here: World, ann: MemberActor, way: str, draw: Any) -> None:
    game = here.game()
    move = lasting(game, here.state(), draw)
    if way == "command":
        await command(here, ann, game.key, move, typing=False)
    elif way == "direct":
        await here.make(ann.user, here.direct_messages(ann)[-1], move)
    else:
        await here.make(ann, await here.play(ann), move)


async def test_a_run_of_turns_that_another_process_makes_is_one_board(
    tmp_path: Path, postgres: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann plays in direct messages, of which that process is told; then it dies, and this one makes the moves."""
    monkeypatch.setattr(leases, "STARTED", literal(0))  # the server of the tests may be younger than a lease
    monkeypatch.setattr(leases, "RENEW", 3600.0)  # simcord waits for what comes soon
    async with world(tmp_path, "Ann", database=postgres) as here, house(postgres, secret=None) as other:
        ann = await alone_with(here, "wyverns-knot", 2)
        before, (table_id, presenter) = len(posts(here)), (here.table()["id"], here.bot.services.presenter)
        while turn_of(here, ann):
            move = next(move for move in here.game().legal_moves(here.state()) if isinstance(move, Scout | Advance))
            await other.tables.play(table_id, ann.id, [move], -next(other.interactions))
        await presenter.show_and_wait(table_id)
        assert await Timers(other.database).claim_thought(table_id)
        await presenter.show_and_wait(table_id)
        assert len(posts(here)) == before, "a computer is to move: nothing is shown"
        here.rows("UPDATE processes SET until = 0 WHERE id = ?", other.database.leases.owner)
        assert await here.bot.store.database.leases.renew()
        await here.bot.store.thinking.catch_up()
        await until(lambda: turn_of(here, ann) and here.table()["shown"] == here.table()["version"])
        await here.env.settle()
        assert len(posts(here)) == before + 1
        assert f"{ann.mention}, it is your turn" in text(here.board)


@pytest.mark.slow
async def test_a_move_that_no_computer_player_can_make_keeps_nothing_from_being_shown(
    tmp_path: Path, postgres: URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEW", 3600.0)
    async with world(tmp_path, "Ann", database=postgres) as here:
        ann = await alone_with(here, "wyverns-knot", 2)
        before = len(posts(here))
        here.rows("CREATE FUNCTION no() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''full''; END' LANGUAGE plpgsql")
        here.rows("CREATE TRIGGER full_ BEFORE INSERT ON log FOR EACH ROW WHEN (NEW.user_id < 0) EXECUTE FUNCTION no()")
        while turn_of(here, ann):
            await make_a_move(here, ann, "panel", Random(3).random)
        assert len(posts(here)) == before + 1
        assert "your turn" not in text(here.board)
        here.rows("DROP TRIGGER full_ ON log")
        await here.bot.store.thinking.catch_up()
        await until(lambda: turn_of(here, ann) and here.table()["shown"] == here.table()["version"])
        await here.env.settle()
        assert f"{ann.mention}, it is your turn" in text(here.board)


async def test_a_computer_player_joins_a_lobby_and_is_sent_away(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "🤖 Bramble") as here:
        ann, ben = here.members
        await here.slash(ann, "play", game="advyria")
        await here.press(ben, here.board, "Join")
        assert SIGN not in text(here.board), "no person has a computer player's sign"
        assert "Only the host" in await choose(here, ben, "add/strong")
        await choose(here, ann, "add/easy")
        assert "computer player, easy" in text(here.board)
        assert f"3. {SIGN}" in text(here.board)
        assert alts(here.board)[0] == "A table of The guilds of Advyria.", "the text lists who sits there"
        await choose(here, ann, "add/strong")
        assert not any(value.startswith("add") for value in computers(here.board)), "four is all that the game seats"
        await here.send_away(ann, "computer")
        assert "computer player, easy" not in text(here.board)
        assert "**Players: 3, 2-4 can play**" in text(here.board)
        await here.press(ann, here.board, "Leave")
        await here.press(ben, here.board, "Leave")
        assert here.table()["phase"] == "closed", "at least one person sits"


async def test_nobody_passes_for_a_computer_player_or_for_the_hall(tmp_path: Path) -> None:
    async with hall(tmp_path, "🤖 Bramble", "Bramble") as here:
        signed, bare = here.members
        cards = [shown(await here.slash(member, "profile")) for member in here.members]
        assert here.pictures(cards[0]) == here.pictures(cards[1]), "no face of the cast"
        assert alts(cards[0]) == alts(cards[1])
        message = await finish(here, signed, HEXARACT)
        await here.press(signed.user, message, "Share")
        elsewhere = here.env.guild.create_text_channel("elsewhere")
        by_command = shown(here._checked(await signed.slash(elsewhere, "daily", show="share", game=HEXARACT)))
        for shared in (here.messages()[-1], by_command):
            assert "**Bramble** lost" in text(shared)
            assert SIGN not in text(shared)
        await here.slash(bare, "play", game="wyverns-knot")
        taken = shown(await here.slash(signed, "play", game="wyverns-knot"))
        await here.press(signed, taken, "Play Wyvern's Knot in a thread")
        (thread,) = here.channel.threads
        assert thread.name == "Wyvern's Knot: Bramble"
        stored = here.rows("SELECT name FROM people UNION SELECT name FROM members UNION SELECT name FROM players")
        assert {row["name"].strip() for row in stored} == {"Bramble"}


def test_a_persons_name_comes_in_at_one_place() -> None:
    read = [
        (path.name, node.attr)
        for path in (Path(__file__).parents[2] / "cogs").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in ("display_name", "global_name", "nick")
    ]
    assert sorted(read) == [("controls.py", "display_name"), ("controls.py", "global_name")], "in `name_of`"


async def left(here: World, member: MemberActor) -> None:
    asked = await here.slash(member, "leave")
    assert asked.response
    await here.press(member, asked.response, "Leave the table")


async def test_a_left_seat_is_taken_over_at_once_where_all_play_together_and_given_back(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", "Cat", "Dan") as here:
        ann, ben, cat, dan = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in (ben, cat):
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        await left(here, ben)
        board = here.game_board
        assert "don't sit" in answer(await here.press(dan, board, "A computer player for the empty seat"))
        before = here.table()
        asked = (await here.press(cat, board, "A computer player for the empty seat")).response
        assert asked
        assert "The game then counts on no leaderboard." in text(asked)
        assert here.table() == before, "asked, not done"
        await here.press(cat, asked, "Ask the others")
        assert "you vote on a computer player" in text(asked)
        assert not here.rows("SELECT * FROM computers")
        assert "The game then counts on no leaderboard." in text(here.board), "and so does the vote"
        assert "for a computer player" in answer(await here.press(ann, here.board, "Yes"))
        assert here.table()["unranked"]
        assert SIGN in answer(await here.slash(ann, "board", text=True))
        assert "Take the empty seat" not in labels(here.game_board)
        await here.slash(ann, "wyrm-knot", move="scout/5")
        await here.slash(ann, "wyrm-knot", move="advance/0")
        assert f"{cat.mention}, it is your turn" in text(here.board), "the computer has played its turn"
        (by_it,) = {row["user_id"] for row in here.rows("SELECT user_id FROM log WHERE seat = 1 AND kind = 'move'")}
        assert by_it < 0
        assert called(-by_it) in text(here.board)
        assert "for who left it" in answer(await here.press(dan, here.board, "Back to my seat"))
        assert "You've joined" in answer(await here.press(ben, here.board, "Back to my seat"))
        assert not here.rows("SELECT * FROM computers")
        assert not here.rows("SELECT * FROM timers WHERE kind = 'think'")
        assert called(-by_it) in answer(await here.slash(ann, "log")), "its moves stay its own"
        assert "Nothing to take back" in answer(await here.slash(ann, "undo"))


async def test_where_all_play_together_a_computer_player_has_no_strength_to_choose(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben") as here:
        ann, ben = here.members
        await here.slash(ann, "play", game="advyria")
        await here.press(ben, here.board, "Join")
        await choose(here, ann, "add/easy")
        every = {"add", "add/easy", "add/middle", "add/strong"}
        assert {value for value in computers(here.board) if "add" in value} == every
        await here.choose_options(ann, mode='"coop"')
        assert "computer player, easy" not in text(here.board), "it plays its best"
        assert {value for value in computers(here.board) if "add" in value} == {"add"}
        forged = Press("computers", here.table()["id"], args=("add", "middle"))
        assert "No computer player of that strength" in answer(await press_by_hand(here, ann, forged))
        await here.choose_options(ann, mode='"compete"')
        assert "computer player, easy" in text(here.board), "as it was chosen"
        await here.choose_options(ann, mode='"coop"')
        await here.agree()
        await here.press(ann, here.board, "Start")
        await left(here, ben)
        assert "plays on" in answer(await here.press(ann, here.game_board, "A computer player for the empty seat"))
        (row,) = here.rows("SELECT strength FROM computers WHERE stands_in = 1")
        assert row["strength"] == "strong"


async def test_where_players_compete_they_vote_on_a_computer_player(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", "Cat", "Dan") as here:
        ann, ben, cat, dan = here.members
        await here.slash(ann, "play", game="advyria")
        for member in (ben, cat, dan):
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        await left(here, dan)
        board = here.game_board
        assert "vote" in answer(await here.press(ann, board, "A computer player for the empty seat"))
        assert "wants a computer player" in text(here.board)
        assert not here.rows("SELECT * FROM computers")
        assert "against" in answer(await here.press(ben, here.board, "No"))
        assert "for a computer player" in answer(await here.press(cat, here.board, "Yes"))
        (row,) = here.rows("SELECT * FROM computers")
        assert (row["strength"], row["stands_in"]) == ("middle", 1)
        assert not here.rows("SELECT * FROM votes")
        assert here.table()["phase"] == "playing", "nobody has given up"
        board = next(message for message in reversed(here.messages()) if "Play" in labels(message))
        assert "You've joined" in answer(await here.press(dan, board, "Back to my seat"))
        assert not here.rows("SELECT * FROM computers")


async def test_nobody_is_told_that_who_plays_with_computers_alone_keeps_the_table_waiting(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", **SOON) as here:
        await alone_with(here, "wyverns-knot", 2)
        before = len(posts(here))
        await here.env.advance_time(250)
        assert "the table waits for you" in text(here.board)
        assert len(posts(here)) == before + 1


async def test_a_seat_that_keeps_the_table_waiting_is_given_to_a_computer_and_taken_back(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", "Cat", **SOON) as here:
        ann, ben, _ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in here.members[1:]:
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        await here.env.advance_time(250)
        notice = here.board
        assert "kept the table waiting" in text(notice)
        assert "your own turn" in answer(await here.press(ann, notice, "Let a computer player play on"))
        assert "You vote on it. The game then counts on no leaderboard." in text(notice)
        await here.press(ben, notice, "Let a computer player play on")
        assert "you vote on a computer player" in text(notice)
        await here.press(here.members[2], here.board, "Yes")
        assert f"{ben.mention}, it is your turn" in text(here.board)
        assert "You've joined" in answer(await here.press(ann, here.board, "Back to my seat"))
        assert here.rows("SELECT seat FROM players WHERE user_id = ?", ann.id)[0]["seat"] == 0


async def test_what_a_computer_has_done_is_not_taken_back(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, "wyverns-knot", 2)
        await here.slash(ann, "wyrm-knot", move="scout/5")
        advanced = await here.slash(ann, "wyrm-knot", move="advance/0")
        assert advanced.response
        assert "Nothing to take back" in answer(await here.slash(ann, "undo"))


async def test_a_start_makes_the_computers_moves_that_a_kill_has_left(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, "wyverns-knot", 2)
        await here.slash(ann, "wyrm-knot", move="scout/5")
        await here.bot.store.thinking.close()
        shown = here.board
        await here.slash(ann, "wyrm-knot", move="advance/0")
        assert here.rows("SELECT * FROM timers WHERE kind = 'think'")
        await here.restart()
        await here.env.settle()
        assert not here.rows("SELECT * FROM timers WHERE kind = 'think'")
        assert turn_of(here, ann)
        assert f"{ann.mention}, it is your turn" in text(here.board)
        assert not remains(here, shown)


def test_each_of_the_cast_has_a_face_and_the_sign_is_one() -> None:
    assert list(faces.FACES) == list(CAST)
    assert faces.SIGN == SIGN
    drawn = {faces.face(name, 60).tobytes() for name in CAST}
    assert len(drawn) == len(CAST)


async def test_the_profile_counts_games_with_computers_as_such(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, "wyverns-knot", 2)
        asked = (await here.slash(ann, "concede")).response
        assert asked
        assert "It then counts as a lost game." in text(asked)
        assert here.table()["phase"] == "playing", "it asks first"
        await here.press(ann, asked, "Keep playing")
        assert text(asked) == "The game goes on."
        asked = (await here.slash(ann, "concede")).response
        assert asked
        await here.press(ann, asked, "Give up")
        assert text(asked) == "You gave the game up."
        assert here.table()["phase"] == "over", "computer players don't vote"
        told = answer(await here.slash(ann, "profile", text=True))
        assert "Games finished: 0; won: 0." in told
        assert "With computers: Wyvern's Knot" in told
        assert "1 played" in told
        assert not here.rows("SELECT * FROM group_standings")


async def test_a_run_of_computers_turns_is_told_and_marked_whole(tmp_path: Path) -> None:
    """Line by line on the board, also once it is an old one; and the picture marks all that the run has changed."""
    async with world(tmp_path, "Ann") as here:
        ann = await alone_with(here, "wyverns-knot", 4)
        await here.keep_boards()
        told = list[str]()
        for cell in (5, 6):
            await here.slash(ann, "wyrm-knot", move=f"scout/{cell}")
            await here.slash(ann, "wyrm-knot", move="advance/0")
            if here.table()["phase"] != "playing":
                break
            told.append(text(here.board))
        names = [called(row["number"]) for row in here.rows("SELECT number FROM computers")]
        assert len(names) == 4
        assert all(f"**{name}**" in line for name in names for line in told)
        assert "**Ann**" in told[0]
        seen = await here.bot.store.tables.look(1, ann.id)
        events: Any = seen.view.table
        last = here.rows(
            "SELECT DISTINCT seat FROM log WHERE turn >= ? AND turn < ?", seen.table.turn - 4, seen.table.turn
        )
        assert len(last) == 4
        acting = {event.seat for event in events.recent if hasattr(event, "seat")}
        assert acting >= {1, 2, 3, 4}
        view = GAMES["wyverns-knot"].view(here.state(), 0)
        assert {*view.table.recent} < {*events.recent}, "the rules alone remember the last turn"
        overtaken = next(message for message in here.messages() if "To the newest board" in labels(message))
        assert text(overtaken)
