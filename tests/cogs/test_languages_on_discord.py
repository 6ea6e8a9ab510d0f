"""Who is spoken to in which language: readers in theirs, tables and announcements in their server's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from discord import Permissions
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

import languages
from cogs.commands.leaderboard import NOWHERE
from cogs.commands.preferences import SWITCH
from cogs.discord.permissions import IN_CHANNEL, lacking
from cogs.discord.translator import Translator
from cogs.screens.frame import IN_WORDS
from engine import GAMES
from engine import wyverns_knot as knot
from languages import ENGLISH, of_discord, say, speaking

from ..languages import pseudo
from ..languages.unsaid import unsaid
from .hall import World, alts, answer, controls, labels, text, world
from .solitaires import start as start_alone
from .test_daily_on_discord import manager, page, setting
from .test_people_at_a_table import THREE
from .test_replay_on_discord import group
from .test_wyverns_knot_at_a_table import start

LONG = "["  # every text of the language that doesn't exist begins so
DISCORDS = {"Ann": "de", "Bob": "fr", "Cat": "es-ES", "Dan": "pt-BR"}


@pytest.fixture(autouse=True)
def _another_language() -> Iterator[None]:
    with pseudo.spoken_here():
        yield


async def speaks(here: World, member: MemberActor, language: str) -> None:
    await here.bot.store.people.prefer(member.id, language=language)


async def press_first(here: World, member: MemberActor) -> ResponseMessage:
    """Play, whatever it is called there: the member's panel."""
    return private(await here.press(member, here.board, labels(here.board)[0]))


def private(result: InteractionResult) -> ResponseMessage:
    return next(sent for sent in (result.response, *result.followups) if sent and sent.ephemeral)


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        (
            "de",
            "mir fehlt hier das Recht „Kanal",
            "mir fehlen hier die Rechte „Kanal anzeigen“ und „Nachrichten senden“",
        ),
        ("en", "I lack the permission View", "I lack the permission View Channel and Send Messages here"),
    ],
)
def test_each_permission_that_is_lacking_is_quoted_by_itself(language: str, one: str, several: str) -> None:
    with speaking(language):
        assert lacking(Permissions(send_messages=True, attach_files=True), IN_CHANNEL).startswith(one)
        assert lacking(Permissions(attach_files=True), IN_CHANNEL) == several


async def test_a_lobby_is_in_its_servers_language(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        assert here.channel.guild
        await here.bot.store.servers.choose(here.channel.guild.id, 1, None, language=pseudo.CODE)
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


def said(locale: str, words: str, **values: str) -> str:
    """As a language of Discord's has it."""
    with speaking(of_discord(locale)):
        return say(words, **values)


async def sit_down(here: World, locale: str) -> list[MemberActor]:
    """At a table that has begun: who sits where."""
    host, *others = here.members
    await here.slash(host, "play", game="wyverns-knot")
    for member in others:
        await here.press(member, here.board, said(locale, "Join"))
    await here.press(host, here.board, said(locale, "Start"))
    return here.seats()


@pytest.mark.parametrize("locale", ["en-GB", "fr"])
async def test_people_of_four_languages_play_at_one_table(tmp_path: Path, locale: str) -> None:
    """The board is in the table's language for all of them; what one of them reads alone is in theirs."""
    async with world(tmp_path, *DISCORDS, locale=locale) as here:
        here.locales |= {member.id: DISCORDS[str(member.user.global_name)] for member in here.members}
        first, *others = await sit_down(here, locale)
        for member in (first, *others):
            theirs = here.locales[member.id]
            for asked in (
                await here.press(member, here.board, labels(here.board)[0]),
                await here.slash(member, "hand"),
            ):
                panel = private(asked)
                assert [alt.endswith(said(theirs, IN_WORDS)) for alt in alts(panel)] == [True]
                assert (said(theirs, "Scout an egg") in labels(panel)) == (member == first)
        for member in others:
            refused = answer(await here.slash(member, "wyrm-knot", move="scout/3"))
            assert refused == said(here.locales[member.id], "It isn't your turn.")
        theirs = here.locales[first.id]
        told = answer(await here.slash(first, "wyrm-knot", move="scout/3"))
        assert said(theirs, "Now move a strike dragon.") in told
        await here.slash(first, "wyrm-knot", move="advance/0")
        (direct,) = here.direct_messages(first)
        assert said(theirs, "To the board") in labels(direct)
        assert said(locale, "My hand") in labels(here.board)
        assert said(locale, "{player} scouted egg {egg}.", player="**Ann**", egg="A4") in text(here.board)


async def test_what_somebody_reads_follows_the_language_that_they_choose(tmp_path: Path) -> None:
    async with world(tmp_path, *DISCORDS, locale="de") as here:
        first, *_ = await sit_down(here, "de")
        panel = await press_first(here, first)
        await here.make(first, panel, knot.moves.Scout(3))
        (direct,) = here.direct_messages(first)
        for chosen, locale in (("fr", "fr"), ("pt_BR", "pt-BR"), ("discord", "de")):
            answered = answer(await here.slash(first, "preferences", language=chosen))
            assert said(locale, SWITCH["on"]) in answered
            asked = said(locale, "Now move a strike dragon.")
            assert asked in text(direct), "the message that stands open"
            assert asked in text(private(await here.slash(first, "hand")))
            assert said("de", "My hand") in labels(here.board), "the table's language"


async def test_a_page_for_all_is_in_the_servers_language_whoever_turns_it(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", locale="de") as here:
        here.locales[here.members[0].id] = "fr"
        await here.slash(here.members[0], "leaderboard", game="hexaract/deals")
        for scope in ("Everywhere", "This server"):
            await here.press(here.members[0], here.board, said("de", scope))
        refused = await here.press(here.members[0], here.board, said("de", "Find me"))
        assert answer(refused) == said("fr", NOWHERE)


async def test_a_replay_for_all_is_in_its_tables_language_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def undrawn(*_: object) -> bytes:
        return b"GIF89a"

    monkeypatch.setattr("cogs.commands.replay.film", undrawn)
    async with world(tmp_path, "Ann", "Bob", "Cat", locale="de") as here:
        ann, *_ = here.members
        here.locales[ann.id] = "fr"
        await group(here, here.members)
        asked = await here.press(ann, here.board, said("de", "Replay"))
        assert said("fr", "Here is the replay: {url}", url="") in text(private(asked))
        shown = here.board
        assert said("de", "Step through") in labels(shown)
        with speaking("de"):
            assert here.game().headline(here.game().view(here.state(), None)) in text(shown)


async def test_the_next_table_follows_the_language_that_its_server_chooses(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", locale="de") as here:
        mia = manager(here)
        for chosen, locale in (("es", "es-ES"), ("discord", "de")):
            await here.choose(mia, await page(here, mia, "language"), chosen, custom_id=setting("language"))
            await here.slash(here.members[0], "play", game="wyverns-knot")
            assert said(locale, "Join") in labels(here.board)
            asked = await here.press(here.members[0], here.board, said(locale, "Close"))
            assert asked.response
            await here.press(here.members[0], asked.response, labels(asked.response)[0])


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
    async with world(tmp_path) as here:
        (play,) = (command for command in here.bot.tree.get_commands() if command.name == "play")
        payload = await play.get_translated_payload(here.bot.tree, Translator())
    (option,) = payload["options"]
    for choice in option["choices"]:
        said = choice["name_localizations"][pseudo.CODE]
        assert said.startswith(f"{GAMES[choice['value']].title} · {LONG}"), "made of texts that catalogues have"
        assert not unsaid(said), said
        assert choice["name"].endswith(" min")


async def test_a_stored_language_that_is_not_there_is_english(tmp_path: Path) -> None:
    """Its catalogue wasn't compiled, or it was withdrawn. Whoever presses doesn't lend a table their own language."""
    async with world(tmp_path, *THREE) as here:
        ann, bob, _ = here.members
        mia = manager(here)
        await start(here)
        await speaks(here, ann, "it")
        await here.bot.store.servers.choose(here.env.guild.id, mia.id, None, language="it")
        here.rows("UPDATE tables SET language = 'it'")
        here.bot.store.database.forget()
        assert "Language: **Italiano (" in answer(await here.slash(ann, "preferences"))
        panel = await page(here, mia, "language")
        menu = next(one for key, one in controls(panel).items() if key == setting("language"))
        assert any(option["label"].startswith("Italiano (") for option in menu["options"] if option["default"])
        await here.slash(ann, "preferences", form="words-first")
        assert here.rows("SELECT language FROM people WHERE user_id = ?", ann.id)[0]["language"] == "it", "kept"
        here.locales[bob.id] = "fr"
        here.env.backend.delete_message(here.channel.id, here.board.id)
        await here.slash(bob, "board")
        assert labels(here.board)[0] == "Play", "it is nobody's language but the table's"


def test_a_language_is_named_whether_or_not_it_is_spoken() -> None:
    assert [languages.name_of(code) for code in ("de", "pt_BR", "zzz", "", "*")] == [
        "Deutsch",
        "Português (Brasil)",
        "zzz",
        "",
        "*",
    ]
