"""What a profile has besides scores: badges, kept however long ago they were earned, and games by difficulty."""

from datetime import timedelta
from pathlib import Path
from typing import get_args

import pytest

from engine import GAMES
from engine.wyverns_knot.moves import Aim, Enchant, Wild
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.people.badges import A_MONTH, A_WEEK, FINDER, Badge
from tables.people.profile import AtLevel
from tables.play.model import Request
from tables.play.odds import ODDS
from tables.play.solitaires import Solitaires
from tables.store.database import Where

from .days import DAY, Clock, House, clock, house
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture

ANN = 900001
LAST = "advyria"  # of the games, to win or to learn


def answered(here: House, *days: int, found: bool = False) -> None:
    for number in days:
        day = str(DAY - timedelta(days=number))
        here.rows("INSERT INTO riddle_answers (user_id, date, choice, found) VALUES (?, ?, 0, ?)", ANN, day, found)


def finished(here: House, game: str, day: int | None = None, *, won: bool = True, unfinished: bool = False) -> None:
    here.rows(
        "INSERT INTO results"
        " (table_id, seat, user_id, game, date, won, score, tiebreak, party, finished_at, unfinished)"
        " VALUES (abs(random()), 0, ?, ?, ?, ?, 0, '', '', 0, ?)",
        *(ANN, game, None if day is None else str(DAY - timedelta(days=day)), won, unfinished),
    )


def learned(here: House, game: str) -> None:
    here.rows("INSERT INTO learners (user_id, game, version, learned) VALUES (?, ?, 1, TRUE)", ANN, game)


def made(here: House, kinds: str) -> None:
    here.rows("INSERT INTO learners (user_id, game, version, made) VALUES (?, 'wyverns-knot', 0, ?)", ANN, kinds)


def all_but_the_last(here: House, badge: Badge) -> None:
    """What earns a badge, but for its last part."""
    match badge:
        case "riddles":
            answered(here, *range(101, 100 + A_WEEK))
        case "finder":
            answered(here, *range(100, 98 + 2 * FINDER, 2), found=True)
        case "every-game":
            for game in GAMES:
                finished(here, game, won=game != LAST)
        case "every-lesson":
            for game in GAMES:
                if game != LAST:
                    learned(here, game)
        case "full-day":
            for place, game in enumerate(GAMES_OF_THE_DAY):
                finished(here, game, place % 2, won=False)
        case "wild-enchantment":
            made(here, "wild aim")
        case "month":
            for number in range(1, A_MONTH):
                finished(here, "hexaract", 100 + number, won=False)


def the_last(here: House, badge: Badge) -> None:
    match badge:
        case "riddles":
            answered(here, 100)
        case "finder":
            answered(here, 50, found=True)
        case "every-game":
            finished(here, LAST)
        case "every-lesson":
            learned(here, LAST)
        case "full-day":
            for game in GAMES_OF_THE_DAY:
                finished(here, game, 7, won=False)
        case "wild-enchantment":
            here.rows("UPDATE learners SET made = 'aim wild wild-enchantment'")
        case "month":
            finished(here, "hexaract", 100, won=False)


@pytest.mark.parametrize("badge", get_args(Badge))
async def test_a_badge_is_earned_by_its_last_part(tmp_path: Path, clock: Clock, badge: Badge) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        for part, expected in ((all_but_the_last, ()), (the_last, (badge,))):
            part(here, badge)
            assert (await here.profiles.profile(ANN)).badges == expected


async def test_deals_that_were_not_finished_earn_nothing(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        for game in GAMES_OF_THE_DAY:
            finished(here, game, 7, won=False, unfinished=True)
        assert (await here.profiles.profile(ANN)).badges == ()


async def test_games_are_counted_by_how_hard_they_were(tmp_path: Path, clock: Clock) -> None:
    forest = ODDS["forest-of-wyr"][1, 0]
    async with house(tmp_path / "hall.sqlite3") as here:
        solitaires = Solitaires(here.tables)
        for number, level in enumerate((forest[0], forest[-1], forest[-1]), 1):
            asked = Request(user_id=ANN, name="Ann", guild_id=None, channel_id=1, interaction_id=number)
            table = await solitaires.start("forest-of-wyr", asked, level.of("forest-of-wyr", solo=True))
            await solitaires.give_up(table.id, ANN, None)
        here.rows("UPDATE results SET won = TRUE WHERE table_id = ?", table.id)
        (tally,) = (await here.profiles.profile(ANN)).tallies
        assert tally.levels == (AtLevel(forest[0].won, 1, 0), AtLevel(forest[-1].won, 2, 1))


async def test_a_wild_enchantment_that_comes_off_is_noted_in_any_game(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        for channel, comes_off in enumerate((None, False, True), 1):
            table = await group_game(here, (ANN, ANN + 1, ANN + 2), channel)
            state = here.state(table)
            hand, nest = state.tableaus[0], state.nest
            tries = [(place, cell) for place in range(len(hand)) for cell in range(len(nest))]
            saves = comes_off is not False
            place, cell = next((place, cell) for place, cell in tries if (hand[place] == nest[cell]) is saves)
            begin = (Enchant if comes_off is None else Wild)(place)
            for move in (begin, Aim(cell)):
                await here.tables.play(table.id, ANN, [move], next(here.interactions))
            assert (await here.profiles.profile(ANN)).badges == (("wild-enchantment",) if comes_off else ())
        assert (await here.profiles.profile(ANN + 1)).badges == ()
        (first,) = here.rows("SELECT first_table FROM learners WHERE user_id = ?", ANN)
        assert first["first_table"] == table.id - 2, "what is noted of the first game stays"
