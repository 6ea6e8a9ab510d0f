"""Leaderboards, profiles and privacy as people meet them on Discord."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.commands.leaderboard import NO_BOARD
from cogs.games import WORDS
from cogs.screens.press import Press
from engine import GAMES
from play.__main__ import think_aside
from tables.daily.calendar import today
from tables.play.model import Request

from ..engine.players import uniform
from .hall import World, alts, answer, labels, text, world

GAME = "hexaract"
BOARD = f"{GAME}/deals"
INTERACTIONS = count(1)


def name_of(member: MemberActor) -> str:
    return member.user.global_name or ""


async def begin(here: World, member: MemberActor, game: str = GAME) -> int:
    """Today's deal, asked for in the channel; its table."""
    guild = here.env.backend.channels[here.channel.id].guild_id
    await here.bot.store.people.met(member.id, name_of(member), guild, name_of(member))
    table = await here.bot.store.deals.play(
        game,
        today(),
        Request(
            user_id=member.id,
            name=name_of(member),
            guild_id=guild,
            channel_id=here.channel.id,
            interaction_id=next(INTERACTIONS),
        ),
    )
    return table.id


async def finish(here: World, member: MemberActor, seed: int, game: str = GAME) -> int:
    """Play today's deal to its end, anyhow; its score."""
    table, draw = await begin(here, member, game), Random(seed).random
    while (seen := await here.bot.store.tables.look(table, member.id)).legal:
        move = uniform(GAMES[game], here.state(), draw)
        await here.bot.store.tables.play(table, member.id, [move], next(INTERACTIONS))
    assert seen.outcome
    return seen.outcome.scores[0]


async def give_up(here: World, member: MemberActor) -> None:
    table = await begin(here, member)
    await here.bot.store.solitaires.give_up(table, member.id, next(INTERACTIONS))


async def board(here: World, member: MemberActor, game: str = BOARD, **options: Any) -> ResponseMessage:
    result = await here.slash(member, "leaderboard", game=game, **options)
    assert result.response
    assert not result.response.ephemeral
    assert len(here.pictures(result.response)) == 1
    return result.response


async def words(here: World, member: MemberActor, **options: Any) -> list[str]:
    """The same in words: the lines of its places."""
    said = answer(await here.slash(member, "leaderboard", game=BOARD, text=True, **options))
    return [line for line in said.splitlines() if " · " in line and not line.startswith("**")]


async def test_a_server_and_everywhere_rank_who_was_seen_there(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat", "ᏣᎳᎵ [x](y)") as here:
        ann, bob, cat, other = here.members
        assert "Nobody has a result yet: /daily begins" in alts(await board(here, ann))[0]
        scores = {"Ann": await finish(here, ann, 0), "Bob": await finish(here, bob, 1), "ᏣᎳᎵ [x](y)": 0}
        await give_up(here, other)
        away = here.env.create_guild()
        there = replace(here, channel=away.create_text_channel("games"), members=[away.add_member(cat.user)])
        everywhere = {**scores, "Cat": await finish(there, there.members[0], 2)}

        home = alts(await board(here, ann))[0]
        assert "this server · so far" in home
        assert places(home) == ranked(scores)
        assert places(alts(await board(here, ann, scope="everywhere"))[0]) == ranked(everywhere)
        assert places(alts(await board(there, there.members[0]))[0]) == {"Cat": (1, everywhere["Cat"])}
        shown = await board(here, bob)
        assert text(shown) == f"-# {ranked(scores)['ᏣᎳᎵ [x](y)'][0]} · ᏣᎳᎵ \\[x\\](y)", "no link, no picture of it"

        lines = await words(here, ann, period="week")
        assert len(lines) == 3
        assert [line for line in lines if "(you)" in line] == [line for line in lines if " · Ann: " in line]
        assert any("· ᏣᎳᎵ \\[x\\](y): 0, 1 deal." in line for line in lines)
        (own,) = await words(here, ann, period="all", scope="everywhere")
        assert own == f"- · Ann: {scores['Ann']}.00, 1 of 10 deals (you)."


def places(alt: str) -> dict[str, tuple[int, int]]:
    """By name: the place and the score."""
    found = re.findall(r"\. (\d+) · ([^:]+): (\d+), (?:won|lost)", alt)
    return {name: (int(place), int(score)) for place, name, score in found}


def ranked(scores: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    return {name: (1 + sum(other > score for other in scores.values()), score) for name, score in scores.items()}


async def test_who_hides_is_left_out_of_everywhere_only(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        for member in here.members:
            await give_up(here, member)
        assert "no longer show you" in answer(await here.slash(ann, "privacy", what="hide"))
        shown = await board(here, ann, scope="everywhere")
        assert "Ann" not in alts(shown)[0], "a public board doesn't tell of who hides, whoever asks"
        assert "1 · Bob: 0, lost." in alts(shown)[0]
        assert "`/privacy`" in answer(await here.press(ann, shown, "Find me"))
        assert (await words(here, ann, scope="everywhere"))[0] == "- · Ann: 0, lost (you)."
        assert "Ann" in alts(await board(here, bob))[0], "their server goes on showing them"
        await here.slash(ann, "privacy", what="show")
        assert "1 · Ann: 0, lost. 1 · Bob: 0, lost (who asks)." in alts(await board(here, bob, scope="everywhere"))[0]


async def test_anybody_turns_the_pages_and_finds_themselves(tmp_path: Path) -> None:
    async with world(tmp_path, *(f"M{number:02}" for number in range(13))) as here:
        first, *others = here.members
        for member in here.members:
            await give_up(here, member)
        shown = await board(here, first)
        assert labels(shown) == ["Next", "Find me", "Day before", "Everywhere"]
        assert alts(shown)[0].count("1 · M") == 10, "equals share a place, over the pages"
        last = max(others, key=lambda member: member.id)
        await here.press(last, shown, "Find me")
        name = name_of(last)
        assert f"1 · {name}: 0, lost (who asks)." in alts(shown)[0]
        assert labels(shown)[0] == "Back"
        await here.press(first, shown, "Back")
        assert alts(shown)[0].count("1 · M") == 10
        await here.press(last, shown, "Everywhere")
        assert alts(shown)[0].startswith("Hexaract · ")
        assert f"so far. 1 · {name}: 0, lost (who asks)." in alts(shown)[0], "on another page: told first"
        await here.press(first, shown, "Day before")
        assert "Nobody" in alts(shown)[0]
        assert "final" not in alts(shown)[0] or "so far" not in alts(shown)[0]
        assert "aren't on this leaderboard" in answer(await here.press(first, shown, "Find me"))
        assert len(here.messages()) == 1, "it is one message"
        worded = (await here.slash(first, "leaderboard", game=BOARD, text=True)).response
        assert worded
        await here.press(first, worded, "Next")
        assert f"1 · {name}: 0, lost." in text(worded)
        assert not worded.attachments
        assert len(here.pictures(shown)) == 1


async def test_groups_have_a_hall(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, cat = here.members
        lobbies, guild = here.bot.store.lobbies, here.env.backend.channels[here.channel.id].guild_id
        opened = await lobbies.open(
            "wyverns-knot",
            Request(
                guild_id=guild,
                channel_id=here.channel.id,
                user_id=ann.id,
                name="Ann",
                interaction_id=next(INTERACTIONS),
            ),
        )
        for member in (bob, cat):
            await lobbies.join(opened.id, member.id, name_of(member), next(INTERACTIONS))
        await lobbies.start(opened.id, ann.id, next(INTERACTIONS))
        game, draw = here.game(), Random(1).random
        while (seat := game.to_act(here.state())) is not None:
            move = uniform(game, here.state(), draw)
            await here.bot.store.tables.play(opened.id, here.seats()[seat].id, [move], next(INTERACTIONS))
        saved, names = here.state().table.saved, ", ".join(map(name_of, here.seats()))
        said = alts(await board(here, bob, "wyverns-knot/groups"))[0]
        assert said == f"Wyvern's Knot · all time · this server. 1 · {names}: {saved}, of 12 eggs, lost (who asks)."
        await here.slash(ann, "privacy", what="hide")
        said = alts(await board(here, ann, "wyverns-knot/groups", scope="everywhere"))[0]
        assert said.endswith(f"1 · {names.replace('Ann', 'Somebody')}: {saved}, of 12 eggs, lost."), "nor is she marked"
        for other in ("advyria/wins", "advyria/groups", "advyria/deals"):
            assert "Nobody" in alts(await board(here, bob, other, period="month"))[0]
        assert WORDS["advyria"].verdict(GAMES["advyria"].options(), 96, False) == "godlike"


async def test_boards_that_there_are_not(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        assert "not in a server" in answer(await here.slash(ann.user, "leaderboard", game=BOARD, scope="here"))
        shown, day = await board(here, ann), today().isoformat()
        for forged in (
            (),
            ("gibberish", "day", day, "here", "picture", "0"),
            (BOARD, "year", day, "here", "picture", "0"),
            (BOARD, "day", "9999-12-31", "here", "picture", "0"),
            (BOARD, "day", "0001-01-01", "here", "picture", "0"),
            (BOARD, "day", f"{day}x", "here", "picture", "0"),
            (BOARD, "day", day, "there", "picture", "0"),
            (BOARD, "day", day, "here", "picture", "x"),
            (BOARD, "day", day, "here", "song", "0"),
            (BOARD, "day", day, "here", "picture", "0", "0"),
        ):
            stored = here.env.backend.messages[here.channel.id][shown.id]
            stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": ""}]}]
            stored.components[0]["components"][0]["custom_id"] = Press("leaders", 0, args=forged).custom_id()
            assert answer(await here.press(ann, shown, "x")) == NO_BOARD


async def test_without_a_game_it_opens_on_the_one_that_was_played_last(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        await give_up(here, ann)
        opened = answer(await here.slash(ann, "leaderboard", text=True))
        assert GAMES[GAME].title in opened
        assert "(you)" in opened
        assert "(you)" not in answer(await here.slash(bob, "leaderboard", text=True))

        await here.slash(bob, "play", game="advyria")
        await here.press(ann, here.board, "Join")
        await here.press(bob, here.board, "Start")
        resigning = (await here.slash(bob, "concede")).response
        assert resigning
        await here.press(bob, resigning, "Resign")
        opened = answer(await here.slash(bob.user, "leaderboard", text=True))
        assert GAMES["advyria"].title in opened
        assert "Games won against others." in opened, "it was none of the day's deals"


async def test_a_profile_tells_what_was_played(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "B*o*b", "ᏣᎳ*Ꮅ*") as here:
        ann, bob, other = here.members
        score = await finish(here, bob, 0)
        shown = (await here.slash(ann, "profile", member=bob)).response
        assert shown
        assert not shown.ephemeral
        assert text(shown) == "", "the picture has the name"
        assert len(here.pictures(shown)) == 1
        assert alts(shown)[0].startswith("B*o*b. Games finished: 1; won: 0. Streak: 1 day running; the longest: 1.")
        assert f"Hexaract: best {score}, 1 played." in alts(shown)[0]
        assert "Games finished: 0" in answer(await here.slash(ann, "profile", text=True))
        unread = (await here.slash(ann, "profile", member=other)).response
        assert unread
        assert text(unread) == "-# ᏣᎳ\\*Ꮅ\\*", "the picture hasn't its letters"


async def test_one_has_all_that_is_stored_and_deletes_it(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        think_aside(here.env, here.bot)  # as time passes, the hall plays the deals too
        ann, bob = here.members
        for member in here.members:
            await give_up(here, member)
        result = await here.slash(ann, "privacy", what="export")
        assert result.ephemeral
        assert result.response
        (picture,) = here.pictures(result.response)
        stored = json.loads(picture)
        assert stored["user_id"] == ann.id
        assert [row["game"] for row in stored["attempts"]] == [GAME]
        assert str(bob.id) not in json.dumps(stored)

        assert "You can do it again <t:" in answer(await here.slash(ann, "privacy", what="export"))
        here.env.backend.advance_clock(601)
        assert here.pictures((await here.slash(ann, "privacy", what="export")).response or here.board)

        asked = (await here.slash(ann, "privacy", what="delete")).response
        assert asked
        assert asked.ephemeral
        await here.press(ann, asked, "Keep it")
        assert "Nothing was deleted" in text(asked)
        assert mentions(here, ann)
        asked = (await here.slash(ann, "privacy", what="delete")).response
        assert asked
        old = list(asked.components)
        await here.press(ann, asked, "Delete everything")
        assert "is deleted" in text(asked)
        assert not mentions(here, ann)
        assert mentions(here, bob)
        here.env.backend.messages[asked.channel_id][asked.id].components = old
        await here.press(ann, asked, "Delete everything")
        assert "is deleted" in text(asked), "pressed again there is nothing to go"
        assert not mentions(here, ann)
        assert "Ann" not in alts(await board(here, bob))[0]

        asked = (await here.slash(bob, "privacy", what="delete")).response
        assert asked
        here.env.backend.advance_clock(3601)
        assert "too old" in answer(await here.press(bob, asked, "Delete everything"))
        assert mentions(here, bob)


def mentions(here: World, member: MemberActor) -> list[str]:
    """The database's tables with the user's id or name in a row."""
    names = [row["name"] for row in here.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    known = (str(member.id), name_of(member))
    return [name for name in names if any(value in str(here.rows(f"SELECT * FROM {name}")) for value in known)]
