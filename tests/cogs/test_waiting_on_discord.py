"""What those press and read who wait, or for whom others wait."""

from pathlib import Path

from .hall import World, answer, controls, labels, mentioned, parts, said, text, world
from .test_people_at_a_table import TICK, due, posts
from .test_wyverns_knot_at_a_table import lobby, start

HALF_AN_HOUR = 1800


async def wait(here: World, seconds: int) -> None:
    """The last move is so much longer ago."""
    here.rows("UPDATE tables SET moved_at = moved_at - ?", seconds)
    here.bot.store.database.forget()


async def fall_due(here: World, kind: str) -> None:
    here.rows("UPDATE timers SET due_at = 1 WHERE kind = ?", kind)
    await here.env.advance_time(TICK)


async def tonight(here: World) -> None:
    await lobby(here)
    await here.press(here.members[0], here.board, "Play tonight")
    assert "**Tonight**" in text(here.board)
    here.deal(f"{1:064x}")
    await here.press(here.members[0], here.board, "Start")


async def test_the_lobby_asks_tonight_or_over_days(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, _ = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        assert "Play tonight" not in labels(here.board), "nobody is there to wait for"
        await here.press(bob, here.board, "Join")
        assert "**Over days**" in text(here.board)
        assert "Only the host" in answer(await here.press(bob, here.board, "Play tonight"))
        await here.press(ann, here.board, "Play tonight")
        assert "Play over days" in labels(here.board)
        await here.press(ann, here.board, "Play over days")
        assert here.table()["pace"] == "days"


async def test_over_days_the_board_says_so_and_offers_no_nudge(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start(here)
        assert "over days" in text(here.board)
        assert "Nudge" not in labels(here.board)


async def test_tonight_somebody_is_nudged_then_relieved_and_back_with_any_press(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await tonight(here)
        away, bob, cat = here.seats()
        board = here.board
        assert f"The wait began <t:{here.table()['moved_at']}:R>" in text(board)
        assert len(controls(board)) <= 6
        assert "after five minutes" in answer(await here.press(bob, board, "Nudge"))
        assert "your own turn" in answer(await here.press(away, board, "Nudge"))
        await wait(here, 301)
        nudged = answer(await here.press(bob, board, "Nudge"))
        assert "I nudge **" in nudged
        assert ":t> on, **Nudge** lets a computer player play on." in nudged
        await here.env.advance_time(TICK)
        nudge = posts(here)[-1]
        assert mentioned(nudge) == {away.id}
        assert "Once is enough" in answer(await here.press(cat, board, "Nudge"))
        await here.env.advance_time(2 * TICK)
        assert posts(here)[-1] == nudge, "one mention a turn"
        await wait(here, HALF_AN_HOUR)
        offer = await here.press(bob, board, "Nudge")
        assert "The game then counts on no leaderboard" in answer(offer)
        assert offer.response
        await here.press(bob, offer.response, "Let a computer play on meanwhile")
        vote = here.board
        assert "a computer player to play on meanwhile" in text(vote)
        assert "The others vote" in answer(await here.press(away, vote, "Yes"))
        await here.press(cat, vote, "Yes")
        await here.env.advance_time(2 * TICK)
        told = [message for message in here.messages() if "plays on for you" in text(message)]
        assert len(told) == 1
        assert away.mention in text(told[0])
        games = await here.slash(away, "games")
        assert "a computer player plays on for you" in answer(games)
        await here.press(away, next(one for one in here.messages()[::-1] if "Rules" in labels(one)), "Rules")
        assert away.id in {player["user_id"] for player in here.rows("SELECT user_id FROM players")}
        assert not here.rows("SELECT 1 FROM computers")


async def test_the_back_button_of_the_board_leads_back_too(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await tonight(here)
        away, bob, cat = here.seats()
        await wait(here, HALF_AN_HOUR)
        offer = await here.press(bob, here.board, "Nudge")
        assert offer.response
        await here.press(bob, offer.response, "Let a computer play on meanwhile")
        await here.press(cat, here.board, "Yes")
        await here.env.advance_time(TICK)
        games = await here.slash(away, "games")
        assert games.response
        assert "You've joined the game" in answer(await here.press(away, games.response, "Back to Wyvern's Knot"))


async def test_tables_say_who_is_away(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start(here)
        ann, *_ = here.seats()
        how = answer(await here.slash(ann, "away"))
        assert "You aren't away" in how
        assert "Your tables then wait, nobody reminds you, and your streaks hold." in how
        own = await here.slash(ann, "away", days=5)
        assert "You are away until" in answer(own)
        await here.env.settle()
        assert "**Ann** is away until <t:" in text(here.board)
        await fall_due(here, "nudge")
        assert due(here)["nudge"] > 5 * 24 * 3600
        assert "waits for you" not in said(here.messages()), "nobody reminds her"
        assert own.response
        await here.press(ann, own.response, "I'm back")
        await here.env.settle()
        assert "is away until" not in text(here.board)
        here.rows("INSERT INTO aways (user_id, since, until) SELECT user_id, since - 1, since FROM aways")
        for _ in range(2):
            here.rows("INSERT INTO aways SELECT user_id, MIN(since) - 1, MIN(since) FROM aways")
        how = answer(await here.slash(ann, "away"))
        assert "The next is from" in how, "what would be refused isn't offered"
        assert "/away" not in how


async def test_an_idle_table_says_so_closes_and_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start(here)
        everybody = {member.id for member in here.members}
        await fall_due(here, "closing")
        warning = [post for post in posts(here) if mentioned(post) == everybody]
        assert len(warning) == 1
        assert "This table of Wyvern's Knot closes <t:" in said(here.messages())
        await fall_due(here, "close")
        assert here.table()["phase"] == "closed"
        await here.env.advance_time(TICK)
        closed = here.board
        assert "was closed: nobody played" in text(closed)
        bob = here.members[1]
        games = await here.slash(bob, "games")
        assert "closed <t:" in answer(games)
        await here.press(bob, closed, "Take it up again")
        assert here.table()["phase"] == "playing"
        await here.env.advance_time(2 * TICK)
        again = [post for post in posts(here) if mentioned(post) == everybody]
        assert len(again) == 2
        assert "goes on where it stood" in text(here.board)
        assert "Play" in said(here.messages()) or "Play" in labels(here.messages()[-2])
        assert "closed already" not in answer(await here.press(here.members[2], closed, "Take it up again"))


async def test_after_a_turn_the_panel_leads_to_the_next_game(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        await start(here)
        first, elsewhere = here.channel, here.board
        ann, *_ = here.seats()
        here.channel = here.env.guild.create_text_channel("elsewhere")
        await start(here)
        panel = await here.play(ann)
        assert "Next:" not in text(panel), "only once the turn is done"
        while here.game().to_act(here.state()) == 0:
            await here.make(ann, panel, here.game().legal_moves(here.state())[0])
        assert f"Next: **Wyvern's Knot** in <#{first.id}> waits for you." in text(panel)
        (link,) = [part["url"] for part in parts(panel.components) if part.get("label") == "Next: Wyvern's Knot"]
        assert link.endswith(f"/{first.id}/{elsewhere.id}")
