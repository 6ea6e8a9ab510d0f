"""What is said in which language; and that each catalogue has all of it, with the same values."""

import gettext
import logging
import re
from datetime import date
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog

import languages.__main__
from cogs.games import players as number_of_players
from engine import decktet
from engine.advyria import cards as advyria
from languages import (
    ENGLISH,
    listed,
    number,
    number_range,
    of_discord,
    say,
    say_as,
    say_many,
    say_many_as,
    say_page,
    speaking,
    spoken,
    whole_date,
)
from languages.__main__ import catalogues, compile_all, template

from .. import spoken as spoken_in_source
from . import pseudo

NUMBERS = (0, 1, 2, 5, 21)
KEPT = re.compile(r"`[^`]*`|https?://\S+")
A_WORD = re.compile(r"[^\W\d_]{3,}")
VALUE = "Ann"  # stands where one is filled in
# What no player reads: it is for hosts, or for whoever writes a game
_HOSTS = ("tables/store", "tables/tools", "cogs/discord/gateway.py")
FOR_OTHERS = (*_HOSTS, "players/training", "engine/register.py", "players/default.py")
NO_TEXTS = {
    *("Wyvern's Knot. Ann", "Wyvern's Knot. Ann Ann"),  # a title stays
    *("The job Ann", "The par of Ann on Ann can't be played", "The riddle of Ann can't be made"),  # logged
    *("Table Ann can't be looked back at", "Invalid emoji", "Ann/what if/Ann"),
    "Ann leaves seat 0 no choice at first: write its lesson in cogs/lessons/.",
    "Callable[..., Awaitable[None]]",  # a type
    *("Ann's dragon", "Ann cards", "Ann card Ann", "Ann's card Ann", "Alegreya Sans"),  # names within pictures
    *("Seat Ann", "Dragons 0123", "Astrid 1,204", "Cinzel for titles", "Alegreya Sans, extra bold, for names"),
    "Alegreya Sans, medium, for all that is read; never under 40 px",
}
all_texts = cache(template)
ARTICLES = {
    "de": ("der ", "die ", "das "),
    "es": ("el ", "la ", "los ", "las "),
    "fr": ("l'", "le ", "la ", "les "),
    "pt_BR": ("o ", "a ", "os ", "as "),
}
KNOWN = {path.stem: catalog for path, catalog in catalogues()}


class German(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return {"{name} draws.": "{name} zieht."}.get(message) or super().gettext(message)


def test_a_number_of_things_is_said_as_they_need_it() -> None:
    with speaking("fr"):
        assert say_many_as("eggs", "{count} lost", "{count} lost", 2) == "2 perdus"
        assert say_many_as("losses", "{count} lost", "{count} lost", 2) == "2 pertes"
    assert say_many_as("eggs", "{count} lost", "{count} lost", 2) == "2 lost"


@pytest.mark.parametrize(("language", "players"), [(ENGLISH, "3-5 players"), ("de", "3\N{EN DASH}5 Personen")])
def test_a_range_has_the_dash_of_its_language(language: str, players: str) -> None:
    with speaking(language):
        assert number_of_players("wyverns-knot") == players
        assert number_range(4, 4) == "4"


def test_english_is_said_as_it_stands() -> None:
    assert say("{name} draws.", name="Ann") == "Ann draws."
    assert say("100% {sic}") == "100% {sic}", "without values, braces are braces"
    assert say_as("a suit", "Moons") == "Moons"
    assert [say_many("{count} card", "{count} cards", count) for count in (0, 1, 1234)] == [
        "0 cards",
        "1 card",
        "1,234 cards",
    ]
    assert (listed(["a", "b", "c"]), number(12345), whole_date(date(2026, 3, 4))) == (
        "a, b and c",
        "12,345",
        "4 March 2026",
    )
    assert say_page("# Goal\n\nSave eggs.\n- One") == "# Goal\n\nSave eggs.\n- One"


def test_a_text_that_is_missing_is_said_in_english_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    languages.register("xy", German())
    try:
        with speaking("xy"), caplog.at_level(logging.WARNING):
            assert say("{name} draws.", name="Ann") == "Ann zieht."
            assert [say("Nobody has translated this."), say("Nobody has translated this.")] == [
                "Nobody has translated this."
            ] * 2
            assert say_many("{count} egg", "{count} eggs", 2) == "2 eggs"
    finally:
        languages.withdraw("xy")
    assert [record.getMessage().count("Nobody") for record in caplog.records] == [1, 0]


def test_a_language_is_spoken_within_its_block_alone() -> None:
    with pseudo.spoken_here(), speaking(pseudo.CODE):
        assert say("Scout") == "[Šçóút]"
        with speaking(None):
            assert spoken() == pseudo.CODE, "nobody knows a better one"
        with speaking("tlh"):
            assert spoken() == languages.ENGLISH, "it isn't offered"
        with speaking(languages.ENGLISH):
            assert say("Scout") == "Scout"
        assert say_page("# Goal\n- Save eggs.") == f"# {say('Goal')}\n- {say('Save eggs.')}"
    assert spoken() == languages.ENGLISH


def test_discords_locales_lead_to_the_languages_that_are_spoken() -> None:
    assert [of_discord(code) for code in ("en-US", "en-GB", "ko", None, "")] == ["en", "en", None, None, None]
    with pseudo.spoken_here():
        assert of_discord(f"{pseudo.CODE}-419") == pseudo.CODE


@pytest.mark.parametrize("language", KNOWN)
def test_a_catalogue_is_complete(language: str) -> None:
    catalog, texts = KNOWN[language], all_texts()
    assert not [message.id for message in texts if message.id and not _strings(catalog, message.id, message.context)]
    gone = [message.id for message in catalog if message.id and not texts.get(_forms(message.id)[0], message.context)]
    assert not gone, "run extract"


def test_every_sentence_of_the_source_is_in_the_catalogues() -> None:
    """Refusals too, which few evenings provoke. A literal of nothing but values and signs is no sentence."""
    known = {form for message in KNOWN["de"] for form in _forms(message.id)}
    left = {
        text
        for path in spoken_in_source.files()
        if not any(path.is_relative_to(spoken_in_source.ROOT / folder) for folder in FOR_OTHERS)
        for text in spoken_in_source.said_in(path)
        if text not in known and A_WORD.search(text.replace(VALUE, ""))
    }
    assert left == NO_TEXTS


@pytest.mark.parametrize("language", KNOWN)
def test_translations_have_the_values_and_the_commands_of_their_texts(language: str) -> None:
    wrong = []
    for message in KNOWN[language]:
        if not message.id:
            continue
        ids = _forms(message.id)
        values = set().union(*map(_values, ids))
        for string in _strings(KNOWN[language], message.id, message.context):
            same = _values(string) | {"count"} == values | {"count"}  # "one card" needs no number
            if not (same and sorted(KEPT.findall(string)) in (sorted(KEPT.findall(text)) for text in ids)):
                wrong.append((message.id, string))
    assert not wrong


@pytest.mark.parametrize("language", KNOWN)
def test_a_short_name_has_no_article(language: str) -> None:
    """It stands on buttons, and under small pictures."""
    with speaking(language):
        short = [*map(decktet.short_name, decktet.EXTENDED), *map(advyria.short_name, range(len(advyria.ADVENTURES)))]
    assert not [name for name in short if name.lower().startswith(ARTICLES.get(language, ()))]


@pytest.mark.parametrize("language", KNOWN)
def test_a_comma_parts_the_name_of_a_hero_from_what_they_are(language: str) -> None:
    """Pictures write it in two lines, and a text may name the hero alone."""
    with speaking(language):
        assert [say(hero.name).count(", ") for hero in advyria.HEROES] == [1] * len(advyria.HEROES)


@pytest.mark.parametrize("language", KNOWN)
def test_each_number_has_a_form(language: str) -> None:
    with speaking(language):
        said = {count: say_many("{count} card", "{count} cards", count) for count in NUMBERS}
    assert all(str(count) in text for count, text in said.items()), said
    assert said[1] != said[2].replace("2", "1"), "one card isn't several"


def _strings(catalog: Catalog, text: Any, context: str | None) -> tuple[str, ...]:
    """The translation of a text, all its forms; none if one is missing."""
    known = catalog.get(_forms(text)[0], context)
    strings = _forms(known.string if known else "")
    return strings if all(strings) else ()


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _values(text: str) -> set[str]:
    """The names in its braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_who_reads_a_catalogue_while_it_is_compiled_reads_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "de.po").write_text('msgid "Moons"\nmsgstr "Monde"\n')
    monkeypatch.setattr(languages.__main__, "FOLDER", tmp_path)
    compile_all()
    with (tmp_path / "de.mo").open("rb") as earlier:
        (tmp_path / "de.po").write_text("")
        compile_all()
        assert gettext.GNUTranslations(earlier).gettext("Moons") == "Monde"
    assert [*tmp_path.glob("*.mo*")] == [tmp_path / "de.mo"]
