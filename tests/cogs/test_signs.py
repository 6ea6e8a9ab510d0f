"""The hall's signs as emojis of its application: uploaded once, used in all that is sent, missed by nothing."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.results import ResponseMessage

from cogs.delivery.dress import CHECKBOX_LIMIT, dress, dress_sheet
from cogs.delivery.reading import read
from cogs.discord import emojis, signs
from cogs.discord.controls import plain_text
from cogs.discord.emojis import Emojis
from cogs.games import WORDS
from cogs.screens import shared
from cogs.screens.frame import framed
from cogs.screens.press import Press
from cogs.screens.screen import Button, Field, Link, Menu, Option, Sheet, row
from engine.advyria.cards import ADVENTURES
from engine.hexaract import GAME as HEXARACT
from languages import offered, speaking
from render.signs import SIGNS, SIZE
from tables.people.people import Form
from tables.play.results import Result

from .hall import World, alts, check_message, parts, world
from .solitaires import KEYS, chosen, deal, script, start

ROOT = Path(__file__).parents[2]
EMOJI = re.compile(r"<:([a-z_]+)_[a-z]{5}:\d+>")
OTHERS = [key for key in KEYS if key != HEXARACT.key]
UPLOADS, REMOVALS = ("POST", "/emojis"), ("DELETE", "/emojis/")


FEW = SIGNS[:3]


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    signs.learn({})
    signs._refused_at.clear()


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the hall had no more: each takes a request, and a drawing."""
    monkeypatch.setattr(emojis, "SIGNS", FEW)


def all_available() -> None:
    """As if Discord had every sign."""
    signs.learn({sign.word: discord.PartialEmoji(name=f"{sign.word}_lusab", id=n) for n, sign in enumerate(SIGNS, 1)})


def names(here: World) -> set[str]:
    """Of the application's emojis."""
    return {emoji.name for emoji in here.env.backend.application_emojis.values()}


def components(view: Any) -> Any:
    return view.to_components()


def content(view: Any) -> str:
    """The texts of a view."""
    return "".join(part["content"] for part in parts(view.to_components()) if part["type"] == 10)


def sent(message: ResponseMessage) -> str:
    return json.dumps(message.components, ensure_ascii=False)


# -- How they get to Discord


@pytest.mark.usefixtures("_few")
async def test_at_a_first_start_all_are_uploaded_and_at_the_next_none(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        await here.bot.signs.look()
        uploads = here.requests(*UPLOADS)
        assert len(uploads) == len(FEW)
        assert names(here) == {f"{sign.word}_{sign.version()}" for sign in FEW}
        assert all(str(upload.json).count("data:image/png;base64,") == 1 for upload in uploads)
        signs.learn({})
        await here.restart()
        await here.bot.signs.look()
        assert len(here.requests(*UPLOADS)) == len(FEW)
        assert not here.requests(*REMOVALS)
        assert EMOJI.fullmatch(signs.in_text("🌙")), "what was there is used"


@pytest.mark.usefixtures("_few")
async def test_a_start_looks_at_once_and_uploads_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "AFTER_START", 3600.0)
    async with world(tmp_path) as here:
        await here.bot.keep_signs()
        await here.env.settle()
        assert len(here.requests("GET", "/emojis")) == 1
        await here.bot.keep_signs()  # a second shard is ready
        await here.env.settle()
        assert len(here.requests("GET", "/emojis")) == 1
        assert not here.requests(*UPLOADS)
        await here.bot.signs.close()


@pytest.mark.usefixtures("_few")
async def test_a_changed_drawing_is_uploaded_and_replaces_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = FEW[0]
    new = replace(old, draw=lambda: Image.new("RGBA", (SIZE, SIZE), (1, 2, 3, 255)))
    async with world(tmp_path) as here:
        here.env.backend.create_application_emoji("of_the_host")
        await here.bot.signs.look()
        before = names(here)
        monkeypatch.setattr(emojis, "SIGNS", (new, *FEW[1:]))
        await here.bot.signs.look()
        assert names(here) - before == {f"{new.word}_{new.version()}"}
        assert f"_{new.version()}:" in signs.in_text(old.emoji)
        assert before <= names(here), "another process may still use it"
        here.env.backend.advance_clock(emojis.LAPSE.total_seconds() + 1)
        await here.bot.signs.look()
        assert before - names(here) == {f"{old.word}_{old.version()}"}
        assert f"_{new.version()}:" in signs.in_text(old.emoji)
        assert len(here.requests(*UPLOADS)) == len(FEW) + 1


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 30008)], ids=["forbidden", "too many"])
async def test_where_discord_refuses_them_the_hall_plays_on_in_unicode(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    async with world(tmp_path, "Ann") as here:
        here.env.inject_error("POST", "/applications/*/emojis", status=status, code=code, times=None)
        await here.bot.signs.look()
        await here.bot.signs.look()
        assert len([line for line in caplog.messages if "Unicode" in line]) == 1, "told once"
        assert len(here.requests(*UPLOADS)) == 2, "it isn't tried again and again"
        board = await start(here, here.members[0], HEXARACT.key)
        assert not EMOJI.search(sent(board))
        here.env.backend.faults.clear()
        await here.bot.signs.look()
        assert len(names(here)) == len(FEW), "later they get there"


@pytest.mark.usefixtures("_few")
async def test_what_there_is_no_room_for_isnt_uploaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "MOST", 3)
    async with world(tmp_path) as here:
        here.env.backend.create_application_emoji("of_the_host")
        await here.bot.signs.look()
        assert len(here.requests(*UPLOADS)) == 2
        assert EMOJI.fullmatch(signs.in_text(SIGNS[0].emoji))
        assert signs.in_text(FEW[2].emoji) == FEW[2].emoji


@pytest.mark.usefixtures("_few")
async def test_of_several_processes_one_uploads_and_the_others_see_it(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        other = Emojis(here.bot, uploads=False)
        await other.look()
        assert signs.in_text("🌙") == "🌙"
        assert not here.requests(*UPLOADS)
        await here.bot.signs.look()
        signs.learn({})  # what the first one knows, the other doesn't
        await other.look()
        assert len(here.requests(*UPLOADS)) == len(FEW)
        assert EMOJI.fullmatch(signs.in_text("🌙"))


# -- Where they stand


def test_an_emoji_gives_its_place_to_the_sign_and_a_name_is_preceded_by_it() -> None:
    all_available()
    suns = str(signs._available["suns"])
    assert signs.in_text("☀️ and ☀") == f"{suns} and {suns}", "with or without what asks for a picture"
    assert EMOJI.sub(r"{\1}", signs.in_text("10♠ 3♦️")) == "10{spades} 3{diamonds}"
    assert EMOJI.sub(r"{\1}", signs.in_text("🐦\u200d⬛🐦")) == "{raven}{free_raven}"
    assert EMOJI.sub(r"{\1}", signs.in_text("It is **Cinderhorn**.")) == "It is **{cinderhorn} Cinderhorn**."
    assert EMOJI.sub(r"{\1}", signs.in_text("a chip of Moons")) == "a {moons} chip of Moons"


@pytest.mark.parametrize("language", offered())
def test_names_are_found_in_the_language_of_the_screen(language: str) -> None:
    all_available()
    for sign in SIGNS:
        if sign.name:
            with speaking(language):
                said = sign.name()
                screen = framed(f"x **{said}**, x{said}y")
            assert EMOJI.sub(r"{\1}", content(dress(screen))) == f"x **{{{sign.word}}} {said}**, x{said}y"


@pytest.mark.parametrize(
    "said",
    ["`🌙`", "<@1> <t:5:R> </daily:7>", "https://example.org/🌙", "🧙\u200d♂️", "🧙🏽", "Cinderhorns", "plain words"],
)
def test_what_isnt_a_sign_stays(said: str) -> None:
    all_available()
    assert signs.in_text(said) == said


def test_without_them_every_text_stays_as_it_is() -> None:
    said = " ".join([sign.emoji for sign in SIGNS] + [sign.name() for sign in SIGNS if sign.name])
    assert signs.in_text(said) == said


def test_every_view_of_the_hall_is_made_where_it_gets_them() -> None:
    made = {
        str(path.relative_to(ROOT)): len(found)
        for path in (ROOT / "cogs").rglob("*.py")
        if (found := re.findall(r"\b(?:LayoutView|Modal|View)\(", path.read_text()))
    }
    assert made == {"cogs/delivery/dress.py": 2, "cogs/discord/controls.py": 1}
    all_available()
    assert EMOJI.search(json.dumps(components(plain_text("☀️"))))


def test_a_message_that_has_no_room_for_them_keeps_unicode() -> None:
    all_available()
    for count, expected in ((100, True), (1900, False)):
        said = "☀️" * count
        sent = json.dumps(components(dress(framed(said))), ensure_ascii=False)
        assert (said not in sent) is expected


def test_what_is_longer_than_discord_takes_is_cut() -> None:
    """As a translation may be: else Discord would refuse the whole message."""
    long, press = "long " * 40, Press("x", 1)
    menu = Menu(long, Press("y", 1), (Option(long, "1", long),))
    message: Any = dress(framed("Said.", [row(Button(long, press), Link(long, "https://example.org")), row(menu)]))
    check_message({"components": message.to_components()})
    sheet: Any = dress_sheet(Sheet(long, press, (Field("one", long, menu.options),)))
    (field,) = sheet.to_dict()["components"]
    (option,) = field["component"]["options"]
    assert (len(field["label"]), len(option["label"]), len(option["description"])) == (45, 100, 100)


def test_buttons_menus_and_sheets_have_them_or_what_stood_there_before() -> None:
    def shown(emoji: str) -> list[Any]:
        press, option = Press("x", 1), Option("One", "1", emoji=emoji)
        many = tuple(replace(option, value=str(number)) for number in range(CHECKBOX_LIMIT + 1))  # a menu
        sheet: Any = dress_sheet(Sheet("Sheet", press, (Field("one", "One", many, several=True),)))
        made: Any = dress(framed("Said.", [row(Button("Go", press, emoji=emoji)), row(Menu("?", press, (option,)))]))
        every = [*parts(made.to_components())]
        options = [one for part in every for one in part.get("options", ())]
        options += sheet.to_dict()["components"][0]["component"]["options"][:1]
        return [one.get("emoji") for one in (*(part for part in every if part["type"] == 2), *options)]

    griffin = ADVENTURES[0].name
    plain = {"🌙": "🌙", griffin: "🟥", "Cinderhorn": None, "⚀": None, "🦝": "🦝"}
    for emoji, name in plain.items():
        assert [one and one["name"] for one in shown(emoji)] == [name] * 3
    all_available()
    for emoji, word in {"🌙": "moons", griffin: "griffins_egg", "⚀": "rolled_one"}.items():
        assert [one["name"] for one in shown(emoji)] == [f"{word}_lusab"] * 3
        assert len({one["id"] for one in shown(emoji)}) == 1
    assert [one["name"] for one in shown("🦝")] == ["🦝"] * 3


@pytest.mark.parametrize("key", [HEXARACT.key, *(pytest.param(key, marks=pytest.mark.slow) for key in OTHERS)])
async def test_all_that_is_sent_differs_by_its_signs_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Pictures' descriptions, labels and names have none; and what was said before is still there."""
    seed, played = script(key, False)
    deal(monkeypatch, seed)
    told: list[list[Any]] = []
    for emojis_available in (False, True):
        if emojis_available:
            all_available()
        async with world(tmp_path / str(emojis_available), "Ann") as here:
            message = await start(here, here.members[0], key)
            seen = [shown_by(message)]
            for one in chosen(key, played)[:2]:
                await here.make(here.members[0], message, one.move)
                seen.append(shown_by(message))
            assert not any(EMOJI.search(alt) for alt in alts(message))
            told.append(seen)
    assert told[0] == told[1]


def shown_by(message: ResponseMessage) -> Any:
    """All of a message, with Unicode in the place of signs."""
    every = json.loads(sent(message))
    found: Any = parts(every)
    for part in found:
        if part["type"] == 10:
            part["content"] = undone(part["content"])
        for one in (part, *part.get("options", ())):
            assert not EMOJI.search(str(one.get("label")) + str(one.get("description")))
            one.pop("emoji", None)
        part.pop("id", None)
        for item in part.get("items", ()):
            item.pop("media", None)
    return every


def undone(said: str) -> str:
    by_word = {sign.word: sign for sign in SIGNS}

    def back(found: re.Match[str]) -> str:
        sign, after = by_word[found[1]], said[found.end() :]
        return "" if sign.name and after.startswith(f" {sign.name()}") else sign.emoji

    return re.sub(r"\ufffd ?", "", EMOJI.sub(lambda found: back(found) or "\ufffd", said))


def test_a_shared_result_has_them() -> None:
    all_available()
    result = Result(1, 0, 2, "forest-of-wyr", None, date(2026, 11, 21), True, 12, 0)
    view = dress(shared.deal("Ann", result, "🟩🐦🔸", 3))
    (told,) = (part["content"] for part in parts(components(view)) if part["type"] == 10)
    assert EMOJI.findall(told) == ["free_raven", "free_raven", "flame"]
    assert undone(told).count("🐦") == 2
    assert WORDS["forest-of-wyr"].signs in undone(told)


def test_whoever_reads_words_has_unicode() -> None:
    all_available()
    menu = Menu("?", Press("y", 1), (Option("1", "1", emoji="☀️"),))
    screen = framed("☀️ It is **Cinderhorn**.", [row(Button("Go", Press("x", 1), emoji="☀️")), row(menu)])
    forms: list[tuple[Form, int]] = [("pictures", 2), ("words-first", 0), ("words-only", 0)]
    for form, count in forms:
        sent = json.dumps(components(dress(read(screen, form))))
        assert len(EMOJI.findall(sent)) == count
        assert sent.count('"suns_lusab"') == count, "on controls"
