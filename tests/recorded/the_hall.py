"""Evenings in the rest of the hall: its menus, its days, weeks and seasons, its rankings, what it knows of somebody."""

from cogs.screens.daily import DAILY

from ..cogs.hall import World, controls, forbid, labels
from ..cogs.test_commands import tries
from ..cogs.test_daily_on_discord import announce, announced, at, finish, give_up, manager, page, play, stop_clock, wake
from ..tables import riddles
from .driver import FORMS, LOOKS, answers, forms, gather, look, press_if, shown, solitaire, turns, verb
from .hall import evening

LEAST = LOOKS - {"replay"}


async def morning(here: World, day: int = 1) -> None:
    stop_clock(here)
    await at(here, day, 9)


@evening("every-command", "Ann", emojis=True)
async def _(here: World) -> None:
    """Where there is nothing yet, with something in the options; in the channel and in a direct message."""
    (ann,) = here.members
    await morning(here)
    for form in FORMS:
        await here.slash(ann, "preferences", form=form)
        for name, options in tries(here, ann):
            if not name.startswith(("daily", "preferences")):
                await here.slash(ann, name, **options)
    for name in ("help", "games", "hand", "week", "daily", "learn", "leaderboard", "profile"):
        await here.slash(ann.user, name)


@evening("help-and-rules", quick=True)
async def _(here: World) -> None:
    await forms(here, *FORMS)
    for member in here.members:
        await look(here, member, shown(await here.slash(member, "help")), most=10)
        for game in ("wyverns-knot", "advyria", "hexaract", "advent-of-the-wyrms", "forest-of-wyr"):
            await look(here, member, shown(await here.slash(member, "rules", game=game)), most=12)
    ann = here.members[0]
    menu = shown(await here.slash(ann, "help"))
    ((custom_id, part),) = [found for found in controls(menu).items() if found[1].get("options")]
    for option in part["options"]:
        await here.choose(ann, menu, option["value"], custom_id=custom_id)
        await here.press(ann, menu, "All games")


@evening("deals-of-the-day", emojis=True)
async def _(here: World) -> None:
    await forms(here, *FORMS)
    await morning(here)
    ann, bob, cat = here.members
    for member in here.members:
        await look(here, member, shown(await here.slash(member, "daily")), most=3)
        for game in DAILY:
            message = await play(here, member, game)
            await solitaire(here, member.user, message, "panel", 2)
            await press_if(here, member.user, message, "Undo")
            await give_up(here, member, message)
            await look(here, member.user, message, most=6)
            await here.press(member.user, message, "Share")
            await here.slash(member, "daily", show="share", game=game)
            await here.slash(member, "daily", game=game)
        await look(here, member, shown(await here.slash(member, "daily")), most=6)
        practice = await press_if(here, member.user, message, "Practice")
        assert practice
    await here.press(bob, here.board, "Try it")
    await here.press(ann, shown(await here.slash(ann, "daily", show="remind")), "Remind me daily at this hour")
    await here.slash(ann, "daily", show="remind")
    await wake(here, 2, 9)
    for member in (ann, cat):
        await look(here, member, shown(await here.slash(member, "daily", show="archive")), most=8)
        await look(here, member, shown(await here.slash(member, "profile")), most=4, verbs=frozenset(["past"]))
        await here.slash(member, "verify", day="2026-01-01")
    await here.slash(ann, "daily", show="archive", month="2019-02")
    await here.slash(ann, "daily", show="archive", month="gibberish")


@evening("a-deal-of-the-day-to-its-end", "Ann", "Bob")
async def _(here: World) -> None:
    """Days in a row: streaks, the daily post, reminders, the calendar, closed days for practice."""
    await morning(here)
    ann, bob = here.members
    mia = manager(here)
    await announce(here, mia, 8)
    await here.press(ann, shown(await here.slash(ann, "daily", show="remind")), "Remind me daily at this hour")
    riddles.fix(here, "2026-01-01")
    for day, game in ((1, "hexaract"), (2, "advent-of-the-wyrms"), (3, "hexaract")):
        message = await play(here, ann, game)
        await solitaire(here, ann.user, message, "panel", 60)
        await here.press(ann.user, message, "Share")
        await look(here, ann.user, message, most=5)
        if day != 2:
            await finish(here, bob, "hexaract")
        await at(here, day, 23, 50)
        await here.slash(bob, "daily")
        late = await play(here, bob, "forest-of-wyr")
        await wake(here, day + 1, 1)
        await here.slash(bob, "daily")
        await give_up(here, bob, late)
        await wake(here, day + 1, 9)
        await look(here, bob, announced(here)[-1], most=4)
    for label in labels(announced(here)[-1]):
        await here.press(bob, announced(here)[-1], label)
    await wake(here, 4, 20, 1)
    await wake(here, 6, 20, 1)
    month = shown(await here.slash(bob, "daily", show="archive"))
    for custom_id in [*controls(month)]:
        if custom_id.split(":")[1] == "day-gone":
            await here.choose(bob, month, "2026-01-01", custom_id=custom_id)
    practices = [one for one, part in controls(month).items() if part.get("label") == "Practise"]
    await here.press(bob, month, custom_id=practices[0])
    await look(here, bob, month, most=8)
    for name in ("leaderboard", "profile", "daily"):
        await look(here, ann, shown(await here.slash(ann, name)), most=12)
    for day in range(7, 15):
        await wake(here, day, 9)
    await here.press(mia, await page(here, mia, "announcements"), "Announce nothing")


@evening("riddles-of-the-day", emojis=True)
async def _(here: World) -> None:
    await forms(here, *FORMS)
    await morning(here)
    for day, game in enumerate(riddles.MADE, 1):
        await at(here, day, 9)
        riddles.fix(here, f"2026-01-0{day}", game)
        for number, member in enumerate(here.members):
            question = shown(await here.slash(member, "daily", show="riddle"))
            *said, _fair = labels(question)
            await look(here, member, question, most=2)
            await here.press(member, question, said[(number + day) % len(said)])
            await look(here, member, question, most=2)
            await here.slash(member, "daily", show="riddle")
    await at(here, len(riddles.MADE) + 2, 9)
    for member in here.members:
        await look(here, member, shown(await here.slash(member, "daily", show="archive")), most=6)
        await here.slash(member, "verify", day="2026-01-01")


@evening("a-week-and-a-season", "Ann", "Bob", "Cat", "Dan", emojis=True)
async def _(here: World) -> None:
    await forms(here, *FORMS)
    await morning(here)
    ann, bob, cat, dan = here.members
    await announce(here, manager(here), 8)
    await look(here, ann, shown(await here.slash(ann, "week")), most=8)
    await here.press(ann, shown(await here.slash(ann, "week")), "Play it here")
    await here.press(ann, here.board, "A deal of our own")
    for member in (bob, cat):
        await here.press(member, here.board, "Join")
    await here.press(bob, here.board, "Play the deal of the week")
    await here.press(ann, here.board, "Play the deal of the week")
    for member in (bob, cat):
        await here.press(member, here.board, "Ready")
    await here.press(ann, here.board, "Start")
    await turns(here, ["panel"], 2)
    for member in here.members:
        await here.slash(member, "week")
    await here.slash(ann, "concede")
    await here.press(bob, here.board, "Give up")
    ended = next(message for message in reversed(here.messages()) if "Play again" in labels(message))
    await look(here, ann, ended, most=8)
    await here.press(ann, ended, "Play again")
    await here.press(ann, here.board, "Play the deal of the week")
    for member in (bob, cat):
        await press_if(here, member, here.board, "Ready")
    await press_if(here, ann, here.board, "Start")
    await here.close_lobby(ann)
    await wake(here, 5, 9)
    for member in here.members:
        await look(here, member, announced(here)[-1], most=6)
        await look(here, member, shown(await here.slash(member, "week")), most=10, verbs=LEAST)
        await here.slash(member, "verify", week="2026-01-01")
    last = shown(await here.press(ann, shown(await here.slash(ann, "week")), "Last week's standings"))
    await here.press(ann, last, "Practise here")
    for number in range(20):
        here.rows("INSERT INTO season_standings VALUES ('2025-12-29', ?, ?, 3, TRUE)", number + 1, 10**6 * number)
    await look(here, dan, shown(await here.slash(dan, "week")), most=12, verbs=LEAST)
    await look(here, cat.user, shown(await here.slash(cat.user, "week")), most=6, verbs=LEAST)
    await at(here, 31, 9)
    for member in here.members:
        await here.slash(member, "profile")


@evening("rankings-and-profiles", "Ann", "Bob", "Cat", "Dan")
async def _(here: World) -> None:
    await forms(here, *FORMS)
    await morning(here)
    for member in here.members:
        await finish(here, member, "hexaract")
    await gather(here, "wyverns-knot")
    await turns(here, ["panel"], 2)
    await here.slash(here.members[0], "concede")
    for member in here.members[1:3]:
        vote = next(one for one in reversed(here.messages()) if "Keep playing" in labels(one))
        await here.press(member, vote, "Give up")
    await here.slash(here.members[1], "privacy", what="hide")
    for member in here.members[:3]:
        await look(here, member, *answers(await here.slash(member, "leaderboard")), most=14)
        await here.slash(member, "profile")
        await here.slash(member, "profile", text=True)
        await here.slash(member, "profile", member=here.members[3].user)
    for game in ("wyverns-knot/groups", "hexaract/deals", "advyria/wins"):
        for scope in ("here", "everywhere"):
            for period in ("week", "all"):
                await here.slash(here.members[0], "leaderboard", game=game, scope=scope, period=period)
    await here.slash(here.members[0], "leaderboard", game="hexaract/deals", text=True)


@evening("what-is-stored", "Ann", "Bob")
async def _(here: World) -> None:
    """Preferences, direct messages, privacy."""
    await morning(here)
    ann, bob = here.members
    for form in (*FORMS, "pictures"):
        await here.slash(ann, "preferences", form=form)
    for why in ("off", "on"):
        await here.slash(ann, "preferences", why=why)
    await here.slash(ann, "preferences")
    for when in ("turns", "hands", "edits", "none"):
        await here.slash(ann, "preferences", messages=when)
    await here.slash(ann, "privacy", what="hide")
    await here.slash(ann, "privacy", what="show")
    await gather(here, "advyria")
    await turns(here, ["panel"], 2)
    await finish(here, ann, "hexaract")
    asked = shown(await here.slash(ann, "privacy", what="delete"))
    await here.press(ann, asked, "Keep it")
    asked = shown(await here.slash(ann, "privacy", what="delete"))
    await here.press(ann, asked, "Delete everything")
    await here.slash(bob, "log")
    await here.slash(bob, "privacy", what="export")
    await here.slash(bob, "privacy", what="export")


@evening("a-server-is-joined", "Ann", quick=True)
async def _(here: World) -> None:
    from simcord.backend import serializers

    backend, guild = here.env.backend, here.env.guild
    second = guild.create_text_channel("second")
    forbid(here, "send_messages")
    for channel in (second.id, None):
        stored = backend.get_guild(guild.id)
        stored.system_channel_id = channel
        backend.emit("GUILD_DELETE", {"id": str(guild.id)})
        joined = dict(serializers.guild_create_payload(backend, stored))
        del joined["unavailable"]
        backend.emit("GUILD_CREATE", joined)
        await here.env.settle()
    await here.restart()


@evening("doors-and-menus")
async def _(here: World) -> None:
    """The ways in that are buttons, and what autocomplete offers of somebody's games."""
    await morning(here)
    ann, bob, _ = here.members
    menu = shown(await here.slash(ann, "help"))
    ways = [one for one in controls(menu) if verb(one) in ("menu", "commands", "game")]
    await look(here, ann, menu, most=8, verbs=LOOKS | {"menu", "commands", "learn", "open", "riddle"})
    assert len(ways) == 4
    await play(here, ann, "hexaract")
    await here.slash(ann, "play", game="advent-of-the-wyrms")
    await here.slash(ann, "play", game="wyverns-knot")
    for name in ("hand", "undo", "log", "leave", "concede", "board", "replay"):
        for typed in ("", "knot"):
            await here.offers(ann, name, "game", typed)
    await here.offers(ann, "wyrm-hexaract", "game", "")
    await here.offers(ann, "verify", "day", "2026")
    await here.slash(ann, "hand")
    await here.slash(ann, "games")
    (mine, *_) = (await here.offers(ann, "hand", "game", "")).keys()
    await here.slash(ann, "hand", game=mine)
    await here.slash(bob, "hand", game=mine)


@evening("beside-the-hall", emojis=True)
async def _(here: World) -> None:
    """What the hall itself has reached in the deals of the day is told to those who have finished them."""
    await forms(here, *FORMS)
    await morning(here)
    for member in here.members:
        message = await play(here, member, "advyria")
        here.rows("UPDATE pars SET score = 74, won = FALSE")
        await give_up(here, member, message)
        await look(here, member.user, message, most=3)
        await here.slash(member, "daily")
    await at(here, 3, 9)
    for member in here.members:
        await here.slash(member, "verify", day="2026-01-01")
        await look(here, member, shown(await here.slash(member, "leaderboard", game="advyria/deals")), most=5)
