"""The deal of the week as groups meet it: chosen in a lobby, played, ranked on Monday, added up in a season."""

import io
from datetime import timedelta
from pathlib import Path

import pytest
from PIL import Image
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.screens.press import Press
from render import honours
from render.leaderboard import FIGURES, NAME, TOP
from render.theme import MARGIN, WIDTH
from tables.boards.rankings import PAGE
from tables.boards.seasons import SHARE

from .hall import World, alts, answer, labels, text
from .test_daily_on_discord import announce, announced, at, hall, manager, press_by_hand, shown, wake

NAMES = ("Ann", "Bob", "Cat", "Dan")
BAR = (MARGIN + NAME, TOP + 68, WIDTH - MARGIN - FIGURES, TOP + 90)  # of a page's first row
THIS_WEEK = "29 December 2025 to 4 January 2026"  # the hall of these tests opens on 1 January


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The first of these pictures takes a while, and the simulated Discord waits for it."""
    honours.band()
    honours.palette()


async def lobby(here: World, *, chosen: bool = True) -> ResponseMessage:
    """Three sit in it."""
    ann, bob, cat, *_ = here.members
    await here.slash(ann, "play", game="wyverns-knot")
    for member in (bob, cat):
        await here.press(member, here.board, "Join")
    if chosen:
        await here.press(ann, here.board, "Play the deal of the week")
        for member in (bob, cat):
            await here.press(member, here.board, "Ready")
    return here.board


async def give_up(here: World) -> ResponseMessage:
    """Two of three agree. The last board."""
    ann, bob, *_ = here.members
    await here.slash(ann, "concede")
    await here.press(bob, here.board, "Give up")
    return next(message for message in reversed(here.messages()) if "Play again" in labels(message))


async def week(here: World, member: MemberActor) -> ResponseMessage:
    result = await here.slash(member, "week")
    assert result.ephemeral
    return shown(result)


async def test_a_group_plays_it_and_is_ranked_on_monday(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, bob, cat, dan = here.members
        await announce(here, manager(here), 8)
        before = await lobby(here, chosen=False)
        assert "Add a computer player" in labels(before)
        assert "Only the host" in answer(await here.press(bob, before, "Play the deal of the week"))
        await here.press(ann, before, "Play the deal of the week")
        chosen = here.board
        assert f"Deal of the week, {THIS_WEEK}" in text(chosen)
        assert "every group of your size plays this deal" in text(chosen)
        assert not {"Options", "Add a computer player"} & {*labels(chosen)}
        assert "1. Ann · host · ready\n2. Bob\n3. Cat" in text(chosen)
        assert "⏳ 2 of 3 still have to press **Ready**." in text(chosen)
        assert "2 of 3" in answer(await press_by_hand(here, ann, Press("start", here.table()["id"])))
        for member in (bob, cat):
            await here.press(member, here.board, "Ready")
        assert "3. Cat · ready" in text(here.board)
        assert "ready already" in answer(await here.press(cat, here.board, "Ready"))
        await here.press(ann, here.board, "Start")
        assert "**Wyvern's Knot** · deal of the week · " in text(here.board)
        assert "3 players**: you are in the middle of it." in text(await week(here, ann))
        ended = await give_up(here)
        assert "Your result at the **deal of the week for 3** is in." in text(ended)
        assert "Standings come when the week closes, <t:1767578400:f>." in text(ended), "true also once it is closed"
        own = shown(await here.press(ann, ended, "Deal of the week"))
        assert "- **3 players**: you lost.\n- **4 players**: not played yet." in text(own)
        assert not alts(own), "nothing of others before the week is closed"
        fair = answer(await here.press(ann, own, "Fair deals?"))
        assert fair.count("seed shown <t:1767578400:R>") == 3

        await here.press(ann, ended, "Play again")
        await here.press(ann, here.board, "Play the deal of the week")
        for member in here.members[1:3]:
            await here.press(member, here.board, "Ready")
        said = answer(await here.press(ann, here.board, "Start"))
        assert "seen this week's deal for 3 already" in said
        await here.press(ann, here.board, "A deal of our own")
        await here.close_lobby(ann)

        await wake(here, 5, 9)
        (post,) = announced(here)
        told = alts(post)[0]
        assert "Week to 4 January" in told
        assert "Deal of the week: 1 · Ann, Bob, Cat: 50%" in told
        new = shown(await here.press(dan, post, "Deal of the week"))
        assert new.ephemeral
        assert "5 to 11 January 2026" in text(new), "the new one"
        last = shown(await here.press(dan, await week(here, dan), "Last week's standings"))
        assert alts(last) == [
            f"Deal of the week · 3 players · {THIS_WEEK} · this server · final. "
            "1 · Ann, Bob, Cat: 50%, 0 of 12 eggs, lost."
        ]
        assert len(here.pictures(last)) == 1
        assert "Our replay" not in labels(last), "who hasn't played it"
        own = shown(await here.press(ann, await week(here, ann), "Last week's standings"))
        replay = shown(await here.press(ann, own, "How did we play?"))
        assert replay.ephemeral
        newest = here.board.id
        replay = shown(await here.press(ann, own, "Our replay"))
        assert replay.ephemeral
        assert here.pictures(replay)[0].startswith(b"GIF")
        assert here.board.id == newest, "what is asked for in private isn't posted for everybody"
        four = shown(await here.press(dan, last, "4 players"))
        assert "No group finished it." in alts(four)[0]
        fair = answer(await here.slash(dan, "verify", week="2026-01-01"))
        assert fair.count("seed `") == 3
        season = shown(await here.press(ann, await week(here, ann), "Season"))
        assert alts(season)[0].startswith(
            "Season 1 · 29 December 2025 to 22 February 2026 · this server · so far. 1 · Ann: 50.0, 1 week (who asks)."
        )
        assert "3 weeks of a season bring its crest" in text(season)


async def test_what_takes_the_deal_from_a_group_is_asked_before_and_told_afterwards(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, bob, cat, _ = here.members
        await here.press(ann, await lobby(here), "Start")
        board = here.board
        costs = "ranked as lost, with no egg saved. This week's deal for 3 is used up all the same."
        assert costs in answer(await here.slash(ann, "concede"))
        assert costs in text(here.board), "the vote says so"
        for member in (bob, cat):
            await here.press(member, here.board, "Keep playing")
        asked = shown(await here.slash(cat, "leave"))
        assert "The game then counts for the others alone, unless you are back by <t:" in text(asked)
        await here.press(cat, asked, "Leave the table")
        asked = shown(await here.slash(bob, "leave"))
        assert "The game then counts on no leaderboard, unless you are back by <t:" in text(asked)
        assert "it takes 2 who sit here from the start to the end" in text(asked)
        assert text(await week(here, ann)).count("you are in the middle of it.\n") == 1, "it still counts"
        asked = shown(await here.press(ann, board, "A computer player for the empty seat"))
        costs = "The game then counts on no leaderboard. This week's deal for 3 is used up all the same."
        assert costs in text(asked)
        assert "More than half of you must agree" in text(asked)
        await here.press(ann, asked, "Ask the others")
        assert costs in text(here.board)
        assert not here.rows("SELECT * FROM computers")
        await here.press(bob, here.board, "Yes")
        assert here.rows("SELECT * FROM computers")
        assert "You agreed on it: this game counts on no leaderboard." in text(board)
        assert "you are in the middle of it. As things stand it counts for nothing." in text(await week(here, ann))
        here.rows("DELETE FROM refused_votes")  # within the hour it couldn't be asked again
        ended = await give_up(here)
        assert "A computer player was in it, so this counts for nothing in the week." in text(ended)
        assert "you lost. It counts for nothing." in text(await week(here, ann))
        assert not here.rows("SELECT * FROM week_groups")


async def test_the_last_one_at_a_table_is_asked_before_the_deal_is_lost(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, bob, cat, _ = here.members
        await here.press(ann, await lobby(here), "Start")
        board = here.board
        for member in (bob, cat):
            await here.press(member, shown(await here.slash(member, "leave")), "Leave the table")
        assert "As things stand it counts on no leaderboard: it takes 2 who sit here" in text(board)
        assert "As things stand it counts for nothing." in text(await week(here, ann))
        before = here.table()
        last = text(shown(await here.slash(ann, "leave")))
        assert "Nobody has a result then. This week's deal for 3 is used up all the same." in last
        assert "used up all the same" in text(shown(await here.slash(ann, "concede")))
        assert "used up all the same" in text(
            shown(await here.press(ann, board, "A computer player for the empty seat"))
        )
        assert here.table() == before, "asked, not done"
        for member in (bob, cat):  # there is time: nobody has played for them
            assert "You've joined" in answer(await here.press(member, board, "Take the empty seat"))
        assert "counts on no leaderboard" not in text(board)
        await give_up(here)
        assert len(here.rows("SELECT * FROM week_groups")) == 1


async def test_a_past_week_is_practised(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, *_ = here.members
        await here.press(ann, await lobby(here), "Start")
        await give_up(here)
        await at(here, 5, 9)
        await here.bot.store.weeks.count()
        last = shown(await here.press(ann, await week(here, ann), "Last week's standings"))
        await here.press(ann, last, "Practise here")
        assert f"Practice: deal of the week, {THIS_WEEK}" in text(here.board)
        assert "Hints: on\n" in f"{text(here.board)}\n", "it counts nowhere in any case"
        for member in here.members[1:3]:
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        assert "deal of the week, practice" in text(here.board)
        assert "it counts for nothing" in text(await give_up(here))
        seeds = here.rows("SELECT DISTINCT seed FROM tables WHERE phase = 'over'")
        assert len(seeds) == 1
        assert len(here.rows("SELECT * FROM week_groups")) == 1


async def test_play_it_here_opens_a_table_for_it(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        alone = shown(await here.slash(ann.user, "week"))
        assert "Play it in a server" in text(alone)
        assert "Play it here" not in labels(alone)
        await here.press(ann, await week(here, ann), "Play it here")
        assert "Deal of the week" in text(here.board)
        assert "A deal of our own" in labels(here.board)
        cat, dan = here.members[2:4]
        await here.press(cat, here.board, "Join")
        beside = shown(await here.press(dan, await week(here, dan), "Play it here"))
        assert "a table of **Wyvern's Knot** for the deal of the week, which hasn't started" in text(beside)
        await here.press(dan, beside, "Join it")
        assert "1. Ann · host\n2. Cat\n3. Dan · ready" in text(here.board), "for three it is another deal"
        taken = shown(await here.press(bob, await week(here, bob), "Play it here"))
        await here.press(bob, taken, "Play Wyvern's Knot in a thread")
        assert [(row["week"], row["ranked"]) for row in here.rows("SELECT week, ranked FROM tables")] == [
            ("2025-12-29", 1)
        ] * 2


HAND_MADE = (
    Press("week-table", 0, args=("2026-01-05",)),
    Press("week-table", 0, args=("2025-12-30",)),
    Press("week-table", 0, args=("tomorrow",)),
    Press("week-table", 0),
    Press("in-thread", 0, args=("advyria", "2025-12-29")),
    Press("week", 0),
    Press("week", 0, args=("2026-01-05", "3", "here", "0")),
    Press("week", 0, args=("2025-12-29", "9", "here", "0")),
    Press("season", 0, args=("2025-12-29", "3", "here", "-")),
    Press("fair", 0, args=("week", "2026-02-30")),
)


async def test_ids_made_by_hand_open_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, *_ = here.members
        await here.slash(ann, "leaderboard")  # a message of the bot's
        await week(here, ann)
        before = here.rows("SELECT * FROM tables"), here.rows("SELECT * FROM deals")
        for press in HAND_MADE:
            assert answer(await press_by_hand(here, ann, press)), press
            assert (here.rows("SELECT * FROM tables"), here.rows("SELECT * FROM deals")) == before


async def test_standings_of_many_groups_have_pages(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, *_ = here.members
        await here.press(ann, await lobby(here), "Start")
        await give_up(here)
        (table,) = here.rows("SELECT * FROM tables")
        (result,) = here.rows("SELECT * FROM results WHERE seat = 0")
        for other in range(2, 14):
            for name, row in (("tables", {**table, "id": other}), ("results", {**result, "table_id": other})):
                marks = ", ".join("?" * len(row))
                here.rows(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks})", *row.values())
            here.rows("INSERT INTO week_groups VALUES (?, '2025-12-29', 3, 7, ?, NULL)", other, other)
        await at(here, 5, 9)
        await here.bot.store.weeks.count()
        page = shown(await here.press(ann, await week(here, ann), "Last week's standings"))
        page = shown(await here.press(ann, page, "Everywhere"))
        assert alts(page)[0].count("(who asks)") == 1, "below the others"
        page = shown(await here.press(ann, page, "Next"))
        assert "13 · Ann, Bob, Cat: 0%" in alts(page)[0]
        page = shown(await here.press(ann, page, "Back"))
        page = shown(await here.press(ann, page, "This server"))
        assert "1 · Ann, Bob, Cat: 0%" in alts(page)[0]


async def test_a_season_is_seen_in_the_profile(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, bob, *_ = here.members
        for member, points in ((ann, 3 * SHARE), (bob, SHARE)):
            row = ("2025-12-29", member.id, points, 3, True)
            here.rows("INSERT INTO season_standings VALUES (?, ?, ?, ?, ?)", *row)
        await at(here, 20, 9)
        assert "Crests" not in answer(await here.slash(ann, "profile", text=True)), "it goes on"
        here.env.backend.advance_clock(timedelta(weeks=6).total_seconds())
        await here.env.settle()
        assert "Crests of the deal of the week: season 1 (place 1)." in answer(
            await here.slash(ann, "profile", text=True)
        )
        assert "season 1 (place 2)" in alts(shown(await here.slash(bob, "profile")))[0]


async def test_every_page_of_a_season_measures_by_its_first_place(tmp_path: Path) -> None:
    async with hall(tmp_path, *NAMES) as here:
        ann, *_ = here.members
        for user_id in range(1, PAGE + 2):
            points = SHARE if user_id > PAGE else 4 * SHARE
            here.rows("INSERT INTO season_standings VALUES ('2025-12-29', ?, ?, 4, TRUE)", user_id, points)
        page = shown(await here.press(ann, await week(here, ann), "Season"))
        page = shown(await here.press(ann, page, "Everywhere"))
        page = shown(await here.press(ann, page, "Next"))
        assert "11 · Somebody: 100.0, 4 weeks" in alts(page)[0]
        (picture,) = here.pictures(page)
        bar = Image.open(io.BytesIO(picture)).convert("RGB").crop(BAR)
        quarter, rest = (bar.getpixel((round(bar.width * share), bar.height // 2)) for share in (0.2, 0.3))
        assert quarter != rest, "a quarter of the best one's bar"
        assert rest == bar.getpixel((bar.width - 12, bar.height // 2))
