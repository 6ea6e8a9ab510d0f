"""The panel of /settings and what moderators can do at a table: each page fits a phone, in every language."""

from dataclasses import replace

import pytest

from cogs.delivery.dress import dress
from cogs.screens import moderate, settings
from cogs.screens.screen import (
    AT_HAND,
    BUTTON_LIMIT,
    MOST_WORDS,
    OPTION_LIMIT,
    Button,
    Choices,
    Link,
    Menu,
    Option,
    Picker,
    Row,
    Screen,
    Text,
)
from cogs.screens.settings import PAGES, Chosen
from languages import offered, speaking
from tables.daily.announcements import Announcement
from tables.people.server_log import DETAIL, MOST, Line
from tables.people.servers import ServerSettings
from tables.play.model import Computer

from .test_plan import table

LANGUAGES = tuple(offered())
IN_SIGHT = 26  # characters of a choice that a phone shows in a closed menu
PLAIN = Chosen(ServerSettings(), None)
FULL = Chosen(
    ServerSettings(
        language="de",
        places="only",
        channels=tuple(range(1, 26)),
        threads=True,
        role_id=7,
        most_tables=20,
        most_each=2,
        old_boards="folded",
        pings=False,
        log_id=9,
        blocked=frozenset(range(10**18, 10**18 + 300)),
        unlisted=frozenset(range(2 * 10**18, 2 * 10**18 + 300)),
    ),
    Announcement(1, 5, 8, zone="America/Argentina/ComodRivadavia", parts=frozenset({"riddle"})),
    languages=(Option("As in Discord", "discord", chosen=True),),
)


def fits(screen: Screen, *, words: int = MOST_WORDS) -> None:
    """Within Discord's limits and ours: one sentence or two, few controls, and no two that mean the same."""
    controls = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
    assert len(controls) <= AT_HAND
    text = " ".join(block.text for block in screen.blocks if isinstance(block, Text))
    assert len(text.split()) <= words, text
    pressed = [control.press.custom_id() for control in controls if not isinstance(control, Link)]
    assert len(pressed) == len(set(pressed))
    for control in controls:
        match control:
            case Button(label=label):
                assert 0 < len(label) <= BUTTON_LIMIT
            case Menu(options=options) | Choices(options=options):
                assert 0 < len(options) <= 25
                assert all(0 < len(option.label) <= OPTION_LIMIT for option in options)
            case Picker(chosen=chosen, most=most):
                assert len(chosen) <= most <= 25
    assert dress(screen).to_components()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_differ_where_a_phone_cuts_them_off(language: str) -> None:
    for page in ("where", "who"):
        with speaking(language):
            shown = settings.panel(page, FULL)
        menus = [one for block in shown.blocks if isinstance(block, Row) for one in block.controls]
        labels = [option.label[:IN_SIGHT] for one in menus if isinstance(one, Menu) for option in one.options]
        assert len(labels) == len(set(labels)), labels


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_each_page_fits_a_phone(page: str, language: str) -> None:
    with speaking(language):
        fits(settings.panel(page, replace(PLAIN, languages=FULL.languages)))
        fits(settings.panel(page, FULL), words=MOST_WORDS + 2 * settings.NAMED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_done_at_a_table_fits_a_phone(language: str) -> None:
    playing = table()
    lobby = replace(playing, phase="lobby", seats=0, computers=(Computer(3, "easy", None, stands_in=False),))
    with speaking(language):
        for at in (playing, lobby):
            fits(moderate.panel(at, "https://discord.com/x", vote=True))
            fits(moderate.confirm_closing(at))
        fits(moderate.choose_table([lobby] * 25))
        for blocked in (True, False):
            fits(settings.member(10**18, FULL.settings, blocked=blocked))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_of_the_log_fits_into_one(language: str) -> None:
    ids = 10**18 + 1
    with speaking(language):
        for kind in moderate.LOGGED:
            detail = "x" * DETAIL if kind == "settings" else ""
            lines = [Line(1, ids, kind, ids, ids, 999_999, detail, 1_800_000_000)] * MOST
            assert len(moderate.log(lines)) <= 4000, kind
