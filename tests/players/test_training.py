"""The ways in which the computer players learned their games: a few deals show that each does learn."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from math import log
from pathlib import Path
from statistics import fmean

import pytest

from engine import Chance
from players.advyria import keen
from players.forest_of_wyr.networks import NETWORKS, read
from players.forest_of_wyr.outlook import Outlook
from players.hexaract.worth import WORTH, chance, deck_of, forget_decks
from players.training import advyria, forest_of_wyr, hexaract
from players.training.__main__ import PLAYERS, WAYS, main
from players.training.course import LAMBDA, promised


@pytest.fixture(autouse=True)
def _knowing_again() -> Iterator[None]:
    """What a test learns is forgotten after it."""
    networks, rows, habits = deepcopy(NETWORKS), [[*row] for row in hexaract.rows()], keen.LEARNED
    yield
    NETWORKS[:] = networks
    for row, before in zip(hexaract.rows(), rows, strict=True):
        row[:] = before
    forget_decks()
    keen.LEARNED = habits


def test_a_position_is_moved_towards_the_next_ones_and_the_end() -> None:
    assert promised([0.2], 1.0) == [1.0]
    first, last = promised([0.2, 0.4], 1.0)
    assert last == 1.0
    assert first == pytest.approx(LAMBDA * 1.0 + (1 - LAMBDA) * 0.4)


@pytest.mark.parametrize("game", WAYS)
def test_what_is_known_is_written_as_the_player_reads_it(game: str) -> None:
    way = WAYS[game]
    assert way.written() == (PLAYERS / way.file).read_bytes()


def test_the_parts_of_a_position_in_hexaract_are_those_that_its_worth_adds_up() -> None:
    tried = 0
    for number in range(4):
        positions, _ = hexaract.played(hexaract.dealt(f"parts/{number}", 30), Chance(f"parts/{number}"))
        for now, deck in positions:
            worth = chance(now, deck_of(deck))
            if 0 < worth < 1:
                total = sum(row[place] * value for row, place, value in hexaract.parts(now, deck))
                assert total == pytest.approx(log(worth / (1 - worth)))
                tried += 1
    assert tried > 50


def test_the_networks_of_the_forest_say_in_training_what_they_say_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()

    class Heard(Outlook):
        def features(self) -> list[tuple[int, float]]:
            asked.append(self.of(self.place))
            return super().features()

    monkeypatch.setattr(forest_of_wyr, "Outlook", Heard)
    found, _ = forest_of_wyr.played("the same", None)
    assert len(found) > 20
    assert [visit.chance() for visit in found] == pytest.approx(asked)


def short_deals() -> tuple[float, float]:
    """Of deals with six cards in the deck: how many are won, and how far off what is said of their positions is."""
    wins, errors = list[float](), list[float]()
    for number in range(30):
        positions, won = hexaract.played(hexaract.dealt(f"short/{number}", 6), Chance(f"short/{number}"))
        wins.append(won)
        errors += [(chance(now, deck_of(deck)) - won) ** 2 for now, deck in positions]
    return fmean(wins), fmean(errors)


@pytest.mark.slow
def test_hexaract_is_learned_from_nothing() -> None:
    for row in hexaract.rows():
        row[:] = [0.0] * len(row)
    forget_decks()
    wins, error = short_deals()
    reports = [*islice(hexaract.learn(3000, "a test", True), 20)]
    assert [report.deals for report in reports] == [30 * number for number in range(1, 21)]
    wins_then, error_then = short_deals()
    assert wins_then > wins + 0.1
    assert error_then < error - 0.03


@pytest.mark.slow
def test_the_forest_is_learned_from_nothing() -> None:
    """In so few deals only what is said of positions gets better."""
    forest_of_wyr.forget("a test")
    held = [forest_of_wyr.played(f"held/{number}", None) for number in range(5)]

    def error() -> float:
        return fmean([(visit.chance() - won) ** 2 for found, won in held for visit in found])

    before = error()
    for number in range(16):
        found, won = forest_of_wyr.played(f"learned/{number}", None)
        for visit, target in zip(found, promised([visit.chance() for visit in found], won), strict=True):
            visit.move(target, forest_of_wyr.RATE)
    assert error() < before - 0.05


@pytest.mark.slow
def test_habits_of_advyria_are_learned_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advyria, "TRIED", 4)
    seeds = [f"held/{number}" for number in range(12)]
    before = fmean([advyria.brought_home(keen.Habits(*[1.0] * len(keen.Habits._fields)), seed) for seed in seeds])
    for _ in advyria.learn(8 * 30, "a test", True):
        pass
    assert fmean([advyria.brought_home(keen.LEARNED, seed) for seed in seeds]) > before + 1


def test_a_course_is_written_where_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["forest-of-wyr", "--deals", "1", "--into", str(tmp_path / "learned.bin")])
    assert "1 deals: 0.000 on average, error 0." in capsys.readouterr().out
    assert read((tmp_path / "learned.bin").read_bytes()) != read((PLAYERS / WAYS["forest-of-wyr"].file).read_bytes())
    main(["hexaract", "--deals", "2", "--on", "--into", str(tmp_path / "learned.json")])
    assert (tmp_path / "learned.json").read_bytes().count(b"\n") == (
        PLAYERS / WAYS["hexaract"].file
    ).read_bytes().count(b"\n")
    assert WORTH.cards[0][0] == pytest.approx(-0.17, abs=0.2)
