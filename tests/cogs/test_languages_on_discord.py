"""Who is spoken to in which language: readers in theirs, tables and announcements in their server's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

import languages
from cogs.discord.translator import Translator
from engine import GAMES
from languages import ENGLISH

from ..languages import pseudo
from ..languages.unsaid import unsaid
from .hall import World, answer, labels, text, world
from .solitaires import start as start_alone
from .test_people_at_a_table import THREE
from .test_wyverns_knot_at_a_table import start

LONG = "["  # every text of the language that doesn't exist begins so


@pytest.fixture(autouse=True)
def _another_language() -> Iterator[None]:
    with pseudo.spoken_here():
        yield


async def speaks(here: World, member: MemberActor, language: str) -> None:
    await here.bot.store.people.prefer(member.id, language=language)


async def press_first(here: World, member: MemberActor) -> ResponseMessage:
    """Play, whatever it is called there: the member's panel."""
    result = await here.press(member, here.board, labels(here.board)[0])
    return next(sent for sent in (result.response, *result.followups) if sent and sent.ephemeral)


async def test_a_lobby_is_in_its_servers_language(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        assert here.channel.guild
        await here.bot.store.servers.speak(here.channel.guild.id, pseudo.CODE)
        await here.slash(here.members[0], "play", game="wyverns-knot")
        assert here.table()["language"] == pseudo.CODE
        assert LONG in text(here.board)


async def test_a_board_speaks_its_tables_language_and_a_panel_its_readers(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        here.rows("UPDATE tables SET language = ?", pseudo.CODE)
        await here.restart()
        await here.bot.services.presenter.show_and_wait(here.table()["id"])
        assert LONG in text(here.board)
        english = await press_first(here, ann)
        assert LONG not in text(english) + "".join(labels(english))
        await speaks(here, ann, pseudo.CODE)
        theirs = await press_first(here, ann)
        assert all(label.startswith(LONG) for label in labels(theirs)), labels(theirs)
        assert LONG not in answer(await here.slash(bob, "hand"))


async def test_a_game_for_one_speaks_its_players_language(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await speaks(here, ann, pseudo.CODE)
        message = await start_alone(here, ann, "hexaract")
        assert all(label.startswith(LONG) for label in labels(message)), labels(message)
        await speaks(here, ann, ENGLISH)
        await here.bot.services.presenter.show_and_wait(here.table()["id"])
        assert LONG not in text(message) + "".join(labels(message)), "the same message, in English by now"


async def test_a_refusal_is_in_the_readers_language(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        await speaks(here, ann, pseudo.CODE)
        assert answer(await here.slash(ann, "undo")).startswith(LONG)
        assert LONG not in answer(await here.slash(bob, "undo"))


async def test_a_follower_is_told_the_end_in_their_own_language(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, "Dan") as here:
        ann, bob, cat, dan = here.members
        await here.slash(ann, "play", game="wyverns-knot")
        for member in (bob, cat):
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        await speaks(here, dan, pseudo.CODE)
        await here.press(dan, here.board, "Follow")
        await here.slash(ann, "concede")
        await here.press(bob, here.board, "Give up")
        (told,) = here.direct_messages(dan)
        assert not unsaid(text(told)), text(told)
        assert LONG not in text(here.board)


async def test_the_choices_of_play_are_in_the_language_of_whoever_looks(tmp_path: Path) -> None:
    languages.register("ja", pseudo.Pseudo())
    try:
        async with world(tmp_path) as here:
            (play,) = (command for command in here.bot.tree.get_commands() if command.name == "play")
            payload = await play.get_translated_payload(here.bot.tree, Translator())
    finally:
        languages.withdraw("ja")
    (option,) = payload["options"]
    for choice in option["choices"]:
        said = choice["name_localizations"]["ja"]
        assert said.startswith(f"{GAMES[choice['value']].title} · {LONG}"), "made of texts that catalogues have"
        assert not unsaid(said), said
        assert choice["name"].endswith(" min")
