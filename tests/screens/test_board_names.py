"""Where a board speaks another language than who reads a panel, the panel names things as both do."""

import pytest

from cogs.games import WORDS
from cogs.screens import log
from cogs.screens.board_names import both_names
from cogs.screens.log import News
from engine import GAMES
from engine.wyverns_knot.moves import Scout
from engine.wyverns_knot.state import DRAGONS
from languages import offered, say, speaking

from .game import Game
from .told import text

KNOT = "wyverns-knot"


def test_a_panel_names_a_dragon_as_its_reader_and_as_the_board_does() -> None:
    game = Game(KNOT, ("Ann", "Bob", "Cat"))
    game.play(Scout(0))
    scouted = DRAGONS[game.state.nest[0]]
    with speaking("de"):
        name = say(scouted)
        read = text(game.panel(0).hand()) + text(game.panel(0).opening())
    assert name != scouted
    assert f"{name} / {scouted}" in read
    assert scouted not in text(game.board())


@pytest.mark.parametrize(
    ("reader", "board", "before", "after"),
    [
        ("de", "en", "Dornrücken, Felsmaul, Dornrücken.", "Dornrücken / Briarback, Felsmaul / Cragjaw, Dornrücken."),
        ("en", "de", "**Briarback**", "**Briarback / Dornrücken**"),
        ("fr", "de", "Dosronce", "Dosronce / Dornrücken"),
        ("de", "en", "Dornrückens", "Dornrückens"),
        ("es", "en", "Briarback", "Briarback"),
        ("de", "de", "Dornrücken", "Dornrücken"),
        ("en", "de", "Briarback, Cragjaw, Cinderhorn", "Briarback / Dornrücken, Cragjaw / Felsmaul, Cinderhorn"),
    ],
)
def test_the_first_mention_has_both_names_if_they_differ(reader: str, board: str, before: str, after: str) -> None:
    table = Game(KNOT, ("Ann", "Bob", "Cat"), own={"language": board}).table
    with speaking(reader):
        assert both_names(table, before) == after


def test_a_long_name_is_one_with_the_short_one_in_it() -> None:
    table = Game("advyria", ("Ann", "Bob")).table
    with speaking("es"):
        assert both_names(table, "La Perla del Kraken") == "La Perla del Kraken / The Kraken's Pearl"
        assert both_names(table, "Perla del Kraken") == "Perla del Kraken / Kraken's Pearl"
    with speaking("de"):
        assert both_names(table, "G1 (Hirschgilde)") == "G1 (Hirschgilde / the Guild of the Stag)"


def test_a_game_for_one_has_no_board_in_another_language() -> None:
    table = Game("advyria", ("Ann",)).table
    with speaking("de"):
        assert both_names(table, "Hirschgilde") == "Hirschgilde"


def test_news_that_both_names_make_too_long_are_left_out() -> None:
    told = [News("Ei A1: Dornrücken."), News("Ei A2: Felsmaul.")]
    assert log.fitting(told, 6, 9) == ["Ei A1: Dornrücken.", "Ei A2: Felsmaul."]
    assert log.fitting(told, 6, 9, lambda lines: lines.replace(".", " / Briarback.")) == ["Ei A2: Felsmaul. …"]


@pytest.mark.parametrize("language", offered())
@pytest.mark.parametrize("key", GAMES)
def test_a_board_names_as_many_things_in_each_language(key: str, language: str) -> None:
    english = WORDS[key].board_names()
    with speaking(language):
        names = WORDS[key].board_names()
    assert len(names) == len(english)
    assert all(names)
