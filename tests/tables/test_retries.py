"""Finished games, played on from their positions to their ends; and what that tells, and leaves as it was."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.screens import retry as screens
from cogs.screens.picker import ChosenMoves, next_question, spell_all
from cogs.screens.screen import AT_HAND, MOST_WORDS, Screen
from engine import GAMES, IllegalMove, encode
from players.answer import Opinion, Question, answer, read_opinion
from tables.history import retries
from tables.history.retries import Retries, Retry, RetryState
from tables.play.model import Refused, Request, Stale, Table
from tables.play.solitaires import Solitaires
from tables.store.database import Where

from ..engine.worlds import redealt
from ..screens import phone
from .days import DAY, Clock, House, clock, house
from .test_rankings import group_game

__all__ = ["clock"]  # a fixture
ANN, ZOE = 501, 599  # who sat there, and who looked on
NAME = "Ann"
WALKS = 20  # of each game
sqlite = pytest.mark.parametrize("where", ["sqlite"], indirect=True)  # it is about games, not about stores
KEPT = {"retries", "interactions", "processes"}  # what playing on may change, and the clock

_answer = cache(answer)


async def by_rule(question: Question) -> bytes:
    """The quickest player's move."""
    return _answer(encode(question if question.what != "move" else msgspec.structs.replace(question, what="rule")))


def cases() -> Iterator[Any]:
    """Each game alone, with few and with many."""
    for key, game in GAMES.items():
        for seats in sorted({min(game.seats), max(game.seats)} - ({1} if game.alone is None else set())):
            yield pytest.param(key, seats, id=f"{key}-{seats}")


async def finished(here: House, key: str, seats: int) -> Table:
    if seats > 1:
        return await here.finish(await group_game(here, range(ANN, ANN + seats), 1, key))
    where: dict[str, Any] = {"guild_id": None, "channel_id": 1, "user_id": ANN, "name": NAME}
    return await here.finish(
        await Solitaires(here.tables).start(key, Request(**where, interaction_id=next(here.interactions)))
    )


def who(here: House, user_id: int) -> Request:
    return Request(user_id, NAME, None, 1, next(here.interactions))


async def walked(here: House, played: Retries, retry: Retry, draw: Random) -> RetryState:
    """Played on at random to its end, by what the controls lead to. Each panel fits a phone; some are drawn."""
    for number in range(400):
        at = await played.state(retry, NAME)
        if at.waits:
            retry = await played.go_on(retry, by_rule)
            continue
        if at.followed.seen.outcome:
            return at
        now = screens.situation(at)
        opinion = spoken(at) if number % 20 == 1 else None
        fits(screens.asking(at, opinion), drawn=number % 20 == 1)
        path = spell_all([draw.choice(now.legal)])
        found = next_question(now, path)
        assert isinstance(found, ChosenMoves)
        retry = await played.move(retry, found.moves, next(here.interactions))
    raise AssertionError("it doesn't end")


def fits(screen: Screen, *, drawn: bool = False) -> None:
    assert phone.counted(screen) <= AT_HAND
    assert phone.words(screen) <= MOST_WORDS + 10, "the question itself may be longer"
    assert not drawn or phone.height(screen, screen) <= phone.HIGH


async def walks(here: House, key: str, seats: int, count: int) -> None:
    table, draw = await finished(here, key, seats), Random(f"{key}/{seats}")
    played = Retries(here.tables)
    last = len((await here.tables.replay(table.id, ANN)).positions) - 1
    before = {name: rows for name, rows in here.everything().items() if name not in KEPT}
    for number in range(count):
        user_id, step = (ANN, ZOE)[number % 2], number * last // count
        at = await walked(here, played, await played.begin(table.id, step, who(here, user_id)), draw)
        assert at.retry.seat == (0 if user_id == ANN else at.retry.seat)
        fits(screens.ending(at, None, at.real, worded=False))
        assert await played.of(user_id) == at.retry
    assert {name: rows for name, rows in here.everything().items() if name not in KEPT} == before, "it counts nowhere"
    with pytest.raises(Refused, match="Nobody was to move"):
        await played.begin(table.id, last, who(here, ZOE))
    hall = await played.played_by_computers(replace(at.retry, step=last // 2), by_rule)
    assert screens.result(key, hall, 0)


@sqlite
@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), [*cases()])
async def test_twenty_positions_of_each_game_are_played_on_to_its_end(
    where: Where, clock: Clock, key: str, seats: int
) -> None:
    async with house(where) as here:
        await walks(here, key, seats, WALKS)


@sqlite
@pytest.mark.parametrize(("key", "seats"), [("advent-of-the-wyrms", 1), ("wyverns-knot", 3), ("advyria", 2)])
async def test_a_game_is_played_on_to_its_end(where: Where, clock: Clock, key: str, seats: int) -> None:
    async with house(where) as here:
        await walks(here, key, seats, 2)


async def test_where_one_goes_on_whatever_happens_meanwhile(where: Where, clock: Clock) -> None:
    """A choice can be taken back, an old panel does nothing, and another start finds it as it was."""
    async with house(where) as here:
        table = await finished(here, "wyverns-knot", 3)
        played = Retries(here.tables)
        begun = await played.begin(table.id, 3, who(here, ANN))
        begun = await played.go_on(begun, by_rule)
        move = screens.situation(await played.state(begun, NAME)).legal[0]
        moved = await played.move(begun, [move], next(here.interactions))
        with pytest.raises(Stale):
            await played.move(begun, [move], next(here.interactions))
        moved = await played.go_on(moved, by_rule)
        again = await Retries(here.tables).of(ANN)
        assert again == moved
        at = await played.state(moved, NAME)
        assert at.chosen
        assert at.chosen.made == move
        back = await played.back(moved, next(here.interactions))
        assert back.moves == begun.moves
        assert await played.state(back, NAME) != at
        other = await played.begin(table.id, 0, who(here, ANN))
        assert other.version > back.version
        with pytest.raises((Stale, IllegalMove)):
            await played.move(other, [move, move], next(here.interactions))
        await here.privacy.delete(ANN)
        assert not here.rows("SELECT 1 FROM retries")


async def test_a_ranked_deal_is_not_played_on_before_it_closes(where: Where, clock: Clock) -> None:
    async with house(where) as here:
        played, ranked = Retries(here.tables), await here.finished(ANN, "hexaract", DAY)
        practice = await here.finish(await here.practise(ANN, "hexaract", DAY))
        for table in (ranked, practice):
            for user_id in (ANN, ZOE):
                with pytest.raises(Refused):
                    await played.begin(table.id, 0, who(here, user_id))
        going_on = await group_game(here, (ANN, ANN + 1, ANN + 2), 1)
        with pytest.raises(Refused, match="going on"):
            await played.begin(going_on.id, 0, who(here, ANN))
        assert not here.rows("SELECT 1 FROM retries")
        clock.set(days=2)
        assert await played.begin(ranked.id, 0, who(here, ZOE))


# -- Secrets


def spoken(at: RetryState) -> Opinion | None:
    """What a computer player says of their last choice."""
    if at.chosen is None:
        return None
    thought = at.chosen.thought
    return read_opinion(GAMES[thought.table.game], _answer(encode(thought.question)), thought.moves)


def shown(at: RetryState) -> list[Any]:
    """All that its player is told by then, but what came of it; and what a computer player is asked for them."""
    opinion, asked = spoken(at), [one.question for one in (at.chosen and at.chosen.thought, at.opened) if one]
    return [*(screens.asking(at, opinion, worded=worded) for worded in (False, True)), asked]


@sqlite
@pytest.mark.parametrize(("key", "seats"), [("advent-of-the-wyrms", 1), ("wyverns-knot", 3)])
async def test_twins_that_differ_in_what_the_seat_does_not_know_look_the_same_until_play_reveals_it(
    where: Where, clock: Clock, key: str, seats: int
) -> None:
    assert await twins(where, key, seats) or key == "advent-of-the-wyrms", "there, each move draws a card"


@sqlite
@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), [*cases()])
async def test_twins_of_every_game_look_the_same(where: Where, clock: Clock, key: str, seats: int) -> None:
    await twins(where, key, seats)


async def twins(where: Where, key: str, seats: int) -> int:
    """How many moves were made that told nothing which tells them apart."""
    game, draw, differ, moves = GAMES[key], Random(key), 0, 0
    async with house(where) as here:
        table = await finished(here, key, seats)
        record = await here.tables.load_settled(table.id)
        last = len((await here.tables.replay(table.id, ANN)).positions) - 1
        for step in range(0, last, max(1, last // 8)):
            start = retries.position(record, step)
            twin = start.copy()
            twin.state = redealt(game, start.state, start.to_act, draw)
            differ += twin.state != start.state
            begun = Retry(ANN, table.id, step, start.to_act or 0, 1, ())
            one, two = (retries.state_of(record, each, begun, NAME) for each in (start, twin))
            assert shown(one) == shown(two)
            both = [move for move in one.followed.seen.legal if move in game.legal_moves(twin.state)]
            moved = replace(begun, version=2, moves=(draw.choice(both),))
            one, two = (retries.state_of(record, each, moved, NAME) for each in (start, twin))
            if one.followed == two.followed and one.followed.seen.legal:  # nothing has told them apart
                moves += 1
                assert shown(one) == shown(two)
    assert differ, "they are twins"
    return moves
